// The fragments of the running launch as pixels, and which fragments wrote to which pixels.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graphics/draw_observer.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// A fragment that wrote to a color attachment.
struct PixelWrite {
  std::uint64_t moment = 0;  // of the last record of its subgroup
  std::uint64_t workgroup = 0;
  unsigned lane = 0;
  std::uint32_t primitive = 0;  // PrimitiveId
  std::uint32_t dispatch = 0;   // the index of the launch
};

// A pixel of a color attachment, which has a number.
struct PixelPosition {
  std::uint32_t attachment = 0, x = 0, y = 0, layer = 0;
  friend auto operator<=>(const PixelPosition&, const PixelPosition&) = default;
};

// A launch of vertices: its invocations, and the moments of the last records of its subgroups.
struct WatchedVertices {
  std::vector<VertexInvocation> invocations;
  std::vector<std::uint64_t> ends;
  std::uint32_t subgroup_size = 1;
};

// The color attachment with a name, or for an output with that name.
struct NamedAttachment {
  std::optional<std::uint32_t> number;  // none: nothing was drawn into it
  std::uint32_t location = 0;           // of the output
};

class DrawnFragments {
 public:
  // A draw of a script into color attachments with these names, by Location.
  void start_draw(std::span<const std::string> attachments);
  // Launches that follow are those of vertices, of other stages or of fragments.
  void start_vertices(std::span<const VertexInvocation> vertices);
  void start_fragments(const FragmentLaunch& launch);
  void end_fragments() { launch_.reset(); }
  // `dispatch`: the index of the launch of fragments.
  void note_color(std::size_t invocation, std::uint32_t location, std::uint32_t dispatch);
  // A launch with this program starts, or ends. `moment`: those passed so far.
  void start_launch(const Program& program);
  void end_workgroup(std::uint64_t workgroup, std::uint64_t moment);
  void end_launch(const Program& program);

  const FragmentLaunch& launch() const { return *launch_; }
  // Null: it is not a fragment of the running launch.
  const FragmentInvocation* find(std::uint64_t workgroup, unsigned lane) const;
  // The lanes of a workgroup with fragments, but not helper invocations, of a pixel.
  LaneMask lanes_of_pixel(std::uint64_t workgroup, std::uint32_t x, std::uint32_t y,
                          std::uint32_t layer) const;
  // The launch of vertices whose outputs the rasterizer gets; none if there is a stage between them.
  const WatchedVertices* source_vertices() const {
    return has_stage_after_vertices_ ? nullptr : &vertices_;
  }
  // `name`: of an attachment of the script, of an output of the fragment shaders that ran, or colorN for the Location N.
  std::optional<NamedAttachment> find_attachment(const std::string& name) const;
  // Its name in the script; "" without a script.
  const std::string& attachment_name(std::uint32_t number) const { return attachments_[number]; }
  // The name of that output; "" if it has none.
  std::string name_of(std::uint32_t location) const;
  // In order; empty: no fragment has written to the pixel.
  std::vector<PixelWrite> writes_to(const PixelPosition& pixel) const;

 private:
  std::uint32_t attachment_for(std::uint32_t location);
  std::optional<std::uint32_t> location_of(const std::string& output) const;

  std::optional<FragmentLaunch> launch_;
  std::vector<std::uint64_t> ends_;  // of the running launch, as those of WatchedVertices
  WatchedVertices vertices_;
  bool has_stage_after_vertices_ = false;
  std::map<PixelPosition, std::vector<PixelWrite>> writes_;
  std::map<std::string, std::uint32_t> outputs_;  // Locations by name
  std::vector<std::string> attachments_;          // the names of all, by number
  std::map<std::uint32_t, std::uint32_t> bound_;  // by Location: the attachment of the last draw
};

}  // namespace spirv_oracle
