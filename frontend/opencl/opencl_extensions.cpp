#include "frontend/opencl/opencl_extensions.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "frontend/spirv_words.h"

namespace spirv_oracle {
namespace {

using spirv_words::append;
using spirv_words::for_each_instruction;
using spirv_words::InstructionWords;
using spirv_words::opcode_of;
using spirv_words::text_at;
using spirv_words::Words;

// --- names of functions, which are mangled as in C++: _Z, the length of the name, the name, the parameters ---

struct FunctionName {
  std::string_view name;
  std::string_view parameters;
};

FunctionName demangled(std::string_view text) {
  if (!text.starts_with("_Z")) return {text, ""};
  std::size_t at = 2, length = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9' && length < text.size())
    length = 10 * length + static_cast<std::size_t>(text[at++] - '0');
  if (length == 0 || length > text.size() - at) return {text, ""};
  return {text.substr(at, length), text.substr(at + length)};
}

// Whether the first parameter is a float: f, d, or Dh for a half; of a vector, Dv4_f and so on.
bool takes_float(std::string_view parameters) {
  if (parameters.starts_with("Dv")) parameters.remove_prefix(parameters.find('_') + 1);
  return parameters.starts_with("f") || parameters.starts_with("d") || parameters.starts_with("Dh");
}

// --- what the instructions need ---

struct Requirements {
  std::vector<spv::Capability> capabilities;
  std::string_view extension;  // of SPIR-V
};

// What atomic additions need, by the name of the function.
Requirements requirements_of_addition(std::string_view name) {
  using spv::Capability;
  if (name.starts_with("half"))
    return {{Capability::Float16, Capability::AtomicFloat16AddEXT},
            "SPV_EXT_shader_atomic_float16_add"};
  const bool is_double = name.starts_with("double");
  return {{is_double ? Capability::AtomicFloat64AddEXT : Capability::AtomicFloat32AddEXT},
          "SPV_EXT_shader_atomic_float_add"};
}

Requirements requirements_of(const OpenClFunction& function) {
  using spv::Capability;
  const std::string_view extension = function.extension;
  if (extension == "cl_khr_subgroup_rotate")
    return {{Capability::GroupNonUniform, Capability::GroupNonUniformRotateKHR},
            "SPV_KHR_subgroup_rotate"};
  if (extension == "cl_khr_work_group_uniform_arithmetic")
    return {{Capability::Groups, Capability::GroupUniformArithmeticKHR},
            "SPV_KHR_uniform_group_instructions"};
  if (extension == "cl_khr_kernel_clock")
    return {{Capability::ShaderClockKHR}, "SPV_KHR_shader_clock"};
  if (extension == "cl_intel_split_work_group_barrier")
    return {{Capability::SplitBarrierINTEL}, "SPV_INTEL_split_barrier"};
  if (extension == "cl_ext_float_atomics") return requirements_of_addition(function.name);
  return {{Capability::DotProductKHR, Capability::DotProductInput4x8BitKHR,
           Capability::DotProductInput4x8BitPackedKHR},
          "SPV_KHR_integer_dot_product"};
}

bool is_logical(spv::Op opcode) {
  return opcode == spv::Op::OpGroupLogicalAndKHR || opcode == spv::Op::OpGroupLogicalOrKHR ||
         opcode == spv::Op::OpGroupLogicalXorKHR;
}

// What the module declares before its first function.
struct ModuleFacts {
  std::map<std::uint32_t, std::string> imports;           // names by function
  std::map<std::uint32_t, std::uint32_t> constants;       // values of integers by id
  std::map<std::uint32_t, std::uint32_t> integer_widths;  // by type
  std::uint32_t boolean = 0;                              // types; 0: not there

  explicit ModuleFacts(std::span<const std::uint32_t> words) {
    for_each_instruction(words, [this](InstructionWords instruction) { look_at(instruction); });
  }

  std::uint32_t integer_type() const {
    for (const auto& [id, width] : integer_widths) {
      if (width == 32) return id;
    }
    return 0;
  }

