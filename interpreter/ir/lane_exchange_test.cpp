#include "interpreter/ir/lane_exchange.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/ir/registry.h"

namespace spirv_oracle {
namespace {

using enum spv::Op;

class LaneExchanges : public testing::Test {
 protected:
  LaneExchanges() { register_core_instructions(registry_); }

  const LaneExchange& of(spv::Op opcode) const { return registry_.find(opcode)->exchange; }

  InstructionRegistry registry_;
};

// What a lane of 32 reads, by the text of the specification; none: no such lane.
using ExchangeModel = std::function<std::optional<unsigned>(unsigned lane, unsigned operand)>;

TEST_F(LaneExchanges, LanesReadTheLanesThatTheSpecificationNames) {
  const auto if_below = [](unsigned bound, unsigned operand, unsigned lane) {
    return operand < bound ? std::optional(lane) : std::nullopt;
  };
  const auto in_subgroup = [&](unsigned lane) { return if_below(32, lane, lane); };
  const ExchangeModel by_id = [&](unsigned, unsigned id) { return in_subgroup(id); };
  const ExchangeModel by_xor = [&](unsigned lane, unsigned mask) {
    return in_subgroup(lane ^ mask);
  };
  const std::vector<std::pair<spv::Op, ExchangeModel>> models = {
      {OpGroupNonUniformShuffle, by_id},
      {OpGroupNonUniformBroadcast, by_id},
      {OpSubgroupReadInvocationKHR, by_id},
      {OpSubgroupShuffleINTEL, by_id},
      {OpGroupBroadcast, by_id},
      {OpGroupNonUniformShuffleXor, by_xor},
      {OpSubgroupShuffleXorINTEL, by_xor},
      {OpGroupNonUniformShuffleUp,
       [&](unsigned lane, unsigned delta) { return if_below(lane + 1, delta, lane - delta); }},
      {OpGroupNonUniformShuffleDown,
       [&](unsigned lane, unsigned delta) {
         return delta < 32 ? in_subgroup(lane + delta) : std::nullopt;
       }},
      {OpGroupNonUniformQuadBroadcast,
       [&](unsigned lane, unsigned index) { return if_below(4, index, lane / 4 * 4 + index); }},
      {OpGroupNonUniformQuadSwap,
       [&](unsigned lane, unsigned direction) -> std::optional<unsigned> {
         const unsigned columns[] = {1, 0, 3, 2}, rows[] = {2, 3, 0, 1}, both[] = {3, 2, 1, 0};
         if (direction > 2) return std::nullopt;
         const unsigned* swapped = direction == 0 ? columns : direction == 1 ? rows : both;
         return lane / 4 * 4 + swapped[lane % 4];
       }},
      {OpSubgroupFirstInvocationKHR, [](unsigned, unsigned) { return 3; }},
      {OpGroupNonUniformBroadcastFirst, [](unsigned, unsigned) { return 3; }},
  };
  for (const auto& [opcode, model] : models) {
    const LaneExchange& exchange = of(opcode);
    ASSERT_EQ(exchange.kind, LaneExchange::Kind::read) << exchange.name;
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned operand = 0; operand < 70; ++operand) {
        const LaneSource source = exchange.source({.id = lane,
                                                   .selector = {operand, 0, 0},
                                                   .cluster_size = 32,
                                                   .size = 32,
                                                   .local_size = {32, 1, 1},
                                                   .active = LaneMask::single(3)});
        const std::optional<unsigned> expected = model(lane, operand);
        EXPECT_EQ(source.exists, expected.has_value()) << exchange.name << lane << " " << operand;
        if (expected) {
          EXPECT_EQ(source.id, *expected) << exchange.name << lane << " " << operand;
          EXPECT_EQ(source.operand, exchange.value) << exchange.name;
        }
      }
    }
  }
}

TEST_F(LaneExchanges, LanesRotateWithinTheirClusters) {
  const LaneExchange& rotation = of(OpGroupNonUniformRotateKHR);
  for (const unsigned cluster : {1u, 4u, 32u}) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (const std::uint64_t delta : {0ull, 1ull, 5ull, 33ull, 0x1'0000'0002ull}) {
        const LaneSource source = rotation.source(
            {.id = lane, .selector = {delta, 0, 0}, .cluster_size = cluster, .size = 32});
        EXPECT_TRUE(source.exists);
        EXPECT_EQ(source.id, lane / cluster * cluster + (lane % cluster + delta) % cluster);
      }
    }
  }
  EXPECT_FALSE(rotation.source({.cluster_size = 3, .size = 32}).exists);
  EXPECT_FALSE(rotation.source({.cluster_size = 0, .size = 32}).exists);
}

// Positions in the first value of 8 lanes, and then in the second one.
TEST_F(LaneExchanges, WindowsOfTwoValuesAreOneAfterTheOther) {
  for (unsigned lane = 0; lane < 8; ++lane) {
    for (unsigned delta = 0; delta < 20; ++delta) {
      const LaneReader reader{.id = lane, .selector = {delta, 0, 0}, .size = 8};
      const auto check = [&](const LaneExchange& exchange, int position) {
        const LaneSource source = exchange.source(reader);
        EXPECT_EQ(source.exists, position >= 0 && position < 16) << exchange.name;
        if (!source.exists) return;
        EXPECT_EQ(source.id, static_cast<unsigned>(position) % 8) << exchange.name;
        EXPECT_EQ(source.operand, exchange.value + (position < 8 ? 0 : 1)) << exchange.name;
      };
      const int own = static_cast<int>(lane), distance = static_cast<int>(delta);
      check(of(OpSubgroupShuffleDownINTEL), own + distance);
      check(of(OpSubgroupShuffleUpINTEL), 8 + own - distance);
    }
  }
}

TEST_F(LaneExchanges, ALocalIdIsAnIndexInTheGroup) {
  const LaneSource source =
      of(OpGroupBroadcast).source({.selector = {1, 2, 1}, .size = 24, .local_size = {2, 4, 3}});
  EXPECT_TRUE(source.exists);
  EXPECT_EQ(source.id, 1u + 2 * 2 + 1 * 8);
  EXPECT_FALSE(of(OpGroupBroadcast)
                   .source({.selector = {2, 0, 0}, .size = 24, .local_size = {2, 4, 3}})
                   .exists);
}

TEST_F(LaneExchanges, HaveANameAndTheOperandsThatTheirKindNeeds) {
  unsigned count = 0;
  for (const auto& [number, definition] : registry_.core()) {
    const LaneExchange& exchange = definition.exchange;
    if (exchange.kind == LaneExchange::Kind::none) continue;
    ++count;
    EXPECT_FALSE(exchange.name.empty()) << definition.name;
    EXPECT_GE(exchange.value, 2u) << definition.name;
    EXPECT_EQ(exchange.source != nullptr, exchange.kind == LaneExchange::Kind::read)
        << definition.name;
    EXPECT_TRUE(definition.depends_on_tangle) << definition.name;
  }
  EXPECT_GE(count, 69u);
}

}  // namespace
}  // namespace spirv_oracle
