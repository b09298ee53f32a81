#include "interpreter/exec/report/element_name.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "interpreter/exec/report/object_name.h"
#include "interpreter/ir/program.h"
#include "memory/address_space.h"

namespace spirv_oracle {
namespace {

// Goes from an object to smaller and smaller parts of it.
class ElementWalk {
 public:
  ElementWalk(const SpecializedModule& types, std::uint64_t offset, Id accessed)
      : types_(types), rest_(offset), accessed_(accessed) {}

  // False if the type does not say what is there.
  bool walk(const ObjectContents& contents) {
    type_ = contents.type;
    if (contents.is_array && !step_into_array(types_.type(type_).size, type_)) return false;
    while (!is_scalar()) {
      if (type_ == accessed_ && !accessed_path_) {
        accessed_path_ = path_;
        rest_in_accessed_ = rest_;
      }
      if (!step()) return false;
    }
    return rest_ < types_.type(type_).scalar.memory_bytes();
  }

  // Without the name of the object: "[3].speed".
  const std::string& path() const { return accessed_path_ ? *accessed_path_ : path_; }
  // Which part of the element: " (bytes 8..11)"; "" for all of it.
  std::string bytes() const {
    const std::uint64_t size = types_.type(type_).scalar.memory_bytes();
    if (!accessed_path_) return rest_ == 0 ? "" : " (byte " + std::to_string(rest_) + ")";
    const std::uint64_t begin = rest_in_accessed_ - rest_;
    if (size == 1) return " (byte " + std::to_string(begin) + ")";
    return " (bytes " + std::to_string(begin) + ".." + std::to_string(begin + size - 1) + ")";
  }

 private:
  bool is_scalar() const {
    const Type::Kind kind = types_.type(type_).kind;
    return kind == Type::Kind::scalar || kind == Type::Kind::pointer;
  }

  bool step() {
    const Type& type = types_.type(type_);
    switch (type.kind) {
      case Type::Kind::array:
      case Type::Kind::runtime_array:
        if (type.kind == Type::Kind::array && rest_ >= type.stride * type.count) return false;
        return step_into_array(type.stride, type.element);
      case Type::Kind::structure:
        return step_into_structure(type);
      case Type::Kind::matrix:
        return step_into_matrix(type);
      case Type::Kind::vector:
        return step_into_vector(type, type.scalar.memory_bytes());
      default:
        return false;
    }
  }

  bool step_into_array(std::uint64_t stride, Id element) {
    if (stride == 0) return false;
    path_ += "[" + std::to_string(rest_ / stride) + "]";
    rest_ %= stride;
    type_ = element;
    return true;
  }

  // Members may overlap: the first one that contains the byte.
  bool step_into_structure(const Type& type) {
    for (std::uint32_t i = 0; i < type.members.size(); ++i) {
      const Type::Member& member = type.members[i];
      const bool is_open = types_.type(member.type).kind == Type::Kind::runtime_array;
      if (rest_ < member.offset || (!is_open && rest_ - member.offset >= size_of(member))) continue;
      const std::string_view name = types_.module().member_name(type_, i);
      // Front ends of HLSL give the only member of a buffer a name that is not in the source.
      if (name.empty() && type.members.size() != 1) return false;
      if (!name.empty() && !name.starts_with('@')) path_ += "." + std::string(name);
      rest_ -= member.offset;
      type_ = member.type;
      matrix_stride_ = member.matrix_stride;
      row_major_ = member.row_major;
      return true;
    }
    return false;
  }

  // A row-major matrix with a stride is larger than its type says.
  std::uint64_t size_of(const Type::Member& member) const {
    const Type& type = types_.type(member.type);
    if (type.kind != Type::Kind::matrix || member.matrix_stride == 0) return type.size;
    return member.matrix_stride * (member.row_major ? types_.type(type.element).count : type.count);
  }

