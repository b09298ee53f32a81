// Values that invocations exchange.
#include "debugger/engine/history/exchange.h"
#include "debugger/engine/history/history_queries.h"
#include "interpreter/exec/state/lane_list.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {
namespace {

std::string lanes_text(const LaneMask& lanes) {
  return (lanes.count() == 1 ? "lane " : "lanes ") + lane_list(lanes);
}

std::string own_lane(unsigned lane) { return "lane " + std::to_string(lane); }

}  // namespace

// One execution of an instruction that exchanges values between invocations.
struct HistoryQueries::Exchange {
  const ExchangeForm& form;
  const Instruction& instruction;
  std::uint64_t number;  // of the event
  const HistoryEvent& event;
  std::uint32_t call;
  const SubgroupLayout& layout;
  std::uint32_t subgroup;
  bool of_workgroup;

  // The id of a lane within the scope.
  std::uint64_t id_of(unsigned lane) const {
    return of_workgroup ? layout.invocation(subgroup, lane) : lane;
  }
  // The lanes of the subgroup for whose ids the condition holds.
  template <class Condition>
  LaneMask lanes_where(Condition condition) const {
    LaneMask lanes;
    event.active.for_each([&](unsigned lane) {
      if (condition(id_of(lane))) lanes.set(lane);
    });
    return lanes;
  }
};

std::optional<Scalar> HistoryQueries::operand_of(const Exchange& exchange, unsigned operand,
                                                 unsigned lane, std::size_t component) const {
  if (!exchange.instruction.has(operand)) return std::nullopt;
  return reader_.operand_value(exchange.event.stream, exchange.number, exchange.call,
                               exchange.instruction.id(operand), lane, component);
}

// The active lanes whose values the result of a lane depends on.
LaneMask HistoryQueries::contributors(const Exchange& exchange, unsigned lane) const {
  const LaneMask& active = exchange.event.active;
  const std::uint64_t own = exchange.id_of(lane);
  const auto in_cluster = [&](std::uint64_t size) {
    return exchange.lanes_where([&](std::uint64_t id) { return id / size == own / size; });
  };
  if (exchange.form.kind == ExchangeKind::quad_predicate) return in_cluster(4);
  if (exchange.form.kind == ExchangeKind::predicate) return active;
  const LaneMask before = exchange.lanes_where([&](std::uint64_t id) { return id < own; });
  LaneMask subset;
  for (std::size_t word = 0; word < 4; ++word) {
    const auto ballot = operand_of(exchange, 5, lane, word);
    if (ballot) subset.words[word / 2] |= (ballot->bits & 0xFFFF'FFFF) << (32 * (word % 2));
  }
  subset &= active;
  switch (static_cast<spv::GroupOperation>(exchange.instruction.literal(3))) {
    case spv::GroupOperation::InclusiveScan:
      return before | LaneMask::single(lane);
    case spv::GroupOperation::ExclusiveScan:
      return before;
    case spv::GroupOperation::ClusteredReduce: {
      const auto size = operand_of(exchange, 5, lane);
      return size && size->bits != 0 ? in_cluster(size->bits) : active;
    }
    case spv::GroupOperation::PartitionedReduceNV:
      return subset;
    case spv::GroupOperation::PartitionedInclusiveScanNV:
      return subset & (before | LaneMask::single(lane));
    case spv::GroupOperation::PartitionedExclusiveScanNV:
      return subset & before;
    default:
      return active;
  }
}

// Whether invocations of other subgroups contribute as well.
bool HistoryQueries::others_contribute(const Exchange& exchange, unsigned lane,
                                       const LaneMask& lanes) const {
  if (!exchange.of_workgroup) return false;
  std::uint64_t count = exchange.layout.invocation_count;
  if (exchange.form.kind == ExchangeKind::combine) {
    const auto operation = static_cast<spv::GroupOperation>(exchange.instruction.literal(3));
    const std::uint64_t own = exchange.id_of(lane);
    if (operation == spv::GroupOperation::InclusiveScan) count = own + 1;
    if (operation == spv::GroupOperation::ExclusiveScan) count = own;
  }
  return count > lanes.count();
}

void HistoryQueries::explain_combination(const Asked& asked, const Exchange& exchange) {
  const LaneMask lanes = contributors(exchange, asked.lane);
  const Id operand = exchange.instruction.id(exchange.form.value);
  std::string values;
  unsigned count = 0;
  lanes.for_each([&](unsigned lane) {
    if (++count > 16) return;
    values +=
        (values.empty() ? "" : ", ") + std::to_string(lane) + ": " +
        reader_.operand_text(exchange.event.stream, exchange.number, exchange.call, operand, lane);
  });
  if (count > 16) values += ", ...";
  const bool is_scan = exchange.form.kind == ExchangeKind::combine;
  const std::string by = std::string(exchange.form.name) + (is_scan ? " over lanes" : "");
  const bool others = others_contribute(exchange, asked.lane, lanes);
  std::string text = own_lane(asked.lane);
  if (lanes.any()) {
    text += " got it by " + by + " from " + lanes_text(lanes) + " (" + values + ")" +
            (others ? " and lanes of other subgroups" : "");
  } else if (others) {
    text += " got it by " + by + " from lanes of other subgroups";
  } else {
    text += " got the identity of " + by + ", because no lane before it takes part";
  }
  const std::string value = reader_.values_text(asked.slots, exchange.event, asked.lane);
  if (!add_step(asked, exchange.number, text, value) || lanes.none()) return;
  // The origin of one lane's value explains those of the others. Indeterminate values come first.
  unsigned explained = lanes.test(asked.lane) ? asked.lane : lanes.lowest();
  LaneMask indeterminate;
  lanes.for_each([&](unsigned lane) {
    const auto scalar = operand_of(exchange, exchange.form.value, lane);
    if (scalar && scalar->state != Definedness::defined) indeterminate.set(lane);
  });
  if (indeterminate.any()) explained = indeterminate.lowest();
  explain_operand(asked, exchange.number, operand, explained);
}

// The operand that selects the source. Up to three components of a local id form an index.
std::optional<Scalar> HistoryQueries::selector_of(const Exchange& exchange, unsigned lane) const {
  if (exchange.form.selector == 0) return Scalar{};
  const unsigned operand = exchange.form.selector;
  std::optional<Scalar> index = operand_of(exchange, operand, lane);
  if (!index || exchange.form.opcode != spv::Op::OpGroupBroadcast) return index;
  const Dim3& workgroup =
      state_.program->local_size_of(state_.streams[exchange.event.stream].workgroup);
  const Dim3 size = exchange.of_workgroup ? workgroup : Dim3{state_.program->subgroup_size, 1, 1};
  std::uint64_t stride = 1;
  index->bits = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const auto component = operand_of(exchange, operand, lane, c);
    if (!component) break;
    index->state = std::max(index->state, component->state);
    if (component->bits >= size[c]) return Scalar{~std::uint64_t{0}, index->state};
    index->bits += component->bits * stride;
    stride *= size[c];
  }
  return index;
}

