#include "raster/blend.h"

#include <algorithm>
#include <cmath>

namespace spirv_oracle {
namespace {

// The range of values in a fixed-point attachment; no limits in others.
struct Limits {
  bool is_bounded = false;
  double low = 0;

  explicit Limits(TexelEncoding encoding)
      : is_bounded(encoding != TexelEncoding::sfloat && encoding != TexelEncoding::ufloat),
        low(encoding == TexelEncoding::snorm ? -1 : 0) {}
  // In this order, NaN becomes the lower limit.
  double clamp(double value) const {
    return is_bounded ? std::min(1.0, std::max(low, value)) : value;
  }
};

// A value with its state. Products with a defined 0 are defined, as long as the other factor is finite for certain.
struct Term {
  double value = 0;
  Definedness state = Definedness::defined;
};

// Computes with numbers, as if carried out in floats of 64 bits.
class NumberBlender {
 public:
  using Value = Term;

  NumberBlender(const FragmentColor& color, const Color& destination,
                const std::array<double, 4>& constants, const Limits& limits)
      : color_(color), destination_(destination), constants_(constants), limits_(limits) {}

  Term source(unsigned i) const { return clamped(of(color_.source[i])); }
  Term source1(unsigned i) const { return clamped(of(color_.source1[i])); }
  Term destination(unsigned i) const { return of(destination_[i]); }
  Term constant(unsigned i) const { return {constants_[i], Definedness::defined}; }
  static Term number(double value) { return {value, Definedness::defined}; }
  static Term complement(const Term& term) { return {1 - term.value, term.state}; }
  static Term negated(const Term& term) { return {-term.value, term.state}; }
  static Term least(const Term& a, const Term& b) {
    return {std::min(a.value, b.value), worse(a.state, b.state)};
  }
  static Term greatest(const Term& a, const Term& b) {
    return {std::max(a.value, b.value), worse(a.state, b.state)};
  }
  static Term sum(const Term& a, const Term& b) {
    return {a.value + b.value, worse(a.state, b.state)};
  }
  // A defined 0 leaves nothing of the other operand, unless that is an infinity or NaN or may be one.
  Term product(const Term& value, const Term& by) const {
    const Term weight = clamped(by);
    if (erases(weight, value) || erases(value, weight)) return number(0);
    return {value.value * weight.value, worse(value.state, weight.state)};
  }

 private:
  static Term of(const ColorComponent& component) { return {component.number, component.state}; }
  Term clamped(const Term& term) const {
    const bool is_lost = limits_.is_bounded && std::isnan(term.value);
    return {limits_.clamp(term.value),
            is_lost ? worse(term.state, Definedness::implementation_dependent) : term.state};
  }
  bool erases(const Term& zero, const Term& other) const {
    return zero.value == 0 && zero.state == Definedness::defined &&
           (limits_.is_bounded ||
            (std::isfinite(other.value) && other.state < Definedness::undefined));
  }

  const FragmentColor& color_;
  const Color& destination_;
  const std::array<double, 4>& constants_;
  const Limits& limits_;
};

// Computes with ranges, for one component of the destination. Only the numbers of ranges matter, and their state if it is
// implementation-dependent because of a NaN.
class RangeBlender {
 public:
  using Value = ComponentRange;

  RangeBlender(const FragmentColor& color, const TexelRange& destination,
               const std::array<double, 4>& constants, const TexelComponent& format)
      : color_(color),
        destination_(destination),
        constants_(constants),
        format_(format),
        limits_(format.encoding) {}

  Value source(unsigned i) const { return operand(color_.source[i].number); }
  Value source1(unsigned i) const { return operand(color_.source1[i].number); }
  Value destination(unsigned i) const { return {destination_[i].low, destination_[i].high}; }
  Value constant(unsigned i) const { return operand(constants_[i]); }
  static Value number(double value) { return {value, value}; }
  Value complement(const Value& range) const {
    return rounded_range(format_, sum_of(number(1), negated(range)));
  }
  static Value negated(const Value& range) { return {-range.high, -range.low, range.state}; }
  static Value least(const Value& a, const Value& b) {
    return chosen(a, b, {std::min(a.low, b.low), std::min(a.high, b.high)});
  }
  static Value greatest(const Value& a, const Value& b) {
    return chosen(a, b, {std::max(a.low, b.low), std::max(a.high, b.high)});
  }
  // stored_range() rounds it.
  static Value sum(const Value& a, const Value& b) { return sum_of(a, b); }
  Value product(const Value& value, const Value& by) const {
    return rounded_range(format_, product_of(value, clamped(by)));
  }

 private:
  Value operand(double number) const {
    if (limits_.is_bounded && std::isnan(number))
      return {limits_.low, 1, Definedness::implementation_dependent};
    return rounded_range(format_, clamped({number, number}));
  }
  Value clamped(const Value& range) const {
    return {limits_.clamp(range.low), limits_.clamp(range.high), range.state};
  }
  // Which operand is chosen if one of them is a NaN is not specified.
  static Value chosen(const Value& a, const Value& b, Value range) {
    range.state = worse(a.state, b.state);
    if (a.is_nan() || b.is_nan())
      range.state = worse(range.state, Definedness::implementation_dependent);
    return range;
  }

