#include "interpreter/instructions/image/sample_record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string>

#include "interpreter/exec/lanes/component_handler.h"
#include "interpreter/images/residency.h"
#include "interpreter/images/sample_ranges.h"
#include "interpreter/images/sampling.h"
#include "interpreter/instructions/image/image_access.h"
#include "interpreter/instructions/image/residency_code.h"
#include "interpreter/instructions/image/texel_enclosures.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

TexelFormat format_of(const Subgroup& subgroup, const SampleWords& words, std::uint32_t object) {
  ObjectFormat found;
  for (std::uint32_t i = 0; i < words.format_count; ++i) {
    std::memcpy(static_cast<void*>(&found), subgroup.data + words.formats + i * ObjectFormat::words,
                sizeof found);
    if (found.object == object) break;
  }
  return {"", static_cast<std::uint8_t>(found.bytes), found.components, found.order};
}

// The operands of one lane.
class LaneSample {
 public:
  LaneSample(const Subgroup& subgroup, const SampleWords& words, unsigned lane)
      : subgroup_(subgroup), words_(words), lane_(lane) {}

  // The result for an undefined operand is undefined; for an uncertain one, uncertain.
  Definedness operands = Definedness::defined;
  // Set by enclosed_place: whether all operands that determine the level of detail are exact.
  bool has_exact_lod = true;

  // The place, including how far its coordinates may be off. Other operands must be exact, or the place is uncertain.
  SampleCoordinates enclosed_place(const ImageLayout& layout, const Enclosures& enclosures) {
    SampleCoordinates place = this->place(layout);
    place.filtering = Filtering::exact;  // the enclosure has all places
    const auto values = [&](Slot slot) { return enclosures.values_of(subgroup_, slot, lane_); };
    const auto error = [&](Slot slot) {
      if (slot == no_slot) return 0.0;
      const Interval all = values(slot);
      const Real usual = number(slot);
      return all.nan ? HUGE_VAL : static_cast<double>(std::max(all.high - usual, usual - all.low));
    };
    const auto is_exact = [&](Slot slot) { return slot == no_slot || values(slot).is_point(); };
    if (words_.integer_coordinate == 0) {
      for (unsigned axis = 0; axis < 3; ++axis)
        place.coordinate_error[axis] = error(words_.coordinate[axis]);
      place.layer_error = error(words_.layer);
    } else if (!std::ranges::all_of(words_.coordinate, is_exact) || !is_exact(words_.layer)) {
      operands = Definedness::implementation_dependent;
    }
    has_exact_lod = words_.implicit_lod == 0 && is_exact(words_.lod) && is_exact(words_.min_lod) &&
                    is_exact(words_.bias) && std::ranges::all_of(words_.dx, is_exact) &&
                    std::ranges::all_of(words_.dy, is_exact);
    for (const Slot slot : {words_.image, words_.sampler, words_.reference, words_.component}) {
      if (!is_exact(slot)) operands = Definedness::implementation_dependent;
    }
    if (!std::ranges::all_of(words_.offset, is_exact) ||
        !std::ranges::all_of(words_.offsets, is_exact))
      operands = Definedness::implementation_dependent;
    return place;
  }

  double number(Slot slot) { return number(slot, lane_); }
  double number(Slot slot, unsigned lane) {
    if (slot == no_slot) return 0;
    note(slot, lane);
    return subgroup_.values<float>(slot)[lane];
  }
  std::int32_t integer(Slot slot) {
    if (slot == no_slot) return 0;
    note(slot, lane_);
    return subgroup_.values<std::int32_t>(slot)[lane_];
  }
  std::uint32_t object(Slot slot) {
    note(slot, lane_);
    return static_cast<std::uint32_t>(subgroup_.values<std::uint64_t>(slot)[lane_] >>
                                      AddressSpace::offset_bits);
  }

