// SPIRV-Headers define which instructions have a result.
#define SPV_ENABLE_UTILITY_CODE

#include "frontend/glslang_module.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "frontend/spirv_words.h"

namespace spirv_oracle {
namespace {

using spirv_words::append;
using spirv_words::for_each_instruction;
using spirv_words::InstructionWords;
using spirv_words::opcode_of;
using spirv_words::text_at;
using spirv_words::Words;

constexpr std::size_t ext_inst_operands = 5;  // their first word in OpExtInst; all are ids

// --- built-in variables ---

// The variables to replace, and the first variable of the same built-in.
std::map<std::uint32_t, std::uint32_t> repeated_built_ins(std::span<const std::uint32_t> words) {
  std::map<std::uint32_t, std::uint32_t> built_ins;                        // by variable
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> first;  // by type and built-in
  std::map<std::uint32_t, std::uint32_t> repeated;
  for_each_instruction(words, [&](InstructionWords instruction) {
    const spv::Op opcode = opcode_of(instruction);
    if (opcode == spv::Op::OpDecorate && instruction.size() == 4 &&
        static_cast<spv::Decoration>(instruction[2]) == spv::Decoration::BuiltIn)
      built_ins[instruction[1]] = instruction[3];
    if (opcode != spv::Op::OpVariable || instruction.size() < 4 ||
        static_cast<spv::StorageClass>(instruction[3]) != spv::StorageClass::Input)
      return;
    const auto built_in = built_ins.find(instruction[2]);
    if (built_in == built_ins.end()) return;
    const auto [kept, is_first] =
        first.try_emplace({instruction[1], built_in->second}, instruction[2]);
    if (!is_first) repeated[instruction[2]] = kept->second;
  });
  return repeated;
}

// The words of an instruction that may be pointers to Input variables, without those that may be literals.
std::span<std::uint32_t> pointer_words(std::span<std::uint32_t> instruction) {
  switch (opcode_of(instruction)) {
    case spv::Op::OpLoad:
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
      return instruction.subspan(3, 1);
    case spv::Op::OpExtInst:
      return instruction.subspan(ext_inst_operands);
    default:
      return {};
  }
}

// OpEntryPoint without the variables in its interface that are replaced.
Words with_interface(InstructionWords instruction,
                     const std::map<std::uint32_t, std::uint32_t>& replaced) {
  Words kept(instruction.begin(), instruction.end());
  const std::size_t interface = 3 + text_at(instruction, 3).size() / 4 + 1;
  kept.erase(std::remove_if(kept.begin() + static_cast<std::ptrdiff_t>(interface), kept.end(),
                            [&](std::uint32_t id) { return replaced.contains(id); }),
             kept.end());
  kept[0] = static_cast<std::uint32_t>(spv::Op::OpEntryPoint) |
            static_cast<std::uint32_t>(kept.size()) << 16;
  return kept;
}

// --- atomic instructions ---

// The words of an atomic instruction that must have the type of its result.
std::span<std::uint32_t> atomic_values(std::span<std::uint32_t> instruction) {
  switch (opcode_of(instruction)) {
    case spv::Op::OpAtomicExchange:
    case spv::Op::OpAtomicIAdd:
    case spv::Op::OpAtomicSMin:
    case spv::Op::OpAtomicUMin:
    case spv::Op::OpAtomicSMax:
    case spv::Op::OpAtomicUMax:
    case spv::Op::OpAtomicAnd:
    case spv::Op::OpAtomicOr:
    case spv::Op::OpAtomicXor:
      return instruction.subspan(6, 1);
    case spv::Op::OpAtomicCompareExchange:
      return instruction.subspan(7, 2);
    default:
      return {};
  }
}

// The type of each value, by id.
class ValueTypes {
 public:
  // The type of the result; 0 if there is none.
  std::uint32_t add(InstructionWords instruction) {
    bool has_result = false, has_type = false;
    spv::HasResultAndType(opcode_of(instruction), &has_result, &has_type);
    if (!has_result || !has_type || instruction.size() < 3) return 0;
    types_[instruction[2]] = instruction[1];
    return instruction[1];
  }
  // 0 if the id is not that of a value.
  std::uint32_t of(std::uint32_t id) const {
    const auto found = types_.find(id);
    return found == types_.end() ? 0 : found->second;
  }

 private:
  std::unordered_map<std::uint32_t, std::uint32_t> types_;
};

// --- capabilities ---

using CapabilitySet = std::set<spv::Capability>;

class SmallTypes {
 public:
  void look_at(InstructionWords instruction) {
    const spv::Op opcode = opcode_of(instruction);
    if (opcode == spv::Op::OpCapability && instruction.size() > 1)
      declared_.insert(static_cast<spv::Capability>(instruction[1]));
    if (opcode == spv::Op::OpExtInstImport && text_at(instruction, 2).starts_with("NonSemantic."))
      without_semantics_.insert(instruction[1]);
    look_at_type(opcode, instruction);
    if (types_.add(instruction) != 0 && opcode == spv::Op::OpExtInst) look_at_extended(instruction);
  }

