#include "debugger/engine/history/exchange.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace spirv_oracle {
namespace {

constexpr ExchangeForm exchange_forms[] = {
    {spv::Op::OpGroupNonUniformShuffle, ExchangeKind::by_id, 3, 4, "subgroupShuffle"},
    {spv::Op::OpGroupNonUniformBroadcast, ExchangeKind::by_id, 3, 4, "subgroupBroadcast"},
    {spv::Op::OpGroupNonUniformBroadcastFirst, ExchangeKind::first_lane, 3, 0,
     "subgroupBroadcastFirst"},
    {spv::Op::OpGroupNonUniformShuffleXor, ExchangeKind::by_xor, 3, 4, "subgroupShuffleXor"},
    {spv::Op::OpGroupNonUniformShuffleUp, ExchangeKind::up, 3, 4, "subgroupShuffleUp"},
    {spv::Op::OpGroupNonUniformShuffleDown, ExchangeKind::down, 3, 4, "subgroupShuffleDown"},
    {spv::Op::OpGroupNonUniformRotateKHR, ExchangeKind::rotate, 3, 4, "subgroupRotate"},
    {spv::Op::OpGroupNonUniformQuadBroadcast, ExchangeKind::quad_by_id, 3, 4,
     "subgroupQuadBroadcast"},
    {spv::Op::OpGroupNonUniformQuadSwap, ExchangeKind::quad_swap, 3, 4, "subgroupQuadSwap"},
    {spv::Op::OpSubgroupReadInvocationKHR, ExchangeKind::by_id, 2, 3, "readInvocation"},
    {spv::Op::OpSubgroupFirstInvocationKHR, ExchangeKind::first_lane, 2, 0, "readFirstInvocation"},
    {spv::Op::OpSubgroupShuffleINTEL, ExchangeKind::by_id, 2, 3, "intel_sub_group_shuffle"},
    {spv::Op::OpSubgroupShuffleXorINTEL, ExchangeKind::by_xor, 2, 3, "intel_sub_group_shuffle_xor"},
    {spv::Op::OpSubgroupShuffleUpINTEL, ExchangeKind::window_up, 2, 4,
     "intel_sub_group_shuffle_up"},
    {spv::Op::OpSubgroupShuffleDownINTEL, ExchangeKind::window_down, 2, 4,
     "intel_sub_group_shuffle_down"},
    {spv::Op::OpGroupBroadcast, ExchangeKind::by_id, 3, 4, "sub_group_broadcast"},
    {spv::Op::OpGroupNonUniformBallot, ExchangeKind::predicate, 3, 0, "subgroupBallot"},
    {spv::Op::OpGroupNonUniformAll, ExchangeKind::predicate, 3, 0, "subgroupAll"},
    {spv::Op::OpGroupNonUniformAny, ExchangeKind::predicate, 3, 0, "subgroupAny"},
    {spv::Op::OpGroupNonUniformAllEqual, ExchangeKind::predicate, 3, 0, "subgroupAllEqual"},
    {spv::Op::OpGroupNonUniformPartitionNV, ExchangeKind::predicate, 2, 0, "subgroupPartition"},
    {spv::Op::OpGroupNonUniformQuadAllKHR, ExchangeKind::quad_predicate, 2, 0, "subgroupQuadAll"},
    {spv::Op::OpGroupNonUniformQuadAnyKHR, ExchangeKind::quad_predicate, 2, 0, "subgroupQuadAny"},
    {spv::Op::OpSubgroupBallotKHR, ExchangeKind::predicate, 2, 0, "the vote"},
    {spv::Op::OpSubgroupAllKHR, ExchangeKind::predicate, 2, 0, "the vote"},
    {spv::Op::OpSubgroupAnyKHR, ExchangeKind::predicate, 2, 0, "the vote"},
    {spv::Op::OpSubgroupAllEqualKHR, ExchangeKind::predicate, 2, 0, "the vote"},
    {spv::Op::OpGroupAll, ExchangeKind::predicate, 3, 0, "the vote"},
    {spv::Op::OpGroupAny, ExchangeKind::predicate, 3, 0, "the vote"},
    {spv::Op::OpGroupNonUniformIAdd, ExchangeKind::combine, 4, 0, "a sum"},
    {spv::Op::OpGroupNonUniformFAdd, ExchangeKind::combine, 4, 0, "a sum"},
    {spv::Op::OpGroupIAdd, ExchangeKind::combine, 4, 0, "a sum"},
    {spv::Op::OpGroupFAdd, ExchangeKind::combine, 4, 0, "a sum"},
    {spv::Op::OpGroupIAddNonUniformAMD, ExchangeKind::combine, 4, 0, "a sum"},
    {spv::Op::OpGroupFAddNonUniformAMD, ExchangeKind::combine, 4, 0, "a sum"},
    {spv::Op::OpGroupNonUniformIMul, ExchangeKind::combine, 4, 0, "a product"},
    {spv::Op::OpGroupNonUniformFMul, ExchangeKind::combine, 4, 0, "a product"},
    {spv::Op::OpGroupIMulKHR, ExchangeKind::combine, 4, 0, "a product"},
    {spv::Op::OpGroupFMulKHR, ExchangeKind::combine, 4, 0, "a product"},
    {spv::Op::OpGroupNonUniformSMin, ExchangeKind::combine, 4, 0, "a minimum"},
    {spv::Op::OpGroupNonUniformUMin, ExchangeKind::combine, 4, 0, "a minimum"},
    {spv::Op::OpGroupNonUniformFMin, ExchangeKind::combine, 4, 0, "a minimum"},
    {spv::Op::OpGroupSMin, ExchangeKind::combine, 4, 0, "a minimum"},
    {spv::Op::OpGroupUMin, ExchangeKind::combine, 4, 0, "a minimum"},
    {spv::Op::OpGroupFMin, ExchangeKind::combine, 4, 0, "a minimum"},
    {spv::Op::OpGroupSMinNonUniformAMD, ExchangeKind::combine, 4, 0, "a minimum"},
    {spv::Op::OpGroupUMinNonUniformAMD, ExchangeKind::combine, 4, 0, "a minimum"},
    {spv::Op::OpGroupFMinNonUniformAMD, ExchangeKind::combine, 4, 0, "a minimum"},
    {spv::Op::OpGroupNonUniformSMax, ExchangeKind::combine, 4, 0, "a maximum"},
    {spv::Op::OpGroupNonUniformUMax, ExchangeKind::combine, 4, 0, "a maximum"},
    {spv::Op::OpGroupNonUniformFMax, ExchangeKind::combine, 4, 0, "a maximum"},
    {spv::Op::OpGroupSMax, ExchangeKind::combine, 4, 0, "a maximum"},
    {spv::Op::OpGroupUMax, ExchangeKind::combine, 4, 0, "a maximum"},
    {spv::Op::OpGroupFMax, ExchangeKind::combine, 4, 0, "a maximum"},
    {spv::Op::OpGroupSMaxNonUniformAMD, ExchangeKind::combine, 4, 0, "a maximum"},
    {spv::Op::OpGroupUMaxNonUniformAMD, ExchangeKind::combine, 4, 0, "a maximum"},
    {spv::Op::OpGroupFMaxNonUniformAMD, ExchangeKind::combine, 4, 0, "a maximum"},
    {spv::Op::OpGroupNonUniformBitwiseAnd, ExchangeKind::combine, 4, 0, "a bitwise reduction"},
    {spv::Op::OpGroupNonUniformBitwiseOr, ExchangeKind::combine, 4, 0, "a bitwise reduction"},
    {spv::Op::OpGroupNonUniformBitwiseXor, ExchangeKind::combine, 4, 0, "a bitwise reduction"},
    {spv::Op::OpGroupBitwiseAndKHR, ExchangeKind::combine, 4, 0, "a bitwise reduction"},
    {spv::Op::OpGroupBitwiseOrKHR, ExchangeKind::combine, 4, 0, "a bitwise reduction"},
    {spv::Op::OpGroupBitwiseXorKHR, ExchangeKind::combine, 4, 0, "a bitwise reduction"},
    {spv::Op::OpGroupNonUniformLogicalAnd, ExchangeKind::combine, 4, 0, "a logical reduction"},
    {spv::Op::OpGroupNonUniformLogicalOr, ExchangeKind::combine, 4, 0, "a logical reduction"},
    {spv::Op::OpGroupNonUniformLogicalXor, ExchangeKind::combine, 4, 0, "a logical reduction"},
    {spv::Op::OpGroupLogicalAndKHR, ExchangeKind::combine, 4, 0, "a logical reduction"},
    {spv::Op::OpGroupLogicalOrKHR, ExchangeKind::combine, 4, 0, "a logical reduction"},
    {spv::Op::OpGroupLogicalXorKHR, ExchangeKind::combine, 4, 0, "a logical reduction"},
};

// SPV_INTEL_subgroups: a position in two values of subgroup_size invocations each, one after the other.
std::optional<ExchangeSource> source_in_window(const ExchangeForm& form, std::uint64_t position,
                                               unsigned subgroup_size) {
  if (position >= 2 * std::uint64_t{subgroup_size}) return std::nullopt;
  const unsigned operand = position < subgroup_size ? form.value : form.value + 1;
  return ExchangeSource{operand, position % subgroup_size};
}

}  // namespace

