// A value, a variable or a part of one, in one lane of a paused run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/debugger/scalar_text.h"
#include "interpreter/exec/subgroup.h"
#include "interpreter/result.h"

namespace spirv_oracle {

struct Object {
  enum class Where : std::uint8_t {
    nowhere,  // see `reason`
    planes,   // of the subgroup, one per component
    memory,
    numbers,  // computed by an expression
  };
  Where where = Where::nowhere;
  Id type = 0;  // 0: a scalar or vector of `scalar`
  ScalarType scalar;
  std::uint32_t count = 1;  // components, where `type` is 0

  std::vector<Slot> slots;      // Where::planes
  std::uint64_t address = 0;    // Where::memory
  std::vector<Scalar> numbers;  // Where::numbers
  std::string reason;           // Where::nowhere: why there is no value, a clause without a period

  // How matrices lie in memory here, or behind the pointer that this is. 0: natural.
  std::uint64_t matrix_stride = 0;
  bool row_major = false;
  std::uint64_t component_stride = 0;  // of a column of a row-major matrix

  // A pointer to a variable that is kept in planes: these.
  bool points_to_planes = false;

  Subgroup* subgroup = nullptr;
  unsigned lane = 0;
};

// Objects of a program.
class Objects {
 public:
  Objects(const SpecializedModule& types, bool is_kernel) : types_(types), is_kernel_(is_kernel) {}

  const SpecializedModule& types() const { return types_; }

  static Object unavailable(Id type, std::string reason);
  static Object number(ScalarType type, Scalar value);
  static Object vector(ScalarType type, std::vector<Scalar> values);

  // How many parts it has: components, columns, elements, members; of a pointer, 1.
  std::uint64_t part_count(const Object& object) const;
  // Errors: bad_input for an index that is out of range.
  Result<Object> part(const Object& object, std::uint64_t index) const;
  // ".member", "[3]", ".x"; what comes behind the expression of the whole.
  std::string part_name(const Object& object, std::uint64_t index) const;
  // The index of a member; none: there is no such member.
  std::optional<std::uint32_t> member(const Object& structure, std::string_view name) const;
  // What a pointer points to. Errors: bad_input where it is no pointer.
  Result<Object> pointee(const Object& pointer) const;

  bool is_pointer(const Object& object) const;
  bool is_structure(const Object& object) const;
  // A scalar, or a vector of them: its components; none for anything else.
  struct Components {
    ScalarType scalar;
    unsigned count = 1;
  };
  std::optional<Components> components(const Object& object) const;
  // All scalars of it in order; nothing for what is nowhere, or has more than `most`.
  std::optional<std::vector<Scalar>> scalars(const Object& object, std::size_t most) const;
  // One scalar; none: it is nowhere, or outside of any object.
  std::optional<Scalar> scalar(const Object& object) const;

  // The worst of its components, of the first few thousand; none: it is nowhere.
  std::optional<Definedness> state(const Object& object) const;
  std::string text(const Object& object) const;
  std::string type_name(const Object& object) const;
  // "defined" and so on, or "unavailable".
  std::string state_name(const Object& object) const;
  // Bytes that it takes in memory; of a runtime array, as far as its object goes.
  std::uint64_t size(const Object& object) const;

 private:
  void append_text(const Object& object, std::string& text, unsigned depth) const;
  bool append_scalars(const Object& object, std::size_t most, std::vector<Scalar>& out) const;
  std::string pointer_text(const Object& pointer) const;

  const SpecializedModule& types_;
  bool is_kernel_;
};

// The component of a plane in one lane.
Scalar read_plane(const Subgroup& subgroup, Slot slot, ScalarType type, unsigned lane);
void write_plane(Subgroup& subgroup, Slot slot, ScalarType type, unsigned lane, std::uint64_t bits);

}  // namespace spirv_oracle
