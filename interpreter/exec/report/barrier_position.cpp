#include "interpreter/exec/report/barrier_position.h"

#include <algorithm>
#include <vector>

#include "interpreter/ir/program.h"
#include "interpreter/loader/cfg/uniform_control.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/opcode_classes.h"

namespace spirv_oracle {
namespace {

using FunctionFlow = UniformControl::FunctionFlow;

// The instruction of an origin, after the calls through which its function was reached.
std::vector<std::uint32_t> path_to(const Program& program, std::uint32_t origin) {
  std::vector<std::uint32_t> path;
  for (; origin != 0; origin = program.origins[origin].call)
    path.push_back(program.origins[origin].instruction);
  std::ranges::reverse(path);
  return path;
}

// Whether one of the calls is for the elements of a matrix. Which invocation calls the function for an element, and how
// often, is not defined: no position in it is one that all invocations execute.
bool is_for_elements(const Program& program, const std::vector<std::uint32_t>& calls) {
  return std::ranges::any_of(calls, [&](std::uint32_t call) {
    return calls_for_elements(program.module->instruction(call).opcode);
  });
}

// Searches the function in which two paths part.
class Search {
 public:
  Search(const Program& program, std::vector<std::uint32_t> calls)
      : calls_(std::move(calls)),
        control_(*program.module, program.is_kernel(), calls_),
        module_(*program.module) {}

  BarrierPosition between(std::uint32_t one, std::uint32_t two) {
    FunctionFlow* flow = control_.flow_of(one);
    if (flow == nullptr) return {};
    const auto position = [&](std::uint32_t instruction) {
      return std::pair(flow->flow.position[UniformControl::block_of(*flow, instruction)],
                       instruction);
    };
    if (position(two) < position(one)) std::swap(one, two);
    BarrierPosition found{BarrierPosition::Kind::before, two, one, two};
    const std::uint32_t first = UniformControl::block_of(*flow, one);
    std::uint32_t block = UniformControl::block_of(*flow, two);
    // Leaves loops that do not contain the first access, and what only some invocations execute.
    while (needs_to_leave(*flow, block, first)) {
      const std::uint32_t before = flow->dominators[block];
      if (before == block || flow->flow.position[before] < flow->flow.position[first])
        return divergent(*flow, block, found);
      found.at =
          flow->flow.construct_of_header[block] == ControlFlow::none || !is_loop(*flow, block)
              ? flow->function->blocks[before].last
              : header_instruction(*flow, block);
      block = before;
    }
    const bool is_before_first = block == first && found.at <= one;
    return is_before_first ? divergent(*flow, block, found) : found;
  }

  BarrierPosition in_loop(std::uint32_t loop) {
    FunctionFlow* flow = control_.flow_of(loop);
    if (flow == nullptr) return {};
    const std::uint32_t block = UniformControl::block_of(*flow, loop);
    BarrierPosition found{BarrierPosition::Kind::in_loop, loop, loop, loop};
    return control_.is_uniform_block(*flow, block) ? found : divergent(*flow, block, found);
  }

  bool are_in_one_function(std::uint32_t one, std::uint32_t two) {
    const FunctionFlow* flow = control_.flow_of(one);
    return flow != nullptr && flow == control_.flow_of(two);
  }
  bool is_executed_by_all(std::uint32_t instruction) {
    FunctionFlow* flow = control_.flow_of(instruction);
    return flow != nullptr &&
           control_.is_uniform_block(*flow, UniformControl::block_of(*flow, instruction));
  }

  std::optional<Divergence> divergence(std::uint32_t instruction) {
    FunctionFlow* flow = control_.flow_of(instruction);
    if (flow == nullptr) return std::nullopt;
    const std::uint32_t block = UniformControl::block_of(*flow, instruction);
    if (control_.is_uniform_block(*flow, block)) return std::nullopt;
    const std::uint32_t branch = control_.divergent_branch(*flow, block);
    if (branch == 0) return std::nullopt;
    return Divergence{branch, leaves_loop(*flow, branch, instruction),
                      returns(*flow, branch, block)};
  }

 private:
  static bool is_loop(const FunctionFlow& flow, std::uint32_t header) {
    const std::uint32_t construct = flow.flow.construct_of_header[header];
    return flow.flow.constructs[construct].kind == Construct::Kind::loop;
  }
  // The merge instruction of a loop, which has the line of its keyword; or else the branch.
  std::uint32_t header_instruction(const FunctionFlow& flow, std::uint32_t header) const {
    const Block& block = flow.function->blocks[header];
    return block.last - (merge_instruction(module_, block) != nullptr ? 1 : 0);
  }
  bool needs_to_leave(FunctionFlow& flow, std::uint32_t block, std::uint32_t first) {
    if (block == first) return !control_.is_uniform_block(flow, block);
    for (std::uint32_t c = 0; c < flow.flow.constructs.size(); ++c) {
      const bool is_loop = flow.flow.constructs[c].kind == Construct::Kind::loop;
      if (is_loop && flow.flow.contains(c, block) && !flow.flow.contains(c, first)) return true;
    }
    return !control_.is_uniform_block(flow, block);
  }

