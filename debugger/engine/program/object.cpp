#include "debugger/engine/program/object.h"

#include <algorithm>
#include <cstring>

#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t max_text = 160;
constexpr std::size_t max_scalars_for_state = 4096;
constexpr unsigned max_text_depth = 6;

Object nested(const Object& object, Id type) {
  Object part;
  part.where = object.where;
  part.type = type;
  part.subgroup = object.subgroup;
  part.suspended = object.suspended;
  part.lane = object.lane;
  part.temporary = object.temporary;
  part.pointer = object.pointer;
  part.image_indexes = object.image_indexes;
  part.image_level = object.image_level;
  part.variable = object.variable;
  part.matrix_stride = object.matrix_stride;
  part.row_major = object.row_major;
  part.reason = object.reason;
  return part;
}

// The slots or numbers of a part.
void take(const Object& object, std::size_t first, std::size_t count, Object& part) {
  if (object.where == Object::Where::planes && first + count <= object.slots.size()) {
    part.slots.assign(object.slots.begin() + static_cast<std::ptrdiff_t>(first),
                      object.slots.begin() + static_cast<std::ptrdiff_t>(first + count));
  } else if (object.where == Object::Where::numbers && first + count <= object.numbers.size()) {
    part.numbers.assign(object.numbers.begin() + static_cast<std::ptrdiff_t>(first),
                        object.numbers.begin() + static_cast<std::ptrdiff_t>(first + count));
  } else if (object.where != Object::Where::memory && object.where != Object::Where::nowhere) {
    part.where = Object::Where::nowhere;
    part.reason = "it has no registers";
  }
}

Scalar read_memory(const AddressSpace& memory, std::uint64_t address, unsigned bytes,
                   bool& exists) {
  const ObjectEntry& entry = memory.find(address);
  const std::uint64_t offset = AddressSpace::offset(address);
  Scalar scalar;
  exists = entry.allocation != nullptr && bytes <= entry.size && offset <= entry.size - bytes;
  if (!exists) return scalar;
  std::memcpy(&scalar.bits, entry.bytes + offset, bytes);
  for (unsigned i = 0; i < bytes; ++i)
    scalar.state = std::max(scalar.state, value_state(entry.shadow[offset + i]));
  return scalar;
}

}  // namespace

Scalar read_plane(const Subgroup& subgroup, Slot slot, ScalarType type, unsigned lane) {
  Scalar scalar;
  if (type.bytes == 0) {
    scalar.bits = subgroup.truth(slot).test(lane) ? 1 : 0;
  } else {
    std::memcpy(&scalar.bits, subgroup.values<std::byte>(slot) + std::size_t{lane} * type.bytes,
                type.bytes);
  }
  const PlaneHeader& header = subgroup.header(slot);
  if (header.undefined.test(lane)) {
    scalar.state = Definedness::undefined;
  } else if (header.implementation_dependent.test(lane)) {
    scalar.state = Definedness::implementation_dependent;
  }
  return scalar;
}

void write_plane(Subgroup& subgroup, Slot slot, ScalarType type, unsigned lane,
                 std::uint64_t bits) {
  if (type.bytes == 0) {
    subgroup.truth(slot).reset(lane);
    if (bits != 0) subgroup.truth(slot).set(lane);
  } else {
    std::memcpy(subgroup.values<std::byte>(slot) + std::size_t{lane} * type.bytes, &bits,
                type.bytes);
  }
  subgroup.header(slot).undefined.reset(lane);
  subgroup.header(slot).implementation_dependent.reset(lane);
}

Object Objects::unavailable(Id type, std::string reason) {
  Object object;
  object.type = type;
  object.reason = std::move(reason);
  return object;
}

Object Objects::number(ScalarType type, Scalar value) { return vector(type, {value}); }

Object Objects::vector(ScalarType type, std::vector<Scalar> values) {
  Object object;
  object.where = Object::Where::numbers;
  object.scalar = type;
  object.count = static_cast<std::uint32_t>(values.size());
  object.numbers = std::move(values);
  return object;
}

Object Objects::list(ScalarType type, std::vector<Scalar> values) {
  Object object = vector(type, std::move(values));
  object.is_list = true;
  return object;
}

