// Values that invocations exchange, and where the histories of two lanes diverge.
#include <algorithm>

#include "interpreter/debugger/history_queries.h"
#include "interpreter/exec/lane_list.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

enum class ExchangeKind : std::uint8_t {
  none,
  by_id,       // the lane that an operand names
  first_lane,  // the lowest active lane
  by_xor,      // lane ^ operand
  up,          // lane - operand
  down,        // lane + operand
  rotate,      // lane + operand, around
  quad_by_id,  // of the quad, the lane that an operand names
  quad_swap,   // of the quad, by a direction
  combine,     // all active lanes, or those of a cluster or before this one
  predicate,   // all active lanes
};

struct ExchangeForm {
  ExchangeKind exchange = ExchangeKind::none;
  unsigned value = 0;  // operands
  unsigned selector = 0;
  const char* name = "";
};

ExchangeForm form_of(spv::Op opcode) {
  using enum spv::Op;
  switch (opcode) {
    case OpGroupNonUniformShuffle:
      return {ExchangeKind::by_id, 3, 4, "subgroupShuffle"};
    case OpGroupNonUniformBroadcast:
      return {ExchangeKind::by_id, 3, 4, "subgroupBroadcast"};
    case OpGroupNonUniformBroadcastFirst:
      return {ExchangeKind::first_lane, 3, 0, "subgroupBroadcastFirst"};
    case OpGroupNonUniformShuffleXor:
      return {ExchangeKind::by_xor, 3, 4, "subgroupShuffleXor"};
    case OpGroupNonUniformShuffleUp:
      return {ExchangeKind::up, 3, 4, "subgroupShuffleUp"};
    case OpGroupNonUniformShuffleDown:
      return {ExchangeKind::down, 3, 4, "subgroupShuffleDown"};
    case OpGroupNonUniformRotateKHR:
      return {ExchangeKind::rotate, 3, 4, "subgroupRotate"};
    case OpGroupNonUniformQuadBroadcast:
      return {ExchangeKind::quad_by_id, 3, 4, "subgroupQuadBroadcast"};
    case OpGroupNonUniformQuadSwap:
      return {ExchangeKind::quad_swap, 3, 4, "subgroupQuadSwap"};
    case OpSubgroupReadInvocationKHR:
      return {ExchangeKind::by_id, 2, 3, "readInvocation"};
    case OpSubgroupFirstInvocationKHR:
      return {ExchangeKind::first_lane, 2, 0, "readFirstInvocation"};
    case OpSubgroupShuffleINTEL:
      return {ExchangeKind::by_id, 2, 3, "intel_sub_group_shuffle"};
    case OpSubgroupShuffleXorINTEL:
      return {ExchangeKind::by_xor, 2, 3, "intel_sub_group_shuffle_xor"};
    case OpGroupBroadcast:
      return {ExchangeKind::by_id, 3, 4, "sub_group_broadcast"};
    case OpGroupNonUniformBallot:
      return {ExchangeKind::predicate, 3, 0, "subgroupBallot"};
    case OpGroupNonUniformAll:
      return {ExchangeKind::predicate, 3, 0, "subgroupAll"};
    case OpGroupNonUniformAny:
      return {ExchangeKind::predicate, 3, 0, "subgroupAny"};
    case OpGroupNonUniformAllEqual:
      return {ExchangeKind::predicate, 3, 0, "subgroupAllEqual"};
    case OpSubgroupBallotKHR:
    case OpSubgroupAllKHR:
    case OpSubgroupAnyKHR:
    case OpSubgroupAllEqualKHR:
      return {ExchangeKind::predicate, 2, 0, "the vote"};
    case OpGroupAll:
    case OpGroupAny:
      return {ExchangeKind::predicate, 3, 0, "the vote"};
    case OpGroupNonUniformIAdd:
    case OpGroupNonUniformFAdd:
    case OpGroupIAdd:
    case OpGroupFAdd:
      return {ExchangeKind::combine, 4, 0, "a sum"};
    case OpGroupNonUniformIMul:
    case OpGroupNonUniformFMul:
      return {ExchangeKind::combine, 4, 0, "a product"};
    case OpGroupNonUniformSMin:
    case OpGroupNonUniformUMin:
    case OpGroupNonUniformFMin:
    case OpGroupFMin:
    case OpGroupUMin:
    case OpGroupSMin:
      return {ExchangeKind::combine, 4, 0, "a minimum"};
    case OpGroupNonUniformSMax:
    case OpGroupNonUniformUMax:
    case OpGroupNonUniformFMax:
    case OpGroupFMax:
    case OpGroupUMax:
    case OpGroupSMax:
      return {ExchangeKind::combine, 4, 0, "a maximum"};
    case OpGroupNonUniformBitwiseAnd:
    case OpGroupNonUniformBitwiseOr:
    case OpGroupNonUniformBitwiseXor:
    case OpGroupNonUniformLogicalAnd:
    case OpGroupNonUniformLogicalOr:
    case OpGroupNonUniformLogicalXor:
      return {ExchangeKind::combine, 4, 0, "a bitwise or logical reduction"};
    default:
      return {};
  }
}

