"""Random programs by family. The same family and seed give the same program."""

from __future__ import annotations

from typing import Callable, Dict, List

from .enumerator import enumerate_executions
from .maker import FIRST_COUNTER, OPEN_WEIGHTS, ZERO, Maker
from .program import (CORE, DATA, GROUP_OPERATIONS, MAXIMAL, SHARED, SIGNED, SUBGROUP_UNIFORM, UNSIGNED, Assign, Atomic,
                      Barrier, Binary, Block, Break, Const, Continue, Expr, FloatSum, Group, Id, If, LoadData, LoadShared, Local,
                      Locked, Lookup, Loop, Output, Program, Return, Select, Statement, StoreData, StoreShared,
                      SubgroupBarrier, Update, contains)  # fmt: skip


def atomics(make: Maker) -> Program:
    """Straight-line sequences of atomics on one or two locations; operands are constants, ids or earlier results."""
    space = make.one_of((UNSIGNED, UNSIGNED, SIGNED, SHARED))
    operations = [make.discipline(space) for _ in range(2)]
    operand = make.closed if make.chance(7) else lambda: make.value(1)

    def statement() -> Atomic:
        location = make.random.randrange(2)
        return make.atomic(space, Const(location), operations[location], operand)

    body: List[Statement] = [statement() for _ in range(make.random.randrange(1, 4))]
    if make.chance(3):
        body.insert(make.random.randrange(len(body) + 1), SubgroupBarrier())
    body += [Output(Const(0), Local(make.local())), Output(Const(1), make.value(1))]
    initial = (make.random.randrange(3), make.random.randrange(8))
    workgroups = 1 if space == SHARED else make.one_of((1, 1, 2, 3))
    return make.program(body, workgroups=workgroups, invocations=make.random.randrange(1, 3) if workgroups > 1 else 3,
                        unsigned=initial, signed=initial if space == SIGNED else (),
                        shared=initial if space == SHARED else ())  # fmt: skip


def phases(make: Maker) -> Program:
    """Atomics in phases that barriers separate, as in histograms, votes and reductions."""
    space = make.one_of((UNSIGNED, SHARED))
    body: List[Statement] = []
    for _ in range(make.random.randrange(2, 4)):
        operations = [make.discipline(space) for _ in range(2)]
        for _ in range(make.random.randrange(1, 3)):
            location = make.random.randrange(2)
            index = Const(location) if make.chance(8) else Binary("&", Id("local"), Const(1))
            body.append(make.atomic(space, index, operations[location], make.closed))
        if make.chance(3):
            body.append(If(Binary("==", Id("local"), ZERO),
                           (Atomic(None, "store", space, Const(make.random.randrange(2)), (make.constant(),)),), ()))
        body.append(Barrier())
    body += [Atomic(0, "load", space, ZERO, ()), Atomic(1, "load", space, Const(1), ()),
             Output(ZERO, Binary("+", Local(0), Local(2))), Output(Const(1), Local(1))]  # fmt: skip
    initial = (make.random.randrange(3), make.random.randrange(8))
    return make.program(body, invocations=make.random.randrange(2, 4), unsigned=initial,
                        shared=initial if space == SHARED else ())  # fmt: skip


def counters(make: Maker) -> Program:
    """Counters, votes, histograms and extrema as programs use them: values read after a barrier are certain.

    In each phase a location sees one kind of atomic, whose results are not used, or one store by one invocation, or loads.
    """
    space = make.one_of((UNSIGNED, SHARED))
    place = Binary("&", make.one_of((Id("local"), Lookup(Id("local")))), Const(1))
    body: List[Statement] = []
    for _ in range(make.random.randrange(2, 5)):
        for location in range(2):
            kind = make.one_of(("add", "or", "and", "xor", "umax", "umin", "sub", "reset", "read"))
            if kind == "read":
                body += [Atomic(location, "load", space, Const(location), ()), Output(Const(location), Local(location))]
                continue
            chosen = "store" if kind == "reset" else kind
            atomic = Atomic(None, chosen, space, Const(location), (make.closed() if kind != "reset" else make.constant(),))
            who = Binary("==", Id("local"), ZERO) if kind == "reset" else Binary("!=", Id("local"), make.constant())
            body.append(atomic if kind != "reset" and make.chance(6) else If(who, (atomic,), ()))
        if make.chance(2):
            body += [Barrier(), Atomic(None, "add", space, place, (Const(1),))]
        body.append(Barrier())
    body += [Atomic(0, "load", space, ZERO, ()), Atomic(1, "load", space, Const(1), ()),
             Output(ZERO, Local(0)), Output(Const(1), Local(1))]  # fmt: skip
    initial = (make.random.randrange(3), make.random.randrange(8))
    return make.program(body, invocations=make.random.randrange(2, 5), unsigned=initial,
                        shared=initial if space == SHARED else ())  # fmt: skip


