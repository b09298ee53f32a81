#include "interpreter/instructions/cooperative_matrix/tensor_placement.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {

PlacedTensor::PlacedTensor(const Subgroup& subgroup, const std::uint32_t* data)
    : subgroup_(subgroup) {
  PlacementWords words;
  std::copy_n(data, words_of_placement, words.begin());
  with_ = std::bit_cast<TensorPlacement>(words);
  const std::uint32_t* next = data + words_of_placement;
  const auto take = [&next](unsigned count) {
    const std::span<const Slot> taken(next, count);
    next += count;
    return taken;
  };
  layout_.dimensions = with_.dimensions;
  layout_.clamp_mode = static_cast<TensorClamp>(with_.clamp_mode);
  layout_planes_ = take(TensorLayoutState::component_count(with_.dimensions));
  view_.dimensions = with_.view_dimensions;
  view_.has_dimensions = with_.view_has_dimensions != 0;
  for (unsigned i = 0; i < view_.dimensions; ++i)
    view_.permutation[i] = static_cast<std::uint8_t>(with_.permutation >> (4 * i) & 0xF);
  if (has_view()) view_planes_ = take(TensorViewState::component_count(view_.dimensions));
  if (with_.has_blocks != 0) {
    blocks_ = take(with_.dimensions);
    in_blocks_ = take(with_.dimensions);
  }
  numbers_ = next;
  const auto add = [&](Slot slot) { marks_ = marks_ | subgroup.header(slot); };
  add(with_.pointer);
  // The clamp value is not a part of an address. Without dimensions, those of the view and their strides have no effect.
  for (const Slot slot : layout_planes_.first(layout_planes_.size() - 1)) add(slot);
  const std::size_t unused = view_.has_dimensions || !has_view() ? 0 : 2 * view_.dimensions;
  for (const Slot slot : view_planes_.subspan(unused)) add(slot);
}

std::uint32_t PlacedTensor::number(Slot slot, unsigned lane) const {
  return subgroup_.values<std::uint32_t>(slot)[lane];
}

void PlacedTensor::read(std::span<const Slot> planes, unsigned lane,
                        std::initializer_list<TensorCoordinates*> lists, unsigned count) const {
  std::size_t next = 0;
  for (TensorCoordinates* const list : lists) {
    for (unsigned i = 0; i < count; ++i) (*list)[i] = number(planes[next++], lane);
  }
}

TensorLocation PlacedTensor::place(unsigned lane, std::uint32_t invocation, bool is_store) {
  read(layout_planes_, lane,
       {&layout_.block_size, &layout_.dimension, &layout_.stride, &layout_.offset, &layout_.span},
       layout_.dimensions);
  layout_.clamp_value = 0;  // its plane is copied
  if (has_view()) {
    read(view_planes_, lane, {&view_.dimension, &view_.stride}, view_.dimensions);
    for (unsigned i = 0; i < view_.clip.size(); ++i)
      view_.clip[i] = number(view_planes_[view_planes_.size() - view_.clip.size() + i], lane);
  }
  const std::uint32_t word = numbers_[invocation];
  return place_in_tensor(layout_, has_view() ? &view_ : nullptr, word >> 16, word & 0xFFFF,
                         with_.columns, is_store);
}

void PlacedTensor::clear_results(Subgroup& subgroup, const Record& record) const {
  if (record.result != no_slot) {
    subgroup.header(record.result) = marks_;
    for_width(with_.component_bytes, [&]<class T>() {
      if constexpr (!std::is_same_v<T, bool>)
        std::fill_n(subgroup.values<T>(record.result), subgroup.size, T{});
    });
  }
  for (const Slot mask : {with_.accessed, with_.clipped, with_.clamped}) {
    if (mask == no_slot) continue;
    subgroup.header(mask) = marks_;
    subgroup.truth(mask) = {};
  }
  subgroup.header(with_.address) = marks_;
  std::fill_n(subgroup.values<std::uint64_t>(with_.address), subgroup.size, reported_address);
  for (const auto planes : {blocks_, in_blocks_}) {
    for (const Slot slot : planes) {
      subgroup.header(slot) = marks_;
      std::fill_n(subgroup.values<std::uint32_t>(slot), subgroup.size, 0);
    }
  }
}

std::optional<std::uint64_t> address_in_tensor(std::uint64_t pointer, std::uint64_t offset) {
  constexpr auto bits = AddressSpace::offset_bits;
  if (offset >> bits != 0 || pointer >> bits != (pointer + offset) >> bits) return std::nullopt;
  return pointer + offset;
}

}  // namespace spirv_oracle
