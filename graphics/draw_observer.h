// Who sees the launches of a draw: for the debugger, which shows its fragments as pixels.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graphics/fragment_inputs.h"
#include "graphics/vertex_fetch.h"
#include "graphics/vertex_stage.h"

namespace spirv_oracle {

// A launch of the fragment shader. Invocation number i is lane i % subgroup_size of workgroup i / subgroup_size. The parts
// live until end_fragments().
struct FragmentLaunch {
  const std::vector<FragmentInvocation>& invocations;
  const ShadedVertices& vertices;  // the outputs of the stage before rasterization
  std::uint32_t subgroup_size = 1;
  bool is_per_sample = false;  // "Sample Shading"
};

class DrawObserver {
 public:
  DrawObserver() = default;
  DrawObserver(const DrawObserver&) = delete;
  DrawObserver& operator=(const DrawObserver&) = delete;
  virtual ~DrawObserver() = default;

  // Before a draw into color attachments with these names, by Location; "": none. Not called if they have no names.
  virtual void start_draw(std::span<const std::string> /*attachments*/) {}
  // Before a launch of the vertex shader, whose invocations these are.
  virtual void start_vertices(std::span<const VertexInvocation> vertices) = 0;
  // Before a launch of the fragment shader.
  virtual void start_fragments(const FragmentLaunch& launch) = 0;
  // After that launch: the invocation with this number writes to the color attachment for a Location.
  virtual void note_color(std::size_t invocation, std::uint32_t location) = 0;
  virtual void end_fragments() = 0;
};

// What of a draw is watched beside Observers.
struct DrawWatch {
  DrawObserver* observer = nullptr;  // null: no observer
  bool only_fragments = false;       // Observers::watch does not see the other stages
};

}  // namespace spirv_oracle