bool Objects::is_pointer(const Object& object) const {
  return object.type != 0 && types_.type(object.type).kind == Type::Kind::pointer;
}

Object Objects::with_source(Object object, SourceType source) const {
  if (object.type != 0) object.source = source_types().fitting(source, types_, object.type);
  return object;
}

bool Objects::is_structure(const Object& object) const {
  if (object.where == Object::Where::pieces)
    return source_types().kind(object.source) == SourceTypes::Kind::structure;
  return object.type != 0 && types_.type(object.type).kind == Type::Kind::structure;
}

std::optional<Objects::Components> Objects::components(const Object& object) const {
  if (object.where == Object::Where::pieces) {
    if (source_types().kind(object.source) != SourceTypes::Kind::vector) return std::nullopt;
    const auto known = std::ranges::find_if(
        object.pieces, [](const Object& piece) { return piece.where != Object::Where::nowhere; });
    const auto form = known == object.pieces.end() ? std::nullopt : components(*known);
    if (!form) return std::nullopt;
    return Components{form->scalar, static_cast<unsigned>(object.pieces.size())};
  }
  if (object.is_list) return std::nullopt;
  if (is_image(object)) {
    const auto image = texels(object);
    if (!image || !image->is_texel(object.image_indexes)) return std::nullopt;
    return Components{image->component_type(),
                      object.texel_component != 0 ? 1 : image->component_count()};
  }
  if (object.type == 0) return Components{object.scalar, object.count};
  const Type& type = types_.type(object.type);
  ScalarType scalar = type.scalar;
  if (object.source && scalar.scalar_class == ScalarType::Class::integer)
    scalar.is_signed = source_types().is_signed(object.source);
  if (type.kind == Type::Kind::scalar) return Components{scalar, 1};
  if (type.kind == Type::Kind::vector) return Components{scalar, type.count};
  if (type.kind == Type::Kind::pointer && !object.points_to_planes)
    return Components{ScalarType::pointer(), 1};
  return std::nullopt;
}

std::vector<SourceTypes::Member> Objects::source_members(const Object& object) const {
  if (!object.source) return {};
  return source_types().members(object.source);
}

std::uint64_t Objects::part_count(const Object& object) const {
  if (object.where == Object::Where::pieces) return object.pieces.size();
  if (is_image(object)) return image_part_count(object);
  if (object.where == Object::Where::descriptors && !is_pointer(object))
    return descriptor_count(object);
  if (object.type == 0) return object.count == 1 && !object.is_list ? 0 : object.count;
  const Type& type = types_.type(object.type);
  switch (type.kind) {
    case Type::Kind::vector:
    case Type::Kind::matrix:
    case Type::Kind::array:
      return type.count;
    case Type::Kind::runtime_array: {
      if (object.where != Object::Where::memory || type.stride == 0) return 0;
      return size(object) / type.stride;
    }
    case Type::Kind::structure: {
      // Those of the source leave out padding.
      const std::size_t known = source_members(object).size();
      return known != 0 ? known : type.members.size();
    }
    case Type::Kind::cooperative_matrix:
      return matrix_part_count(object);
    case Type::Kind::pointer:
      return object.where == Object::Where::nowhere ? 0 : 1;
    default:
      return 0;
  }
}

std::uint64_t Objects::size(const Object& object) const {
  if (object.where == Object::Where::pieces || object.where == Object::Where::descriptors) return 0;
  if (is_image(object)) {
    const auto image = texels(object);
    return image ? image->size(object.image_indexes, object.image_level) : 0;
  }
  if (object.type == 0) return std::uint64_t{object.scalar.memory_bytes()} * object.count;
  const Type& type = types_.type(object.type);
  const bool is_open = type.kind == Type::Kind::runtime_array ||
                       (type.kind == Type::Kind::structure && !type.members.empty() &&
                        types_.type(type.members.back().type).kind == Type::Kind::runtime_array);
  if (!is_open) return type.kind == Type::Kind::pointer ? 8 : type.size;
  if (object.where != Object::Where::memory) return 0;
  const ObjectEntry& entry = object.subgroup->memory->find(object.address);
  const std::uint64_t offset = AddressSpace::offset(object.address);
  return offset < entry.size ? entry.size - offset : 0;
}

