// Loads, products and stores of cooperative matrices in whole modules, and their definition: a few lines over numbers.

#include <array>
#include <random>
#include <string>
#include <vector>

#include "builtins/cooperative_matrix_for_test.h"

namespace spirv_oracle::test {
namespace {

Wide wide_sum(const MatrixProduct& product, const ShadowedBytes& a, const ShadowedBytes& b,
              unsigned row, unsigned column) {
  Wide sum = 0;
  for (unsigned k = 0; k < product.inner; ++k) {
    sum += integer_of(bits_at(a, product.a.bytes, product.place(row, k)), product.a.bytes,
                      product.has("MatrixASigned")) *
           integer_of(bits_at(b, product.b.bytes, product.place(k, column)), product.b.bytes,
                      product.has("MatrixBSigned"));
  }
  return sum;
}

// The bits of an element of the result.
std::uint64_t expected_bits(const MatrixProduct& product, const ShadowedBytes& a,
                            const ShadowedBytes& b, const ShadowedBytes& c, unsigned row,
                            unsigned column) {
  const std::uint64_t c_bits = bits_at(c, product.c.bytes, product.place(row, column));
  if (!product.r.is_float) {
    const Wide sum = wide_sum(product, a, b, row, column) +
                     integer_of(c_bits, product.c.bytes, product.has("MatrixCSigned"));
    const std::uint64_t mask =
        product.r.bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * product.r.bytes)) - 1;
    return static_cast<std::uint64_t>(sum) & mask;
  }
  double sum = float_of(c_bits, product.c);
  for (unsigned k = 0; k < product.inner; ++k) {
    sum += float_of(bits_at(a, product.a.bytes, product.place(row, k)), product.a) *
           float_of(bits_at(b, product.b.bytes, product.place(k, column)), product.b);
  }
  return bits_of_float(sum, product.r);
}

void expect_product(const MatrixProduct& product, std::mt19937_64& random) {
  SCOPED_TRACE(std::string(product.a.name) + " " + product.b.name + " " + product.c.name + " " +
               product.r.name + " " + std::to_string(product.rows) + "x" +
               std::to_string(product.columns) + "x" + std::to_string(product.inner) + ", lanes " +
               std::to_string(product.lanes) + ", subgroups " + std::to_string(product.subgroups) +
               ", mapping " + std::to_string(static_cast<int>(product.mapping)) + " " +
               product.flags);
  const ShadowedBytes a = random_buffer(product.a, random), b = random_buffer(product.b, random);
  const ShadowedBytes c = random_buffer(product.c, random);
  DispatchResult result;
  const ShadowedBytes r = product.run(a, b, c, result);
  ASSERT_EQ(r.bytes.size(), MatrixProduct::buffer_size * product.r.bytes);
  EXPECT_TRUE(test::clauses_of(result).empty());
  std::vector<bool> written(MatrixProduct::buffer_size);
  for (unsigned row = 0; row < product.rows; ++row) {
    for (unsigned column = 0; column < product.columns; ++column) {
      const std::size_t at = product.place(row, column);
      written[at] = true;
      ASSERT_EQ(bits_at(r, product.r.bytes, at), expected_bits(product, a, b, c, row, column))
          << "row " << row << ", column " << column;
    }
  }
  // Nothing else is written, and everything written is defined.
  for (std::size_t i = 0; i < r.bytes.size(); ++i) {
    ASSERT_EQ(r.shadow[i],
              written[i / product.r.bytes] ? Definedness::defined : Definedness::uninitialized)
        << "byte " << i;
  }
}

TEST(CooperativeMatrix, MultipliesFloatsOfEveryType) {
  std::mt19937_64 random(1);
  for (const ComponentType& factor : {f16, f32, f64, bf16}) {
    for (const ComponentType& sum : {f16, f32, f64}) {
      expect_product({.a = factor, .b = factor, .c = sum, .r = sum}, random);
      expect_product({.a = factor, .b = factor, .c = sum, .r = sum, .column_major = true}, random);
    }
  }
  expect_product({.a = f16, .b = f32, .c = f16, .r = f32}, random);
}

TEST(CooperativeMatrix, MultipliesIntegersOfEveryTypeAndSign) {
  std::mt19937_64 random(2);
  const std::string a = "MatrixASignedComponentsKHR", b = "MatrixBSignedComponentsKHR",
                    c = "MatrixCSignedComponentsKHR", r = "MatrixResultSignedComponentsKHR";
  const std::string flags[] = {"", a, b, a + '|' + b, c, a + '|' + b + '|' + c + '|' + r};
  for (const std::string& flag : flags) {
    for (const ComponentType& type : {i8, i16, i32, i64, u8, u16, u32, u64})
      expect_product({.a = type, .b = type, .c = type, .r = type, .flags = flag}, random);
    expect_product({.a = i8, .b = u8, .c = i32, .r = i32, .flags = flag}, random);
    expect_product({.a = u8, .b = u8, .c = u16, .r = u64, .flags = flag}, random);
    expect_product({.a = u16, .b = i8, .c = u32, .r = i64, .flags = flag}, random);
  }
}

