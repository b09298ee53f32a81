#include "data/component.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

#include "data/scalar.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

std::uint64_t component_bits(const ShadowedBytes& contents, ScalarKind kind, std::uint64_t offset) {
  return load_bits(std::span(contents.bytes).subspan(offset, scalar_size(kind)));
}

Json integer_json(ScalarKind kind, std::uint64_t bits) {
  if (!is_signed_integer(kind)) return bits;
  return sign_extended(bits, 8 * scalar_size(kind));
}

}  // namespace

Definedness component_state(const ShadowedBytes& contents, ScalarKind kind, std::uint64_t offset) {
  const auto first = contents.shadow.begin() + static_cast<std::ptrdiff_t>(offset);
  return value_state(
      *std::max_element(first, first + static_cast<std::ptrdiff_t>(scalar_size(kind))));
}

std::string component_text(const ShadowedBytes& contents, ScalarKind kind, std::uint64_t offset) {
  const Definedness state = component_state(contents, kind, offset);
  if (state == Definedness::undefined) return "undef";
  std::string value = format_scalar(kind, component_bits(contents, kind, offset));
  if (state == Definedness::implementation_dependent) value += '?';
  return value;
}

Json component_json(const ShadowedBytes& contents, ScalarKind kind, std::uint64_t offset) {
  if (component_state(contents, kind, offset) == Definedness::undefined) return nullptr;
  const std::uint64_t bits = component_bits(contents, kind, offset);
  if (kind == ScalarKind::boolean) return bits != 0;
  if (!is_float(kind)) return integer_json(kind, bits);
  const std::string digits = format_scalar(kind, bits);
  const double number = std::strtod(digits.c_str(), nullptr);
  // The number whose shortest form is the shortest form in the buffer's own type.
  return std::isfinite(number) ? Json(number) : Json(digits);
}

}  // namespace spirv_oracle
