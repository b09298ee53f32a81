#include "interpreter/loader/validation/validation_cost.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace spirv_oracle {
namespace {

// Limits that cost about 10 seconds each. Calls that the validator follows, in all functions together:
constexpr std::uint64_t max_followed_calls = std::uint64_t{1} << 27;
// Pairs of entry points, because each is compared with all others:
constexpr std::size_t max_entry_points = std::size_t{1} << 13;
// Squares of the numbers of blocks, in all functions together:
constexpr std::uint64_t max_squared_blocks = std::uint64_t{1} << 32;
// OpName instructions: the validator makes equal names unique by trying numbers from 0.
constexpr std::ptrdiff_t max_shown_names = std::ptrdiff_t{1} << 14;

struct CallGraph {
  std::vector<std::vector<std::uint32_t>> callees;  // by function; one for each call
  std::vector<std::uint32_t> calls_of;              // by function: the number of calls of it
  std::uint64_t calls = 0;
};

CallGraph find_calls(const Module& module) {
  CallGraph graph;
  const auto functions = module.functions();
  graph.callees.resize(functions.size());
  graph.calls_of.assign(functions.size(), 0);
  for (std::size_t f = 0; f < functions.size(); ++f) {
    for (const Block& block : functions[f].blocks) {
      for (std::uint32_t i = block.first; i <= block.last; ++i) {
        const Instruction& instruction = module.instruction(i);
        if (instruction.opcode != spv::Op::OpFunctionCall) continue;
        const Function* callee = module.function(instruction.id(2));
        if (callee == nullptr) continue;
        const auto index = static_cast<std::uint32_t>(callee - functions.data());
        graph.callees[f].push_back(index);
        ++graph.calls_of[index];
        ++graph.calls;
      }
    }
  }
  return graph;
}

// An upper limit for the calls that each function makes, directly or through others. Functions in a recursion, or
// reached from one, count as calling everything.
std::vector<std::uint64_t> reached_calls(const CallGraph& graph) {
  // Callers first, then callees first.
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> left = graph.calls_of;
  for (std::uint32_t f = 0; f < left.size(); ++f) {
    if (left[f] == 0) order.push_back(f);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const std::uint32_t callee : graph.callees[order[i]]) {
      if (--left[callee] == 0) order.push_back(callee);
    }
  }
  std::vector<std::uint64_t> reached(left.size(), graph.calls);
  for (auto function = order.rbegin(); function != order.rend(); ++function) {
    std::uint64_t& count = reached[*function];
    count = 0;
    for (const std::uint32_t callee : graph.callees[*function])
      count = std::min(count + 1 + reached[callee], graph.calls);
  }
  return reached;
}

}  // namespace

Result<void> check_validation_cost(const Module& module) {
  const auto too_much = [](const std::string& what) {
    return limit_reached(what + " to validate it (use --no-validate to run it anyway)");
  };
  if (module.entry_points().size() > max_entry_points)
    return too_much("the module has too many entry points");
  std::uint64_t followed = 0, squared_blocks = 0;
  for (const std::uint64_t count : reached_calls(find_calls(module))) followed += count;
  if (followed > max_followed_calls)
    return too_much("the functions of the module call each other in too many ways");
  for (const Function& function : module.functions())
    squared_blocks += std::uint64_t{function.blocks.size()} * function.blocks.size();
  if (squared_blocks > max_squared_blocks)
    return too_much("the functions of the module have too many blocks");
  return {};
}

bool may_show_names(const Module& module) {
  return std::ranges::count(module.instructions(), spv::Op::OpName, &Instruction::opcode) <=
         max_shown_names;
}

}  // namespace spirv_oracle