const ExchangeForm* find_exchange(spv::Op opcode) {
  const auto* const form = std::ranges::find(exchange_forms, opcode, &ExchangeForm::opcode);
  return form == std::end(exchange_forms) ? nullptr : form;
}

std::optional<ExchangeSource> source_of(const ExchangeForm& form, const ExchangeReader& reader) {
  const auto [id, selector, cluster, size, lowest] = reader;
  const auto reads = [&](std::uint64_t source) { return ExchangeSource{form.value, source}; };
  switch (form.kind) {
    case ExchangeKind::by_id:
      return reads(selector);
    case ExchangeKind::first_lane:
      return reads(lowest);
    case ExchangeKind::by_xor:
      return reads(id ^ selector);
    case ExchangeKind::up:
      if (selector > id) return std::nullopt;
      return reads(id - selector);
    case ExchangeKind::down:
      if (selector >= size) return std::nullopt;
      return reads(id + selector);
    case ExchangeKind::window_up:
      if (selector > size + id) return std::nullopt;
      return source_in_window(form, size + id - selector, size);
    case ExchangeKind::window_down:
      if (selector >= 2 * std::uint64_t{size}) return std::nullopt;
      return source_in_window(form, id + selector, size);
    case ExchangeKind::rotate:
      if (!std::has_single_bit(cluster)) return std::nullopt;
      return reads(((id + selector) & (cluster - 1)) + (id & ~(cluster - 1)));
    case ExchangeKind::quad_by_id:
      if (selector >= 4) return std::nullopt;
      return reads((id & ~std::uint64_t{3}) | selector);
    case ExchangeKind::quad_swap:
      if (selector >= 3) return std::nullopt;
      return reads(id ^ (selector + 1));
    case ExchangeKind::combine:
    case ExchangeKind::predicate:
    case ExchangeKind::quad_predicate:
      break;
  }
  return std::nullopt;
}

}  // namespace spirv_oracle
