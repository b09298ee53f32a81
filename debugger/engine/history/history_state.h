// The data of a history. Internal to history*.cpp.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "debugger/engine/history/history.h"
#include "debugger/engine/program/object.h"
#include "interpreter/exec/state/no_operation.h"
#include "interpreter/ir/debug_tables.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

// The records of one instruction, which a tangle executed one after the other.
struct HistoryEvent {
  std::uint64_t moment = 0;  // of the first record
  std::uint32_t first_record = 0, last_record = 0;
  std::uint32_t stream = 0;
  LaneMask active;
  std::uint64_t previous = ~std::uint64_t{0};  // number of the previous event of its stream
  // The values of the planes that it wrote, in the order of its records, and then its accesses. See the functions of State.
  std::vector<std::byte> data;
};

// An access of an asynchronous copy. The lowest active lane makes it.
struct CopyAccess {
  DebugAccess access;
  std::uint32_t begun_by = 0;  // origin of the OpGroupAsyncCopy
  bool is_done = false;        // else its destination only becomes undefined
  std::uint64_t destination = 0, source = 0, source_stride = 0;
};

// The access of one lane.
struct LaneAccessRecord {
  unsigned lane = 0;
  std::uint32_t record = 0;
  const DebugAccess* access = nullptr;
  const CopyAccess* copy = nullptr;  // null: it is not of an asynchronous copy
  std::uint64_t address = 0;         // of the first byte
  std::uint64_t size = 0;            // from there to the end of the last byte
  // For writes: the first bytes at the address, before and after.
  std::optional<Scalar> before, after;

  bool touches(std::uint64_t begin, std::uint64_t bytes) const {
    if (access->byte_count != no_slot)
      return size != 0 && begin < address + size && address < begin + bytes;
    return access->touches(address - access->offset, begin, bytes);
  }
};

struct History::State {
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  // One subgroup of a workgroup.
  struct Stream {
    std::uint64_t workgroup = 0;
    std::uint32_t subgroup = 0;
    std::uint64_t last = none;  // number of its latest event
  };

  std::uint64_t max_bytes = 0;
  std::uint64_t kept_bytes = 0;
  std::uint32_t dispatch = 0;
  const Program* program = nullptr;
  std::deque<HistoryEvent> events;
  std::uint64_t first_number = 0;  // of events.front(); numbers count all events
  std::vector<Stream> streams;
  std::vector<ScalarType> plane_types;            // by slot
  std::vector<bool> accesses_memory;              // by record
  std::vector<bool> is_named;                     // by slot: whether it is a part of a named value
  std::vector<const std::vector<Slot>*> results;  // by origin: the planes of its result; null: none

  // The event that is executing.
  bool has_pending = false;
  HistoryEvent pending;
  const Subgroup* subgroup = nullptr;
  struct PendingAccess {
    std::uint32_t record = 0;
    const DebugAccess* access = nullptr;
    std::vector<std::uint64_t> addresses;  // of the active lanes
    std::vector<std::uint64_t> sizes;      // if they vary
    std::vector<Scalar> before;            // for writes
  };
  std::vector<PendingAccess> accesses;
  std::vector<bool> has_copies;  // by record
  std::unordered_map<const DebugAccess*, std::unique_ptr<CopyAccess>> copies;

  void start(const Subgroup& subgroup, const Record& record, std::uint64_t moment);
  void add(const Subgroup& subgroup, const Record& record);
  void add_copies(const Subgroup& subgroup, const Record& record);
  void add_copy(const Subgroup& subgroup, const Record& record, CopyAccess copy,
                std::uint64_t address);
  // Completes the executing event. Readers of the history call it as well.
  void finish();

  std::uint64_t end_number() const { return first_number + events.size(); }
  // None if it does not exist or was dropped.
  const HistoryEvent* event(std::uint64_t number) const {
    const bool is_kept = number >= first_number && number < end_number();
    return is_kept ? &events[number - first_number] : nullptr;
  }
  std::optional<std::uint32_t> find_stream(std::uint64_t workgroup, std::uint32_t subgroup) const;
  bool has_dropped() const { return first_number != 0; }

  // The planes of the result of an instruction, at its records without effect: there, other records have written them, or it
  // loads a variable and shares its planes. Otherwise null.
  const std::vector<Slot>* results_at(std::uint32_t record_index) const {
    const Record& record = program->records[record_index];
    return record.handler == &no_operation ? results[record.origin] : nullptr;
  }
  // The named planes that the event wrote.
  std::vector<Slot> written(const HistoryEvent& event) const;
  bool has_accesses(const HistoryEvent& event) const;
  bool writes(const HistoryEvent& event, Slot slot) const;
  // The value that the event wrote to a plane in an active lane.
  std::optional<Scalar> value(const HistoryEvent& event, Slot slot, unsigned lane) const;
  // In chronological order.
  std::vector<LaneAccessRecord> accesses_of(const HistoryEvent& event) const;

  // The latest event before number `before` in which the lane wrote the plane; State::none if there is none.
  std::uint64_t last_writer(std::uint32_t stream, Slot slot, unsigned lane,
                            std::uint64_t before) const;
};

// The address of the first byte that a lane accesses, and the number of bytes from it.
struct AccessRange {
  std::uint64_t address = 0, size = 0;
};
AccessRange access_range(const Subgroup& subgroup, const DebugAccess& access, unsigned lane);
// Up to 8 bytes; none if the memory does not exist.
std::optional<Scalar> peek(const AddressSpace& memory, std::uint64_t address, std::uint64_t size);

}  // namespace spirv_oracle
