#include "raster/blend.h"

#include <algorithm>
#include <cmath>

namespace spirv_oracle {
namespace {

// A value with its state. Products with a defined 0 are defined, as long as the other factor is finite for certain.
struct Term {
  double value = 0;
  Definedness state = Definedness::defined;
};

Term complement(const Term& term) { return {1 - term.value, term.state}; }

Term of(const ColorComponent& component) { return {component.number, component.state}; }

struct Operands {
  const Color& source;
  const Color& source1;
  const Color& destination;
  const std::array<double, 4>& constants;
};

Term saturated_alpha(const Operands& o) {
  const Term source = of(o.source[3]), room = complement(of(o.destination[3]));
  return {std::min(source.value, room.value), worse(source.state, room.state)};
}

// "Blend Factors": that of component `i`, where 3 is alpha.
Term factor(BlendFactor which, unsigned i, const Operands& o) {
  switch (which) {
    case BlendFactor::zero:
      return {0, Definedness::defined};
    case BlendFactor::one:
      return {1, Definedness::defined};
    case BlendFactor::source_color:
      return of(o.source[i]);
    case BlendFactor::one_minus_source_color:
      return complement(of(o.source[i]));
    case BlendFactor::destination_color:
      return of(o.destination[i]);
    case BlendFactor::one_minus_destination_color:
      return complement(of(o.destination[i]));
    case BlendFactor::source_alpha:
      return of(o.source[3]);
    case BlendFactor::one_minus_source_alpha:
      return complement(of(o.source[3]));
    case BlendFactor::destination_alpha:
      return of(o.destination[3]);
    case BlendFactor::one_minus_destination_alpha:
      return complement(of(o.destination[3]));
    case BlendFactor::constant_color:
      return {o.constants[i], Definedness::defined};
    case BlendFactor::one_minus_constant_color:
      return {1 - o.constants[i], Definedness::defined};
    case BlendFactor::constant_alpha:
      return {o.constants[3], Definedness::defined};
    case BlendFactor::one_minus_constant_alpha:
      return {1 - o.constants[3], Definedness::defined};
    case BlendFactor::source_alpha_saturate:
      return i == 3 ? Term{1, Definedness::defined} : saturated_alpha(o);
    case BlendFactor::source1_color:
      return of(o.source1[i]);
    case BlendFactor::one_minus_source1_color:
      return complement(of(o.source1[i]));
    case BlendFactor::source1_alpha:
      return of(o.source1[3]);
    case BlendFactor::one_minus_source1_alpha:
      return complement(of(o.source1[3]));
  }
  return {};
}

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

// A defined 0 leaves nothing of the other operand, unless that is an infinity or NaN or may be one.
Term product(const ColorComponent& component, const Term& by, const Limits& limits) {
  const Term value = of(component), weight{limits.clamp(by.value), by.state};
  const auto erases = [&](const Term& zero, const Term& other) {
    return zero.value == 0 && zero.state == Definedness::defined &&
           (limits.is_bounded ||
            (std::isfinite(other.value) && other.state < Definedness::undefined));
  };
  if (erases(weight, value) || erases(value, weight)) return {0, Definedness::defined};
  return {value.value * weight.value, worse(value.state, weight.state)};
}

ColorComponent sum(const Term& a, const Term& b) {
  return {a.value + b.value, 0, worse(a.state, b.state)};
}

Term negated(const Term& term) { return {-term.value, term.state}; }

Color clamped(const Color& color, const Limits& limits) {
  Color result = color;
  for (ColorComponent& component : result) component.number = limits.clamp(component.number);
  return result;
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
  const Color source = clamped(color.source, limits), source1 = clamped(color.source1, limits);
  const Operands operands{source, source1, destination, constants};
  Color result;
  for (unsigned i = 0; i < 4; ++i) {
    const BlendEquation& equation = i == 3 ? state.alpha : state.color;
    const ColorComponent &s = source[i], &d = destination[i];
    if (is_extremum(equation.operation)) {
      const bool is_min = equation.operation == BlendOperation::min;
      result[i] = {is_min ? std::min(s.number, d.number) : std::max(s.number, d.number), 0,
                   worse(s.state, d.state)};
      continue;
    }
    const Term a = product(s, factor(equation.source, i, operands), limits);
    const Term b = product(d, factor(equation.destination, i, operands), limits);
    const bool negates_a = equation.operation == BlendOperation::reverse_subtract;
    const bool negates_b = equation.operation == BlendOperation::subtract;
    result[i] = sum(negates_a ? negated(a) : a, negates_b ? negated(b) : b);
  }
  return result;
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
