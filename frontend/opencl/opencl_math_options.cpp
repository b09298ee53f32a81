#include "frontend/opencl/opencl_math_options.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "frontend/spirv_words.h"

namespace spirv_oracle {
namespace {

using spirv_words::append;
using spirv_words::for_each_instruction;
using spirv_words::opcode_of;
using spirv_words::Words;

constexpr std::uint32_t not_nan = 1, not_inf = 2, no_signed_zeros = 4, allow_reciprocal = 8,
                        allow_contract = 0x10000, allow_reassociate = 0x20000;
constexpr std::uint32_t finite = not_nan | not_inf;
constexpr std::uint32_t unsafe =
    no_signed_zeros | allow_reciprocal | allow_contract | allow_reassociate;

struct MathOption {
  std::string_view option;
  std::uint32_t modes = 0;  // bits of FP Fast Math Mode
};
constexpr std::array options{MathOption{"-cl-mad-enable", allow_contract},
                             MathOption{"-cl-no-signed-zeros", no_signed_zeros},
                             MathOption{"-cl-finite-math-only", finite},
                             MathOption{"-cl-unsafe-math-optimizations", unsafe},
                             MathOption{"-cl-fast-relaxed-math", unsafe | finite}};

bool has(const std::vector<std::string>& list, std::string_view option) {
  return std::ranges::find(list, option) != list.end();
}

bool takes_fast_math(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpFNegate:
    case spv::Op::OpFAdd:
    case spv::Op::OpFSub:
    case spv::Op::OpFMul:
    case spv::Op::OpFDiv:
    case spv::Op::OpFRem:
    case spv::Op::OpFMod:
    case spv::Op::OpDot:
    case spv::Op::OpVectorTimesScalar:
      return true;
    default:
      return false;
  }
}

// The results that get the decoration, and the bits that some have already.
struct FloatResults {
  std::set<std::uint32_t> float_types;  // scalars and vectors
  std::set<std::uint32_t> results;
  std::set<std::uint32_t> sets;  // OpenCL.std

  explicit FloatResults(std::span<const std::uint32_t> words) {
    for_each_instruction(words, [this](spirv_words::InstructionWords i) { look_at(i); });
  }

 private:
  void look_at(spirv_words::InstructionWords instruction) {
    const spv::Op opcode = opcode_of(instruction);
    if (instruction.size() < 3) return;
    if (opcode == spv::Op::OpTypeFloat ||
        (opcode == spv::Op::OpTypeVector && float_types.contains(instruction[2])))
      float_types.insert(instruction[1]);
    if (opcode == spv::Op::OpExtInstImport && spirv_words::text_at(instruction, 2) == "OpenCL.std")
      sets.insert(instruction[1]);
    const bool is_extended =
        opcode == spv::Op::OpExtInst && instruction.size() > 3 && sets.contains(instruction[3]);
    if ((takes_fast_math(opcode) || is_extended) && float_types.contains(instruction[1]))
      results.insert(instruction[2]);
  }
};

bool is_fast_math_decoration(spirv_words::InstructionWords instruction) {
  return opcode_of(instruction) == spv::Op::OpDecorate && instruction.size() > 3 &&
         static_cast<spv::Decoration>(instruction[2]) == spv::Decoration::FPFastMathMode;
}

bool is_contraction_off(spirv_words::InstructionWords instruction) {
  return opcode_of(instruction) == spv::Op::OpExecutionMode && instruction.size() > 2 &&
         static_cast<spv::ExecutionMode>(instruction[2]) == spv::ExecutionMode::ContractionOff;
}

// Whether an instruction follows the decorations (SPIR-V, "Logical Layout of a Module").
bool is_behind_decorations(spv::Op opcode) {
  return (opcode >= spv::Op::OpTypeVoid && opcode <= spv::Op::OpTypeForwardPointer) ||
         (opcode >= spv::Op::OpConstantTrue && opcode <= spv::Op::OpSpecConstantOp) ||
         opcode == spv::Op::OpFunction || opcode == spv::Op::OpVariable;
}

}  // namespace

KernelMath kernel_math_of(const std::vector<std::string>& build_options) {
  KernelMath math;
  math.correctly_rounded_division = has(build_options, "-cl-fp32-correctly-rounded-divide-sqrt");
  math.denormals_are_zero = has(build_options, "-cl-denorms-are-zero");
  math.relaxed = has(build_options, "-cl-unsafe-math-optimizations") ||
                 has(build_options, "-cl-fast-relaxed-math");
  return math;
}

Words with_math_options(std::span<const std::uint32_t> words,
                        const std::vector<std::string>& build_options) {
  std::uint32_t modes = 0;
  for (const MathOption& row : options) modes |= has(build_options, row.option) ? row.modes : 0;
  Words result(words.begin(), words.end());
  if (modes == 0) return result;
  const bool contracts = (modes & allow_contract) != 0;
  const FloatResults floats(words);
  result.resize(spirv_words::header_words);
  bool declared = false, extended = false, decorated = false;
  for_each_instruction(words, [&](spirv_words::InstructionWords instruction) {
    const spv::Op opcode = opcode_of(instruction);
    if (!declared && opcode != spv::Op::OpCapability) {
      declared = true;
      if (contracts)
        append(spv::Op::OpCapability, {static_cast<std::uint32_t>(spv::Capability::FloatControls2)},
               {}, result);
    }
    if (!extended && opcode != spv::Op::OpCapability && opcode != spv::Op::OpExtension) {
      extended = true;
      if (contracts)
        append(spv::Op::OpExtension, {}, spirv_words::string_words("SPV_KHR_float_controls2"),
               result);
    }
    if (!decorated && is_behind_decorations(opcode)) {
      decorated = true;
      for (const std::uint32_t id : floats.results)
        append(spv::Op::OpDecorate,
               {id, static_cast<std::uint32_t>(spv::Decoration::FPFastMathMode), modes}, {},
               result);
    }
    if (is_fast_math_decoration(instruction) || (contracts && is_contraction_off(instruction)))
      return;
    append(instruction, result);
  });
  return result;
}

}  // namespace spirv_oracle
