// Bytes of memory, and values that are assigned.
#include <algorithm>
#include <cstring>

#include "debugger/engine/expression/expression.h"
#include "debugger/engine/expression/expression_node.h"
#include "debugger/engine/program/kept_values.h"
#include "debugger/engine/views/view_request.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/resource_names.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::uint64_t max_bytes = 1u << 20;
constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string to_base64(std::span<const std::byte> bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group =
          group << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::vector<std::byte>> from_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::vector<std::byte> bytes;
  std::uint32_t group = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const std::size_t value = digits.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::byte>(group >> bits & 0xFF));
  }
  return bytes;
}

struct NamedBytes {
  const ObjectEntry* entry = nullptr;
  std::uint64_t address = 0;  // of the first byte
  std::uint64_t offset = 0;   // in the object
  std::uint64_t size = 0;     // of what is named, from there
};

// In the memory of the workgroup that the arguments name, or that of the focus.
Result<NamedBytes> place_of_address(const ViewRequest& request, const LaneContext& context) {
  const auto address = request.number("address", 0);
  if (!address) return tl::unexpected(address.error());
  const auto index = request.number("workgroup", context.subgroup->workgroup_index);
  if (!index) return tl::unexpected(index.error());
  const auto workgroup = find_workgroup(request.run, *index);
  if (!workgroup) return tl::unexpected(workgroup.error());
  const ObjectEntry& entry = (*workgroup)->memory().find(*address);
  const std::uint64_t offset = AddressSpace::offset(*address);
  if (entry.allocation == nullptr || offset > entry.size)
    return bad_input("address " + scalar_text(ScalarType::pointer(), *address) +
                     " is outside of any memory");
  return NamedBytes{&entry, *address, offset, entry.size - offset};
}

// The object of "0.1", "0.1[2]", "arg.0", or of a memory, if it exists.
std::optional<NamedBytes> find_place(const AddressSpace& memory, const std::string& buffer) {
  for (std::uint32_t id = 1; id < memory.object_count(); ++id) {
    const ObjectEntry& entry = memory.object(id);
    if (entry.allocation == nullptr) continue;
    const std::string& name = entry.allocation->name;
    // The name of an argument of a kernel ends with that of its parameter, in parentheses.
    if (name == buffer || name == "buffer " + buffer || name.starts_with("buffer " + buffer + " ("))
      return NamedBytes{&entry, AddressSpace::base_of(id), 0, entry.size};
  }
  return std::nullopt;
}

// The object of a resource by its name in the module, if it exists.
std::optional<NamedBytes> find_place_of_resource(const LaneContext& context,
                                                 const std::string& name) {
  const auto found = find_named_descriptor(context.module(), nullptr, name);
  if (!found) return std::nullopt;
  const std::string binding = std::to_string(found->set) + "." + std::to_string(found->binding);
  const std::string element = "[" + std::to_string(found->element.value_or(0)) + "]";
  const AddressSpace& memory = *context.subgroup->memory;
  if (const auto place = find_place(memory, binding + element)) return place;
  return found->element ? std::nullopt : find_place(memory, binding);
}

// The object of a buffer, or where an address or an expression is.
Result<NamedBytes> named_place(const ViewRequest& request, const LaneContext& context) {
  if (request.arguments.contains("address")) return place_of_address(request, context);
  const auto buffer = request.text("buffer");
  if (!buffer) return tl::unexpected(buffer.error());
  const AddressSpace& memory = *context.subgroup->memory;
  if (!buffer->empty()) {
    auto place = find_place(memory, *buffer);
    if (!place) place = find_place_of_resource(context, *buffer);
    if (!place) return bad_input("no buffer '" + *buffer + "'");
    return *place;
  }
  const auto text = request.text("expression");
  if (!text) return tl::unexpected(text.error());
  const auto expression = Expression::parse(*text);
  if (!expression) return tl::unexpected(expression.error());
  const Objects objects = context.objects();
  auto object = expression->evaluate(context);
  if (!object) {
    if (const auto place = find_place_of_resource(context, *text)) return *place;
    return tl::unexpected(object.error());
  }
  if (objects.is_pointer(*object)) object = objects.pointee(*object);
  if (!object) return tl::unexpected(object.error());
  if (object->where == Object::Where::nowhere)
    return bad_input("'" + *text + "' is not in memory: " + object->reason);
  if (object->where == Object::Where::numbers)
    return bad_input("'" + *text + "' is not in memory: it is computed");
  if (object->where == Object::Where::descriptors)
    return bad_input("'" + *text + "' is an array of descriptors: choose an element");
  if (object->where != Object::Where::memory)
    return bad_input("'" + *text + "' is not in memory but in registers");
  const ObjectEntry& entry = memory.find(object->address);
  const std::uint64_t offset = AddressSpace::offset(object->address);
  if (entry.allocation == nullptr || offset > entry.size)
    return bad_input("'" + *text + "' is outside of its memory");
  return NamedBytes{&entry, object->address, offset,
                    std::min(objects.size(*object), entry.size - offset)};
}

