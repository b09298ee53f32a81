#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "frontend/assembly.h"
#include "golden/bundle/comparison.h"
#include "golden/bundle/outputs.h"
#include "golden/fuzz/fuzz_bundle.h"
#include "golden/fuzz/random_source.h"
#include "golden/make/make_bundle.h"
#include "golden/mutation/score.h"
#include "support/arithmetic.h"

namespace spirv_oracle::golden {
namespace {

FuzzedBundle fuzzed(std::uint64_t seed, std::uint64_t index, const FuzzSettings& settings) {
  const auto nothing_known = [](const std::string&, const std::string&) { return false; };
  auto made = make_fuzzed_bundle(seed, index, settings, default_registry(), nothing_known);
  EXPECT_TRUE(made) << made.error().message;
  EXPECT_TRUE(made->bundle);
  return std::move(*made);
}

// A bundle with its derived acceptance, before the variations that could widen it.
struct Derived {
  std::shared_ptr<const Module> module;
  Bundle bundle;
  Dispatch dispatch;
};

Derived derived(std::uint64_t seed, const FuzzSettings& settings) {
  FuzzModule fuzz = make_fuzz_module(seed, settings);
  const auto words = assemble(fuzz.assembly, "fuzz", "");
  EXPECT_TRUE(words) << words.error().message;
  const auto module = load_module(*words, {true, "vulkan1.3"});
  EXPECT_TRUE(module) << module.error().message;
  const ModuleInfo info = describe(**module);
  BundleSettings bundle_settings;
  bundle_settings.variations = {false, false};
  auto made =
      make_bundle({"fuzz", "fuzz", *words, **module, info.entry_points.front(), fuzz.dispatch},
                  default_registry(), bundle_settings);
  EXPECT_TRUE(made) << made.error().message;
  EXPECT_TRUE(made->bundle) << "seed " << seed << ": " << made->findings.front().message;
  return {*module, std::move(*made->bundle), std::move(fuzz.dispatch)};
}

TEST(Fuzz, TheSameSeedGivesTheSameModule) {
  const FuzzSettings settings;
  EXPECT_EQ(make_fuzz_module(7, settings).assembly, make_fuzz_module(7, settings).assembly);
  EXPECT_NE(make_fuzz_module(7, settings).assembly, make_fuzz_module(8, settings).assembly);
}

TEST(Fuzz, ModulesAreValidAndDefinedAtEverySubgroupSize) {
  for (const std::uint32_t size : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u}) {
    std::uint32_t dropped = 0;
    for (std::uint64_t index = 0; index < 8; ++index)
      dropped += fuzzed(11, index, {.subgroup_size = size, .statements = 15}).dropped;
    EXPECT_LE(dropped, 1u) << size;
  }
}

TEST(Fuzz, ModulesOfEverySizeAreValid) {
  for (const std::uint64_t statements : {1u, 2u, 5u, 60u})
    fuzzed(12, statements, {.subgroup_size = 8, .statements = statements});
}

TEST(Fuzz, ModulesHaveEveryKindOfControlFlowAndExchange) {
  const std::vector<std::string> expected{"OpSwitch",
                                          "OpLoopMerge",
                                          "OpSelectionMerge",
                                          "OpPhi",
                                          "OpFunctionCall",
                                          "OpReturnValue",
                                          "OpControlBarrier",
                                          "OpAtomicIAdd",
                                          "MaximallyReconvergesKHR",
                                          "SubgroupUniformControlFlowKHR",
                                          "OpGroupNonUniformElect",
                                          "OpGroupNonUniformAll ",
                                          "OpGroupNonUniformAny ",
                                          "OpGroupNonUniformAllEqual",
                                          "OpGroupNonUniformBroadcast ",
                                          "OpGroupNonUniformBroadcastFirst",
                                          "OpGroupNonUniformBallot ",
                                          "OpGroupNonUniformInverseBallot",
                                          "OpGroupNonUniformBallotBitExtract",
                                          "OpGroupNonUniformBallotBitCount",
                                          "OpGroupNonUniformBallotFindLSB",
                                          "OpGroupNonUniformBallotFindMSB",
                                          "OpGroupNonUniformShuffle ",
                                          "OpGroupNonUniformShuffleXor",
                                          "OpGroupNonUniformShuffleUp",
                                          "OpGroupNonUniformShuffleDown",
                                          "OpGroupNonUniformIAdd",
                                          "OpGroupNonUniformFAdd",
                                          "OpGroupNonUniformIMul",
                                          "OpGroupNonUniformFMul",
                                          "OpGroupNonUniformSMin",
                                          "OpGroupNonUniformUMin",
                                          "OpGroupNonUniformFMin",
                                          "OpGroupNonUniformSMax",
                                          "OpGroupNonUniformUMax",
                                          "OpGroupNonUniformFMax",
                                          "OpGroupNonUniformBitwiseAnd",
                                          "OpGroupNonUniformBitwiseOr",
                                          "OpGroupNonUniformBitwiseXor",
                                          "OpGroupNonUniformLogicalAnd",
                                          "OpGroupNonUniformLogicalOr",
                                          "OpGroupNonUniformLogicalXor",
                                          "OpGroupNonUniformQuadBroadcast",
                                          "OpGroupNonUniformQuadSwap",
                                          "OpGroupNonUniformRotateKHR",
                                          "ClusteredReduce",
                                          "InclusiveScan",
                                          "ExclusiveScan",
                                          "OpTypeInt 8 1",
                                          "OpTypeInt 8 0",
                                          "OpTypeInt 16 1",
                                          "OpTypeInt 64 1",
                                          "OpTypeFloat 16",
                                          "OpTypeFloat 64",
                                          "OpTypeVector"};
  std::string all;
  for (std::uint64_t seed = 0; seed < 300; ++seed) all += make_fuzz_module(seed, {}).assembly;
  for (const std::string& text : expected) EXPECT_NE(all.find(text), std::string::npos) << text;
}

TEST(Fuzz, MostComponentsAreCompared) {
  AcceptanceStatistics sums;
  for (std::uint64_t index = 0; index < 40; ++index) {
    const AcceptanceStatistics one =
        statistics_of(*fuzzed(13, index, {.subgroup_size = 32, .statements = 20}).bundle);
    sums.components += one.components;
    sums.exact += one.exact;
  }
  EXPECT_GT(10 * sums.exact, 8 * sums.components);
}

// All options of spirv-run that select among permitted behaviors.
Dispatch varied(Dispatch dispatch, RandomSource& random) {
  dispatch.check_races = false;
  dispatch.reconvergence = random.one_in(2) ? Reconvergence::minimal : Reconvergence::maximal;
  dispatch.seed = random.one_in(3) ? 0 : random.next();
  dispatch.workgroups_in_flight = random.below(3);
  for (const ArithmeticChoice& choice : arithmetic_choices())
    dispatch.arithmetic.*choice.member = random.one_in(3);
  return dispatch;
}

TEST(Fuzz, EveryVariationIsAccepted) {
  RandomSource random(14);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::uint32_t size = 1u << random.below(8);
    const Derived made = derived(seed, {.subgroup_size = size, .statements = 18});
    for (int variation = 0; variation < 8; ++variation) {
      const Dispatch dispatch = varied(made.dispatch, random);
      const auto result = run(*made.module, default_registry(), dispatch);
      ASSERT_TRUE(result) << result.error().message;
      for (const BundleResource& resource : made.bundle.resources) {
        if (!resource.output) continue;
        const BufferResult* after = find_result(*result, dispatch, resource);
        const OutputComparison comparison = compare(*resource.output, after->contents.bytes);
        compared += comparison.compared;
        EXPECT_TRUE(comparison.holds())
            << "seed " << seed << ", subgroup size " << size << ": "
            << comparison_text(made.bundle, resource, comparison, after->contents.bytes, {});
      }
    }
  }
  EXPECT_GT(compared, 100'000u);
}

TEST(Fuzz, BundlesFindWrongDrivers) {
  std::map<std::string, bool> found;
  for (std::uint64_t index = 0; index < 40; ++index) {
    const Bundle bundle = *fuzzed(15, index, {.subgroup_size = 8, .statements = 20}).bundle;
    const auto trials = try_faults(bundle, every_fault());
    ASSERT_TRUE(trials) << trials.error().message;
    for (const FaultTrial& trial : *trials)
      found[trial.fault + " of " + trial.instruction] |= trial.is_found;
  }
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(found, [](const auto& one) { return one.second; }));
  EXPECT_GT(found.size(), 500u);
  EXPECT_GT(100 * count, 60 * found.size());
  for (const char* name :
       {"reconvergence-too-late of driver", "subgroups-half-as-large of driver",
        "execution-mask-ignored of OpGroupNonUniformIAdd", "inactive-lanes-store of OpStore"})
    EXPECT_TRUE(found[name]) << name;
}

}  // namespace
}  // namespace spirv_oracle::golden
