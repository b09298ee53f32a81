// The values that other implementations may compute for an object, as text.
#include <bit>
#include <cstdio>
#include <optional>

#include "debugger/engine/program/kept_values.h"
#include "debugger/engine/program/object.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/kernels/float16.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

std::uint64_t bits_of_bound(ScalarType type, double bound) {
  if (!type.is_float())
    return encode(format_of(type.encoding), bound, EncodedRounding::nearest_even);
  switch (type.bytes) {
    case 2:
      return to_float16(static_cast<float>(bound)).bits;
    case 4:
      return std::bit_cast<std::uint32_t>(static_cast<float>(bound));
    default:
      return std::bit_cast<std::uint64_t>(bound);
  }
}

std::string bound_text(ScalarType type, const EnclosedComponent& component, double bound) {
  if (component.is_float) return scalar_text(type, bits_of_bound(type, bound));
  char digits[400];
  const int length = std::snprintf(digits, sizeof(digits), "%.0f", bound);
  return {digits, static_cast<std::size_t>(length)};
}

std::string enclosure_as_text(ScalarType type, const EnclosedComponent& component) {
  // An interval of numbers says nothing about the same bits as another type.
  const bool is_other_type = type.is_any_float() != component.is_float;
  if (component.is_unknown || is_other_type) return "[any]";
  if (!component.has_numbers) return "[NaN]";
  std::string text;
  if (!component.values.empty()) {
    for (const std::uint64_t bits : component.values)
      text += (text.empty() ? "{" : ", ") + scalar_text(type, bits);
    text += "}";
  } else if (component.is_float && component.low == 0 && component.high == 0) {
    text = "[-0, 0]";
  } else {
    text = "[" + bound_text(type, component, component.low) + ", " +
           bound_text(type, component, component.high) + "]";
  }
  return component.may_be_nan ? text + " or NaN" : text;
}

}  // namespace

std::string Objects::enclosure_text(const Object& object) const {
  const auto form = components(object);
  if (!form || form->count != 1 || object.subgroup == nullptr || is_image(object)) return "";
  const Subgroup& subgroup = *object.subgroup;
  const Enclosures* enclosures = subgroup.workgroup == nullptr ? nullptr : enclosures_of(subgroup);
  const auto value = scalar(object);
  if (enclosures == nullptr || !value || value->state == Definedness::undefined) return "";
  std::optional<EnclosedComponent> found;
  if (object.where == Object::Where::planes) {
    found = object.temporary != 0 && kept_ != nullptr
                ? kept_->enclosure(subgroup, object.slots[0], object.lane)
                : enclosures->of_plane(subgroup, object.slots[0], object.lane);
  } else if (object.where == Object::Where::memory) {
    found =
        enclosures->of_bytes(subgroup.memory->find(object.address), object.address, form->scalar);
  }
  return found ? enclosure_as_text(form->scalar, *found) : "";
}

}  // namespace spirv_oracle
