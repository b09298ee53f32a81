// Tracks the origin of indeterminate values, which are undefined or implementation-dependent. A
// further run of the dispatch records it, with records that the lowering emits only for that run.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/exec/report/finding_log.h"
#include "interpreter/exec/report/value_observer.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/record.h"
#include "interpreter/observe/shadow_store.h"

namespace spirv_oracle {

// One step of a value on its path. The first step is its origin.
struct HistoryStep {
  enum class What : std::uint8_t {
    unset_variable,    // a variable that is not initialized
    unset_memory,      // memory to which nothing was stored
    initial_memory,    // memory that contained such a value from the beginning
    result,            // an instruction with an indeterminate result, although its operands are not
    uncertain_branch,  // a branch on which lanes may take another path
    passed_on,         // an instruction that used the value and produced another one
    unordered,         // an atomic whose result depends on the order of invocations
  };
  What what = What::result;
  std::uint32_t origin = 0;  // index into Program::origins
  std::uint32_t object = 0;  // of memory, in the address space
};
using HistorySteps = std::vector<HistoryStep>;

// A history as a list: the last step, and the number of the preceding node.
struct HistoryNode {
  HistoryStep::What what = HistoryStep::What::result;
  std::uint32_t origin = 0;
  std::uint32_t parent = 0;  // 0: none
  std::uint32_t object = 0;
  std::uint32_t occurrence = 0;  // of a finding that made the result undefined; 0: none is known
  friend auto operator<=>(const HistoryNode&, const HistoryNode&) = default;
};

class Provenance final : public FindingExplainer {
 public:
  // Whether the tables for this program fit into `max_memory` bytes and into a reasonable size.
  static bool is_affordable(const Program& program, std::uint64_t max_memory);

  // Uses up to `max_memory` bytes. If it needs more, it continues until the workgroup polls.
  Provenance(const Program& program, std::uint64_t max_memory);
  bool is_out_of_memory() const override;
  // Another one of several workgroups that take turns runs from now on. The first one has the
  // number 0.
  void switch_to(std::uint32_t resident);

  // The effects of the records below, for the active lanes in which a plane has an indeterminate
  // value.
  void note_copy(const Subgroup& subgroup, const Record& record);
  void note_result(const Subgroup& subgroup, const Record& record);
  void note_unset(const Subgroup& subgroup, const Record& record);
  void note_load(const Subgroup& subgroup, const Record& record);
  void note_store(const Subgroup& subgroup, const Record& record);
  void note_atomic(const Subgroup& subgroup, const Record& record);

  bool keeps_occurrence_of(std::uint32_t origin) const override;
  void note_undefined_result(const RawFinding& occurrence) override;
  void note_use(const Subgroup& subgroup, std::uint32_t origin, const LaneMask& lanes) override;
  std::vector<Note> explain_operand(const Subgroup& subgroup, std::uint32_t origin,
                                    unsigned lane) override;
  void note_uncertain(const Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                      std::uint32_t branch) override;
  void note_uncertain_bytes(const Subgroup& subgroup, std::uint64_t address, unsigned bytes,
                            std::uint32_t branch) override;

  // The effect of the current atomic in this lane depends on the order of invocations.
  void note_unordered(const Subgroup& subgroup, unsigned lane) {
    pending_unordered_[subgroup.id].set(lane);
  }
  // The result of the current instruction is within the bounds in this lane.
  void note_bounds(Slot slot, unsigned lane, const ValueBounds& bounds);

  // A component that was stored in an object.
  struct Stored {
    std::uint64_t offset = 0;
    unsigned bytes = 0;
    std::uint32_t node = 0;   // origin of its value
    std::uint32_t store = 0;  // origin
    std::optional<ValueBounds> bounds;
  };
  // In the order of their offsets.
  std::vector<Stored> stored_in(std::uint32_t object) const;
  HistorySteps history_of(const Stored& stored);

  // Instructions with findings about undefined results: a bit for each of the first ones; the last
  // bit represents all others.
  using UndefinedResults = std::uint64_t;
  // The instructions whose results affect something that is reported or printed.
  UndefinedResults used() const { return used_; }
  // The instructions whose results are among the undefined components that were stored in the
  // object.
  UndefinedResults undefined_results_in(std::uint32_t object, std::span<const Definedness> shadow);
  bool is_among(std::uint32_t origin, UndefinedResults undefined_results) const;
  // For findings about undefined results: an occurrence whose result reached an object for which
  // undefined_results_in was called, or something that is reported or printed.
  std::vector<const RawFinding*> reaching_occurrences() const;

 private:
  using Node = HistoryNode;
  using NodeId = std::uint32_t;  // 0: unknown
  // The content of a plane or memory, in one lane.
  struct Content {
    NodeId node = 0;
    std::uint32_t bounds = 0;  // index; 0: none
    UndefinedResults undefined_results = 0;
  };
  struct UndefinedResult {
    std::uint64_t steps = 0;       // of the execution
    std::uint32_t occurrence = 0;  // index; 0: not kept
    LaneMask lanes;
  };
  struct StoredContent {
    Content content;
    std::uint32_t store = 0;  // origin
  };

