// Who sees the dispatches and draws of a script.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "frontend/assembly.h"
#include "graphics/draw.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

// A RUN, before it executes.
struct ScriptDispatch {
  const std::vector<std::uint32_t>& words;
  const Module& module;
  const AssemblyMap& assembly;
  const EntryPointInfo& entry;
  const Dispatch& dispatch;
};

// A RUN that draws, before it executes.
struct ScriptDraw {
  struct Stage {
    const std::vector<std::uint32_t>& words;
    const EntryPointInfo& entry;
    const spirv_oracle::Pipeline& pipeline;
  };
  std::vector<Stage> stages;  // in the order of the pipeline; the last one is the fragment shader
  const PipelineState& state;
  const DrawCall& call;
  const Bindings& bindings;
  const Framebuffer& framebuffer;
  const Policy& policy;
};

// Errors end the script.
struct ScriptObservers {
  std::function<Result<void>(const ScriptDispatch&)> dispatch = nullptr;
  std::function<Result<void>(const ScriptDraw&)> draw = nullptr;
  // After the last command: what the buffers contain, by name.
  std::function<void(const std::map<std::string, ShadowedBytes>&)> finished = nullptr;
};

}  // namespace spirv_oracle::amber