Result<Object> Objects::part(const Object& object, std::uint64_t index) const {
  const std::uint64_t count = part_count(object);
  if (is_pointer(object)) return pointee(object);
  if (index >= count) {
    return bad_input(count == 0 ? "a value of type " + type_name(object) + " has no elements"
                                : "index " + std::to_string(index) +
                                      " is out of range: " + type_name(object) + " has " +
                                      std::to_string(count) + " elements");
  }
  if (object.where == Object::Where::pieces) return object.pieces[index];
  if (is_image(object)) return image_part(object, index);
  if (object.where == Object::Where::descriptors) return descriptor(object, index);
  if (object.type == 0) return number(object.scalar, object.numbers[index]);
  if (is_structure(object)) {
    const auto members = source_members(object);
    if (!members.empty()) return source_member(object, members[index]);
  }
  return with_source(spirv_part(object, index), source_types().element(object.source));
}

// Compilers may put several members into one of the module, as for a union.
Object Objects::source_member(const Object& structure, const SourceTypes::Member& member) const {
  const Type& type = types_.type(structure.type);
  for (std::uint32_t i = 0; i < type.members.size(); ++i) {
    if (8 * type.members[i].offset != member.offset) continue;
    Object part = with_source(spirv_part(structure, i), member.type);
    if (part.source) return part;
  }
  return unavailable(0, "the module has no member of its type there");
}

Object Objects::spirv_part(const Object& object, std::uint64_t index) const {
  const Type& type = types_.type(object.type);
  Object result = nested(object, type.element);
  const std::uint64_t bytes = type.scalar.memory_bytes();
  switch (type.kind) {
    case Type::Kind::vector:
      result.address =
          object.address + index * (object.component_stride != 0 ? object.component_stride : bytes);
      take(object, index, 1, result);
      break;
    case Type::Kind::matrix: {
      const std::uint32_t rows = type.element_components;
      const std::uint64_t natural = bytes * (object.row_major ? type.count : rows);
      const std::uint64_t stride = object.matrix_stride != 0 ? object.matrix_stride : natural;
      result.address = object.address + index * (object.row_major ? bytes : stride);
      result.component_stride = object.row_major ? stride : 0;
      take(object, index * rows, rows, result);
      break;
    }
    case Type::Kind::structure: {
      const Type::Member& member = type.members[index];
      result.type = member.type;
      result.address = object.address + member.offset;
      result.matrix_stride = member.matrix_stride;
      result.row_major = member.row_major;
      take(object, member.first_component, types_.type(member.type).component_count, result);
      break;
    }
    case Type::Kind::cooperative_matrix:
      return matrix_part(object, index);
    default:  // arrays
      result.address = object.address + index * type.stride;
      take(object, index * type.element_components, type.element_components, result);
      break;
  }
  return result;
}

std::string Objects::part_name(const Object& object, std::uint64_t index) const {
  const auto form = components(object);
  if (form && form->count > 1 && form->count <= 4 && index < 4)
    return std::string(".") + std::string_view("xyzw")[index];
  if (is_structure(object)) {
    const auto members = source_members(object);
    const std::string name = members.empty() ? std::string(types_.module().member_name(
                                                   object.type, static_cast<std::uint32_t>(index)))
                                             : members[index].name;
    return name.empty() ? "._" + std::to_string(index) : "." + name;
  }
  return "[" + std::to_string(index) + "]";
}

std::optional<std::uint32_t> Objects::member(const Object& structure, std::string_view name) const {
  const auto members = source_members(structure);
  const auto count = static_cast<std::uint32_t>(part_count(structure));
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view own =
        members.empty() ? types_.module().member_name(structure.type, i) : members[i].name;
    if (own == name || "_" + std::to_string(i) == name) return i;
  }
  return std::nullopt;
}

