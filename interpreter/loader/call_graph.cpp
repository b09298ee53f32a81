#include "interpreter/loader/call_graph.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace spirv_oracle {
namespace {

// Calls that the validator follows, all functions together; about 10 seconds.
constexpr std::uint64_t max_followed_calls = std::uint64_t{1} << 27;

struct CallGraph {
  std::vector<std::vector<std::uint32_t>> callees;  // by function; one for each call
  std::vector<std::uint32_t> calls_of;              // by function: how many calls there are of it
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

// Of each function, at most: the calls that it makes, directly or through others. Those in recursion, or called from
// there, are taken to reach all.
std::vector<std::uint64_t> reached_calls(const CallGraph& graph) {
  // Callers first, then the other way round.
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

Result<void> check_call_graph(const Module& module) {
  std::uint64_t followed = 0;
  for (const std::uint64_t count : reached_calls(find_calls(module))) followed += count;
  if (followed <= max_followed_calls) return {};
  return limit_reached(
      "the functions of the module call each other in too many ways to validate it (use "
      "--no-validate to run it anyway)");
}

}  // namespace spirv_oracle
