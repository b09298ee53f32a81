// The control flow of a function: which block belongs to which structured construct, and what each
// branch does to them.
//
// "Construct" is used a little more widely than in "Structured Control-flow Constructs": a loop here
// includes its continue construct, and a selection begins at the terminator of its header.
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
  std::uint32_t parent = 0;           // the construct around it, or ControlFlow::none
  std::uint32_t depth = 0;            // number of constructs around it
};

struct ControlFlow {
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  // False for kernels: then the constructs are the loops that the branches make, whose merge block and
  // continue target are none.
  bool structured = true;
  // Of the reachable headers; a construct comes after the one around it.
  std::vector<Construct> constructs;
  // By block. The innermost construct that holds it; a selection header is outside its selection, a
  // loop header inside its loop. none: in no construct, or unreachable (but an unreachable merge block
  // or continue target has its place as if it were reachable).
  std::vector<std::uint32_t> construct_of_block;
  // By block: the construct that it is the header of, or none.
  std::vector<std::uint32_t> construct_of_header;
  // The reachable blocks so that a block comes after all that can branch to it other than by a back
  // edge, a merge block after its whole construct and a continue target after the body of its loop.
  std::vector<std::uint32_t> order;
  // By block: its index in `order`, or none if it is unreachable.
  std::vector<std::uint32_t> position;
  // By block, each neighbour once; successors in the order in which the terminator names them.
  std::vector<std::vector<std::uint32_t>> successors, predecessors;

  bool reachable(std::uint32_t block) const { return position[block] != none; }
  // Whether a block is in a construct or in one inside it; see the note on loops at the top.
  bool contains(std::uint32_t construct, std::uint32_t block) const;
  // Whether branches from outside of a loop go to other blocks of it than its header.
  bool is_entered_beside_header(std::uint32_t loop) const;
};

enum class EdgeKind : std::uint8_t {
  plain,      // stays in the same construct, or enters the one whose header it leaves or reaches
  merge,      // leaves `construct` by its merge block, and all inside it
  continue_,  // goes to the continue target of the loop `construct`
  back,       // goes to the header of the loop `construct`, from inside
};

struct Edge {
  EdgeKind kind = EdgeKind::plain;
  std::uint32_t construct = ControlFlow::none;
};

// What the branch between two blocks does. `from` is reachable.
Edge classify(const ControlFlow& flow, std::uint32_t from, std::uint32_t to);

// The merge instruction of a block; null if it has none. See "Merge Instruction".
const Instruction* merge_instruction(const Module& module, const Block& block);

// Errors: bad_input if the function's merge instructions and branches do not fit together (possible
// only without validation, or for kernels), limit if constructs nest too deeply.
Result<ControlFlow> analyze_control_flow(const Module& module, const Function& function);

// The same where merge instructions say nothing: the control flow of a kernel is whatever its branches
// make of it. Each branch goes to a block that is later in `order`, or to the header of a loop around
// it; the blocks of a loop stand together. A cycle that is entered in several places is a loop, too: its
// header is the place that is reached first. Errors: as above.
Result<ControlFlow> analyze_unstructured_control_flow(const Module& module,
                                                      const Function& function);

}  // namespace spirv_oracle