  BarrierPosition divergent(FunctionFlow& flow, std::uint32_t block, BarrierPosition found) {
    found.at = control_.divergent_branch(flow, block);
    found.kind =
        found.at == 0 ? BarrierPosition::Kind::unknown : BarrierPosition::Kind::divergent_branch;
    if (found.at != 0) found.leaves_loop = leaves_loop(flow, found.at, found.first);
    return found;
  }

  // Whether a path of the branch leads, without another branch, to a return that the paths through the
  // block `other` do not share.
  bool returns(const FunctionFlow& flow, std::uint32_t branch, std::uint32_t other) const {
    const auto& successors = flow.flow.successors[UniformControl::block_of(flow, branch)];
    return std::ranges::any_of(successors, [&](std::uint32_t block) {
      for (std::size_t i = 0; i < flow.flow.order.size(); ++i) {
        const Instruction& end = module_.instruction(flow.function->blocks[block].last);
        if (is_return(end.opcode)) return !UniformControl::post_dominates(flow, block, other);
        if (flow.flow.successors[block].size() != 1) return false;
        block = flow.flow.successors[block].front();
      }
      return false;
    });
  }
  // Whether the branch may leave a loop that contains the access.
  static bool leaves_loop(const FunctionFlow& flow, std::uint32_t branch, std::uint32_t access) {
    const std::uint32_t from = UniformControl::block_of(flow, branch);
    const std::uint32_t inside = UniformControl::block_of(flow, access);
    for (std::uint32_t c = 0; c < flow.flow.constructs.size(); ++c) {
      const bool is_around = flow.flow.constructs[c].kind == Construct::Kind::loop &&
                             flow.flow.contains(c, from) && flow.flow.contains(c, inside);
      if (is_around && !std::ranges::all_of(flow.flow.successors[from],
                                            [&](auto to) { return flow.flow.contains(c, to); }))
        return true;
    }
    return false;
  }

  std::vector<std::uint32_t> calls_;
  UniformControl control_;
  const Module& module_;
};

// The position, unless not all invocations execute one of the calls.
BarrierPosition in_calls(Search& search, const std::vector<std::uint32_t>& calls,
                         BarrierPosition found) {
  for (const std::uint32_t call : calls) {
    const std::optional<Divergence> divergence = search.divergence(call);
    if (!divergence) continue;
    found.kind = BarrierPosition::Kind::divergent_branch;
    found.at = divergence->branch;
    found.leaves_loop = divergence->leaves_loop;
    return found;
  }
  return found;
}

}  // namespace

BarrierPosition barrier_between(const Program& program, std::uint32_t access, std::uint32_t other) {
  const std::vector<std::uint32_t> one = path_to(program, access);
  const std::vector<std::uint32_t> two = path_to(program, other);
  const auto [end, end_of_other] = std::ranges::mismatch(one, two);
  if (end == one.end() || end_of_other == two.end()) return {};  // in one statement
  const std::vector<std::uint32_t> calls(one.begin(), end);
  if (is_for_elements(program, calls)) return {};
  Search search(program, calls);
  return in_calls(search, calls, search.between(*end, *end_of_other));
}

BarrierPosition barrier_in_loop(const Program& program, std::uint32_t loop) {
  std::vector<std::uint32_t> calls = path_to(program, loop);
  if (calls.empty()) return {};
  const std::uint32_t header = calls.back();
  calls.pop_back();
  if (is_for_elements(program, calls)) return {};
  Search search(program, calls);
  return in_calls(search, calls, search.in_loop(header));
}

std::optional<Divergence> divergence_of(const Program& program, std::uint32_t origin) {
  std::vector<std::uint32_t> calls = path_to(program, origin);
  if (calls.empty()) return std::nullopt;
  const std::uint32_t instruction = calls.back();
  calls.pop_back();
  Search search(program, calls);
  std::optional<Divergence> found = search.divergence(instruction);
  for (std::size_t i = calls.size(); !found && i-- > 0;) found = search.divergence(calls[i]);
  return found;
}

bool is_branch_of_workgroup(const Program& program, std::uint32_t branch, std::uint32_t origin) {
  const std::vector<std::uint32_t> path = path_to(program, origin);
  for (auto of = path.begin(); of != path.end(); ++of) {
    const std::vector<std::uint32_t> calls(path.begin(), of);
    if (is_for_elements(program, calls)) return false;
    Search search(program, calls);
    if (!search.are_in_one_function(branch, *of)) continue;
    const auto by_all = [&](std::uint32_t i) { return search.is_executed_by_all(i); };
    return by_all(branch) && std::ranges::all_of(calls, by_all);
  }
  return false;
}

bool is_executed_by_workgroup(const Program& program, std::uint32_t origin) {
  return origin != 0 && !is_for_elements(program, path_to(program, origin)) &&
         !divergence_of(program, origin);
}

}  // namespace spirv_oracle