  SampleCoordinates place(const ImageLayout& layout) {
    SampleCoordinates place;
    place.dimension = static_cast<SampledDimension>(words_.dimension);
    place.arrayed = words_.arrayed != 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
      place.coordinate[axis] = coordinate(words_.coordinate[axis]);
      place.offset[axis] = integer(words_.offset[axis]);
    }
    place.layer = coordinate(words_.layer);
    place.lod = number(words_.lod);
    place.min_lod = number(words_.min_lod);
    place.is_kernel = words_.is_kernel != 0;
    place.filtering = static_cast<Filtering>(words_.filtering);
    if (words_.dx[0] != no_slot || words_.implicit_lod != 0) set_lod(layout, place);
    return place;
  }

 private:
  double coordinate(Slot slot) {
    return words_.integer_coordinate != 0 ? static_cast<double>(integer(slot)) : number(slot);
  }

  // From explicit derivatives, or from those in the quad (lanes with adjacent ids, row by row).
  void set_lod(const ImageLayout& layout, SampleCoordinates& place) {
    std::array<double, 3> dx{}, dy{};
    const unsigned first = lane_ & ~3u, row = lane_ & 2u, column = lane_ & 1u;
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (words_.implicit_lod != 0) {
        const Slot p = words_.coordinate[axis];
        dx[axis] = number(p, first + row + 1) - number(p, first + row);
        dy[axis] = number(p, first + column + 2) - number(p, first + column);
      } else {
        dx[axis] = number(words_.dx[axis]);
        dy[axis] = number(words_.dy[axis]);
      }
    }
    place.lod =
        lod_of_derivatives(layout, place.dimension, dx, dy, place.filtering) + number(words_.bias);
    place.lod_is_exact = false;
  }

  void note(Slot slot, unsigned lane) {
    const PlaneHeader& header = subgroup_.header(slot);
    if (header.undefined.test(lane)) {
      operands = Definedness::undefined;
    } else if (header.implementation_dependent.test(lane)) {
      operands = std::max(operands, Definedness::implementation_dependent);
    }
  }

  const Subgroup& subgroup_;
  const SampleWords& words_;
  unsigned lane_;
};

// `gather_at(place)` returns four texels; with ConstOffsets, one at each of four places.
template <class GatherAt>
SampledTexel gather_with_offsets(SampleCoordinates place, const SampleWords& words,
                                 LaneSample& operands, const GatherAt& gather_at) {
  if (words.offsets[0] == no_slot) return gather_at(place);
  SampledTexel result;
  for (unsigned i = 0; i < 4; ++i) {
    place.offset = {operands.integer(words.offsets[2 * i]),
                    operands.integer(words.offsets[2 * i + 1]), 0};
    result[i] = gather_at(place)[3];  // the texel at the place itself
  }
  return result;
}

SampledTexel sample_lane(const SampledImage& image, const SamplerState& sampler,
                         const SampleCoordinates& place, const SampleWords& words,
                         LaneSample& operands, unsigned component) {
  const double reference = operands.number(words.reference);
  switch (words.method) {
    case SampleMethod::sample:
      return sample(image, sampler, place);
    case SampleMethod::sample_comparison:
      return sample_comparison(image, sampler, place, reference);
    case SampleMethod::gather:
      return gather_with_offsets(place, words, operands, [&](const SampleCoordinates& at) {
        return gather(image, sampler, at, component);
      });
    case SampleMethod::query_level: {
      const SampledLevel found = sampled_level(image, sampler, place);
      SampledTexel levels;
      levels[0] = {found.level, 0, Definedness::implementation_dependent};
      levels[1] = {found.lod, 0, Definedness::implementation_dependent};
      return levels;
    }
    case SampleMethod::gather_comparison:
      break;
  }
  return gather_with_offsets(place, words, operands, [&](const SampleCoordinates& at) {
    return gather_comparison(image, sampler, at, reference);
  });
}

Residency residency_of_lane(const SampledImage& image, const SamplerState& sampler,
                            SampleCoordinates place, const SampleWords& words,
                            LaneSample& operands) {
  if (image.layout->unbound.empty()) return Residency::resident;
  if (words.method == SampleMethod::query_level) return Residency::resident;
  const bool gathers =
      words.method == SampleMethod::gather || words.method == SampleMethod::gather_comparison;
  if (words.offsets[0] == no_slot) return residency_of_sample(image, sampler, place, gathers);
  // With ConstOffsets, one texel at each of four places; the others around it have no effect.
  Residency all = Residency::resident;
  for (unsigned i = 0; i < 4; ++i) {
    place.offset = {operands.integer(words.offsets[2 * i]),
                    operands.integer(words.offsets[2 * i + 1]), 0};
    const Residency here = residency_of_sample(image, sampler, place, gathers);
    if (here != Residency::resident) all = Residency::uncertain;
  }
  return all;
}

