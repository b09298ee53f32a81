#include "amber/expect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "amber/expected_value.h"
#include "data/scalar.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::size_t histogram_bins = 256;

std::uint64_t load_field(const ShadowedBytes& contents, std::uint64_t at, const Field& field) {
  return load_bits(std::span(contents.bytes).subspan(at, field.size));
}

Definedness definedness_of(const ShadowedBytes& contents, std::uint64_t at, const Field& field) {
  Definedness worst = Definedness::defined;
  for (std::size_t i = 0; i < field.size; ++i) worst = std::max(worst, contents.shadow[at + i]);
  return worst;
}

std::string value_name(const ElementLayout& layout, std::uint64_t element, const Field& field) {
  std::string name = fmt::format("element {}{}", element, field.path);
  const bool several = std::any_of(
      layout.fields.begin(), layout.fields.end(),
      [&field](const Field& other) { return other.path == field.path && &other != &field; });
  if (several) {
    std::size_t component = 0;
    for (const Field& other : layout.fields) {
      if (&other == &field) break;
      if (other.path == field.path) ++component;
    }
    name += fmt::format(", component {}", component);
  }
  return name;
}

// Lists the element as one whose comparison is not decided if it is indeterminate. Returns whether it is.
bool note_indeterminate(Definedness definedness, std::uint64_t element, Comparison& comparison) {
  if (value_state(definedness) == Definedness::undefined) comparison.note_undefined(element);
  if (definedness == Definedness::implementation_dependent) comparison.note_undecided(element);
  return definedness != Definedness::defined;
}

// Calls visit(element, field, place) for each value of a buffer.
template <class Visit>
void for_each_value(const ShadowedBytes& contents, const ElementLayout& layout,
                    const Visit& visit) {
  for (std::uint64_t element = 0; (element + 1) * layout.stride <= contents.size(); ++element) {
    for (const Field& field : layout.fields)
      visit(element, field, element * layout.stride + field.offset);
  }
}

double as_number(const Field& field, std::uint64_t bits) {
  if (is_float(field.kind)) return float_value(field.kind, bits);
  if (is_signed_integer(field.kind))
    return static_cast<double>(sign_extended(bits, 8 * field.size));
  return static_cast<double>(bits);
}

void compare_equal(const ShadowedBytes& a, const ShadowedBytes& b, const ElementLayout& layout,
                   Comparison& comparison) {
  for_each_value(a, layout, [&](std::uint64_t element, const Field& field, std::uint64_t at) {
    const Definedness worst = std::max(definedness_of(a, at, field), definedness_of(b, at, field));
    const std::uint64_t actual = load_field(a, at, field);
    const std::uint64_t expected = load_field(b, at, field);
    const auto difference = [&] {
      return Difference{at, value_name(layout, element, field), format_scalar(field.kind, actual),
                        format_scalar(field.kind, expected)};
    };
    if (worst == Definedness::implementation_dependent && actual != expected)
      return comparison.note_refuted(element, difference);
    if (note_indeterminate(worst, element, comparison)) return;
    ++comparison.compared;
    if (actual != expected) comparison.note_difference(difference);
  });
}

void compare_rmse(const ShadowedBytes& a, const ShadowedBytes& b, const ElementLayout& layout,
                  const ExpectBuffers& expect, Comparison& comparison) {
  double sum = 0;
  for_each_value(a, layout, [&](std::uint64_t element, const Field& field, std::uint64_t at) {
    const Definedness worst = std::max(definedness_of(a, at, field), definedness_of(b, at, field));
    if (note_indeterminate(worst, element, comparison)) return;
    const double difference =
        as_number(field, load_field(a, at, field)) - as_number(field, load_field(b, at, field));
    sum += difference * difference;
    ++comparison.compared;
  });
  if (comparison.compared == 0) return;
  const double error = std::sqrt(sum / static_cast<double>(comparison.compared));
  if (error <= expect.tolerance) return;
  comparison.message = fmt::format("the root mean square error is {}, more than the tolerance {}",
                                   error, expect.tolerance);
}

// The number of elements for each value of one component.
std::vector<double> histogram(const ShadowedBytes& contents, const ElementLayout& layout,
                              std::size_t component) {
  std::vector<double> bins(histogram_bins);
  const Field& field = layout.fields[component];
  const std::uint64_t count = contents.size() / layout.stride;
  for (std::uint64_t element = 0; element < count; ++element)
    bins[load_field(contents, element * layout.stride + field.offset, field)] += 1;
  for (double& bin : bins) bin /= static_cast<double>(count);
  return bins;
}

// The least work that turns one histogram into the other, from 0 for equal ones to 1.
double earth_movers_distance(const std::vector<double>& a, const std::vector<double>& b) {
  double carried = 0;
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    carried += a[i] - b[i];
    total += std::fabs(carried);
  }
  return total / static_cast<double>(a.size());
}

