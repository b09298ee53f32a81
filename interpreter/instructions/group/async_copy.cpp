// Group and Subgroup Instructions: asynchronous copies
//
// A copy takes place when an invocation waits for its event, which is the last permitted moment. Until then, its
// destination is undefined.

#include "interpreter/instructions/group/async_copy.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <set>

#include "grammar/core.h"
#include "interpreter/checks/race_access.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/checks/write_note.h"
#include "interpreter/exec/report/async_copy_clauses.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/group/common_operand.h"
#include "interpreter/instructions/group/group_scope.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

// Words of the record: see CopyBegin::begin. Where races are searched, it has the sites of reads and writes.
constexpr unsigned element_alignment = 8, first_site = 9, stride_unit = 11, takes_any_stride = 12;
constexpr std::uint32_t no_site = 0xFFFFFFFF;

// Copies the bytes of one element for the first invocation that arrived. Reports errors.
LaneAccess element(Subgroup& subgroup, const Record& record, std::uint64_t address,
                   std::uint32_t bytes, AccessKind kind) {
  BrokenClauses broken;
  const unsigned lane = subgroup.active.lowest();
  const std::uint32_t alignment = subgroup.data[record.extra + element_alignment];
  const LaneAccess access = resolve(subgroup, address, bytes, alignment, kind, lane, broken);
  // The event remains defined. While a subgroup waits, its plane may already contain that of another copy.
  const PlaneHeader of_event = subgroup.header(record.result);
  broken.report(subgroup, record, [&](const Clause& clause, unsigned) {
    return describe_access(subgroup, clause, kind, address, bytes, alignment);
  });
  subgroup.header(record.result) = of_event;
  return access;
}

void make_undefined(Subgroup& subgroup, const Record& record, const AsyncCopies::Copy& copy) {
  for (std::uint64_t i = 0; i < copy.count; ++i) {
    const LaneAccess target =
        element(subgroup, record, copy.destination + i * copy.destination_stride,
                copy.element_bytes, AccessKind::store);
    if (target.bytes == nullptr) return;
    std::fill_n(target.shadow, copy.element_bytes, Definedness::undefined);
  }
}

CopiedElements copied(const Subgroup& subgroup, const AsyncCopies::Copy& copy, bool is_source) {
  const std::uint32_t* sites = subgroup.data + copy.record->extra + first_site;
  if (is_source) return {sites[0], copy.source, copy.source_stride, copy.count, copy.element_bytes};
  return {sites[1], copy.destination, copy.destination_stride, copy.count, copy.element_bytes};
}

void look_for_races(Subgroup& subgroup, const AsyncCopies::Copy& copy, bool is_done) {
  const CopiedElements source = copied(subgroup, copy, true);
  const CopiedElements destination = copied(subgroup, copy, false);
  const bool reads = source.site != no_site, writes = destination.site != no_site;
  if (!is_done) {
    if (reads) check_copied<false>(subgroup, *copy.record, source);
    if (writes) check_copied<true>(subgroup, *copy.record, destination);
    return;
  }
  if (reads) check_unfinished<false>(subgroup, source, copy.begun);
  if (writes) check_unfinished<true>(subgroup, destination, copy.begun);
  if (reads) mark_copy_ordered(subgroup, source);
  if (writes) mark_copy_ordered(subgroup, destination);
}

void make(Subgroup& subgroup, const AsyncCopies::Copy& copy) {
  look_for_races(subgroup, copy, true);
  for (std::uint64_t i = 0; i < copy.count; ++i) {
    const LaneAccess target =
        element(subgroup, *copy.record, copy.destination + i * copy.destination_stride,
                copy.element_bytes, AccessKind::store);
    const LaneAccess source = element(subgroup, *copy.record, copy.source + i * copy.source_stride,
                                      copy.element_bytes, AccessKind::load);
    if (target.bytes == nullptr || source.bytes == nullptr) return;
    std::memmove(target.bytes, source.bytes, copy.element_bytes);
    if (Enclosures* enclosures = enclosures_of(subgroup); enclosures != nullptr)
      enclosures->note_copied_bytes(target, source, copy.element_bytes);
    for (std::uint32_t byte = 0; byte < copy.element_bytes; ++byte)
      target.shadow[byte] = value_state(source.shadow[byte]);
    target.allocation->written.store(true, std::memory_order_relaxed);
  }
}

// The copy that a record describes; `values`: its operands, in the order of its words.
AsyncCopies::Copy described_copy(const Subgroup& subgroup, const Record& record,
                                 std::span<const std::uint64_t, 4> values) {
  const std::uint32_t* words = subgroup.data + record.extra;
  const std::uint64_t wide = values[3] * words[stride_unit];
  AsyncCopies::Copy copy;
  copy.record = &record;
  copy.destination = values[0];
  copy.source = values[1];
  copy.destination_stride = words[7] != 0 ? words[6] : wide;
  copy.source_stride = words[7] != 0 ? wide : words[6];
  copy.count = values[2];
  copy.element_bytes = words[5];
  return copy;
}

