#include "golden/suite/operands.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "data/scalar.h"

namespace spirv_oracle::golden {
namespace {

using Row = std::vector<ValueRow>;

// Sums of these are exact in any order. The 64-bit ones do not fit into 32 bits.
double small_number(ScalarKind scalar, std::uint64_t random) {
  double value = static_cast<double>(1 + random % 8);
  if (scalar == ScalarKind::float64) value += static_cast<double>(random % 7) * 0x1p30;
  return (random >> 8) % 2 == 0 ? value : -value;
}

// Products of these are exact in any order: powers of two near 1, and one other number per subgroup.
double factor(const SuiteShape& shape, ScalarKind scalar, std::uint32_t invocation) {
  const std::uint32_t lane = shape.lane(invocation);
  const double sign = scrambled(invocation) % 2 == 0 ? 1 : -1;
  if (lane == shape.marked_lane()) {
    const double excess = scalar == ScalarKind::float16   ? 0x1p-8
                          : scalar == ScalarKind::float32 ? 0x1p-20
                                                          : 0x1p-40;
    return sign * (1 + excess);
  }
  return lane % 12 == 0 ? 2 * sign : lane % 12 == 5 ? sign / 2 : sign;
}

std::uint64_t float_number(const SuiteShape& shape, ScalarKind scalar, ValueUse use,
                           std::uint32_t invocation, unsigned component) {
  if (use == ValueUse::multiply) return float_bits(scalar, factor(shape, scalar, invocation));
  // An extreme value is exact in any case, so it may have all its bits.
  const std::uint64_t lowest_bit = use == ValueUse::extreme ? 1 : 0;
  return lowest_bit |
         float_bits(scalar, small_number(scalar, scrambled(invocation * 4 + component)));
}

std::uint64_t special_float(ScalarKind scalar, std::uint64_t random) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double numbers[] = {0, -0.0, infinity, -infinity, 1, -1.5, 3};
  const std::uint64_t choice = random % 10;
  if (choice < std::size(numbers)) return float_bits(scalar, numbers[choice]);
  if (choice == 7) return float_bits(scalar, std::numeric_limits<double>::quiet_NaN());
  const std::uint64_t sign = std::uint64_t{1} << (8 * scalar_size(scalar) - 1);
  return (choice == 8 ? sign : 0) | (1 + (random >> 8) % 200);  // a denormal
}

// Special floats. The lanes from which broadcasts read have one each.
std::uint64_t special_float_of(const SuiteShape& shape, ScalarKind scalar, std::uint32_t invocation,
                               unsigned component) {
  constexpr std::uint64_t negative_zero = 1, infinity = 2, nan = 7, denormal = 8;
  const std::uint32_t lane = shape.lane(invocation);
  const bool is_first_subgroup = invocation < shape.subgroup_size;
  if (lane == 0) return special_float(scalar, is_first_subgroup ? nan : denormal);
  if (lane == 1) return special_float(scalar, is_first_subgroup ? infinity : negative_zero);
  if (lane == shape.marked_lane()) return special_float(scalar, negative_zero);
  if (lane == shape.subgroup_size / 2 - 1) return special_float(scalar, infinity);
  return special_float(scalar, scrambled(invocation * 4 + component + 2000));
}

std::uint64_t extreme_integer(ScalarKind scalar, std::uint64_t random) {
  const std::uint64_t all = all_bits(scalar), sign = (all >> 1) + 1;
  const std::uint64_t numbers[] = {0, all, sign, sign - 1, 1, sign + 1};
  return random % 8 < 6 ? numbers[random % 8] : (random >> 8) & all;
}

Row boolean_rows(const SuiteShape& shape) {
  const auto marked = [shape](std::uint32_t i) { return shape.lane(i) == shape.marked_lane(); };
  const auto first = [shape](std::uint32_t i) { return shape.lane(i) == 0; };
  const auto last = [shape](std::uint32_t i) { return shape.lane(i) == shape.subgroup_size - 1; };
  const auto active = [shape](std::uint32_t i) {
    return execution_masks()[random_mask].takes_part(shape, i);
  };
  return {
      {"mixed", [](std::uint32_t i, unsigned) { return scrambled(i + 77) % 2; }},
      {"all true", [](std::uint32_t, unsigned) { return std::uint64_t{1}; }},
      {"all false", [](std::uint32_t, unsigned) { return std::uint64_t{0}; }},
      {"one true", [marked](std::uint32_t i, unsigned) { return std::uint64_t{marked(i)}; }},
      {"one false", [marked](std::uint32_t i, unsigned) { return std::uint64_t{!marked(i)}; }},
      {"the first true", [first](std::uint32_t i, unsigned) { return std::uint64_t{first(i)}; }},
      {"the first false", [first](std::uint32_t i, unsigned) { return std::uint64_t{!first(i)}; }},
      {"the last true", [last](std::uint32_t i, unsigned) { return std::uint64_t{last(i)}; }},
      {"the last false", [last](std::uint32_t i, unsigned) { return std::uint64_t{!last(i)}; }},
      {"true where inactive",
       [active](std::uint32_t i, unsigned) { return std::uint64_t{!active(i)}; }},
      {"false where inactive",
       [active](std::uint32_t i, unsigned) { return std::uint64_t{active(i)}; }}};
}

void add_integer_rows(const SuiteShape& shape, ScalarKind scalar, ValueUse use, Row& rows) {
  const std::uint64_t all = all_bits(scalar);
  if (use == ValueUse::multiply) {
    rows.push_back({"odd numbers", [all](std::uint32_t i, unsigned c) {
                      return (scrambled(i * 4 + c) | 1) & all;
                    }});
  } else if (use == ValueUse::bits) {
    // Most bits are set, because otherwise the and of all would be 0. For the or, a few are not.
    rows.push_back({"single bits", [shape, all](std::uint32_t i, unsigned c) {
                      const std::uint64_t bit = std::uint64_t{1} << (scrambled(i * 4 + c) % 64);
                      const bool inverted = scrambled(i) % 16 == 3;
                      return (inverted ? ~bit & all : bit & all) | (shape.lane(i) % 5 == 4 ? 2 : 0);
                    }});
    rows.push_back({"all but one bit", [all](std::uint32_t i, unsigned c) {
                      return all & ~(std::uint64_t{1} << (scrambled(i * 4 + c) % 16));
                    }});
    rows.push_back({"one bit", [all](std::uint32_t i, unsigned c) {
                      return all & (std::uint64_t{1} << (scrambled(i * 4 + c) % 16));
                    }});
  } else {
    rows.push_back(
        {"random bits", [all](std::uint32_t i, unsigned c) { return scrambled(i * 4 + c) & all; }});
  }
  rows.push_back({"extremes", [scalar](std::uint32_t i, unsigned c) {
                    return extreme_integer(scalar, scrambled(i * 4 + c + 1000));
                  }});
}

void add_float_rows(const SuiteShape& shape, ScalarKind scalar, ValueUse use, Row& rows) {
  rows.push_back({"exact", [=](std::uint32_t i, unsigned c) {
                    return float_number(shape, scalar, use, i, c);
                  }});
  rows.push_back({"NaN, zeros, infinities, denormals", [scalar](std::uint32_t i, unsigned c) {
                    return special_float(scalar, scrambled(i * 4 + c + 2000));
                  }});
  if (use == ValueUse::extreme) {
    rows.push_back({"NaN among numbers", [=](std::uint32_t i, unsigned c) {
                      const bool is_nan = scrambled(i + 7) % 3 == 0;
                      return is_nan ? special_float(scalar, 7)
                                    : float_number(shape, scalar, use, i, c);
                    }});
    rows.push_back({"denormals", [scalar](std::uint32_t i, unsigned c) {
                      const std::uint64_t random = scrambled(i * 4 + c);
                      const std::uint64_t sign = std::uint64_t{1} << (8 * scalar_size(scalar) - 1);
                      return (random % 2 == 0 ? sign : 0) | (1 + (random >> 8) % 200);
                    }});
  }
  if (use == ValueUse::add || use == ValueUse::multiply) {
    rows.push_back({"rounded", [scalar](std::uint32_t i, unsigned c) {
                      const double excess = static_cast<double>(scrambled(i * 4 + c) % 4096) / 4096;
                      return float_bits(scalar, 0.5 + excess);
                    }});
  }
}

// Many of these values are equal. Vectors differ only in their last component.
void add_compared_rows(const SuiteShape& shape, ValueType type, Row& rows) {
  const bool floating = is_float(type.scalar);
  const auto number = [=](std::uint64_t value) {
    return floating ? float_bits(type.scalar, static_cast<double>(value)) : value;
  };
  const unsigned last = type.components - 1;
  rows.push_back({"few values", [=](std::uint32_t i, unsigned c) {
                    return number(c == last ? 1 + scrambled(i) % 3 : 5);
                  }});
  rows.push_back({"all equal", [=](std::uint32_t, unsigned c) { return number(9 + c); }});
  rows.push_back({"one differs", [=](std::uint32_t i, unsigned c) {
                    const bool differs = shape.lane(i) == shape.marked_lane() && c == last;
                    return number(differs ? 4 : 9);
                  }});
  rows.push_back({"the first differs", [=](std::uint32_t i, unsigned c) {
                    return number(shape.lane(i) == 0 && c == last ? 4 : 9);
                  }});
  rows.push_back({"one differs in its highest bit", [=](std::uint32_t i, unsigned c) {
                    const bool differs = shape.lane(i) == shape.marked_lane() && c == last;
                    const std::uint64_t all = all_bits(type.scalar);
                    return number(9) ^ (differs ? (all >> 1) + 1 : 0);
                  }});
  if (!floating) return;
  rows.push_back({"zeros of both signs", [=](std::uint32_t i, unsigned) {
                    return float_bits(type.scalar, scrambled(i) % 2 == 0 ? 0.0 : -0.0);
                  }});
  rows.push_back(
      {"the same NaN", [=](std::uint32_t, unsigned) { return special_float(type.scalar, 7); }});
}

}  // namespace

