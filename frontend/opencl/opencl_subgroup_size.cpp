#include "frontend/opencl/opencl_subgroup_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "frontend/spirv_words.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view annotation = "qcom_reqd_sub_group_size=";

using spirv_words::append;
using spirv_words::for_each_instruction;
using spirv_words::InstructionWords;
using spirv_words::opcode_of;
using spirv_words::text_at;
using spirv_words::Words;

bool is_decoration(InstructionWords instruction, spv::Decoration decoration) {
  const spv::Op opcode = opcode_of(instruction);
  return (opcode == spv::Op::OpDecorate || opcode == spv::Op::OpDecorateString) &&
         instruction.size() > 3 && static_cast<spv::Decoration>(instruction[2]) == decoration;
}

// The attributes of kernels, by the names of the kernels: a translator may generate an entry point that calls the kernel,
// and the decorations then belong to the called function.
struct Annotations {
  std::map<std::uint32_t, std::string> linkage_names;  // by the id of the function
  std::map<std::uint32_t, std::string> modes;          // likewise
  std::set<std::uint32_t> sized;                       // entry points with a number (SubgroupSize)

  explicit Annotations(std::span<const std::uint32_t> words) {
    for_each_instruction(words, [this](InstructionWords instruction) {
      if (is_decoration(instruction, spv::Decoration::LinkageAttributes))
        linkage_names[instruction[1]] = text_at(instruction, 3);
      if (opcode_of(instruction) == spv::Op::OpExecutionMode && instruction.size() > 2 &&
          static_cast<spv::ExecutionMode>(instruction[2]) == spv::ExecutionMode::SubgroupSize)
        sized.insert(instruction[1]);
      if (!is_decoration(instruction, spv::Decoration::UserSemantic)) return;
      const std::string text = text_at(instruction, 3);
      if (text.starts_with(annotation)) modes[instruction[1]] = text.substr(annotation.size());
    });
  }

  std::optional<std::string> mode_of(std::uint32_t function, const std::string& kernel) const {
    for (const auto& [id, mode] : modes) {
      const auto name = linkage_names.find(id);
      if (id == function || (name != linkage_names.end() && name->second == kernel)) return mode;
    }
    return std::nullopt;
  }
};

// OpExecutionMode for each kernel with the attribute.
Result<Words> execution_modes(std::span<const std::uint32_t> words) {
  const Annotations annotations(words);
  Words modes;
  Result<void> mistake;
  for_each_instruction(words, [&](InstructionWords instruction) {
    if (opcode_of(instruction) != spv::Op::OpEntryPoint || instruction.size() < 4) return;
    const std::string kernel = text_at(instruction, 3);
    const auto mode = annotations.mode_of(instruction[2], kernel);
    if (!mode) return;
    if (*mode != "half" && *mode != "full") {
      mistake = bad_input(fmt::format(
          "kernel '{}': qcom_reqd_sub_group_size(\"{}\"): the size must be \"half\" or \"full\"",
          kernel, *mode));
    } else if (annotations.sized.contains(instruction[2])) {
      mistake = bad_input(fmt::format(
          "kernel '{}' has both qcom_reqd_sub_group_size and intel_reqd_sub_group_size", kernel));
    }
    const auto execution_mode = *mode == "half" ? spv::ExecutionMode::SubgroupSizeHalfQCOM
                                                : spv::ExecutionMode::SubgroupSizeFullQCOM;
    append(spv::Op::OpExecutionMode, {instruction[2], static_cast<std::uint32_t>(execution_mode)},
           {}, modes);
  });
  if (!mistake) return tl::unexpected(mistake.error());
  return modes;
}

// The variables that hold the texts of annotations. Translators declare them at module scope with storage class Function,
// which is invalid there.
std::set<std::uint32_t> annotation_variables(std::span<const std::uint32_t> words) {
  std::set<std::uint32_t> variables;
  bool in_function = false;
  for_each_instruction(words, [&](InstructionWords instruction) {
    in_function = in_function || opcode_of(instruction) == spv::Op::OpFunction;
    if (!in_function && opcode_of(instruction) == spv::Op::OpVariable && instruction.size() > 3 &&
        static_cast<spv::StorageClass>(instruction[3]) == spv::StorageClass::Function)
      variables.insert(instruction[2]);
  });
  return variables;
}

// Whether an instruction defines one of them, names it or decorates it.
bool is_about(InstructionWords instruction, const std::set<std::uint32_t>& variables) {
  switch (opcode_of(instruction)) {
    case spv::Op::OpVariable:
      return instruction.size() > 2 && variables.contains(instruction[2]);
    case spv::Op::OpName:
    case spv::Op::OpDecorate:
      return instruction.size() > 1 && variables.contains(instruction[1]);
    default:
      return false;
  }
}

// The parts of "Logical Layout of a Module" to which this file adds instructions, and those between them.
enum class Part : std::uint8_t { capabilities, extensions, before_modes, modes, rest };

Part part_of(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpCapability:
      return Part::capabilities;
    case spv::Op::OpExtension:
      return Part::extensions;
    case spv::Op::OpExtInstImport:
    case spv::Op::OpMemoryModel:
    case spv::Op::OpEntryPoint:
      return Part::before_modes;
    case spv::Op::OpExecutionMode:
    case spv::Op::OpExecutionModeId:
      return Part::modes;
    default:
      return Part::rest;
  }
}

}  // namespace

Result<Words> with_qcom_subgroup_sizes(std::span<const std::uint32_t> words) {
  const auto modes = execution_modes(words);
  if (!modes) return tl::unexpected(modes.error());
  Words result(words.begin(), words.end());
  const std::set<std::uint32_t> left_out = annotation_variables(words);
  if (modes->empty() && left_out.empty()) return result;
  result.resize(spirv_words::header_words);
  auto done = Part::capabilities;
  // Adds what belongs to the end of each part before `next`.
  const auto reach = [&](Part next) {
    if (modes->empty()) return;
    if (done == Part::capabilities && next > Part::capabilities) {
      append(spv::Op::OpCapability, {static_cast<std::uint32_t>(spv::Capability::SubgroupSizeQCOM)},
             {}, result);
    }
    if (done <= Part::extensions && next > Part::extensions) {
      append(spv::Op::OpExtension, {}, spirv_words::string_words("SPV_QCOM_subgroup_size"), result);
    }
    if (done <= Part::modes && next > Part::modes)
      result.insert(result.end(), modes->begin(), modes->end());
    done = std::max(done, next);
  };
  for_each_instruction(words, [&](InstructionWords instruction) {
    reach(part_of(opcode_of(instruction)));
    if (!is_about(instruction, left_out)) append(instruction, result);
  });
  return result;
}

}  // namespace spirv_oracle
