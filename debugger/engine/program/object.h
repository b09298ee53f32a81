// A value or a variable, or a part of one, in one lane of a paused run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "debugger/engine/program/image_texels.h"
#include "debugger/engine/program/scalar_text.h"
#include "debugger/engine/program/source_types.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/result.h"

namespace spirv_oracle {

class KeptValues;
struct ResourceShapes;  // ir/program_request.h
struct ResourceObjects;

struct Object {
  enum class Where : std::uint8_t {
    nowhere,  // see `reason`
    planes,   // of the subgroup, one per component
    memory,
    numbers,      // computed by an expression
    pieces,       // in several objects
    descriptors,  // an array of descriptors; see `variable`
  };
  Where where = Where::nowhere;
  Id type = 0;  // 0: a scalar or vector of `scalar`
  ScalarType scalar;
  std::uint32_t count = 1;  // components, if `type` is 0
  bool is_list = false;     // if `type` is 0: an array of `count` scalars, maybe none
  // What the source says about the type. It tells signed integers from unsigned ones, and names members, where `type` does
  // not. Always set for Where::pieces, where `type` is 0.
  SourceType source;

  std::vector<Slot> slots;    // Where::planes
  std::uint64_t address = 0;  // Where::memory
  Slot pointer = no_slot;     // Where::memory: the plane that the address comes from, if it is one
  std::vector<Scalar> numbers;  // Where::numbers
  std::string reason;           // Where::nowhere: why the value is missing, without a period
  std::vector<Object> pieces;   // Where::pieces: one for each part
  Id variable = 0;  // Where::descriptors: the variable that is the array, or which this points to
  // The type of what this points to, if its definition says it but not the type of this: an untyped pointer. Otherwise 0.
  Id untyped_pointee = 0;

  // The layout of matrices in this object, or in the pointee if this is a pointer. 0: natural.
  std::uint64_t matrix_stride = 0;
  bool row_major = false;
  std::uint64_t component_stride = 0;  // of a column of a row-major matrix

  // Of a part of an image in memory: how many indexes lead to it, and its level if one of them does (see ImageTexels).
  std::uint8_t image_indexes = 0, image_level = 0;
  std::uint8_t texel_component = 0;  // 1 and the index of a component of a texel; 0: all of them

  // Of a part of a cooperative matrix: 1 and its row, if it is a row; otherwise the component of `lane` that holds the element.
  std::uint32_t matrix_row = 0;
  std::optional<std::uint32_t> matrix_component = {};

  // The planes of the variable, if this is a pointer to a variable that is kept in planes.
  bool points_to_planes = false;

  Subgroup* subgroup = nullptr;
  std::shared_ptr<Subgroup> suspended;  // null, or owns `subgroup` (see LaneContext)
  unsigned lane = 0;
  Id temporary =
      0;  // the id whose value this is (a part of), if that is temporary (see DebugValue)
};

// Accesses the objects of a program.
class Objects {
 public:
  // `kept`: the values of temporary ids; may be null. `shapes`: the resources of the run; null: images have no texels.
  Objects(const SpecializedModule& types, bool is_kernel, const KeptValues* kept = nullptr,
          const ResourceShapes* shapes = nullptr)
      : types_(types), is_kernel_(is_kernel), kept_(kept), shapes_(shapes) {}

  const SpecializedModule& types() const { return types_; }

  static Object unavailable(Id type, std::string reason);
  static Object number(ScalarType type, Scalar value);
  static Object vector(ScalarType type, std::vector<Scalar> values);
  static Object list(ScalarType type, std::vector<Scalar> values);

  // The number of parts: components, columns, elements or members; rows of a cooperative matrix; 1 for a pointer.
  std::uint64_t part_count(const Object& object) const;
  // Errors: bad_input if the index is out of range.
  Result<Object> part(const Object& object, std::uint64_t index) const;
  // The object with this type of the source if it can have it, else as it is.
  Object with_source(Object object, SourceType source) const;
  // The suffix that selects the part: ".member", "[3]", ".x".
  std::string part_name(const Object& object, std::uint64_t index) const;
  // The index of a member; none if it does not exist.
  std::optional<std::uint32_t> member(const Object& structure, std::string_view name) const;
  // The pointee. Errors: bad_input if the object is not a pointer.
  Result<Object> pointee(const Object& pointer) const;

