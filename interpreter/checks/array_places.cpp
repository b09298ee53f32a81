#include "interpreter/checks/array_places.h"

#include <algorithm>
#include <map>

#include "interpreter/exec/lanes/component_handler.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t max_places = 256;

struct Dimension {
  std::uint32_t count = 0;  // 0: all that fit into the object
  std::uint64_t stride = 0;
};

void append(std::vector<std::uint32_t>& words, std::uint64_t value) {
  words.push_back(static_cast<std::uint32_t>(value));
  words.push_back(static_cast<std::uint32_t>(value >> 32));
}
std::uint64_t joined(const std::uint32_t* words) {
  return words[0] | std::uint64_t{words[1]} << 32;
}

// Collects the places of arrays of one element type in a type.
class PlaceFinder {
 public:
  PlaceFinder(Lowering& lowering, Id element, std::vector<std::uint32_t>& words)
      : lowering_(lowering), element_(element), words_(words) {}

  void find(std::uint32_t object, Id type) {
    object_ = object;
    walk(type, 0);
  }

 private:
  // Whether a type contains such arrays. Computed once per type, because exponentially many paths may lead to it.
  bool contains_place(Id type_id) {
    const auto [known, is_new] = contains_.try_emplace(type_id, false);
    if (!is_new) return known->second;
    const Type& type = lowering_.type(type_id);
    bool contains = false;
    if (type.kind == Type::Kind::structure) {
      contains = std::ranges::any_of(
          type.members, [&](const Type::Member& member) { return contains_place(member.type); });
    } else if (type.kind == Type::Kind::array || type.kind == Type::Kind::runtime_array) {
      contains = type.element == element_ || contains_place(type.element);
    }
    return contains_[type_id] = contains;
  }

  void walk(Id type_id, std::uint64_t offset) {
    if (words_[0] > max_places || !contains_place(type_id)) return;
    const Type& type = lowering_.type(type_id);
    switch (type.kind) {
      case Type::Kind::structure:
        for (const Type::Member& member : type.members) walk(member.type, offset + member.offset);
        return;
      case Type::Kind::array:
      case Type::Kind::runtime_array:
        if (type.element == element_) add(offset, type);
        around_.push_back({type.kind == Type::Kind::array ? type.count : 0, type.stride});
        walk(type.element, offset);
        around_.pop_back();
        return;
      default:
        return;
    }
  }

  void add(std::uint64_t offset, const Type& array) {
    if (words_[0]++ == max_places) return;
    words_.push_back(object_);
    append(words_, offset);
    words_.push_back(array.kind == Type::Kind::array ? array.count : 0);
    append(words_, array.stride);
    words_.push_back(static_cast<std::uint32_t>(around_.size()));
    for (const Dimension& dimension : around_) {
      words_.push_back(dimension.count);
      append(words_, dimension.stride);
    }
  }

  Lowering& lowering_;
  Id element_;
  std::vector<std::uint32_t>& words_;
  std::uint32_t object_ = 0;
  std::vector<Dimension> around_;
  std::map<Id, bool> contains_;  // by type
};

// The object of an address that is constant and equal in all lanes.
std::uint32_t object_of_constant(const Program& program, const Value& value) {
  const auto constant =
      std::ranges::find(program.registers.constants, value.slots[0], &ConstantPlane::slot);
  return constant == program.registers.constants.end()
             ? 0
             : static_cast<std::uint32_t>(constant->bits >> AddressSpace::offset_bits);
}

Id without_descriptor_array(const Lowering& lowering, Id type) {
  while (lowering.type(type).kind == Type::Kind::array ||
         lowering.type(type).kind == Type::Kind::runtime_array) {
    type = lowering.type(type).element;
  }
  return type;
}

void find_in_variable(Lowering& lowering, const Instruction& variable, PlaceFinder& finder) {
  const Module& module = lowering.module();
  const Id type = data_type(lowering.module(), variable);
  if (lowering.type(variable.type).storage_class == spv::StorageClass::Workgroup) {
    const Value& value = lowering.value(variable.result);
    if (!value.slots.empty()) finder.find(object_of_constant(lowering.program(), value), type);
    return;
  }
  const auto set = module.decoration(variable.result, spv::Decoration::DescriptorSet).value_or(0);
  const auto binding = module.decoration(variable.result, spv::Decoration::Binding).value_or(0);
  for (const auto& [key, object] : resource_objects(lowering.request()).buffers) {
    if (key.set == set && key.binding == binding)
      finder.find(object, without_descriptor_array(lowering, type));
  }
}

