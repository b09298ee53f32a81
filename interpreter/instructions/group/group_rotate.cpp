// Group and Subgroup Instructions: SPV_KHR_subgroup_rotate

#include <map>

#include "interpreter/instructions/group/combination/non_uniform_cluster.h"
#include "interpreter/instructions/group/group_scope.h"
#include "interpreter/instructions/group/non_uniform_shuffle.h"

namespace spirv_oracle {
namespace {

// The invocations of a workgroup that execute one dynamic instance, by local invocation index.
class WorkgroupTangle {
 public:
  explicit WorkgroupTangle(std::span<Subgroup* const> arrived)
      : arrivals_(by_invocation(arrived)) {}

  const std::vector<Arrival>& arrivals() const { return arrivals_; }
  const Arrival* find(std::uint64_t invocation) const {
    const auto found = std::ranges::lower_bound(arrivals_, invocation, {}, &Arrival::invocation);
    return found != arrivals_.end() && found->invocation == invocation ? &*found : nullptr;
  }
  bool contains(std::uint64_t invocation) const { return find(invocation) != nullptr; }

 private:
  std::vector<Arrival> arrivals_;
};

struct OpGroupNonUniformRotateKHR : UniformShuffle<grammar::OpGroupNonUniformRotateKHR> {
  static constexpr std::string_view function = "subgroupRotate";
  static constexpr Clause not_uniform{
      "OpGroupNonUniformRotateKHR.delta-not-uniform", "non-uniform-operand",
      Effect::undefined_behavior, "Delta is not the same for all active invocations of the group"};
  static constexpr Clause undefined_operand{
      "OpGroupNonUniformRotateKHR.delta-undefined", "undefined-operand", Effect::undefined_behavior,
      "Delta must be the same for all active invocations of the group, but it is undefined"};
  static constexpr Clause inactive{"OpGroupNonUniformRotateKHR.source-inactive",
                                   "inactive-source-lane", Effect::undefined_result,
                                   "the selected lane is inactive"};
  using Cluster = ClusterClauses<grammar::OpGroupNonUniformRotateKHR>;
  static constexpr auto clauses =
      clause_list(not_uniform, undefined_operand, inactive, Cluster::not_power_of_two,
                  Cluster::too_large, Cluster::undefined);

  // `rotation_group_size` is ClusterSize or, without it, the size of the subgroup.
  static constexpr unsigned selected(unsigned lane, std::uint64_t delta,
                                     unsigned rotation_group_size) {
    return internal::rotated_lane(lane, static_cast<unsigned>(delta), rotation_group_size);
  }
  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned lane,
                                                         std::uint64_t delta,
                                                         unsigned rotation_group_size) {
    const unsigned id = selected(lane, delta, rotation_group_size);
    if (!tangle.contains(id)) return inactive;
    return id;
  }

  // Delta of all participants, if it is the same.
  static internal::UniformOperand delta_of(std::span<Subgroup* const> arrived,
                                           const Record& record) {
    internal::UniformOperand delta;
    for (const Subgroup* subgroup : arrived) {
      const internal::UniformOperand own = internal::uniform_operand(
          *subgroup, record.operand[operand_place], internal::shuffle_extra(record).operand_bytes);
      if (own.uniformity == internal::Uniformity::undefined) return own;
      if (subgroup == arrived.front()) delta.value = own.value;
      if (own.uniformity != internal::Uniformity::uniform || own.value != delta.value)
        delta.uniformity = internal::Uniformity::different;
    }
    return delta;
  }

  template <class T>
  static void combine_workgroup(std::span<Subgroup* const> arrived, const Record& record) {
    const internal::UniformOperand delta = delta_of(arrived, record);
    if (delta.uniformity != internal::Uniformity::uniform) {
      const bool differs = delta.uniformity == internal::Uniformity::different;
      for (Subgroup* subgroup : arrived)
        internal::break_for_tangle(*subgroup, record, differs ? not_uniform : undefined_operand);
      return;
    }
    const WorkgroupTangle tangle(arrived);
    std::map<Subgroup*, BrokenClauses> broken;
    for (Subgroup* subgroup : arrived) {
      subgroup->header(record.result) = {
          {}, subgroup->header(record.operand[operand_place]).implementation_dependent};
    }
    for (const Arrival& reader : tangle.arrivals()) {
      const Checked<unsigned> from = source(tangle, reader.invocation, delta.value,
                                            internal::shuffle_extra(record).cluster_size);
      if (from.broken != nullptr) {
        broken[reader.subgroup].add(*from.broken, reader.lane);
      } else {
        internal::move_value<T>(record, record.operand[value_place], reader,
                                *tangle.find(from.value));
      }
    }
    for (Subgroup* subgroup : arrived) broken[subgroup].report(*subgroup, record);
  }

  static Handler of_scope(Lowering& lowering, const Instruction& instruction, ScalarType value,
                          Handler of_subgroup, std::size_t count) {
    GroupCode code;
    for_width(value.bytes, [&]<class T>() -> Handler {
      code = {of_subgroup, &combine_workgroup<T>};
      return of_subgroup;
    });
    return internal::emit_scope(lowering, instruction, Grammar::execution, {}, code, count);
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