  // Whether it is a component of a texel, and undefined ones share its bytes.
  bool shares_undefined_bytes(const Object& component) const;
  // The bits of a scalar in an image that a value becomes. Errors: bad_input if its format cannot represent the value.
  Result<std::uint64_t> texel_bits(const Object& component, const Scalar& value) const;
  // The value of a texel, or a component of one, if the memory at its address has `count` bytes that begin with these. None if
  // they do not determine it.
  std::optional<Object> texel_of_bytes(const Object& texel, const Scalar& bytes,
                                       std::uint64_t count) const;
  // Stores such bits.
  void store_texel_bits(const Object& component, std::uint64_t bits) const;

  // The image in memory that a descriptor in planes designates; other objects as they are.
  Object without_descriptor(Object object) const;
  // Whether it is an image in memory, or a part of one.
  bool is_image(const Object& object) const;
  bool is_pointer(const Object& object) const;
  bool is_structure(const Object& object) const;
  // The components of a scalar or a vector; none for other objects.
  struct Components {
    ScalarType scalar;
    unsigned count = 1;
  };
  std::optional<Components> components(const Object& object) const;
  // All scalars in order; empty if the object is nowhere, or has more than `most` scalars.
  static constexpr std::size_t max_components = 16;  // of a matrix
  std::optional<std::vector<Scalar>> scalars(const Object& object, std::size_t most) const;
  // One scalar; none if it is nowhere, or outside of any object in memory.
  std::optional<Scalar> scalar(const Object& object) const;

  // The worst state of the first few thousand components; none if the object is nowhere.
  std::optional<Definedness> state(const Object& object) const;
  std::string text(const Object& object) const;
  // Where the values of all conforming implementations lie: "[0.5, 0.75]". Empty if the object is not a scalar, is exact or
  // undefined, or the run does not enclose values.
  std::string enclosure_text(const Object& object) const;
  std::string type_name(const Object& object) const;
  // A state of Definedness as text, or "unavailable".
  std::string state_name(const Object& object) const;
  // The size in memory, in bytes. A runtime array extends to the end of its object.
  std::uint64_t size(const Object& object) const;

 private:
  SourceTypes source_types() const { return SourceTypes(types_.module()); }
  // Those of `shapes_`, which must not be null.
  const ResourceObjects& resources() const;
  // The format that the module declares, or that the user gave.
  std::optional<TexelFormat> format_of(const Object& image) const;
  // Of an image; none if what its texels are is not known.
  std::optional<ImageTexels> texels(const Object& image) const;
  // A texel that is one scalar or a vector.
  std::optional<std::vector<Scalar>> texel_scalars(const Object& texel) const;
  std::uint64_t descriptor_count(const Object& array) const;
  Object descriptor(const Object& array, std::uint64_t index) const;
  std::uint64_t image_part_count(const Object& image) const;
  Object image_part(const Object& image, std::uint64_t index) const;
  std::string image_type_name(const Object& image) const;
  // The members that the source gives to a structure; empty: not known.
  std::vector<SourceTypes::Member> source_members(const Object& object) const;
  Object source_member(const Object& structure, const SourceTypes::Member& member) const;
  Object spirv_part(const Object& object, std::uint64_t index) const;
  // Of a cooperative matrix in planes: its rows, whose elements are in the lanes that hold them (object_matrix.cpp).
  std::uint64_t matrix_part_count(const Object& matrix) const;
  Object matrix_part(const Object& matrix, std::uint64_t index) const;
  std::string scalar_text_of(const Object& object, ScalarType type, std::uint64_t bits) const;
  void append_text(const Object& object, std::string& text, unsigned depth) const;
  bool append_scalars(const Object& object, std::size_t most, std::vector<Scalar>& out) const;
  std::string pointer_text(const Object& pointer) const;

  const SpecializedModule& types_;
  bool is_kernel_;
  const KeptValues* kept_;
  const ResourceShapes* shapes_;
  mutable std::shared_ptr<const ResourceObjects> resources_;  // null: not needed yet
};

// The value of a plane in one lane.
Scalar read_plane(const Subgroup& subgroup, Slot slot, ScalarType type, unsigned lane);
void write_plane(Subgroup& subgroup, Slot slot, ScalarType type, unsigned lane, std::uint64_t bits);

}  // namespace spirv_oracle
