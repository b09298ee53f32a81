// Where the histories of two lanes diverge.
#include <algorithm>

#include "debugger/engine/history/history_queries.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {

using nlohmann::json;

json HistoryQueries::difference(const LanePair& lanes, std::uint64_t number,
                                const std::string& text, const std::string& first,
                                const std::string& second) const {
  const HistoryEvent& event = *state_.event(number);
  const auto side = [&](unsigned lane, const std::string& value) {
    json entry = reader_.place_json(number, lane);
    entry["executes"] = event.active.test(lane);
    entry["value"] = value;
    return entry;
  };
  json answer;
  answer["moment"] = event.moment;
  add_source(context_.module().source(reader_.instruction_of(event).line), answer);
  answer["text"] = text;
  answer["first"] = side(lanes.first, first);
  answer["second"] = side(lanes.second, second);
  return answer;
}

// `together`: the latest event that both lanes executed.
json HistoryQueries::divergence(const LanePair& lanes, std::uint64_t together,
                                std::uint64_t number) const {
  const HistoryEvent& event = *state_.event(number);
  const HistoryEvent* branch = state_.event(together);
  const bool is_branch = branch != nullptr &&
                         (reader_.instruction_of(*branch).opcode == spv::Op::OpBranchConditional ||
                          reader_.instruction_of(*branch).opcode == spv::Op::OpSwitch);
  if (!is_branch) {
    const bool first_executes = event.active.test(lanes.first);
    return difference(lanes, number,
                      "lane " + std::to_string(first_executes ? lanes.first : lanes.second) +
                          " executes " +
                          context_.module().disassemble(reader_.instruction_of(event)) + ", lane " +
                          std::to_string(first_executes ? lanes.second : lanes.first) + " does not",
                      "", "");
  }
  const Id condition = reader_.instruction_of(*branch).id(0);
  const auto value_in = [&](unsigned lane) {
    return reader_.operand_text(branch->stream, together, reader_.call_of(*branch), condition,
                                lane);
  };
  const std::string first = value_in(lanes.first), second = value_in(lanes.second);
  return difference(lanes, together,
                    "the lanes diverge at the branch at " + reader_.line_text(*branch) +
                        ", whose condition " + context_.module().display(condition) + " is " +
                        first + " in lane " + std::to_string(lanes.first) + " and " + second +
                        " in lane " + std::to_string(lanes.second),
                    first, second);
}

bool HistoryQueries::same_operands(const LanePair& lanes, std::uint64_t number) const {
  const HistoryEvent& event = *state_.event(number);
  const Instruction& instruction = reader_.instruction_of(event);
  const std::uint32_t call = reader_.call_of(event);
  for (unsigned i = first_value_operand(instruction); i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Id operand = instruction.id(i);
    const DebugValue* value = reader_.value_of(call, operand);
    for (std::size_t c = 0; value != nullptr && c < value->slots.size(); ++c) {
      const auto x = reader_.operand_value(event.stream, number, call, operand, lanes.first, c);
      const auto y = reader_.operand_value(event.stream, number, call, operand, lanes.second, c);
      if (!x || !y || x->bits != y->bits || x->state != y->state) return false;
    }
  }
  return true;
}

// Results that differ although the operands are equal come from elsewhere, such as memory.
bool HistoryQueries::only_results_differ(const LanePair& lanes, std::uint64_t number) const {
  const HistoryEvent& event = *state_.event(number);
  if (reader_.instruction_of(event).result == 0) return false;
  const bool differ = std::ranges::any_of(state_.written(event), [&](Slot slot) {
    const auto x = state_.value(event, slot, lanes.first);
    const auto y = state_.value(event, slot, lanes.second);
    return x && y && (x->bits != y->bits || x->state != y->state);
  });
  return differ && same_operands(lanes, number);
}

json HistoryQueries::diff(const LanePair& lanes) {
  const auto stream =
      state_.find_stream(context_.workgroup->shape().index(), context_.subgroup->id);
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t number = stream ? state_.streams[*stream].last : History::State::none;
       const HistoryEvent* event = state_.event(number); number = event->previous)
    numbers.push_back(number);
  std::ranges::reverse(numbers);
  std::uint64_t together = History::State::none;
  for (const std::uint64_t number : numbers) {
    const HistoryEvent& event = *state_.event(number);
    const bool first = event.active.test(lanes.first), second = event.active.test(lanes.second);
    if (!first && !second) continue;
    if (first != second) return divergence(lanes, together, number);
    together = number;
    if (!only_results_differ(lanes, number)) continue;
    const std::vector<Slot> written = state_.written(event);
    return difference(lanes, number,
                      "the operands of " +
                          context_.module().disassemble(reader_.instruction_of(event)) +
                          " are equal in both lanes, but its results differ",
                      reader_.values_text(written, event, lanes.first),
                      reader_.values_text(written, event, lanes.second));
  }
  json result;
  result["moment"] = context_.run->moment;
  add_source({}, result);
  result["text"] =
      "the histories of both lanes are the same up to here, except for values of built-in inputs";
  result["first"] = json::object();
  result["second"] = json::object();
  return result;
}

}  // namespace spirv_oracle
