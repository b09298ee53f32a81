// The arrays into which pointers point. OpPtrAccessChain and OpPtrDiff must not leave them.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The places of arrays of the pointee type in the variables that `pointer` may point into, as words
// for ArrayPlaces: { number of places, for each: object, offset (2 words), elements (0: as many as
// the object has), stride (2 words), number of arrays around it, for each of those from the
// outermost: elements, stride (2 words) }. The number of places is 0 if the variables have no such types,
// as for physical pointers and pointers in kernels.
std::vector<std::uint32_t> array_place_words(Lowering& lowering, Id pointer);

// An address as an element of an array, or as the end of the array.
struct ArrayElement {
  std::uint64_t begin = 0;  // address of the first element
  std::int64_t index = 0;
  std::uint64_t count = 0;  // number of elements
  bool is_runtime_array = false;
};

// Reads such words.
class ArrayPlaces {
 public:
  explicit ArrayPlaces(const std::uint32_t* words) : words_(words) {}

  // All array elements that the address may be. An address between two inner arrays is the end of
  // one and the beginning of the other. An address outside all arrays is an array with one element.
  // If the variables have no types, the whole object, or the invocation's copy, is one array of
  // `stride`.
  std::vector<ArrayElement> find(const AddressSpace& memory, std::uint64_t address,
                                 std::uint64_t stride) const;

 private:
  bool find_element(const AddressSpace& memory, std::uint64_t address, ArrayElement& element) const;

  const std::uint32_t* words_;
};

}  // namespace spirv_oracle
