#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "interpreter/instructions/cooperative_vector/matrix_product.h"
#include "interpreter/instructions/float_sums/component_number.h"
#include "interpreter/instructions/float_sums/sum_enclosure.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

constexpr double unknown_distance = std::numeric_limits<double>::infinity();

// A component in one lane: its value in this run, and the greatest distance of others from it.
struct EnclosedNumber {
  double value = 0, radius = 0;
  bool is_any_zero = false;  // 0, with an unknown sign
};

EnclosedNumber enclosed_number(const Subgroup& subgroup, const Enclosures& enclosures,
                               ScalarType type, Slot plane, unsigned lane) {
  EnclosedNumber found{float_component(subgroup, type, plane, lane), 0};
  if (type.is_encoded()) {
    const LaneMask inexact =
        enclosures.inexact_lanes(subgroup, plane) | subgroup.header(plane).implementation_dependent;
    if (inexact.test(lane)) found.radius = unknown_distance;
  } else if (const Interval values = enclosures.values_of(subgroup, plane, lane);
             !values.is_point() && values.has_numbers()) {
    const bool is_known = std::isfinite(found.value) && values.is_finite();
    const Real distance =
        is_known ? std::max({values.high - found.value, found.value - values.low, Real{0}})
                 : Real{unknown_distance};
    found.radius =
        distance == 0 ? 0 : std::nextafter(static_cast<double>(distance), unknown_distance);
  }
  // A denormal may be flushed.
  const double magnitude = std::fabs(found.value);
  if (magnitude < std::ldexp(1.0, ComponentFormat(type).min_exponent)) found.radius += magnitude;
  found.is_any_zero = magnitude == 0 && enclosures.is_inexact(subgroup, plane, lane);
  return found;
}

// An element of Input after its conversion.
EnclosedNumber enclosed_input(const Subgroup& subgroup, const Enclosures& enclosures,
                              const ProductWords& words, std::uint32_t k, unsigned lane) {
  const Slot plane = words.input_planes[component_of_element(words.input, k)];
  const ScalarType from = words.input.from;
  const ConvertedFloat usual =
      converted_float(words.input, component_bits(subgroup, plane, from.bytes, lane));
  EnclosedNumber element{usual.value, usual.radius};
  if (from.is_any_float()) {
    const auto [value, radius, is_any_zero] =
        enclosed_number(subgroup, enclosures, from, plane, lane);
    element.is_any_zero = is_any_zero;
    // Other values may round in the other direction.
    if (radius != 0)
      element.radius +=
          radius + std::fabs(usual.value) *
                       std::ldexp(1.0, 1 - ComponentFormat(words.input.to.type).precision);
  } else if (enclosures.inexact_lanes(subgroup, plane).test(lane)) {
    element.radius = unknown_distance;
  }
  return element;
}

class LaneEnclosure {
 public:
  LaneEnclosure(Subgroup& subgroup, Enclosures& enclosures, const ProductWords& words,
                std::uint32_t origin)
      : subgroup_(subgroup),
        enclosures_(enclosures),
        words_(words),
        origin_(origin),
        input_(words.columns) {}

  void enclose(unsigned lane) {
    for (std::uint32_t k = 0; k < words_.columns; ++k)
      input_[k] = enclosed_input(subgroup_, enclosures_, words_, k, lane);
    for (std::uint32_t row = 0; row < words_.rows; ++row) enclose_row(row, lane);
  }

 private:
  void enclose_row(std::uint32_t row, unsigned lane) {
    const Slot result = words_.results[row];
    if (subgroup_.header(result).undefined.test(lane)) return;
    Sums sums;
    bool has_any_zero = false;
    for (std::uint32_t k = 0; k < words_.columns; ++k) {
      const Slot plane = words_.matrix_planes[std::size_t{row} * words_.columns + k];
      const EnclosedNumber element =
          enclosed_number(subgroup_, enclosures_, words_.matrix, plane, lane);
      sums.add(element.value, element.radius, input_[k].value, input_[k].radius);
      has_any_zero |= element.is_any_zero || input_[k].is_any_zero;
    }
    if (words_.bias.bytes != 0) {
      const EnclosedNumber bias =
          enclosed_number(subgroup_, enclosures_, words_.bias, words_.bias_planes[row], lane);
      sums.add(bias.value, bias.radius);
      has_any_zero |= bias.is_any_zero;
    }
    // A product is exact in every order unless its record has marked it.
    const bool is_exact =
        !subgroup_.header(result).implementation_dependent.test(lane) && sums.radius == 0;
    std::optional<Computed> values;
    if (!is_exact) {
      values = Computed{enclosure_of(sums, words_.columns + 1, ComponentFormat(words_.result))};
    } else if (has_any_zero && sums.value == 0) {
      values = Computed{.value = Interval::point(0), .has_any_zero = true};
    }
    enclosures_.enclose(subgroup_, result, lane, values, origin_);
  }

  Subgroup& subgroup_;
  Enclosures& enclosures_;
  const ProductWords& words_;
  std::uint32_t origin_;
  std::vector<EnclosedNumber> input_;
};

// Integers that are not exact are implementation-dependent.
void mark_inexact_integers(Subgroup& subgroup, const Enclosures& enclosures,
                           const ProductWords& words) {
  const auto inexact = [&](Slot plane) { return enclosures.inexact_lanes(subgroup, plane); };
  LaneMask of_input;
  for (std::uint32_t i = 0; i < words.input_count; ++i) of_input |= inexact(words.input_planes[i]);
  for (std::uint32_t row = 0; row < words.rows; ++row) {
    LaneMask lanes = of_input;
    if (words.bias.bytes != 0) lanes |= inexact(words.bias_planes[row]);
    for (std::uint32_t k = 0; k < words.columns; ++k)
      lanes |= inexact(words.matrix_planes[std::size_t{row} * words.columns + k]);
    PlaneHeader& header = subgroup.header(words.results[row]);
    header.implementation_dependent |= lanes & subgroup.active & ~header.undefined;
  }
}

}  // namespace

const Record* enclose_vector_product(Subgroup& subgroup, const Record* record) {
  const ProductWords words(subgroup.data + record->extra);
  Enclosures* const enclosures = enclosures_of(subgroup);
  if (enclosures == nullptr) {
    for (std::uint32_t row = 0; row < words.rows; ++row)
      mark_not_enclosed(subgroup, words.results[row]);
    return record + 1;
  }
  if (!words.result.is_float()) {
    mark_inexact_integers(subgroup, *enclosures, words);
    return record + 1;
  }
  LaneEnclosure of_lane(subgroup, *enclosures, words, record->origin);
  subgroup.active.for_each([&](unsigned lane) { of_lane.enclose(lane); });
  enclosures->count_work(subgroup,
                         std::uint64_t{words.rows} * words.columns * subgroup.active.count() / 4);
  return record + 1;
}

}  // namespace spirv_oracle
