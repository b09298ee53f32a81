// load_module(): checks, validation by SPIRV-Tools, parsing.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/loader/binary.h"
#include "interpreter/loader/id_names.h"
#include "interpreter/loader/image_write_levels.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/module_builder.h"
#include "interpreter/loader/opencl_debug_info.h"
#include "interpreter/loader/type_complexity.h"
#include "interpreter/loader/validation_cost.h"

namespace spirv_oracle {
namespace {

// See "Physical Layout of a SPIR-V Module and Instruction".
Result<void> check_header(std::span<const std::uint32_t> words) {
  if (words.empty()) return bad_input("the module is empty");
  if (words[0] != spv::MagicNumber) {
    return bad_input("not a SPIR-V module: it does not begin with the magic number 0x07230203");
  }
  if (words.size() < header_words) {
    return bad_input("not a SPIR-V module: it ends within its header");
  }
  const std::uint32_t major = words[1] >> 16 & 0xFF;
  const std::uint32_t minor = words[1] >> 8 & 0xFF;
  if (major != 1 || minor > 6 || (words[1] & 0xFF0000FF) != 0) {
    return bad_input("the module is of SPIR-V version " + std::to_string(major) + "." +
                     std::to_string(minor) + "; supported versions are 1.0 to 1.6");
  }
  return {};
}

Result<spv_target_env> environment(std::uint32_t version, const std::string& name) {
  if (!name.empty()) {
    spv_target_env env{};
    if (spvParseTargetEnv(name.c_str(), &env)) return env;
    return bad_input("unknown target environment '" + name +
                     "': use spv1.0 to spv1.6, vulkan1.0 to vulkan1.4, opencl2.2 or another of "
                     "spirv-val --target-env");
  }
  constexpr spv_target_env universal[] = {
      SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2, SPV_ENV_UNIVERSAL_1_3,
      SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5, SPV_ENV_UNIVERSAL_1_6};
  return universal[version >> 8 & 0xFF];
}

// Some rules depend on features that the client API enables and the module does not name. The validator
// assumes that everything is enabled that a client can enable.
void allow_client_features(spv_validator_options options) {
  spvValidatorOptionsSetScalarBlockLayout(options, true);
  spvValidatorOptionsSetWorkgroupScalarBlockLayout(options, true);
  spvValidatorOptionsSetUniformBufferStandardLayout(options, true);
  spvValidatorOptionsSetAllowLocalSizeId(options, true);
  spvValidatorOptionsSetAllowOffsetTextureOperand(options, true);
  spvValidatorOptionsSetAllowVulkan32BitBitwise(options, true);
}

// "Logical Layout of a Module": whether an instruction comes before the section of names.
bool is_before_names(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpCapability:
    case spv::Op::OpExtension:
    case spv::Op::OpExtInstImport:
    case spv::Op::OpMemoryModel:
    case spv::Op::OpEntryPoint:
    case spv::Op::OpExecutionMode:
    case spv::Op::OpExecutionModeId:
    case spv::Op::OpString:
    case spv::Op::OpSource:
    case spv::Op::OpSourceExtension:
    case spv::Op::OpSourceContinued:
      return true;
    default:
      return false;
  }
}

void append_name(std::uint32_t id, const std::string& name, std::vector<std::uint32_t>& words) {
  const std::size_t count = name.size() / 4 + 1;
  words.push_back(static_cast<std::uint32_t>(count + 2) << 16 |
                  static_cast<std::uint32_t>(spv::Op::OpName));
  words.push_back(id);
  words.resize(words.size() + count);
  std::memcpy(words.data() + words.size() - count, name.data(), name.size());
}

// The module with the names from the text as OpName, for the messages of the validator.
std::vector<std::uint32_t> with_names(const std::vector<std::uint32_t>& words,
                                      const IdNames& id_names) {
  std::vector<std::uint32_t> result(words.begin(), words.begin() + header_words);
  bool named = false;
  for (std::size_t at = header_words; at < words.size();) {
    const std::size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) return words;
    const auto opcode = static_cast<spv::Op>(words[at] & 0xFFFF);
    if (!named && !is_before_names(opcode)) {
      for (const auto& [id, name] : id_names) append_name(id, name, result);
      named = true;
    }
    const bool is_replaced =
        opcode == spv::Op::OpName && count > 1 && id_names.contains(words[at + 1]);
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at);
    if (!is_replaced)
      result.insert(result.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
    at += count;
  }
  return result;
}

Result<void> validate(const std::vector<std::uint32_t>& words, const std::string& target_env,
                      const IdNames& id_names, bool show_names) {
  const Result<spv_target_env> env = environment(words[1], target_env);
  if (!env) return tl::unexpected(env.error());
  const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(spvContextCreate(*env),
                                                                             &spvContextDestroy);
  const std::unique_ptr<spv_validator_options_t, decltype(&spvValidatorOptionsDestroy)> options(
      spvValidatorOptionsCreate(), &spvValidatorOptionsDestroy);
  allow_client_features(options.get());
  spvValidatorOptionsSetFriendlyNames(options.get(), show_names);
  const bool has_names = show_names && !id_names.empty();
  const std::vector<std::uint32_t> named =
      has_names ? with_names(words, id_names) : std::vector<std::uint32_t>();
  const std::vector<std::uint32_t>& validated = has_names ? named : words;
  spv_const_binary_t binary{validated.data(), validated.size()};
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t status =
      spvValidateWithOptions(context.get(), options.get(), &binary, &diagnostic);
  const std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)> owned(
      diagnostic, &spvDiagnosticDestroy);
  if (status == SPV_SUCCESS) return {};
  std::string message = diagnostic != nullptr && diagnostic->error != nullptr
                            ? diagnostic->error
                            : "the validator gives no reason";
  while (!message.empty() && message.back() == '\n') message.pop_back();
  return bad_input("the module is not valid: " + message + " (use --no-validate to run it anyway)");
}

}  // namespace

Result<std::shared_ptr<const Module>> load_module(std::span<const std::uint32_t> words,
                                                  const LoadOptions& options) {
  return load_module(words, options, {});
}

Result<std::shared_ptr<const Module>> load_module(std::span<const std::uint32_t> words,
                                                  const LoadOptions& options,
                                                  const IdNames& id_names) {
  const std::vector<std::uint32_t> native = native_words(words);
  if (auto done = check_header(native); !done) return tl::unexpected(done.error());
  // Parsing comes first, because --no-validate does not help with a module that the parser rejects.
  Result<std::shared_ptr<const Module>> module = ModuleBuilder(id_names).build(native);
  if (!module || !options.validate) return module;
  if (auto done = check_type_complexity(**module); !done) return tl::unexpected(done.error());
  if (auto done = check_validation_cost(**module); !done) return tl::unexpected(done.error());
  // llvm-spirv writes OpenCL.DebugInfo.100 in an order, and with operands, that the validator does not accept. The set has
  // no semantics, so a fault in it changes no result.
  const std::vector<std::uint32_t> validated =
      without_levels_of_writes(without_opencl_debug_info(native));
  if (auto done = validate(validated, options.target_env, id_names, may_show_names(**module));
      !done)
    return tl::unexpected(done.error());
  return module;
}

}  // namespace spirv_oracle