struct ZeroExtension {
  static std::uint64_t component(std::uint32_t value) { return value; }
};

// A plane of 64 bits for Num Elements or Stride, which have 32 bits with Physical32.
Slot extended_plane(Lowering& lowering, Id id) {
  if (lowering.type_of(id).scalar.bytes == 8)
    return lowering.slot(id, 0, ScalarType::unsigned_integer(8));
  const Slot extended = lowering.new_plane(ScalarType::unsigned_integer(8));
  lowering.emit(internal::component_handler<ZeroExtension, std::uint64_t, std::uint32_t>(),
                extended, {lowering.slot(id, 0, ScalarType::unsigned_integer(4))});
  return extended;
}

struct CopyBegin {
  using Clauses = OpGroupAsyncCopy;

  // extra: in Program::data { slots of Destination, Source, Num Elements, Stride and Event, bytes of an
  // element, bytes from one to the next, 1 if Source has the stride, alignment of an element, sites of reads and of
  // writes, bytes that Stride counts, 1 if Stride may be 0 }.
  static void begin(std::span<Subgroup* const> arrived, const Record& record) {
    Subgroup& first = *arrived.front();
    const std::uint32_t* words = first.data + record.extra;
    CommonOperand<std::uint64_t> operands[5];
    bool valid = true;
    for (unsigned i = 0; i < 5; ++i) {
      operands[i] =
          common_operand<std::uint64_t>(arrived, record, words[i], Clauses::operands_differ);
      valid = valid && operands[i].valid;
    }
    const auto& [destination, source, count, stride, event] = operands;
    std::uint64_t result = event.value;
    if (valid && stride.value == 0 && words[takes_any_stride] == 0) {
      report(first, record, Clauses::stride_zero, first.active);
    } else if (valid) {
      const std::array values{destination.value, source.value, count.value, stride.value};
      AsyncCopies::Copy copy = described_copy(first, record, values);
      make_undefined(first, record, copy);
      look_for_races(first, copy, false);
      copy.begun = begin_copy(arrived);
      result = first.workgroup->state().async_copies.begin(event.value, copy);
    }
    for (Subgroup* subgroup : arrived) {
      std::fill_n(subgroup->values<std::uint64_t>(record.result), subgroup->padded_lanes, result);
      subgroup->header(record.result) = {};
    }
  }

  static const Record* begin_in_subgroup(Subgroup& subgroup, const Record* record) {
    Subgroup* const arrived[] = {&subgroup};
    begin(arrived, *record);
    return record + 1;
  }
};

// The size of the copied elements, and the number of bytes in a unit of Stride.
struct CopiedType {
  std::uint32_t element_bytes = 0, alignment = 1, stride_unit = 1;
  bool takes_any_stride = false;
};

template <class G>
struct AsyncCopy : ExchangesNothing, CopyBegin {
  using Grammar = G;
  static constexpr MemoryOperand memory_operands[] = {{Grammar::destination, false, true, false},
                                                      {Grammar::source, true, false, false}};

  static void emit(Lowering& lowering, const Instruction& instruction, const CopiedType& type) {
    const Type& pointer = lowering.type_of(instruction.id(Grammar::destination));
    const ScalarType number = ScalarType::unsigned_integer(8);
    std::vector<std::uint32_t> words = {
        lowering.slot(instruction.id(Grammar::destination), 0, ScalarType::pointer()),
        lowering.slot(instruction.id(Grammar::source), 0, ScalarType::pointer()),
        extended_plane(lowering, instruction.id(Grammar::num_elements)),
        extended_plane(lowering, instruction.id(Grammar::stride)),
        lowering.slot(instruction.id(Grammar::event), 0, number)};
    words.push_back(type.element_bytes);
    words.push_back(type.element_bytes);
    words.push_back(pointer.storage_class == spv::StorageClass::Workgroup ? 1 : 0);
    words.push_back(type.alignment);
    for (const Id operand :
         {instruction.id(Grammar::source), instruction.id(Grammar::destination)}) {
      const bool store = operand == instruction.id(Grammar::destination);
      const auto site = race_site(lowering, operand, {}, store);
      words.push_back(site ? add_race_site(lowering, *site) : no_site);
    }
    words.push_back(type.stride_unit);
    words.push_back(type.takes_any_stride ? 1 : 0);
    const Slot result = lowering.define(instruction).slots[0];
    lowering.check_width(result, number.bytes);
    GroupCode code;
    code.tangle = &begin_in_subgroup;
    code.workgroup = &begin;
    emit_unknown_write_note(lowering);
    const Handler handler = internal::emit_scope(lowering, instruction, Grammar::execution,
                                                 internal::all_take_part<Grammar>(), code, 1);
    if (handler == nullptr) return;
    lowering.describe(lowering.emit(handler, result, {}, lowering.add_data(words)),
                      {.reads = {words.begin(), words.begin() + 5}});
  }
};

