"""Small programs of a few invocations: what the brute-force harness generates, enumerates and emits.

All values are unsigned integers: those of locals and expressions have Program.bits bits, memory has 32 bits. A
comparison gives 0 or 1.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Tuple, Union

MASK = 0xFFFFFFFF

# --- expressions -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Const:
    value: int


@dataclass(frozen=True)
class Local:
    """A private variable of the invocation, r0, r1, ..."""

    index: int


@dataclass(frozen=True)
class Id:
    """`local` is gl_LocalInvocationIndex, `group` gl_WorkGroupID.x, `global` gl_GlobalInvocationID.x."""

    name: str


@dataclass(frozen=True)
class Binary:
    """op: + - * & | ^ with wrap-around, or == != < <= > >= with the result 0 or 1."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Select:
    """OpSelect: both values are computed."""

    condition: Expr
    if_true: Expr
    if_false: Expr


@dataclass(frozen=True)
class Lookup:
    """Element `index` modulo 4 of a read-only buffer."""

    index: Expr


Expr = Union[Const, Local, Id, Binary, Select, Lookup]

# --- statements --------------------------------------------------------------------------------------------------

UNSIGNED, SIGNED, SHARED = "a", "b", "s"  # spaces of atomics: two storage buffers and workgroup memory
DATA = "d"  # a storage buffer for plain accesses that atomics order
ATOMIC_OPERATIONS = ("add", "sub", "and", "or", "xor", "umin", "umax", "smin", "smax", "exchange",
                     "compare_exchange", "load", "store", "acquire", "release", "wait", "turn")  # fmt: skip
UPDATE_OPERATIONS = ("add", "sub", "and", "or", "xor", "umin", "umax", "double")
GROUP_OPERATIONS = ("ballot", "any", "all", "add", "and", "or", "xor", "umin", "umax", "broadcast_first", "elect")


@dataclass(frozen=True)
class Assign:
    target: int
    value: Expr


@dataclass(frozen=True)
class Atomic:
    """An atomic on element `index` of a space. `target` gets the old value; None: it is not used.

    compare_exchange has the operands (comparator, value), loads have none, the others have one. `acquire` is a load, and
    `release` a store, with that memory semantics; `wait` repeats such a load until the value is at least its operand, `turn` until
    it is equal. The others are relaxed.
    """

    target: Union[int, None]
    op: str
    space: str
    index: Expr
    operands: Tuple[Expr, ...]


@dataclass(frozen=True)
class Output:
    """Stores to element `slot` (modulo the number of slots) of the invocation's own part of the output."""

    slot: Expr
    value: Expr


@dataclass(frozen=True)
class StoreShared:
    """A plain store to the invocation's own element of an array in workgroup memory."""

    value: Expr


@dataclass(frozen=True)
class LoadShared:
    """A plain load of the element of the invocation `distance` further, around the end, in the workgroup."""

    target: int
    distance: int


@dataclass(frozen=True)
class StoreData:
    """A store to an element of the space DATA, plain or by a relaxed atomic."""

    index: Union[int, Expr]
    value: Expr
    atomic: bool = False


@dataclass(frozen=True)
class LoadData:
    """A load of an element of the space DATA, plain or by a relaxed atomic."""

    target: int
    index: Union[int, Expr]
    atomic: bool = False


@dataclass(frozen=True)
class Update:
    """Changes an element, whose old value `target` gets; None: it is not used.

    In DATA, by a load, an operation and a store; elsewhere, by a loop around compare-exchange, in one of several forms. `double` doubles
    the old value before it adds.
    """

    target: Union[int, None]
    op: str
    space: str
    index: Expr
    value: Expr
    form: int = 0


@dataclass(frozen=True)
class Locked:
    """Takes the lock that an element of UNSIGNED is, executes `body`, which cannot be left from inside, and releases it."""

    body: Block
    lock: int = 0


@dataclass(frozen=True)
class If:
    condition: Expr
    then: Block
    otherwise: Block


@dataclass(frozen=True)
class Switch:
    """A case leaves the construct at its end; if `falls_through`, it goes on with the next one."""

    selector: Expr
    cases: Tuple[Tuple[int, Block], ...]
    default: Block
    falls_through: bool = False


