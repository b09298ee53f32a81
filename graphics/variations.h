// What the fixed functions of other implementations may do otherwise in a draw, by name: --rasterization and
// --check-portability.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "interpreter/findings/clause.h"
#include "interpreter/result.h"
#include "raster/choices.h"

namespace spirv_oracle {

// Dependences of pixels on the implementation, which only other draws reveal.
struct DrawFreedom {
  static constexpr Clause vertex_precision{
      "portability.vertex-precision", "portability", Effect::implementation_defined,
      "results depend on the fraction of a pixel to which the places of vertices are rounded"};
  static constexpr Clause interpolation{"portability.interpolation", "portability",
                                        Effect::implementation_defined,
                                        "results depend on the precision of interpolated values"};
  static constexpr Clause clipped_points{
      "portability.clipped-points", "portability", Effect::implementation_defined,
      "results depend on whether a point or a polygon edge at a side of the clip volume is drawn"};
  static constexpr Clause clipped_polygons{
      "portability.clipped-polygons", "portability", Effect::implementation_defined,
      "results depend on how clipping divides a polygon, and so its quads"};
  static constexpr Clause tessellation{"portability.tessellation", "portability",
                                       Effect::implementation_defined,
                                       "results depend on how a patch is divided"};
  static constexpr Clause point_size{"portability.point-size", "portability",
                                     Effect::implementation_defined,
                                     "results depend on the smallest supported size of a point"};
  static constexpr Clause line_rasterization{
      "portability.line-rasterization", "portability", Effect::implementation_defined,
      "results depend on which samples an implementation without strictLines covers with a line"};
  static constexpr Clause attribute_rounding{
      "portability.attribute-rounding", "portability", Effect::implementation_defined,
      "results depend on how a normalized vertex attribute is rounded to a float"};
  static constexpr Clause quads_in_subgroup{"portability.quads-in-subgroup", "portability",
                                            Effect::implementation_defined,
                                            "results depend on which quads share a subgroup"};
  static constexpr Clause fragment_order{
      "portability.fragment-order", "portability", Effect::implementation_defined,
      "results depend on the order in which fragments are shaded, or the edges of a polygon drawn"};

  static constexpr auto clauses = clause_list(
      vertex_precision, interpolation, clipped_points, clipped_polygons, tessellation, point_size,
      line_rasterization, attribute_rounding, quads_in_subgroup, fragment_order);
};

struct NamedVariation {
  std::string_view name;    // as --rasterization takes it
  std::string_view reason;  // why an implementation may do this, as a clause of a sentence
  const Clause* clause = nullptr;
  RasterVariation variation;
};

std::span<const NamedVariation> raster_variations();

// What a draw does under a variation; null: as usual.
inline RasterVariation variation_of(const NamedVariation* named) {
  return named == nullptr ? RasterVariation() : named->variation;
}

// Errors: bad_input for an unknown name; the message lists the known ones.
Result<const NamedVariation*> find_raster_variation(std::string_view name);

}  // namespace spirv_oracle
