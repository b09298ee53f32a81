// Where open values come from: those that are undefined, or that depend on the implementation. Recorded
// while a dispatch is run once more, by records that the lowering adds for that run only.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/exec/subgroup.h"
#include "interpreter/ir/op.h"
#include "memory/address_space.h"

namespace spirv_oracle {

struct Program;

// One place that a value passed on its way, the first one where it came into being.
struct HistoryStep {
  enum class What : std::uint8_t {
    unset_variable,  // a variable that was not initialized
    unset_memory,    // memory that nothing was stored to
    open_memory,     // memory that held such a value from the beginning
    result,          // an instruction whose result is open, though its operands were not
    passed_on,       // an instruction that took the value and gave one like it
  };
  What what = What::result;
  std::uint32_t origin = 0;  // index into Program::origins
  std::uint32_t object = 0;  // of memory, in the address space
};
using History = std::vector<HistoryStep>;

// A history as a list: the last step, and the number of the node with the one before it.
struct HistoryNode {
  HistoryStep::What what = HistoryStep::What::result;
  std::uint32_t origin = 0;
  std::uint32_t parent = 0;  // 0: none
  std::uint32_t object = 0;
  friend auto operator<=>(const HistoryNode&, const HistoryNode&) = default;
};

class Provenance {
 public:
  // Whether the tables for this program fit into a reasonable amount of memory.
  static bool is_affordable(const Program& program);

  explicit Provenance(const Program& program);

  // What the records below do, for the active lanes in which a plane holds an open value.
  void note_copy(const Subgroup& subgroup, const Op& op);
  void note_result(const Subgroup& subgroup, const Op& op);
  void note_unset(const Subgroup& subgroup, const Op& op);
  void note_load(const Subgroup& subgroup, const Op& op);
  void note_store(const Subgroup& subgroup, const Op& op);
  void note_atomic(const Subgroup& subgroup, const Op& op);

  // The result of the instruction at hand is between the bounds in this lane.
  void note_bounds(Slot slot, unsigned lane, const ValueBounds& bounds);

  // What led to the first undefined operand of the instruction in that lane; empty where all are defined.
  History of_operand(const Subgroup& subgroup, std::uint32_t origin, unsigned lane);

  // A component that was stored in the object with that number.
  struct Stored {
    std::uint64_t offset = 0;
    unsigned bytes = 0;
    std::uint32_t node = 0;   // where its value comes from
    std::uint32_t store = 0;  // origin
    std::optional<ValueBounds> bounds;
  };
  // In the order of their offsets.
  std::vector<Stored> stored_in(std::uint32_t object) const;
  History history_of(const Stored& stored);

 private:
  using Node = HistoryNode;
  using NodeId = std::uint32_t;  // 0: nothing is known
  // What a place holds.
  struct Content {
    NodeId node = 0;
    std::uint32_t bounds = 0;  // index; 0: none
  };
  struct StoredContent {
    unsigned bytes = 0;
    Content content;
    std::uint32_t store = 0;  // origin
  };

  Content& at(const Subgroup& subgroup, Slot slot, unsigned lane);
  const Content& at(const Subgroup& subgroup, Slot slot, unsigned lane) const;
  NodeId intern(const Node& node);
  // The instruction took a value and gave one like it.
  NodeId passed_on(std::uint32_t origin, NodeId parent);
  Content loaded(const Subgroup& subgroup, const Op& op, std::uint64_t address, unsigned bytes);
  // Of the operands listed in the record, the one that made the result what it is.
  NodeId source_of(const Subgroup& subgroup, const std::uint32_t* words, std::uint32_t component,
                   unsigned lane, bool undefined) const;
  unsigned bytes_of(Slot slot) const;
  // The last steps only, once very many have been told.
  History history(NodeId node);

  const Program& program_;
  std::vector<std::uint32_t> plane_number_;     // by slot
  std::vector<std::vector<Content>> contents_;  // by subgroup; by plane and lane
  std::size_t told_steps_ = 0;
  std::vector<Node> nodes_{1};
  std::map<Node, NodeId> interned_;
  std::vector<ValueBounds> bounds_{1};
  std::map<std::pair<Slot, unsigned>, ValueBounds> bounds_at_hand_;
  std::map<std::uint64_t, StoredContent> stored_;  // by address
};

// A history for people, the first step first.
std::vector<Note> history_notes(const Program& program, const AddressSpace& memory,
                                const History& history);

// Records. Their lanes are the active ones.
// result has what operand[0] has.
const Op* note_copy(Subgroup& subgroup, const Op* op);
// extra: in Program::data { whether it works across lanes, number of results, their slots, number of operands,
// (number of slots, slots) of each }.
const Op* note_result(Subgroup& subgroup, const Op* op);
// The result plane belongs to a variable that is not initialized.
const Op* note_unset(Subgroup& subgroup, const Op* op);
// The fields are those of the access record before it (semantics/access.h).
const Op* note_load(Subgroup& subgroup, const Op* op);
const Op* note_store(Subgroup& subgroup, const Op* op);
// The result (no_slot: none) of an atomic instruction; operand 0: the plane of addresses, 1: of the Value, or
// no_slot; extra: the bytes that it works on.
const Op* note_atomic(Subgroup& subgroup, const Op* op);

}  // namespace spirv_oracle