def open_values(make: Maker, target: int) -> List[Statement]:
    """Statements that give a local a value that depends on the implementation."""
    kind = make.random.randrange(6)
    if kind < 3:
        return [FloatSum(target)]
    if kind == 3:
        return [Atomic(target, "add", UNSIGNED, ZERO, (Const(1),))]
    if kind == 4:
        return [Atomic(target, "exchange", UNSIGNED, ZERO, (Binary("+", Id("local"), Const(1)),))]
    return [Atomic(target, "umax", UNSIGNED, Const(1), (Binary("+", Id("local"), Const(1)),))]


def decision(make: Maker) -> Callable[[], Expr]:
    """Conditions, most of them on r0 and r1, which hold uncertain values."""
    def condition() -> Expr:
        if make.chance(3):
            return make.condition()
        value = Local(make.random.randrange(2))
        return Binary(make.one_of(("==", "!=", "<", ">")), value, Const(make.random.randrange(4)))

    return condition


def with_open_sums(make: Maker) -> dict:
    """Fields of programs whose float sums are uncertain in most cases."""
    return {"weights": make.one_of(OPEN_WEIGHTS), "invocations": make.one_of((3, 3, 4)),
            "subgroup_size": make.one_of((4, 4, 4, 2))}  # fmt: skip


def decisions(make: Maker) -> Program:
    """Branches, switches, loops, indices and selects that depend on an uncertain value, and code after them."""

    def statement(depth: int, in_loop: bool) -> Block:
        kind = make.random.randrange(10)
        if kind < 4 or not depth and kind < 7:
            return (make.output(),)
        if kind < 7:
            return (make.control(statement, depth, in_loop, condition),)
        return (Assign(make.local(), make.value(1)),)

    condition = decision(make)
    body = open_values(make, 0)
    if make.chance(3):
        body += open_values(make, 1)
    for _ in range(make.random.randrange(1, 4)):
        body += statement(2, False)
    body += [make.output()]
    return make.program(body, **with_open_sums(make))


def effects(make: Maker) -> Program:
    """Uncertain branches around atomics, stores to shared memory and group operations, and barriers after them."""

    def statement(depth: int, in_loop: bool) -> Block:
        kind = make.random.randrange(12)
        if kind < 3 or not depth and kind < 6:
            return (make.output(),)
        if kind < 6:
            return (make.control(statement, depth, in_loop, condition),)
        if kind < 8:
            return (make.atomic(UNSIGNED, Const(make.random.randrange(2)), operations, make.constant),)
        if kind < 9:
            return (make.group(),)
        if kind < 10:
            return (StoreShared(make.value(1)),)
        return (Assign(make.local(), make.value(1)),)

    operations, condition = make.discipline(UNSIGNED), decision(make)
    body = open_values(make, 0)
    if make.chance(2):
        body.append(make.atomic(UNSIGNED, make.value(1), operations, make.constant))
    for _ in range(make.random.randrange(1, 3)):
        body += statement(2, False)
    if make.chance(5) and not contains(tuple(body), Return):
        body += [Barrier(), LoadShared(make.local(), 1), Atomic(make.local(), "load", UNSIGNED, ZERO, ())]
    body += [make.output(), make.output()]
    return make.program(body, **with_open_sums(make))


