#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "golden/suite/recipe.h"
#include "golden/suite/suite_module.h"

namespace spirv_oracle::golden {
namespace {

std::set<std::string> tested_instructions() {
  std::set<std::string> names;
  for (const Recipe& recipe : suite_recipes(suite_shape(32))) names.insert(recipe.instruction);
  return names;
}

TEST(Suite, TestsEveryGroupAndNonUniformInstruction) {
  const std::set<std::string> tested = tested_instructions();
  for (const std::string& name : exchange_instructions(default_registry()))
    EXPECT_NE(tested.contains(name), !why_left_out(name).empty()) << name;
  EXPECT_GT(tested.size(), 70u);
}

TEST(Suite, KnowsTheInstructionsThatItTests) {
  const std::vector<std::string> known = exchange_instructions(default_registry());
  for (const std::string& name : tested_instructions())
    EXPECT_EQ(std::ranges::count(known, name), 1) << name;
}

TEST(Suite, NamesOfModulesAndCasesAreUnique) {
  const SuiteShape shape = suite_shape(8);
  std::set<std::string> modules;
  for (const Recipe& recipe : suite_recipes(shape)) {
    for (const ValueType type : recipe.types) {
      const SuiteModule module = make_suite_module(shape, recipe, type);
      EXPECT_TRUE(modules.insert(module.name).second) << module.name;
      std::set<std::string> cases;
      for (const BundleCase& one : module.cases)
        EXPECT_TRUE(cases.insert(one.name).second) << module.name << ": " << one.name;
    }
  }
}

TEST(Suite, CasesCoverTheOutputWithoutOverlap) {
  const SuiteShape shape = suite_shape(8);
  for (const Recipe& recipe : suite_recipes(shape)) {
    const SuiteModule module = make_suite_module(shape, recipe, recipe.types.front());
    std::uint64_t end = 0;
    for (const BundleCase& one : module.cases) {
      EXPECT_EQ(one.offset, end) << module.name << ": " << one.name;
      end = one.offset + one.size;
    }
    EXPECT_EQ(module.dispatch.buffers.at({0, 2, 0}).size(), end) << module.name;
  }
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

}  // namespace
}  // namespace spirv_oracle::golden
