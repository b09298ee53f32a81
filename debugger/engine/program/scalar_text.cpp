#include "debugger/engine/program/scalar_text.h"

#include <bit>

#include "debugger/engine/program/image_texels.h"
#include "interpreter/kernels/float16.h"
#include "interpreter/kernels/float_text.h"

namespace spirv_oracle {
namespace {

std::string scalar_name(ScalarType type, bool is_kernel) {
  const std::string sign = type.is_signed ? "" : "u";
  const std::string bits = std::to_string(8 * type.bytes);
  switch (type.scalar_class) {
    case ScalarType::Class::boolean:
      return "bool";
    case ScalarType::Class::pointer:
      return "pointer";
    case ScalarType::Class::floating:
      if (type.bytes == 4) return "float";
      if (type.bytes == 8) return "double";
      return is_kernel ? "half" : "float" + bits + "_t";
    case ScalarType::Class::encoded_floating:
      return std::string(format_of(type.encoding).name);
    case ScalarType::Class::integer:
      break;
  }
  if (type.bytes == 4) return sign + "int";
  if (!is_kernel) return sign + "int" + bits + "_t";
  return sign + (type.bytes == 1 ? "char" : type.bytes == 2 ? "short" : "long");
}

// Those of GLSL_EXT_bfloat16 and GLSL_EXT_float_e5m2; GLSL has no types for other formats.
std::string encoded_prefix(FloatEncoding encoding) {
  switch (encoding) {
    case FloatEncoding::bfloat16:
      return "bf16";
    case FloatEncoding::float8_e4m3:
      return "fe4m3";
    case FloatEncoding::float8_e5m2:
      return "fe5m2";
    default:
      return std::string(format_of(encoding).name) + "_";
  }
}

// The prefix of "vec" and "mat" in GLSL.
std::string vector_prefix(ScalarType type) {
  const std::string bits = std::to_string(8 * type.bytes);
  switch (type.scalar_class) {
    case ScalarType::Class::boolean:
      return "b";
    case ScalarType::Class::floating:
      return type.bytes == 4 ? "" : type.bytes == 8 ? "d" : "f" + bits;
    case ScalarType::Class::encoded_floating:
      return encoded_prefix(type.encoding);
    default:
      break;
  }
  const std::string sign = type.is_signed ? "i" : "u";
  if (type.bytes == 4) return sign;
  return sign + bits;
}

constexpr unsigned max_type_depth = 16;

struct ArrayDimensions {
  std::string text;  // the outermost dimension comes first
  Id element = 0;    // the type inside of all dimensions
};

ArrayDimensions dimensions_of(const SpecializedModule& types, Id id) {
  ArrayDimensions dimensions{{}, id};
  for (unsigned d = 0; d < max_type_depth; ++d) {
    const Type& array = types.type(dimensions.element);
    const bool is_sized = array.kind == Type::Kind::array;
    if (!is_sized && array.kind != Type::Kind::runtime_array) break;
    dimensions.text += is_sized ? "[" + std::to_string(array.count) + "]" : "[]";
    dimensions.element = array.element;
  }
  return dimensions;
}

std::string text_of(const SpecializedModule& types, Id id, bool is_kernel, unsigned depth) {
  const Type& type = types.type(id);
  if (depth > max_type_depth) return "...";
  switch (type.kind) {
    case Type::Kind::void_:
      return "void";
    case Type::Kind::scalar:
    case Type::Kind::vector:
      return type_text(type.scalar, type.kind == Type::Kind::scalar ? 1 : type.count, is_kernel);
    case Type::Kind::matrix: {
      const std::uint32_t rows = type.element_components;
      const std::string columns = std::to_string(type.count);
      return vector_prefix(type.scalar) + "mat" + columns +
             (rows == type.count ? "" : "x" + std::to_string(rows));
    }
    case Type::Kind::array:
    case Type::Kind::runtime_array: {
      const ArrayDimensions array = dimensions_of(types, id);
      return text_of(types, array.element, is_kernel, depth + max_type_depth / 2) + array.text;
    }
    case Type::Kind::cooperative_matrix: {
      const CooperativeMatrixType& matrix = type.cooperative;
      return "coopmat<" + scalar_name(type.scalar, is_kernel) + ", " + std::to_string(matrix.rows) +
             ", " + std::to_string(matrix.columns) + ">";
    }
    case Type::Kind::tensor_layout:
      return "tensorLayoutNV<" + std::to_string(type.tensor.dimensions) + ">";
    case Type::Kind::tensor_view:
      return "tensorViewNV<" + std::to_string(type.tensor.dimensions) + ">";
    case Type::Kind::ray_query:
      return "rayQueryEXT";
    case Type::Kind::acceleration_structure:
      return "accelerationStructureEXT";
    case Type::Kind::buffer:
      return "buffer";
    case Type::Kind::structure: {
      const std::string_view name = types.module().name(id);
      return name.empty() ? "struct" : std::string(name);
    }
    case Type::Kind::pointer:
      // As C has it, a pointer to void says nothing about the type.
      if (type.element == 0) return "void*";
      return text_of(types, type.element, is_kernel, depth + max_type_depth / 2) + "*";
    case Type::Kind::sampler:
      return is_kernel ? "sampler_t" : "sampler";
    case Type::Kind::image:
    case Type::Kind::sampled_image:
      return image_type_text(type, type.image, is_kernel);
    case Type::Kind::none:
    case Type::Kind::function:
    case Type::Kind::other:
      break;
  }
  return types.module().display(id);
}

}  // namespace

std::int64_t integer_of(ScalarType type, std::uint64_t bits) {
  if (type.bytes == 0) return bits != 0 ? 1 : 0;
  if (type.bytes >= 8) return static_cast<std::int64_t>(bits);
  const unsigned unused = 64 - 8u * type.bytes;
  if (type.is_signed) return static_cast<std::int64_t>(bits << unused) >> unused;
  return static_cast<std::int64_t>(bits << unused >> unused);
}

double float_of(ScalarType type, std::uint64_t bits) {
  switch (type.bytes) {
    case 2:
      return to_float(Float16{static_cast<std::uint16_t>(bits)});
    case 4:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    default:
      return std::bit_cast<double>(bits);
  }
}

std::string scalar_text(ScalarType type, std::uint64_t bits) {
  switch (type.scalar_class) {
    case ScalarType::Class::boolean:
      return bits != 0 ? "true" : "false";
    case ScalarType::Class::floating:
      if (type.bytes == 2) return encoded_text(float16_format, static_cast<std::uint32_t>(bits));
      if (type.bytes == 4)
        return float_text(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
      return float_text(std::bit_cast<double>(bits));
    case ScalarType::Class::encoded_floating:
      return encoded_text(format_of(type.encoding), static_cast<std::uint32_t>(bits));
    case ScalarType::Class::integer:
      if (type.is_signed) return std::to_string(integer_of(type, bits));
      return std::to_string(static_cast<std::uint64_t>(integer_of(type, bits)));
    case ScalarType::Class::pointer:
      break;
  }
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), digits[bits % 16]);
    bits /= 16;
  } while (bits != 0);
  return "0x" + text;
}

std::string type_text(ScalarType type, unsigned count, bool is_kernel) {
  const std::string scalar = scalar_name(type, is_kernel);
  if (count == 1) return scalar;
  if (is_kernel) return scalar + std::to_string(count);
  // GL_EXT_long_vector
  if (count > 4) return "vector<" + scalar + ", " + std::to_string(count) + ">";
  return vector_prefix(type) + "vec" + std::to_string(count);
}

std::string type_text(const SpecializedModule& types, Id type, bool is_kernel) {
  return text_of(types, type, is_kernel, 0);
}

std::string state_text(Definedness state) {
  switch (state) {
    case Definedness::defined:
      return "defined";
    case Definedness::implementation_dependent:
      return "implementation-dependent";
    default:
      return "undefined";
  }
}

}  // namespace spirv_oracle
