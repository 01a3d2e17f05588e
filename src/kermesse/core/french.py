"""French sentences with gaps: the word before a gap takes the form that the value asks for.

`le jeton de {name}` becomes `le jeton d’Élise`, `le jeton de Hans`, `le jeton des Mésanges`.
The h of a name is mute unless it is in `ASPIRATED`; signs (`8`, `A3`, `H`) are never elided to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from unicodedata import combining, normalize

# The words that change, then what may stand between one of them and a gap: quotes, marks, tags.
LEAD = (
    r"(?:<[^<>]*>|&(?:quot|\#3[49]);|[\s\"'“”‘’«»„‹›(\[_\u200b-\u200f\u202a-\u202e\u2060-\u2069-])*"
)
GAP = re.compile(
    r"(?<!\w)(de|le|la|je|ne|se|me|te|si|à|que|jusque|lorsque|puisque|quoique)[ \u00a0\u202f]"
    rf"({LEAD})(\{{\w[^{{}}]*\}})",
    re.IGNORECASE,
)
CONTRACTED = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}
ARTICLE = re.compile(r"(les?)(?=\s)")
FIRST = re.compile(rf"{LEAD}(\w+(?:['’]\w+)*)")
SIGN = re.compile(r"[a-z]?\d.*|[a-z]")
ASPIRATED = """
    hache haie haine hall halle halo halte hamac hameau hamster hanche hand handicap hangar hardi
    harem hareng harfang haricot harnais harpe harpie hasard hausse haut haute hauteur havre
    herisson hernie heron heros herse hetre heurt hibou hippie hobbit hobby hockey homard honte
    hooligan hoquet horde hors hotte houle houx hublot huee huguenot huit huitieme huppe hurlement
    husky hussard hutte
    hakan hakim halim hamid hamza hank hannover hans harald harley harold harris harrison harry
    hasan hassan heidi heinrich heinz helmut hilary hiro hobbes holger hollande holly hongrie
    horst houdini houston howard hu huang hulk hung hussein
"""
UNELIDED = {*ASPIRATED.split(), "oui", "ouistiti", "onze", "onzieme", "uhlan", "ululement"}


def filled(sentence: str, values: Mapping[str, object]) -> str:
    """A French sentence with its gaps filled."""
    text, *rest = _pieces(sentence)
    if not rest:
        return sentence.format_map(values)
    said = [text.format_map(values)]
    for word, lead, gap, after in zip(*[iter(rest)] * 4, strict=True):
        said += [joined(word, lead, gap.format_map(values)), after.format_map(values)]
    return "".join(said)


@cache
def _pieces(sentence: str) -> list[str]:
    """The text up to a word that may change, the word, what follows it, its gap; and so on."""
    return GAP.split(sentence)


def joined(word: str, lead: str, value: str) -> str:
    """A word, the marks after it and a value: `de` and `Ana` are `d’Ana`."""
    article = ARTICLE.match(value)
    if article and not lead and (short := CONTRACTED.get((word.lower(), article[0]))):
        return (short.capitalize() if word[0].isupper() else short) + value[article.end() :]
    if asks_for_elision(value) if word.lower() not in ("si", "à") else says_si_il(word, value):
        return f"{word[:-1]}’{lead}{value}"
    return f"{word} {lead}{value}"


def says_si_il(word: str, value: str) -> bool:
    """Whether this is `si` before `il` or `ils`, the only words to which it is elided."""
    return word.lower() == "si" and first_word(value) in ("il", "ils")


@lru_cache(4096)
def asks_for_elision(value: str) -> bool:
    """Whether a value begins with the sound of a vowel, and is a word rather than a sign."""
    word = first_word(value)
    if SIGN.fullmatch(word) or word in UNELIDED or word.rstrip("sx") in UNELIDED:
        return False
    if word.startswith("y"):  # Yves, but not Yann
        return word[1:2] not in "aeiouy"
    return word[:1] in set("aeiouhæœøı")


def first_word(value: str) -> str:
    """The first word after quotes, marks and tags: in small letters, without accents."""
    found = FIRST.match(normalize("NFC", value))
    letters = normalize("NFKD", found[1].casefold()) if found else ""
    return "".join(letter for letter in letters if not combining(letter))
