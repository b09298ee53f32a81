#include "interpreter/exec/report/element_name.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "interpreter/exec/report/object_name.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/pointers.h"
#include "memory/address_space.h"

namespace spirv_oracle {
namespace {

// An array that has fewer elements than an index needs.
struct ShortArray {
  std::string path;
  std::uint64_t count = 0;
};

// Goes from an object to smaller and smaller parts of it.
class ElementWalk {
 public:
  ElementWalk(const SpecializedModule& types, std::uint64_t offset, Id accessed)
      : types_(types), offset_(offset), rest_(offset), accessed_(accessed) {}
  // For an access that leaves an object of `size` bytes: goes as far as the first index that is too large.
  ElementWalk(const SpecializedModule& types, std::uint64_t offset, std::uint64_t size)
      : types_(types), offset_(offset), rest_(offset), size_(size) {}

  // False if the type does not say what is there.
  bool walk(const ObjectContents& contents) {
    type_ = contents.type;
    if (contents.is_array &&
        !step_into_array(types_.type(type_).size, type_, count_in_object(types_.type(type_).size)))
      return too_short_.has_value();
    while (!is_scalar()) {
      if (type_ == accessed_ && !accessed_path_) {
        accessed_path_ = path_;
        rest_in_accessed_ = rest_;
      }
      if (!step()) return too_short_.has_value();
    }
    return rest_ < types_.type(type_).scalar.memory_bytes();
  }

  // Goes to the array that has `count` elements of `stride` bytes, and whose first element contains the byte.
  bool walk_to_array(const ObjectContents& contents, std::uint64_t stride, std::uint64_t count) {
    type_ = contents.type;
    if (contents.is_array && !step_into_array(types_.type(type_).size, type_, 0)) return false;
    while (!is_scalar()) {
      const Type& type = types_.type(type_);
      if (type.kind == Type::Kind::array && type.stride == stride && type.count == count &&
          rest_ < stride)
        return true;
      if (!step()) return false;
    }
    return false;
  }

  // Walks to an offset before the object, where only the array at its beginning has a negative index.
  bool walk_before(const ObjectContents& contents) {
    const std::uint64_t before = std::uint64_t{0} - offset_;
    offset_ = rest_ = 0;
    type_ = contents.type;
    std::uint64_t stride = types_.type(type_).size, count = count_in_object(stride);
    if (!contents.is_array) {
      while (types_.type(type_).kind == Type::Kind::structure) {
        if (!step_into_structure(types_.type(type_))) return false;
      }
      const Type& array = types_.type(type_);
      const bool is_open = array.kind == Type::Kind::runtime_array;
      if (!is_open && array.kind != Type::Kind::array) return false;
      stride = array.stride;
      count = is_open ? count_in_object(stride) : array.count;
    }
    if (stride == 0) return false;
    too_short_ = ShortArray{path_, count};
    path_ += "[-" + std::to_string((before + stride - 1) / stride) + "]";
    return true;
  }

  // Without the name of the object: "[3].speed".
  const std::string& path() const { return accessed_path_ ? *accessed_path_ : path_; }
  // The array that the last index of path() is too large for.
  const std::optional<ShortArray>& too_short() const { return too_short_; }
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
        if (!size_ && rest_ >= type.stride * type.count) return false;
        return step_into_array(type.stride, type.element, type.count);
      case Type::Kind::runtime_array:
        return step_into_array(type.stride, type.element, count_in_object(type.stride));
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

  bool step_into_array(std::uint64_t stride, Id element, std::uint64_t count) {
    if (stride == 0) return false;
    const std::uint64_t index = rest_ / stride;
    if (size_ && index >= count) too_short_ = ShortArray{path_, count};
    path_ += "[" + std::to_string(index) + "]";
    rest_ %= stride;
    type_ = element;
    return !too_short_;
  }

  // The elements from the current part to the end of the object.
  std::uint64_t count_in_object(std::uint64_t stride) const {
    const std::uint64_t begin = offset_ - rest_;
    return !size_ || stride == 0 || begin > *size_ ? 0 : (*size_ - begin) / stride;
  }