  const FragmentColor& color_;
  const TexelRange& destination_;
  const std::array<double, 4>& constants_;
  const TexelComponent& format_;
  Limits limits_;
};

// "Blend Factors": that of component `i`, where 3 is alpha.
template <class Blender>
typename Blender::Value factor(const Blender& b, BlendFactor which, unsigned i) {
  switch (which) {
    case BlendFactor::zero:
      return b.number(0);
    case BlendFactor::one:
      return b.number(1);
    case BlendFactor::source_color:
      return b.source(i);
    case BlendFactor::one_minus_source_color:
      return b.complement(b.source(i));
    case BlendFactor::destination_color:
      return b.destination(i);
    case BlendFactor::one_minus_destination_color:
      return b.complement(b.destination(i));
    case BlendFactor::source_alpha:
      return b.source(3);
    case BlendFactor::one_minus_source_alpha:
      return b.complement(b.source(3));
    case BlendFactor::destination_alpha:
      return b.destination(3);
    case BlendFactor::one_minus_destination_alpha:
      return b.complement(b.destination(3));
    case BlendFactor::constant_color:
      return b.constant(i);
    case BlendFactor::one_minus_constant_color:
      return b.complement(b.constant(i));
    case BlendFactor::constant_alpha:
      return b.constant(3);
    case BlendFactor::one_minus_constant_alpha:
      return b.complement(b.constant(3));
    case BlendFactor::source_alpha_saturate:
      return i == 3 ? b.number(1) : b.least(b.source(3), b.complement(b.destination(3)));
    case BlendFactor::source1_color:
      return b.source1(i);
    case BlendFactor::one_minus_source1_color:
      return b.complement(b.source1(i));
    case BlendFactor::source1_alpha:
      return b.source1(3);
    case BlendFactor::one_minus_source1_alpha:
      return b.complement(b.source1(3));
  }
  return {};
}

// "Blend Operations".
template <class Blender>
typename Blender::Value blend_component(const Blender& b, const BlendEquation& equation,
                                        unsigned i) {
  const auto source = b.source(i), destination = b.destination(i);
  if (equation.operation == BlendOperation::min) return b.least(source, destination);
  if (equation.operation == BlendOperation::max) return b.greatest(source, destination);
  const auto from = b.product(source, factor(b, equation.source, i));
  const auto onto = b.product(destination, factor(b, equation.destination, i));
  if (equation.operation == BlendOperation::subtract) return b.sum(from, b.negated(onto));
  if (equation.operation == BlendOperation::reverse_subtract) return b.sum(b.negated(from), onto);
  return b.sum(from, onto);
}

const BlendEquation& equation_of(const BlendAttachment& state, unsigned i) {
  return i == 3 ? state.alpha : state.color;
}

bool is_second_source(BlendFactor factor) { return factor >= BlendFactor::source1_color; }

// min and max ignore the factors.
bool is_extremum(BlendOperation operation) {
  return operation == BlendOperation::min || operation == BlendOperation::max;
}

}  // namespace

bool uses_second_source(const BlendAttachment& blend) {
  const auto uses = [](const BlendEquation& equation) {
    return !is_extremum(equation.operation) &&
           (is_second_source(equation.source) || is_second_source(equation.destination));
  };
  return blend.enabled && (uses(blend.color) || uses(blend.alpha));
}

Color blend(const FragmentColor& color, const Color& destination, const BlendAttachment& state,
            const std::array<double, 4>& constants, const TexelFormat& format) {
  const Limits limits(format.first_component().encoding);
  const NumberBlender blender(color, destination, constants, limits);
  Color result;
  for (unsigned i = 0; i < 4; ++i) {
    const Term term = blend_component(blender, equation_of(state, i), i);
    result[i] = {term.value, 0, term.state};
  }
  return result;
}

ComponentRange blended_range(unsigned i, const FragmentColor& color, const TexelRange& destination,
                             const BlendAttachment& state, const std::array<double, 4>& constants,
                             const TexelFormat& format) {
  const TexelComponent& component = format.components[i];
  const RangeBlender blender(color, destination, constants, component);
  ComponentRange range =
      stored_range(component, blend_component(blender, equation_of(state, i), i));
  // No text states the sign of a zero that is computed.
  if (range.low == 0) range.low = -0.0;
  if (range.high == 0) range.high = 0.0;
  return range;
}

EncodedComponent combine(LogicOperation operation, const EncodedComponent& source,
                         const EncodedComponent& destination, unsigned bits) {
  // Bit s + 2 * d of the row is the result for the bits s and d; the rows are those of the table.
  static constexpr std::array<std::uint8_t, 16> rows = {
      0b0000, 0b1000, 0b0010, 0b1010, 0b0100, 0b1100, 0b0110, 0b1110,
      0b0001, 0b1001, 0b0011, 0b1011, 0b0101, 0b1101, 0b0111, 0b1111};
  const std::uint8_t row = rows[static_cast<std::size_t>(operation)];
  const std::uint64_t s = source.bits, d = destination.bits;
  std::uint64_t result = 0;
  if (row & 1u) result |= ~s & ~d;
  if (row & 2u) result |= s & ~d;
  if (row & 4u) result |= ~s & d;
  if (row & 8u) result |= s & d;
  // Whether the result depends on each of them at all.
  const bool uses_source = (row & 0b0101u) != (row >> 1 & 0b0101u);
  const bool uses_destination = (row & 0b0011u) != (row >> 2 & 0b0011u);
  Definedness state = Definedness::defined;
  if (uses_source) state = worse(state, source.state);
  if (uses_destination) state = worse(state, destination.state);
  return {result & ~std::uint64_t{0} >> (64 - bits), state};
}

bool has_logic_operations(const TexelFormat& format) {
  return std::ranges::all_of(format.components,
                             [](const TexelComponent& component) {
                               return component.bits == 0 || component.is_integer() ||
                                      component.is_normalized();
                             }) &&
         !std::ranges::any_of(format.components, [](const TexelComponent& component) {
           return component.bits != 0 && component.encoding == TexelEncoding::srgb;
         });
}

}  // namespace spirv_oracle
