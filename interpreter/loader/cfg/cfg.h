// The control flow of a function: the structured construct of each block, and the effect of each
// branch on constructs.
//
// Here, "construct" is slightly wider than in "Structured Control-flow Constructs": a loop includes
// its continue construct, and a selection begins at the terminator of its header.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

struct Construct {
  enum class Kind : std::uint8_t { selection, switch_, loop };
  Kind kind = Kind::selection;
  // Block indices. The merge block and the continue target may be unreachable.
  std::uint32_t header = 0;
  std::uint32_t merge = 0;
  std::uint32_t continue_target = 0;  // loops only; may be the header
  std::uint32_t parent = 0;           // the enclosing construct, or ControlFlow::none
  std::uint32_t depth = 0;            // number of enclosing constructs
};

struct ControlFlow {
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  // False for kernels. The constructs are then the loops that the branches form, which have no merge block
  // or continue target.
  bool structured = true;
  // For the reachable headers. A construct follows its enclosing one.
  std::vector<Construct> constructs;
  // By block: its innermost construct. A selection header is outside its selection, and a loop
  // header inside its loop. none: in no construct, or unreachable. An unreachable merge block or
  // continue target has the construct that it would have if it were reachable.
  std::vector<std::uint32_t> construct_of_block;
  // By block: the construct of which it is the header, or none.
  std::vector<std::uint32_t> construct_of_header;
  // The reachable blocks in this order: a block follows all blocks that can branch to it other than
  // by a back edge, a merge block follows its whole construct, and a continue target follows the
  // body of its loop.
  std::vector<std::uint32_t> order;
  // By block: its index in `order`, or none if it is unreachable.
  std::vector<std::uint32_t> position;
  // By block, without duplicates; successors in the order of the terminator.
  std::vector<std::vector<std::uint32_t>> successors, predecessors;

  bool reachable(std::uint32_t block) const { return position[block] != none; }
  // Whether a block is in a construct or in one nested in it; for loops, see the top of this file.
  bool contains(std::uint32_t construct, std::uint32_t block) const;
  // Whether branches from outside a loop enter it other than at its header.
  bool is_entered_beside_header(std::uint32_t loop) const;
};

enum class EdgeKind : std::uint8_t {
  plain,  // stays in the same construct, or enters the construct whose header it leaves or reaches
  merge,  // leaves `construct`, and all constructs in it, through its merge block
  continue_,  // goes to the continue target of the loop `construct`
  back,       // goes to the header of the loop `construct`, from inside
};

struct Edge {
  EdgeKind kind = EdgeKind::plain;
  std::uint32_t construct = ControlFlow::none;
};

// The effect of the branch between two blocks. `from` must be reachable.
Edge classify(const ControlFlow& flow, std::uint32_t from, std::uint32_t to);

// The merge instruction of a block; null if it has none. See "Merge Instruction".
const Instruction* merge_instruction(const Module& module, const Block& block);

// Errors: bad_input if the function's merge instructions and branches contradict each other
// (possible only without validation, or for kernels), limit if constructs nest too deeply.
Result<ControlFlow> analyze_control_flow(const Module& module, const Function& function);

// For kernels, whose merge instructions have no effect: only branches define the control
// flow. Each branch goes to a later block in `order`, or to the header of an enclosing loop; the
// blocks of a loop are consecutive. A cycle with several entries is a loop as well; its header is
// the entry that is reached first. Errors: as above.
Result<ControlFlow> analyze_unstructured_control_flow(const Module& module,
                                                      const Function& function);

}  // namespace spirv_oracle