  // Members may overlap: the first one that contains the byte. After the end of an object, an array at the end.
  bool step_into_structure(const Type& type) {
    for (std::uint32_t i = 0; i < type.members.size(); ++i) {
      const Type::Member& member = type.members[i];
      const Type::Kind kind = types_.type(member.type).kind;
      const bool is_open =
          kind == Type::Kind::runtime_array ||
          (size_ && kind == Type::Kind::array && member.offset + size_of(member) == type.size);
      if (rest_ < member.offset || (!is_open && rest_ - member.offset >= size_of(member))) continue;
      const std::string_view name = types_.module().member_name(type_, i);
      // Front ends of HLSL give the only member of a buffer a name that is not in the source.
      if (name.empty() && type.members.size() != 1) path_ += ".member " + std::to_string(i);
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
             step_into_array(size_or(matrix_stride_, column.size), type.element, type.count);
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
  std::uint64_t offset_;  // in the object
  std::uint64_t rest_;    // the offset in the part
  Id accessed_ = 0;
  std::optional<std::uint64_t> size_;  // of the object
  std::optional<ShortArray> too_short_;
  std::string path_;
  std::optional<std::string> accessed_path_;
  std::uint64_t rest_in_accessed_ = 0;
  std::uint64_t matrix_stride_ = 0;  // of the member that was entered last
  bool row_major_ = false;
};

// A path in quotes, and the object that it is in; either may be "".
struct NamedPath {
  std::string path, object;

  std::string text() const {
    if (path.empty() || object.empty()) return path + object;
    return path + " of " + object;
  }
};

// A variable is the beginning of the path; a buffer has a number, and an argument of a kernel also a name.
NamedPath with_object(const Allocation& allocation, std::string path) {
  std::string object = name_in_source(allocation);
  if (object.size() > 1 && object.starts_with('\'')) {
    object.pop_back();
    return {object + path + "'", ""};
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
  return {path.empty() ? "" : "'" + path + "'", object};
}

// " (bytes 28..31)"
std::string in_parentheses(std::int64_t begin, std::uint64_t bytes) {
  if (bytes <= 1) return " (byte " + std::to_string(begin) + ")";
  const std::int64_t last = begin + static_cast<std::int64_t>(bytes) - 1;
  return " (bytes " + std::to_string(begin) + ".." + std::to_string(last) + ")";
}

AccessDescription at_offset(const Allocation& allocation, std::int64_t offset, std::uint64_t size) {
  return {"byte offset " + std::to_string(offset) + " of " + name_in_source(allocation),
          ", which has " + std::to_string(size) + " bytes", false};
}

// The contents of an object, or of an invocation's copy of a variable. Null: not known.
const ObjectContents* contents_of(const Program& program, std::uint32_t object) {
  const auto contents = program.contents.find(object);
  return contents == program.contents.end() ? nullptr : &contents->second;
}

}  // namespace

AccessDescription place_inside(const Program& program, const AddressSpace& memory,
                               std::uint64_t address, std::uint64_t bytes) {
  const auto object = static_cast<std::uint32_t>(address >> AddressSpace::offset_bits);
  const ObjectEntry& entry = memory.object(object);
  const std::uint64_t offset = AddressSpace::offset(address);
  const std::uint64_t pitch = entry.allocation->copies.pitch;
  const std::uint64_t in_copy = pitch == 0 ? offset : offset % pitch;
  if (const ObjectContents* contents = contents_of(program, object)) {
    ElementWalk walk(*program.types, in_copy, Id{0});
    if (walk.walk(*contents))
      return {with_object(*entry.allocation, walk.path()).text() +
                  in_parentheses(static_cast<std::int64_t>(in_copy), bytes),
              "", true};
  }
  return at_offset(*entry.allocation, static_cast<std::int64_t>(offset), entry.size);
}

AccessDescription place_outside(const Program& program, const AddressSpace& memory,
                                std::uint32_t object, std::int64_t offset, std::uint64_t size,
                                std::uint64_t bytes) {
  const Allocation& allocation = *memory.object(object).allocation;
  const ObjectContents* contents = contents_of(program, object);
  const AccessDescription unnamed = at_offset(allocation, offset, size);
  if (contents == nullptr) return unnamed;
  ElementWalk walk(*program.types, static_cast<std::uint64_t>(offset), size);
  const bool is_known = offset < 0 ? walk.walk_before(*contents) : walk.walk(*contents);
  if (!is_known) return unnamed;
  const std::string element =
      with_object(allocation, walk.path()).text() + in_parentheses(offset, bytes);
  if (!walk.too_short()) return {element, unnamed.extent, true};
  const auto& [path, count] = *walk.too_short();
  const NamedPath array = with_object(allocation, path);
  return {element,
          ", where " + (array.path.empty() ? array.object : array.path) + " has " +
              std::to_string(count) + (count == 1 ? " element" : " elements"),
          true};
}

std::string element_name(const Program& program, const AddressSpace& memory, std::uint32_t object,
                         std::uint64_t offset, Id accessed) {
  const Allocation& allocation = *memory.object(object).allocation;
  const std::uint64_t pitch = allocation.copies.pitch;
  const std::uint64_t in_copy = pitch == 0 ? offset : offset % pitch;
  if (const ObjectContents* contents = contents_of(program, object)) {
    ElementWalk walk(*program.types, in_copy, accessed);
    if (walk.walk(*contents)) return with_object(allocation, walk.path()).text() + walk.bytes();
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

std::string outside_index(const Program& program, const AddressSpace& memory, std::uint64_t address,
                          const ChainIndex& index, std::int64_t value) {
  const std::string count = std::to_string(index.element_count()) + " elements";
  const std::string unnamed = "index " + std::to_string(value) + " of " + count;
  const ObjectEntry& entry = memory.find(address);
  const auto object = static_cast<std::uint32_t>(address >> AddressSpace::offset_bits);
  const ObjectContents* contents = contents_of(program, object);
  if (entry.allocation == nullptr || contents == nullptr) return unnamed;
  const std::uint64_t offset = AddressSpace::offset(address);
  const std::uint64_t pitch = entry.allocation->copies.pitch;
  ElementWalk walk(*program.types, pitch == 0 ? offset : offset % pitch, Id{0});
  if (!walk.walk_to_array(*contents, index.stride(), index.element_count())) return unnamed;
  const NamedPath array = with_object(*entry.allocation, walk.path());
  if (array.path.empty()) return unnamed;
  const NamedPath element =
      with_object(*entry.allocation, walk.path() + "[" + std::to_string(value) + "]");
  return element.text() + ", where " + array.path + " has " + count;
}

std::string element_name(const Program& program, const AddressSpace& memory,
                         std::uint64_t address) {
  return element_name(program, memory,
                      static_cast<std::uint32_t>(address >> AddressSpace::offset_bits),
                      AddressSpace::offset(address));
}

Id accessed_type(const Program& program, std::uint32_t origin) {
  const Module& module = *program.module;
  const Instruction& instruction = module.instruction(program.origins[origin].instruction);
  const InstructionDefinition* definition = program.registry->find(instruction.opcode);
  if (definition == nullptr || definition->memory_operands.size() != 1) return 0;
  const MemoryOperand& memory = definition->memory_operands.front();
  return memory.only_pointee ? accessed_type(module, instruction, instruction.id(memory.operand))
                             : 0;
}

}  // namespace spirv_oracle
