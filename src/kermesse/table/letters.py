"""Letters that people see: texts without invisible signs, and names that look alike."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, name, normalize

JOINER = "\u200d"  # makes one emoji of several
EMOJI_STYLE = "\ufe0f"
KEYCAP = "\u20e3"
SKIN_TONES = range(0x1F3FB, 0x1F400)
MOST_MARKS = 2  # in a row: enough for every living script, too few to climb over other lines

# drawn as nothing although Unicode calls them letters, symbols or marks
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
SELECTORS = re.compile("[\ufe00-\ufe0e\U000e0100-\U000e01ef\u180b-\u180d\u180f]")
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co"})  # controls, bidi and zero-width, halves, private
GAPS = frozenset({"Zs", "Zl", "Zp"})
MARKS = frozenset({"Mn", "Mc", "Me"})

ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")

# capitals first: a capital Nu looks like N, a small one like v
CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХ", "ABEZHIKMNOPTYXABESIJKMHOPCTYX")
LOOK_ALIKES = str.maketrans(
    "αβγεικνορτυχаеосрухкмтнвѕіјԁԛԝһı01i|",
    "abyelkvoptuxaeocpyxkmthbsljdqwhlolll",
)


def clean(text: str) -> str:
    """A text on one line, without anything that is drawn as nothing or over other lines."""
    seen = [visible(sign) for sign in normalize("NFC", text)]
    joined = normalize("NFC", keep_emoji("".join(seen)))
    return normalize("NFC", " ".join(thin_marks(joined).split()))


def visible(sign: str) -> str:
    """The sign, a space for any gap, or nothing."""
    if sign in (JOINER, EMOJI_STYLE):
        return sign
    if sign in "\t\n\r\v\f\x85" or category(sign) in GAPS:
        return " "
    hidden = category(sign) in INVISIBLE or sign in BLANKS or SELECTORS.match(sign)
    return "" if hidden else sign


def keep_emoji(text: str) -> str:
    """Joiners between two emoji and emoji styles behind one stay; all others go."""
    kept: list[str] = []
    for place, sign in enumerate(text):
        following = text[place + 1 : place + 2]
        if sign == JOINER and not (kept and ends_emoji(kept) and pictured(following)):
            continue
        if sign == EMOJI_STYLE and not (kept and (pictured(kept[-1]) or following == KEYCAP)):
            continue
        kept.append(sign)
    return "".join(kept)


def ends_emoji(kept: list[str]) -> bool:
    """Whether the last sign is an emoji, a style and a skin tone aside."""
    behind = [sign for sign in kept[-3:] if sign != EMOJI_STYLE and ord(sign) not in SKIN_TONES]
    return bool(behind) and pictured(behind[-1]) and kept[-1] != JOINER


def pictured(sign: str) -> bool:
    """Whether a sign is a picture; skin tones and the signs for women and men count."""
    return bool(sign) and (category(sign) == "So" or ord(sign) in SKIN_TONES)


def thin_marks(text: str) -> str:
    """At most two combining marks in a row, none without a letter before it."""
    kept: list[str] = []
    run = MOST_MARKS
    for sign in text:
        if category(sign) in MARKS and sign != EMOJI_STYLE:
            run += 1
            if run > MOST_MARKS:
                continue
        else:
            run = MOST_MARKS if sign == " " else 0
        kept.append(sign)
    return "".join(kept)


def has_ink(text: str) -> bool:
    """Whether anything of a text can be seen."""
    return any(category(sign)[0] in "LNPS" and sign not in BLANKS for sign in text)


def scripts_mixed(text: str) -> bool:
    """Whether Latin, Cyrillic and Greek letters stand together, which look alike."""
    used = {script for sign in text if category(sign)[0] == "L" for script in scripts(sign)}
    return len(used) > 1


def scripts(sign: str) -> list[str]:
    """The alphabet of a letter, if it is one of the three."""
    parts = name(sign, "").split()
    return [alphabet for alphabet in ALPHABETS if alphabet in parts]


@lru_cache(maxsize=1 << 12)
def skeleton(text: str) -> str:
    """Names with equal skeletons look alike: `Ana`, `АNА` with Cyrillic letters, `ana`, `Aná`."""
    bare = without_marks(text).translate(CAPITALS).casefold()
    return without_marks(bare).translate(LOOK_ALIKES)


def without_marks(text: str) -> str:
    """Compatible forms made one, marks, gaps and invisible signs removed."""
    apart = normalize("NFKD", normalize("NFKC", text))
    return "".join(sign for sign in apart if category(sign) not in MARKS | GAPS | INVISIBLE)
