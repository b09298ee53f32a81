// How messages name bytes of an object in memory: by the path of the element that contains them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "interpreter/loader/module.h"

namespace spirv_oracle {

class AddressSpace;
struct ChainIndex;
struct Program;

// The element that contains the byte at `offset` in an object: "'particles[3].speed'", or "'values[1]' of buffer 0.0". It is the
// scalar there, or, if that is a part of a value of type `accessed`, the whole value and where the scalar is in it:
// "'particles[3]' (bytes 8..11)". Only the byte and the object, where the contents of the object are not known.
std::string element_name(const Program& program, const AddressSpace& memory, std::uint32_t object,
                         std::uint64_t offset, Id accessed = 0);

// The name of the scalar at an address in an object.
std::string element_name(const Program& program, const AddressSpace& memory, std::uint64_t address);

// The place of an access, as messages about it say it.
struct AccessDescription {
  std::string
      text;  // "'values[7]' of buffer 0.0 (bytes 28..31)"; without is_named: "byte offset 28 of buffer 0.0"
  std::string extent;  // ", where 'values' has 4 elements", or ", which has 16 bytes"
  bool is_named = false;

  // `preposition`: " from " or " to ". A byte offset gets " at " instead.
  std::string after(std::string_view preposition) const {
    return (is_named ? std::string(preposition) : " at ") + text;
  }
};

// Of `bytes` bytes at an address in an object.
AccessDescription place_inside(const Program& program, const AddressSpace& memory,
                               std::uint64_t address, std::uint64_t bytes);

// Of `bytes` bytes at `offset` in an object, or in an invocation's copy of a variable, that has only `size` bytes: the path to
// the first index that is too large.
AccessDescription place_outside(const Program& program, const AddressSpace& memory,
                                std::uint32_t object, std::int64_t offset, std::uint64_t size,
                                std::uint64_t bytes);

// An index that is outside its array: "'tile[16]', where 'tile' has 16 elements", or "index 16 of 16 elements" where the array is
// not known. `address`: of something in the first element.
std::string outside_index(const Program& program, const AddressSpace& memory, std::uint64_t address,
                          const ChainIndex& index, std::int64_t value);

// The type of the value that an instruction such as OpLoad transfers; 0 if it accesses something else.
Id accessed_type(const Program& program, std::uint32_t origin);

}  // namespace spirv_oracle
