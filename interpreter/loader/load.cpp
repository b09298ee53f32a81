// load_module(): checks, validation by SPIRV-Tools, parsing.
#include <memory>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/loader/binary.h"
#include "interpreter/loader/id_names.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/module_builder.h"
#include "interpreter/loader/newer_names.h"
#include "interpreter/loader/validation/further_rules.h"
#include "interpreter/loader/validation/type_complexity.h"
#include "interpreter/loader/validation/validation.h"
#include "interpreter/loader/validation/validation_cost.h"

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
  Result<std::shared_ptr<Module>> module = ModuleBuilder(id_names).build(native);
  if (!module) return module;
  if (!options.validate) {
    (*module)->set_features(features_without_validation(options.target_env, options.features));
    return module;
  }
  if (auto done = check_type_complexity(**module); !done) return tl::unexpected(done.error());
  if (auto done = check_validation_cost(**module); !done) return tl::unexpected(done.error());
  const Validator validator(native, id_names, may_show_names(**module));
  const Result<FeatureSet> features =
      valid_features(validator, options.target_env, options.features);
  if (!features) return tl::unexpected(features.error());
  if (auto done = check_further_rules(**module, is_vulkan(options.target_env)); !done)
    return tl::unexpected(done.error());
  (*module)->set_features(*features);
  return module;
}

}  // namespace spirv_oracle