std::uint64_t scrambled(std::uint64_t number) {  // splitmix64
  number += 0x9E3779B97F4A7C15u;
  number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9u;
  number = (number ^ (number >> 27)) * 0x94D049BB133111EBu;
  return number ^ (number >> 31);
}

SuiteShape suite_shape(std::uint32_t subgroup_size) {
  return {subgroup_size, subgroup_size + std::max(1u, subgroup_size * 5 / 8)};
}

const std::vector<ExecutionMask>& execution_masks() {
  using S = const SuiteShape&;
  using I = std::uint32_t;
  static const std::vector<ExecutionMask> masks{
      {"random", [](S s, I i) { return s.lane(i) == s.marked_lane() || scrambled(i + 5) % 5 < 2; }},
      {"alternating", [](S s, I i) { return s.lane(i) % 2 == 1; }},
      {"all but the first", [](S s, I i) { return s.lane(i) != 0; }},
      {"single", [](S s, I i) { return s.lane(i) == s.subgroup_size * 3 / 8; }},
      {"lower half", [](S s, I i) { return s.lane(i) < s.subgroup_size / 2; }},
      {"upper half", [](S s, I i) { return s.lane(i) >= s.subgroup_size / 2; }},
      {"all but the last", [](S s, I i) { return s.lane(i) != s.subgroup_size - 1; }},
      {"sparse", [](S s, I i) { return s.lane(i) % 7 == 5; }},
  };
  return masks;
}

