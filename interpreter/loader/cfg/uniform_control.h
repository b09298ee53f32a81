// Which control flow is the same for all invocations of a workgroup, as far as a module shows without its
// input. For advice in reports: values loaded from one place of a buffer count as the same.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "interpreter/loader/cfg/cfg.h"

namespace spirv_oracle {

class UniformControl {
 public:
  // `calls`: the calls through which functions are reached, from the entry point; indices of instructions.
  UniformControl(const Module& module, bool is_kernel, const std::vector<std::uint32_t>& calls);

  enum class Answer : std::uint8_t { unknown, assumed, yes, no };
  // A function with its control flow.
  struct FunctionFlow {
    const Function* function = nullptr;
    ControlFlow flow;
    std::vector<std::uint32_t> dominators;  // by block: the immediate one; the entry has itself
    std::vector<std::uint32_t> post_dominators;  // see immediate_post_dominators
    // By block: the branches on which it depends whether an invocation executes the block.
    std::vector<std::vector<std::uint32_t>> deciding_branches = {};
    std::vector<Answer> uniform = {};  // by block
  };
  // Null if the instruction belongs to no function, or its control flow is too large.
  FunctionFlow* flow_of(std::uint32_t instruction);
  static std::uint32_t block_of(const FunctionFlow& flow, std::uint32_t instruction);

  // Whether all invocations that execute the function execute the block, equally often.
  bool is_uniform_block(FunctionFlow& flow, std::uint32_t block);
  // The first branch on which it depends whether an invocation executes the block, and that may differ
  // between invocations: the index of the instruction; 0: none.
  std::uint32_t divergent_branch(FunctionFlow& flow, std::uint32_t block);
  // Whether `dominator` dominates `block`.
  static bool dominates(const FunctionFlow& flow, std::uint32_t dominator, std::uint32_t block);
  // Whether `later` is on every path from `block` to the end of the function.
  static bool post_dominates(const FunctionFlow& flow, std::uint32_t later, std::uint32_t block);

 private:
  std::uint32_t index_of(const Instruction& instruction) const;
  bool is_uniform(Id id, unsigned depth);
  bool compute_uniform(const Instruction& instruction, unsigned depth);
  bool are_operands_uniform(const Instruction& instruction, unsigned depth);
  bool is_uniform_load(Id pointer, unsigned depth);
  bool is_uniform_variable(const Instruction& variable, unsigned depth);
  bool is_uniform_parameter(Id parameter, unsigned depth);
  bool is_of_entry_point(Id parameter) const;
  bool is_executed_by_all(std::uint32_t instruction, unsigned depth);
  // Through the call by which it is reached; if that is not known, through all calls.
  bool is_called_by_all(Id function, unsigned depth);
  // False if there are too many.
  static bool find_deciding_branches(FunctionFlow& flow);
  bool is_uniform_at(FunctionFlow& flow, std::uint32_t block, unsigned depth);
  // The parameter's argument in the call through which the function is reached; 0: unknown.
  Id argument_of(Id parameter);
  // The variable or parameter into which a pointer points.
  Id root(Id pointer) const;
  void find_calls_and_writes();

  const Module& module_;
  bool is_kernel_;
  std::unordered_map<Id, std::uint32_t> calls_;                 // by function
  std::unordered_map<Id, std::vector<std::uint32_t>> callers_;  // by function: all calls
  std::unordered_map<Id, Answer> called_by_all_;                // by function
  std::map<std::uint32_t, FunctionFlow> flows_;                 // by number of the function
  std::unordered_map<Id, Answer> known_;
  // By the root of a pointer: the instructions that write through it, or pass it to functions.
  std::unordered_map<Id, std::vector<std::uint32_t>> writes_;
};

}  // namespace spirv_oracle
