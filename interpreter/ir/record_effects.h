// What a record reads and writes in registers, where that does not follow from its form.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "interpreter/ir/record.h"

namespace spirv_oracle {

// By its form, a record reads the planes that its operands name, writes the plane that its result names, and continues with
// the next record. In lanes that are not active, it may leave anything in the planes that it writes but does not read. A plane
// that it writes only sometimes counts as one that it reads as well.
struct RecordEffects {
  // Planes beside those of the form; no_slot is ignored.
  std::vector<Slot> reads = {}, writes = {};
  // The result is read as well, for example because lanes that are not active keep their values.
  bool reads_result = false;
  // The operands from this one on are not planes.
  unsigned plane_operands = 3;
  // It may change which lanes are active, or continue elsewhere.
  bool is_control_flow = false;
  // The number of following records whose operands it reads, and whose results it may write.
  std::uint32_t acts_for = 0;
};

// The place in our sources that emitted a record.
struct EmissionLocation {
  const char* file = "";
  unsigned line = 0;
};

// With Instrumentation::describe_records; otherwise empty.
struct RecordTables {
  std::vector<EmissionLocation> places;  // by record
  // Of records that do more than their form says.
  std::unordered_map<std::uint32_t, RecordEffects> effects;
};

}  // namespace spirv_oracle
