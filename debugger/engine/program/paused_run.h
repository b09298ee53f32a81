// A run that the debugger has paused before a record, as its views see it.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/ir/record.h"

namespace spirv_oracle {

class AddressSpace;
class DrawnFragments;
class KeptValues;
class ProgramSymbols;
class TemporaryIds;
class Workgroup;
struct Program;
struct Subgroup;

// The lane that steps follow and in which expressions are evaluated, in a running workgroup.
struct DebugFocus {
  std::uint64_t workgroup = 0;  // its index in the dispatch
  std::uint32_t subgroup = 0;
  unsigned lane = 0;
  unsigned frame = 0;  // on the call stack; 0: the innermost
};

struct PausedRun {
  const Program* program = nullptr;
  const std::vector<Workgroup*>* workgroups =
      nullptr;                                // the running ones; several only if they take turns
  Subgroup* subgroup = nullptr;               // the executing one
  const Record* record = nullptr;             // the next record; null: the dispatch has ended
  std::uint64_t moment = 0;                   // records executed so far
  std::uint32_t dispatch = 0;                 // index of the run in a script
  const DrawnFragments* fragments = nullptr;  // null: not known
  ProgramSymbols* symbols = nullptr;          // not null if there is a program
  const TemporaryIds* temporaries = nullptr;
  KeptValues* kept = nullptr;   // their values; null: they were not kept
  bool* misses_kept = nullptr;  // becomes true if such a value is read, but was not kept

  // Whether an expression has read a value that was not kept. If so, its result means nothing.
  bool lacks_values() const { return misses_kept != nullptr && *misses_kept; }
};

}  // namespace spirv_oracle
