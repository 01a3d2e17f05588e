"""The record of a game: a header that all games share, and the fields that each game declares.

    class State(Record):
        turn = one(Number(1000, least=1), "number of this turn in the round", fresh=1)
        crowd = row(CARD.place(), CELLS, "the cards in the middle", fresh=UNKNOWN)
        hand = row(Members(CARD), SEATS, "the cards of each hand", per_seat=True)
        turn_cap = option(200, range(4, 1001), mark("turns after which …"), "MV-36")

From a declaration follow the dtype, how positions are written and read, the checks that keep
kernels inside the record, and the options of the game. To a type checker `s.turn` is a number, and
a field that nobody declared is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

from kermesse.core.kernel import inner_kernel
from kermesse.core.kinds import NOTHING, UNKNOWN, Kind, Number, named
from kermesse.core.options import Option, Value

__all__ = ["NOTHING", "UNKNOWN"]  # of `kinds`, as kernels know them

Records = npt.NDArray[np.void]
Moves = npt.NDArray[np.int16]
Counts = npt.NDArray[np.int16]
Points = npt.NDArray[np.int32]
Worths = npt.NDArray[np.float32]
Row: TypeAlias = npt.NDArray[Any]  # several values of a record side by side

TABLE = -2  # `viewer` of the table itself: everything is known
SPECTATOR = -1  # `viewer` of somebody without a seat

EVENT_ARGS = 6
WORD = 8  # bytes of the widest field
WIDTHS = (np.int8, np.int16, np.int32, np.int64)
MOST_SEATS = 15  # the bits of `due`, which is signed

# Ordered by width so that no record needs padding: equal positions are equal bytes.
HEADER: list[tuple[Any, ...]] = [
    ("rng", np.uint64),
    ("reveals", np.int32),
    ("due", np.int16),
    ("event", np.int16),
    ("event_args", np.int16, (EVENT_ARGS,)),
    ("seats", np.int8),
    ("phase", np.int8),
    ("over", np.int8),
    ("viewer", np.int8),
]


Fresh: TypeAlias = int | Callable[[Any], int]  # what a value is, or what it is in a record


@dataclass(frozen=True)
class Field:
    """One declared field: what its values are and mean, how many, and what they are at first."""

    kind: Kind
    meaning: str
    shape: tuple[int, ...] = ()
    fresh: Fresh = 0  # its value in a position whose text says nothing of it
    again: bool = False  # for components: also counted in another field
    always: bool = False  # whether a text says it even if it is fresh
    option: Option | None = None
    per_seat: bool = False  # its first axis are the seats, as many as the game has at most
    boxed: tuple[int, ...] = ()  # where in the box what each place of the last axis has is counted

    @property
    def width(self) -> type[np.signedinteger[Any]]:
        """The narrowest type that holds all values."""
        for width in WIDTHS:
            limits = np.iinfo(width)
            if limits.min <= self.kind.least and self.kind.most <= limits.max:
                return width
        raise TypeError(f"no field is wide enough for {self.kind.least} to {self.kind.most}")

    def fresh_in(self, s: Any) -> int:
        """The value of a field that the text of this position does not mention."""
        return self.fresh(s) if callable(self.fresh) else self.fresh


def one(
    kind: Kind,
    meaning: str,
    *,
    fresh: Fresh = 0,
    again: bool = False,
    always: bool = False,
    boxed: Sequence[int] = (),
) -> int:
    """A field of one value; ``again`` if its component is also in another field.

    A number of equal components says where in the box they are ``boxed``. Positions written as text
    leave out a value that is ``fresh``, unless they ``always`` say it. A function says what is
    usual in a record whose other fields are known.
    """
    # what an instance of the record holds is a number
    return Field(  # type: ignore[return-value]
        kind, meaning, (), fresh, again, always, boxed=tuple(boxed)
    )


def row(
    kind: Kind,
    shape: int | tuple[int, ...],
    meaning: str,
    *,
    fresh: int = 0,
    again: bool = False,
    per_seat: bool = False,
    boxed: Sequence[int] = (),
) -> Row:
    """A field of several values.

    With ``per_seat`` its first axis are the seats, as many as the game has at most. Seats that do
    not take part stay ``fresh``, and nothing is written, read or counted of them. (Those who play
    without a seat do take part: a record may say how many `players` there are.)

    If each place of the last axis stands for a component, ``boxed`` says where in the box it is
    counted. The values are how many of it there are, or the set of places where some lie.
    """
    sizes = (shape,) if isinstance(shape, int) else shape
    if boxed and len(boxed) != sizes[-1]:
        raise TypeError(f"{sizes[-1]} places for components, and {len(boxed)} in the box")
    made = Field(kind, meaning, sizes, fresh, again, per_seat=per_seat, boxed=tuple(boxed))
    return cast("Row", made)


def option(
    default: Value,
    allowed: range | tuple[Value, ...],
    meaning: str,
    rule: str,
    labels: tuple[str, ...] = (),
    seats: range | None = None,
    given: tuple[str, Value] | None = None,
) -> int:
    """A field that holds an option of the game: its number, or its place among the words."""
    made = Option("", default, allowed, meaning, rule, labels, seats, given)
    return Field(kind_of(made), "the option", option=made)  # type: ignore[return-value]


def kind_of(made: Option) -> Kind:
    """What the record holds of an option."""
    if isinstance(made.allowed, range):
        return Number(made.allowed[-1], least=min(0, made.allowed[0]))
    return named(map(str, made.allowed))


@dataclass(frozen=True)
class Layout:
    """The declared fields of a game, and what follows from them."""

    fields: dict[str, Field]
    players: Callable[[Any], int] | None = None  # a kernel: how many play, if not only seats do

    def players_of(self, s: Any) -> int:
        """How many take part in a match."""
        return self.players(s) if self.players is not None else int(s.seats)

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, in the order of their declaration."""
        return tuple(each.option for each in self.fields.values() if each.option is not None)

    @property
    def columns(self) -> list[tuple[Any, ...]]:
        """The fields for NumPy, the widest first, and what fills the last word."""
        columns = [(name, each.width, each.shape) for name, each in self.fields.items()]
        columns.sort(key=lambda column: -np.dtype(column[1]).itemsize)
        return filled_up(columns)


