// Captured dispatches: files with which spirv-run, spirv-debug and spirv-golden run a dispatch again.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

struct CapturedDispatch {
  std::span<const std::uint32_t> words;  // the module
  const PipelineOptions& options;
  const std::vector<ResourceInfo>& resources;  // that the entry point statically uses
  std::string pipeline;                        // its name; may be empty
  std::string target_env;                      // as LoadOptions has it
  const Launch& launch;
  const Bindings& bindings;  // before the dispatch
  std::uint64_t number = 0;  // from 1, of its device
  std::string origin;        // the dispatch, as findings name it
  bool has_findings = false;
  std::vector<std::string> build_options = {};  // of a kernel: those that do not change the module
};

// Whether the options ask for this dispatch. With SPIRV_ORACLE_CAPTURE_FIRST_FINDING, that is true at most once.
bool asks_to_capture(const CapturedDispatch& dispatch);

// Writes the dispatch into a new folder inside of `folder`/captured: the module, a file for the contents of each resource,
// and NAME.args, which has the arguments of spirv-run. Errors: bad_input (a file cannot be written).
Result<void> capture(const CapturedDispatch& dispatch, const std::string& folder);

}  // namespace spirv_oracle
