#include "interpreter/instructions/cooperative_matrix/enclosed_product.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "interpreter/instructions/cooperative_matrix/reduction.h"
#include "interpreter/instructions/float_sums/component_format.h"
#include "interpreter/instructions/float_sums/sum_enclosure.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {

namespace {

// The possible values of the elements: those of this run, and the greatest distance of others from them, which is infinite if
// nothing is known.
struct EnclosedMatrix {
  std::vector<double> values, radii;
  bool has_any_zero = false;  // some zero has an unknown sign
};

constexpr double unknown = std::numeric_limits<double>::infinity();

double radius_of(const Interval& values, double usual) {
  if (values.is_point() || !values.has_numbers()) return 0;
  if (!std::isfinite(usual) || !values.is_finite()) return unknown;
  const Real radius = std::max({values.high - usual, usual - values.low, Real{0}});
  return radius == 0 ? 0 : std::nextafter(static_cast<double>(radius), unknown);
}

EnclosedMatrix enclosed(MatrixHolders holders, const Enclosures& enclosures,
                        const MatrixPlanes& matrix) {
  EnclosedMatrix all{gather_floats(holders, matrix).elements, {}, false};
  all.radii.resize(all.values.size());
  const ComponentFormat format(matrix.type);
  const double least_normal = std::ldexp(1.0, format.min_exponent);
  const std::uint32_t* places = matrix.places.data();
  const bool is_encoded = matrix.type.is_encoded();
  for (const Slot plane : matrix.planes) {
    for (const auto& [subgroup, lane] : holders) {
      const std::uint32_t place = *places++;
      if (place == MatrixPlanes::no_element) continue;
      const std::size_t element = place & ~MatrixPlanes::copy_bit;
      double radius = 0;
      if (is_encoded) {
        const LaneMask inexact = enclosures.inexact_lanes(*subgroup, plane) |
                                 subgroup->header(plane).implementation_dependent;
        radius = inexact.test(lane) ? unknown : 0;
      } else {
        radius = radius_of(enclosures.values_of(*subgroup, plane, lane), all.values[element]);
      }
      // A denormal may be flushed.
      const double magnitude = std::fabs(all.values[element]);
      if (magnitude < least_normal) radius += magnitude;
      all.has_any_zero |= magnitude == 0 && enclosures.is_inexact(*subgroup, plane, lane);
      all.radii[element] = std::max(all.radii[element], radius);
    }
  }
  return all;
}

// Gives the invocations that hold an element its values; none: exactly the usual one.
void enclose_component(MatrixHolders holders, Enclosures& enclosures, const MatrixPlanes& result,
                       std::size_t component, const std::vector<std::optional<Interval>>& values,
                       std::uint32_t origin) {
  const Slot plane = result.planes[component];
  for (std::size_t i = 0; i < holders.size(); ++i) {
    Subgroup& subgroup = *holders[i].subgroup;
    const unsigned lane = holders[i].lane;
    if (!subgroup.active.test(lane) || subgroup.header(plane).undefined.test(lane)) continue;
    const std::size_t element =
        result.places[component * holders.size() + i] & ~MatrixPlanes::copy_bit;
    if (result.type.is_float()) {
      const auto computed =
          values[element]
              ? std::optional(Computed{.value = *values[element],
                                       .has_any_zero = *values[element] == Interval::point(0)})
              : std::nullopt;
      enclosures.enclose(subgroup, plane, lane, computed, origin);
    } else if (values[element]) {
      subgroup.header(plane).implementation_dependent.set(lane);
    }
  }
}

}  // namespace

