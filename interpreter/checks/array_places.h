// The arrays that pointers point into, which OpPtrAccessChain and OpPtrDiff must not leave.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/exec/subgroup.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Where arrays of what `pointer` points to lie in the variables that it may point into, as words for ArrayPlaces:
// { number of places, for each: object, offset (2 words), elements (0: as many as the object has), stride (2 words),
// number of arrays around it, for each of those from the outermost: elements, stride (2 words) }. No places where the
// variables have no such types: pointers of kernels, and physical ones.
std::vector<std::uint32_t> array_place_words(Lowering& lowering, Id pointer);

// An address as an element of an array, or as what is just behind the last one.
struct ArrayElement {
  std::uint64_t begin = 0;  // address of the first element
  std::int64_t index = 0;
  std::uint64_t count = 0;  // of elements
  bool is_runtime_array = false;
};

// Reads such words.
class ArrayPlaces {
 public:
  explicit ArrayPlaces(const std::uint32_t* words) : words_(words) {}

  // What the address may be. An address between two inner arrays is the end of one and the beginning of the other.
  // An address outside of all arrays counts as that of an array with one element. Where the variables have no
  // types, the whole object, or the invocation's copy, is one array of `stride`.
  std::vector<ArrayElement> find(const AddressSpace& memory, std::uint64_t address,
                                 std::uint64_t stride) const;

 private:
  bool find_element(const AddressSpace& memory, std::uint64_t address, ArrayElement& element) const;

  const std::uint32_t* words_;
};

}  // namespace spirv_oracle