 private:
  void look_at(InstructionWords instruction) {
    switch (opcode_of(instruction)) {
      case spv::Op::OpDecorate:
        if (instruction.size() > 3 &&
            static_cast<spv::Decoration>(instruction[2]) == spv::Decoration::LinkageAttributes &&
            static_cast<spv::LinkageType>(instruction.back()) == spv::LinkageType::Import)
          imports[instruction[1]] = text_at(instruction, 3);
        break;
      case spv::Op::OpTypeInt:
        if (instruction.size() > 2) integer_widths[instruction[1]] = instruction[2];
        break;
      case spv::Op::OpTypeBool:
        if (instruction.size() > 1) boolean = instruction[1];
        break;
      case spv::Op::OpConstant:
        if (instruction.size() == 4 && integer_widths.contains(instruction[1]))
          constants[instruction[2]] = instruction[3];
        break;
      default:
        break;
    }
  }
};

// The row of a function, and the instruction that replaces its calls.
struct Replacement {
  const OpenClFunction* row = nullptr;
  spv::Op opcode = spv::Op::OpNop;
};

std::map<std::uint32_t, Replacement> replacements_in(const ModuleFacts& facts) {
  std::map<std::uint32_t, Replacement> found;
  for (const auto& [function, linkage_name] : facts.imports) {
    const FunctionName name = demangled(linkage_name);
    const auto row = std::ranges::find(opencl_functions(), name.name, &OpenClFunction::name);
    if (row == opencl_functions().end()) continue;
    // A mangled `dot_acc_sat` has vector operands. The header gives the integer overloads of dot other names.
    const spv::Op opcode = takes_float(name.parameters) ? row->floating : row->integer;
    if (opcode != spv::Op::OpNop) found[function] = {&*row, opcode};
  }
  return found;
}

// Rewrites a module one instruction after the other.
class CallReplacer {
 public:
  CallReplacer(std::span<const std::uint32_t> words, const ModuleFacts& facts,
               std::map<std::uint32_t, Replacement> replacements)
      : facts_(facts),
        replacements_(std::move(replacements)),
        bound_(words[3]),
        boolean_(facts.boolean) {}

  // The instructions of functions, with those that take the place of calls; and what they need at module scope.
  void add(InstructionWords instruction) {
    in_function_ = in_function_ || opcode_of(instruction) == spv::Op::OpFunction;
    if (!in_function_) return append(instruction, before_);
    const auto found = opcode_of(instruction) == spv::Op::OpFunctionCall && instruction.size() > 3
                           ? replacements_.find(instruction[3])
                           : replacements_.end();
    if (found == replacements_.end() || !replace(instruction, found->second))
      append(instruction, functions_);
  }

  Words result(std::span<const std::uint32_t> words) const {
    Words all(words.begin(), words.begin() + spirv_words::header_words);
    all[3] = bound_;
    bool required = false, extended = false;
    for_each_instruction(before_with_header(words), [&](InstructionWords instruction) {
      const spv::Op opcode = opcode_of(instruction);
      if (!required && opcode != spv::Op::OpCapability) {
        for (const spv::Capability capability : capabilities_)
          append(spv::Op::OpCapability, {static_cast<std::uint32_t>(capability)}, {}, all);
        required = true;
      }
      if (!extended && opcode != spv::Op::OpCapability && opcode != spv::Op::OpExtension) {
        for (const std::string& extension : extensions_)
          append(spv::Op::OpExtension, {}, spirv_words::string_words(extension), all);
        extended = true;
      }
      append(instruction, all);
    });
    all.insert(all.end(), globals_.begin(), globals_.end());
    all.insert(all.end(), functions_.begin(), functions_.end());
    return all;
  }

 private:
  Words before_with_header(std::span<const std::uint32_t> words) const {
    Words all(words.begin(), words.begin() + spirv_words::header_words);
    all.insert(all.end(), before_.begin(), before_.end());
    return all;
  }