def synchronized(make: Maker) -> Program:
    """Uncertain branches that the whole workgroup takes, around barriers, shared memory and atomics."""

    def statement(depth: int) -> Block:
        kind = make.random.randrange(10)
        if kind < 3:
            load = LoadShared(make.local(1), make.random.randrange(3))
            return (Barrier(), StoreShared(make.value(1)), Barrier(), load)
        if kind < 5 and depth:
            body = tuple(s for _ in range(make.random.randrange(1, 3)) for s in statement(depth - 1))
            return (If(shared_condition(), body, statement(depth - 1) if make.chance(4) else ()),)
        if kind < 6 and depth:
            return (Loop(FIRST_COUNTER + depth, Binary("&", Local(0), Const(3)), statement(depth - 1)),)
        if kind < 8:
            return (make.atomic(UNSIGNED, ZERO, operations, make.closed, 1),)
        return (make.output(),)

    def shared_condition() -> Expr:
        return Binary(make.one_of(("<", ">", "==")), Local(0), Const(make.random.randrange(4)))

    operations = make.discipline(UNSIGNED)
    body: List[Statement] = [FloatSum(0)]
    for _ in range(make.random.randrange(1, 3)):
        body += statement(2)
    body += [Barrier(), LoadShared(1, 1), Output(ZERO, Local(1)), make.output()]
    return make.program(body, **{**with_open_sums(make), "subgroup_size": 4})


def messages(make: Maker) -> Program:
    """Plain data that an invocation publishes by a release, and others read once they have acquired the flag.

    An element is written by one invocation, before its flag is set. What it held before is often what the reader would
    have otherwise.
    """
    first, flags = make.random.randrange(2), 2

    def publish(flag: int) -> Block:
        value = Local(0) if make.chance(3) else Const(make.random.randrange(3))
        return (StoreData(flag, value), Atomic(None, "release", UNSIGNED, Const(flag), (Const(1),)))

    def receive(flag: int, then: Block) -> Block:
        otherwise = (Assign(0, Const(make.random.randrange(3))),) if make.chance(4) else ()
        body = (LoadData(0, flag), *then)
        return (Atomic(1, "acquire", UNSIGNED, Const(flag), ()),
                If(Binary("==", Local(1), Const(1)), body, otherwise))  # fmt: skip

    def chained() -> Block:
        return publish(1) if make.chance(6) else ()

    reader = (*receive(0, chained()), Output(ZERO, Local(0)))
    last = (*receive(1, (LoadData(2, 0),) if make.chance(5) else ()), Output(ZERO, Local(0)), Output(Const(1), Local(2)))
    second = If(Binary("==", Id("local"), Const(1 - first)), reader, last)
    body = [Assign(0, Const(make.random.randrange(3))),
            If(Binary("==", Id("local"), Const(first)), publish(0), (second,))]  # fmt: skip
    return make.program(body, invocations=make.one_of((2, 3)), unsigned=(0,) * flags, bits=32,
                        data=(make.random.randrange(3), make.random.randrange(3)))  # fmt: skip


def locks(make: Maker) -> Program:
    """Memory under a lock, which some invocations write and others only read, and barriers between holders."""
    count = 2
    writers = [make.random.randrange(3) for _ in range(count)]

    def access(element: int) -> Statement:
        atomic = make.chance(2)
        load = LoadData(make.random.randrange(3), element, atomic)
        value = make.one_of((Const(make.random.randrange(4)), Local(make.random.randrange(3)),
                             Binary("+", Local(make.random.randrange(3)), Const(1))))  # fmt: skip
        store = StoreData(element, value, atomic)
        if make.chance(2):
            return make.one_of((store, load))
        return If(Binary("==", Id("global"), Const(writers[element])), (store,), (load,) if make.chance(7) else ())

    body: List[Statement] = []
    for _ in range(make.random.randrange(1, 3)):
        body.append(Locked(tuple(access(make.random.randrange(count)) for _ in range(make.random.randrange(1, 3)))))
        if make.chance(2):
            body.append(Barrier())
        if make.chance(3):
            body.append(Output(ZERO, Local(make.random.randrange(3))))
    body += [Output(ZERO, Local(0)), Output(Const(1), Binary("+", Local(1), Local(2)))]
    workgroups, invocations = make.one_of(((1, 2), (1, 3), (2, 1), (3, 1), (2, 2)))
    return make.program(body, workgroups=workgroups, invocations=invocations, subgroup_size=1, unsigned=(0,),
                        data=(make.random.randrange(3), make.random.randrange(3)))  # fmt: skip


