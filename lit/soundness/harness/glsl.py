"""Writes a program as GLSL, and the options of spirv-run that give it its data."""

from __future__ import annotations

from typing import List, Union

from .program import (DATA, MAXIMAL, NOT_STORED, SHARED, SIGNED, SUBGROUP_UNIFORM, UNSIGNED, Assign, Atomic, Barrier,
                      Binary, Block, Break, Call, Const, Continue, Expr, FloatSum, Group, Id, If, LoadData,
                      LoadShared, Local, Locked, Lookup, Loop, Output, Program, Return, Select, Statement, StoreData,
                      StoreShared, SubgroupBarrier, Switch, Update, contains, statements_of)  # fmt: skip

OUTPUT, INPUT_WEIGHTS, INPUT_TABLE, PLAIN_DATA = "0.2", "0.3", "0.4", "0.5"
BINDINGS = {UNSIGNED: "0.0", SIGNED: "0.1"}

_IDS = {"local": "gl_LocalInvocationIndex", "group": "gl_WorkGroupID.x", "global": "gl_GlobalInvocationID.x"}
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_ATOMICS = {"add": "atomicAdd", "and": "atomicAnd", "or": "atomicOr", "xor": "atomicXor", "umin": "atomicMin",
            "umax": "atomicMax", "smin": "atomicMin", "smax": "atomicMax", "exchange": "atomicExchange",
            "compare_exchange": "atomicCompSwap"}  # fmt: skip
_GROUPS = {"ballot": "subgroupBallot({0}).x", "any": "uint(subgroupAny({0}))",
           "all": "uint(subgroupAll({0}))", "add": "subgroupAdd({0})", "and": "subgroupAnd({0})",
           "or": "subgroupOr({0})", "xor": "subgroupXor({0})", "umin": "subgroupMin({0})",
           "umax": "subgroupMax({0})", "broadcast_first": "subgroupBroadcastFirst({0})",
           "elect": "uint(subgroupElect())"}  # fmt: skip


_TYPES = {8: "uint8_t", 16: "uint16_t", 32: "uint", 64: "uint64_t"}


