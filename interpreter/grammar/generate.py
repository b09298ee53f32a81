#!/usr/bin/env python3
"""Writes C++ headers from the machine-readable SPIR-V grammar.

    generate.py GRAMMAR_FOLDER OUTPUT_FOLDER

GRAMMAR_FOLDER is include/spirv/unified1 of SPIRV-Headers. Written are OUTPUT_FOLDER/grammar/core.h,
with one type for each instruction, and for each extended set of EXTENDED_SETS another header, such
as OUTPUT_FOLDER/grammar/glsl_std_450.h, with one type for each instruction of that set.
OUTPUT_FOLDER/grammar/operand_names.h has the names of operands as the specifications spell them. CMake runs this while
it configures; a header that would not change is left alone, so that nothing is compiled again.

Names: an operand is spelled as in the specification, in snake case ('Operand 1' is operand_1,
'ClusterSize' is cluster_size); an operand with no name has its kind's (id_result_type,
memory_access); a list has the name of its first element. A name that C++ or the type itself needs
gets an underscore at its end (default_, name_, opcode_); a repeated name gets a number (stride_2).
"""

import json
import re
import sys
from pathlib import Path

# Keywords that can come out of the grammar's names, and members of the generated types.
RESERVED = set("""
    alignas alignof and asm auto bool break case catch char class concept const continue default
    delete do double else enum explicit export extern false float for friend goto if inline int
    long mutable namespace new not operator or private protected public register requires return
    short signed sizeof static struct switch template this throw true try typedef typename union
    unsigned using virtual void volatile while xor
    capabilities first_operand has_result has_result_type instruction_class name number opcode
""".split())

# Name, file, and header with its namespace.
EXTENDED_SETS = (
    ("GLSL.std.450", "extinst.glsl.std.450.grammar.json", "glsl_std_450"),
    ("OpenCL.std", "extinst.opencl.std.100.grammar.json", "opencl_std"),
    ("SPV_AMD_gcn_shader", "extinst.spv-amd-gcn-shader.grammar.json", "amd_gcn_shader"),
    ("SPV_AMD_shader_ballot", "extinst.spv-amd-shader-ballot.grammar.json", "amd_shader_ballot"),
    (
        "SPV_AMD_shader_trinary_minmax",
        "extinst.spv-amd-shader-trinary-minmax.grammar.json",
        "amd_shader_trinary_minmax",
    ),
)

HEADER = """\
// Made by interpreter/grammar/generate.py from {source}: edit that, not this.

#pragma once

"""


def snake_case(text):
    text = re.sub(r"[^A-Za-z0-9]+", " ", text)
    text = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)
    text = re.sub(r"([A-Z])([A-Z][a-z])", r"\1 \2", text)
    return "_".join(text.lower().split())


def operand_name(operand):
    """'Operand 1', +\\n'Operand 2', ... is operand_1; no name: the kind's."""
    name = operand.get("name", "").split(",")[0]
    name = snake_case(name) or snake_case(operand["kind"])
    if name[0].isdigit():
        name = "operand_" + name
    return name + "_" if name in RESERVED else name


def operand_names(instruction):
    names = []
    for operand in instruction.get("operands", []):
        name = operand_name(operand)
        count = 2
        unique = name
        while unique in names:
            unique = f"{name.rstrip('_')}_{count}"
            count += 1
        names.append(unique)
    return names


def operand_enum(names):
    if not names:
        return "  enum Operand : unsigned {};\n"
    rows = "".join(f"    {name} = {index},\n" for index, name in enumerate(names))
    return f"  enum Operand : unsigned {{\n{rows}  }};\n"


def core_instructions(grammar):
    """The instructions by opcode, each once; the other names of an opcode become its aliases."""
    by_opcode = {}
    for instruction in grammar["instructions"]:
        first = by_opcode.setdefault(instruction["opcode"], instruction)
        aliases = first.setdefault("aliases", [])
        if instruction is not first:
            aliases.append(instruction["opname"])
    return [by_opcode[opcode] for opcode in sorted(by_opcode)]


def core_struct(instruction):
    name = instruction["opname"]
    kinds = [operand["kind"] for operand in instruction.get("operands", [])]
    has_type, has_result = "IdResultType" in kinds, "IdResult" in kinds
    text = f"""\
struct {name} {{
  static constexpr spv::Op opcode = spv::Op::{name};
  static constexpr std::string_view name = "{name}";
  static constexpr std::string_view instruction_class = "{instruction['class']}";
  static constexpr bool has_result_type = {str(has_type).lower()};
  static constexpr bool has_result = {str(has_result).lower()};
  // The index of the first operand after the result type and the result.
  static constexpr unsigned first_operand = {int(has_type) + int(has_result)};
{operand_enum(operand_names(instruction))}}};
"""
    for alias in dict.fromkeys(instruction["aliases"]):
        text += f"using {alias} = {name};\n"
    return text


def capability_names(grammar):
    """Pairs of number and name; of several names for a number, the first."""
    for kind in grammar["operand_kinds"]:
        if kind["kind"] == "Capability":
            names = {}
            for enumerant in kind["enumerants"]:
                names.setdefault(int(enumerant["value"]), enumerant["enumerant"])
            return sorted(names.items())
    sys.exit("generate.py: the grammar has no capabilities")


