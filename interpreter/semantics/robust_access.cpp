#include "interpreter/semantics/robust_access.h"

#include <string>

#include "interpreter/exec/report.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/semantics/kernel.h"

namespace spirv_oracle {
namespace {

// operand 0: addresses; extra: in Program::data { offset (2 words), kind }.
const Op* mark_near(Subgroup& subgroup, const Op* op) {
  const std::uint32_t* words = subgroup.data + op->extra;
  const std::uint64_t further = words[0] | std::uint64_t{words[1]} << 32;
  const auto kind = static_cast<AccessKind>(words[2]);
  const std::uint64_t* address = subgroup.values<std::uint64_t>(op->operand[0]);
  std::uint64_t* result = subgroup.values<std::uint64_t>(op->result);
  const OutsideAccesses& outside = subgroup.workgroup->known_outside_accesses();
  combine_headers(subgroup, op->result, op->operand[0]);
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    result[lane] = address[lane];
    const std::uint64_t place = address[lane] + further;
    const ObjectEntry& object = subgroup.memory->find(place);
    const std::uint64_t offset = AddressSpace::offset(place);
    if (offset < object.size && !subgroup.header(op->result).undefined.test(lane) &&
        outside.is_near(static_cast<std::uint32_t>(place >> AddressSpace::offset_bits), kind,
                        offset)) {
      broken.add(RobustAccess::neighbour, lane);
    }
  });
  broken.report(subgroup, *op, [&](const Clause&, unsigned lane) {
    const std::uint64_t place = address[lane] + further;
    const ObjectEntry& object = subgroup.memory->find(place);
    return "offset " + std::to_string(AddressSpace::offset(place)) + " of " +
           object.allocation->name + ", which has " + std::to_string(object.size) + " bytes";
  });
  return op + 1;
}

}  // namespace

Slot mark_near_outside(Lowering& lowering, Slot address, std::uint64_t offset, AccessKind kind) {
  if (!lowering.dispatch().knows_outside_accesses || lowering.failed()) return address;
  if (!lowering.check_width(address, ScalarType::pointer().bytes)) return address;
  const Slot marked = lowering.new_plane(ScalarType::pointer());
  const std::uint32_t words[] = {static_cast<std::uint32_t>(offset),
                                 static_cast<std::uint32_t>(offset >> 32),
                                 static_cast<std::uint32_t>(kind)};
  lowering.emit(&mark_near, marked, {address, no_slot, no_slot}, lowering.add_data(words));
  return marked;
}

}  // namespace spirv_oracle