void HistoryQueries::explain_read(const Asked& asked, const Exchange& exchange) {
  const bool is_work_group_broadcast =
      exchange.of_workgroup && exchange.form.opcode == spv::Op::OpGroupBroadcast;
  const std::string name = is_work_group_broadcast ? "work_group_broadcast" : exchange.form.name;
  const std::string own = own_lane(asked.lane);
  const std::string value = reader_.values_text(asked.slots, exchange.event, asked.lane);
  const auto step = [&](const std::string& text) {
    return add_step(asked, exchange.number, text, value);
  };
  const std::optional<Scalar> selector = selector_of(exchange, asked.lane);
  if (!selector || selector->state == Definedness::undefined) {
    const std::string problem = selector ? "an undefined operand" : "an unknown operand";
    if (step(own + " passed " + problem + " to " + name))
      explain_operand(asked, exchange.number, exchange.instruction.id(exchange.form.selector),
                      asked.lane);
    return;
  }
  const unsigned subgroup_size = state_.program->subgroup_size;
  const auto cluster = exchange.form.kind == ExchangeKind::rotate
                           ? operand_of(exchange, 5, asked.lane)
                           : std::nullopt;
  const auto source = source_of(exchange.form, {exchange.id_of(asked.lane), selector->bits,
                                                cluster ? cluster->bits : subgroup_size,
                                                subgroup_size, exchange.event.active.lowest()});
  const std::uint64_t ids =
      exchange.of_workgroup ? exchange.layout.invocation_count : subgroup_size;
  if (!source || source->id >= ids) {
    step(own + " asked by " + name + " for a lane that does not exist");
    return;
  }
  unsigned lane = 0;
  while (lane < subgroup_size && exchange.id_of(lane) != source->id) ++lane;
  if (lane == subgroup_size) {
    step(own + " read the invocation with local index " + std::to_string(source->id) +
         ", of another subgroup, by " + name);
    return;
  }
  const std::string read = own + " read " + own_lane(lane) + " by " + name;
  if (!exchange.event.active.test(lane)) {
    const std::string inactive = inactivity(exchange.event.stream, lane, exchange.number);
    step(read + "; " + own_lane(lane) +
         (inactive.empty() ? " does not execute it" : " has been " + inactive));
    return;
  }
  if (step(read))
    explain_operand(asked, exchange.number, exchange.instruction.id(source->operand), lane);
}

bool HistoryQueries::explain_exchange(const Asked& asked, std::uint64_t number,
                                      const Instruction& instruction) {
  const ExchangeForm* form = find_exchange(instruction.opcode);
  if (form == nullptr) return false;
  const HistoryEvent& event = *state_.event(number);
  const History::State::Stream& stream = state_.streams[event.stream];
  constexpr auto workgroup = static_cast<std::int64_t>(spv::Scope::Workgroup);
  const bool of_workgroup =
      form->has_scope() && context_.tables->types->integer(instruction.id(2)) == workgroup;
  const Exchange exchange{*form,
                          instruction,
                          number,
                          event,
                          reader_.call_of(event),
                          state_.program->layout_of(stream.workgroup),
                          stream.subgroup,
                          of_workgroup};
  if (form->combines())
    explain_combination(asked, exchange);
  else
    explain_read(asked, exchange);
  return true;
}

}  // namespace spirv_oracle
