// Where the motions of docs/debugger_protocol.md end: steps, and runs to the cursor.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/engine/program/executed_records.h"
#include "debugger/engine/program/paused_run.h"
#include "debugger/engine/program/running_dispatch.h"

namespace spirv_oracle {

// Whether a motion needs every record to be examined.
bool needs_every_record(std::string_view motion_kind);

// Sets the marks of the records, by index, where a motion of a kind that does not need every record may end.
void mark_ends_of_motion(std::string_view motion_kind, const CodeMap& code,
                         std::vector<std::uint8_t>& marks);

// Whether a motion ends before the next record. The same condition serves both directions: forward, the run ends at the next
// place where it holds, backward at the last one.
bool ends_motion(const nlohmann::json& motion, const RunningDispatch& dispatch,
                 const DebugFocus& focus, const ExecutedRecords& executed, std::uint64_t moment);

}  // namespace spirv_oracle