void store_result(Subgroup& subgroup, const SampleWords& words, unsigned lane,
                  const SampledTexel& texel, Definedness operands) {
  for (unsigned i = 0; i < words.result_count; ++i) {
    const Slot slot = words.results[i];
    if (words.result_is_float != 0 && words.result_bytes == 2) {
      subgroup.values<Float16>(slot)[lane] = to_float16(texel[i].number);
    } else if (words.result_is_float != 0) {
      subgroup.values<float>(slot)[lane] = static_cast<float>(texel[i].number);
    } else if (words.result_bytes == 8) {
      subgroup.values<std::int64_t>(slot)[lane] = texel[i].integer;
    } else {
      subgroup.values<std::int32_t>(slot)[lane] = static_cast<std::int32_t>(texel[i].integer);
    }
    const Definedness state = std::max(operands, texel[i].state);
    if (state == Definedness::undefined) subgroup.header(slot).undefined.set(lane);
    if (state == Definedness::implementation_dependent)
      subgroup.header(slot).implementation_dependent.set(lane);
  }
}

// The restriction that a kernel's sampler or format breaks for the instruction; null if there is none.
const Clause* kernel_mistake(const SampleWords& words, const SamplerState& sampler,
                             const TexelFormat& format) {
  if (words.is_kernel == 0 || words.method == SampleMethod::query_level) return nullptr;
  const bool reads_floats = words.result_is_float != 0;
  const bool is_signed = format.first_component().encoding == TexelEncoding::sint;
  const bool wrong_sign =
      !reads_floats && (is_signed ? words.zero_extends != 0 : words.sign_extends != 0);
  if (format.is_integer() == reads_floats || wrong_sign) return &image_clauses::read_mismatch;
  const bool is_linear = sampler.magnification == SamplerFilter::linear;
  const bool repeats = sampler.address[0] == AddressMode::repeat ||
                       sampler.address[0] == AddressMode::mirrored_repeat;
  if (words.integer_coordinate != 0 && (is_linear || sampler.normalized_coordinates || repeats)) {
    return &sample_clauses::integer_coordinate;
  }
  if (repeats && !sampler.normalized_coordinates) return &sample_clauses::sampler_repeats_texels;
  if (is_linear && !reads_floats) return &sample_clauses::integers_filtered;
  return nullptr;
}

// The lanes whose quad is incomplete.
LaneMask in_incomplete_quads(const LaneMask& active) {
  LaneMask lanes;
  active.for_each([&](unsigned lane) {
    for (unsigned other = lane & ~3u; other <= (lane | 3u); ++other) {
      if (!active.test(other)) lanes.set(lane);
    }
  });
  return lanes;
}

std::string text_of_coordinate(const Subgroup& subgroup, const SampleWords& words, Slot slot,
                               unsigned lane) {
  if (words.integer_coordinate != 0)
    return std::to_string(subgroup.values<std::int32_t>(slot)[lane]);
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.begin(), text.end(), subgroup.values<float>(slot)[lane]);
  return {text.begin(), end.ptr};
}

std::string describe_sample(const Subgroup& subgroup, const SampleWords& words, unsigned lane) {
  LaneSample operands(subgroup, words, lane);
  const std::uint32_t object = operands.object(words.image);
  const ImageLayout& layout = subgroup.program->images.layouts.at(object);
  const SamplerState& sampler =
      subgroup.program->images.samplers.at(operands.object(words.sampler));
  const SampledImage image{&layout, nullptr, nullptr, format_of(subgroup, words, object)};
  const auto level = static_cast<std::size_t>(
      sampled_level(image, sampler, operands.place(layout)).level);  // the first of two
  std::string coordinate, extent;
  for (unsigned axis = 0; axis < 3 && words.coordinate[axis] != no_slot; ++axis) {
    coordinate +=
        (axis == 0 ? "" : ", ") + text_of_coordinate(subgroup, words, words.coordinate[axis], lane);
    extent += (axis == 0 ? "" : " x ") + std::to_string(layout.levels[level].extent[axis]);
  }
  return (sampler.normalized_coordinates ? "normalized coordinate (" : "coordinate (") +
         coordinate + ") of " + extent + " texels" +
         (layout.levels.size() > 1 ? " in level " + std::to_string(level) : "");
}

// The restriction on the operands of the instruction that a sample breaks; null if there is none.
const Clause* operand_mistake(const SampleWords& words, const SampledImage& image,
                              const SamplerState& sampler, const SampleCoordinates& place,
                              std::uint32_t component) {
  if (!is_finite(place)) {
    return words.is_kernel != 0 ? &sample_clauses::kernel_coordinate_not_finite
                                : &sample_clauses::coordinate_not_finite;
  }
  if (component > 3) return &sample_clauses::component_out_of_range;
  const bool compares = words.method == SampleMethod::sample_comparison ||
                        words.method == SampleMethod::gather_comparison;
  if (sampler.compare.has_value() != compares && words.method != SampleMethod::query_level)
    return &sample_clauses::comparison_mismatch;
  if (has_no_level(sampler, place)) return &sample_clauses::min_lod_too_large;
  return samples_outside(image, sampler, place) ? &sample_clauses::samples_outside : nullptr;
}

