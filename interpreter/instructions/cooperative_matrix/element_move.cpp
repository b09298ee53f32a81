#include "interpreter/instructions/cooperative_matrix/element_move.h"

#include <optional>
#include <utility>
#include <vector>

#include "interpreter/instructions/cooperative_matrix/matrix_scope.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/observe/enclosures.h"
#include "memory/definedness.h"

namespace spirv_oracle {
namespace {

// Words: { the planes that hold the elements, those that get them }.
void move_elements(MatrixHolders holders, const Record&, const std::uint32_t* words) {
  const MatrixPlanes from = read_matrix(words);
  const MatrixPlanes to = read_matrix(words);
  if (all_take_part(holders)) return scatter(holders, to, gather_integers(holders, from, false));
  DenseMatrix<std::uint64_t> unknown;
  unknown.elements.resize(from.count());
  unknown.marks.resize(from.count(), static_cast<std::uint8_t>(Definedness::undefined));
  scatter(holders, to, unknown);
}

// The record after it, for a run that encloses values, with the same words.
void enclose_moved_elements(MatrixHolders holders, const Record& record,
                            const std::uint32_t* words) {
  const MatrixPlanes from = read_matrix(words);
  const MatrixPlanes to = read_matrix(words);
  Enclosures* const enclosures = enclosures_of(*holders[0].subgroup);
  if (!all_take_part(holders)) return;
  if (enclosures == nullptr) {
    for (Subgroup* subgroup : subgroups_of(holders)) {
      for (const Slot plane : to.planes) mark_not_enclosed(*subgroup, plane);
    }
    return;
  }
  std::vector<Interval> values(from.count());
  for (std::size_t i = 0; i < from.places.size(); ++i) {
    const MatrixHolder& holder = holders[i % holders.size()];
    if ((from.places[i] & MatrixPlanes::copy_bit) != 0) continue;
    values[from.places[i]] =
        enclosures->values_of(*holder.subgroup, from.planes[i / holders.size()], holder.lane);
  }
  for (std::size_t i = 0; i < to.places.size(); ++i) {
    const MatrixHolder& holder = holders[i % holders.size()];
    const Interval& of_element = values[to.places[i] & ~MatrixPlanes::copy_bit];
    const auto several = of_element.is_point() ? std::nullopt : std::optional(Computed{of_element});
    enclosures->enclose(*holder.subgroup, to.planes[i / holders.size()], holder.lane, several,
                        record.origin);
  }
  enclosures->count_work(*holders[0].subgroup, to.places.size());
}

}  // namespace

void emit_element_move(Lowering& lowering, spv::Scope scope, PlacedPlanes from, PlacedPlanes to) {
  const bool encloses = lowering.request().record_enclosures && from.type.is_float();
  // Elements are moved as bits.
  from.type = to.type = ScalarType::unsigned_integer(from.type.bytes);
  std::vector<std::uint32_t> words;
  append_matrix(from, words);
  append_matrix(to, words);
  emit_matrix_record<&move_elements>(lowering, scope, words,
                                     {.reads = from.planes, .writes = to.planes});
  if (encloses)
    emit_matrix_record<&enclose_moved_elements>(lowering, scope, words, {.writes = to.planes});
}

Slot emit_component_call(Lowering& lowering, Id function, std::span<const Value> arguments,
                         const Type& matrix) {
  if (lowering.function() == nullptr)
    lowering.fail_unsupported("a function for the elements of a constant matrix");
  const std::vector<Slot> returned = lowering.function()->lower_element_call(function, arguments);
  if (returned.size() != 1)
    lowering.fail_input("the function does not return a component of the matrix");
  lowering.check_width(returned[0], matrix.scalar.bytes);
  return returned[0];
}

std::vector<Slot> with_united_elements(Lowering& lowering, const Type& matrix,
                                       std::vector<Slot> planes) {
  const MatrixElements elements = lowering.types().elements(matrix);
  const bool has_copies = elements.components() * elements.invocations() != elements.count();
  // The records of enclosures follow the planes of the object.
  if (!has_copies || lowering.request().record_enclosures) return planes;
  const ScalarType type = ScalarType::unsigned_integer(matrix.scalar.bytes);
  std::vector<Slot> united;
  for (std::size_t i = 0; i < planes.size(); ++i) united.push_back(lowering.new_plane(type));
  emit_element_move(lowering, matrix.cooperative.scope, placed_planes(elements, type, planes),
                    placed_planes(elements, type, united));
  return united;
}

Slot shared_pointer(Lowering& lowering, Id pointer) {
  if (Lowering::in_planes(lowering.value(pointer)))
    lowering.fail_input("Pointer must point to memory that invocations share");
  return lowering.slot(pointer, 0, ScalarType::pointer());
}

}  // namespace spirv_oracle
