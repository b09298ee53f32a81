// Group and Subgroup Instructions: vote and broadcast in uniform control flow

#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/instructions/group/group_scope.h"
#include "interpreter/instructions/group/non_uniform_broadcast.h"
#include "interpreter/instructions/group/non_uniform_vote.h"

namespace spirv_oracle {
namespace {

// bool vote(const Tangle&, const LaneMask& predicate), and bool combine(bool, bool) for two votes.
template <class G, class OneVote>
struct UniformVote : OneVote {
  using Grammar = G;

  template <class>
  static constexpr LaneExchange exchange() {
    return Vote<G>::template exchange<Vote<G>>();
  }
  static constexpr unsigned predicate_place = internal::place<G>(G::predicate);
  static constexpr auto clauses = clause_list(UniformClause<G>::not_all_execute);

  static void combine_workgroup(std::span<Subgroup* const> arrived, const Record& record) {
    const Slot predicate = record.operand[predicate_place];
    const auto vote_of = [&](const Subgroup& subgroup) {
      return OneVote::vote(tangle_of(subgroup), subgroup.truth(predicate));
    };
    bool vote = vote_of(*arrived.front());
    bool is_decided = false;
    PlaneHeader header;
    for (const Subgroup* subgroup : arrived) {
      vote = OneVote::combine(vote, vote_of(*subgroup));
      header = header | header_for_all(*subgroup, subgroup->header(predicate));
      is_decided |=
          OneVote::is_decided(tangle_of(*subgroup), internal::known_lanes(*subgroup, predicate),
                              subgroup->truth(predicate));
    }
    if (is_decided) header = {};
    for (Subgroup* subgroup : arrived) {
      subgroup->truth(record.result) = lanes_if(vote);
      subgroup->header(record.result) = header;
    }
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Slot predicate = lowering.slot(instruction.id(G::predicate), 0, ScalarType::boolean());
    const Slot result = lowering.define(instruction).slots[0];
    const GroupCode code{&Vote<G>::template execute<Self>, &combine_workgroup};
    const Handler handler = internal::emit_scope(lowering, instruction, G::execution,
                                                 internal::all_take_part<G>(), code, 1);
    if (handler == nullptr) return;
    internal::emit_placed(lowering, handler, result, {{predicate_place, predicate}});
  }
};

struct OpGroupAll : UniformVote<grammar::OpGroupAll, AllVote> {};
struct OpGroupAny : UniformVote<grammar::OpGroupAny, AnyVote> {};

// The operand LocalId of a broadcast: up to three components, whose planes are in a list at `extra`:
// { scope, bytes of a component, number of components, planes }.
class LocalIdOperand {
 public:
  explicit LocalIdOperand(const std::uint32_t* list) : list_(list) {}

  bool of_workgroup() const {
    return list_[0] == static_cast<std::uint32_t>(spv::Scope::Workgroup);
  }
  // The value of all arrived invocations if they agree.
  internal::Uniformity read(std::span<Subgroup* const> arrived,
                            std::array<std::uint64_t, 3>& local_id) const {
    auto uniformity = internal::Uniformity::uniform;
    for (std::uint32_t c = 0; c < list_[2]; ++c) {
      const Slot slot = list_[3 + c];
      const unsigned first = arrived.front()->active.lowest();
      local_id[c] = unsigned_plane(*arrived.front(), slot, list_[1])[first];
      for (const Subgroup* subgroup : arrived) {
        const auto operand = internal::look_for_uniform_operand(*subgroup, slot, list_[1]);
        if (operand.uniformity == internal::Uniformity::undefined) return operand.uniformity;
        if (operand.uniformity != internal::Uniformity::uniform || operand.value != local_id[c]) {
          uniformity = internal::Uniformity::different;
        }
      }
    }
    return uniformity;
  }
  bool is_implementation_dependent(std::span<Subgroup* const> arrived) const {
    bool any = false;
    for (const Subgroup* subgroup : arrived) {
      for (std::uint32_t c = 0; c < list_[2]; ++c) {
        const PlaneHeader& header = subgroup->header(list_[3 + c]);
        any |= (header.implementation_dependent & subgroup->active).any();
      }
    }
    return any;
  }

 private:
  const std::uint32_t* list_;
};

struct OpGroupBroadcast {
  using Grammar = grammar::OpGroupBroadcast;
  static constexpr auto enclosure = &enclosures::moves_across_lanes;
  static constexpr unsigned value_place = internal::place<Grammar>(Grammar::value);
  static constexpr unsigned local_id_place = internal::place<Grammar>(Grammar::local_id);

  static constexpr Clause not_uniform{"OpGroupBroadcast.local-id-not-uniform",
                                      "non-uniform-operand", Effect::undefined_behavior,
                                      "LocalId is not the same for all invocations in the group"};
  static constexpr Clause undefined_operand{
      "OpGroupBroadcast.local-id-undefined", "undefined-operand", Effect::undefined_behavior,
      "LocalId must be the same for all invocations in the group, but it is undefined"};
  static constexpr Clause out_of_range{
      "OpGroupBroadcast.local-id-out-of-range", "lane-out-of-range", Effect::undefined_behavior,
      "LocalId is greater than or equal to the size of the group in a dimension"};
  static constexpr Clause no_invocation{
      "OpGroupBroadcast.local-id-without-invocation", "inactive-source-lane",
      Effect::undefined_result,
      "LocalId selects no invocation, because the subgroup is only partly filled"};
  static constexpr auto clauses = clause_list(UniformClause<Grammar>::not_all_execute, not_uniform,
                                              undefined_operand, out_of_range, no_invocation);

