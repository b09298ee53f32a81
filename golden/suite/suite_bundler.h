// Makes the bundle of a module of the suite.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "golden/make/make_bundle.h"
#include "golden/suite/suite_module.h"

namespace spirv_oracle::golden {

class SuiteBundler {
 public:
  // All arguments but the name must outlive the object. Errors: those of front ends and of the validator.
  static Result<SuiteBundler> create(const SuiteModule& module, const std::string& name,
                                     const InstructionRegistry& registry,
                                     const BundleSettings& settings);

  // The bundle without outputs.
  const Bundle& request() const { return request_; }
  // Errors: those of make_bundle() and make_draw_bundle().
  Result<MadeBundle> make() const;

 private:
  SuiteBundler(const SuiteModule& module, const InstructionRegistry& registry,
               const BundleSettings& settings)
      : module_(&module), registry_(&registry), settings_(&settings) {}
  Result<void> describe_dispatch(const std::string& name);
  Result<void> describe_draw(const std::string& name);
  BundleSubject subject(const std::string& name) const;

  const SuiteModule* module_;
  const InstructionRegistry* registry_;
  const BundleSettings* settings_;
  std::vector<std::uint32_t> words_;
  std::shared_ptr<const Module> loaded_;
  ModuleInfo info_;
  Bundle request_;
};

}  // namespace spirv_oracle::golden
