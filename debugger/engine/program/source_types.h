// Types as the source has them, from NonSemantic.Shader.DebugInfo.100 and OpenCL.DebugInfo.100.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/loader/module.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// Whether an extended instruction set is one of these two. Their instructions have the same numbers.
bool has_source_types(std::string_view extended_set);

// A type of the source; without an id, it is not known.
struct SourceType {
  Id id = 0;
  // One instruction describes all dimensions of an array: the number of those that have been indexed.
  unsigned dimension = 0;
  explicit operator bool() const { return id != 0; }
};

class SourceTypes {
 public:
  explicit SourceTypes(const Module& module) : module_(&module) {}

  struct Member {
    std::string name;
    SourceType type;
    std::uint64_t offset = 0, bits = 0;  // in bits
  };
  enum class Kind : std::uint8_t {
    unknown,
    boolean,
    integer,
    floating,
    enumeration,
    vector,
    matrix,
    array,
    structure,
    pointer
  };

  Kind kind(SourceType type) const;
  bool is_signed(SourceType type) const;
  // Of an array (0: not known), a vector or a matrix.
  std::uint64_t count(SourceType type) const;
  // The type of an element, a component, a column or a pointee.
  SourceType element(SourceType type) const;
  std::vector<Member> members(SourceType structure) const;
  // The enumerator with that value; "": there is none.
  std::string enumerator(SourceType enumeration, std::uint64_t value) const;
  // The name in OpenCL C; "": it has none.
  std::string name(SourceType type) const;
  // The type if values of the SPIR-V type can be of it, else none.
  SourceType fitting(SourceType type, const SpecializedModule& types, Id spirv_type) const;

 private:
  const Instruction* definition(Id id) const;
  // Without names and qualifiers.
  const Instruction* resolve(Id id) const;
  const Instruction* resolve(SourceType type) const { return resolve(type.id); }
  std::uint32_t number(const Instruction& instruction, unsigned operand) const;
  unsigned dimensions(const Instruction& array) const;
  bool fits(SourceType type, const SpecializedModule& types, Id spirv_type, unsigned depth) const;
  std::string name(SourceType type, unsigned depth) const;
  std::string pointer_name(const Instruction& pointer, unsigned depth) const;

  const Module* module_;
};

}  // namespace spirv_oracle