def sums(make: Maker) -> Program:
    """Updates that commute: under a lock, and by loops around compare-exchange. Some programs use a value in between, or update by
    operations that do not commute with each other.

    UNSIGNED has the lock and two values, DATA has values under the lock.
    """
    operations = [make.one_of((["add"], ["add", "sub"], ["or"], ["and"], ["xor"], ["add", "xor"], ["add", "double"]))
                  for _ in range(4)]  # fmt: skip

    def value() -> Expr:
        return make.one_of((Const(make.random.randrange(4)), Id("global"), Binary("+", Id("global"), Const(1)), Id("group"),
                            Binary("*", Id("global"), Const(3)), Lookup(Id("global")), Local(make.random.randrange(2))))  # fmt: skip

    def update(space: str, element: int) -> Update:
        target = make.random.randrange(3) if make.chance(1) else None
        chosen = make.one_of(operations[element if space == DATA else element + 1])
        return Update(target, chosen, space, Const(element), value(), make.random.randrange(3))

    def inside() -> Statement:
        element = make.random.randrange(2)
        kind = make.random.randrange(20)
        if kind == 0:
            return LoadData(make.random.randrange(3), element)
        if kind == 1:
            return StoreData(element, value())
        if kind == 2:
            condition = Binary(make.one_of(("==", "<")), make.one_of((Id("global"), Local(0))), Const(make.random.randrange(3)))
            return If(condition, (update(DATA, element),), ())
        if kind == 3:
            return Atomic(2 if make.chance(1) else None, "add", UNSIGNED, Const(1), (value(),))
        return update(DATA, element)

    body: List[Statement] = [Assign(0, Id("global")), Assign(1, Const(make.random.randrange(3)))]
    for _ in range(make.random.randrange(1, 3)):
        if make.chance(5):
            body.append(Locked(tuple(inside() for _ in range(make.random.randrange(1, 3)))))
        else:
            body.append(update(UNSIGNED, make.random.randrange(1, 3)))
        if make.chance(2):
            body.append(make.one_of((Barrier(), Atomic(2, "load", UNSIGNED, Const(1), ()), Output(ZERO, Local(2)),
                                     Assign(0, Binary("+", Local(0), Const(1))),
                                     Atomic(None, "add", UNSIGNED, Const(1), (Const(2),)))))  # fmt: skip
    body += [Output(ZERO, Local(0)), Output(Const(1), Binary("+", Local(1), Local(2)))]
    workgroups, invocations = make.one_of(((2, 1), (3, 1), (3, 1), (1, 2), (1, 3), (2, 2)))
    # Invocations of one subgroup that all wait for a lock would never leave the loop.
    size = 1 if contains(tuple(body), Locked) else make.one_of((1, 4, 4))
    return make.program(body, workgroups=workgroups, invocations=invocations, subgroup_size=size,
                        unsigned=(0, make.random.randrange(3), make.random.randrange(8)), bits=32,
                        data=(make.random.randrange(3), make.random.randrange(8)))  # fmt: skip


