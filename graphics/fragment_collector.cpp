#include "graphics/fragment_collector.h"

#include <algorithm>

namespace spirv_oracle {
namespace {

// Coordinates have less than 20 bits, layers less than 24.
std::uint64_t place_of(const Quad& quad, std::uint32_t layer) {
  return static_cast<std::uint64_t>(quad.x) | static_cast<std::uint64_t>(quad.y) << 20 |
         std::uint64_t{layer} << 40;
}

}  // namespace

bool FragmentCollector::begin_part(const RasterizedPrimitive& part) {
  // The last part covered nothing, and needs no memory.
  const std::size_t used = batch_.quads.empty() ? 0 : std::size_t{batch_.quads.back().part} + 1;
  batch_.parts.resize(used);
  batch_.parts.push_back({part, primitive_});
  return true;
}

bool FragmentCollector::add_quad(const Quad& quad) {
  // Quads whose tests fail reach no other check.
  if (++tested_quads_ % 65'536 == 0 && launcher_.must_end()) return false;
  FragmentQuad added{quad, static_cast<std::uint32_t>(batch_.parts.size() - 1), {}};
  if (!stage_.test_early(batch_.parts.back(), added)) return true;
  if (stage_.has_interlock()) {
    const std::uint64_t place = place_of(quad, primitive_.layer);
    if (places_.contains(place)) {
      if (!flush_within_part()) return false;
      added.part = 0;
    }
    places_.insert(place);
  }
  batch_.quads.push_back(added);
  if (batch_.quads.size() * stage_.invocations_per_quad() < variation_.fragments_per_launch)
    return true;
  return flush_within_part();
}

bool FragmentCollector::flush_within_part() {
  const FragmentPart current = batch_.parts.back();
  if (!flush()) return false;
  batch_.parts.push_back(current);
  return true;
}

bool FragmentCollector::flush() {
  if (variation_.reverses_order) {
    std::ranges::reverse(batch_.quads);
    std::ranges::stable_sort(batch_.quads, {}, &FragmentQuad::part);
  }
  if (auto shaded = stage_.shade(batch_, vertices_); !shaded) result_ = shaded;
  batch_.parts.clear();
  batch_.quads.clear();
  places_.clear();
  return result_.has_value() && !launcher_.must_end();
}

}  // namespace spirv_oracle