  // The index of the invocation in a group of that size, in the order x, y, z.
  static Checked<std::uint64_t> source(const std::array<std::uint64_t, 3>& local_id,
                                       const Dim3& size) {
    std::uint64_t index = 0;
    for (unsigned c = 3; c-- > 0;) {
      if (local_id[c] >= size[c]) return out_of_range;
      index = index * size[c] + local_id[c];
    }
    return index;
  }

  static LaneSource read(const LaneReader& reader) {
    const Checked<std::uint64_t> index = source(reader.selector, reader.local_size);
    return {Grammar::value, index.value, index.broken == nullptr};
  }
  template <class>
  static constexpr LaneExchange exchange() {
    return {.kind = LaneExchange::Kind::read,
            .value = Grammar::value,
            .selector = Grammar::local_id,
            .name = "sub_group_broadcast",
            .name_in_workgroup = "work_group_broadcast",
            .source = &read};
  }

  // The invocation with that index in its subgroup or in the workgroup.
  static std::optional<Arrival> find(std::span<Subgroup* const> arrived, std::uint64_t index,
                                     bool of_workgroup) {
    for (const Arrival& arrival : by_invocation(arrived)) {
      if (index == (of_workgroup ? arrival.invocation : arrival.lane)) return arrival;
    }
    return std::nullopt;
  }

  template <class T>
  static void give(Subgroup& subgroup, const Record& record, const Arrival& source,
                   bool implementation_dependent) {
    const Subgroup& from = *source.subgroup;
    const unsigned lane = source.lane;
    const Slot value = record.operand[value_place];
    if constexpr (std::is_same_v<T, bool>) {
      subgroup.truth(record.result) = lanes_if(from.truth(value).test(lane));
    } else {
      fill(subgroup, record.result, from.values<T>(value)[lane]);
    }
    const PlaneHeader& header = from.header(value);
    subgroup.header(record.result) = {
        lanes_if(header.undefined.test(lane)),
        lanes_if(implementation_dependent || header.implementation_dependent.test(lane))};
  }

  template <class T>
  static void combine(std::span<Subgroup* const> arrived, const Record& record) {
    const LocalIdOperand operand(arrived.front()->data + record.extra);
    const auto break_all = [&](const Clause& clause) {
      for (Subgroup* subgroup : arrived) internal::break_for_tangle(*subgroup, record, clause);
    };
    std::array<std::uint64_t, 3> local_id{};
    const internal::Uniformity uniformity = operand.read(arrived, local_id);
    if (uniformity == internal::Uniformity::undefined) return break_all(undefined_operand);
    if (uniformity == internal::Uniformity::different) return break_all(not_uniform);
    const Subgroup& first = *arrived.front();
    const bool of_workgroup = operand.of_workgroup();
    const Checked<std::uint64_t> index =
        source(local_id, of_workgroup ? first.program->local_size_of(first.workgroup_index)
                                      : Dim3{first.size, 1, 1});
    if (index.broken != nullptr) return break_all(*index.broken);
    const std::optional<Arrival> named = find(arrived, index.value, of_workgroup);
    if (!named) return break_all(no_invocation);
    const bool dependent = operand.is_implementation_dependent(arrived);
    for (Subgroup* subgroup : arrived) give<T>(*subgroup, record, *named, dependent);
  }

  template <class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    Subgroup* const alone[] = {&subgroup};
    combine<T>(alone, *record);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    GroupCode code;
    for_width(type.bytes, [&]<class T>() -> Handler {
      code = {&execute<T>, &combine<T>};
      return code.tangle;
    });
    const Id local_id = instruction.id(Grammar::local_id);
    const ScalarType id_type = lowering.type_of(local_id).scalar;
    const std::vector<Slot> ids = lowering.value(local_id).slots;
    const auto scope = lowering.types().integer(instruction.id(Grammar::execution));
    if (id_type.scalar_class != ScalarType::Class::integer || ids.size() > 3) {
      return internal::fail_no_handler(lowering);
    }
    std::vector<std::uint32_t> list{static_cast<std::uint32_t>(scope.value_or(0)), id_type.bytes,
                                    static_cast<std::uint32_t>(ids.size())};
    for (std::size_t c = 0; c < ids.size(); ++c)
      list.push_back(lowering.slot(local_id, c, id_type));
    const std::vector<Slot> results = lowering.define(instruction).slots;
    std::vector<Slot> values;
    for (std::size_t i = 0; i < results.size(); ++i) {
      values.push_back(lowering.slot(instruction.id(Grammar::value), i, type));
    }
    const std::uint32_t extra = lowering.add_data(list);
    const Handler handler =
        internal::emit_scope(lowering, instruction, Grammar::execution,
                             internal::all_take_part<Grammar>(), code, results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      internal::emit_placed(lowering, handler, results[i],
                            {{value_place, values[i]}, {local_id_place, ids[0]}}, extra, ids);
    }
  }
};

}  // namespace

std::span<const InstructionDefinition> group_vote_and_broadcast_instructions() {
  return InstructionList<OpGroupAll, OpGroupAny, OpGroupBroadcast>::definitions;
}

}  // namespace spirv_oracle