def turns(make: Maker) -> Program:
    """Workgroups that draw tickets, wait for each other's flags, and combine what they have published: the patterns of scans,
    queues and reductions that the last workgroup finishes.

    UNSIGNED has the counter, a flag and a sum; SIGNED has what workgroups publish, by ticket or by number.
    """
    workgroups = make.one_of((2, 2, 3))
    counter, flag, total = Const(0), Const(1), Const(2)
    number = Id("group") if make.chance(3) else Local(0)
    ticket = Atomic(0, "add", UNSIGNED, counter, (Const(1),))
    fields = {"workgroups": workgroups, "invocations": 1, "unsigned": (0, 0, make.random.randrange(3)), "signed": (0, 0, 0),
              "bits": 32, "subgroup_size": make.one_of((1, 4))}  # fmt: skip

    def value() -> Expr:
        return make.one_of((Const(make.random.randrange(4)), number, Id("group"), Binary("+", Local(1), number)))

    def publish() -> Statement:
        return Atomic(None, make.one_of(("store", "release")), SIGNED, number, (value(),))

    def read(target: int) -> Statement:
        index = make.one_of((number, Const(make.random.randrange(3)), Binary("+", number, Const(2))))
        return Atomic(target, make.one_of(("load", "acquire")), SIGNED, index, ())

    def add() -> Statement:
        return Atomic(2 if make.chance(1) else None, "add", UNSIGNED, total, (value(),))

    def wait() -> Statement:
        return Atomic(make.one_of((None, None, 2)), "wait", UNSIGNED, flag, (make.one_of((number, number, Const(1))),))

    def hand_over() -> Statement:
        return make.one_of((Atomic(None, "release", UNSIGNED, flag, (Binary("+", number, Const(1)),)),
                            Atomic(None, "add", UNSIGNED, flag, (Const(1),))))  # fmt: skip

    def chained() -> Block:
        inside = make.one_of(((read(1), publish()), (publish(),), (add(),), (Atomic(1, "load", UNSIGNED, total, ()),
                              Atomic(None, "store", UNSIGNED, total, (Binary("+", Local(1), value()),)))))  # fmt: skip
        return (wait(), *inside, hand_over())

    def last() -> Block:
        sums = tuple(s for i in range(workgroups) for s in (
            Atomic(2, make.one_of(("load", "acquire")), SIGNED, Const(i), ()), Assign(3, Binary("+", Local(3), Local(2)))))
        inside = make.one_of((sums, (Atomic(3, "load", UNSIGNED, total, ()),), (Atomic(None, "store", UNSIGNED, counter, (Const(0),)),)))
        return (If(Binary("==", number, Const(workgroups - 1)), (*inside, Output(ZERO, Local(3))), ()),)

    body: List[Statement] = []
    early = [publish(), add()] if number == Id("group") or make.chance(2) else [add()]
    body += [s for s in early if make.chance(5)]
    if make.chance(9):
        body.append(ticket)
    for _ in range(make.random.randrange(1, 3)):
        body += make.one_of((chained, chained, last, lambda: (publish(),), lambda: (add(),), lambda: (read(1),)))()
    body += [Output(ZERO, make.one_of((Local(0), Local(1), Local(3), Const(5)))), Output(Const(1), make.one_of((Local(1), Local(2))))]
    return make.program(body, **fields)


def look_backs(make: Maker) -> Program:
    """Workgroups that publish a number, look back at the numbers of earlier ones until they find the sum of all up to one, and publish
    theirs. Some do that in a wrong way.

    UNSIGNED has a counter, then the flags; with `is_packed`, these also have the numbers. Otherwise, DATA has the numbers, then the sums.
    """
    workgroups, lanes = make.one_of(((2, 1), (3, 1), (3, 1), (3, 1), (2, 2)))  # each invocation looks back for itself
    number = Id("group") if lanes > 1 or make.chance(5) else Local(0)
    own, earlier, found = Binary("+", number, Const(1)), Local(1), Local(3)
    mine = make.one_of((Const(make.random.randrange(3)), own, Binary("*", own, Const(3)), Lookup(number), Id("group")))
    is_packed, fault = make.chance(5), make.one_of((None,) * 5 + ("sum", "twice", "count", "state", "start"))
    sums = Const(0xFFFFFFFC)  # the bits that do not hold the state
    if is_packed:  # a wrong state races only if data goes with it
        mine = Binary("*", mine, Const(4))

    def at(tile: Expr) -> Expr:
        return tile if lanes == 1 else Binary("+", Binary("*", tile, Const(lanes)), Id("local"))

    def publish(state: int, value: Expr) -> Block:
        if is_packed:
            return (Atomic(None, make.one_of(("store", "release")), UNSIGNED, at(own), (Binary("+", value, Const(state)),)),)
        place = own if state == 1 else Binary("+", own, Const(workgroups))
        return (StoreData(at(place), value), Atomic(None, "release", UNSIGNED, at(own), (Const(state),)))

    def add(value: Expr) -> Statement:
        return Assign(3, make.one_of((Binary("+", found, value), Binary("+", value, found))))

    def more() -> Block:
        """Another name of the sum, a sum of sums, another sum, a store in the middle of the loop."""
        other = Local(4)
        return make.one_of(((),) * 4 + ((Assign(4, found),), (Assign(4, Binary("+", other, found)),),
                                        (Assign(3, Binary("+", found, other)),), (Assign(4, Binary("+", other, Local(2))),),
                                        (Output(Const(1), other),)))  # fmt: skip

    def look() -> Block:
        end = (Break(),) if make.chance(8) else (Assign(1, ZERO),)
        load = (Atomic(2, "wait", UNSIGNED, at(earlier), (Const(1),)),)
        if make.chance(4):
            load = (Atomic(2, "acquire", UNSIGNED, at(earlier), ()), If(Binary("==", Local(2), ZERO), (Continue(),), ()))
        step = (Assign(1, Binary("-", earlier, Const(1))), *((add(Const(1)),) if fault == "count" else ()))
        if is_packed:
            last = Binary("!=", Binary("&", Local(2), Const(1 if fault == "state" else 2)), ZERO)
            part = Local(2) if fault == "sum" else Binary("&", Local(2), sums)
            return (*load, *more(), add(part), If(last, (*more(), *end), step))
        last = Binary("==", Local(2), Const(2))
        of_all = earlier if fault == "sum" else Binary("+", earlier, Const(workgroups))
        add_part = (*more(), LoadData(2, at(earlier)), add(Local(2)), *step)
        return (*load, If(last, (LoadData(2, at(of_all)), add(Local(2)), *end), add_part), *more())

    start = Binary("&", number, Const(2)) if fault == "start" else number
    body: List[Statement] = [] if number == Id("group") else [Atomic(0, "add", UNSIGNED, Const(0), (Const(1),))]
    if fault == "twice" and is_packed:
        body += publish(1, Binary("+", mine, Const(4)))
    body += [*publish(1, mine), Assign(1, start), Loop(None, Binary("!=", earlier, ZERO), look()),
             *publish(2, Binary("+", found, mine)), Output(ZERO, found),
             Output(Const(1), make.one_of((earlier, Local(2), Local(0), Local(4), Const(5))))]  # fmt: skip
    return make.program(body, workgroups=workgroups, invocations=lanes, subgroup_size=make.one_of((1, 4)), bits=32,
                        unsigned=(0,) * (lanes * (workgroups + 1)),
                        data=() if is_packed else (0,) * (lanes * (2 * workgroups + 1)))  # fmt: skip