Result<Object> Objects::pointee(const Object& pointer) const {
  if (!is_pointer(pointer))
    return bad_input("a value of type " + type_name(pointer) + " is not a pointer");
  const Id typed = types_.type(pointer.type).element;
  const Id element = typed != 0 ? typed : pointer.untyped_pointee;
  if (element == 0) return bad_input("nothing says the type of what an untyped pointer points to");
  if (pointer.where == Object::Where::nowhere) return unavailable(element, pointer.reason);
  Object result = nested(pointer, element);
  if (pointer.where == Object::Where::descriptors) return result;
  result.component_stride = pointer.component_stride;
  result = with_source(std::move(result), source_types().element(pointer.source));
  if (pointer.points_to_planes) {
    result.where = Object::Where::planes;
    result.slots = pointer.slots;
    return without_descriptor(std::move(result));
  }
  const bool is_sampler = types_.type(element).kind == Type::Kind::sampler;
  if (is_sampler) return unavailable(element, "it is a sampler");
  const auto address = scalar(pointer);
  if (!address) return unavailable(element, "the pointer has no value");
  if (address->state == Definedness::undefined)
    return unavailable(element, "the pointer is undefined");
  if (result.subgroup == nullptr ||
      result.subgroup->memory->find(address->bits).allocation == nullptr)
    return unavailable(element, "the pointer does not point to memory");
  result.where = Object::Where::memory;
  result.address = address->bits;
  result.pointer = pointer.where == Object::Where::planes ? pointer.slots[0] : no_slot;
  return result;
}

std::optional<Scalar> Objects::scalar(const Object& object) const {
  const auto form = components(object);
  if (!form || form->count != 1) return std::nullopt;
  switch (object.where) {
    case Object::Where::planes:
      if (object.slots.size() != 1) return std::nullopt;
      return read_plane(*object.subgroup, object.slots[0], form->scalar, object.lane);
    case Object::Where::numbers:
      return object.numbers[0];
    case Object::Where::memory: {
      if (is_image(object)) {
        const auto values = texel_scalars(object);
        const std::size_t component = object.texel_component == 0 ? 0 : object.texel_component - 1u;
        return values ? std::optional((*values)[component]) : std::nullopt;
      }
      bool exists = false;
      const Scalar value = read_memory(*object.subgroup->memory, object.address,
                                       form->scalar.memory_bytes(), exists);
      return exists ? std::optional(value) : std::nullopt;
    }
    case Object::Where::pieces:
    case Object::Where::descriptors:
    case Object::Where::nowhere:
      break;
  }
  return std::nullopt;
}

bool Objects::append_scalars(const Object& object, std::size_t most,
                             std::vector<Scalar>& out) const {
  if (object.where == Object::Where::nowhere) return false;
  const auto form = components(object);
  if (form && form->count == 1) {
    const auto value = scalar(object);
    if (!value || out.size() >= most) return false;
    out.push_back(*value);
    return true;
  }
  if (object.type != 0) {
    const Type::Kind kind = types_.type(object.type).kind;
    if (kind == Type::Kind::pointer || kind == Type::Kind::none || kind == Type::Kind::other)
      return false;
  }
  // Elements may be structures without members, and many.
  const std::uint64_t count = part_count(object);
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, most); ++i) {
    const auto child = part(object, i);
    if (!child || !append_scalars(*child, most, out)) return false;
  }
  return count <= most;
}

std::optional<std::vector<Scalar>> Objects::scalars(const Object& object, std::size_t most) const {
  std::vector<Scalar> values;
  if (!append_scalars(object, most, values)) return std::nullopt;
  return values;
}

std::optional<Definedness> Objects::state(const Object& object) const {
  if (object.where == Object::Where::nowhere) return std::nullopt;
  if (object.points_to_planes) return Definedness::defined;
  // As far as it goes: of large arrays, the first elements.
  std::vector<Scalar> values;
  const bool complete = append_scalars(object, max_scalars_for_state, values);
  if (!complete && values.empty()) return std::nullopt;
  Definedness worst = Definedness::defined;
  for (const Scalar& value : values) worst = std::max(worst, value.state);
  return worst;
}

