#include "interpreter/loader/validation/validation.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "interpreter/loader/binary.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/loader/validation/feature_table.h"
#include "interpreter/loader/validation/image_write_levels.h"
#include "interpreter/loader/validation/opencl_debug_info.h"

namespace spirv_oracle {
namespace {

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

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// "Logical Layout of a Module": whether an instruction comes before the section of names.
bool is_before_names(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpString:
    case spv::Op::OpSource:
    case spv::Op::OpSourceExtension:
    case spv::Op::OpSourceContinued:
      return true;
    default:
      return precedes_debug_instructions(opcode);
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

// "vulkan1.3" to 3; "vulkan1.1spv1.4" to 1.
unsigned minor_version(std::string_view target_env) {
  constexpr std::string_view prefix = "vulkan1.";
  const char digit = target_env.size() > prefix.size() ? target_env[prefix.size()] : '0';
  return static_cast<unsigned>(digit - '0');
}

// Those of `available` without which the module is not valid, if there are `given` as well. The module is valid
// with all of them.
FeatureSet least_features(const Validator& validator, const std::string& target_env,
                          FeatureSet available, FeatureSet given) {
  for (const FeatureInfo& info : feature_table()) {
    if (!available.has(info.feature) || given.has(info.feature)) continue;
    FeatureSet fewer = available;
    fewer.remove(info.feature);
    if (validator.validate(target_env, fewer)) available = fewer;
  }
  return available;
}

tl::unexpected<Error> not_valid(const std::string& reason) {
  return bad_input("the module is not valid: " + reason + " (use --no-validate to run it anyway)");
}

// The error of a module that is not valid with `available`: names the features with which it is.
tl::unexpected<Error> not_valid(const Validator& validator, const std::string& target_env,
                                FeatureSet available, const Error& error) {
  if (!validator.validate(target_env, all_features())) return not_valid(error.message);
  FeatureSet missing = least_features(validator, target_env, all_features(), available);
  for (const FeatureInfo& info : feature_table()) {
    if (available.has(info.feature)) missing.remove(info.feature);
  }
  return not_valid(error.message + "\nit is valid with " + joined(names_of(missing)) +
                   ", which --features does not name");
}

}  // namespace

Validator::Validator(std::span<const std::uint32_t> words, const IdNames& id_names, bool show_names)
    : show_names_(show_names) {
  // llvm-spirv writes OpenCL.DebugInfo.100 in an order, and with operands, that the validator does not accept. The set has
  // no semantics, so a fault in it changes no result.
  words_ = without_levels_of_writes(without_opencl_debug_info(words));
  if (show_names && !id_names.empty()) words_ = with_names(words_, id_names);
}

Result<void> Validator::validate(const std::string& target_env, FeatureSet features) const {
  const Result<spv_target_env> env = environment(words_[1], target_env);
  if (!env) return tl::unexpected(env.error());
  const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(spvContextCreate(*env),
                                                                             &spvContextDestroy);
  const std::unique_ptr<spv_validator_options_t, decltype(&spvValidatorOptionsDestroy)> options(
      spvValidatorOptionsCreate(), &spvValidatorOptionsDestroy);
  for (const FeatureInfo& info : feature_table())
    info.allow(options.get(), features.has(info.feature));
  spvValidatorOptionsSetFriendlyNames(options.get(), show_names_);
  spv_const_binary_t binary{words_.data(), words_.size()};
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
  return bad_input(std::move(message));
}

bool is_vulkan(std::string_view target_env) { return target_env.starts_with("vulkan"); }

FeatureSet features_without_validation(const std::string& target_env,
                                       const std::optional<FeatureSet>& chosen) {
  if (!is_vulkan(target_env)) return chosen.value_or(FeatureSet());
  FeatureSet features = features_of_version(minor_version(target_env));
  features.add(chosen.value_or(FeatureSet()));
  return features;
}

Result<FeatureSet> valid_features(const Validator& validator, const std::string& target_env,
                                  const std::optional<FeatureSet>& chosen) {
  if (!is_vulkan(target_env)) {
    if (chosen) return bad_input("--features applies only to shaders in a Vulkan environment");
    if (auto done = validator.validate(target_env, all_features()); !done)
      return not_valid(done.error().message);
    return FeatureSet();
  }
  FeatureSet features = features_without_validation(target_env, chosen);
  if (validator.validate(target_env, {})) return features;  // needs none
  const FeatureSet available = chosen ? features : all_features();
  if (auto done = validator.validate(target_env, available); !done)
    return not_valid(validator, target_env, available, done.error());
  if (!chosen) features.add(least_features(validator, target_env, available, features));
  return features;
}

FeatureSet needed_features(std::span<const std::uint32_t> words, const Module& module,
                           FeatureSet available) {
  FeatureSet needed = available;
  const Validator validator(words, {}, false);
  for (const char* env : {"vulkan1.2", "vulkan1.3", "vulkan1.4"}) {
    if (!validator.validate(env, available)) continue;
    needed =
        validator.validate(env, {}) ? FeatureSet() : least_features(validator, env, available, {});
    break;
  }
  for (const FeatureInfo& info : feature_table()) {
    const FeatureSet one{info.feature};
    const auto uses = [&](const Instruction& instruction) {
      const bool is_constant = instruction.opcode == spv::Op::OpSpecConstantOp;
      return defines(
          one, is_constant ? static_cast<spv::Op>(instruction.literal(2)) : instruction.opcode);
    };
    if (available.has(info.feature) && std::ranges::any_of(module.instructions(), uses))
      needed.add(info.feature);
  }
  return needed;
}

}  // namespace spirv_oracle