  // Those that the module uses, but does not declare.
  CapabilitySet missing() const {
    CapabilitySet result;
    std::ranges::set_difference(used_, declared_, std::inserter(result, result.end()));
    return result;
  }

 private:
  void look_at_type(spv::Op opcode, InstructionWords instruction) {
    const auto operands = instruction.subspan(std::min<std::size_t>(2, instruction.size()));
    if (operands.empty()) return;
    CapabilitySet needed;
    switch (opcode) {
      case spv::Op::OpTypeInt:
        if (operands[0] == 8) needed = {spv::Capability::Int8};
        if (operands[0] == 16) needed = {spv::Capability::Int16};
        break;
      case spv::Op::OpTypeFloat:  // with another operand, not an IEEE 754 format
        if (operands[0] == 16 && operands.size() == 1) needed = {spv::Capability::Float16};
        break;
      case spv::Op::OpTypeVector:
      case spv::Op::OpTypeVectorIdEXT:
      case spv::Op::OpTypeMatrix:
        needed = needed_by(operands[0]);
        break;
      case spv::Op::OpTypePointer:  // for example of Modf
        if (operands.size() == 2) needed = needed_by(operands[1]);
        break;
      case spv::Op::OpTypeStruct:  // for example of ModfStruct
        for (const std::uint32_t member : operands) needed.merge(needed_by(member));
        break;
      default:
        break;
    }
    if (!needed.empty()) needed_by_type_[instruction[1]] = std::move(needed);
  }

  void look_at_extended(InstructionWords instruction) {
    if (instruction.size() < ext_inst_operands || without_semantics_.contains(instruction[3]))
      return;
    used_.merge(needed_by(instruction[1]));
    for (const std::uint32_t operand : instruction.subspan(ext_inst_operands))
      used_.merge(needed_by(types_.of(operand)));
  }

  CapabilitySet needed_by(std::uint32_t type) const {
    const auto found = needed_by_type_.find(type);
    return found == needed_by_type_.end() ? CapabilitySet() : found->second;
  }

  CapabilitySet declared_, used_;
  std::set<std::uint32_t> without_semantics_;  // instruction sets
  std::unordered_map<std::uint32_t, CapabilitySet> needed_by_type_;
  ValueTypes types_;
};

// --- arrays in workgroup memory ---

// Gives workgroup memory array types of its own.
class WorkgroupArrays {
 public:
  void look_at(InstructionWords instruction) {
    const spv::Op opcode = opcode_of(instruction);
    types_.add(instruction);
    if (opcode == spv::Op::OpTypeArray) arrays_[instruction[1]] = {instruction[2], instruction[3]};
    if (opcode == spv::Op::OpTypePointer && is_workgroup(instruction))
      pointees_[instruction[1]] = instruction[3];
    if (opcode == spv::Op::OpDecorate && instruction.size() > 2 &&
        static_cast<spv::Decoration>(instruction[2]) == spv::Decoration::ArrayStride)
      strided_.insert(instruction[1]);
  }
  void copy(InstructionWords instruction, Words& all) {
    const spv::Op opcode = opcode_of(instruction);
    if (opcode == spv::Op::OpTypePointer && is_workgroup(instruction)) {
      const std::uint32_t pointee = plain(instruction[3], all);
      append(spv::Op::OpTypePointer, {instruction[1], instruction[2], pointee}, {}, all);
    } else if (opcode == spv::Op::OpLoad && is_repaired(instruction[3])) {
      load(instruction, all);
    } else if (opcode == spv::Op::OpStore && is_repaired(instruction[1])) {
      store(instruction, all);
    } else {
      append(instruction, all);
    }
  }

 private:
  struct Array {
    std::uint32_t element = 0, length = 0;
  };

