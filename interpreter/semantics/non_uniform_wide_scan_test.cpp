// The vector instructions of the host, against what takes none.
#include "interpreter/semantics/non_uniform_wide_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "interpreter/semantics/group_float_operations.h"
#include "interpreter/semantics/group_operations.h"
#include "interpreter/semantics/non_uniform_avx512_scan.h"

#if defined(__x86_64__)
namespace spirv_oracle {
namespace {

// Machine::scan() as PlainScan::scan().
template <class Machine, class Combine, bool Exclusive, class T>
void expect_the_same_steps(const std::vector<T>& values, T neutral) {
  const auto count = static_cast<unsigned>(values.size());
  // Aligned as planes are.
  alignas(32) T in[128], plain[128] = {}, wide[128 + 8] = {};
  std::copy(values.begin(), values.end(), in);
  wide[count] = 42;
  PlainScan::scan<Combine, Exclusive>(in, plain, count, neutral);
  Machine::template scan<Combine, Exclusive>(in, wide, count, neutral);
  for (unsigned lane = Exclusive ? 1 : 0; lane < count; ++lane)
    ASSERT_EQ(plain[lane], wide[lane]) << lane << " of " << count;
  ASSERT_EQ(wide[count], 42);
}

template <class Machine, class Combine, class T>
void expect_the_same_steps(unsigned count, T neutral) {
  std::mt19937 random(4);
  std::vector<T> values(count);
  std::uniform_real_distribution<T> any(-2, 2);
  for (T& value : values) value = any(random);
  expect_the_same_steps<Machine, Combine, false>(values, neutral);
  expect_the_same_steps<Machine, Combine, true>(values, neutral);
}

template <class T>
class WideScansOf : public ::testing::Test {};
using WideTypes = ::testing::Types<float, double>;
TYPED_TEST_SUITE(WideScansOf, WideTypes);

TYPED_TEST(WideScansOf, TakeTheSameSteps) {
  if (!host_has_avx2()) GTEST_SKIP() << "the wide scans are made of AVX2 instructions";
  for (const unsigned count : {8u, 16u, 32u, 64u, 128u}) {
    expect_the_same_steps<Avx2Scan, FloatSum>(count, -TypeParam{});
    expect_the_same_steps<Avx2Scan, FloatProduct>(count, TypeParam{1});
  }
}

TYPED_TEST(WideScansOf, Avx512TakeTheSameSteps) {
  if (!host_has_avx512()) GTEST_SKIP() << "these scans are made of AVX-512 instructions";
  expect_the_same_steps<Avx512Scan, FloatSum>(32, -TypeParam{});
  expect_the_same_steps<Avx512Scan, FloatProduct>(32, TypeParam{1});
}

template <class Extremum, class T>
void expect_the_same_extrema() {
  std::mt19937_64 random(6);
  std::vector<T> values(32);
  for (T& value : values) value = static_cast<T>(random());
  const T identity = Extremum::template identity<T>();
  expect_the_same_steps<Avx512Scan, Extremum, false>(values, identity);
  expect_the_same_steps<Avx512Scan, Extremum, true>(values, identity);
}

TEST(Avx512Scans, OfExtremaAreThoseOfPlainOnes) {
  if (!host_has_avx512()) GTEST_SKIP() << "these scans are made of AVX-512 instructions";
  expect_the_same_extrema<SignedMinimum, std::int64_t>();
  expect_the_same_extrema<SignedMaximum, std::int64_t>();
  expect_the_same_extrema<UnsignedMinimum, std::uint64_t>();
  expect_the_same_extrema<UnsignedMaximum, std::uint64_t>();
  expect_the_same_extrema<FloatMinimum, double>();
  expect_the_same_extrema<FloatMaximum, double>();
}

TEST(Avx512Scans, OfProductsOfBytesAreThoseOfPlainOnes) {
  if (!host_has_avx512()) GTEST_SKIP() << "these scans are made of AVX-512 instructions";
  std::mt19937 random(8);
  std::vector<std::uint8_t> values(32);
  for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(2 * random() + 1);
  expect_the_same_steps<Avx512Scan, IntegerMultiplication, false>(values, std::uint8_t{1});
  expect_the_same_steps<Avx512Scan, IntegerMultiplication, true>(values, std::uint8_t{1});
}

// By each machine that the host has.
template <class T>
void expect_lanes_with(const T* values, BitsOf<T> offset, BitsOf<T> mask) {
  std::uint32_t expected = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const auto sum = static_cast<BitsOf<T>>(FloatFormat<T>::bits(values[lane]) + offset);
    if ((sum & mask) != 0) expected |= 1u << lane;
  }
  EXPECT_EQ(PlainScan::lanes_with<T>(values, offset, mask), expected);
  if (host_has_avx2()) {
    EXPECT_EQ(Avx2Scan::lanes_with<T>(values, offset, mask), expected);
  }
  if constexpr (sizeof(T) >= 4) {
    if (host_has_avx512()) {
      EXPECT_EQ(Avx512Scan::lanes_with<T>(values, offset, mask), expected);
    }
  }
}

template <class T>
class LanesWith : public ::testing::Test {};
using AllTypes = ::testing::Types<Float16, float, double>;
TYPED_TEST_SUITE(LanesWith, AllTypes);

TYPED_TEST(LanesWith, AllMachinesFindTheSameLanes) {
  using Bits = BitsOf<TypeParam>;
  std::mt19937_64 random(7);
  for (int i = 0; i < 1000; ++i) {
    alignas(32) TypeParam values[32];
    for (TypeParam& value : values)
      value = std::bit_cast<TypeParam>(static_cast<Bits>(random() & random() & random()));
    expect_lanes_with<TypeParam>(values, static_cast<Bits>(random()),
                                 static_cast<Bits>(Bits{1} << random() % (8 * sizeof(Bits))));
    expect_lanes_with<TypeParam>(values, 0, static_cast<Bits>(random()));
  }
}

// Steps of 16-bit floats, within their range or out of it on either side.
template <class Combine>
void expect_the_same_half_steps() {
  std::mt19937 random(5);
  for (const int exponent : {-3, -1, 0, 1, 3}) {
    alignas(32) float in[64], plain[64], wide[64];
    for (float& value : in) {
      const float digits = to_float(to_float16(1 + static_cast<float>(random() % 1024) / 1024));
      value = std::ldexp(random() % 2 == 0 ? digits : -digits, exponent);
    }
    const float neutral = Combine::multiplies ? 1.0f : -0.0f;
    PlainScan::scan<Combine, false>(in, plain, 64, neutral);
    Avx2Scan::scan<Combine, false>(in, wide, 64, neutral);
    for (unsigned lane = 0; lane < 64; ++lane) {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(plain[lane]), std::bit_cast<std::uint32_t>(wide[lane]))
          << lane << ", exponent " << exponent;
    }
  }
}

TEST(WideScans, TakeTheSameStepsOf16Bits) {
  if (!host_has_avx2()) GTEST_SKIP() << "the wide scans are made of AVX2 instructions";
  expect_the_same_half_steps<HalfSteps<FloatProduct>>();
  expect_the_same_half_steps<HalfSteps<FloatSum>>();
  expect_the_same_half_steps<RoundedSteps<FloatSum, Float16>>();
}

}  // namespace
}  // namespace spirv_oracle
#endif