class _Writer:
    """Writes expressions and statements of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.type = _TYPES[program.bits]
        self.calls = [s for s in statements_of(program.body) if isinstance(s, Call)]
        # How languages write it: with atomic loads and stores, with operations by 0, or with results that go into variables.
        self.form = program.data[0] % 3 if program.data else 0

    def own(self, text: str) -> str:
        """A uint as a value of the type of locals."""
        return text if self.program.bits == 32 else f"{self.type}({text})"

    def word(self, e: Expr) -> str:
        """An expression as a uint."""
        if isinstance(e, Const):
            return f"{e.value}u"
        if isinstance(e, Id):
            return _IDS[e.name]
        return self.expression(e) if self.program.bits == 32 else f"uint({self.expression(e)})"

    def expression(self, e: Expr) -> str:
        if isinstance(e, (Const, Id)):
            return self.own(self.word(e))
        if isinstance(e, Local):
            return f"r{e.index}"
        if isinstance(e, Select):
            if_false, if_true = self.expression(e.if_false), self.expression(e.if_true)
            return f"mix({if_false}, {if_true}, {self.condition(e.condition)})"
        if isinstance(e, Lookup):
            return self.own(f"table[{self.word(e.index)} & 3u]")
        if e.op in _COMPARISONS:
            return f"{self.type}({self.condition(e)})"
        return self.own(f"({self.expression(e.left)} {e.op} {self.expression(e.right)})")

    def condition(self, e: Expr) -> str:
        if isinstance(e, Binary) and e.op in _COMPARISONS:
            return f"{self.expression(e.left)} {e.op} {self.expression(e.right)}"
        return f"{self.expression(e)} != {self.own('0u')}"

    def atomic(self, s: Atomic) -> str:
        program = self.program
        size = len({UNSIGNED: program.unsigned, SIGNED: program.signed, SHARED: program.shared}[s.space])
        index = str(s.index.value % size) if isinstance(s.index, Const) else f"{self.word(s.index)} % {size}u"
        place = f"{s.space}[{index}]"
        operands = [self.word(e) for e in s.operands]
        scope = "gl_ScopeWorkgroup" if s.space == SHARED else "gl_ScopeDevice"
        if s.space == SIGNED:
            operands = [f"int({o})" for o in operands]
        if s.op == "load":
            call = f"atomicLoad({place}, {scope}, 0, 0)"
        elif s.op == "store":
            call = f"atomicStore({place}, {operands[0]}, {scope}, 0, 0)"
        elif s.op == "acquire":
            call = f"atomicLoad({place}, {scope}, gl_StorageSemanticsBuffer, gl_SemanticsAcquire)"
        elif s.op == "wait":
            load = f"atomicLoad({place}, {scope}, gl_StorageSemanticsBuffer, gl_SemanticsAcquire)"
            if s.target is None:
                return f"while ({load} < {operands[0]}) {{}}"
            return f"{{ uint w; do {{ w = {load}; }} while (w < {operands[0]}); r{s.target} = {self.type}(w); }}"
        elif s.op == "turn":
            acquire = "gl_StorageSemanticsBuffer, gl_SemanticsAcquire"
            if self.form == 2:
                return f"{{ uint w; do {{ w = atomicAdd({place}, 0u, {scope}, {acquire}); }} while (w != {operands[0]}); }}"
            load = f"atomicLoad({place}, {scope}, {acquire})" if self.form == 0 else f"atomicOr({place}, 0u, {scope}, {acquire})"
            return f"while ({load} != {operands[0]}) {{}}"
        elif s.op == "release" and self.form == 2:
            return f"{{ uint w; w = atomicExchange({place}, {operands[0]}, {scope}, gl_StorageSemanticsBuffer, gl_SemanticsRelease); }}"
        elif s.op == "release":
            call = f"atomicStore({place}, {operands[0]}, {scope}, gl_StorageSemanticsBuffer, gl_SemanticsRelease)"
        elif s.op == "sub" and s.space == SIGNED:
            call = f"atomicAdd({place}, -{operands[0]})"
        elif s.op == "sub":
            call = f"atomicSub({place}, {2 if s.space == SHARED else 1}u, 0u, {operands[0]})"
        else:
            call = f"{_ATOMICS[s.op]}({', '.join([place, *operands])})"
        return call if s.target is None else f"r{s.target} = {self.type}({call})"

    def place(self, s: Update) -> str:
        program = self.program
        size = len({UNSIGNED: program.unsigned, SHARED: program.shared, DATA: program.data}[s.space])
        index = str(s.index.value % size) if isinstance(s.index, Const) else f"{self.word(s.index)} % {size}u"
        return f"{s.space}[{index}]"

    def update(self, s: Update) -> str:
        place, value = self.place(s), self.word(s.value)
        signs = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "double": "* 2u +"}
        if s.space == DATA and s.op in ("umin", "umax"):
            old = "" if s.target is None else f"r{s.target} = {self.own('n')}; "
            name = s.op[1:]
            operands = f"n, {value}" if s.form == 0 else f"{value}, n"
            if s.target is None and s.form == 2:
                return f"{place} = {name}({place}, {value});"
            return f"{{ uint n = {place}; {place} = {name}({operands}); {old}}}"
        if s.space == DATA:
            if s.target is not None and f"r{s.target}" in value:  # the operand is the register's value before
                return (f"{{ uint n = {value}; r{s.target} = {self.own(place)}; "
                        f"{place} = {self.word(Local(s.target))} {signs[s.op]} n; }}")  # fmt: skip
            if s.target is not None:
                return f"r{s.target} = {self.own(place)}; {place} = {self.word(Local(s.target))} {signs[s.op]} {value};"
            if s.op != "double" and s.form != 1:
                return f"{place} {signs[s.op]}= {value};"
            return f"{place} = {place} {signs[s.op]} {value};"
        scope = "gl_ScopeWorkgroup" if s.space == SHARED else "gl_ScopeDevice"
        load = f"atomicLoad({place}, {scope}, 0, 0)"
        if s.form == 0:
            loop = f"uint q = {load}, p; do {{ p = q; q = atomicCompSwap({place}, p, p {signs[s.op]} {value}); }} while (q != p);"
        elif s.form == 1:
            loop = f"uint q; for (;;) {{ q = {load}; if (atomicCompSwap({place}, q, q {signs[s.op]} {value}) == q) break; }}"
        else:
            loop = (f"uint q = 0u, p, n; do {{ p = q; n = p {signs[s.op]} {value}; q = atomicCompSwap({place}, p, n); }} "
                    "while (p != q);")  # fmt: skip
        return f"{{ {loop} {'' if s.target is None else f'r{s.target} = {self.type}(q); '}}}"

    def data(self, index: Union[int, Expr]) -> str:
        return f"d[{index}]" if isinstance(index, int) else f"d[{self.word(index)} % {len(self.program.data)}u]"

    def output(self, s: Output) -> str:
        slots = self.program.slots
        slot = f"{s.slot.value % slots}u" if isinstance(s.slot, Const) else f"({self.word(s.slot)} & {slots - 1}u)"
        place = f"gl_GlobalInvocationID.x * {slots}u + {slot}"
        if self.program.writes_image:
            return f"imageStore(o, int({place}), uvec4({self.word(s.value)}));"
        return f"o[{place}] = {self.word(s.value)};"

    def group(self, s: Group) -> str:
        if s.op in ("ballot", "any", "all"):
            call = _GROUPS[s.op].format(self.condition(s.value))
        else:
            call = _GROUPS[s.op].format(self.expression(s.value))
        return f"r{s.target} = {self.own(call) if s.op in ('ballot', 'any', 'all', 'elect') else call};"

    def simple(self, s: Statement) -> str:
        """A statement without others in it."""
        n = self.program.invocations
        if isinstance(s, Assign):
            return f"r{s.target} = {self.expression(s.value)};"
        if isinstance(s, Atomic):
            return self.atomic(s) + ";"
        if isinstance(s, Update):
            return self.update(s)
        if isinstance(s, Output):
            return self.output(s)
        if isinstance(s, StoreShared):
            return f"p[gl_LocalInvocationIndex] = {self.word(s.value)};"
        if isinstance(s, LoadShared):
            return f"r{s.target} = {self.own(f'p[(gl_LocalInvocationIndex + {s.distance}u) % {n}u]')};"
        if isinstance(s, StoreData):
            if s.atomic:
                return f"atomicStore({self.data(s.index)}, {self.word(s.value)}, gl_ScopeDevice, 0, 0);"
            return f"{self.data(s.index)} = {self.word(s.value)};"
        if isinstance(s, LoadData):
            place = self.data(s.index)
            load = f"atomicLoad({place}, gl_ScopeDevice, 0, 0)" if s.atomic else place
            return f"r{s.target} = {self.own(load)};"
        if isinstance(s, Call):
            return f"f{self.calls.index(s)}();"
        if isinstance(s, Group):
            return self.group(s)
        if isinstance(s, FloatSum):
            return f"r{s.target} = {self.own('uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])))')};"
        return {Barrier: "memoryBarrier(); barrier();", SubgroupBarrier: "subgroupBarrier();", Break: "break;",
                Continue: "continue;", Return: "return;"}[type(s)]  # fmt: skip

    def block(self, block: Block, indent: str) -> List[str]:
        return [line for s in block for line in self.statement(s, indent)]

    def statement(self, s: Statement, indent: str) -> List[str]:
        inner = indent + "  "
        if isinstance(s, If):
            lines = [f"{indent}if ({self.condition(s.condition)}) {{", *self.block(s.then, inner)]
            if s.otherwise:
                lines += [indent + "} else {", *self.block(s.otherwise, inner)]
        elif isinstance(s, Switch):
            lines = [f"{indent}switch ({self.word(s.selector)}) {{"]
            for label, body in [*((f"case {v}u", b) for v, b in s.cases), ("default", s.default)]:
                leaves = bool(body) and isinstance(body[-1], (Continue, Return))
                leaves = leaves or s.falls_through and label != "default"
                lines += [f"{indent}{label}:", *self.block(body, inner), *([] if leaves else [inner + "break;"])]
        elif isinstance(s, Locked):
            acquire = "gl_StorageSemanticsBuffer, gl_SemanticsAcquire"
            attempt = f"atomicCompSwap(a[{s.lock}], 0u, 1u, gl_ScopeDevice, {acquire}, {acquire})"
            release = f"a[{s.lock}], 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease"
            if self.form == 2:
                return [f"{indent}{{ uint w; do {{ w = {attempt}; }} while (w != 0u);", *self.block(s.body, indent),
                        f"{indent}w = atomicExchange({release}); }}"]
            return [f"{indent}while ({attempt} != 0u) {{", indent + "}", *self.block(s.body, indent),
                    f"{indent}atomicStore({release});"]  # fmt: skip
        elif isinstance(s, Loop):
            counter, bound = f"r{s.counter}", self.expression(s.bound)
            lines = [f"{indent}while ({self.condition(s.bound)}) {{", *self.block(s.body, inner)] if s.counter is None else [
                f"{indent}for ({counter} = {self.own('0u')}; {counter} < {bound}; ++{counter}) {{",
                     *self.block(s.body, inner)]  # fmt: skip
        else:
            return [indent + self.simple(s)]
        return [*lines, indent + "}"]

    def functions(self) -> List[str]:
        """A function for each call. They share the locals."""
        lines = [f"void f{number}();" for number in range(len(self.calls))]
        for number, call in enumerate(self.calls):
            lines += [f"void f{number}() {{", *self.block(call.body, "  "), "}", ""]
        return lines


def source(program: Program) -> str:
    """The program as a compute shader."""
    mode = {MAXIMAL: "[[maximally_reconverges]]", SUBGROUP_UNIFORM: "[[subgroup_uniform_control_flow]]"}
    lines = ["#version 460", *_extensions(program),
             f"layout(local_size_x = {program.invocations}) in;",
             f"layout(std430, set = 0, binding = 0) coherent buffer A {{ uint a[{max(1, len(program.unsigned))}]; }};",
             f"layout(std430, set = 0, binding = 1) coherent buffer B {{ int b[{max(1, len(program.signed))}]; }};",
             "layout(set = 0, binding = 2, r32ui) uniform uimageBuffer o;" if program.writes_image else
             "layout(std430, set = 0, binding = 2) buffer O { uint o[]; };",
             "layout(std430, set = 0, binding = 3) readonly buffer W { float weights[]; };",
             "layout(std430, set = 0, binding = 4) readonly buffer T { uint table[4]; };"]  # fmt: skip
    if program.data:
        lines.append(f"layout(std430, set = 0, binding = 5) coherent buffer D {{ uint d[{len(program.data)}]; }};")
    uses_plain = contains(program.body, StoreShared, LoadShared)
    if program.shared:
        lines.append(f"shared uint s[{len(program.shared)}];")
    if uses_plain:
        lines.append(f"shared uint p[{program.invocations}];")
    if any(isinstance(s, Atomic) and s.op == "sub" for s in statements_of(program.body)):
        lines.append("spirv_instruction(id = 235) "
                     "uint atomicSub(spirv_by_reference uint place, uint scope, uint semantics, uint v);")
    writer = _Writer(program)
    zero = writer.own("0u")
    variables = f"{writer.type} " + ", ".join(f"r{i} = {zero}" for i in range(program.locals)) + ";"
    functions = writer.functions()
    lines += [variables, "", *functions] if functions else [""]
    lines += [f"void main() {mode.get(program.reconvergence, '')}".rstrip(), "{"]
    if not functions:
        lines.append("  " + variables)
    if program.shared:
        lines.append("  if (gl_LocalInvocationIndex == 0u) {")
        lines += [f"    s[{i}] = {v}u;" for i, v in enumerate(program.shared)]
        lines.append("  }")
    if uses_plain:
        lines.append("  p[gl_LocalInvocationIndex] = 0u;")
    if program.shared or uses_plain:
        lines.append("  barrier();")
    return "\n".join([*lines, *writer.block(program.body, "  "), "}", ""])


def _extensions(program: Program) -> List[str]:
    names = []
    if contains(program.body, Atomic, Locked, Update):
        names += ["KHR_memory_scope_semantics", "EXT_spirv_intrinsics"]
    if contains(program.body, Group, FloatSum, SubgroupBarrier):
        names += [f"KHR_shader_subgroup_{part}" for part in ("basic", "vote", "ballot", "arithmetic")]
    if program.bits != 32:
        names.append(f"EXT_shader_explicit_arithmetic_types_int{program.bits}")
        if contains(program.body, Group):
            names.append(f"EXT_shader_subgroup_extended_types_int{program.bits}")
    if program.reconvergence == MAXIMAL:
        names.append("EXT_maximal_reconvergence")
    if program.reconvergence == SUBGROUP_UNIFORM:
        names.append("EXT_subgroup_uniform_control_flow")
    return [f"#extension GL_{name} : require" for name in names]


def _signed(value: int) -> int:
    return value - (1 << 32) if value >> 31 else value


def options(program: Program) -> List[str]:
    """The options of spirv-run for the program's sizes and data."""
    count = program.invocations * program.workgroups * program.slots
    unsigned = ",".join(map(str, program.unsigned)) or "0"
    signed = ",".join(str(_signed(v)) for v in program.signed) or "0"
    data = ",".join(map(str, program.data))
    return [*(["--buffer", f"{PLAIN_DATA}=uint32:{data}", "--dump", f"{PLAIN_DATA}:uint32"] if data else []),
            *(["--seed", str(program.order)] if program.order else []), "--groups", str(program.workgroups), "--subgroup-size", str(program.subgroup_size),
            "--buffer", f"0.0=uint32:{unsigned}", "--buffer", f"0.1=int32:{signed}",
            "--buffer", f"{OUTPUT}=uint32:fill({count},{NOT_STORED})",
            "--buffer", f"{INPUT_WEIGHTS}=float32:{','.join(map(repr, program.weights))}",
            "--buffer", f"{INPUT_TABLE}=uint32:{','.join(map(str, program.table))}",
            "--dump", "0.0:uint32", "--dump", "0.1:uint32", "--dump", f"{OUTPUT}:uint32"]  # fmt: skip
