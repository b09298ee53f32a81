#include "interpreter/instructions/memory/small_pointers.h"

#include "interpreter/exec/memory_access.h"
#include "interpreter/instructions/common/families.h"

namespace spirv_oracle {
namespace {

constexpr unsigned place_bits = 24;
constexpr std::uint64_t place_mask = (std::uint64_t{1} << place_bits) - 1;
// No object has this number. Its lower half has the pointers with an error that was reported, and its upper half the
// addresses just before null, or of no object.
constexpr std::uint64_t no_object = 0xFF;
constexpr std::uint64_t half_mask = place_mask >> 1;
constexpr std::uint32_t reported_pointer = no_object << place_bits | (half_mask + 1) / 2;

struct SmallPointerOfAddress {
  static std::uint32_t component(std::uint64_t address) {
    const std::uint64_t object = address >> AddressSpace::offset_bits;
    if (object == reported_object) return reported_pointer;
    if (object < no_object)
      return static_cast<std::uint32_t>(object << place_bits | (address & place_mask));
    return static_cast<std::uint32_t>(no_object << place_bits | (half_mask + 1) |
                                      (address & half_mask));
  }
};
struct AddressOfSmallPointer {
  static std::uint64_t component(std::uint32_t bits) {
    const std::uint64_t object = bits >> place_bits;
    const std::uint64_t place = bits & place_mask;
    if (object != no_object) return object << AddressSpace::offset_bits | place;
    return place <= half_mask ? reported_address + place : place - (place_mask + 1);
  }
};

}  // namespace

bool has_small_pointers(const Lowering& lowering) {
  return lowering.module().addressing_model() == spv::AddressingModel::Physical32;
}

Slot emit_small_pointer(Lowering& lowering, Slot address) {
  const Slot bits = lowering.new_plane(ScalarType::unsigned_integer(4));
  lowering.emit(internal::component_handler<SmallPointerOfAddress, std::uint32_t, std::uint64_t>(),
                bits, {address});
  return bits;
}

Slot emit_address_of_small_pointer(Lowering& lowering, Slot bits) {
  const Slot address = lowering.new_plane(ScalarType::pointer());
  lowering.emit(internal::component_handler<AddressOfSmallPointer, std::uint64_t, std::uint32_t>(),
                address, {bits});
  return address;
}

std::uint32_t small_pointer(std::uint64_t address) {
  return SmallPointerOfAddress::component(address);
}

Result<void> check_small_pointers(Lowering& lowering) {
  if (!has_small_pointers(lowering)) return {};
  const AddressSpace& memory = lowering.memory();
  bool fits = memory.object_count() <= no_object;
  for (std::uint32_t object = 1; object < memory.object_count(); ++object)
    fits = fits && memory.object(object).size < place_mask - AddressSpace::base_of(0);
  if (fits) return {};
  return unsupported(
      "the addressing model Physical32 is supported for fewer than 255 objects in memory, each "
      "smaller than 16 MiB");
}

}  // namespace spirv_oracle
