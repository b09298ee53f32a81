#include "interpreter/lowering/emit_copy.h"

#include <unordered_set>

#include "interpreter/exec/lanes/copy.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {

void emit_copy(Lowering& lowering, Slot result, Slot source, ScalarType type) {
  lowering.check_width(result, type.bytes);
  lowering.check_width(source, type.bytes);
  lowering.emit(copy_handler(type.bytes), result, {source});
  if (lowering.request().record_provenance) lowering.emit(&note_copy, result, {source});
  if (lowering.request().record_enclosures) lowering.emit(&enclose_copy, result, {source});
}

void emit_masked_copy(Lowering& lowering, Slot result, Slot source, ScalarType type) {
  lowering.check_width(result, type.bytes);
  lowering.check_width(source, type.bytes);
  if (result == source) return;
  lowering.describe(lowering.emit(masked_copy_handler(type.bytes), result, {source}),
                    {.reads_result = true});
  if (lowering.request().record_provenance) lowering.emit(&note_copy, result, {source});
  if (lowering.request().record_enclosures) lowering.emit(&enclose_copy, result, {source});
}

void emit_masked_copies(Lowering& lowering, std::span<const Slot> results,
                        std::span<const Slot> sources, std::span<const ScalarType> types) {
  std::vector<Slot> saved_sources(sources.begin(), sources.end());
  std::unordered_set<Slot> overwritten;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (overwritten.contains(sources[i])) {
      saved_sources[i] = lowering.new_plane(types[i]);
      emit_copy(lowering, saved_sources[i], sources[i], types[i]);
    }
    if (results[i] != sources[i]) overwritten.insert(results[i]);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    emit_masked_copy(lowering, results[i], saved_sources[i], types[i]);
  }
}

}  // namespace spirv_oracle
