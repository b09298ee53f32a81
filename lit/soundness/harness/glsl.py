"""Writes a program as GLSL, and the options of spirv-run that give it its data."""

from __future__ import annotations

from typing import List

from .program import (MAXIMAL, NOT_STORED, SHARED, SIGNED, SUBGROUP_UNIFORM, UNSIGNED, Assign, Atomic, Barrier, Binary,
                      Block, Break, Call, Const, Continue, Expr, FloatSum, Group, Id, If, LoadShared, Local, Lookup, Loop,
                      Output, Program, Return, Select, Statement, StoreShared, SubgroupBarrier, Switch,
                      contains, statements_of)  # fmt: skip

OUTPUT, INPUT_WEIGHTS, INPUT_TABLE = "0.2", "0.3", "0.4"
BINDINGS = {UNSIGNED: "0.0", SIGNED: "0.1"}

_IDS = {"local": "gl_LocalInvocationIndex", "group": "gl_WorkGroupID.x", "global": "gl_GlobalInvocationID.x"}
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_ATOMICS = {"add": "atomicAdd", "and": "atomicAnd", "or": "atomicOr", "xor": "atomicXor", "umin": "atomicMin",
            "umax": "atomicMax", "smin": "atomicMin", "smax": "atomicMax", "exchange": "atomicExchange",
            "compare_exchange": "atomicCompSwap"}  # fmt: skip
_GROUPS = {"ballot": "subgroupBallot({0} != 0u).x", "any": "uint(subgroupAny({0} != 0u))",
           "all": "uint(subgroupAll({0} != 0u))", "add": "subgroupAdd({0})", "and": "subgroupAnd({0})",
           "or": "subgroupOr({0})", "xor": "subgroupXor({0})", "umin": "subgroupMin({0})",
           "umax": "subgroupMax({0})", "broadcast_first": "subgroupBroadcastFirst({0})",
           "elect": "uint(subgroupElect())"}  # fmt: skip


def expression(e: Expr) -> str:
    if isinstance(e, Const):
        return f"{e.value}u"
    if isinstance(e, Local):
        return f"r{e.index}"
    if isinstance(e, Id):
        return _IDS[e.name]
    if isinstance(e, Select):
        return f"mix({expression(e.if_false)}, {expression(e.if_true)}, {condition(e.condition)})"
    if isinstance(e, Lookup):
        return f"table[{expression(e.index)} & 3u]"
    if e.op in _COMPARISONS:
        return f"uint({condition(e)})"
    return f"({expression(e.left)} {e.op} {expression(e.right)})"


def condition(e: Expr) -> str:
    if isinstance(e, Binary) and e.op in _COMPARISONS:
        return f"{expression(e.left)} {e.op} {expression(e.right)}"
    return f"{expression(e)} != 0u"


def _atomic(s: Atomic, program: Program) -> str:
    size = len({UNSIGNED: program.unsigned, SIGNED: program.signed, SHARED: program.shared}[s.space])
    index = str(s.index.value % size) if isinstance(s.index, Const) else f"{expression(s.index)} % {size}u"
    place = f"{s.space}[{index}]"
    operands = [expression(e) for e in s.operands]
    scope = "gl_ScopeWorkgroup" if s.space == SHARED else "gl_ScopeDevice"
    if s.space == SIGNED:
        operands = [f"int({o})" for o in operands]
    if s.op == "load":
        call = f"atomicLoad({place}, {scope}, 0, 0)"
    elif s.op == "store":
        call = f"atomicStore({place}, {operands[0]}, {scope}, 0, 0)"
    elif s.op == "sub" and s.space == SIGNED:
        call = f"atomicAdd({place}, -{operands[0]})"
    elif s.op == "sub":
        call = f"atomicSub({place}, {2 if s.space == SHARED else 1}u, 0u, {operands[0]})"
    else:
        call = f"{_ATOMICS[s.op]}({', '.join([place, *operands])})"
    return call if s.target is None else f"r{s.target} = uint({call})"


def _calls(program: Program) -> List[Call]:
    return [s for s in statements_of(program.body) if isinstance(s, Call)]


def _functions(program: Program) -> List[str]:
    """A function for each call. They share the locals."""
    calls = _calls(program)
    lines = [f"void f{number}();" for number in range(len(calls))]
    for number, call in enumerate(calls):
        lines += [f"void f{number}() {{"]
        for s in call.body:
            _statement(s, program, "  ", lines)
        lines += ["}", ""]
    return lines


