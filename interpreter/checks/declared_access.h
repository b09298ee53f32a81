// What the declarations of a pointer, and of the members on its path, permit for accesses through
// it: sections "Decoration", "Uniformity" and "Capability".
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct DeclaredAccess {
  static constexpr Clause non_writable{"memory.decorated-non-writable", "write-to-read-only",
                                       Effect::undefined_behavior,
                                       "memory decorated NonWritable is written"};
  static constexpr Clause non_readable{"memory.decorated-non-readable", "read-of-write-only",
                                       Effect::undefined_behavior,
                                       "memory decorated NonReadable is read"};
  static constexpr Clause descriptor_not_uniform{
      "descriptor.not-uniform",
      "non-uniform-operand",
      Effect::undefined_behavior,
      "the descriptor of an access is not the same for all invocations, but the operand is not "
      "decorated NonUniform",
      ArithmeticPoison::unchanged,
      "decorate the operand NonUniform (nonuniformEXT() in GLSL, NonUniformResourceIndex() in "
      "HLSL)"};
  static constexpr Clause non_uniform_indexing_not_declared{
      "descriptor.non-uniform-indexing-not-declared", "undeclared-capability",
      Effect::undefined_behavior,
      "the descriptor of an access is not the same for all invocations, but the module does not "
      "declare the capability for non-uniform indexing"};
  static constexpr Clause push_constant_not_uniform{
      "push-constant.index-not-uniform", "non-uniform-operand", Effect::undefined_behavior,
      "an index into an array in the push constants is not dynamically uniform"};
  static constexpr Clause lifetime_ended{"memory.lifetime-ended", "dangling-pointer",
                                         Effect::undefined_behavior,
                                         "a variable is accessed after its function has returned"};
  static constexpr Clause parameter_written{
      "parameter.no-write", "write-to-read-only", Effect::undefined_behavior,
      "memory is written through a parameter with the attribute NoWrite or NoReadWrite"};
  static constexpr Clause parameter_read{
      "parameter.no-read", "read-of-write-only", Effect::undefined_behavior,
      "memory is read through a parameter with the attribute NoReadWrite"};
  static constexpr Clause misaligned{"pointer.decorated-alignment", "misaligned-access",
                                     Effect::undefined_behavior,
                                     "a pointer is not a multiple of its Alignment decoration"};
  static constexpr Clause parameter_misaligned{
      "parameter.misaligned", "misaligned-access", Effect::undefined_behavior,
      "a pointer argument is not aligned to the type that it points to"};
  static constexpr Clause moved_too_far{
      "parameter.max-byte-offset", "false-assumption", Effect::undefined_behavior,
      "an access is further from the pointer parameter than the parameter's MaxByteOffset allows"};
  static constexpr auto clauses = clause_list(
      parameter_written, parameter_read, moved_too_far, misaligned, parameter_misaligned,
      lifetime_ended, non_writable, non_readable, descriptor_not_uniform,
      non_uniform_indexing_not_declared, push_constant_not_uniform);
};

// Adds the decorations of a member.
void note_member_decorations(const Module& module, Id structure, std::uint32_t member,
                             PointerValue& pointer);

// Whether a parameter has a FuncParamAttr.
bool has_parameter_attribute(const Module& module, Id parameter,
                             spv::FunctionParameterAttribute attribute);

// Must follow the record that gives a pointer its value. Emits a check of the alignment that its
// decoration declares.
void check_declared_alignment(Lowering& lowering, Id pointer);

// Emits that check for a parameter. Without the decoration, and in a kernel, emits a check that the parameter is aligned to
// the type that it points to. `offset`: what is missing from the value of an argument, see offset_in_memory.
void check_parameter_alignment(Lowering& lowering, Id parameter, std::uint64_t offset = 0);

// Must follow the lowering of each instruction. Emits checks of its memory accesses; nothing if the
// declarations of the pointer do not restrict them.
void check_declared_accesses(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
