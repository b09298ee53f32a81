#include "graphics/variations.h"

#include <algorithm>
#include <vector>

namespace spirv_oracle {
namespace {

std::vector<NamedVariation> make_variations() {
  std::vector<NamedVariation> all;
  const auto add = [&all](std::string_view name, const Clause& clause,
                          std::string_view reason) -> RasterVariation& {
    return all.emplace_back(NamedVariation{name, reason, &clause, {}}).variation;
  };
  using Freedom = DrawFreedom;
  // subPixelPrecisionBits is at least 4, so that vertices may be 1/32 pixel from their places.
  constexpr unsigned least_sub_pixel_bits = 4;
  constexpr double shift = 1.0 / 32;
  add("coarse-vertices", Freedom::vertex_precision, "vertices may be rounded to 1/16 pixel")
      .sub_pixel_bits = least_sub_pixel_bits;
  const auto add_shift = [&](std::string_view name, double x, double y) {
    RasterVariation& variation =
        add(name, Freedom::interpolation,
            "interpolation is not more precise than the places of vertices");
    variation.shift_x = x;
    variation.shift_y = y;
  };
  add_shift("shift-left-up", -shift, -shift);
  add_shift("shift-left-down", -shift, shift);
  add_shift("shift-right-up", shift, -shift);
  add_shift("shift-right-down", shift, shift);
  // Some steps of a 32-bit float, for the computation with weights.
  constexpr double error = 1.0 / (1 << 20);
  constexpr std::string_view no_precision = "the precision of interpolation is not specified";
  add("smaller-inputs", Freedom::interpolation, no_precision).interpolation_factor = 1 - error;
  add("larger-inputs", Freedom::interpolation, no_precision).interpolation_factor = 1 + error;
  add("clip-at-guard-band", Freedom::clipped_points,
      "points and edges at the sides of the clip volume may be drawn")
      .clips_by_guard_band = true;
  add("divided-polygons", Freedom::clipped_polygons,
      "clipped polygons may be drawn as triangles with quads of their own")
      .divides_clipped_polygons = true;
  add("other-subdivision", Freedom::tessellation, "patches may be divided in another way")
      .divides_otherwise = true;
  add("large-points", Freedom::point_size, "points may have a size of at least 1")
      .least_point_size = 1;
  constexpr std::string_view not_strict = "strictLines need not be supported";
  add("parallelogram-lines", Freedom::line_rasterization, not_strict).line_mode =
      LineMode::parallelogram;
  add("bresenham-lines", Freedom::line_rasterization, not_strict).line_mode = LineMode::bresenham;
  constexpr std::string_view no_rounding =
      "the rounding of normalized vertex attributes is not specified";
  add("smaller-attributes", Freedom::attribute_rounding, no_rounding).attribute_steps = -1;
  add("larger-attributes", Freedom::attribute_rounding, no_rounding).attribute_steps = 1;
  add("single-quads", Freedom::quads_in_subgroup, "other quads may share a subgroup")
      .fragments_per_launch = 1;
  add("reverse-order", Freedom::fragment_order,
      "quads, and edges of polygons, may be shaded in another order")
      .reverses_order = true;
  return all;
}

}  // namespace

std::span<const NamedVariation> raster_variations() {
  static const std::vector<NamedVariation> all = make_variations();
  return all;
}

Result<const NamedVariation*> find_raster_variation(std::string_view name) {
  const auto all = raster_variations();
  const auto found = std::ranges::find(all, name, &NamedVariation::name);
  if (found != all.end()) return &*found;
  std::string known;
  for (const NamedVariation& variation : all)
    known += (known.empty() ? "" : ", ") + std::string(variation.name);
  return bad_input("'" + std::string(name) + "' is not a variation of rasterization; there are " +
                   known);
}

}  // namespace spirv_oracle
