// OpCooperativeMatrixMulAddKHR: component types, shapes and layouts; exact sums, sums that need a wide accumulator, values at
// the limits of the types, and saturation.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "data/scalar.h"
#include "golden/suite/matrices/matrix_writer.h"

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;

struct ProductShape {
  std::uint32_t rows, columns, inner;
};

// The component types of a product, and the shapes of its tests. Real devices offer these combinations.
struct ProductTypes {
  ScalarKind a, b, sum;
  std::vector<ProductShape> shapes;
  bool saturates = false;
};

std::vector<ProductTypes> all_products() {
  const std::vector<ProductShape> of_halves{{16, 16, 16}, {16, 8, 16}, {16, 8, 8}, {8, 16, 16}};
  const std::vector<ProductShape> of_bytes{{16, 16, 32}, {16, 8, 32}, {16, 16, 16}, {8, 16, 32}};
  const std::vector<ProductShape> square{{16, 16, 16}};
  return {{float16, float16, float16, of_halves},
          {float16, float16, float32, of_halves},
          {bfloat16, bfloat16, float32, {{16, 16, 16}, {8, 16, 16}}},
          {float8_e4m3, float8_e4m3, float32, {{16, 16, 32}, {8, 16, 32}}},
          {float8_e5m2, float8_e5m2, float32, {{16, 16, 32}}},
          {float32, float32, float32, {{16, 16, 16}, {16, 16, 8}}},
          {float64, float64, float64, {{8, 8, 4}}},
          {int8, int8, int32, of_bytes},
          {uint8, uint8, uint32, of_bytes},
          {int8, uint8, int32, square},
          {uint8, int8, int32, square},
          {uint8, uint8, int32, square},
          {int16, int16, int32, square},
          {int8, int8, int32, square, true},
          {uint8, uint8, uint32, square, true}};
}

std::uint64_t number_bits(ScalarKind kind, double number) {
  if (is_float(kind)) return float_bits(kind, number);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) & all_bits(kind);
}

// A whole number from -most to most; from 0 for unsigned types.
double whole(ScalarKind kind, std::uint64_t number, std::int64_t most) {
  const auto value = static_cast<std::int64_t>(scrambled(number) % (2 * most + 1)) - most;
  const bool is_unsigned = !is_float(kind) && !is_signed_integer(kind);
  return static_cast<double>(is_unsigned ? std::abs(value) : value);
}

// The operands of one case. The numbers are those of elements of A, B and C.
struct OperandSet {
  std::string_view name;
  std::uint64_t (*a)(ScalarKind, std::uint32_t row, std::uint32_t column);
  std::uint64_t (*b)(ScalarKind, std::uint32_t row, std::uint32_t column);
  std::uint64_t (*c)(ScalarKind, std::uint32_t row, std::uint32_t column);
  bool (*suits)(const ProductTypes&) = [](const ProductTypes&) { return true; };
};

template <std::int64_t most, std::uint64_t seed>
std::uint64_t wholes(ScalarKind kind, std::uint32_t row, std::uint32_t column) {
  return number_bits(kind, whole(kind, seed + row * 64 + column, most));
}
std::uint64_t zeros(ScalarKind, std::uint32_t, std::uint32_t) { return 0; }
std::uint64_t identity(ScalarKind kind, std::uint32_t row, std::uint32_t column) {
  return number_bits(kind, row == column ? 1 : 0);
}
// Different in every row and column.
std::uint64_t counted(ScalarKind kind, std::uint32_t row, std::uint32_t column) {
  return number_bits(kind, (row * 16 + column) % 120);
}
std::uint64_t one_row(ScalarKind kind, std::uint32_t row, std::uint32_t column) {
  return number_bits(kind, row == 3 ? 1 + column % 5 : 0);
}
std::uint64_t random_bits(ScalarKind kind, std::uint32_t row, std::uint32_t column) {
  return scrambled(row * 64 + column + 11) & all_bits(kind);
}
std::uint64_t all_ones(ScalarKind kind, std::uint32_t, std::uint32_t) { return all_bits(kind); }
std::uint64_t lowest_or_highest(ScalarKind kind, std::uint32_t row, std::uint32_t) {
  const std::uint64_t sign = all_bits(kind) / 2 + 1;
  return row % 2 == 0 ? sign : sign - 1;
}
// Every row differs from the limits of the type by less than a product does.
std::uint64_t near_the_limits(ScalarKind kind, std::uint32_t row, std::uint32_t column) {
  const std::uint64_t greatest = is_signed_integer(kind) ? all_bits(kind) / 2 : all_bits(kind);
  const std::uint64_t least = is_signed_integer(kind) ? greatest + 1 : 0;
  return (row % 2 == 0 ? greatest - 20 * column : least + 20 * column) & all_bits(kind);
}
std::uint64_t fractions(ScalarKind kind, std::uint32_t row, std::uint32_t column) {
  return number_bits(kind, 1 + static_cast<double>(scrambled(row * 64 + column + 5) % 128) / 128);
}
std::uint64_t infinity_in_row_3(ScalarKind kind, std::uint32_t row, std::uint32_t column) {
  const double number = row == 3 && column == 5 ? std::numeric_limits<double>::infinity() : 1;
  return number_bits(kind, number);
}
std::uint64_t nan_in_column_2(ScalarKind kind, std::uint32_t row, std::uint32_t column) {
  const double number = row == 1 && column == 2 ? std::numeric_limits<double>::quiet_NaN() : 2;
  return number_bits(kind, number);
}
std::uint64_t denormals(ScalarKind, std::uint32_t row, std::uint32_t column) {
  return 1 + (row + column) % 7;
}

