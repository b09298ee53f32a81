// The record that computes, for one component in all lanes, where its elements are in a tensor.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "interpreter/exec/memory_access.h"
#include "interpreter/instructions/cooperative_matrix/access_clauses.h"
#include "interpreter/instructions/cooperative_matrix/matrix_scope.h"
#include "interpreter/kernels/tensor_addressing.h"

namespace spirv_oracle {

// The operands of that record. In Program::data, the planes of the layout, of the view and of the coordinates in blocks follow,
// then row << 16 | column of the element of each invocation of the scope.
struct TensorPlacement {
  std::uint32_t dimensions = 0, clamp_mode = 0;
  std::uint32_t view_dimensions = 0;  // 0: without a view
  std::uint32_t view_has_dimensions = 0;
  std::uint32_t permutation = 0;  // 4 bits each
  std::uint32_t columns = 0;
  std::uint32_t element_bytes = 0;  // of a component, or of what DecodeFunc reads
  std::uint32_t component_bytes = 0;
  std::uint32_t is_of_workgroup = 0;  // whether the scope is Workgroup
  std::uint32_t holders = 0;          // the invocations that access their element
  std::uint32_t reports = 0;          // whether it reports broken clauses
  Slot pointer = no_slot;
  // The results: addresses, and the lanes that access them, skip the access, and get the clamp value.
  Slot address = no_slot, accessed = no_slot, clipped = no_slot, clamped = no_slot;
  std::uint32_t has_blocks =
      0;  // whether planes receive the coordinates of the block and those in it
};
constexpr std::size_t words_of_placement = sizeof(TensorPlacement) / sizeof(std::uint32_t);
using PlacementWords = std::array<std::uint32_t, words_of_placement>;

// Reads the state of a layout and a view in one lane.
class PlacedTensor {
 public:
  PlacedTensor(const Subgroup& subgroup, const std::uint32_t* data);

  const TensorPlacement& with() const { return with_; }
  // The lanes in which a number of the state, or Pointer, is undefined.
  const LaneMask& undefined() const { return marks_.undefined; }
  std::span<const Slot> blocks() const { return blocks_; }
  std::span<const Slot> in_blocks() const { return in_blocks_; }

  TensorLocation place(unsigned lane, std::uint32_t invocation, bool is_store);
  // Clears the planes that the record writes.
  void clear_results(Subgroup& subgroup, const Record& record) const;

 private:
  bool has_view() const { return with_.view_dimensions != 0; }
  std::uint32_t number(Slot slot, unsigned lane) const;
  void read(std::span<const Slot> planes, unsigned lane,
            std::initializer_list<TensorCoordinates*> lists, unsigned count) const;

  const Subgroup& subgroup_;
  TensorPlacement with_;
  TensorLayoutState layout_;
  TensorViewState view_;
  std::span<const Slot> layout_planes_, view_planes_, blocks_, in_blocks_;
  const std::uint32_t* numbers_ = nullptr;
  PlaneHeader marks_{};  // of all operands
};

// The address of an element; none if it is outside the range of addresses of the object.
std::optional<std::uint64_t> address_in_tensor(std::uint64_t pointer, std::uint64_t offset);

// result: the elements, if they are loaded; extra: the placement. For the active lanes.
template <class G>
const Record* place_elements(Subgroup& subgroup, const Record* record) {
  using Clauses = TensorAccessClauses<G>;
  using Kind = TensorLocation::Kind;
  PlacedTensor tensor(subgroup, subgroup.data + record->extra);
  const TensorPlacement& with = tensor.with();
  tensor.clear_results(subgroup, *record);
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint32_t invocation = number_in_scope(subgroup, lane, with.is_of_workgroup != 0);
    if (invocation >= with.holders) return;
    if (tensor.undefined().test(lane)) return subgroup.truth(with.accessed).set(lane);
    const TensorLocation place = tensor.place(lane, invocation, !G::has_result);
    switch (place.kind) {
      case Kind::element:
        break;
      case Kind::clipped:
        if (with.clipped != no_slot) subgroup.truth(with.clipped).set(lane);
        return;
      case Kind::clamped:
        if (with.clamped != no_slot) subgroup.truth(with.clamped).set(lane);
        return;
      case Kind::outside:
        return broken.add(Clauses::outside, lane);
      case Kind::divides_by_zero:
        return broken.add(Clauses::divides_by_zero, lane);
    }
    const auto address = address_in_tensor(subgroup.values<std::uint64_t>(with.pointer)[lane],
                                           place.index * with.element_bytes);
    if (!address) return broken.add(memory_clauses::out_of_bounds, lane);
    subgroup.truth(with.accessed).set(lane);
    subgroup.values<std::uint64_t>(with.address)[lane] = *address;
    for (std::size_t i = 0; i < tensor.blocks().size(); ++i) {
      subgroup.values<std::uint32_t>(tensor.blocks()[i])[lane] = place.block[i];
      subgroup.values<std::uint32_t>(tensor.in_blocks()[i])[lane] = place.in_block[i];
    }
  });
  if (with.reports != 0) broken.report(subgroup, *record);
  return record + 1;
}

}  // namespace spirv_oracle
