// Ids whose value only the next few instructions need. The program has no planes of their own for them, or planes that change
// while a lane does not execute. When a client asks for such a value, the debugger replays the run and copies them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/debug_tables.h"

namespace spirv_oracle {

struct Program;

// In a program for the debugger, the instructions of these ids have records without effect, or rename parts of such ids and
// have no records.
class TemporaryIds {
 public:
  explicit TemporaryIds(const Program& program);
  // `call`: as in DebugInstance.
  bool contain(std::uint32_t call, Id id) const { return ids_.contains({call, id}); }

 private:
  std::set<std::pair<std::uint32_t, Id>> ids_;
};

class KeptValues {
 public:
  // The program must outlive this object.
  KeptValues(const Program& program, const TemporaryIds& temporaries);

  // To be called after the execution of each record.
  void note(const Subgroup& subgroup, std::uint64_t workgroup, const Record& record,
            const LaneMask& lanes);

  // Where the value of an id of a function instance is, for all lanes.
  struct KeptPlanes {
    Subgroup* subgroup = nullptr;  // a copy, which has these planes and those of the program
    std::vector<Slot> slots;
  };
  KeptPlanes find(const Subgroup& subgroup, std::uint32_t call, Id id);
  // The enclosure of a component of such a copy; none if it is exact or the run encloses no values.
  std::optional<EnclosedComponent> enclosure(const Subgroup& copy, Slot slot, unsigned lane) const;
  // The debugger has stored an exact value into a component of such a copy.
  void forget_enclosure(const Subgroup& copy, Slot slot, unsigned lane);
  // To be called when the run pauses or the program's own planes were changed.
  void forget_copies();

 private:
  struct Copy {
    Slot from = 0, to = 0;
    unsigned bytes = 0;  // per lane; 0: Booleans
  };
  struct Registers {
    std::vector<std::byte> bytes;
    std::unique_ptr<Subgroup> subgroup;
    std::uint64_t workgroup = 0;
    bool has_program_planes = false;                                    // as they are now
    std::map<std::pair<Slot, unsigned>, EnclosedComponent> enclosures;  // by slot and lane
  };

  using Origins = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>;
  void add_instance(const DebugInstance& instance, const TemporaryIds& temporaries,
                    const Origins& origins);
  Slot add_plane(Slot from);
  Registers& registers_of(const Subgroup& subgroup, std::uint64_t workgroup);
  static void note_enclosures(const Subgroup& subgroup, const std::vector<Copy>& copies,
                              const LaneMask& lanes, Registers& registers);

  const Program& program_;
  std::uint32_t units_ = 0;            // of a register file that has the program's planes and these
  std::vector<unsigned> plane_bytes_;  // by slot
  std::vector<std::vector<Copy>> copies_;                            // by origin
  std::map<std::pair<std::uint32_t, Id>, std::vector<Slot>> slots_;  // by call
  std::unordered_map<const Subgroup*, Registers> registers_;
};

}  // namespace spirv_oracle
