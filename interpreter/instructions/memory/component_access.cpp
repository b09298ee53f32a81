#include "interpreter/instructions/memory/component_access.h"

#include <vector>

#include "interpreter/checks/atomics/atomic_attempts.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/checks/write_note.h"
#include "interpreter/instructions/memory/access.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {

void emit_component_access(Lowering& lowering, const ComponentAccess& access) {
  const bool store = access.store;
  const auto count = static_cast<std::uint32_t>(access.planes.size());
  std::vector<std::uint32_t> words = {
      static_cast<std::uint32_t>(access.offset), static_cast<std::uint32_t>(access.offset >> 32),
      static_cast<std::uint32_t>(access.stride), count, access.alignment};
  words.insert(words.end(), access.planes.begin(), access.planes.end());
  const std::uint32_t data = lowering.add_data(words);
  if (access.race) {
    emit_update_note(lowering, store, access.address, access.bytes);
    emit_race_check(lowering, *access.race,
                    {access.address, access.offset, access.stride, count, access.bytes,
                     access.is_generic, store ? access.planes : std::span<const Slot>()});
  }
  Slot place = access.address;
  if (access.robust_part) {
    place = mark_near_outside(lowering, place, *access.robust_part,
                              store ? AccessKind::store : AccessKind::load);
  }
  if (store) emit_write_note(lowering, access.address, access.bytes, words);
  lowering.builder().note_component_access(
      lowering.emit(access_handler(store, access.bytes), no_slot, {place}, data), store,
      access.bytes);
  if (!store && access.race) emit_race_check_end(lowering);
  if (store && access.race) emit_update_note_end(lowering);
  if (!store) emit_read_note(lowering, access.address, data);
  if (lowering.request().record_provenance)
    lowering.emit(store ? &note_store : &note_load, no_slot, {access.address}, data);
  if (lowering.request().record_enclosures)
    lowering.emit(store ? &enclose_store : &enclose_load, no_slot, {access.address}, data);
}

}  // namespace spirv_oracle
