#include "golden/suite/value_type.h"

#include <fmt/format.h>

#include "data/scalar.h"

namespace spirv_oracle::golden {
namespace {

// All scalars of one kind, and vectors of the widths that drivers treat differently.
std::vector<ValueType> with_vectors(std::initializer_list<ScalarKind> scalars,
                                    ScalarKind of_vectors) {
  std::vector<ValueType> types;
  for (const ScalarKind scalar : scalars) types.push_back({scalar, 1});
  types.push_back({of_vectors, 2});
  types.push_back({of_vectors, 3});
  return types;
}

}  // namespace

std::uint64_t all_bits(ScalarKind scalar) {
  return ~std::uint64_t{0} >> (64 - 8 * scalar_size(scalar));
}

bool is_narrow_float(ScalarKind scalar) {
  const EncodedFormat* const format = encoded_format(scalar);
  return format != nullptr && format->bits() < 8;
}

std::string type_name(ValueType type) {
  if (type.scalar == ScalarKind::boolean)
    return type.components == 1 ? "bool" : fmt::format("boolx{}", type.components);
  return element_name({type.scalar, type.components});
}

ScalarKind type_in_buffers(ValueType type) {
  if (is_narrow_float(type.scalar)) return ScalarKind::float32;
  return type.scalar == ScalarKind::boolean ? ScalarKind::uint32 : type.scalar;
}

std::string scalar_type_id(ScalarKind scalar) {
  return scalar == ScalarKind::boolean ? "%bool" : fmt::format("%{}", scalar_name(scalar));
}

std::string type_id(ValueType type) { return fmt::format("%{}", type_name(type)); }

namespace {

std::string_view encoding_operand(ScalarKind scalar) {
  switch (scalar) {
    case ScalarKind::bfloat16:
      return " BFloat16KHR";
    case ScalarKind::float8_e4m3:
      return " Float8E4M3EXT";
    case ScalarKind::float8_e5m2:
      return " Float8E5M2EXT";
    case ScalarKind::float6_e2m3:
      return " Float6E2M3EXT";
    case ScalarKind::float6_e3m2:
      return " Float6E3M2EXT";
    case ScalarKind::float4_e2m1:
      return " Float4E2M1EXT";
    case ScalarKind::float8_e8m0:
      return " Float8UnsignedE8M0EXT";
    case ScalarKind::mxint8:
      return " MXInt8EXT";
    default:
      return "";
  }
}

}  // namespace

std::string type_declaration(ScalarKind scalar) {
  if (scalar == ScalarKind::boolean) return "OpTypeBool";
  const EncodedFormat* const format = encoded_format(scalar);
  const std::size_t bits =
      format == nullptr ? 8 * scalar_size(scalar) : static_cast<std::size_t>(format->bits());
  if (is_float(scalar)) return fmt::format("OpTypeFloat {}{}", bits, encoding_operand(scalar));
  return fmt::format("OpTypeInt {} {}", bits, is_signed_integer(scalar) ? 1 : 0);
}

std::vector<std::string> capabilities_of(ScalarKind scalar) {
  switch (scalar) {
    case ScalarKind::int8:
    case ScalarKind::uint8:
      return {"Int8", "StorageBuffer8BitAccess"};
    case ScalarKind::int16:
    case ScalarKind::uint16:
      return {"Int16", "StorageBuffer16BitAccess"};
    case ScalarKind::float16:
      return {"Float16", "StorageBuffer16BitAccess"};
    case ScalarKind::bfloat16:
      return {"BFloat16TypeKHR", "StorageBuffer16BitAccess"};
    case ScalarKind::float8_e4m3:
    case ScalarKind::float8_e5m2:
      return {"Float8EXT", "StorageBuffer8BitAccess"};
    case ScalarKind::float6_e2m3:
    case ScalarKind::float6_e3m2:
      return {"Float6EXT"};
    case ScalarKind::float4_e2m1:
      return {"Float4EXT"};
    case ScalarKind::float8_e8m0:
      return {"Float8UnsignedE8M0EXT", "StorageBuffer8BitAccess"};
    case ScalarKind::mxint8:
      return {"MXInt8EXT", "StorageBuffer8BitAccess"};
    case ScalarKind::int64:
    case ScalarKind::uint64:
      return {"Int64"};
    case ScalarKind::float64:
      return {"Float64"};
    default:
      return {};
  }
}

std::string_view extension_of(ScalarKind scalar) {
  if (!is_float(scalar) || is_ieee_float(scalar)) return "";
  if (scalar == ScalarKind::bfloat16) return "SPV_KHR_bfloat16";
  return is_microscaling(scalar) ? "SPV_EXT_ocp_microscaling_types" : "SPV_EXT_float8";
}

std::vector<ValueType> unsigned_types() {
  using enum ScalarKind;
  return with_vectors({uint8, uint16, uint32, uint64}, uint32);
}

std::vector<ValueType> signed_types() {
  using enum ScalarKind;
  return with_vectors({int8, int16, int32, int64}, int32);
}

std::vector<ValueType> float_types() {
  using enum ScalarKind;
  return with_vectors({float16, float32, float64}, float32);
}

std::vector<ValueType> all_number_types() {
  std::vector<ValueType> types = unsigned_types();
  for (const ValueType type : float_types()) types.push_back(type);
  return types;
}

}  // namespace spirv_oracle::golden