void enclose_product(MatrixHolders holders, const Record& record, const std::uint32_t* words) {
  Subgroup& first = *holders[0].subgroup;
  ++words;  // Cooperative Matrix Operands
  const MatrixPlanes a = read_matrix(words), b = read_matrix(words), c = read_matrix(words);
  const MatrixPlanes result = read_matrix(words);
  Enclosures* const enclosures = enclosures_of(first);
  if (enclosures == nullptr) {
    for (Subgroup* subgroup : subgroups_of(holders)) {
      for (const Slot plane : result.planes) mark_not_enclosed(*subgroup, plane);
    }
    return;
  }
  const EnclosedMatrix of_a = enclosed(holders, *enclosures, a);
  const EnclosedMatrix of_b = enclosed(holders, *enclosures, b);
  const EnclosedMatrix of_c = enclosed(holders, *enclosures, c);
  const ComponentFormat format(result.type);
  const std::size_t inner = a.columns, columns = b.columns;
  const bool has_any_zero = of_a.has_any_zero || of_b.has_any_zero || of_c.has_any_zero;
  std::vector<std::optional<Interval>> values(result.count());
  // A product is exact in every order unless its record has marked it.
  std::vector<bool> is_marked(result.count());
  for (std::size_t i = 0; i < result.places.size(); ++i) {
    const Slot plane = result.planes[i / holders.size()];
    const MatrixHolder& holder = holders[i % holders.size()];
    if (holder.subgroup->header(plane).implementation_dependent.test(holder.lane))
      is_marked[result.places[i] & ~MatrixPlanes::copy_bit] = true;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    Sums sums;
    for (std::size_t k = 0; k < inner; ++k) {
      const std::size_t at_a = i / columns * inner + k, at_b = k * columns + i % columns;
      sums.add(of_a.values[at_a], of_a.radii[at_a], of_b.values[at_b], of_b.radii[at_b]);
    }
    sums.add(of_c.values[i], of_c.radii[i]);
    const bool is_exact = !is_marked[i] && sums.radius == 0;
    if (!is_exact) {
      values[i] = enclosure_of(sums, inner + 1, format);
    } else if (has_any_zero && sums.value == 0) {
      values[i] = Interval::point(0);
    }
  }
  for (std::size_t component = 0; component < result.planes.size(); ++component)
    enclose_component(holders, *enclosures, result, component, values, record.origin);
  enclosures->count_work(first, values.size() * inner / 4 + result.places.size());
}

// Another function may give anything in another order.
void enclose_reduction(MatrixHolders holders, const Record& record, const std::uint32_t* words) {
  Enclosures* const enclosures = enclosures_of(*holders[0].subgroup);
  if (enclosures == nullptr || !all_take_part(holders)) return;
  const auto reduce = static_cast<ReduceMask>(words[0]);
  const bool adds = static_cast<CombineFunction>(words[1]) == CombineFunction::sum;
  words += 2;
  const MatrixPlanes matrix = read_matrix(words), result = read_matrix(words);
  const EnclosedMatrix of = enclosed(holders, *enclosures, matrix);
  std::vector<Sums> sums(of.values.size());
  std::vector<std::size_t> counts(of.values.size());
  for (std::uint32_t i = 0; i < of.values.size(); ++i) {
    const std::uint32_t group = group_of_element(reduce, matrix.columns, i);
    sums[group].add(of.values[i], of.radii[i], 1, 0);
    ++counts[group];
  }
  for (std::size_t i = 0; i < result.places.size(); ++i) {
    const auto& [subgroup, lane] = holders[i % holders.size()];
    const Slot plane = result.planes[i / holders.size()];
    const std::uint32_t group =
        group_of_result(reduce, result.columns, result.places[i] & ~MatrixPlanes::copy_bit);
    const bool is_exact = sums[group].radius == 0 &&
                          !subgroup->header(plane).implementation_dependent.test(lane) &&
                          (adds || enclosures->values_of(*subgroup, plane, lane).is_point());
    if (is_exact || !subgroup->active.test(lane) || subgroup->header(plane).undefined.test(lane))
      continue;
    const Interval values =
        adds ? enclosure_of(sums[group], counts[group], ComponentFormat(matrix.type))
             : Interval::everything();
    enclosures->enclose(*subgroup, plane, lane, Computed{values}, record.origin);
  }
  enclosures->count_work(*holders[0].subgroup, of.values.size() + result.places.size());
}

}  // namespace spirv_oracle
