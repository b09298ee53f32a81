#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "golden/mutation/score.h"
#include "golden/suite/family.h"
#include "golden/suite/recipe.h"
#include "golden/suite/suite_bundler.h"

namespace spirv_oracle::golden {
namespace {

Bundle bundle_of(const SuiteItem& item) {
  const SuiteModule made = item.make();
  BundleSettings settings;
  settings.variations = {false, false};
  const auto bundler = SuiteBundler::create(made, made.name, default_registry(), settings);
  EXPECT_TRUE(bundler) << bundler.error().message;
  auto bundle = bundler->make();
  EXPECT_TRUE(bundle) << bundle.error().message;
  EXPECT_TRUE(bundle->bundle) << made.name;
  return *bundle->bundle;
}

// By "FAULT of INSTRUCTION": whether a bundle of the suite detects the fault.
std::map<std::string, bool> scores(std::uint32_t size, const std::vector<Fault>& faults) {
  std::map<std::string, bool> found;
  const auto key = [](std::string_view fault, std::string_view instruction) {
    return fmt::format("{} of {}", fault, instruction);
  };
  // One bundle that detects a fault suffices.
  const IsNeeded is_needed = [&](std::string_view instruction, std::string_view fault) {
    const auto known = found.find(key(fault, instruction));
    return known == found.end() || !known->second;
  };
  for (const SuiteFamily& family : suite_families()) {
    for (const SuiteItem& item : family.items(suite_shape(size))) {
      FaultsToTry tried = every_fault();
      tried.instructions = faults;
      const auto trials = try_faults(bundle_of(item), tried, is_needed);
      EXPECT_TRUE(trials) << trials.error().message;
      if (!trials) continue;
      for (const FaultTrial& trial : *trials)
        found[key(trial.fault, trial.instruction)] |= trial.is_found;
    }
  }
  return found;
}

TEST(MutationScore, TheCatalogueHasAtLeastSixtyFaultsWithNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Fault& fault : all_faults())
    EXPECT_TRUE(names.insert(fault.name).second) << fault.name;
  for (const DrawFault& fault : all_draw_faults())
    EXPECT_TRUE(names.insert(fault.name).second) << fault.name;
  for (const DriverFault& fault : all_driver_faults())
    EXPECT_TRUE(names.insert(fault.name).second) << fault.name;
  EXPECT_GE(names.size(), 60u);
}

TEST(MutationScore, EveryFaultConcernsAnInstruction) {
  for (const Fault& fault : all_faults()) {
    const bool concerns_any =
        std::ranges::any_of(default_registry().core(),
                            [&](const auto& entry) { return fault.concerns(entry.second.name); }) ||
        std::ranges::any_of(
            default_registry().extended().at("GLSL.std.450"), [&](const auto& entry) {
              return fault.concerns(fmt::format("GLSL.std.450 {}", entry.second.name));
            });
    EXPECT_TRUE(concerns_any) << fault.name;
  }
}

TEST(MutationScore, EveryInstructionOfTheSuiteHasFaults) {
  const auto faults = all_faults();
  for (const SuiteFamily& family : suite_families()) {
    for (const std::string& name : family.instructions(default_registry())) {
      if (!why_left_out(name).empty()) continue;
      const std::string full = family.name == "glsl" ? "GLSL.std.450 " + name : name;
      const auto count =
          std::ranges::count_if(faults, [&](const Fault& fault) { return fault.concerns(full); });
      EXPECT_GE(count, family.name == "groups" ? 2 : 1) << name;
    }
  }
}

TEST(MutationScore, TheSuiteFindsEveryFaultAtSize8) {
  const auto found = scores(8, all_faults());
  for (const auto& [name, is_found] : found) EXPECT_TRUE(is_found) << name;
  for (const DrawFault& fault : all_draw_faults())
    EXPECT_TRUE(found.contains(fmt::format("{} of draw", fault.name))) << fault.name;
}

bool is_exchange(std::string_view name) {
  return is_reduction(name) || is_vote(name) || moves_values(name) || gives_ballot(name);
}

// The additional records of a fault without the fault itself: they must not change results.
TEST(MutationScore, RecordsWithoutAFaultChangeNothing) {
  const std::vector<Fault> right{
      {.name = "right-tangle",
       .description = "",
       .concerns = is_exchange,
       .tangle = [](const Subgroup& subgroup) { return subgroup.active; }},
      {.name = "right-group",
       .description = "",
       .concerns = is_exchange,
       .groups = [](unsigned size,
                    unsigned) { return std::vector<LaneMask>{LaneMask::first(size)}; }},
      {.name = "right-change",
       .description = "",
       .concerns = is_exchange,
       .change =
           [](ExchangeView& view) {
             view.for_each_result([&](std::size_t c, unsigned lane) {
               view.set_result(c, lane, view.result(c, lane));
             });
           }},
      {.name = "right-source",
       .description = "",
       .concerns = moves_values,
       .change = [](ExchangeView& view) {
         view.active().for_each([&](unsigned lane) {
           const unsigned source = view.source(lane);
           if (source < view.size() && view.active().test(source)) view.take(lane, source);
         });
       }}};
  std::size_t tried = 0;
  for (const auto& [name, is_found] : scores(4, right)) {
    if (name.starts_with("right-")) {
      EXPECT_FALSE(is_found) << name;
      ++tried;
    }
  }
  EXPECT_GT(tried, 150u);
}

}  // namespace
}  // namespace spirv_oracle::golden