Result<void> compare_histograms(const ShadowedBytes& a, const ShadowedBytes& b,
                                const ElementLayout& layout, const ExpectBuffers& expect,
                                Comparison& comparison) {
  for (const Field& field : layout.fields) {
    if (field.kind != ScalarKind::uint8) {
      return unsupported(
          fmt::format("EQ_HISTOGRAM_EMD_BUFFER compares components of type uint8, not {}",
                      scalar_name(field.kind)));
    }
  }
  for_each_value(a, layout, [&](std::uint64_t element, const Field& field, std::uint64_t at) {
    note_indeterminate(std::max(definedness_of(a, at, field), definedness_of(b, at, field)),
                       element, comparison);
    ++comparison.compared;
  });
  // One indeterminate element shifts the whole histogram.
  if (!comparison.undefined.empty() || !comparison.undecided.empty()) return {};
  double distance = 0;
  for (std::size_t i = 0; i < layout.fields.size(); ++i) {
    distance =
        std::max(distance, earth_movers_distance(histogram(a, layout, i), histogram(b, layout, i)));
  }
  if (distance > expect.tolerance) {
    comparison.message =
        fmt::format("the distance of the histograms is {}, more than the tolerance {}", distance,
                    expect.tolerance);
  }
  return {};
}

void compare_value(const ShadowedBytes& contents, const PossibleValues& possible,
                   const ElementLayout& layout, std::uint64_t at, std::uint64_t element,
                   const ValueTest& test, Comparison& comparison) {
  const Definedness definedness = definedness_of(contents, at, test.field);
  if (value_state(definedness) == Definedness::undefined) return comparison.note_undefined(element);
  const std::uint64_t actual = load_field(contents, at, test.field);
  const auto known = possible.find(at);
  const Verdict verdict =
      definedness == Definedness::defined
          ? verdict_on(test, actual)
          : verdict_on(test, actual, known == possible.end() ? nullptr : &known->second);
  const auto difference = [&] {
    return Difference{at, value_name(layout, element, test.field), verdict.values,
                      expectation_text(test)};
  };
  if (verdict.kind == Verdict::Kind::unknown) return comparison.note_undecided(element);
  if (verdict.kind == Verdict::Kind::refuted) return comparison.note_refuted(element, difference);
  ++comparison.compared;
  if (verdict.kind == Verdict::Kind::fails) comparison.note_difference(difference);
}

}  // namespace

Comparison compare_values(const ShadowedBytes& contents, const PossibleValues& possible,
                          const ExpectValues& expect) {
  Comparison comparison;
  const ElementLayout& layout = *expect.layout;
  std::size_t f = expect.first_field;
  std::uint64_t element_at = expect.offset;
  for (const std::uint64_t expected : expect.bits) {
    const Field& field = layout.fields[f];
    const std::uint64_t at = element_at + field.offset;
    const Tolerance tolerance = tolerance_of(expect.tolerances, field.row, default_tolerance);
    compare_value(contents, possible, layout, at, element_at / layout.stride,
                  {field, expect.comparator, expected, tolerance}, comparison);
    if (++f < layout.fields.size()) continue;
    f = 0;
    element_at += layout.stride;
  }
  return comparison;
}

Result<Comparison> compare_buffers(const ShadowedBytes& contents, const Buffer& buffer,
                                   const ShadowedBytes& other_contents, const Buffer& other,
                                   const ExpectBuffers& expect) {
  const auto same_field = [](const Field& a, const Field& b) {
    return a.offset == b.offset && a.kind == b.kind && a.size == b.size;
  };
  const ElementLayout& layout = *buffer.layout;
  if (contents.size() != other_contents.size()) {
    return bad_input(fmt::format("the buffers cannot be compared: '{}' has {} bytes, '{}' has {}",
                                 buffer.name, contents.size(), other.name, other_contents.size()));
  }
  if (layout.stride != other.layout->stride ||
      !std::equal(layout.fields.begin(), layout.fields.end(), other.layout->fields.begin(),
                  other.layout->fields.end(), same_field)) {
    return bad_input(fmt::format("the buffers cannot be compared: '{}' is of {}, '{}' of {}",
                                 buffer.name, buffer.type.name, other.name, other.type.name));
  }
  Comparison comparison;
  if (expect.comparator == BufferComparator::eq_buffer) {
    compare_equal(contents, other_contents, layout, comparison);
  } else if (expect.comparator == BufferComparator::rmse_buffer) {
    compare_rmse(contents, other_contents, layout, expect, comparison);
  } else if (auto done = compare_histograms(contents, other_contents, layout, expect, comparison);
             !done) {
    return tl::unexpected(done.error());
  }
  return comparison;
}

}  // namespace spirv_oracle::amber