def windows(make: Maker) -> Program:
    """Workgroups that publish a number, and look back at a window of two earlier ones at once, with group operations, until they find the sum
    of all up to one. Some do that in a wrong way.

    UNSIGNED has the flags with the numbers, from element 1 on. The lowest two bits are the state: 1 for a number, 2 for the sum.
    """
    workgroups = make.one_of((3, 3, 4))
    own, window, found, value, result, other = Binary("+", Id("group"), Const(1)), *(Local(i) for i in (1, 3, 2, 4, 5))
    mine = Binary("*", make.one_of((Const(make.random.randrange(3)), own, Binary("*", own, Const(3)), Lookup(Id("group")))), Const(4))
    fault = make.one_of((None,) * 6 + ("sum", "count", "state", "start", "wait", "lanes", "last", "ends"))
    first = Binary("==", Id("local"), ZERO)

    def publish(state: int, number: Expr) -> Statement:
        store = make.one_of(("store", "release"))
        return If(first, (Atomic(None, store, UNSIGNED, own, (Binary("+", number, Const(state)),)),), ())

    def below(ballot: Expr) -> Expr:
        """Whether no lane before this one is in the ballot."""
        return Binary("==", Binary("&", ballot, Id("local")), ZERO)

    def combine() -> Block:
        is_last = Binary("!=", Binary("&", value, Const(1 if fault == "state" else 2)), ZERO)
        part = value if fault == "sum" else Binary("&", value, Const(0xFFFFFFFC))
        more = Binary("+", part, Const(4)) if fault == "count" else part
        end: Block = (Break(),) if make.chance(7) else (Assign(1, ZERO),)
        step = (Assign(1, Select(Binary(">", window, Const(2)), Binary("-", window, Const(2)), ZERO)),)
        kind = make.random.randrange(4)
        if fault == "lanes":
            counts: Expr = Const(1)
        elif kind == 0:  # the lowest lane, by a minimum
            counts = Binary("<=", Id("local"), result)
        elif fault == "last":
            counts = Binary(">=", Id("local"), Binary("-", result, Const(1)))
        else:
            counts = below(result)
        lowest = Group(4, "umin", Select(is_last, Id("local"), Const(2))) if kind == 0 else Group(4, "ballot", is_last)
        add = (Group(6, "add", Select(counts, more, ZERO)), Assign(3, Binary("+", found, Local(6))))
        if fault == "ends":
            return (lowest, *add, If(Binary("==", found, Const(4)), end, step))
        is_end = Binary("<", result, Const(2)) if kind == 0 else result
        if kind == 1:
            return (Group(4, "any", is_last),
                    If(result, (lowest, *add, *end), (Group(6, "add", more), Assign(3, Binary("+", found, Local(6))), *step)))
        return (lowest, *add, If(is_end, end, step))

    def load() -> Block:
        operands = () if fault == "wait" else (Const(1),)
        at = Select(Binary(">", window, Id("local")), Binary("-", window, Id("local")), ZERO)
        return (Assign(5, at), Assign(2, Const(2)),
                If(Binary("!=", other, ZERO), (Atomic(2, "acquire" if fault == "wait" else "wait", UNSIGNED, other, operands),), ()))

    start = Binary("&", Id("group"), Const(2)) if fault == "start" else Id("group")
    inner = Binary("<", Binary("-", Id("group"), Const(1)), Const(workgroups - 2))  # neither the first nor the last one
    body = [If(Binary("==", Id("group"), ZERO), (publish(2, mine),), ()), If(inner, (publish(1, mine),), ()), Assign(1, start),
            Loop(None, Binary("!=", window, ZERO), (*load(), *combine())),
            If(inner, (publish(2, Binary("+", found, mine)),), ()), Output(ZERO, found),
            Output(Const(1), make.one_of((window, value, result, Local(6), Const(5))))]  # fmt: skip
    return make.program(body, workgroups=workgroups, invocations=2, subgroup_size=2, bits=32, unsigned=(0,) * (workgroups + 1))