def _statement(s: Statement, program: Program, indent: str, lines: List[str]) -> None:
    def put(text: str) -> None:
        lines.append(indent + text)

    def inner(block: Block) -> None:
        for each in block:
            _statement(each, program, indent + "  ", lines)

    if isinstance(s, Assign):
        put(f"r{s.target} = {expression(s.value)};")
    elif isinstance(s, Atomic):
        put(_atomic(s, program) + ";")
    elif isinstance(s, Output):
        slot = str(s.slot.value % program.slots) if isinstance(s.slot, Const) else \
            f"({expression(s.slot)} & {program.slots - 1}u)"
        put(f"o[gl_GlobalInvocationID.x * {program.slots}u + {slot}] = {expression(s.value)};")
    elif isinstance(s, StoreShared):
        put(f"p[gl_LocalInvocationIndex] = {expression(s.value)};")
    elif isinstance(s, LoadShared):
        put(f"r{s.target} = p[(gl_LocalInvocationIndex + {s.distance}u) % {program.invocations}u];")
    elif isinstance(s, If):
        put(f"if ({condition(s.condition)}) {{")
        inner(s.then)
        if s.otherwise:
            put("} else {")
            inner(s.otherwise)
        put("}")
    elif isinstance(s, Switch):
        put(f"switch ({expression(s.selector)}) {{")
        for label, body in [*((f"case {v}u", b) for v, b in s.cases), ("default", s.default)]:
            put(f"{label}:")
            inner(body)
            if not (body and isinstance(body[-1], (Continue, Return))):
                put("  break;")
        put("}")
    elif isinstance(s, Loop):
        put(f"for (r{s.counter} = 0u; r{s.counter} < {expression(s.bound)}; ++r{s.counter}) {{")
        inner(s.body)
        put("}")
    elif isinstance(s, Call):
        put(f"f{_calls(program).index(s)}();")
    elif isinstance(s, Group):
        put(f"r{s.target} = {_GROUPS[s.op].format(expression(s.value))};")
    elif isinstance(s, FloatSum):
        put(f"r{s.target} = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));")
    elif isinstance(s, Barrier):
        put("memoryBarrier(); barrier();")
    elif isinstance(s, SubgroupBarrier):
        put("subgroupBarrier();")
    else:
        put({Break: "break;", Continue: "continue;", Return: "return;"}[type(s)])


def source(program: Program) -> str:
    """The program as a compute shader."""
    mode = {MAXIMAL: "[[maximally_reconverges]]", SUBGROUP_UNIFORM: "[[subgroup_uniform_control_flow]]"}
    lines = ["#version 460", *_extensions(program),
             f"layout(local_size_x = {program.invocations}) in;",
             f"layout(std430, set = 0, binding = 0) coherent buffer A {{ uint a[{max(1, len(program.unsigned))}]; }};",
             f"layout(std430, set = 0, binding = 1) coherent buffer B {{ int b[{max(1, len(program.signed))}]; }};",
             "layout(std430, set = 0, binding = 2) buffer O { uint o[]; };",
             "layout(std430, set = 0, binding = 3) readonly buffer W { float weights[]; };",
             "layout(std430, set = 0, binding = 4) readonly buffer T { uint table[4]; };"]  # fmt: skip
    uses_plain = contains(program.body, StoreShared, LoadShared)
    if program.shared:
        lines.append(f"shared uint s[{len(program.shared)}];")
    if uses_plain:
        lines.append(f"shared uint p[{program.invocations}];")
    if any(isinstance(s, Atomic) and s.op == "sub" for s in statements_of(program.body)):
        lines.append("spirv_instruction(id = 235) "
                     "uint atomicSub(spirv_by_reference uint place, uint scope, uint semantics, uint v);")
    variables = "uint " + ", ".join(f"r{i} = 0u" for i in range(program.locals)) + ";"
    functions = _functions(program)
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
    for s in program.body:
        _statement(s, program, "  ", lines)
    return "\n".join([*lines, "}", ""])


def _extensions(program: Program) -> List[str]:
    names = []
    if any(isinstance(s, Atomic) for s in statements_of(program.body)):
        names += ["KHR_memory_scope_semantics", "EXT_spirv_intrinsics"]
    if contains(program.body, Group, FloatSum, SubgroupBarrier):
        names += [f"KHR_shader_subgroup_{part}" for part in ("basic", "vote", "ballot", "arithmetic")]
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
    return ["--groups", str(program.workgroups), "--subgroup-size", str(program.subgroup_size),
            "--buffer", f"0.0=uint32:{unsigned}", "--buffer", f"0.1=int32:{signed}",
            "--buffer", f"{OUTPUT}=uint32:fill({count},{NOT_STORED})",
            "--buffer", f"{INPUT_WEIGHTS}=float32:{','.join(map(repr, program.weights))}",
            "--buffer", f"{INPUT_TABLE}=uint32:{','.join(map(str, program.table))}",
            "--dump", "0.0:uint32", "--dump", "0.1:uint32", "--dump", f"{OUTPUT}:uint32"]  # fmt: skip
