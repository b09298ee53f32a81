#include "interpreter/images/sample_ranges.h"

#include <algorithm>
#include <cmath>

#include "interpreter/images/sample_location.h"

namespace spirv_oracle {
namespace {

// "Accurate to about 1 part in 10^5": of up to ten operations, which filter the texels of a level or of two.
constexpr Real filter_error = 10 * 1e-5L;
// More texels on an axis are not worth a bound.
constexpr std::size_t max_on_axis = 4;

using Ranges = std::array<std::optional<Range>, 4>;  // none: unknown

bool is_known(const Range& range) { return std::isfinite(range.low) && std::isfinite(range.high); }

void include(std::optional<Range>& all, const std::optional<Range>& range, bool is_first) {
  if (is_first) {
    all = range;
  } else if (!all || !range) {
    all.reset();
  } else {
    *all = {std::min(all->low, range->low), std::max(all->high, range->high)};
  }
}

// A component that the format lacks is 0 or 1, whatever the weights.
Range constant(const Range& range) { return {std::round(range.low), std::round(range.high)}; }

Range times(Real weight, const Range& range) { return {weight * range.low, weight * range.high}; }
Range with_error(const Range& range) {
  const Real error = filter_error * std::max(std::fabs(range.low), std::fabs(range.high));
  return {range.low - error, range.high + error};
}
Range sum(const Range& a, const Range& b) { return {a.low + b.low, a.high + b.high}; }

// One sample in one level.
class LevelRanges {
 public:
  LevelRanges(const SampledImage& image, const SamplerState& sampler,
              const internal::LevelCoordinates& place, RangeOfTexel of_texel)
      : image_(image), sampler_(sampler), place_(place), of_texel_(of_texel) {}

  // Each texel that the coordinates may select; none if they are too many, or undefined.
  std::optional<std::vector<Ranges>> nearest() const;
  // A color between those of the texels.
  std::optional<Ranges> linear() const;

 private:
  using Index = std::array<std::int64_t, 3>;
  using Points = std::array<std::vector<double>, 3>;

  std::optional<Ranges> texel(const Index& index) const;
  // The ends of what a coordinate may be, less 1/2, and the centers of texels between them. Between these points, the color is
  // linear in each coordinate.
  std::optional<std::vector<double>> points_on_axis(unsigned axis) const;
  std::optional<Ranges> blend(const std::array<double, 3>& at) const;

