// Values that invocations exchange.
#include "debugger/engine/history/history_queries.h"
#include "interpreter/exec/state/lane_list.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {
namespace {

std::string lanes_text(const LaneMask& lanes) {
  return (lanes.count() == 1 ? "lane " : "lanes ") + lane_list(lanes);
}

using ExchangeKind = LaneExchange::Kind;

std::string own_lane(unsigned lane) { return "lane " + std::to_string(lane); }

}  // namespace

// One execution of an instruction that exchanges values between invocations.
struct HistoryQueries::ExchangeEvent {
  const LaneExchange& form;
  const Instruction& instruction;
  std::uint64_t number;  // of the event
  const HistoryEvent& event;
  std::uint32_t call;
  const SubgroupLayout& layout;
  std::uint32_t subgroup;
  bool of_workgroup;

  std::string_view name() const {
    return of_workgroup && !form.name_in_workgroup.empty() ? form.name_in_workgroup : form.name;
  }
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

std::optional<Scalar> HistoryQueries::operand_of(const ExchangeEvent& exchange, unsigned operand,
                                                 unsigned lane, std::size_t component) const {
  if (!exchange.instruction.has(operand)) return std::nullopt;
  return reader_.operand_value(exchange.event.stream, exchange.number, exchange.call,
                               exchange.instruction.id(operand), lane, component);
}

// The active lanes whose values the result of a lane depends on.
LaneMask HistoryQueries::contributors(const ExchangeEvent& exchange, unsigned lane) const {
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
bool HistoryQueries::others_contribute(const ExchangeEvent& exchange, unsigned lane,
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

void HistoryQueries::explain_combination(const Asked& asked, const ExchangeEvent& exchange) {
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
  const std::string by = std::string(exchange.name()) + (is_scan ? " over lanes" : "");
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

// The lane as the instruction sees it, and the state of the operand that selects the source; none: not known.
std::optional<HistoryQueries::Reader> HistoryQueries::reader_of(const ExchangeEvent& exchange,
                                                                unsigned lane) const {
  const unsigned subgroup_size = state_.program->subgroup_size;
  Reader reader;
  LaneReader& read = reader.lane;
  read.id = exchange.id_of(lane);
  read.size = exchange.of_workgroup ? exchange.layout.invocation_count : subgroup_size;
  read.local_size =
      exchange.of_workgroup
          ? state_.program->local_size_of(state_.streams[exchange.event.stream].workgroup)
          : Dim3{subgroup_size, 1, 1};
  read.active = exchange.event.active;
  read.cluster_size = subgroup_size;
  const LaneExchange& form = exchange.form;
  if (form.cluster_size != 0) {
    if (const auto size = operand_of(exchange, form.cluster_size, lane))
      read.cluster_size = size->bits;
  }
  for (std::size_t c = 0; form.selector != 0 && c < read.selector.size(); ++c) {
    const auto component = operand_of(exchange, form.selector, lane, c);
    if (!component && c == 0) return std::nullopt;
    if (!component) break;
    read.selector[c] = component->bits;
    reader.selector_state = std::max(reader.selector_state, component->state);
  }
  return reader;
}

void HistoryQueries::explain_read(const Asked& asked, const ExchangeEvent& exchange) {
  const std::string name(exchange.name());
  const std::string own = own_lane(asked.lane);
  const std::string value = reader_.values_text(asked.slots, exchange.event, asked.lane);
  const auto step = [&](const std::string& text) {
    return add_step(asked, exchange.number, text, value);
  };
  const std::optional<Reader> reader = reader_of(exchange, asked.lane);
  if (!reader || reader->selector_state == Definedness::undefined) {
    const std::string problem = reader ? "an undefined operand" : "an unknown operand";
    if (step(own + " passed " + problem + " to " + name))
      explain_operand(asked, exchange.number, exchange.instruction.id(exchange.form.selector),
                      asked.lane);
    return;
  }
  const LaneSource source = exchange.form.source(reader->lane);
  if (!source.exists) {
    step(own + " asked by " + name + " for a lane that does not exist");
    return;
  }
  const unsigned subgroup_size = state_.program->subgroup_size;
  unsigned lane = 0;
  while (lane < subgroup_size && exchange.id_of(lane) != source.id) ++lane;
  if (lane == subgroup_size) {
    step(own + " read the invocation with local index " + std::to_string(source.id) +
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
    explain_operand(asked, exchange.number, exchange.instruction.id(source.operand), lane);
}

bool HistoryQueries::explain_exchange(const Asked& asked, std::uint64_t number,
                                      const Instruction& instruction) {
  const InstructionDefinition* definition = state_.program->registry->find(instruction.opcode);
  if (definition == nullptr || definition->exchange.kind == ExchangeKind::none) return false;
  const LaneExchange& form = definition->exchange;
  const HistoryEvent& event = *state_.event(number);
  const History::State::Stream& stream = state_.streams[event.stream];
  constexpr auto workgroup = static_cast<std::int64_t>(spv::Scope::Workgroup);
  const bool of_workgroup =
      form.has_scope() && context_.tables->types->integer(instruction.id(2)) == workgroup;
  const ExchangeEvent exchange{form,
                               instruction,
                               number,
                               event,
                               reader_.call_of(event),
                               state_.program->layout_of(stream.workgroup),
                               stream.subgroup,
                               of_workgroup};
  if (form.combines())
    explain_combination(asked, exchange);
  else
    explain_read(asked, exchange);
  return true;
}

}  // namespace spirv_oracle
