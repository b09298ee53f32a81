#include "golden/suite/matrices/matrices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "data/scalar.h"
#include "golden/suite/suite_bundler.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint32_t untouched_word = 0xA5A5A5A5;

// The 32-bit elements of a case that the module stores, in the order of memory.
std::vector<std::uint32_t> stored(const std::string& name, const std::string& of_case,
                                  std::uint32_t size) {
  const auto tests = matrix_tests();
  const auto test = std::ranges::find(tests, name, &MatrixTest::name);
  if (test == tests.end()) {
    ADD_FAILURE() << "no test " << name;
    return {};
  }
  const SuiteModule module = test->make(suite_shape(size));
  BundleSettings settings;
  settings.variations = {false, false};
  const auto bundler = SuiteBundler::create(module, module.name, default_registry(), settings);
  EXPECT_TRUE(bundler) << bundler.error().message;
  if (!bundler) return {};
  const auto made = bundler->make();
  EXPECT_TRUE(made && made->bundle) << name;
  const auto found = std::ranges::find(module.cases, of_case, &BundleCase::name);
  if (!made || !made->bundle || found == module.cases.end()) return {};
  EXPECT_EQ(statistics_of(*made->bundle).any, 0u) << name;
  const auto& bytes = find_output(*made->bundle, found->output)->output->expected;
  std::vector<std::uint32_t> words;
  for (std::uint64_t at = found->offset; at < found->offset + found->size; at += 4) {
    const auto word = static_cast<std::uint32_t>(load_bits(std::span(bytes).subspan(at, 4)));
    if (word != untouched_word) words.push_back(word);
  }
  return words;
}

std::set<std::uint32_t> distinct(const std::vector<std::uint32_t>& words) {
  return {words.begin(), words.end()};
}

// Values that are known without a product of matrices.
TEST(SuiteMatrices, ProductsOfConstantsAreTheirSums) {
  for (const std::uint32_t size : {1u, 8u, 32u, 128u}) {
    const std::string of_signed = "OpCooperativeMatrixMulAddKHR.int8.int8.int32.16x16x16";
    const std::string of_unsigned = "OpCooperativeMatrixMulAddKHR.uint8.uint8.uint32.16x16x16";
    // -1 * -1, 16 times, and -1.
    EXPECT_EQ(stored(of_signed, "only ones", size), std::vector<std::uint32_t>(256, 15)) << size;
    EXPECT_EQ(stored(of_unsigned, "only ones", size),
              std::vector<std::uint32_t>(256, 255 * 255 * 16 - 1))
        << size;
    EXPECT_EQ(stored(of_unsigned + ".saturating", "only ones", size),
              std::vector<std::uint32_t>(256, 0xFFFFFFFF))
        << size;
    // Eight times -128, and eight times 127, times one of them.
    EXPECT_EQ(distinct(stored(of_signed, "signs", size)),
              (std::set<std::uint32_t>{128 * 8, static_cast<std::uint32_t>(-127 * 8)}))
        << size;
  }
}

TEST(SuiteMatrices, ProductsWithTheIdentityAreTheOtherFactor) {
  std::vector<std::uint32_t> counted;
  for (std::uint32_t i = 0; i < 256; ++i) counted.push_back(i % 120);
  std::ranges::sort(counted);
  auto product = stored("OpCooperativeMatrixMulAddKHR.int8.int8.int32.16x16x16", "an identity", 32);
  std::ranges::sort(product);
  EXPECT_EQ(product, counted);
}

TEST(SuiteMatrices, EachComponentIsNegatedOnce) {
  for (const std::uint32_t size : {4u, 32u, 128u}) {
    for (const std::uint32_t word :
         stored("OpCooperativeMatrixLengthKHR.float32", "each component", size)) {
      const double number = float_value(ScalarKind::float32, word);
      // The elements are -1 to -2, and 4 to 8.
      EXPECT_TRUE((number >= 1 && number < 2) || (number <= -4 && number > -8)) << number;
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::golden