  // False: its arguments do not fit, and the call remains.
  bool replace(InstructionWords call, const Replacement& replacement) {
    const std::span<const std::uint32_t> arguments = call.subspan(4);
    auto operands = operands_of(*replacement.row, arguments);
    if (!operands) return false;
    require(*replacement.row);
    Words& words = *operands;
    if (replacement.row->operands.ends_with('-')) words.back() = negated(call[1], words.back());
    if (is_logical(replacement.opcode)) {
      append_logical(call, replacement.opcode, words);
      return true;
    }
    const bool has_result = !replacement.row->operands.ends_with('f');
    if (has_result) words.insert(words.begin(), {call[1], call[2]});
    append(replacement.opcode, {}, words, functions_);
    return true;
  }

  // Arguments and results of the functions are integers; those of the instruction are Booleans.
  void append_logical(InstructionWords call, spv::Op opcode, Words operands) {
    const std::uint32_t zero = constant(call[1], 0), one = constant(call[1], 1);
    const std::uint32_t x = bound_++, result = bound_++;
    append(spv::Op::OpINotEqual, {boolean_type(), x, operands.back(), zero}, {}, functions_);
    operands.back() = x;
    operands.insert(operands.begin(), {boolean_type(), result});
    append(opcode, {}, operands, functions_);
    append(spv::Op::OpSelect, {call[1], call[2], result, one, zero}, {}, functions_);
  }

  std::uint32_t negated(std::uint32_t type, std::uint32_t value) {
    const std::uint32_t result = bound_++;
    append(spv::Op::OpFNegate, {type, result, value}, {}, functions_);
    return result;
  }

  std::optional<Words> operands_of(const OpenClFunction& row,
                                   std::span<const std::uint32_t> arguments) {
    Words operands;
    for (const char what : row.operands) {
      if (what == '-') continue;
      if (what >= '0' && what <= '9') {
        const auto number = static_cast<std::size_t>(what - '0');
        if (number >= arguments.size()) return std::nullopt;
        operands.push_back(arguments[number]);
        continue;
      }
      const auto operand = operand_of(what, row, arguments);
      if (!operand) return std::nullopt;
      operands.push_back(*operand);
    }
    return operands;
  }

  std::optional<std::uint32_t> operand_of(char what, const OpenClFunction& row,
                                          std::span<const std::uint32_t> arguments) {
    switch (what) {
      case 'w':
        return scope(spv::Scope::Workgroup);
      case 's':
        return scope(spv::Scope::Subgroup);
      case 'd':
        return scope(spv::Scope::Device);
      case 'r':
        return static_cast<std::uint32_t>(spv::GroupOperation::Reduce);
      case 'i':
        return static_cast<std::uint32_t>(spv::GroupOperation::InclusiveScan);
      case 'e':
        return static_cast<std::uint32_t>(spv::GroupOperation::ExclusiveScan);
      case 'p':
        return static_cast<std::uint32_t>(spv::PackedVectorFormat::PackedVectorFormat4x8BitKHR);
      case 'm':
        return memory_scope(arguments);
      case 'a':
        return arguments.size() > 3 ? memory_scope(arguments.subspan(2))
                                    : scope(spv::Scope::Device);
      case 'o':
        return memory_order(arguments);
      default:
        return semantics(row, arguments);
    }
  }

  std::uint32_t scope(spv::Scope scope) {
    return constant(integer_type(), static_cast<std::uint32_t>(scope));
  }

  // By the constants memory_scope_* of OpenCL C; without an argument, that of the work-group.
  std::optional<std::uint32_t> memory_scope(std::span<const std::uint32_t> arguments) {
    constexpr std::array<spv::Scope, 5> scopes = {spv::Scope::Invocation, spv::Scope::Workgroup,
                                                  spv::Scope::Device, spv::Scope::CrossDevice,
                                                  spv::Scope::Subgroup};
    if (arguments.size() < 2) return scope(spv::Scope::Workgroup);
    const auto value = facts_.constants.find(arguments[1]);
    if (value == facts_.constants.end() || value->second >= scopes.size()) return std::nullopt;
    return scope(scopes[value->second]);
  }