bool is_of_floats(const ProductTypes& types) { return is_float(types.sum); }
bool is_of_integers(const ProductTypes& types) { return !is_float(types.sum); }
// Whole numbers of seven bits are exact, and so is the sum of 32 products in 24 bits, but not in 11.
bool has_wide_sum(const ProductTypes& types) {
  return is_float(types.sum) && scalar_size(types.sum) > scalar_size(types.a);
}
bool saturates(const ProductTypes& types) { return types.saturates; }

constexpr OperandSet operand_sets[] = {
    {"small whole numbers", wholes<4, 1000>, wholes<4, 2000>, wholes<16, 3000>},
    {"an identity", identity, counted, zeros},
    {"one row", one_row, wholes<4, 2500>, counted},
    {"no sum", zeros, zeros, counted},
    {"sums of 20 bits", wholes<127, 1000>, wholes<127, 2000>, wholes<127, 3000>, has_wide_sum},
    {"rounded sums", fractions, fractions, fractions, is_of_floats},
    {"an infinite row", infinity_in_row_3, fractions, zeros, is_of_floats},
    {"a NaN", fractions, nan_in_column_2, zeros, is_of_floats},
    {"denormals", denormals, wholes<4, 2600>, zeros, is_of_floats},
    {"all bits", random_bits, random_bits, random_bits,
     [](const ProductTypes& types) { return is_of_integers(types) && !types.saturates; }},
    {"only ones", all_ones, all_ones, all_ones, is_of_integers},
    {"signs", lowest_or_highest, lowest_or_highest, zeros, is_of_integers},
    {"sums beyond the limits", wholes<9, 1000>, wholes<9, 2000>, near_the_limits, saturates},
    {"sums that wrap", wholes<9, 1000>, wholes<9, 2000>, near_the_limits,
     [](const ProductTypes& types) { return is_of_integers(types) && !types.saturates; }},
};

std::string flags_of(const ProductTypes& types) {
  std::string flags;
  const auto add = [&](bool is_set, std::string_view flag) {
    if (is_set) flags += fmt::format("{}{}KHR", flags.empty() ? " " : "|", flag);
  };
  add(is_signed_integer(types.a), "MatrixASignedComponents");
  add(is_signed_integer(types.b), "MatrixBSignedComponents");
  add(is_signed_integer(types.sum), "MatrixCSignedComponents");
  add(is_signed_integer(types.sum), "MatrixResultSignedComponents");
  add(types.saturates, "SaturatingAccumulation");
  return flags;
}

void write_product(MatrixWriter& writer, const ProductTypes& types, const ProductShape& shape,
                   const OperandSet& set, unsigned layouts) {
  const MatrixType a{types.a, shape.rows, shape.inner, 'a'};
  const MatrixType b{types.b, shape.inner, shape.columns, 'b'};
  const MatrixType c{types.sum, shape.rows, shape.columns, 'c'};
  const auto layout = [&](unsigned operand) { return (layouts >> operand & 1) != 0; };
  const auto values = [](ScalarKind kind, auto* function) {
    return [=](std::uint32_t row, std::uint32_t column) { return function(kind, row, column); };
  };
  const std::string of_a = writer.load(writer.input(a, layout(0), values(types.a, set.a)));
  const std::string of_b = writer.load(writer.input(b, layout(1), values(types.b, set.b)));
  const std::string of_c = writer.load(writer.input(c, layout(2), values(types.sum, set.c)));
  const std::string type = writer.type(c);
  const std::string product = writer.computed(fmt::format(
      "OpCooperativeMatrixMulAddKHR {} {} {} {}{}", type, of_a, of_b, of_c, flags_of(types)));
  writer.result(std::string(set.name), c, layout(3), product);
}

}  // namespace

void add_product_tests(std::vector<MatrixTest>& tests) {
  for (const ProductTypes& types : all_products()) {
    for (const ProductShape& shape : types.shapes) {
      const std::string name =
          fmt::format("OpCooperativeMatrixMulAddKHR.{}.{}.{}.{}x{}x{}{}", scalar_name(types.a),
                      scalar_name(types.b), scalar_name(types.sum), shape.rows, shape.columns,
                      shape.inner, types.saturates ? ".saturating" : "");
      const auto make = [name, types, shape](const SuiteShape& of) {
        MatrixWriter writer(of);
        unsigned layouts = 0;
        for (const OperandSet& set : operand_sets) {
          if (set.suits(types)) write_product(writer, types, shape, set, layouts);
          layouts += 5;  // varies all bits
        }
        return writer.module(name, "OpCooperativeMatrixMulAddKHR");
      };
      tests.push_back({name, "OpCooperativeMatrixMulAddKHR", make});
    }
  }
}

}  // namespace spirv_oracle::golden