std::string Objects::state_name(const Object& object) const {
  if (object.type != 0 && types_.type(object.type).is_descriptor() && !is_image(object))
    return "defined";
  const bool is_empty = part_count(object) == 0 && !components(object);
  if (is_empty && object.where != Object::Where::nowhere) return "defined";
  const auto found = state(object);
  return found ? state_text(*found) : "unavailable";
}

std::string Objects::pointer_text(const Object& pointer) const {
  if (pointer.points_to_planes) return "pointer to a variable in registers";
  const auto address = scalar(pointer);
  if (!address) return "unavailable";
  if (address->state == Definedness::undefined) return "undefined";
  if (address->bits == 0) return "null";
  const ObjectEntry& entry = pointer.subgroup->memory->find(address->bits);
  if (entry.allocation == nullptr) return scalar_text(ScalarType::pointer(), address->bits);
  const auto offset = static_cast<std::int64_t>(AddressSpace::offset(address->bits));
  return "&" + (entry.allocation->name.empty() ? "memory" : entry.allocation->name) +
         (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
}

// What the source calls bool is an integer in memory, and so are enumerators.
std::string Objects::scalar_text_of(const Object& object, ScalarType type,
                                    std::uint64_t bits) const {
  const std::string number = scalar_text(type, bits);
  if (!object.source) return number;
  const SourceTypes source = source_types();
  switch (source.kind(object.source)) {
    case SourceTypes::Kind::boolean:
      return bits > 1 ? number : bits == 1 ? "true" : "false";
    case SourceTypes::Kind::enumeration: {
      const std::string name = source.enumerator(object.source, bits);
      return name.empty() ? number : name + " (" + number + ")";
    }
    default:
      return number;
  }
}

// Undefined components are "undefined", others that are open have a question mark.
void Objects::append_text(const Object& object, std::string& text, unsigned depth) const {
  if (object.where == Object::Where::nowhere) {
    text += "unavailable";
    return;
  }
  if (is_pointer(object)) {
    text += pointer_text(object);
    return;
  }
  const auto form = components(object);
  if (form && form->count == 1) {
    const auto value = scalar(object);
    if (!value) {
      text += "unavailable";
    } else if (value->state == Definedness::undefined) {
      text += "undefined";
    } else {
      text += scalar_text_of(object, form->scalar, value->bits);
      if (value->state == Definedness::implementation_dependent && depth > 0) text += "?";
      if (const std::string enclosure = depth > 0 ? enclosure_text(object) : ""; !enclosure.empty())
        text += " in " + enclosure;
    }
    return;
  }
  const bool has_members = is_structure(object);
  if (object.type != 0 && types_.type(object.type).is_descriptor() && !is_image(object)) {
    text += type_name(object);
    return;
  }
  const char* brackets = has_members ? "{}" : form ? "()" : "[]";
  text += brackets[0];
  const std::uint64_t count = part_count(object);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (text.size() > max_text || depth >= max_text_depth) {
      text += i == 0 ? "..." : ", ...";
      break;
    }
    if (i != 0) text += ", ";
    if (has_members) text += part_name(object, i).substr(1) + " = ";
    if (const auto child = part(object, i)) append_text(*child, text, depth + 1);
  }
  text += brackets[1];
}

std::string Objects::text(const Object& object) const {
  std::string text;
  append_text(object, text, 0);
  return text;
}

std::string Objects::type_name(const Object& object) const {
  const auto form = components(object);
  if (object.where == Object::Where::pieces && form && !is_kernel_)
    return type_text(form->scalar, form->count, false);
  if (is_image(object)) return image_type_name(object);
  if (object.source) {
    const std::string name = source_types().name(object.source);
    if (!name.empty()) return name;
  }
  if (object.is_list)
    return type_text(object.scalar, 1, is_kernel_) + "[" + std::to_string(object.count) + "]";
  if (object.type == 0) return type_text(object.scalar, object.count, is_kernel_);
  const std::string name = type_text(types_, object.type, is_kernel_);
  if (object.matrix_row != 0) return "row of " + name;
  if (!object.matrix_component) return name;
  return name + " (component " + std::to_string(*object.matrix_component) + " of lane " +
         std::to_string(object.lane) + ")";
}

}  // namespace spirv_oracle
