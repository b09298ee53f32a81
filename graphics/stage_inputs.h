// The inputs of a stage that are outputs of the stage before it (Vulkan, "Interface Matching").
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "graphics/draw_findings.h"
#include "graphics/stage_launch.h"

namespace spirv_oracle {

// Which value of an output an invocation reads for an element of an input that has one for each vertex. None: there is no
// such vertex, and the value is undefined.
using InputSource =
    std::function<std::optional<std::uint32_t>(std::size_t invocation, std::uint32_t vertex)>;

// Fills an input of a launch with the output `from`. Reports an output that is missing; its values are undefined.
void fill_from_outputs(const LaunchOutputs& outputs, const InterfaceComponent& from,
                       const InterfaceComponent& place, const InputSource& source,
                       DrawFindings& findings, LaunchInputs& inputs);

// Whether a stage gets the built-in from the one before it, as a member of gl_in.
bool is_of_vertices(spv::BuiltIn which);

// "the input with Location 1", "the built-in 44"
std::string name_of_input(const InterfaceComponent& place);

}  // namespace spirv_oracle