@dataclass(frozen=True)
class Loop:
    """for (counter = 0; counter < bound; ++counter) body: the bound is evaluated before each iteration. None: while (bound) body."""

    counter: Union[int, None]
    bound: Expr
    body: Block


@dataclass(frozen=True)
class Break:
    """Leaves the innermost loop; not inside of a switch of that loop."""


@dataclass(frozen=True)
class Continue:
    pass


@dataclass(frozen=True)
class Return:
    """Leaves the innermost call, or ends the invocation."""


@dataclass(frozen=True)
class Call:
    """Calls a function with this body, which sees all locals. A loop around it cannot be left from inside."""

    body: Block


@dataclass(frozen=True)
class Group:
    """A group operation of the tangle in the subgroup. `ballot` gives the first word of the mask."""

    target: int
    op: str
    value: Expr


@dataclass(frozen=True)
class FloatSum:
    """The sum of one float per invocation over the tangle, converted to an integer: its order is open."""

    target: int


@dataclass(frozen=True)
class Barrier:
    """Of the workgroup, for all memory."""


@dataclass(frozen=True)
class SubgroupBarrier:
    pass


Statement = Union[Assign, Atomic, Output, StoreShared, LoadShared, StoreData, LoadData, Update, Locked, If, Switch, Loop, Break, Continue, Return, Call,
                  Group, FloatSum, Barrier, SubgroupBarrier]  # fmt: skip
Block = Tuple[Statement, ...]

# --- programs ----------------------------------------------------------------------------------------------------

CORE, SUBGROUP_UNIFORM, MAXIMAL = "core", "subgroup uniform", "maximal"  # what reconvergence the module asks for
NOT_STORED = 777  # what elements of the output hold before


@dataclass(frozen=True)
class Program:
    body: Block
    invocations: int = 2  # of a workgroup
    subgroup_size: int = 4
    workgroups: int = 1
    locals: int = 4
    slots: int = 2  # elements of the output for each invocation; a power of two
    unsigned: Tuple[int, ...] = (0, 0)  # what each space of atomics holds before
    signed: Tuple[int, ...] = ()
    shared: Tuple[int, ...] = ()
    data: Tuple[int, ...] = ()  # what DATA holds before
    table: Tuple[int, int, int, int] = (0, 1, 2, 2)
    weights: Tuple[float, ...] = (1.0, 1.0, 1.0, 1.0)  # of FloatSum, by local invocation index
    reconvergence: str = CORE
    bits: int = 32  # of locals and expressions: 8, 16, 32 or 64
    writes_image: bool = False  # the output is a texel buffer
    order: int = 0  # which order of execution spirv-run takes, its --seed

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1


def blocks_of(statement: Statement) -> Tuple[Block, ...]:
    """The blocks directly inside of a statement."""
    if isinstance(statement, If):
        return (statement.then, statement.otherwise)
    if isinstance(statement, Switch):
        return (*(body for _, body in statement.cases), statement.default)
    if isinstance(statement, (Loop, Call, Locked)):
        return (statement.body,)
    return ()


def statements_of(block: Block):
    """All statements of a block, also nested ones."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from statements_of(inner)


def contains(block: Block, *kinds: type) -> bool:
    return any(isinstance(statement, kinds) for statement in statements_of(block))


def features(program: Program) -> Tuple[str, ...]:
    """Names of what the program uses, for statistics."""
    names = {type(statement).__name__.lower() for statement in statements_of(program.body)}
    names |= {f"atomic {s.op}" for s in statements_of(program.body) if isinstance(s, Atomic)}
    names |= {f"update {s.op}" for s in statements_of(program.body) if isinstance(s, Update)}
    names -= {"atomic", "output", "assign"}
    if program.workgroups > 1:
        names.add("workgroups")
    if program.bits != 32:
        names.add(f"{program.bits} bits")
    if program.writes_image:
        names.add("image")
    return tuple(sorted(names))


def replace(program: Program, **changes) -> Program:
    return dataclasses.replace(program, **changes)
