// A value without a mark is the same under all reconvergence policies and schedules, in random modules.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "builtins/random_module_for_test.h"
#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

using random_module::RandomModule;

constexpr unsigned workgroups = 2;

struct Choice {
  Reconvergence reconvergence = Reconvergence::maximal;
  std::uint64_t seed = 0;
};

ShadowedBytes input_words(std::uint32_t seed) {
  std::mt19937 random(seed);
  ShadowedBytes words = ShadowedBytes::zero(std::size_t{64} * 4);
  for (std::byte& byte : words.bytes) byte = static_cast<std::byte>(random());
  return words;
}

Result<DispatchResult> run_with(const Module& module, const RandomModule& random,
                                std::uint32_t seed, unsigned subgroup_size, const Choice& choice) {
  Dispatch dispatch;
  dispatch.subgroup_size = subgroup_size;
  dispatch.groups = {workgroups, 1, 1};
  dispatch.reconvergence = choice.reconvergence;
  dispatch.seed = choice.seed;
  dispatch.check_races = true;
  const std::size_t invocations = std::size_t{workgroups} * random_module::workgroup_invocations;
  dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero(invocations * random.outputs * 8);
  dispatch.buffers[{0, 1, 0}] = input_words(seed);
  dispatch.buffers[{0, 2, 0}] = ShadowedBytes::zero(16);
  return run(module, default_registry(), dispatch);
}

// Numbers of 64-bit words.
struct Comparison {
  std::uint64_t certain = 0, marked = 0, marked_and_different = 0;
};

// The first word that is certain in `first`, but different in `other`; -1 if none.
std::ptrdiff_t find_difference(const ShadowedBytes& first, const ShadowedBytes& other,
                               Comparison& sums) {
  for (std::size_t at = 0; at < first.size(); at += 8) {
    const bool differs = std::memcmp(&first.bytes[at], &other.bytes[at], 8) != 0;
    bool is_certain = true;
    for (std::size_t i = at; i < at + 8; ++i) {
      is_certain &= first.shadow[i] == Definedness::defined;
      if (first.shadow[i] == Definedness::defined && first.bytes[i] != other.bytes[i])
        return static_cast<std::ptrdiff_t>(at / 8);
    }
    ++(is_certain ? sums.certain : sums.marked);
    sums.marked_and_different += !is_certain && differs ? 1 : 0;
  }
  return -1;
}

// Writes the module for examination. Returns the name of the file.
std::string write_module(const RandomModule& made, std::uint32_t seed) {
  const std::string name = testing::TempDir() + "unmarked_" + std::to_string(seed) + ".spvasm";
  std::ofstream(name) << made.text;
  return name;
}

void compare_runs(std::uint32_t seed, Comparison& sums) {
  std::mt19937 random(seed);
  const unsigned sizes[] = {40, 100, 250, 600, 1200, 2500};
  const RandomModule made =
      random_module::Generator(seed, sizes[random() % 6] * (random() % 4 + 1) / 4).module();
  const auto module = load_module(test::assemble(made.text));
  ASSERT_TRUE(module.has_value()) << module.error().message << "\nseed " << seed << "\n"
                                  << made.text;
  const unsigned subgroup_size = 1u << (random() % 5);
  const Choice choices[] = {{Reconvergence::maximal, 0},
                            {Reconvergence::minimal, 0},
                            {Reconvergence::maximal, 1 + random() % 1000},
                            {Reconvergence::minimal, 1 + random() % 1000}};
  std::vector<ShadowedBytes> outputs;
  for (const Choice& choice : choices) {
    auto result = run_with(**module, made, seed, subgroup_size, choice);
    ASSERT_TRUE(result.has_value()) << result.error().message << "\nseed " << seed;
    ASSERT_EQ(result->status, Status::ok)
        << "seed " << seed << ", subgroup size " << subgroup_size << ": " << result->message
        << (result->findings.empty() ? "" : result->findings.front().message);
    outputs.push_back(result->buffers.at({0, 0, 0}).contents);
  }
  for (const std::size_t base : {0u, 2u}) {
    for (std::size_t other = 0; other < outputs.size(); ++other) {
      const std::ptrdiff_t at = find_difference(outputs[base], outputs[other], sums);
      EXPECT_EQ(at, -1) << "seed " << seed << ", subgroup size " << subgroup_size << ", choices "
                        << base << " and " << other << ", seeds " << choices[base].seed << " and "
                        << choices[other].seed << ", output " << at % made.outputs
                        << " of invocation " << at / made.outputs << ", module "
                        << write_module(made, seed);
      if (at != -1) return;
    }
  }
}

// --gtest_random_seed=N runs other modules.
TEST(UnmarkedValues, AreTheSameUnderEveryPolicy) {
  const auto first = static_cast<std::uint32_t>(GTEST_FLAG_GET(random_seed));
  Comparison sums;
  for (std::uint32_t i = 0; i < 60; ++i) compare_runs(first * 1000 + i, sums);
  RecordProperty("certain", static_cast<int>(sums.certain));
  // Many values are certain, and marks are needed.
  EXPECT_GT(sums.certain, sums.marked / 4);
  EXPECT_GT(sums.marked_and_different, 10U);
}

}  // namespace
}  // namespace spirv_oracle