char state_character(Definedness state) {
  switch (state) {
    case Definedness::defined:
      return '.';
    case Definedness::implementation_dependent:
      return '?';
    default:
      return '#';
  }
}

// The place, moved by `offset`.
Result<NamedBytes> place_of_request(const ViewRequest& request, const LaneContext& context) {
  auto place = named_place(request, context);
  if (!place) return place;
  const auto offset = request.number("offset", 0);
  if (!offset) return tl::unexpected(offset.error());
  if (*offset > place->entry->size - place->offset)
    return bad_input("offset " + std::to_string(*offset) + " is outside of " +
                     place->entry->allocation->name + ", which has " +
                     std::to_string(place->entry->size) + " bytes");
  place->offset += *offset;
  place->address += *offset;
  place->size -= std::min(place->size, *offset);
  return place;
}

// A scalar, and the bits that it is to have.
struct AssignedBits {
  Object object;
  ScalarType type;
  std::uint64_t bits = 0;
};

void store(const LaneContext& context, const AssignedBits& assigned) {
  const auto& [object, type, bits] = assigned;
  KeptValues* const kept = context.run->kept;
  Enclosures* const enclosures = enclosures_of(*object.subgroup);
  if (object.where == Object::Where::planes) {
    if (kept != nullptr && object.temporary != 0)
      kept->forget_enclosure(*object.subgroup, object.slots[0], object.lane);
    if (enclosures != nullptr && object.slots[0] < object.subgroup->program->registers.units)
      enclosures->forget_plane(*object.subgroup, object.slots[0], object.lane);
    return write_plane(*object.subgroup, object.slots[0], type, object.lane, bits);
  }
  const ObjectEntry& entry = object.subgroup->memory->find(object.address);
  const std::uint64_t offset = AddressSpace::offset(object.address);
  entry.allocation->written.store(true, std::memory_order_relaxed);
  const Objects objects = context.objects();
  if (objects.is_image(object)) {
    if (enclosures != nullptr)
      enclosures->forget_bytes(entry, object.address, objects.size(object));
    return objects.store_texel_bits(object, bits);
  }
  if (enclosures != nullptr) enclosures->forget_bytes(entry, object.address, type.memory_bytes());
  std::memcpy(entry.bytes + offset, &bits, type.memory_bytes());
  std::fill_n(entry.shadow + offset, type.memory_bytes(), Definedness::defined);
}

// Whether the debugger may change it: not where others find the same value.
Result<void> check_assignable(const LaneContext& context, const Object& object) {
  if (object.where == Object::Where::nowhere)
    return bad_input("it is unavailable: " + object.reason);
  if (object.where == Object::Where::numbers) return bad_input("it is not a variable");
  if (object.where == Object::Where::descriptors)
    return bad_input("it is an array of descriptors: choose an element");
  if (context.objects().is_image(object) && !context.objects().components(object))
    return bad_input("it is an image, or a part of one: choose a texel");
  if (context.objects().shares_undefined_bytes(object))
    return bad_input("undefined components of the texel share its bytes: assign the whole texel");
  if (object.where == Object::Where::memory) return {};
  for (const Object& piece : object.pieces) {
    if (auto ok = check_assignable(context, piece); !ok) return ok;
  }
  for (const ConstantPlane& constant : context.program().registers.constants) {
    if (std::ranges::find(object.slots, constant.slot) != object.slots.end())
      return bad_input("it is a constant");
  }
  const DebugInstance* instance = context.instance();
  if (object.temporary == 0 || instance == nullptr) return {};
  for (const auto& [id, value] : instance->values) {
    if (value.points_to_planes && std::ranges::any_of(value.slots, [&](Slot slot) {
          return std::ranges::find(object.slots, slot) != object.slots.end();
        }))
      return bad_input("it was loaded from " + context.module().display(id) +
                       ": assign to that instead");
  }
  return {};
}

// What the scalars of an object are to have if they get values in order.
Result<void> assign(const LaneContext& context, const Object& target,
                    std::span<const Scalar> values, ScalarType from, std::size_t& next,
                    std::vector<AssignedBits>& assigned) {
  const Objects objects = context.objects();
  const auto form = objects.components(target);
  if (form && form->count == 1) {
    if (!objects.scalar(target)) return bad_input("it is outside of its memory");
    const Scalar value = convert(values[next % values.size()], from, form->scalar);
    ++next;
    if (value.state == Definedness::undefined) return bad_input("the value is undefined");
    const auto bits = objects.is_image(target) ? objects.texel_bits(target, value)
                                               : Result<std::uint64_t>(value.bits);
    if (!bits) return tl::unexpected(bits.error());
    assigned.push_back({target, form->scalar, *bits});
    return {};
  }
  for (std::uint64_t i = 0; i < objects.part_count(target); ++i) {
    const auto part = objects.part(target, i);
    if (!part) return tl::unexpected(part.error());
    if (auto ok = assign(context, *part, values, from, next, assigned); !ok) return ok;
  }
  return {};
}

}  // namespace