std::uint32_t membership(const SuiteShape& shape, std::uint32_t invocation) {
  std::uint32_t word = 0;
  const auto& masks = execution_masks();
  for (std::size_t k = 0; k < masks.size(); ++k)
    word |= masks[k].takes_part(shape, invocation) ? 1u << k : 0u;
  word |= static_cast<std::uint32_t>(scrambled(invocation + 300) % 4) << trips_shift;
  // One value for the default case, because lanes with different values need not execute it together.
  word |= static_cast<std::uint32_t>(scrambled(invocation + 600) % 3) << case_shift;
  return word;
}

std::vector<ValueRow> value_rows(const SuiteShape& shape, ValueType type, ValueUse use) {
  Row rows;
  if (use == ValueUse::none) return rows;
  if (type.scalar == ScalarKind::boolean) return boolean_rows(shape);
  if (use == ValueUse::compared) {
    add_compared_rows(shape, type, rows);
  } else if (use == ValueUse::moved || !is_float(type.scalar)) {
    add_integer_rows(shape, type.scalar, use, rows);
    if (is_float(type.scalar)) {
      // The bits of a NaN may change, so other values reveal more.
      rows[0] = {"numbers", [=](std::uint32_t i, unsigned c) {
                   return float_bits(type.scalar,
                                     1 + static_cast<double>(scrambled(i * 4 + c) % 1023) / 1024 +
                                         (type.scalar == ScalarKind::float64 ? 0x1p-40 : 0));
                 }};
      rows[1] = {"NaN, zeros, infinities, denormals", [=](std::uint32_t i, unsigned c) {
                   return special_float_of(shape, type.scalar, i, c);
                 }};
      rows.push_back({"special floats in turn", [=](std::uint32_t i, unsigned c) {
                        return special_float(type.scalar, 3 * i + c + 7);
                      }});
    }
  } else {
    add_float_rows(shape, type.scalar, use, rows);
  }
  return rows;
}

}  // namespace spirv_oracle::golden
