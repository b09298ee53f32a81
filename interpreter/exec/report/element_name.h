// How messages name bytes of an object in memory: by the path of the element that contains them.
#pragma once

#include <cstdint>
#include <string>

#include "interpreter/loader/module.h"

namespace spirv_oracle {

class AddressSpace;
struct Program;

// The element that contains the byte at `offset` in an object: "'particles[3].speed'", or "'values[1]' of buffer 0.0". It is the
// scalar there, or, if that is a part of a value of type `accessed`, the whole value and where the scalar is in it:
// "'particles[3]' (bytes 8..11)". Only the byte and the object, where the contents of the object are not known.
std::string element_name(const Program& program, const AddressSpace& memory, std::uint32_t object,
                         std::uint64_t offset, Id accessed = 0);

// The name of the scalar at an address in an object.
std::string element_name(const Program& program, const AddressSpace& memory, std::uint64_t address);

// The type of the value that an OpLoad or OpStore transfers; 0 for other instructions.
Id accessed_type(const Program& program, std::uint32_t origin);

}  // namespace spirv_oracle
