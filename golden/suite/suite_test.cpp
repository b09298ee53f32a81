#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "data/scalar.h"
#include "golden/suite/edge_values.h"
#include "golden/suite/family.h"
#include "golden/suite/fragments.h"
#include "golden/suite/recipe.h"
#include "golden/suite/suite_bundler.h"

namespace spirv_oracle::golden {
namespace {

// Compares with the instruction registry, so that no new instruction lacks a test.
TEST(Suite, TestsEveryInstructionOfItsFamilies) {
  for (const SuiteFamily& family : suite_families()) {
    std::set<std::string> tested;
    for (const SuiteItem& item : family.items(suite_shape(32))) tested.insert(item.instruction);
    for (const std::string& name : family.instructions(default_registry()))
      EXPECT_NE(tested.contains(name), !why_left_out(name).empty()) << family.name << " " << name;
    EXPECT_FALSE(tested.empty()) << family.name;
  }
}

TEST(Suite, FamiliesKnowTheInstructionsThatTheyTest) {
  for (const SuiteFamily& family : suite_families()) {
    const std::vector<std::string> known = family.instructions(default_registry());
    for (const SuiteItem& item : family.items(suite_shape(32))) {
      const bool is_subject = item.instruction == family.name;
      EXPECT_TRUE(is_subject || std::ranges::count(known, item.instruction) == 1)
          << item.instruction;
    }
  }
}

TEST(Suite, NamesOfModulesAndCasesAreUnique) {
  const SuiteShape shape = suite_shape(8);
  std::set<std::string> modules;
  for (const SuiteFamily& family : suite_families()) {
    for (const SuiteItem& item : family.items(shape)) {
      const SuiteModule module = item.make();
      EXPECT_TRUE(modules.insert(module.name).second) << module.name;
      std::set<std::string> cases;
      for (const BundleCase& one : module.cases)
        EXPECT_TRUE(cases.insert(one.name).second) << module.name << ": " << one.name;
    }
  }
  EXPECT_GT(modules.size(), 1500u);
}

TEST(Suite, CasesCoverTheOutputsWithoutOverlap) {
  const SuiteShape shape = suite_shape(8);
  for (const SuiteFamily& family : suite_families()) {
    for (const SuiteItem& item : family.items(shape)) {
      const SuiteModule module = item.make();
      std::map<std::string, std::uint64_t> ends;
      for (const BundleCase& one : module.cases) {
        EXPECT_EQ(one.offset, ends[one.output]) << module.name << ": " << one.name;
        EXPECT_GT(one.size, 0u) << module.name << ": " << one.name;
        ends[one.output] = one.offset + one.size;
      }
      for (const auto& [key, contents] : module.dispatch.buffers) {
        const auto end = ends.find("0." + std::to_string(key.binding));
        if (end != ends.end()) {
          EXPECT_EQ(contents.size(), end->second) << module.name;
        }
      }
    }
  }
}

// The rules, without shaders: an invocation that is not covered is a helper invocation, and so is one that was demoted.
TEST(Suite, QuadsHaveAllMasksOfCoverageAndDemotion) {
  const SuiteShape shape = suite_shape(8);
  const auto tests = fragment_tests(shape);
  const auto test = std::ranges::find(tests, "quads.ballot", &FragmentTest::name);
  ASSERT_NE(test, tests.end());
  const SuiteModule module = make_fragment_module(shape, *test);
  BundleSettings settings;
  const auto bundler = SuiteBundler::create(module, module.name, default_registry(), settings);
  ASSERT_TRUE(bundler) << bundler.error().message;
  const auto made = bundler->make();
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(made->bundle);
  const auto& texels = find_output(*made->bundle, "color.0")->output->expected;
  constexpr std::uint32_t width = 32, words = 4;
  ASSERT_EQ(texels.size(), width * width * words * 4);
  // Where an implementation may divide a clipped primitive into others, it may have other quads.
  constexpr std::uint32_t open = 24;
  EXPECT_EQ(statistics_of(*made->bundle).exact, width * width * words - open);
  for (std::uint32_t i = 0; i < width * width; ++i) {
    const std::uint32_t x = i % width, y = i / width;
    const std::uint32_t covered = x / 2, demoted = y / 2, pixel = x % 2 + y % 2 * 2;
    const bool is_written = (covered >> pixel & 1) != 0 && (demoted >> pixel & 1) == 0;
    const std::array<std::uint32_t, words> expected{15, (~covered | demoted) & 15, 0b0101, pixel};
    for (std::uint32_t k = 0; k < words; ++k) {
      std::uint32_t word = 0;
      std::memcpy(&word, &texels[(i * words + k) * 4], 4);
      EXPECT_EQ(word, is_written ? expected[k] : 0) << x << " " << y << " " << k;
    }
  }
}

TEST(Suite, NoFragmentsWithoutRoomForAQuad) {
  EXPECT_TRUE(fragment_tests(suite_shape(2)).empty());
  EXPECT_FALSE(fragment_tests(suite_shape(4)).empty());
}

TEST(Suite, MasksDifferAndNoneIsEmpty) {
  for (const std::uint32_t size : {4u, 8u, 32u, 128u}) {
    const SuiteShape shape = suite_shape(size);
    std::set<std::vector<bool>> seen;
    for (const ExecutionMask& mask : execution_masks()) {
      std::vector<bool> lanes;
      for (std::uint32_t i = 0; i < shape.invocations; ++i)
        lanes.push_back(mask.takes_part(shape, i));
      if (size >= 8) {
        EXPECT_TRUE(seen.insert(lanes).second) << mask.name << " " << size;
        EXPECT_EQ(std::ranges::count(lanes, true) > 0, true) << mask.name << " " << size;
      }
      EXPECT_GT(std::ranges::count(lanes, false), 0) << mask.name << " " << size;
    }
  }
}

TEST(Suite, EdgeValuesHaveTheirWidthAndOccurOnce) {
  using enum ScalarKind;
  for (const ScalarKind scalar :
       {uint8, int8, uint16, int16, float16, uint32, int32, float32, uint64, int64, float64}) {
    std::set<std::uint64_t> seen;
    const unsigned width = 8 * static_cast<unsigned>(scalar_size(scalar));
    for (const OperandClass& one : edge_values(scalar)) {
      EXPECT_FALSE(one.values.empty()) << one.name;
      for (const std::uint64_t value : one.values) {
        EXPECT_TRUE(seen.insert(value).second) << one.name << " " << value;
        EXPECT_TRUE(width == 64 || value >> width == 0) << one.name << " " << value;
      }
    }
    for (const std::uint64_t value : common_values(scalar))
      EXPECT_TRUE(width == 64 || value >> width == 0) << value;
    for (std::uint64_t k = 0; k < 100; ++k)
      EXPECT_TRUE(width == 64 || random_value(scalar, k) >> width == 0) << k;
  }
}

}  // namespace
}  // namespace spirv_oracle::golden