// The lane that another one reads; 128: none.
std::uint64_t source_lane(ExchangeKind exchange, unsigned lane, std::uint64_t selector,
                          const HistoryEvent& event, unsigned size) {
  switch (exchange) {
    case ExchangeKind::by_id:
      return selector;
    case ExchangeKind::first_lane:
      return event.active.lowest();
    case ExchangeKind::by_xor:
      return lane ^ selector;
    case ExchangeKind::up:
      return lane - selector;
    case ExchangeKind::down:
      return lane + selector;
    case ExchangeKind::rotate:
      return (lane + selector) % size;
    case ExchangeKind::quad_by_id:
      return (lane & ~3u) | (selector & 3);
    case ExchangeKind::quad_swap:
      return lane ^ (selector + 1);
    default:
      return 128;
  }
}

std::string lanes_text(const LaneMask& lanes) {
  return (lanes.count() == 1 ? "lane " : "lanes ") + lane_list(lanes);
}

// Those that a reduction or scan takes the values of.
LaneMask contributors(const Instruction& instruction, const HistoryEvent& event, unsigned lane,
                      std::uint64_t cluster) {
  switch (static_cast<spv::GroupOperation>(instruction.literal(3))) {
    case spv::GroupOperation::InclusiveScan:
      return event.active & LaneMask::first(lane + 1);
    case spv::GroupOperation::ExclusiveScan:
      return event.active & LaneMask::first(lane);
    case spv::GroupOperation::ClusteredReduce: {
      if (cluster == 0 || cluster > 128) return event.active;
      const auto begin = static_cast<unsigned>(lane / cluster * cluster);
      return event.active & LaneMask::first(begin + static_cast<unsigned>(cluster)) &
             ~LaneMask::first(begin);
    }
    default:
      return event.active;
  }
}

}  // namespace

bool HistoryQueries::explain_exchange(const Asked& asked, std::uint64_t number,
                                      const Instruction& instruction) {
  const ExchangeForm form = form_of(instruction.opcode);
  if (form.exchange == ExchangeKind::none) return false;
  const HistoryEvent& event = *state_.event(number);
  const std::string value = reader_.values_text(asked.slots, event, asked.lane);
  const std::string own = "lane " + std::to_string(asked.lane);
  const Id operand = instruction.id(form.value);
  const bool is_predicate = form.exchange == ExchangeKind::predicate;
  if (is_predicate || form.exchange == ExchangeKind::combine) {
    const auto cluster = reader_.operand_value(event.stream, number, reader_.call_of(event),
                                               instruction.id(5), asked.lane);
    const LaneMask lanes =
        is_predicate ? event.active
                     : contributors(instruction, event, asked.lane, cluster ? cluster->bits : 0);
    std::string values;
    unsigned count = 0;
    lanes.for_each([&](unsigned lane) {
      if (++count > 16) return;
      values += (values.empty() ? "" : ", ") + std::to_string(lane) + ": " +
                reader_.operand_text(event.stream, number, reader_.call_of(event), operand, lane);
    });
    if (count > 16) values += ", ...";
    const std::string by = is_predicate ? form.name : std::string(form.name) + " over lanes";
    const std::string text =
        lanes.none()
            ? own + " contributes to " + by + " with no lane before it"
            : own + " got it by " + by + " from " + lanes_text(lanes) + " (" + values + ")";
    if (!add_step(asked, number, text, value)) return true;
    // The origin of one lane's value explains those of the others. Indeterminate values come first.
    bool explained = false;
    lanes.for_each([&](unsigned lane) {
      const auto scalar =
          reader_.operand_value(event.stream, number, reader_.call_of(event), operand, lane);
      const bool is_open = scalar && scalar->state != Definedness::defined;
      if (!is_open || explained) return;
      explained = true;
      explain_operand(asked, number, operand, lane);
    });
    if (!explained && lanes.any())
      explain_operand(asked, number, operand, lanes.test(asked.lane) ? asked.lane : lanes.lowest());
    return true;
  }
  const auto selector = form.selector == 0
                            ? std::optional(Scalar{})
                            : reader_.operand_value(event.stream, number, reader_.call_of(event),
                                                    instruction.id(form.selector), asked.lane);
  if (!selector) return false;
  const std::uint64_t source =
      source_lane(form.exchange, asked.lane, selector->bits, event, state_.program->subgroup_size);
  if (source >= state_.program->subgroup_size) {
    add_step(asked, number, own + " asked by " + form.name + " for a lane that does not exist",
             value);
    return true;
  }
  const auto lane = static_cast<unsigned>(source);
  const std::string other = "lane " + std::to_string(lane);
  if (!event.active.test(lane)) {
    const std::string inactive = inactivity(event.stream, lane, number);
    add_step(asked, number,
             own + " read " + other + " by " + form.name + "; " + other +
                 (inactive.empty() ? " does not execute it" : " has been " + inactive),
             value);
    return true;
  }
  if (add_step(asked, number, own + " read " + other + " by " + form.name, value))
    explain_operand(asked, number, operand, lane);
  return true;
}