// The result of a lane is undefined if an operand is undefined, or if it has no quad, no image or no sampler, or breaks a clause.
void execute_lane(Subgroup& subgroup, const SampleWords& words, unsigned lane, bool is_in_quad,
                  BrokenClauses& broken) {
  LaneSample operands(subgroup, words, lane);
  const auto give_up = [&](const Clause* mistake) {
    if (mistake != nullptr) broken.add(*mistake, lane);
    if (words.residency != no_slot) subgroup.header(words.residency).undefined.set(lane);
    store_result(subgroup, words, lane, {}, Definedness::undefined);
  };
  const auto& images = subgroup.program->images;
  const std::uint32_t object = operands.object(words.image);
  const auto layout = images.layouts.find(object);
  const auto sampler = images.samplers.find(operands.object(words.sampler));
  if (layout == images.layouts.end() || sampler == images.samplers.end() ||
      operands.operands == Definedness::undefined || !is_in_quad) {
    return give_up(nullptr);
  }
  const auto set_code = [&](Residency residency) {
    if (words.residency != no_slot)
      store_residency_code(subgroup, {words.residency, words.residency_bytes}, lane, residency);
  };
  if (layout->second.is_null) {
    set_code(Residency::uncertain);
    return store_result(subgroup, words, lane, {}, operands.operands);
  }
  const ObjectEntry& entry = subgroup.memory->object(object);
  const SampledImage image{&layout->second, entry.bytes, entry.shadow,
                           format_of(subgroup, words, object)};
  if (const Clause* mistake = kernel_mistake(words, sampler->second, image.format))
    return give_up(mistake);
  const SampleCoordinates place = operands.place(layout->second);
  const auto component = static_cast<std::uint32_t>(operands.integer(words.component));
  if (operands.operands == Definedness::undefined) return give_up(nullptr);
  if (const Clause* mistake = operand_mistake(words, image, sampler->second, place, component))
    return give_up(mistake);
  const SampledTexel texel = sample_lane(image, sampler->second, place, words, operands, component);
  const Residency residency = residency_of_lane(image, sampler->second, place, words, operands);
  set_code(operands.operands == Definedness::defined ? residency : Residency::uncertain);
  if (residency == Residency::not_resident && !image.layout->unbound_reads_zero)
    broken.add(sample_clauses::samples_unbound, lane);
  store_result(subgroup, words, lane, texel, operands.operands);
}

Range range_of_texel(const TexelComponent& component, double number) {
  const Interval numbers = numbers_of_texel(component, number);
  return {numbers.low, numbers.high};
}

// The numbers in any of the ranges: one by one, if they are few.
Computed numbers_in_ranges(const std::vector<Range>& ranges) {
  if (ranges.empty()) return {Interval::everything()};
  constexpr std::size_t few = 16;
  FloatRules rules;
  rules.format = binary32;
  Computed all{{infinite_real, -infinite_real, false}};
  bool are_few = true;
  for (const Range& range : ranges) {
    const Interval numbers = rules.within({range.low, range.high, false});
    all.value = hull(all.value, numbers);
    const auto each = numbers_in(binary32, numbers, few);
    are_few = are_few && each;
    if (are_few) all.numbers.insert(all.numbers.end(), each->begin(), each->end());
  }
  if (!are_few || all.numbers.size() > few) all.numbers.clear();
  return all;
}

// The values that implementations may give component `i` of a defined result; everything if they are not known, and none
// if there is only the usual one.
std::optional<Computed> enclosed_component(const SampleWords& words, const TexelFormat& format,
                                           const SampledTexel& texel, unsigned i,
                                           std::uint32_t component) {
  const bool compares = words.method == SampleMethod::sample_comparison ||
                        words.method == SampleMethod::gather_comparison;
  if (texel[i].state != Definedness::defined) {
    // Comparisons give 0 or 1, and linear filtering numbers between them.
    return Computed{compares ? Interval{0, 1, false} : Interval::everything()};
  }
  const bool is_texel =
      words.method == SampleMethod::sample || words.method == SampleMethod::gather;
  if (!is_texel || words.is_kernel != 0 || words.result_is_float == 0) return std::nullopt;
  return Computed{
      numbers_of_texel(format.components[words.method == SampleMethod::gather ? component & 3 : i],
                       texel[i].number)};
}

