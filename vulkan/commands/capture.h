// Captured dispatches: files with which spirv-run, spirv-debug and spirv-golden run a dispatch again.
#pragma once

#include <string>

#include "vulkan/commands/command.h"

namespace spirv_oracle::vulkan {

struct CapturedDispatch {
  const ComputePipeline& pipeline;
  const Launch& launch;
  const Bindings& bindings;  // before the dispatch
  std::uint64_t number = 0;  // from 1, of its device
  std::string origin;        // the dispatch, as findings name it
  bool has_findings = false;
};

// Whether the options ask for this dispatch. With SPIRV_ORACLE_CAPTURE_FIRST_FINDING, that is true at most once.
bool asks_to_capture(const CapturedDispatch& dispatch);

// Writes the dispatch into a new folder inside of `folder`/captured: the module, a file for the contents of each resource,
// and NAME.args, which has the arguments of spirv-run. Errors: bad_input (a file cannot be written).
Result<void> capture(const CapturedDispatch& dispatch, const std::string& folder);

}  // namespace spirv_oracle::vulkan
