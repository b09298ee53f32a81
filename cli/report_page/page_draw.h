// A draw as data of a report page: its images, with what is not certain in them, and which primitives cover each pixel.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/report/reported_finding.h"
#include "graphics/draw_observer.h"
#include "interpreter/result.h"
#include "raster/attachment.h"

namespace spirv_oracle {

// Which primitives have fragments in each pixel of the first layer, in their order. Helper invocations do not count.
class PixelCoverage final : public DrawObserver {
 public:
  static constexpr std::size_t max_primitives = 16;  // of a pixel; further ones are left out

  void start_vertices(std::span<const VertexInvocation> /*vertices*/) override {}
  void start_fragments(const FragmentLaunch& launch) override;
  void note_color(std::size_t /*invocation*/, std::uint32_t /*location*/) override {}
  void end_fragments() override {}

  // Empty: none.
  std::span<const std::uint32_t> of_pixel(std::uint32_t x, std::uint32_t y) const;

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> primitives_;
};

struct PageDraw {
  std::string title;
  const Framebuffer& framebuffer;         // after the draw
  const std::vector<std::string>& names;  // of its color attachments; "": there is none
  const PixelCoverage& coverage;
  const std::vector<ReportedFinding>& findings;
  Status status = Status::ok;
  std::string error;  // why the draw is not complete; "" if it is
};

// { title, status, error, findings, images: [{ name, format, width, height, colors, states, sets, covers }] }
// `colors` has eight hexadecimal digits for each pixel, red first; `states` one digit: 0 defined, 1 implementation-dependent,
// 2 undefined. `covers` has a number for each pixel: the index in `sets` of the primitives that cover it. An image with
// several samples or too many pixels has none of them, but `reason`.
nlohmann::ordered_json page_draw_as_json(const PageDraw& draw);

}  // namespace spirv_oracle