  // By subgroup and origin: the findings about the current execution.
  using PendingResults =
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<UndefinedResult>>;
  // The contents of planes of a workgroup while others run.
  struct Suspended {
    ShadowPlanes<Content> contents;
    PendingResults pending_results;
  };

  void exchange_with(Suspended& other);
  // The address, made unique for each workgroup in flight if they have separate memory.
  std::uint64_t place_of(const ObjectEntry& object, std::uint64_t address) const;
  Content& at(const Subgroup& subgroup, Slot slot, unsigned lane) {
    return contents_.at(subgroup, planes_[slot], lane);
  }
  const Content& at(const Subgroup& subgroup, Slot slot, unsigned lane) const {
    return contents_.at(subgroup, planes_[slot], lane);
  }
  NodeId intern(const Node& node);
  // The instruction used a value and produced another one.
  NodeId passed_on(std::uint32_t origin, NodeId parent, std::uint32_t occurrence = 0);
  Content loaded(const Subgroup& subgroup, const Record& record, unsigned lane,
                 std::uint64_t address, unsigned bytes);
  // What a result takes from its operands: the history of the first indeterminate one, and the
  // undefined_results of all.
  Content source_of(const Subgroup& subgroup, std::span<const std::uint32_t> sources,
                    std::uint32_t depended_on, bool across_lanes, unsigned lane,
                    bool undefined) const;
  // What a result takes from the operands of all invocations of the workgroup.
  Content source_in_workgroup(const Subgroup& subgroup, std::span<const std::uint32_t> sources,
                              bool undefined) const;
  void add_source(const Subgroup& subgroup, Slot slot, bool across_lanes, unsigned lane,
                  bool undefined, Content& content) const;
  // The finding about the result of the current instruction in a lane; null if there is none.
  const UndefinedResult* reported_result(const Subgroup& subgroup, std::uint32_t origin,
                                         unsigned lane) const;
  // A value that originates from the instruction.
  Content new_content(const Subgroup& subgroup, std::uint32_t origin, unsigned lane, Node node);
  UndefinedResults bit_of(std::uint32_t origin) const;
  void note_reached(NodeId node);
  // Only the last steps, if very many steps have been reported.
  HistorySteps history(NodeId node);

  const Program& program_;
  std::uint64_t max_memory_;
  PlaneNumbers planes_;
  ShadowPlanes<Content> contents_;
  std::uint32_t running_ = 0;         // which workgroup in flight
  std::vector<Suspended> suspended_;  // by workgroup in flight
  std::size_t returned_steps_ = 0;
  std::vector<Node> nodes_{1};
  std::map<Node, NodeId> interned_;
  std::vector<ValueBounds> bounds_{1};
  std::map<std::pair<Slot, unsigned>, ValueBounds> pending_bounds_;
  std::map<std::uint32_t, LaneMask> pending_unordered_;  // by subgroup
  ShadowMemory<StoredContent> stored_;                   // by place_of()
  std::vector<std::uint32_t> undefined_result_origins_;  // by bit
  std::vector<RawFinding> occurrences_{1};
  std::map<std::uint32_t, unsigned> occurrence_counts_;  // by origin
  PendingResults pending_results_;
  UndefinedResults used_ = 0;
  std::map<std::pair<std::uint32_t, const Clause*>, std::uint32_t> reaching_;  // occurrences
};

// A history as notes, the first step first.
std::vector<Note> history_notes(const Program& program, const AddressSpace& memory,
                                const HistorySteps& history);

// The provenance of the run; null if there is none.
Provenance* provenance_of(const Subgroup& subgroup);

// Records, which also inform a WriterRecorder, if there is one. They concern the active lanes. The
// result has the content of operand[0].
const Record* note_copy(Subgroup& subgroup, const Record* record);
// extra: in Program::data { 0, or 1 if it works across lanes, or 2 across the workgroup; number of
// results; for each: its slot, number of planes that it depends on, number of all planes, the
// former planes, then the others }.
const Record* note_result(Subgroup& subgroup, const Record* record);
// The result plane belongs to a variable that is not initialized.
const Record* note_unset(Subgroup& subgroup, const Record* record);
// The fields are those of the preceding access record (instructions/memory/access.h).
const Record* note_load(Subgroup& subgroup, const Record* record);
const Record* note_store(Subgroup& subgroup, const Record* record);
// The result (no_slot: none) of an atomic instruction; operand 0: the plane of addresses, 1: that
// of Value, or no_slot; extra: the number of bytes that it accesses.
const Record* note_atomic(Subgroup& subgroup, const Record* record);

}  // namespace spirv_oracle
