#include "interpreter/images/residency.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "interpreter/images/sample_location.h"

namespace spirv_oracle {
namespace {

// The texels on an axis that implementations access: those from `first` to `last` may be, those from `first_sure` to
// `last_sure` are in all of them.
struct AxisAccess {
  std::int64_t first = 0, last = 0;
  std::int64_t first_sure = 0, last_sure = 0;

  bool is_sure(std::int64_t index) const { return first_sure <= index && index <= last_sure; }
};

AxisAccess nearest_access(double coordinate, double tolerance) {
  AxisAccess access;
  access.first = internal::texel_index(coordinate - tolerance);
  access.last = internal::texel_index(coordinate + tolerance);
  // If there are several, none is sure.
  access.first_sure = access.first;
  access.last_sure = access.first == access.last ? access.first : access.first - 1;
  return access;
}

// Linear filtering reads two texels. An implementation may skip the second one if its weight is 0.
AxisAccess linear_access(double coordinate, double tolerance, bool reads_weight_0) {
  const internal::AxisTexels low = internal::linear_on_axis(coordinate - tolerance);
  const internal::AxisTexels high = internal::linear_on_axis(coordinate + tolerance);
  AxisAccess access;
  access.first = low.index;
  access.last = high.index + 1;
  access.first_sure = high.index;
  access.last_sure = low.index + 1;
  if (!reads_weight_0 && low.index == high.index && low.weight == 0) --access.last_sure;
  return access;
}

class SampleResidency {
 public:
  SampleResidency(const SampledImage& image, const SamplerState& sampler,
                  const SampleCoordinates& place, bool gathers)
      : image_(image), sampler_(sampler), place_(place), gathers_(gathers) {}

  Residency find();

 private:
  void add_level(std::uint32_t level, bool is_linear);
  void add_texel(const internal::LevelCoordinates& in_level,
                 const std::array<std::int64_t, 3>& index, bool is_sure);
  AxisAccess access_on(const internal::LevelCoordinates& in_level, unsigned axis,
                       bool is_linear) const;

  const SampledImage& image_;
  const SamplerState& sampler_;
  const SampleCoordinates& place_;
  bool gathers_;
  bool may_be_unbound_ = false;
  bool is_surely_unbound_ = false;
  bool all_are_unbound_ = true;  // that the sample may access in a level
};

AxisAccess SampleResidency::access_on(const internal::LevelCoordinates& in_level, unsigned axis,
                                      bool is_linear) const {
  const double coordinate = in_level.coordinate[axis];
  if (!is_linear) return nearest_access(coordinate, in_level.tolerance[axis]);
  const double snap = in_level.error[axis] + internal::snap_distance(place_);
  if (gathers_) return linear_access(coordinate, std::max(in_level.tolerance[axis], snap), true);
  // At the center of a texel, no precision changes the weights.
  const bool is_exact =
      internal::linear_on_axis(coordinate).weight == 0 && in_level.error[axis] == 0;
  return linear_access(coordinate, is_exact ? 0 : in_level.tolerance[axis], false);
}

void SampleResidency::add_texel(const internal::LevelCoordinates& in_level,
                                const std::array<std::int64_t, 3>& index, bool is_sure) {
  const LevelLayout& level = image_.layout->levels[in_level.level];
  std::array<std::uint32_t, 3> at = {0, 0, in_level.layer.value_or(0)};
  for (unsigned axis = 0; axis < in_level.axes; ++axis) {
    const auto found = internal::wrapped(index[axis], level.extent[axis], in_level.address[axis]);
    if (!found) {  // a texel of the border
      all_are_unbound_ = false;
      return;
    }
    at[axis] = *found;
  }
  if (!image_.layout->is_unbound(in_level.level, at)) {
    all_are_unbound_ = false;
    return;
  }
  may_be_unbound_ = true;
  is_surely_unbound_ |= is_sure;
}

void SampleResidency::add_level(std::uint32_t level, bool is_linear) {
  // More texels, beyond any precision, are not worth a search.
  constexpr std::int64_t most = 16;
  const internal::LevelCoordinates in_level =
      internal::place_in_level(image_, sampler_, place_, level);
  std::array<AxisAccess, 3> axes;
  bool is_uncertain = !in_level.layer_is_certain;
  for (unsigned axis = 0; axis < in_level.axes; ++axis) {
    axes[axis] = access_on(in_level, axis, is_linear);
    is_uncertain |= axes[axis].last - axes[axis].first >= most;
    axes[axis].last = std::min(axes[axis].last, axes[axis].first + most);
    const std::int64_t size = image_.layout->levels[level].extent[axis];
    is_uncertain |= in_level.is_cube && (axes[axis].first < 0 || axes[axis].last >= size);
  }
  may_be_unbound_ |= is_uncertain;
  all_are_unbound_ = !is_uncertain;
  for (std::int64_t z = axes[2].first; z <= axes[2].last; ++z) {
    for (std::int64_t y = axes[1].first; y <= axes[1].last; ++y) {
      for (std::int64_t x = axes[0].first; x <= axes[0].last; ++x) {
        const bool is_sure =
            !is_uncertain && axes[0].is_sure(x) && axes[1].is_sure(y) && axes[2].is_sure(z);
        add_texel(in_level, {x, y, z}, is_sure);
      }
    }
  }
  // Whichever of them the sample accesses.
  is_surely_unbound_ |= all_are_unbound_;
}

Residency SampleResidency::find() {
  if (image_.layout->unbound.empty()) return Residency::resident;
  if (gathers_) {
    add_level(0, true);
  } else {
    const internal::LevelChoice choice = internal::choose_levels(image_, sampler_, place_);
    // Between two levels whose weights are sure to be more than 0, both are read.
    const bool is_between = choice.weight > internal::snap_distance(place_) &&
                            choice.weight < 1 - internal::snap_distance(place_) &&
                            place_.lod_is_exact;
    if (!choice.is_certain && !is_between) return Residency::uncertain;
    const SamplerFilter filter = choice.magnified ? sampler_.magnification : sampler_.minification;
    const bool is_linear = filter == SamplerFilter::linear && !image_.format.is_integer();
    add_level(choice.first, is_linear);
    if (choice.weight > 0) add_level(choice.second, is_linear);
  }
  if (is_surely_unbound_) return Residency::not_resident;
  return may_be_unbound_ ? Residency::uncertain : Residency::resident;
}

}  // namespace

Residency residency_of_sample(const SampledImage& image, const SamplerState& sampler,
                              const SampleCoordinates& place, bool gathers) {
  return SampleResidency(image, sampler, place, gathers).find();
}

}  // namespace spirv_oracle