// --- where two lanes diverge ---

json HistoryQueries::diff(unsigned first_lane, unsigned second_lane) {
  const auto stream =
      state_.find_stream(context_.workgroup->shape().index(), context_.subgroup->id);
  json result;
  std::vector<std::uint64_t> numbers;
  if (stream) {
    for (std::uint64_t number = state_.streams[*stream].last;
         const HistoryEvent* event = state_.event(number); number = event->previous)
      numbers.push_back(number);
  }
  std::ranges::reverse(numbers);
  const auto side = [&](std::uint64_t number, unsigned lane, const std::string& value) {
    json entry = reader_.place_json(number, lane);
    entry["executes"] = state_.event(number)->active.test(lane);
    entry["value"] = value;
    return entry;
  };
  const auto found = [&](std::uint64_t number, const std::string& text, const std::string& first,
                         const std::string& second) {
    const HistoryEvent& event = *state_.event(number);
    json answer;
    answer["moment"] = event.moment;
    add_source(context_.module().source(reader_.instruction_of(event).line), answer);
    answer["text"] = text;
    answer["first"] = side(number, first_lane, first);
    answer["second"] = side(number, second_lane, second);
    return answer;
  };
  std::uint64_t together = History::State::none;
  for (const std::uint64_t number : numbers) {
    const HistoryEvent& event = *state_.event(number);
    const bool a = event.active.test(first_lane), b = event.active.test(second_lane);
    if (!a && !b) continue;
    const Instruction& instruction = reader_.instruction_of(event);
    if (a != b) {
      const unsigned goes_on = a ? first_lane : second_lane;
      const unsigned stays = a ? second_lane : first_lane;
      const std::string text = "lane " + std::to_string(goes_on) + " executes " +
                               context_.module().disassemble(instruction) + ", lane " +
                               std::to_string(stays) + " does not";
      const HistoryEvent* branch = state_.event(together);
      const bool is_branch =
          branch != nullptr &&
          (reader_.instruction_of(*branch).opcode == spv::Op::OpBranchConditional ||
           reader_.instruction_of(*branch).opcode == spv::Op::OpSwitch);
      if (!is_branch) return found(number, text, "", "");
      const Id condition = reader_.instruction_of(*branch).id(0);
      const std::uint32_t call = reader_.call_of(*branch);
      const std::string first =
          reader_.operand_text(*stream, together, call, condition, first_lane);
      const std::string second =
          reader_.operand_text(*stream, together, call, condition, second_lane);
      return found(together,
                   "the lanes diverge at the branch at " + reader_.line_text(*branch) +
                       ", whose condition " + context_.module().display(condition) + " is " +
                       first + " in lane " + std::to_string(first_lane) + " and " + second +
                       " in lane " + std::to_string(second_lane),
                   first, second);
    }
    together = number;
    // Results that differ though the operands are equal: what lanes get from elsewhere.
    const std::vector<Slot> written = state_.written(event);
    const bool differs = std::ranges::any_of(written, [&](Slot slot) {
      const auto x = state_.value(event, slot, first_lane),
                 y = state_.value(event, slot, second_lane);
      return x && y && (x->bits != y->bits || x->state != y->state);
    });
    if (!differs) continue;
    bool same_operands = instruction.result != 0;
    const unsigned begin = instruction.opcode == spv::Op::OpExtInst ? 4 : 2;
    for (unsigned i = begin; i < instruction.operand_count() && same_operands; ++i) {
      if (instruction.operands[i].operand_class != OperandClass::id) continue;
      const DebugValue* value = reader_.value_of(reader_.call_of(event), instruction.id(i));
      for (std::size_t c = 0; value != nullptr && c < value->slots.size(); ++c) {
        const auto x = reader_.operand_value(*stream, number, reader_.call_of(event),
                                             instruction.id(i), first_lane, c);
        const auto y = reader_.operand_value(*stream, number, reader_.call_of(event),
                                             instruction.id(i), second_lane, c);
        same_operands &= x && y && x->bits == y->bits && x->state == y->state;
      }
    }
    if (!same_operands) continue;
    return found(number,
                 "the operands of " + context_.module().disassemble(instruction) +
                     " are equal in both lanes, but its results differ",
                 reader_.values_text(written, event, first_lane),
                 reader_.values_text(written, event, second_lane));
  }
  result["moment"] = context_.run->moment;
  add_source({}, result);
  result["text"] =
      "the histories of both lanes are the same up to here, except for values of built-in inputs";
  result["first"] = json::object();
  result["second"] = json::object();
  return result;
}

}  // namespace spirv_oracle
