#include "amber/enclosing_run.h"

#include <algorithm>

#include "interpreter/loader/module.h"

namespace spirv_oracle::amber {
namespace {

bool is_expectation(const Command& command) {
  if (const auto* repeated = std::get_if<Repeat>(&command.what))
    return has_expectations(repeated->commands);
  return std::holds_alternative<ExpectValues>(command.what);
}

bool has_marks(const BufferResult& buffer) {
  return buffer.written &&
         std::ranges::find(buffer.contents.shadow, Definedness::implementation_dependent) !=
             buffer.contents.shadow.end();
}

}  // namespace

bool has_expectations(const std::vector<Command>& commands) {
  return std::ranges::any_of(commands, is_expectation);
}

bool is_worth_enclosing(const Module& module, const DispatchResult& result) {
  const bool is_marked = std::ranges::any_of(result.memories, has_marks) ||
                         std::ranges::any_of(result.buffers, [](const auto& entry) {
                           return has_marks(entry.second);
                         });
  return is_marked && std::ranges::find(module.instructions(), spv::Op::OpTypeFloat,
                                        &Instruction::opcode) != module.instructions().end();
}

void add_enclosures(const Module& module, const InstructionRegistry& registry, Dispatch dispatch,
                    Deadline deadline, DispatchResult& result) {
  dispatch.enclose = true;
  dispatch.explain = false;
  dispatch.limits.timeout_seconds = seconds_until(deadline);
  auto enclosed = run(module, registry, std::move(dispatch));
  if (!enclosed || !enclosed->encloses_values) return;
  for (auto& [key, buffer] : result.buffers)
    buffer.enclosures = std::move(enclosed->buffers[key].enclosures);
  for (std::size_t i = 0; i < result.memories.size(); ++i)
    result.memories[i].enclosures = std::move(enclosed->memories[i].enclosures);
}

}  // namespace spirv_oracle::amber