  bool step_into_matrix(const Type& type) {
    const Type& column = types_.type(type.element);
    const std::uint64_t scalar = type.scalar.memory_bytes();
    if (!row_major_)
      return rest_ < size_or(matrix_stride_, column.size) * type.count &&
             step_into_array(size_or(matrix_stride_, column.size), type.element);
    const std::uint64_t stride = size_or(matrix_stride_, scalar * type.count);
    const std::uint64_t row = rest_ / stride, place = rest_ % stride;
    if (row >= column.count || place >= scalar * type.count) return false;
    path_ += "[" + std::to_string(place / scalar) + "]";
    rest_ = row * scalar + place % scalar;
    type_ = type.element;
    return true;
  }

  bool step_into_vector(const Type& type, std::uint64_t scalar) {
    const std::uint64_t component = rest_ / scalar;
    if (component >= type.count) return false;
    path_ += type.count <= 4 ? std::string(".") + "xyzw"[component]
                             : "[" + std::to_string(component) + "]";
    rest_ %= scalar;
    type_ = type.element;
    return true;
  }

  static std::uint64_t size_or(std::uint64_t size, std::uint64_t otherwise) {
    return size != 0 ? size : otherwise;
  }

  const SpecializedModule& types_;
  Id type_ = 0;
  std::uint64_t rest_;  // the offset in the part
  Id accessed_;
  std::string path_;
  std::optional<std::string> accessed_path_;
  std::uint64_t rest_in_accessed_ = 0;
  std::uint64_t matrix_stride_ = 0;  // of the member that was entered last
  bool row_major_ = false;
};

// A variable is the beginning of the path; a buffer has a number, and an argument of a kernel also a name.
std::string with_object(const Allocation& allocation, std::string path) {
  std::string object = name_in_source(allocation);
  if (object.size() > 1 && object.starts_with('\'')) {
    object.pop_back();
    return object + path + "'";
  }
  // "buffer arg.0 (%values)" or, if others have the same name, "buffer arg.0 ('values')".
  const std::size_t end = object.find(" (");
  if (object.ends_with(')') && end != std::string::npos) {
    std::string_view name(object);
    name = name.substr(end + 3, name.size() - end - 4);
    if (name.ends_with('\'')) name.remove_suffix(1);
    const bool is_number = !name.empty() && name.front() >= '0' && name.front() <= '9';
    if (!is_number) path.insert(0, name);
    object.resize(end);
  }
  if (path.starts_with('.')) path.erase(0, 1);
  return path.empty() ? object : "'" + path + "' of " + object;
}

}  // namespace

std::string element_name(const Program& program, const AddressSpace& memory, std::uint32_t object,
                         std::uint64_t offset, Id accessed) {
  const Allocation& allocation = *memory.object(object).allocation;
  const auto contents = program.contents.find(object);
  const std::uint64_t pitch = allocation.copies.pitch;
  const std::uint64_t in_copy = pitch == 0 ? offset : offset % pitch;
  if (contents != program.contents.end()) {
    ElementWalk walk(*program.types, in_copy, accessed);
    if (walk.walk(contents->second)) return with_object(allocation, walk.path()) + walk.bytes();
  }
  std::string name = name_in_source(allocation);
  if (allocation.kind == MemoryKind::physical) name = "memory '" + allocation.name + "'";
  if (name.empty()) name = "memory";
  const auto image = program.images.layouts.find(object);
  if (image != program.images.layouts.end()) {
    const ImageLayout& layout = image->second;
    if (!layout.format_name.empty()) name += " (format " + std::string(layout.format_name) + ")";
    return layout.text_of_texel(in_copy) + " of " + name;
  }
  return "byte " + std::to_string(in_copy) + " of " + name;
}

std::string element_name(const Program& program, const AddressSpace& memory,
                         std::uint64_t address) {
  return element_name(program, memory,
                      static_cast<std::uint32_t>(address >> AddressSpace::offset_bits),
                      AddressSpace::offset(address));
}

Id accessed_type(const Program& program, std::uint32_t origin) {
  const Instruction& instruction = program.module->instruction(program.origins[origin].instruction);
  if (instruction.opcode == spv::Op::OpLoad) return instruction.type;
  if (instruction.opcode != spv::Op::OpStore) return 0;
  return program.module->definition(instruction.id(1))->type;
}

}  // namespace spirv_oracle
