// The attachments that a script does not declare.
#pragma once

#include <cstdint>
#include <string>

#include "amber/script/model.h"
#include "amber/script/script_reader.h"

namespace spirv_oracle::amber {

// An image that covers the framebuffer of a pipeline. Fails for more than max_bytes, and for an extent that no image has.
Buffer make_attachment(ScriptReader& reader, std::string name, const ImageFormat& format,
                       const Pipeline& pipeline, std::uint32_t samples, std::uint64_t max_bytes);

// Gives each graphics pipeline a color attachment with format B8G8R8A8_UNORM, and one for depth and stencil with format
// D32_SFLOAT_S8_UINT, unless it has its own. As in Amber, pipelines share them. Must be called after everything is parsed.
void add_default_attachments(ScriptReader& reader, Script& script, std::uint64_t max_bytes);

}  // namespace spirv_oracle::amber