  static bool is_workgroup(InstructionWords pointer) {
    return static_cast<spv::StorageClass>(pointer[2]) == spv::StorageClass::Workgroup;
  }
  bool has_stride(std::uint32_t type) const {
    const auto array = arrays_.find(type);
    return array != arrays_.end() && (strided_.contains(type) || has_stride(array->second.element));
  }
  bool is_repaired(std::uint32_t pointer) const {
    const auto pointee = pointees_.find(types_.of(pointer));
    return pointee != pointees_.end() && has_stride(pointee->second);
  }
  // The value of a whole array keeps the type that it shares with other memory.
  void load(InstructionWords instruction, Words& all) {
    const std::uint32_t loaded = all[3]++;
    Words changed(instruction.begin(), instruction.end());
    changed[1] = plain(instruction[1], all);
    changed[2] = loaded;
    append(changed, all);
    append(spv::Op::OpCopyLogical, {instruction[1], instruction[2], loaded}, {}, all);
  }
  void store(InstructionWords instruction, Words& all) {
    const std::uint32_t stored = all[3]++;
    const std::uint32_t type = plain(pointees_.at(types_.of(instruction[1])), all);
    append(spv::Op::OpCopyLogical, {type, stored, instruction[2]}, {}, all);
    Words changed(instruction.begin(), instruction.end());
    changed[2] = stored;
    append(changed, all);
  }
  // The array type without strides, which is declared before it is used.
  std::uint32_t plain(std::uint32_t type, Words& all) {
    if (!has_stride(type)) return type;
    if (const auto known = plain_.find(type); known != plain_.end()) return known->second;
    const Array array = arrays_.at(type);
    const std::uint32_t element = plain(array.element, all);
    const std::uint32_t result = all[3]++;
    append(spv::Op::OpTypeArray, {result, element, array.length}, {}, all);
    return plain_[type] = result;
  }

  ValueTypes types_;
  std::map<std::uint32_t, Array> arrays_;
  std::map<std::uint32_t, std::uint32_t> pointees_;  // by pointer type
  std::map<std::uint32_t, std::uint32_t> plain_;
  std::set<std::uint32_t> strided_;
};

}  // namespace

Words with_exclusive_scans(std::span<const std::uint32_t> words) {
  Words all(words.begin(), words.begin() + spirv_words::header_words);
  for_each_instruction(words, [&all](InstructionWords instruction) {
    append(instruction, all);
    const spv::Op opcode = opcode_of(instruction);
    const bool is_scan =
        opcode == spv::Op::OpGroupNonUniformIAdd || opcode == spv::Op::OpGroupNonUniformFAdd ||
        opcode == spv::Op::OpGroupNonUniformIMul || opcode == spv::Op::OpGroupNonUniformFMul;
    if (!is_scan || instruction.size() < 6) return;
    std::uint32_t& operation = all[all.size() - instruction.size() + 4];
    if (static_cast<spv::GroupOperation>(operation) == spv::GroupOperation::InclusiveScan)
      operation = static_cast<std::uint32_t>(spv::GroupOperation::ExclusiveScan);
  });
  return all;
}

Words with_single_built_ins(std::span<const std::uint32_t> words) {
  const auto repeated = repeated_built_ins(words);
  if (repeated.empty()) return {words.begin(), words.end()};
  Words all(words.begin(), words.begin() + spirv_words::header_words);
  for_each_instruction(words, [&](InstructionWords instruction) {
    const spv::Op opcode = opcode_of(instruction);
    const bool describes = opcode == spv::Op::OpName || opcode == spv::Op::OpDecorate;
    const std::size_t subject = describes ? 1 : 2;
    if ((describes || opcode == spv::Op::OpVariable) && repeated.contains(instruction[subject]))
      return;
    if (opcode == spv::Op::OpEntryPoint) return append(with_interface(instruction, repeated), all);
    append(instruction, all);
    for (std::uint32_t& word : pointer_words(std::span(all).last(instruction.size()))) {
      const auto found = repeated.find(word);
      if (found != repeated.end()) word = found->second;
    }
  });
  return all;
}

Words with_converted_atomic_operands(std::span<const std::uint32_t> words) {
  Words all(words.begin(), words.begin() + spirv_words::header_words);
  ValueTypes types;
  for_each_instruction(words, [&](InstructionWords instruction) {
    const std::uint32_t type = types.add(instruction);
    Words changed(instruction.begin(), instruction.end());
    for (std::uint32_t& value : atomic_values(changed)) {
      if (types.of(value) == type || types.of(value) == 0) continue;
      const std::uint32_t converted = all[3]++;
      append(spv::Op::OpBitcast, {type, converted, value}, {}, all);
      value = converted;
    }
    append(changed, all);
  });
  return all;
}

Words with_small_type_capabilities(std::span<const std::uint32_t> words) {
  SmallTypes types;
  for_each_instruction(words,
                       [&types](InstructionWords instruction) { types.look_at(instruction); });
  Words all(words.begin(), words.begin() + spirv_words::header_words);
  for (const spv::Capability capability : types.missing())
    append(spv::Op::OpCapability, {static_cast<std::uint32_t>(capability)}, {}, all);
  all.insert(all.end(), words.begin() + spirv_words::header_words, words.end());
  return all;
}

Words with_plain_workgroup_arrays(std::span<const std::uint32_t> words) {
  WorkgroupArrays arrays;
  for_each_instruction(words,
                       [&arrays](InstructionWords instruction) { arrays.look_at(instruction); });
  Words all(words.begin(), words.begin() + spirv_words::header_words);
  for_each_instruction(words, [&](InstructionWords instruction) { arrays.copy(instruction, all); });
  return all;
}

}  // namespace spirv_oracle
