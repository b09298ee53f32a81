// Which numbers implementations may store in a component of an attachment.
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "interpreter/images/texel_format.h"
#include "memory/definedness.h"

namespace spirv_oracle {

struct ComponentRange {
  // Numbers of the format. Both NaN: a NaN with any bits. -0 and +0: a zero of either sign.
  double low = 0, high = 0;
  // Defined: each implementation stores one of these numbers. Otherwise, other ones are possible as well.
  Definedness state = Definedness::defined;

  bool is_nan() const { return std::isnan(low); }
  // Whether each implementation stores the same number.
  bool is_single() const { return state == Definedness::defined && (low == high || is_nan()); }
  friend bool operator==(const ComponentRange&, const ComponentRange&) = default;
};
// By component.
using TexelRange = std::array<ComponentRange, 4>;

// The numbers that result if each number of a range is rounded to the precision of a component, up or down. Normalized numbers
// are not clamped. "Floating-Point Format Conversions": numbers that are too large may become infinite.
ComponentRange rounded_range(const TexelComponent& format, const ComponentRange& range);

// The numbers that are stored if the format has to represent one of a range.
ComponentRange stored_range(const TexelComponent& format, const ComponentRange& range);

// Sums and products of any number of one range with any of another one, before they are rounded.
ComponentRange sum_of(const ComponentRange& a, const ComponentRange& b);
ComponentRange product_of(const ComponentRange& a, const ComponentRange& b);

// What a resolve may store: an average, of integers also the value of any sample. "Render Pass Multisample Resolve Operations".
ComponentRange resolved_range(const TexelComponent& format,
                              std::span<const ComponentRange> samples);

}  // namespace spirv_oracle