struct LoweredOpGroupAsyncCopy : AsyncCopy<grammar::OpGroupAsyncCopy> {
  static constexpr auto clauses = clause_list(
      UniformClause<Grammar>::not_all_execute, Clauses::operands_differ, Clauses::stride_zero,
      Clauses::never_waited_for, memory_clauses::out_of_bounds, memory_clauses::null_pointer,
      memory_clauses::misaligned, memory_clauses::not_writable);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id element = lowering.type_of(instruction.id(Grammar::destination)).element;
    if (element == 0) lowering.fail_unsupported("an untyped pointer");
    // In OpenCL, a vector of three components is copied like one of four.
    const Type& type = lowering.type(element);
    const auto bytes = static_cast<std::uint32_t>(type.size);
    emit(lowering, instruction, {bytes, type.alignment, bytes});
  }
};

struct LoweredOpUntypedGroupAsyncCopyKHR : AsyncCopy<grammar::OpUntypedGroupAsyncCopyKHR> {
  static constexpr auto clauses = clause_list(
      UniformClause<Grammar>::not_all_execute, Clauses::operands_differ, Clauses::never_waited_for,
      memory_clauses::out_of_bounds, memory_clauses::null_pointer, memory_clauses::not_writable);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const auto bytes = lowering.types().integer(instruction.id(Grammar::element_num_bytes));
    if (!bytes || *bytes <= 0 || *bytes > 0xFFFF)
      lowering.fail_unsupported("an Element Num Bytes that is not a constant from 1 to 65535");
    if (instruction.has(Grammar::destination_memory_operands))
      lowering.fail_unsupported("memory operands of an asynchronous copy");
    emit(lowering, instruction,
         {.element_bytes = static_cast<std::uint32_t>(*bytes), .takes_any_stride = true});
  }
};

struct LoweredOpGroupWaitEvents : ExchangesNothing {
  using Grammar = grammar::OpGroupWaitEvents;
  static constexpr MemoryOperand memory_operands[] = {{Grammar::events_list, true, false, false}};
  using Clauses = OpGroupWaitEvents;
  static constexpr auto clauses =
      clause_list(UniformClause<Grammar>::not_all_execute, Clauses::operands_differ,
                  Clauses::no_event, memory_clauses::out_of_bounds, memory_clauses::null_pointer);

  // The events for which a lane waits. Reports errors in the list.
  static std::vector<std::uint64_t> events_of(Subgroup& subgroup, const Record& record,
                                              unsigned lane) {
    std::vector<std::uint64_t> events;
    const std::uint32_t count = subgroup.values<std::uint32_t>(record.operand[1])[lane];
    const std::uint64_t list = subgroup.values<std::uint64_t>(record.operand[2])[lane];
    BrokenClauses broken;
    for (std::uint64_t i = 0; i < count; ++i) {
      const LaneAccess access =
          resolve(subgroup, list + 8 * i, 8, 1, AccessKind::load, lane, broken);
      if (access.bytes == nullptr) break;
      std::uint64_t event = 0;
      if (value_state(access.shadow[0]) == Definedness::defined)
        std::memcpy(&event, access.bytes, sizeof event);
      events.push_back(event);
    }
    broken.report(subgroup, record);
    return events;
  }

  static void wait(std::span<Subgroup* const> arrived, const Record& record) {
    Subgroup& first = *arrived.front();
    const std::vector<std::uint64_t> events = events_of(first, record, first.active.lowest());
    for (Subgroup* subgroup : arrived) {
      LaneMask wrong = (subgroup->header(record.operand[1]).undefined |
                        subgroup->header(record.operand[2]).undefined) &
                       subgroup->active;
      (subgroup->active & ~wrong).for_each([&](unsigned lane) {
        if (events_of(*subgroup, record, lane) != events) wrong.set(lane);
      });
      if (wrong.any()) return report(*subgroup, record, Clauses::operands_differ, wrong);
    }
    AsyncCopies& copies = first.workgroup->state().async_copies;
    // Several places in the list may have one event.
    for (const std::uint64_t event : events)
      if (!copies.is_pending(event)) report(first, record, Clauses::no_event, first.active);
    for (const std::uint64_t event : events)
      for (const AsyncCopies::Copy& copy : copies.finish(event)) make(first, copy);
  }