def tickets(make: Maker) -> Program:
    """Updates under ticket locks, and under several locks, one of which may be taken inside of another one. Some programs use a ticket or
    a value in between.

    UNSIGNED has two locks, the tickets of a third one, and which of them it serves. DATA has what they guard.
    """
    operations = make.one_of((["add"], ["add", "sub"], ["umin"], ["umax"], ["umin", "umax"], ["xor"], ["double"]))

    def value() -> Expr:
        uncertain = Local(0) if make.chance(2) else Id("global")
        return make.one_of((Const(make.random.randrange(4)), Id("global"), Binary("+", Id("global"), Const(1)), Id("group"), uncertain))

    def update(element: int) -> Statement:
        if make.chance(1):
            return LoadData(make.random.randrange(3), element)
        target = make.random.randrange(1, 3) if make.chance(1) else None
        return Update(target, make.one_of(operations), DATA, Const(element), value(), make.random.randrange(3))

    def in_turn() -> Block:
        next_turn = Binary("+", Local(0), Const(1))
        return (Atomic(0, "add", UNSIGNED, Const(2), (Const(1),)), Atomic(None, "turn", UNSIGNED, Const(3), (Local(0),)),
                *(update(0) for _ in range(make.random.randrange(1, 3))),
                Atomic(None, "release", UNSIGNED, Const(3), (next_turn,)))  # fmt: skip

    def locked() -> Block:
        first = 0 if make.chance(8) else make.random.randrange(2)
        inner = (Locked((update(1 - first),), 1 - first),) if make.chance(7) else ()
        return (Locked((update(first), *inner, *((update(first),) if make.chance(3) else ())), first),)

    uses_tickets = make.chance(6)
    body: List[Statement] = []
    for _ in range(make.random.randrange(1, 3)):
        body += in_turn() if uses_tickets else locked()
        if make.chance(2):
            body.append(make.one_of((Barrier(), Assign(1, Binary("+", Local(1), Const(1))))))
    body += [Output(ZERO, make.one_of((Local(0), Const(3)))), Output(Const(1), Binary("+", Local(1), Local(2)))]
    workgroups, invocations = make.one_of(((2, 1), (3, 1), (3, 1), (1, 2), (2, 2)))
    return make.program(body, workgroups=workgroups, invocations=invocations, subgroup_size=1, bits=32, unsigned=(0, 0, 0, 0),
                        data=(make.random.randrange(3), make.random.randrange(8)))  # fmt: skip