Result<json> answer_read_memory(const ViewRequest& request) {
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto place = place_of_request(request, *context);
  if (!place) return tl::unexpected(place.error());
  const auto asked = request.number("size", place->size);
  if (!asked) return tl::unexpected(asked.error());
  const std::uint64_t size = std::min({*asked, max_bytes, place->entry->size - place->offset});
  std::string states;
  for (std::uint64_t i = 0; i < size; ++i)
    states += state_character(place->entry->shadow[place->offset + i]);
  return json{{"bytes", to_base64({place->entry->bytes + place->offset, size})},
              {"states", std::move(states)},
              {"name", place->entry->allocation->name},
              {"address", place->address},
              {"size", place->size},
              {"offset", place->offset}};
}

Result<json> answer_write_memory(const ViewRequest& request) {
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto place = place_of_request(request, *context);
  if (!place) return tl::unexpected(place.error());
  const auto text = request.text("bytes");
  if (!text) return tl::unexpected(text.error());
  const auto bytes = from_base64(*text);
  if (!bytes) return bad_input("bytes: expected base64");
  if (bytes->size() > place->entry->size - place->offset)
    return bad_input("the bytes reach beyond the end of " + place->entry->allocation->name);
  if (Enclosures* enclosures = enclosures_of(*context->subgroup))
    enclosures->forget_bytes(*place->entry, place->offset, bytes->size());
  std::ranges::copy(*bytes, place->entry->bytes + place->offset);
  std::fill_n(place->entry->shadow + place->offset, bytes->size(), Definedness::defined);
  place->entry->allocation->written.store(true, std::memory_order_relaxed);
  return json{{"written", bytes->size()}};
}

Result<json> answer_assign(const ViewRequest& request) {
  const auto target_text = request.text("expression");
  if (!target_text) return tl::unexpected(target_text.error());
  const auto value_text = request.text("value");
  if (!value_text) return tl::unexpected(value_text.error());
  const auto target = Expression::parse(*target_text);
  if (!target) return tl::unexpected(target.error());
  const auto value = Expression::parse(*value_text);
  if (!value) return tl::unexpected(value.error());
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const PausedRun program = without_kept_values(request.run);
  LaneContext in_program = *context;
  in_program.run = &program;
  const Objects objects = context->objects();
  const auto object = target->evaluate(in_program);
  if (!object) return tl::unexpected(object.error());
  const auto assigned = value->evaluate(*context);
  if (!assigned) return tl::unexpected(assigned.error());
  if (auto ok = check_assignable(in_program, *object); !ok)
    return bad_input("'" + *target_text + "' cannot be assigned: " + ok.error().message);
  const auto to = objects.components(*object);
  const auto from = objects.components(*assigned);
  const auto scalars = objects.scalars(*assigned, 16);
  if (!to || objects.is_pointer(*object))
    return bad_input("only scalars and vectors can be assigned, not " + objects.type_name(*object));
  if (!from || !scalars || (from->count != to->count && from->count != 1))
    return bad_input("a value of type " + objects.type_name(*assigned) + " does not fit into " +
                     objects.type_name(*object));
  std::vector<Object> places{*object};
  if (object->temporary != 0) {
    auto kept = target->evaluate(*context);
    if (!kept) return tl::unexpected(kept.error());
    if (objects.scalars(*kept, 16) != objects.scalars(*object, 16))
      return bad_input("'" + *target_text +
                       "' cannot be assigned: the program has already used its value and does not "
                       "need it again");
    places.push_back(std::move(*kept));
  }
  // All or nothing.
  std::vector<AssignedBits> stores;
  for (const Object& place : places) {
    std::size_t next = 0;
    if (auto ok = assign(*context, place, *scalars, from->scalar, next, stores); !ok)
      return bad_input("'" + *target_text + "' cannot be assigned: " + ok.error().message);
  }
  for (const AssignedBits& one : stores) store(*context, one);
  const auto now = target->evaluate(*context);
  if (!now) return tl::unexpected(now.error());
  return value_json(request, *context, *now, *target_text);
}

Result<AddressRange> Views::buffer_range(const PausedRun& run, const json& arguments) const {
  const DebugFocus focus{run.subgroup->workgroup_index, run.subgroup->id, 0, 0};
  const ViewRequest request{run, focus, arguments, nullptr, *state_};
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto place = place_of_request(request, *context);
  if (!place) return tl::unexpected(place.error());
  const auto size = request.number("size", place->size);
  if (!size) return tl::unexpected(size.error());
  return AddressRange{place->address, std::min(*size, place->size)};
}

}  // namespace spirv_oracle
