#include "golden/diagnosis/report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "builtins/register_all.h"
#include "frontend/assembly.h"
#include "golden/bundle/outputs.h"
#include "golden/diagnosis/matching_fault.h"
#include "golden/make/make_bundle.h"
#include "golden/mutation/faulty_registry.h"
#include "golden/mutation/oracle_run.h"
#include "golden/suite/suite_module.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {
namespace {

// A bundle of the suite, and everything that is needed to run it.
struct Subject {
  Bundle bundle;
  std::shared_ptr<const Module> module;
  Dispatch dispatch;
};

Subject subject_of(std::string_view instruction, std::uint32_t size) {
  const SuiteShape shape = suite_shape(size);
  Subject subject;
  for (const Recipe& recipe : suite_recipes(shape)) {
    if (recipe.instruction != instruction) continue;
    const SuiteModule made = make_suite_module(shape, recipe, recipe.types.front());
    const auto words = assemble(made.assembly, made.name, "");
    EXPECT_TRUE(words) << words.error().message;
    subject.module = *load_module(*words, {true, made.is_vulkan ? "vulkan1.3" : ""});
    const ModuleInfo info = describe(*subject.module);
    BundleSettings settings;
    settings.variations = {false, false};
    auto bundle = make_bundle(
        {made.name, "suite", *words, *subject.module, info.entry_points.front(), made.dispatch},
        default_registry(), settings);
    EXPECT_TRUE(bundle) << bundle.error().message;
    subject.bundle = *bundle->bundle;
    subject.dispatch = *dispatch_of(subject.bundle);
    return subject;
  }
  ADD_FAILURE() << "the suite has no " << instruction;
  return subject;
}

// The outputs of a driver with a fault in one instruction.
Outputs outputs_of(const Subject& subject, const Fault& fault, std::string_view instruction) {
  Outputs outputs;
  for (const auto& [number, definition] : default_registry().core()) {
    if (definition.name != instruction) continue;
    const FaultyRegistry registry(fault, static_cast<spv::Op>(number));
    const auto result = run(*subject.module, registry, subject.dispatch);
    EXPECT_TRUE(result);
    for (const BundleResource& resource : subject.bundle.resources) {
      if (!resource.output) continue;
      outputs[resource.name] = find_result(*result, subject.dispatch, resource)->contents.bytes;
    }
  }
  return outputs;
}

bool differs(const Bundle& bundle, const Outputs& outputs) {
  return std::ranges::any_of(bundle.resources, [&](const BundleResource& resource) {
    return resource.output && !compare(*resource.output, outputs.at(resource.name)).holds();
  });
}

// The search sees only the outputs. The best matches include the fault that caused them, and explain all differences.
TEST(FindMatchingFaults, FindsTheFaultOfAnyWrongDriverThatDiffers) {
  const std::vector<Fault> faults = all_faults();
  std::size_t tried = 0;
  for (const std::string_view instruction :
       {"OpGroupNonUniformIAdd", "OpGroupNonUniformBallot", "OpGroupNonUniformShuffleUp",
        "OpGroupNonUniformElect"}) {
    const Subject subject = subject_of(instruction, 8);
    for (const Fault& fault : faults) {
      if (!fault.concerns(instruction)) continue;
      const Outputs outputs = outputs_of(subject, fault, instruction);
      if (!differs(subject.bundle, outputs)) continue;
      const FaultSearch search =
          find_matching_faults(subject.bundle, *subject.module, subject.dispatch, outputs, {});
      ASSERT_FALSE(search.matches.empty()) << fault.name << " of " << instruction;
      const FaultMatch& best = search.matches.front();
      EXPECT_EQ(best.same, search.differences) << fault.name;
      EXPECT_EQ(best.other, 0u) << fault.name;
      const bool is_named = std::ranges::any_of(search.matches, [&](const FaultMatch& match) {
        return match.name == fault.name && match.instruction == instruction &&
               match.same == best.same && match.other == 0;
      });
      EXPECT_TRUE(is_named) << fault.name << " of " << instruction;
      ++tried;
    }
  }
  EXPECT_GE(tried, 40u);
}

TEST(FindMatchingFaults, IsSilentAboutOutputsThatNoFaultMakes) {
  const Subject subject = subject_of("OpGroupNonUniformIAdd", 8);
  Outputs outputs;
  for (const BundleResource& resource : subject.bundle.resources) {
    if (!resource.output) continue;
    std::vector<std::byte> bytes = resource.output->expected;
    std::uint8_t noise = 1;
    for (std::byte& byte : bytes) byte ^= static_cast<std::byte>(noise = noise * 5 + 3);
    outputs[resource.name] = bytes;
  }
  const FaultSearch search =
      find_matching_faults(subject.bundle, *subject.module, subject.dispatch, outputs, {});
  EXPECT_EQ(matches_text(search), "");
}

TEST(MatchesText, TellsHowManyDifferencesAFaultExplains) {
  FaultSearch search;
  search.differences = 10;
  EXPECT_EQ(matches_text(search), "");
  search.matches = {{"OpA", "fault", "It is wrong", 4, 0}};
  EXPECT_EQ(matches_text(search), "");
  search.matches[0].same = 8;
  search.matches[0].other = 2;
  EXPECT_EQ(matches_text(search),
            "explained by fault of OpA: It is wrong\n"
            "  which explains 8 of the 10 differing components\n"
            "  but then 2 more components would be wrong\n");
  search.matches[0] = {"OpA", "fault", "It is wrong", 10, 0};
  search.matches.push_back({"", "other", "So is this", 10, 0});
  search.matches.push_back({"", "third", "It is worse", 10, 1});
  EXPECT_EQ(matches_text(search),
            "explained by fault of OpA: It is wrong\n"
            "          or other: So is this\n");
}

TEST(ReportOutputs, AcceptsWhatTheOracleLeaves) {
  const Subject subject = subject_of("OpGroupNonUniformIAdd", 4);
  Outputs outputs;
  for (const BundleResource& resource : subject.bundle.resources) {
    if (resource.output) outputs[resource.name] = resource.output->expected;
  }
  const OutputReport report = report_outputs(subject.bundle, outputs, {.only_differences = true});
  EXPECT_TRUE(report.accepted);
  EXPECT_EQ(report.text, "");
}

}  // namespace
}  // namespace spirv_oracle::golden
