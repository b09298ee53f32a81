"""Finds all executions of a small program by searching its states, and what each element may hold afterwards.

The model is independent of spirv-run. It covers
 - every interleaving of the invocations, at each atomic, plain access to shared memory and group operation;
 - every partition of the invocations at a join where the specification does not guarantee that they become one tangle;
 - every order of the additions of a float sum.

Memory is sequentially consistent: outcomes that only a weaker memory model allows are not found. So a set may be too
small, never too large.

Tangles. The *path* of an invocation says which way it went: a tuple of steps. Invocations of one subgroup that execute
a group operation with equal paths are in one tangle. A branch appends a step that names the arm. A join cuts the path
back to that of the header and appends a label. Invocations that come with equal paths get one label; for others the search
tries the same label and another one. Where the specification guarantees the join, an execution with two labels is
dropped: as soon as that is known, or at the end.

A group operation may execute whenever an invocation waits at it. If another one with the same path arrives later, the
tangle was not complete, and the execution is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import FrozenSet, Iterator, List, NamedTuple, Optional, Tuple

from .lowering import (ATOMIC, BARRIER, BRANCH, CALL_END, CASE, CONTINUE, END, ENTER, GROUP, JOIN, JUMP,
                       LEAVE, LOAD, LOOP, NEXT, OUT, SET, STORE, SUBGROUP_BARRIER, SWITCH, TEST, VISIBLE, Invocation,
                       Lowering)  # fmt: skip
from .operations import after_atomic, float_sums, group_result
from .program import (CORE, DATA, MASK, MAXIMAL, NOT_STORED, SHARED, SIGNED, UNSIGNED, FloatSum, Group, LoadShared,
                      Program, StoreShared, SubgroupBarrier, contains)  # fmt: skip


class TooLarge(Exception):
    """The program has more states than the search may visit."""


class UndefinedBehavior(Exception):
    """Some execution has undefined behavior, such as a barrier that not all invocations reach."""


class Runner(NamedTuple):
    """One invocation of a state. `at` is -1 when it has ended; `headers` has the open constructs."""

    at: int
    locals: Tuple[int, ...]
    path: tuple
    headers: Tuple[Tuple[int, int], ...]  # construct and length of the path at its header
    output: Tuple[int, ...]


class State(NamedTuple):
    runners: Tuple[Runner, ...]
    memory: Tuple[int, ...]
    labels: FrozenSet[tuple]  # (join, path inside of the construct, label)
    passes: FrozenSet[tuple]  # (construct instance, invocation, whether it left by the merge block)
    executed: FrozenSet[tuple]  # group operations: (subgroup, place, path)


@dataclass
class Outcomes:
    """The possible values of each element of the outputs, the two storage buffers of atomics, and DATA."""

    output: List[set]
    unsigned: List[set]
    signed: List[set]
    states: int
    executions: int
    data: List[set] = field(default_factory=list)


def enumerate_executions(program: Program, most_states: int = 40000) -> Outcomes:
    return _Search(program, most_states).run()


class _Search:
    def __init__(self, program: Program, most_states: int) -> None:
        self.program = program
        self.most_states = most_states
        lowering = Lowering(program)
        self.code, self.closed = lowering.code, lowering.closed
        self.tracks_paths = contains(program.body, Group, FloatSum, SubgroupBarrier)
        n, size = program.invocations, program.subgroup_size
        per_group = (n + size - 1) // size
        self.invocations = [Invocation(g * n + i, i, g, g * per_group + i // size, i % size)
                            for g in range(program.workgroups) for i in range(n)]  # fmt: skip
        self.spaces = {UNSIGNED: (0, len(program.unsigned), 0),
                       SIGNED: (len(program.unsigned), len(program.signed), 0)}  # fmt: skip
        start = len(program.unsigned) + len(program.signed)
        self.spaces[DATA] = (start, len(program.data), 0)
        start += len(program.data)
        self.spaces[SHARED] = (start, len(program.shared), len(program.shared))
        self.common = start
        self.plain = start + len(program.shared) * program.workgroups
        self.plain_count = n if contains(program.body, StoreShared, LoadShared) else 0

    def run(self) -> Outcomes:
        program = self.program
        runner = Runner(0, (0,) * program.locals, (), (), (NOT_STORED,) * program.slots)
        memory = (*program.unsigned, *program.signed, *program.data, *(program.shared * program.workgroups),
                  *((0,) * self.plain_count * program.workgroups))  # fmt: skip
        first = State((runner,) * len(self.invocations), memory, frozenset(), frozenset(), frozenset())
        pending = [first]
        for i in range(len(self.invocations)):
            pending = [after for state in pending for after in self.advance(state, i)]
        seen = set(pending)
        count = len(first.runners) * program.slots
        sets: List[set] = [set() for _ in range(count + self.common)]
        executions = 0
        while pending:
            state = pending.pop()
            if all(r.at < 0 for r in state.runners):
                if self.is_legal(state):
                    executions += 1
                    self.collect(state, sets)
                continue
            stuck = True
            for after in self.successors(state):
                stuck = False
                if after is not None and after not in seen:
                    seen.add(after)
                    pending.append(after)
            if stuck:
                raise UndefinedBehavior
            if len(seen) > self.most_states:
                raise TooLarge
        assert executions, "no execution is legal"
        signed = count + len(program.unsigned)
        data = signed + len(program.signed)
        return Outcomes(sets[:count], sets[count:signed], sets[signed:data], len(seen), executions, sets[data:])

    def collect(self, state: State, sets: List[set]) -> None:
        values = [value for runner in state.runners for value in runner.output]
        values += state.memory[: self.common]
        for each, value in zip(sets, values):
            each.add(value)

    # --- transitions ---------------------------------------------------------------------------------------------

    def successors(self, state: State) -> Iterator[Optional[State]]:
        """What one visible step leads to; None for an execution that turns out to be illegal."""
        if self.came_too_late(state):
            yield None
            return
        for i, runner in enumerate(state.runners):
            if runner.at < 0:
                continue
            op = self.code[runner.at]
            if op[0] in (ATOMIC, STORE, LOAD):
                if op[0] == ATOMIC and self.must_wait(state, i, op):
                    continue
                yield from self.advance(self.access(state, i, op), i)
            elif op[0] == BARRIER:
                yield from self.barrier(state, i)
            else:
                yield from self.tangled(state, i, op)

    def came_too_late(self, state: State) -> bool:
        """Whether an invocation waits at a group operation that the rest of its tangle has executed."""
        return bool(state.executed) and any(
            (self.invocations[i].subgroup, runner.at, runner.path) in state.executed
            for i, runner in enumerate(state.runners) if runner.at >= 0)  # fmt: skip

    def must_wait(self, state: State, i: int, op: tuple) -> bool:
        value = state.memory[self.place(state, i, op)]
        if op[2] == "wait":
            return value < op[5][0](state.runners[i].locals, self.invocations[i]) & MASK
        if op[2] == "turn":
            return value != op[5][0](state.runners[i].locals, self.invocations[i]) & MASK
        return op[2] == "take" and value != 0

    def place(self, state: State, i: int, op: tuple) -> int:
        """What an atomic accesses."""
        start, count, stride = self.spaces[op[3]]
        invocation = self.invocations[i]
        return start + op[4](state.runners[i].locals, invocation) % count + stride * invocation.group

    def access(self, state: State, i: int, op: tuple) -> State:
        runner, invocation = state.runners[i], self.invocations[i]
        locals_, memory = runner.locals, state.memory
        if op[0] == ATOMIC:
            _, target, name, _, _, operands = op
            place = self.place(state, i, op)
            old = memory[place]
            new = after_atomic(name, old, [o(locals_, invocation) & MASK for o in operands])
            if new != old:
                memory = (*memory[:place], new, *memory[place + 1:])
            if target is not None:
                locals_ = _with(locals_, target, old & self.program.mask)
        else:
            start = self.plain + self.plain_count * invocation.group
            if op[0] == STORE:
                memory = _with(memory, start + invocation.local, op[1](locals_, invocation) & MASK)
            else:
                value = memory[start + (invocation.local + op[2]) % self.plain_count] & self.program.mask
                locals_ = _with(locals_, op[1], value)
        runner = runner._replace(at=runner.at + 1, locals=locals_)
        return state._replace(runners=_with(state.runners, i, runner), memory=memory)

    def barrier(self, state: State, i: int) -> Iterator[Optional[State]]:
        """Executed once all of the workgroup wait; the first of them does it for all."""
        group = [j for j, each in enumerate(self.invocations) if each.group == self.invocations[i].group]
        if any(state.runners[j].at != state.runners[i].at for j in group):
            return
        if any(state.runners[j].path != state.runners[i].path for j in group):
            yield None
            return
        if group[0] == i:
            yield from self.go_on(state, group, [None] * len(group), None)

    def tangled(self, state: State, i: int, op: tuple) -> Iterator[Optional[State]]:
        runner, subgroup = state.runners[i], self.invocations[i].subgroup
        instance = (subgroup, runner.at, runner.path)
        tangle = [j for j, each in enumerate(self.invocations)
                  if each.subgroup == subgroup and state.runners[j].at == runner.at
                  and state.runners[j].path == runner.path]  # fmt: skip
        if tangle[0] != i:
            return
        state = state._replace(executed=state.executed | {instance})
        if op[0] == SUBGROUP_BARRIER:
            yield from self.go_on(state, tangle, [None] * len(tangle), None)
        elif op[0] == GROUP:
            values = [(self.invocations[j].lane, op[3](state.runners[j].locals, self.invocations[j])) for j in tangle]
            results = [group_result(op[2], values, lane, self.program.mask) for lane, _ in values]
            yield from self.go_on(state, tangle, results, op[1])
        else:
            for total in float_sums(tuple(self.program.weights[self.invocations[j].local] for j in tangle)):
                yield from self.go_on(state, tangle, [total & self.program.mask] * len(tangle), op[1])

    def go_on(self, state: State, members: List[int], results: list, target: Optional[int]) -> List[State]:
        """The members leave the instruction at which they wait, with results for the local `target`."""
        runners = list(state.runners)
        for j, result in zip(members, results):
            changes = {} if target is None else {"locals": _with(runners[j].locals, target, result)}
            runners[j] = runners[j]._replace(at=runners[j].at + 1, **changes)
        states = [state._replace(runners=tuple(runners))]
        for j in members:
            states = [after for each in states for after in self.advance(each, j)]
        return states

    def advance(self, state: State, i: int) -> List[State]:
        """Executes what only this invocation sees, up to its next visible instruction."""
        runner, invocation = state.runners[i], self.invocations[i]
        while True:
            op = self.code[runner.at]
            code = op[0]
            if code >= VISIBLE:
                return [state._replace(runners=_with(state.runners, i, runner))]
            if code == END:
                # Locals no longer matter; without them, more states are equal.
                runner = Runner(-1, (), (), (), runner.output)
                return [state._replace(runners=_with(state.runners, i, runner))]
            if code == SET:
                value = op[2](runner.locals, invocation)
                runner = runner._replace(at=runner.at + 1, locals=_with(runner.locals, op[1], value))
            elif code == OUT:
                slot = op[1](runner.locals, invocation) % len(runner.output)
                output = _with(runner.output, slot, op[2](runner.locals, invocation) & MASK)
                runner = runner._replace(at=runner.at + 1, output=output)
            elif code == JUMP:
                runner = runner._replace(at=op[1])
            elif code == ENTER:
                state, runner = self.enter(state, runner, i, op[1])
            elif code in (JOIN, CALL_END, CASE, NEXT):
                return [each for after in self.join(state, runner, i, op) for each in self.advance(after, i)]
            else:
                runner = self.branch(runner, invocation, op)

    # --- control flow --------------------------------------------------------------------------------------------

    def enter(self, state: State, runner: Runner, i: int, construct: int) -> Tuple[State, Runner]:
        at = runner.at + 1
        if not self.tracks_paths:
            return state, runner._replace(at=at)
        instance = (self.scope(i), construct, runner.path)
        headers = (*runner.headers, (construct, len(runner.path)))
        state = state._replace(passes=state.passes | {(instance, i, False)})
        return state, runner._replace(at=at, headers=headers)

    def branch(self, runner: Runner, invocation: Invocation, op: tuple) -> Runner:
        """A branch of the invocation, without a join."""
        code, number = op[0], op[1]
        if code == BRANCH:
            taken = bool(op[2](runner.locals, invocation))
            at, step = (runner.at + 1 if taken else op[3]), (number, taken)
        elif code == SWITCH:
            value = op[2](runner.locals, invocation)
            at, step = op[3].get(value, op[4]), (number, "value", value)
        elif code == LOOP:
            at, step = runner.at + 1, (number, "iteration", 0, ())
        elif code == TEST:
            if op[2](runner.locals, invocation):
                return runner._replace(at=runner.at + 1)
            at, step = op[3], (number, "exit")
        else:  # LEAVE, CONTINUE: from the place of the statement
            at, step = op[2], (number, "left", op[3])
        return runner._replace(at=at, path=(*runner.path, step) if self.tracks_paths else ())

    def join(self, state: State, runner: Runner, i: int, op: tuple) -> List[State]:
        """The invocation arrives at a merge block, the end of a call, a case or a continue target."""
        code, construct = op[0], op[1]
        if code == NEXT:
            counter = op[3]
            runner = runner._replace(at=op[2])
            if counter is not None:
                runner = runner._replace(locals=_with(runner.locals, counter, runner.locals[counter] + 1))
        else:
            runner = runner._replace(at=runner.at + 1)
        if not self.tracks_paths:
            return [state._replace(runners=_with(state.runners, i, runner))]
        headers = runner.headers
        while headers[-1][0] != construct:  # of inner constructs that a break or continue left
            headers = headers[:-1]
        length = headers[-1][1] + (1 if code == NEXT else 0)
        header, inner = runner.path[:length], runner.path[length:]
        place = (self.invocations[i].subgroup, runner.at if code == CASE else code, construct, header)
        if code == JOIN:
            instance = (self.scope(i), construct, header)
            state = state._replace(passes=state.passes | {(instance, i, True)})
        if code in (JOIN, CALL_END):
            headers = headers[:-1]
        states = []
        for label, labels in self.label_choices(state, place, inner, i, code):
            if code in (JOIN, CALL_END):
                path = (*header, (construct, "joined", label))
            elif code == CASE:
                path = (*header, (construct, "case", runner.at, label))
            else:
                _, _, iteration, before = header[-1]
                path = (*header[:-1], (construct, "iteration", iteration + 1, (*before, label)))
            changed = runner._replace(path=path, headers=headers)
            states.append(state._replace(runners=_with(state.runners, i, changed), labels=labels))
        return states

    def label_choices(self, state: State, place: tuple, inner: tuple, i: int, code: int) -> List[tuple]:
        """The labels that an invocation may get where it joins others."""
        known = {label[1]: label[2] for label in state.labels if label[0] == place}
        if inner in known:
            return [(known[inner], state.labels)]
        used = sorted(set(known.values()))
        choices = used if used else [0]
        if used and not self.must_join(state, place, i, code):
            choices = [*used, len(used)]
        return [(label, state.labels | {(place, inner, label)}) for label in choices]

    # --- guarantees ----------------------------------------------------------------------------------------------

    def scope(self, i: int) -> int:
        """Among whom control flow has to be uniform for a join to be guaranteed."""
        invocation = self.invocations[i]
        return invocation.group if self.program.reconvergence == CORE else invocation.subgroup

    def members(self, scope: int) -> int:
        return sum(self.scope(i) == scope for i in range(len(self.invocations)))

    def must_join(self, state: State, place: tuple, i: int, code: int) -> bool:
        """Whether it is known already that the join is guaranteed."""
        if code == CASE:
            return False
        if self.program.reconvergence == MAXIMAL:
            return True
        _, _, construct, header = place
        if code in (CALL_END, NEXT) or not self.closed[construct]:
            return False
        instance = (self.scope(i), construct, header)
        entered = sum(each[0] == instance and not each[2] for each in state.passes)
        return entered == self.members(self.scope(i))

    def is_legal(self, state: State) -> bool:
        """Whether all joins that the specification guarantees took place."""
        for place, _, label in state.labels:
            subgroup, code, construct, header = place
            if label == 0 or code != JOIN:
                continue
            i = next(j for j, each in enumerate(self.invocations) if each.subgroup == subgroup)
            instance = (self.scope(i), construct, header)
            left = sum(each[0] == instance and each[2] for each in state.passes)
            if left == self.members(self.scope(i)):
                return False
        return True


def _with(values: tuple, index: int, value) -> tuple:
    return (*values[:index], value, *values[index + 1:])