void enclose_lane(Subgroup& subgroup, const SampleWords& words, unsigned lane,
                  Enclosures& enclosures, std::uint32_t origin) {
  for (unsigned i = 0; i < words.result_count; ++i)
    enclosures.enclose(subgroup, words.results[i], lane, std::nullopt, origin);
  if (words.residency != no_slot)
    enclosures.enclose(subgroup, words.residency, lane, Computed{Interval::everything()}, origin);
  LaneSample operands(subgroup, words, lane);
  const auto& images = subgroup.program->images;
  const std::uint32_t object = operands.object(words.image);
  const auto layout = images.layouts.find(object);
  const auto sampler = images.samplers.find(operands.object(words.sampler));
  if (layout == images.layouts.end() || sampler == images.samplers.end() || layout->second.is_null)
    return;
  const ObjectEntry& entry = subgroup.memory->object(object);
  const SampledImage image{&layout->second, entry.bytes, entry.shadow,
                           format_of(subgroup, words, object)};
  const SampleCoordinates place = operands.enclosed_place(layout->second, enclosures);
  const auto component = static_cast<std::uint32_t>(operands.integer(words.component));
  SampledTexel texel = sample_lane(image, sampler->second, place, words, operands, component);
  const SamplerState& state = sampler->second;
  const bool depends_on_lod =
      layout->second.levels.size() > 1 || state.magnification != state.minification;
  const Definedness certainty = depends_on_lod && !operands.has_exact_lod
                                    ? Definedness::implementation_dependent
                                    : operands.operands;
  for (SampledComponent& value : texel) value.state = std::max(value.state, certainty);
  const bool has_ranges = certainty == Definedness::defined && words.result_is_float != 0 &&
                          words.method == SampleMethod::sample;
  const auto ranges =
      has_ranges ? sample_ranges(image, state, place, &range_of_texel) : std::nullopt;
  for (unsigned i = 0; i < words.result_count; ++i) {
    if (subgroup.header(words.results[i]).undefined.test(lane)) continue;
    if (ranges && texel[i].state == Definedness::implementation_dependent) {
      enclosures.enclose(subgroup, words.results[i], lane, numbers_in_ranges((*ranges)[i]), origin);
      continue;
    }
    enclosures.enclose(subgroup, words.results[i], lane,
                       enclosed_component(words, image.format, texel, i, component), origin);
  }
}

}  // namespace

const Record* enclose_sample(Subgroup& subgroup, const Record* record) {
  SampleWords words;
  std::memcpy(static_cast<void*>(&words), subgroup.data + record->extra, sizeof words);
  Enclosures* const enclosures = enclosures_of(subgroup);
  if (enclosures != nullptr) {
    subgroup.active.for_each(
        [&](unsigned lane) { enclose_lane(subgroup, words, lane, *enclosures, record->origin); });
    return record + 1;
  }
  for (unsigned i = 0; i < words.result_count; ++i) mark_not_enclosed(subgroup, words.results[i]);
  if (words.residency != no_slot) mark_not_enclosed(subgroup, words.residency);
  return record + 1;
}

const Record* execute_sample(Subgroup& subgroup, const Record* record) {
  SampleWords words;
  std::memcpy(static_cast<void*>(&words), subgroup.data + record->extra, sizeof words);
  for (unsigned i = 0; i < words.result_count; ++i) subgroup.header(words.results[i]) = {};
  if (words.residency != no_slot) subgroup.header(words.residency) = {};
  BrokenClauses broken;
  LaneMask incomplete;
  if (words.implicit_lod != 0) incomplete = in_incomplete_quads(subgroup.active);
  incomplete.for_each([&](unsigned lane) { broken.add(sample_clauses::quad_not_together, lane); });
  subgroup.active.for_each(
      [&](unsigned lane) { execute_lane(subgroup, words, lane, !incomplete.test(lane), broken); });
  broken.report(subgroup, *record, [&](const Clause& clause, unsigned lane) {
    const bool names_place =
        &clause == &sample_clauses::samples_outside || &clause == &sample_clauses::samples_unbound;
    return names_place ? describe_sample(subgroup, words, lane) : "";
  });
  return record + 1;
}

}  // namespace spirv_oracle