  // By the constants memory_order_* of OpenCL C, which are those of C; without an argument, sequentially consistent.
  std::optional<std::uint32_t> memory_order(std::span<const std::uint32_t> arguments) {
    using Mask = spv::MemorySemanticsMask;
    constexpr std::array<Mask, 6> orders = {Mask::MaskNone,       Mask::Acquire,
                                            Mask::Acquire,        Mask::Release,
                                            Mask::AcquireRelease, Mask::SequentiallyConsistent};
    const auto constant_of = [this](Mask mask) {
      return constant(integer_type(), static_cast<std::uint32_t>(mask));
    };
    if (arguments.size() < 3) return constant_of(Mask::SequentiallyConsistent);
    const auto value = facts_.constants.find(arguments[2]);
    if (value == facts_.constants.end() || value->second >= orders.size()) return std::nullopt;
    return constant_of(orders[value->second]);
  }

  // By the flags CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE and CLK_IMAGE_MEM_FENCE.
  std::optional<std::uint32_t> semantics(const OpenClFunction& row,
                                         std::span<const std::uint32_t> arguments) {
    using Mask = spv::MemorySemanticsMask;
    if (arguments.empty()) return std::nullopt;
    const auto flags = facts_.constants.find(arguments[0]);
    if (flags == facts_.constants.end()) return std::nullopt;
    auto mask = static_cast<std::uint32_t>(
        row.integer == spv::Op::OpControlBarrierArriveINTEL ? Mask::Release : Mask::Acquire);
    if ((flags->second & 1) != 0) mask |= static_cast<std::uint32_t>(Mask::WorkgroupMemory);
    if ((flags->second & 2) != 0) mask |= static_cast<std::uint32_t>(Mask::CrossWorkgroupMemory);
    if ((flags->second & 4) != 0) mask |= static_cast<std::uint32_t>(Mask::ImageMemory);
    return constant(integer_type(), flags->second == 0 ? 0 : mask);
  }

  std::uint32_t integer_type() {
    if (integer_ == 0) integer_ = facts_.integer_type();
    if (integer_ == 0) {
      integer_ = bound_++;
      append(spv::Op::OpTypeInt, {integer_, 32, 0}, {}, globals_);
    }
    return integer_;
  }
  std::uint32_t boolean_type() {
    if (boolean_ == 0) {
      boolean_ = bound_++;
      append(spv::Op::OpTypeBool, {boolean_}, {}, globals_);
    }
    return boolean_;
  }
  std::uint32_t constant(std::uint32_t type, std::uint32_t value) {
    std::uint32_t& id = made_[{type, value}];
    if (id == 0) {
      id = bound_++;
      append(spv::Op::OpConstant, {type, id, value}, {}, globals_);
    }
    return id;
  }

  void require(const OpenClFunction& function) {
    const Requirements requirements = requirements_of(function);
    capabilities_.insert(requirements.capabilities.begin(), requirements.capabilities.end());
    extensions_.insert(std::string(requirements.extension));
  }

  const ModuleFacts& facts_;
  std::map<std::uint32_t, Replacement> replacements_;
  std::uint32_t bound_;
  std::uint32_t boolean_, integer_ = 0;
  bool in_function_ = false;
  Words before_, globals_, functions_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> made_;
  std::set<spv::Capability> capabilities_;
  std::set<std::string> extensions_;
};

}  // namespace

Words with_extension_functions(std::span<const std::uint32_t> words) {
  const ModuleFacts facts(words);
  auto replacements = replacements_in(facts);
  if (replacements.empty()) return {words.begin(), words.end()};
  CallReplacer replacer(words, facts, std::move(replacements));
  for_each_instruction(
      words, [&replacer](spirv_words::InstructionWords instruction) { replacer.add(instruction); });
  return replacer.result(words);
}

}  // namespace spirv_oracle