  static const Record* wait_in_subgroup(Subgroup& subgroup, const Record* record) {
    Subgroup* const arrived[] = {&subgroup};
    wait(arrived, *record);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Slot count =
        lowering.slot(instruction.id(Grammar::num_events), 0, ScalarType::unsigned_integer(4));
    const Slot list = lowering.slot(instruction.id(Grammar::events_list), 0, ScalarType::pointer());
    GroupCode code;
    code.tangle = &wait_in_subgroup;
    code.workgroup = &wait;
    const Handler handler = internal::emit_scope(lowering, instruction, Grammar::execution,
                                                 internal::all_take_part<Grammar>(), code, 1);
    if (handler == nullptr) return;
    // An incomplete workgroup synchronization marks the result of the record.
    const Slot nothing = lowering.new_plane(ScalarType::unsigned_integer(8));
    // Reports take operand i of the record as operand i of the instruction.
    lowering.emit(handler, nothing, {no_slot, count, list});
  }
};

// What a record does, in a subgroup, or in a workgroup once all subgroups have arrived at it.
enum class CopyRecord : std::uint8_t { none, begins, waits };

CopyRecord kind_of(const Program& program, std::uint32_t record_index) {
  const Handler handler = program.records[record_index].handler;
  if (handler == &CopyBegin::begin_in_subgroup) return CopyRecord::begins;
  if (handler == &LoweredOpGroupWaitEvents::wait_in_subgroup) return CopyRecord::waits;
  if (handler != &wait_for_workgroup) return CopyRecord::none;
  const auto sync =
      std::ranges::lower_bound(program.workgroup_syncs, record_index, {}, &WorkgroupSync::record);
  if (sync->combine == &CopyBegin::begin) return CopyRecord::begins;
  return sync->combine == &LoweredOpGroupWaitEvents::wait ? CopyRecord::waits : CopyRecord::none;
}

// Whether all other subgroups of the workgroup wait at the record.
bool arrives_last(const Subgroup& subgroup, const Record& record) {
  for (const Subgroup& other : subgroup.workgroup->subgroups()) {
    if (&other != &subgroup &&
        (other.state != SubgroupState::at_barrier || other.barrier != &record))
      return false;
  }
  return true;
}

// The events in the list of the lowest active lane for which there are copies.
std::vector<std::uint64_t> listed_events(const Subgroup& subgroup, const Record& record) {
  const unsigned lane = subgroup.active.lowest();
  const std::uint32_t count = subgroup.values<std::uint32_t>(record.operand[1])[lane];
  const std::uint64_t list = subgroup.values<std::uint64_t>(record.operand[2])[lane];
  std::vector<std::uint64_t> events;
  for (std::uint64_t i = 0; i < count; ++i) {
    const ObjectEntry& entry = subgroup.memory->find(list + 8 * i);
    const std::uint64_t offset = AddressSpace::offset(list + 8 * i);
    if (entry.allocation == nullptr || entry.size < 8 || offset > entry.size - 8) break;
    std::uint64_t event = 0;
    std::memcpy(&event, entry.bytes + offset, sizeof event);
    events.push_back(event);
  }
  return events;
}

}  // namespace

bool has_async_copies(const Program& program, std::uint32_t record_index) {
  return kind_of(program, record_index) != CopyRecord::none;
}

AsyncCopyEffects async_copy_effects(const Subgroup& subgroup, const Record& record) {
  AsyncCopyEffects effects;
  const CopyRecord kind =
      kind_of(*subgroup.program, static_cast<std::uint32_t>(&record - subgroup.code));
  const bool in_workgroup = record.handler == &wait_for_workgroup;
  if (kind == CopyRecord::none || (in_workgroup && !arrives_last(subgroup, record))) return effects;
  const Record& combined = in_workgroup ? *(&record + 1) : record;
  if (kind == CopyRecord::begins) {
    const unsigned lane = subgroup.active.lowest();
    std::array<std::uint64_t, 4> values{};
    for (unsigned i = 0; i < values.size(); ++i)
      values[i] = subgroup.values<std::uint64_t>(subgroup.data[combined.extra + i])[lane];
    effects.begun.push_back(described_copy(subgroup, combined, values));
    return effects;
  }
  const auto& pending = subgroup.workgroup->state().async_copies.pending();
  std::set<std::uint64_t> seen;
  for (const std::uint64_t event : listed_events(subgroup, combined)) {
    const auto copies = pending.find(event);
    if (copies == pending.end() || !seen.insert(event).second) continue;
    effects.made.insert(effects.made.end(), copies->second.begin(), copies->second.end());
  }
  return effects;
}

std::span<const InstructionDefinition> async_copy_instructions() {
  return InstructionList<LoweredOpGroupAsyncCopy, LoweredOpUntypedGroupAsyncCopyKHR,
                         LoweredOpGroupWaitEvents>::definitions;
}

}  // namespace spirv_oracle