  const SampledImage& image_;
  const SamplerState& sampler_;
  const internal::LevelCoordinates& place_;
  RangeOfTexel of_texel_;
};

std::optional<Ranges> LevelRanges::texel(const Index& index) const {
  const SampledTexel texel = internal::texel_at(image_, sampler_, place_, index);
  Ranges ranges;
  for (unsigned i = 0; i < 4; ++i) {
    const TexelComponent& component = image_.format.components[i];
    if (component.bits != 0 && texel[i].state != Definedness::defined) return std::nullopt;
    const Range range = of_texel_(component, texel[i].number);
    if (is_known(range)) ranges[i] = range;
  }
  return ranges;
}

std::optional<std::vector<Ranges>> LevelRanges::nearest() const {
  std::array<std::vector<std::int64_t>, 3> on_axis = {{{0}, {0}, {0}}};
  for (unsigned axis = 0; axis < place_.axes; ++axis) {
    const double coordinate = place_.coordinate[axis], tolerance = place_.tolerance[axis];
    const std::int64_t first = internal::texel_index(coordinate - tolerance);
    const std::int64_t last = internal::texel_index(coordinate + tolerance);
    if (last - first >= static_cast<std::int64_t>(max_on_axis)) return std::nullopt;
    on_axis[axis].clear();
    for (std::int64_t index = first; index <= last; ++index) on_axis[axis].push_back(index);
  }
  std::vector<Ranges> texels;
  for (const std::int64_t z : on_axis[2]) {
    for (const std::int64_t y : on_axis[1]) {
      for (const std::int64_t x : on_axis[0]) {
        const auto found = texel({x, y, z});
        if (!found) return std::nullopt;
        texels.push_back(*found);
      }
    }
  }
  return texels;
}

std::optional<std::vector<double>> LevelRanges::points_on_axis(unsigned axis) const {
  const double center = place_.coordinate[axis] - 0.5;
  const internal::AxisTexels on_axis = internal::linear_on_axis(place_.coordinate[axis]);
  if (internal::leaves_face(image_, place_, axis, on_axis)) return std::nullopt;
  // At the center of a texel, no precision changes the weights.
  if (on_axis.weight == 0 && place_.error[axis] == 0) return std::vector{center};
  const double first = center - place_.tolerance[axis], last = center + place_.tolerance[axis];
  std::vector<double> points{first};
  while (std::floor(points.back()) + 1 < last) {
    if (points.size() == max_on_axis) return std::nullopt;
    points.push_back(std::floor(points.back()) + 1);
  }
  points.push_back(last);
  return points;
}

std::optional<Ranges> LevelRanges::blend(const std::array<double, 3>& at) const {
  Ranges all;
  for (unsigned corner = 0; corner < 1u << place_.axes; ++corner) {
    Real weight = 1;
    Index index = {};
    for (unsigned axis = 0; axis < place_.axes; ++axis) {
      const bool second = (corner >> axis & 1) != 0;
      const double first = std::floor(at[axis]);
      const Real of_second = static_cast<Real>(at[axis]) - static_cast<Real>(first);
      index[axis] = static_cast<std::int64_t>(first) + (second ? 1 : 0);
      weight *= second ? of_second : 1 - of_second;
    }
    if (weight == 0) continue;
    const auto found = texel(index);
    if (!found) return std::nullopt;
    for (unsigned i = 0; i < 4; ++i) {
      if (corner != 0 && !all[i]) continue;
      std::optional<Range> part;
      if ((*found)[i]) part = times(weight, *(*found)[i]);
      if (corner == 0)
        all[i] = part;
      else if (part)
        all[i] = sum(*all[i], *part);
      else
        all[i].reset();
    }
  }
  return all;
}

std::optional<Ranges> LevelRanges::linear() const {
  Points points = {{{0}, {0}, {0}}};
  bool is_exact = true;
  for (unsigned axis = 0; axis < place_.axes; ++axis) {
    auto found = points_on_axis(axis);
    if (!found) return std::nullopt;
    is_exact &= found->size() == 1;
    points[axis] = std::move(*found);
  }
  Ranges all;
  bool is_first = true;
  for (const double z : points[2]) {
    for (const double y : points[1]) {
      for (const double x : points[0]) {
        const auto found = blend({x, y, z});
        if (!found) return std::nullopt;
        for (unsigned i = 0; i < 4; ++i) include(all[i], (*found)[i], is_first);
        is_first = false;
      }
    }
  }
  for (unsigned i = 0; i < 4; ++i) {
    if (!all[i]) continue;
    if (image_.format.components[i].bits == 0)
      all[i] = constant(*all[i]);
    else if (!is_exact)
      all[i] = with_error(*all[i]);
  }
  return all;
}

// Alternatives: the colors of all levels and texels that may be selected.
using Alternatives = std::vector<Ranges>;

SampledRanges by_component(const Alternatives& alternatives) {
  SampledRanges ranges;
  for (unsigned i = 0; i < 4; ++i) {
    const bool is_known = std::ranges::all_of(
        alternatives, [&](const Ranges& alternative) { return alternative[i].has_value(); });
    if (!is_known) continue;
    for (const Ranges& alternative : alternatives) ranges[i].push_back(*alternative[i]);
  }
  return ranges;
}

}  // namespace

std::optional<SampledRanges> sample_ranges(const SampledImage& image, const SamplerState& sampler,
                                           const SampleCoordinates& place, RangeOfTexel of_texel) {
  const bool has_levels = image.layout->levels.size() > 1;
  const internal::LevelChoice choice = internal::choose_levels(image, sampler, place);
  const bool depends_on_lod = has_levels || sampler.magnification != sampler.minification;
  // Between two levels, the weight is that of an exact level of detail, which may snap to another.
  const bool is_between = choice.weight > 0;
  const bool is_certain = choice.is_certain || (is_between && place.lod_is_exact);
  if (place.is_kernel || image.format.is_integer() || (depends_on_lod && !is_certain))
    return std::nullopt;
  const SamplerFilter filter = choice.magnified ? sampler.magnification : sampler.minification;
  const auto in_level = [&](std::uint32_t level) -> std::optional<Alternatives> {
    const internal::LevelCoordinates coordinates =
        internal::place_in_level(image, sampler, place, level);
    if (!coordinates.layer_is_certain) return std::nullopt;
    const LevelRanges ranges(image, sampler, coordinates, of_texel);
    if (filter == SamplerFilter::nearest) return ranges.nearest();
    const auto linear = ranges.linear();
    return linear ? std::optional(Alternatives{*linear}) : std::nullopt;
  };
  const auto first = in_level(choice.first);
  if (!first) return std::nullopt;
  if (!is_between) return by_component(*first);
  const double snap = internal::snap_distance(place);
  // A level of detail that may snap beyond one of the two levels has a third one.
  if (choice.weight < snap || choice.weight > 1 - snap) return std::nullopt;
  const auto second = in_level(choice.second);
  if (!second) return std::nullopt;
  Alternatives all;
  for (const Ranges& a : *first) {
    for (const Ranges& b : *second) {
      Ranges blended;
      for (unsigned i = 0; i < 4; ++i) {
        if (!a[i] || !b[i]) continue;
        for (const Real weight : {Real{choice.weight} - snap, Real{choice.weight} + snap}) {
          const Range range = sum(times(1 - weight, *a[i]), times(weight, *b[i]));
          include(blended[i], range, !blended[i]);
        }
        const bool is_constant = image.format.components[i].bits == 0;
        blended[i] = is_constant ? constant(*blended[i]) : with_error(*blended[i]);
      }
      all.push_back(blended);
    }
  }
  return by_component(all);
}

}  // namespace spirv_oracle
