// A module of the Python package: loaded once, run many times.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/run_options.h"
#include "frontend/frontend.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::python {

class LoadedModule {
 public:
  // `options`: those of spirv-run about source files. The suffix of `file` selects the language. With `contents`, there need not
  // be such a file. Errors: those of load_module_file and load_module_of.
  static Result<std::shared_ptr<const LoadedModule>> load(
      const std::string& file, const std::optional<std::vector<std::byte>>& contents,
      const std::vector<std::string>& options);

  // As `spirv-run --list-resources --format json` prints it. Errors: those of specialization.
  Result<std::string> resources() const;
  // {"SET.BINDING": layout, "push": layout of the push constants} of the entry point with default specialization.
  std::string layouts(const std::string& entry_point) const;
  // {"set", "binding", "element" (null: all)} of NAME, NAME[I], SET.BINDING or arg.N. Errors: bad_input.
  Result<std::string> find(const std::string& entry_point, const std::string& name) const;

  const Module& module() const { return *module_; }
  const ModuleInfo& info() const { return info_; }
  const AssemblyMap& assembly() const { return file_.assembly; }
  const std::vector<std::uint32_t>& words() const { return file_.words; }
  const std::string& warnings() const { return file_.warnings; }
  // Without a time limit.
  const ModuleOptions& options() const { return options_; }

 private:
  LoadedModule() = default;

  ModuleOptions options_;
  ModuleFile file_;
  std::shared_ptr<const Module> module_;
  ModuleInfo info_;
};

}  // namespace spirv_oracle::python
