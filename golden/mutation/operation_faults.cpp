// Faults of reductions and scans: the group operation, the operation and its identity.
#include <algorithm>
#include <array>
#include <utility>

#include "golden/mutation/fault.h"

namespace spirv_oracle::golden {
namespace {

using Form = spv::GroupOperation;

bool has_scans(std::string_view instruction) {
  return is_reduction(instruction) || instruction.ends_with("BallotBitCount");
}
bool is_non_uniform_reduction(std::string_view instruction) {
  return is_reduction(instruction) && instruction.starts_with("OpGroupNonUniform");
}

bool ends_with_any(std::string_view text, std::initializer_list<std::string_view> ends) {
  for (const std::string_view suffix : {"KHR", "NonUniformAMD"}) {
    if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
  }
  return std::ranges::any_of(ends, [&](std::string_view end) { return text.ends_with(end); });
}
bool identity_is_0(std::string_view instruction) {
  return is_reduction(instruction) && ends_with_any(instruction, {"Add", "Or", "Xor", "UMax"});
}
bool identity_is_not_0(std::string_view instruction) {
  return is_reduction(instruction) && !identity_is_0(instruction);
}
bool is_float_min_max(std::string_view instruction) {
  return instruction == "OpGroupNonUniformFMin" || instruction == "OpGroupNonUniformFMax";
}

// --- group operations ---

std::optional<Form> scans_swapped(Form form) {
  switch (form) {
    case Form::InclusiveScan:
      return Form::ExclusiveScan;
    case Form::ExclusiveScan:
      return Form::InclusiveScan;
    case Form::PartitionedInclusiveScanNV:
      return Form::PartitionedExclusiveScanNV;
    case Form::PartitionedExclusiveScanNV:
      return Form::PartitionedInclusiveScanNV;
    default:
      return std::nullopt;
  }
}
std::optional<Form> reduce_as_scan(Form form) {
  if (form == Form::Reduce) return Form::InclusiveScan;
  if (form == Form::PartitionedReduceNV) return Form::PartitionedInclusiveScanNV;
  return std::nullopt;
}
std::optional<Form> scan_as_reduce(Form form) {
  if (form == Form::InclusiveScan) return Form::Reduce;
  if (form == Form::PartitionedInclusiveScanNV) return Form::PartitionedReduceNV;
  return std::nullopt;
}
std::optional<Form> cluster_size_ignored(Form form) {
  return form == Form::ClusteredReduce ? std::optional(Form::Reduce) : std::nullopt;
}
std::optional<Form> partition_ignored(Form form) {
  switch (form) {
    case Form::PartitionedReduceNV:
      return Form::Reduce;
    case Form::PartitionedInclusiveScanNV:
      return Form::InclusiveScan;
    case Form::PartitionedExclusiveScanNV:
      return Form::ExclusiveScan;
    default:
      return std::nullopt;
  }
}

std::vector<LaneMask> clusters_of(unsigned size, unsigned cluster) {
  std::vector<LaneMask> groups;
  if (cluster == 0 || cluster > size) return groups;
  for (unsigned begin = 0; begin < size; begin += cluster)
    groups.push_back(LaneMask::first(begin + cluster) & ~LaneMask::first(begin));
  return groups;
}
std::vector<LaneMask> larger_clusters(unsigned size, unsigned cluster) {
  return clusters_of(size, 2 * cluster);
}
std::vector<LaneMask> smaller_clusters(unsigned size, unsigned cluster) {
  return clusters_of(size, cluster / 2);
}

// --- operations ---

using Pair = std::pair<spv::Op, spv::Op>;

template <std::size_t N>
std::optional<spv::Op> other_of(const std::array<Pair, N>& pairs, spv::Op opcode) {
  for (const auto& [one, other] : pairs) {
    if (opcode == one) return other;
    if (opcode == other) return one;
  }
  return std::nullopt;
}

using enum spv::Op;
constexpr std::array signed_and_unsigned{Pair{OpGroupNonUniformSMin, OpGroupNonUniformUMin},
                                         Pair{OpGroupNonUniformSMax, OpGroupNonUniformUMax},
                                         Pair{OpGroupSMin, OpGroupUMin},
                                         Pair{OpGroupSMax, OpGroupUMax},
                                         Pair{OpGroupSMinNonUniformAMD, OpGroupUMinNonUniformAMD},
                                         Pair{OpGroupSMaxNonUniformAMD, OpGroupUMaxNonUniformAMD}};
constexpr std::array min_and_max{Pair{OpGroupNonUniformSMin, OpGroupNonUniformSMax},
                                 Pair{OpGroupNonUniformUMin, OpGroupNonUniformUMax},
                                 Pair{OpGroupNonUniformFMin, OpGroupNonUniformFMax},
                                 Pair{OpGroupSMin, OpGroupSMax},
                                 Pair{OpGroupUMin, OpGroupUMax},
                                 Pair{OpGroupFMin, OpGroupFMax},
                                 Pair{OpGroupSMinNonUniformAMD, OpGroupSMaxNonUniformAMD},
                                 Pair{OpGroupUMinNonUniformAMD, OpGroupUMaxNonUniformAMD},
                                 Pair{OpGroupFMinNonUniformAMD, OpGroupFMaxNonUniformAMD}};
constexpr std::array sum_and_product{Pair{OpGroupNonUniformIAdd, OpGroupNonUniformIMul},
                                     Pair{OpGroupNonUniformFAdd, OpGroupNonUniformFMul},
                                     Pair{OpGroupIAdd, OpGroupIMulKHR},
                                     Pair{OpGroupFAdd, OpGroupFMulKHR}};
constexpr std::array and_and_or{Pair{OpGroupNonUniformBitwiseAnd, OpGroupNonUniformBitwiseOr},
                                Pair{OpGroupNonUniformLogicalAnd, OpGroupNonUniformLogicalOr},
                                Pair{OpGroupBitwiseAndKHR, OpGroupBitwiseOrKHR},
                                Pair{OpGroupLogicalAndKHR, OpGroupLogicalOrKHR}};
constexpr std::array or_and_xor{Pair{OpGroupNonUniformBitwiseOr, OpGroupNonUniformBitwiseXor},
                                Pair{OpGroupNonUniformLogicalOr, OpGroupNonUniformLogicalXor},
                                Pair{OpGroupBitwiseOrKHR, OpGroupBitwiseXorKHR},
                                Pair{OpGroupLogicalOrKHR, OpGroupLogicalXorKHR}};
constexpr std::array add_and_or{Pair{OpGroupNonUniformIAdd, OpGroupNonUniformBitwiseOr},
                                Pair{OpGroupIAdd, OpGroupBitwiseOrKHR}};

// Instructions whose names end with one of these.
bool is_signed_or_unsigned(std::string_view instruction) {
  return is_reduction(instruction) && ends_with_any(instruction, {"SMin", "SMax", "UMin", "UMax"});
}
bool is_min_or_max(std::string_view instruction) {
  return is_reduction(instruction) && ends_with_any(instruction, {"Min", "Max"});
}
bool is_sum_or_product(std::string_view instruction) {
  return is_reduction(instruction) && ends_with_any(instruction, {"Add", "Mul"}) &&
         !instruction.ends_with("AMD");
}
bool is_and_or_or(std::string_view instruction) {
  return is_reduction(instruction) && ends_with_any(instruction, {"And", "Or"}) &&
         !ends_with_any(instruction, {"Xor"});
}
bool is_or_or_xor(std::string_view instruction) {
  return is_reduction(instruction) && ends_with_any(instruction, {"Or", "Xor"});
}
bool is_integer_sum(std::string_view instruction) {
  return is_reduction(instruction) && ends_with_any(instruction, {"IAdd"}) &&
         !instruction.ends_with("AMD");
}
template <const auto& Pairs>
std::optional<spv::Op> swapped_operation(spv::Op opcode) {
  return other_of(Pairs, opcode);
}

// --- identities: the value of the first lane in an exclusive scan ---

template <class Identity>
void set_identity(ExchangeView& view, const Identity& identity) {
  if (!view.is_form(Form::ExclusiveScan)) return;
  const unsigned first = view.active().lowest();
  for (std::size_t c = 0; c < view.components(); ++c) view.set_result(c, first, identity(c, first));
}
void identity_0(ExchangeView& view) {
  set_identity(view, [](std::size_t, unsigned) { return std::uint64_t{0}; });
}
void identity_all_bits(ExchangeView& view) {
  set_identity(view, [&](std::size_t c, unsigned) { return all_bits_of(view.result_type(c)); });
}
void identity_own_value(ExchangeView& view) {
  set_identity(view, [&](std::size_t c, unsigned lane) { return view.value(c, lane); });
}

// Treats a NaN like a number.
void nan_wins(ExchangeView& view) {
  for (std::size_t c = 0; c < view.components(); ++c) {
    std::uint64_t nan = 0;
    view.active().for_each([&](unsigned lane) {
      if (is_nan_bits_of(view.result_type(c), view.value(c, lane))) nan = view.value(c, lane);
    });
    if (nan == 0 || !view.is_form(Form::Reduce)) continue;
    view.active().for_each([&](unsigned lane) { view.set_result(c, lane, nan); });
  }
}

// --- destination of results ---

void result_in_lowest_lane_only(ExchangeView& view) {
  const unsigned first = view.active().lowest();
  view.for_each_result([&](std::size_t c, unsigned lane) {
    if (lane != first) view.set_result(c, lane, 0);
  });
}

// Scans that continue with the result of the lanes before the last one.
void last_lane_left_out(ExchangeView& view) {
  const unsigned last = view.active().highest();
  for (std::size_t c = 0; c < view.components(); ++c) view.set_result(c, last, view.value(c, last));
}

void own_contribution(ExchangeView& view) {
  view.for_each_result(
      [&](std::size_t c, unsigned lane) { view.set_result(c, lane, view.value(c, lane)); });
}

constexpr Fault operation_fault_table[] = {
    {.name = "scans-swapped",
     .description = "An exclusive scan is inclusive, and the reverse",
     .concerns = has_scans,
     .form = scans_swapped},
    {.name = "reduce-is-inclusive-scan",
     .description = "Reduce is an inclusive scan",
     .concerns = has_scans,
     .least_size = 2,
     .form = reduce_as_scan},
    {.name = "inclusive-scan-is-reduce",
     .description = "An inclusive scan is a reduction",
     .concerns = has_scans,
     .least_size = 2,
     .form = scan_as_reduce},
    {.name = "cluster-size-ignored",
     .description = "A clustered reduction combines the whole subgroup",
     .concerns = is_non_uniform_reduction,
     .least_size = 2,
     .form = cluster_size_ignored},
    {.name = "cluster-size-doubled",
     .description = "Clusters are twice as large",
     .concerns = is_non_uniform_reduction,
     .least_size = 4,
     .groups = larger_clusters,
     .form = cluster_size_ignored},
    {.name = "cluster-size-halved",
     .description = "Clusters are half as large",
     .concerns = is_non_uniform_reduction,
     .least_size = 2,
     .groups = smaller_clusters},
    {.name = "partition-ignored",
     .description = "A partitioned operation combines the whole tangle",
     .concerns = is_non_uniform_reduction,
     .least_size = 4,
     .form = partition_ignored},
    {.name = "signed-and-unsigned-swapped",
     .description = "Signed values are compared as unsigned ones, and the reverse",
     .concerns = is_signed_or_unsigned,
     .least_size = 2,
     .opcode = swapped_operation<signed_and_unsigned>},
    {.name = "min-and-max-swapped",
     .description = "A minimum is a maximum, and the reverse",
     .concerns = is_min_or_max,
     .least_size = 2,
     .opcode = swapped_operation<min_and_max>},
    {.name = "sum-and-product-swapped",
     .description = "A sum is a product, and the reverse",
     .concerns = is_sum_or_product,
     .least_size = 2,
     .opcode = swapped_operation<sum_and_product>},
    {.name = "and-and-or-swapped",
     .description = "And does what Or should, and the reverse",
     .concerns = is_and_or_or,
     .least_size = 2,
     .opcode = swapped_operation<and_and_or>},
    {.name = "or-and-xor-swapped",
     .description = "Or does what Xor should, and the reverse",
     .concerns = is_or_or_xor,
     .least_size = 2,
     .opcode = swapped_operation<or_and_xor>},
    {.name = "sum-without-carry",
     .description = "IAdd computes a bitwise or",
     .concerns = is_integer_sum,
     .least_size = 2,
     .opcode = swapped_operation<add_and_or>},
    {.name = "identity-0",
     .description = "The identity is 0",
     .concerns = identity_is_not_0,
     .change = identity_0},
    {.name = "identity-all-bits",
     .description = "The identity has all bits set",
     .concerns = identity_is_0,
     .change = identity_all_bits},
    {.name = "exclusive-scan-begins-with-own-value",
     .description = "The first lane of an exclusive scan gets its own value",
     .concerns = is_reduction,
     .change = identity_own_value},
    {.name = "nan-wins",
     .description = "A NaN among the values makes the result a NaN",
     .concerns = is_float_min_max,
     .least_size = 2,
     .change = nan_wins},
    {.name = "result-in-lowest-lane-only",
     .description = "Only the lowest active lane gets the result, others 0",
     .concerns = is_reduction,
     .least_size = 2,
     .change = result_in_lowest_lane_only},
    {.name = "last-lane-keeps-its-value",
     .description = "The highest active lane gets its own value",
     .concerns = is_reduction,
     .least_size = 2,
     .change = last_lane_left_out},
    {.name = "own-contribution-returned",
     .description = "All lanes get their own values",
     .concerns = is_reduction,
     .least_size = 2,
     .change = own_contribution},
};

}  // namespace

std::span<const Fault> operation_faults() { return operation_fault_table; }

}  // namespace spirv_oracle::golden
