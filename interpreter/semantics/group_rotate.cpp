// Group and Subgroup Instructions: SPV_KHR_subgroup_rotate

#include "interpreter/semantics/non_uniform_cluster.h"
#include "interpreter/semantics/non_uniform_shuffle.h"

#include <algorithm>
#include <cstring>

namespace spirv_oracle {
namespace {

// Turns each group of `Bytes` bytes by `turn` bytes. Every group is laid down twice, so that what a turned one
// holds is one piece.
template <std::size_t Bytes>
void turn_groups(const std::byte* in, std::byte* out, std::size_t size, std::size_t turn) {
  alignas(64) std::byte twice[2 * 128 * 8];
  for (std::size_t at = 0; at < size; at += Bytes) {
    std::memcpy(twice + 2 * at, in + at, Bytes);
    std::memcpy(twice + 2 * at + Bytes, in + at, Bytes);
  }
  for (std::size_t at = 0; at < size; at += Bytes)
    std::memcpy(out + at, twice + 2 * at + turn, Bytes);
}

// The same for a number of bytes, a power of two up to 512, that is known only now.
template <std::size_t Bytes = 1>
void turn_groups(const std::byte* in, std::byte* out, std::size_t size, std::size_t turn,
                 std::size_t bytes) {
  if (bytes == Bytes) return turn_groups<Bytes>(in, out, size, turn);
  if constexpr (Bytes < 512) turn_groups<2 * Bytes>(in, out, size, turn, bytes);
}

struct OpGroupNonUniformRotateKHR : UniformShuffle<grammar::OpGroupNonUniformRotateKHR> {
  static constexpr Clause not_uniform{"OpGroupNonUniformRotateKHR.delta-not-uniform",
                                      "non-uniform-operand", Effect::undefined_behavior,
                                      "Delta is not dynamically uniform within Execution"};
  static constexpr Clause undefined_operand{
      "OpGroupNonUniformRotateKHR.delta-undefined", "undefined-operand", Effect::undefined_behavior,
      "Delta must be dynamically uniform within Execution, but it is undefined"};
  static constexpr Clause inactive{"OpGroupNonUniformRotateKHR.source-inactive",
                                   "inactive-source-lane", Effect::undefined_result,
                                   "the selected lane is inactive"};
  using Cluster = ClusterClauses<grammar::OpGroupNonUniformRotateKHR>;
  static constexpr auto clauses =
      clause_list(not_uniform, undefined_operand, inactive, Cluster::not_power_of_two,
                  Cluster::too_large, Cluster::undefined);

  // `rotation_group_size` is ClusterSize, or the size of the scope where there is none.
  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned lane,
                                                         std::uint64_t delta,
                                                         unsigned rotation_group_size) {
    const unsigned turned = (lane + static_cast<unsigned>(delta)) & (rotation_group_size - 1);
    const unsigned id = turned + (lane & ~(rotation_group_size - 1));
    if (!tangle.contains(id)) return inactive;
    return id;
  }

  // All lanes, as one rotation group or several.
  template <class T>
  static bool move_full(const Subgroup& subgroup, Slot result, Slot value, std::uint64_t delta,
                        unsigned rotation_group_size) {
    if (std::is_same_v<T, bool>) return false;
    const T* in = subgroup.values<T>(value);
    const unsigned turn = static_cast<unsigned>(delta) & (rotation_group_size - 1);
    if (rotation_group_size != subgroup.size) {
      turn_groups(reinterpret_cast<const std::byte*>(in),
                  reinterpret_cast<std::byte*>(subgroup.values<T>(result)),
                  sizeof(T) * subgroup.size, sizeof(T) * turn, sizeof(T) * rotation_group_size);
      return true;
    }
    T* const out = std::copy_n(in + turn, subgroup.size - turn, subgroup.values<T>(result));
    std::copy_n(in, turn, out);
    return true;
  }

  // LocalId is SubgroupLocalInvocationId or, at Workgroup scope, the local invocation index.
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    std::uint32_t rotation_group_size = lowering.program().subgroup_size;
    if (instruction.has(Grammar::cluster_size)) {
      const ClusterSize size = cluster_size(lowering, instruction.id(Grammar::cluster_size));
      if (size.mistake != ClusterMistake::none) {
        return Cluster::lower_mistake(lowering, instruction, size.mistake);
      }
      rotation_group_size = size.value;
    }
    lower_with<Self>(lowering, instruction, instruction.id(Grammar::delta), rotation_group_size);
  }
};

}  // namespace

std::span<const InstructionDefinition> group_rotate_instructions() {
  return InstructionList<OpGroupNonUniformRotateKHR>::definitions;
}

}  // namespace spirv_oracle