def joins(make: Maker) -> Program:
    """Group operations in control flow that diverges by ids: which invocations form a tangle.

    Every result goes into r3, a polynomial, so none is lost.
    """

    def statement(depth: int, in_loop: bool) -> Block:
        kind = make.random.randrange(10)
        if kind < 4 or not depth and kind < 8:
            return group()
        if kind < 8:
            return (make.control(statement, depth, in_loop, condition), *(group() if make.chance(7) else ()))
        return (Assign(make.random.randrange(2), value()),)

    def group() -> Block:
        op = make.one_of((*GROUP_OPERATIONS, "add", "add", "ballot"))
        note = Assign(3, Binary("+", Binary("*", Local(3), Const(5)), Local(2)))
        return (Group(2, op, make.one_of((Id("local"), Const(1), Const(1), value()))), note)

    def value() -> Expr:
        return make.one_of((Binary(make.one_of("+*^"), Local(make.random.randrange(3)), make.closed()), Local(0)))

    def condition() -> Expr:
        chosen = make.one_of((Id("local"), Binary("&", Id("local"), Const(1)), Lookup(Id("local")), Local(0)))
        return Binary(make.one_of(("==", "<", "!=", ">")), chosen, Const(make.random.randrange(3)))

    body: List[Statement] = [Assign(0, Id("local")), Assign(1, Const(1))]
    for _ in range(make.random.randrange(1, 3)):
        body += [make.control(statement, 3, False, condition), *group()]
    if make.chance(6):  # where not all enter, no join is guaranteed
        body = [If(Binary("!=", Id("local"), Const(make.random.randrange(4))), tuple(body), ()), *group()]
    body += [Output(ZERO, Local(3)), Output(Const(1), Local(2))]
    return make.program(body, invocations=make.random.randrange(3, 5), subgroup_size=make.one_of((2, 4, 4)),
                        table=make.one_of(((0, 1, 0, 2), (3, 0, 3, 1))),
                        reconvergence=make.one_of((CORE, CORE, SUBGROUP_UNIFORM, MAXIMAL)))  # fmt: skip


def open_condition(make: Maker, source: List[Statement], fields: dict) -> Expr:
    """A condition on r0 that holds in some executions and not in others, for each invocation."""
    probe = make.program([*source, Output(ZERO, Local(0))], **fields)
    values = enumerate_executions(probe).output[:: probe.slots]
    tests = (("==", int.__eq__), ("<", int.__lt__), (">=", int.__ge__))
    conditions = [Binary(op, Local(0), Const(threshold)) for threshold in sorted(set.union(*values))
                  for op, holds in tests
                  if all(len({holds(value, threshold) for value in each}) == 2 for each in values)]  # fmt: skip
    return make.one_of(conditions)


def ordinary(make: Maker) -> Program:
    """The ordinary cases in which marks must be exact: own elements, selects, decisions that do not matter."""
    source = make.one_of(([FloatSum(0)], [Atomic(0, "add", UNSIGNED, ZERO, (Const(1),))],
                          [Atomic(0, "exchange", UNSIGNED, ZERO, (Binary("+", Id("local"), Const(5)),))]))  # fmt: skip
    fields = {**with_open_sums(make), "subgroup_size": 4}
    condition = open_condition(make, source, fields)
    one, two = make.constant(), make.constant()
    kind = make.random.randrange(6)
    body = list(source)
    if kind == 0:  # an if/else that stores to the invocation's own element
        body += [Output(Const(1), Const(9)), If(condition, (Output(ZERO, one),), (Output(ZERO, two),))]
    elif kind == 1:  # a store on one side only
        body += [Output(ZERO, one), If(condition, (Output(ZERO, two),), ()), Output(Const(1), Id("local"))]
    elif kind == 2:  # a value that merges
        body += [If(condition, (Assign(1, one),), (Assign(1, two),)), Output(ZERO, Local(1)),
                 Output(Const(1), Id("local"))]  # fmt: skip
    elif kind == 3:  # a select
        body += [Output(ZERO, Select(condition, one, two)), Output(Const(1), Select(condition, one, one))]
    elif kind == 4:  # both sides store the same value
        body += [If(condition, (Output(ZERO, one), Output(Const(1), two)), (Output(ZERO, one),))]
    else:  # a branch after which all values agree
        body += [If(condition, (Assign(1, one), Output(ZERO, Const(4))), (Assign(1, one),)), Output(ZERO, Local(1)),
                 Output(Const(1), Binary("+", Local(1), Id("local")))]  # fmt: skip
    return make.program(body, **fields)


FAMILIES: Dict[str, Callable[[Maker], Program]] = {
    family.__name__: family for family in (atomics, phases, counters, decisions, effects, synchronized, messages, locks, sums, turns, look_backs, windows, tickets, joins,
                               ordinary)
}


def generate(family: str, seed: int) -> Program:
    return FAMILIES[family](Maker(f"{family} {seed}"))
