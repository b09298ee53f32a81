// The shaders of a script as they run: each compiled once, with the settings of the script and the options.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "amber/outcome_collector.h"
#include "amber/script/model.h"
#include "amber/shader_compiler.h"
#include "cli/run_options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

class ScriptShaders {
 public:
  // All parameters must outlive the object. Remarks and warnings go to the collector.
  ScriptShaders(const Script& script, const RunOptions& options, OutcomeCollector& collector)
      : script_(script), options_(options), collector_(collector) {}

  // The shader for this entry point. It lives as long as this object. Errors: as of compile_shader().
  Result<const CompiledShader*> compiled(const ShaderUse& use, const std::string& entry_point);

  // A dispatch with all settings, but without resources and invocations.
  Dispatch settings(const ShaderUse& use, const CompiledShader& shader, const EntryPointInfo& entry,
                    std::uint64_t max_steps);

  // Remarks if FULLY_POPULATED subgroups do not fit into the workgroup.
  void check_full_subgroups(const Pipeline& pipeline, const ShaderUse& use,
                            const Dispatch& dispatch, const Module& module);

 private:
  const Script& script_;
  const RunOptions& options_;
  OutcomeCollector& collector_;
  std::map<std::string, CompiledShader> shaders_;  // by shader and entry point
};

}  // namespace spirv_oracle::amber