TEST(CooperativeMatrix, WorksForEveryShapeMappingAndSubgroupSize) {
  std::mt19937_64 random(3);
  const std::array<unsigned, 3> shapes[] = {{16, 16, 16}, {8, 8, 32}, {1, 1, 1},
                                            {3, 5, 7},    {4, 4, 1},  {32, 8, 16}};
  for (const auto& [rows, columns, inner] : shapes) {
    for (unsigned lanes = 1; lanes <= 128; lanes *= 2) {
      for (const MatrixMapping mapping : mappings) {
        const bool column_major = random() % 2 != 0;
        expect_product({.a = f16,
                        .b = f16,
                        .c = f32,
                        .r = f32,
                        .rows = rows,
                        .columns = columns,
                        .inner = inner,
                        .column_major = column_major,
                        .lanes = lanes,
                        .mapping = mapping},
                       random);
      }
    }
  }
}

// All subgroups of a workgroup hold one matrix.
TEST(CooperativeMatrix, WorksAtWorkgroupScope) {
  std::mt19937_64 random(10);
  const std::array<unsigned, 3> shapes[] = {{16, 16, 16}, {32, 8, 16}, {1, 1, 1}, {3, 5, 7}};
  for (const auto& [rows, columns, inner] : shapes) {
    for (const unsigned lanes : {1u, 4u, 32u, 128u}) {
      for (const unsigned subgroups : {1u, 2u, 3u, 7u}) {
        const MatrixMapping mapping = mappings[random() % std::size(mappings)];
        const bool is_float = random() % 2 != 0;
        expect_product({.a = is_float ? f16 : i8,
                        .b = is_float ? f16 : u8,
                        .c = is_float ? f32 : i32,
                        .r = is_float ? f32 : i32,
                        .rows = rows,
                        .columns = columns,
                        .inner = inner,
                        .column_major = random() % 2 != 0,
                        .lanes = lanes,
                        .mapping = mapping,
                        .subgroups = subgroups},
                       random);
      }
    }
  }
}

// --- saturation ---

TEST(CooperativeMatrix, SaturatesTheSumWithC) {
  std::mt19937_64 random(4);
  const std::string all_signed =
      "MatrixASignedComponentsKHR|MatrixBSignedComponentsKHR|MatrixCSignedComponentsKHR|"
      "MatrixResultSignedComponentsKHR|SaturatingAccumulationKHR";
  for (const bool is_signed : {false, true}) {
    const ComponentType factor = is_signed ? i8 : u8, sum = is_signed ? i16 : u16;
    const MatrixProduct product{.a = factor,
                                .b = factor,
                                .c = sum,
                                .r = sum,
                                .inner = 2,
                                .flags = is_signed ? all_signed : "SaturatingAccumulationKHR"};
    const ShadowedBytes a = random_buffer(product.a, random), b = random_buffer(product.b, random);
    const ShadowedBytes c = random_buffer(product.c, random);
    DispatchResult result;
    const ShadowedBytes r = product.run(a, b, c, result);
    ASSERT_FALSE(r.bytes.empty());
    const Wide least = is_signed ? -32768 : 0, greatest = is_signed ? 32767 : 65535;
    unsigned saturated = 0;
    for (unsigned row = 0; row < 16; ++row) {
      for (unsigned column = 0; column < 16; ++column) {
        const std::size_t at = product.place(row, column);
        // The sums of the positive and of the negative products: one of them may overflow in some order.
        Wide positive = 0, negative = 0;
        for (unsigned k = 0; k < 2; ++k) {
          const Wide value = integer_of(bits_at(a, 1, product.place(row, k)), 1, is_signed) *
                             integer_of(bits_at(b, 1, product.place(k, column)), 1, is_signed);
          (value < 0 ? negative : positive) += value;
        }
        if (positive > greatest || negative < least) {
          EXPECT_EQ(r.shadow[2 * at], Definedness::undefined);
          continue;
        }
        const Wide exact = positive + negative + integer_of(bits_at(c, 2, at), 2, is_signed);
        const Wide clamped = exact < least ? least : exact > greatest ? greatest : exact;
        saturated += clamped != exact ? 1 : 0;
        EXPECT_EQ(r.shadow[2 * at], Definedness::defined);
        EXPECT_EQ(integer_of(bits_at(r, 2, at), 2, is_signed), clamped);
      }
    }
    EXPECT_GT(saturated, 10u);
  }
}

}  // namespace
}  // namespace spirv_oracle::test
