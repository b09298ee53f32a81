// The draw of a fragment shader without a script, as if it were a dispatch.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "cli/run_options.h"
#include "interpreter/dispatch.h"
#include "interpreter/ir/registry.h"
#include "raster/attachment.h"

namespace spirv_oracle {

// What it leaves: the color attachments count as memories.
struct RectangleRun {
  Dispatch dispatch;  // with the names of these memories
  DispatchResult result;
  std::map<std::string, ElementType> attachment_types;  // by name
  Framebuffer framebuffer;
};

// The name of the attachment for a Location.
std::string attachment_name(std::size_t location);

// The framebuffer has the size of the options. `rasterization`: null for the usual one. Errors: those of draw_rectangle().
Result<RectangleRun> run_rectangle(const Module& module, const InstructionRegistry& registry,
                                   const RunOptions& options, const NamedVariation* rasterization,
                                   Dispatch dispatch);

}  // namespace spirv_oracle
