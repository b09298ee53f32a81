// Steps that change the dispatch, and the workgroup size with it.
#include <algorithm>
#include <array>

#include "golden/reduce/steps.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::size_t dimensions = 3;

std::size_t count_dimensions(const Draft&, const Dispatch&) { return dimensions; }

bool one_workgroup(Draft&, Dispatch& dispatch, std::size_t index) {
  if (dispatch.groups[index] <= 1) return false;
  dispatch.groups[index] = 1;
  return true;
}

bool fewer_workgroups(Draft&, Dispatch& dispatch, std::size_t index) {
  if (dispatch.groups[index] <= 1) return false;
  dispatch.groups[index] /= 2;
  return true;
}

// The word with the workgroup size in a dimension; null if the module does not declare it.
std::uint32_t* local_size(Draft& draft, Dispatch& dispatch, std::size_t dimension) {
  constexpr std::size_t mode_word = 2, first_size_word = 3;
  for (DraftInstruction& one : draft.globals) {
    const bool is_size =
        one.opcode == spv::Op::OpExecutionMode &&
        one.words[mode_word] == static_cast<std::uint32_t>(spv::ExecutionMode::LocalSize);
    if (is_size) return &one.words[first_size_word + dimension];
  }
  return dispatch.local_size ? &(*dispatch.local_size)[dimension] : nullptr;
}

template <class Change>
bool change_local_size(Draft& draft, Dispatch& dispatch, std::size_t dimension, Change change) {
  std::uint32_t* size = local_size(draft, dispatch, dimension);
  if (size == nullptr || *size <= 1) return false;
  *size = change(*size);
  return true;
}

bool one_invocation(Draft& draft, Dispatch& dispatch, std::size_t index) {
  return change_local_size(draft, dispatch, index, [](std::uint32_t) { return 1u; });
}
bool half_the_invocations(Draft& draft, Dispatch& dispatch, std::size_t index) {
  return change_local_size(draft, dispatch, index,
                           [](std::uint32_t size) { return (size + 1) / 2; });
}
bool one_invocation_less(Draft& draft, Dispatch& dispatch, std::size_t index) {
  return change_local_size(draft, dispatch, index, [](std::uint32_t size) { return size - 1; });
}

std::size_t count_buffers(const Draft&, const Dispatch& dispatch) {
  return dispatch.buffers.size();
}

ShadowedBytes& buffer(Dispatch& dispatch, std::size_t index) {
  return std::next(dispatch.buffers.begin(), static_cast<std::ptrdiff_t>(index))->second;
}

bool zero_buffer(Draft&, Dispatch& dispatch, std::size_t index) {
  ShadowedBytes& contents = buffer(dispatch, index);
  const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
  if (std::ranges::all_of(contents.bytes, is_zero)) return false;
  contents.bytes.assign(contents.bytes.size(), std::byte{0});
  return true;
}

// Images and texel buffers keep the size of their shape.
bool halve_buffer(Draft&, Dispatch& dispatch, std::size_t index) {
  const auto entry = std::next(dispatch.buffers.begin(), static_cast<std::ptrdiff_t>(index));
  constexpr std::size_t word = 4;
  const std::size_t size = entry->second.bytes.size(), half = (size / 2 + word - 1) / word * word;
  if (dispatch.images.contains(entry->first) || half >= size) return false;
  entry->second.bytes.resize(half);
  entry->second.shadow.resize(half, Definedness::defined);
  return true;
}

constexpr std::array steps_of_dispatches{
    DispatchStep{"one workgroup", count_dimensions, one_workgroup},
    DispatchStep{"half the workgroups", count_dimensions, fewer_workgroups},
    DispatchStep{"one invocation", count_dimensions, one_invocation},
    DispatchStep{"half the invocations", count_dimensions, half_the_invocations},
    DispatchStep{"one invocation fewer", count_dimensions, one_invocation_less},
    DispatchStep{"half a buffer", count_buffers, halve_buffer},
    DispatchStep{"zeros in a buffer", count_buffers, zero_buffer},
};

}  // namespace

std::span<const DispatchStep> dispatch_steps() { return steps_of_dispatches; }

}  // namespace spirv_oracle::golden
