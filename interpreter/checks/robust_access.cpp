#include "interpreter/checks/robust_access.h"

#include <string>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/report/element_name.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {
namespace {

// The words of a record in Program::data.
struct NearWords {
  explicit NearWords(const std::uint32_t* words)
      : offset(words[0] | std::uint64_t{words[1]} << 32),
        end(words[2] | std::uint64_t{words[3]} << 32),
        kind(static_cast<AccessKind>(words[4])),
        bytes(words[5]) {}

  // Where the last access begins if an implementation splits this one. Accesses that are not atomic may be split into
  // parts of 32 bits.
  std::uint64_t last_access() const {
    return kind == AccessKind::atomic || bytes <= 4 ? offset : offset + bytes - 4;
  }

  std::uint64_t offset, end;
  AccessKind kind;
  std::uint32_t bytes;
};

// operand 0: addresses; extra: NearWords.
const Record* mark_near(Subgroup& subgroup, const Record* record) {
  const NearWords words(subgroup.data + record->extra);
  const std::uint64_t* address = subgroup.values<std::uint64_t>(record->operand[0]);
  std::uint64_t* result = subgroup.values<std::uint64_t>(record->result);
  const OutsideAccesses& outside =
      subgroup.workgroup->knowledge().of_earlier_runs->outside_accesses;
  combine_headers(subgroup, record->result, record->operand[0]);
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    result[lane] = address[lane];
    const ObjectEntry& object = subgroup.memory->find(address[lane]);
    const std::uint64_t begin = AddressSpace::offset(address[lane]);
    const std::uint64_t offset = begin + words.offset;
    const bool is_inside =
        object.allocation != nullptr && offset < object.size && words.bytes <= object.size - offset;
    if (!is_inside || subgroup.header(record->result).undefined.test(lane)) return;
    const bool is_partly_outside =
        object.allocation->kind == MemoryKind::buffer && begin + words.end > object.size;
    const bool is_near =
        outside.is_near(static_cast<std::uint32_t>(address[lane] >> AddressSpace::offset_bits),
                        words.kind, begin + words.last_access());
    if (is_partly_outside || is_near) broken.add(RobustAccess::neighbor, lane);
  });
  broken.report(subgroup, *record, [&](const Clause&, unsigned lane) {
    const ObjectEntry& object = subgroup.memory->find(address[lane]);
    return std::to_string(words.bytes) + "-byte access" +
           place_inside(*subgroup.program, *subgroup.memory, address[lane] + words.offset,
                        words.bytes)
               .after(" to ") +
           ", which has " + std::to_string(object.size) + " bytes";
  });
  return record + 1;
}

}  // namespace

Slot mark_near_outside(Lowering& lowering, Slot address, const AccessedPart& part,
                       AccessKind kind) {
  if (!lowering.request().knows_outside_accesses) return address;
  lowering.check_width(address, ScalarType::pointer().bytes);
  const Slot marked = lowering.new_plane(ScalarType::pointer());
  const std::uint32_t words[] = {
      static_cast<std::uint32_t>(part.offset), static_cast<std::uint32_t>(part.offset >> 32),
      static_cast<std::uint32_t>(part.end),    static_cast<std::uint32_t>(part.end >> 32),
      static_cast<std::uint32_t>(kind),        part.bytes};
  lowering.emit(&mark_near, marked, {address, no_slot, no_slot}, lowering.add_data(words));
  return marked;
}

}  // namespace spirv_oracle