if TYPE_CHECKING:

    class Void:
        """What `np.void` is to a type checker, which would not have it inherited from."""

        dtype: Any

        def item(self) -> tuple[Any, ...]: ...
        def tobytes(self) -> bytes: ...
        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...
else:
    Void = np.void


NO_FIELDS = Layout({})


class Record(Void):
    """A record whose fields are attributes, as they are in machine code.

    NumPy's own `np.record` does the same in Python code and takes three times as long. If more play
    than have seats, `class State(Record, players=kernel)` says how many.
    """

    layout: ClassVar[Layout] = NO_FIELDS

    if TYPE_CHECKING:
        rng: Any  # the source of chance, as an unsigned number
        reveals: int
        due: int  # the seats that owe a decision, as a set
        event: int
        event_args: Row
        seats: int
        phase: int
        over: int
        viewer: int
    else:

        def __getattr__(self, name: str) -> Any:
            try:
                return self[name]
            except ValueError:
                raise AttributeError(f"no field {name!r} in this record") from None

        __setattr__ = np.void.__setitem__

    def __init_subclass__(cls, players: Callable[[Any], int] | None = None) -> None:
        declared = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name, each in declared.items():
            delattr(cls, name)  # it is looked up in the record
            if each.option is not None:
                declared[name] = named_option(name, each)
        cls.layout = Layout(declared, players)


S = TypeVar("S", bound=Record)


def named_option(name: str, declared: Field) -> Field:
    """An option goes by the name of its field."""
    made = declared.option
    assert made is not None
    made = replace(made, name=name)
    return replace(declared, fresh=made.code(made.default), option=made)


def plain_values(state: type[S], s: Record) -> S:
    """All fields as whole numbers and lists: a tenth of the time of asking NumPy for each."""
    given = zip(s.dtype.names or (), s.item(), strict=True)
    values = {name: each.tolist() if isinstance(each, np.ndarray) else each for name, each in given}
    return cast("S", SimpleNamespace(**values))


def filled_up(fields: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The same and a field that fills the last word: for records whose size a table decides."""
    used = np.dtype([*HEADER, *fields]).itemsize
    return [*fields, ("spare", np.int8, (-used % WORD or WORD,))]


def record_type(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of a game: the header, then ``fields`` ordered widest first.

    Fields are aligned without gaps, which CUDA needs and byte-wise comparison relies on.
    """
    doubled = {name for name, *_ in HEADER} & {name for name, *_ in fields}
    if doubled:
        raise TypeError(f"fields that the header has already: {', '.join(sorted(doubled))}")
    packed = np.dtype([*HEADER, *fields])
    aligned = np.dtype((Record, np.dtype([*HEADER, *fields], align=True)))
    if packed.itemsize != aligned.itemsize:
        raise TypeError(
            f"record of {packed.itemsize} bytes would need padding to {aligned.itemsize}: "
            "order its fields widest first and fill the last word with a 'spare' field"
        )
    clashes = sorted(name for name in packed.names or () if hasattr(Record, name))
    if clashes:
        raise TypeError(f"field names that NumPy's records already use: {', '.join(clashes)}")
    return aligned  # and declared so: else CUDA loads each number byte by byte


@inner_kernel
def tell(
    s: Record,
    event: int,
    a: int = NOTHING,
    b: int = NOTHING,
    c: int = NOTHING,
    d: int = NOTHING,
    e: int = NOTHING,
    f: int = NOTHING,
) -> None:
    """Note in the record what this step did, for the log, the animation and the screen reader."""
    s.event = event
    s.event_args[0] = a
    s.event_args[1] = b
    s.event_args[2] = c
    s.event_args[3] = d
    s.event_args[4] = e
    s.event_args[5] = f