def core_header(grammar):
    text = HEADER.format(source="spirv.core.grammar.json")
    text += """\
#include <cstdint>
#include <span>
#include <string_view>

#include "spirv/unified1/spirv.hpp11"

// One type for each instruction of SPIR-V {}.{}, named as in the specification. An Operand's value
// is the operand's index among all operands of the instruction, the result type and the result
// first (as far as the instruction has them).
namespace spirv_oracle::grammar {{

""".format(grammar["major_version"], grammar["minor_version"])
    instructions = core_instructions(grammar)
    text += "\n".join(core_struct(instruction) for instruction in instructions)

    sets = sorted({tuple(i.get("capabilities", [])) for i in instructions} - {()})
    text += "\nnamespace capability_sets {\n"
    for index, names in enumerate(sets):
        listed = ", ".join(f'"{name}"' for name in names)
        text += f"inline constexpr const char* set_{index}[] = {{{listed}}};\n"
    text += "}  // namespace capability_sets\n"

    text += """
struct InstructionInfo {
  std::uint16_t opcode;
  const char* name;
  const char* cls;
  // An instruction needs one of these, or none if the list is empty.
  std::span<const char* const> capabilities;
};

// All instructions, by opcode.
inline constexpr InstructionInfo instruction_table[] = {
"""
    for instruction in instructions:
        names = tuple(instruction.get("capabilities", []))
        span = f"capability_sets::set_{sets.index(names)}" if names else "{}"
        text += (f'    {{{instruction["opcode"]}, "{instruction["opname"]}", '
                 f'"{instruction["class"]}", {span}}},\n')
    text += """\
};

struct CapabilityInfo {
  std::uint32_t number;
  const char* name;
};

// All capabilities, by number.
inline constexpr CapabilityInfo capability_table[] = {
"""
    for number, name in capability_names(grammar):
        text += f'    {{{number}, "{name}"}},\n'
    return text + "};\n\n}  // namespace spirv_oracle::grammar\n"


def extended_header(grammar, name, file, namespace):
    text = HEADER.format(source=file)
    text += f"""\
#include <cstdint>
#include <string_view>

// One type for each instruction of the extended instruction set {name}. An Operand's value is
// the operand's index among those after the instruction's number in OpExtInst.
namespace spirv_oracle::grammar::{namespace} {{

"""
    instructions = sorted(grammar["instructions"], key=lambda one: one["opcode"])
    for instruction in instructions:
        opname = instruction["opname"]
        text += f"""\
struct {opname} {{
  static constexpr std::uint32_t number = {instruction["opcode"]};
  static constexpr std::string_view name = "{opname}";
{operand_enum(operand_names(instruction))}}};

"""
    text += """\
struct ExtendedInstructionInfo {
  std::uint32_t number;
  const char* name;
};

// All instructions of the set, by number.
inline constexpr ExtendedInstructionInfo instruction_table[] = {
"""
    for instruction in instructions:
        text += f'    {{{instruction["opcode"]}, "{instruction["opname"]}"}},\n'
    return text + f"}};\n\n}}  // namespace spirv_oracle::grammar::{namespace}\n"


def spelled_names(instruction):
    """The names of the operands after the result id as the specification spells them, separated by '|'. 'Operand 1' is
    named without its quotation marks; an operand without a name is empty. A '*' follows a name that all further operands
    share."""
    operands = [o for o in instruction.get("operands", []) if o["kind"] not in ("IdResultType", "IdResult")]

    def spelled(operand):
        name = operand.get("name", "")
        is_shared = name and "," not in name and operand.get("quantifier") == "*"
        return name.split(",")[0].strip("'") + ("*" if is_shared else "")

    names = "|".join(map(spelled, operands))
    return names if names.strip("|") else ""


def operand_names_header(core, extended):
    text = HEADER.format(source="the grammars")
    text += """\
#include <cstdint>
#include <string_view>

// The names of operands as the specifications spell them, without those of the result type and the result.
namespace spirv_oracle::grammar {

struct OperandNames {
  std::string_view set;  // the extended instruction set; "" for the core
  std::uint32_t number;  // opcode, or number within the set
  std::string_view names;  // separated by '|'; the last one may end in '*': it names all further operands, too
};

// Sorted by set and number. Instructions without named operands are missing.
inline constexpr OperandNames operand_names[] = {
"""
    rows = {("", i["opcode"]): spelled_names(i) for i in core_instructions(core)}
    for name, grammar in extended.items():
        rows.update({(name, i["opcode"]): spelled_names(i) for i in grammar["instructions"]})
    for (name, number), names in sorted(rows.items()):
        if names:
            text += f'    {{"{name}", {number}, "{names}"}},\n'
    return text + "};\n\n}  // namespace spirv_oracle::grammar\n"


def write_if_changed(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: generate.py GRAMMAR_FOLDER OUTPUT_FOLDER")
    source, output = Path(sys.argv[1]), Path(sys.argv[2]) / "grammar"

    def read(file):
        return json.loads((source / file).read_text(encoding="utf-8"))

    core = read("spirv.core.grammar.json")
    extended = {name: read(file) for name, file, namespace in EXTENDED_SETS}
    write_if_changed(output / "core.h", core_header(core))
    write_if_changed(output / "operand_names.h", operand_names_header(core, extended))
    for name, file, namespace in EXTENDED_SETS:
        write_if_changed(output / f"{namespace}.h",
                         extended_header(read(file), name, file, namespace))


if __name__ == "__main__":
    main()