// From version 1.4, the interface of an entry point lists all global variables that it uses.
bool is_used(Lowering& lowering, Id variable) {
  constexpr std::uint32_t version_1_4 = 0x10400;
  if (lowering.module().version() < version_1_4) return !lowering.analysis().uses(variable).empty();
  const std::vector<Id>& interface = lowering.entry_point().interface;
  return std::ranges::find(interface, variable) != interface.end();
}

}  // namespace

std::vector<std::uint32_t> array_place_words(Lowering& lowering, Id pointer) {
  std::vector<std::uint32_t> words = {0};
  const Type& type = lowering.type_of(pointer);
  const bool is_typed = type.element != 0 && !lowering.program().is_kernel() &&
                        (type.storage_class == spv::StorageClass::StorageBuffer ||
                         type.storage_class == spv::StorageClass::Uniform ||
                         type.storage_class == spv::StorageClass::Workgroup);
  if (!is_typed) return words;
  PlaceFinder finder(lowering, type.element, words);
  const Id declaration = lowering.value(pointer).pointer.declaration;
  for (const Instruction& variable : lowering.module().instructions()) {
    if (variable.opcode == spv::Op::OpFunction) break;
    if (!is_variable(variable.opcode) ||
        static_cast<spv::StorageClass>(variable.literal(2)) != type.storage_class ||
        (declaration != 0 && declaration != variable.result) ||
        !is_used(lowering, variable.result)) {
      continue;
    }
    find_in_variable(lowering, variable, finder);
  }
  if (words[0] > max_places) words = {0};  // too many to tell
  return words;
}

bool ArrayPlaces::find_element(const AddressSpace& memory, std::uint64_t address,
                               ArrayElement& element) const {
  const std::uint32_t object = static_cast<std::uint32_t>(address >> AddressSpace::offset_bits);
  const std::uint32_t* word = words_ + 1;
  for (std::uint32_t i = 0; i < words_[0]; ++i) {
    const std::uint32_t of_object = word[0];
    const std::uint64_t begin = joined(word + 1);
    const std::uint32_t count = word[3];
    const std::uint64_t stride = std::max<std::uint64_t>(joined(word + 4), 1);
    const std::uint32_t around = word[6];
    word += 7;
    std::uint64_t rest = AddressSpace::offset(address) - begin;
    bool is_inside = of_object == object && AddressSpace::offset(address) >= begin;
    for (std::uint32_t k = 0; k < around; ++k, word += 3) {
      const std::uint64_t outer_stride = std::max<std::uint64_t>(joined(word + 1), 1);
      is_inside = is_inside && (word[0] == 0 || rest / outer_stride < word[0]);
      rest %= outer_stride;
    }
    if (!is_inside) continue;
    const std::uint64_t first = address - rest;
    const std::uint64_t size = memory.object(object).size;
    const std::uint64_t left = size - std::min(size, AddressSpace::offset(first));
    const std::uint64_t elements = count != 0 ? count : left / stride;
    if (rest % stride != 0 || rest / stride >= elements) continue;
    element = {first, static_cast<std::int64_t>(rest / stride), elements, count == 0};
    return true;
  }
  return false;
}

std::vector<ArrayElement> ArrayPlaces::find(const AddressSpace& memory, std::uint64_t address,
                                            std::uint64_t stride) const {
  std::vector<ArrayElement> found;
  if (words_[0] == 0) {
    const Allocation* allocation = memory.find(address).allocation;
    if (allocation == nullptr) return found;
    const LaneCopies& copies = allocation->copies;
    const std::uint64_t offset = AddressSpace::offset(address);
    const std::uint64_t begin = copies.pitch == 0 ? 0 : offset / copies.pitch * copies.pitch;
    const std::uint64_t size = copies.pitch == 0 ? allocation->size : copies.size;
    const std::uint64_t into = offset - begin;
    // Seen from the pointer, the object may begin in the middle of an element.
    const std::uint64_t before = into / stride;
    const std::uint64_t behind = into > size ? 0 : (size - into + stride - 1) / stride;
    found.push_back({address - before * stride, static_cast<std::int64_t>(before), before + behind,
                     copies.pitch == 0});
    return found;
  }
  ArrayElement element;
  if (find_element(memory, address, element)) found.push_back(element);
  if (find_element(memory, address - stride, element) &&
      element.index + 1 == static_cast<std::int64_t>(element.count)) {
    ++element.index;
    found.push_back(element);
  }
  if (found.empty()) found.push_back({address, 0, 1, false});
  return found;
}

}  // namespace spirv_oracle
