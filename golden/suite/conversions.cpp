#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "data/scalar.h"
#include "golden/suite/computation_row.h"

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;

bool fits_integer(const Computation& computation, OperandBits bits) {
  const double value = std::trunc(float_value(computation.operands[0].column.scalar, bits[0]));
  const ScalarKind to = computation.result.column.scalar;
  const int width = 8 * static_cast<int>(scalar_size(to));
  if (!is_signed_integer(to)) return value >= 0 && value < std::ldexp(1.0, width);
  return value >= -std::ldexp(1.0, width - 1) && value < std::ldexp(1.0, width - 1);
}

void add_conversions(std::string_view instruction, const ValueTypes& from, const ValueTypes& to,
                     bool (*is_defined)(const Computation&, OperandBits),
                     std::vector<Computation>& all) {
  for (const ValueType source : from) {
    for (const ValueType target : to) {
      if (source.components != target.components) continue;
      const bool is_same_kind = is_float(source.scalar) == is_float(target.scalar);
      if (is_same_kind && scalar_size(source.scalar) == scalar_size(target.scalar)) continue;
      Computation one;
      one.instruction = instruction;
      one.result = target;
      one.operands = {source};
      one.suffix = fmt::format("{}.{}", type_name(source), type_name(target));
      one.is_defined = is_defined;
      all.push_back(std::move(one));
    }
  }
}

// Scalars, and the vectors that conversions between them and 32-bit types need.
ValueTypes with_vectors(ValueTypes scalars, ScalarKind of_vectors) {
  scalars.push_back({of_vectors, 3});
  return scalars;
}

// Between types of the same size, one of which is an unsigned integer.
void add_bitcasts(std::vector<Computation>& all) {
  const std::vector<ValueTypes> sizes{
      {{uint8, 1}, {int8, 1}},
      {{uint16, 1}, {int16, 1}, {float16, 1}, {uint8, 2}},
      {{uint32, 1}, {int32, 1}, {float32, 1}, {uint16, 2}, {uint8, 4}, {float16, 2}},
      {{uint64, 1}, {int64, 1}, {float64, 1}, {uint32, 2}, {float32, 2}, {uint16, 4}},
      {{uint32, 3}, {int32, 3}, {float32, 3}}};
  const auto add = [&all](ValueType from, ValueType to) {
    Computation one;
    one.instruction = "OpBitcast";
    one.result = to;
    one.operands = {from};
    one.suffix = fmt::format("{}.{}", type_name(from), type_name(to));
    all.push_back(std::move(one));
  };
  for (const ValueTypes& types : sizes) {
    for (std::size_t k = 1; k < types.size(); ++k) {
      add(types[0], types[k]);
      add(types[k], types[0]);
    }
  }
}

// Integers of kernels have no sign in their type.
void add_saturated(std::vector<Computation>& all) {
  const ValueTypes integers{{uint8, 1}, {uint16, 1}, {uint32, 1}, {uint64, 1}};
  for (const char* name : {"OpSatConvertSToU", "OpSatConvertUToS"}) {
    for (const ValueType from : integers) {
      for (const ValueType to : integers) {
        Computation one;
        one.instruction = name;
        one.result = to;
        one.operands = {from};
        one.suffix = fmt::format("{}.{}", type_name(from), type_name(to));
        one.capabilities = {"Kernel"};
        one.is_vulkan = false;
        all.push_back(std::move(one));
      }
    }
  }
}

// Between floats with and without an encoding operand, and integers.
void add_small_floats(std::vector<Computation>& all) {
  const ValueTypes small{{bfloat16, 1}, {float8_e4m3, 1}, {float8_e5m2, 1}};
  const ValueTypes wide{{float16, 1}, {float32, 1}};
  const auto add = [&all](const char* name, ValueType from, ValueType to) {
    Computation one;
    one.instruction = name;
    one.result = to;
    one.operands = {from};
    one.suffix = fmt::format("{}.{}", type_name(from), type_name(to));
    if (std::string_view(name) == "OpConvertFToS") one.is_defined = fits_integer;
    all.push_back(one);
    if (scalar_size(to.scalar) != 1 || !is_float(to.scalar)) return;
    one.decoration = "SaturatedToLargestFloat8NormalConversionEXT";
    one.suffix += ".saturated";
    all.push_back(std::move(one));
  };
  for (const ValueType type : small) {
    for (const ValueType other : wide) {
      add("OpFConvert", other, type);
      add("OpFConvert", type, other);
    }
    add("OpConvertSToF", {int32, 1}, type);
    add("OpConvertUToF", {uint32, 1}, type);
    add("OpConvertFToS", type, {int32, 1});
  }
  add("OpFConvert", {float8_e5m2, 1}, {float8_e4m3, 1});
  add("OpFConvert", {float8_e4m3, 1}, {float8_e5m2, 1});
  add("OpFConvert", {float32, 3}, {float8_e4m3, 3});
}

// From the types of SPV_EXT_ocp_microscaling_types. Those of 4 and 6 bits are fields of integers, and become 32-bit floats.
void add_microscaling(std::vector<Computation>& all) {
  for (const ScalarKind from : {ScalarKind::float8_e8m0, ScalarKind::mxint8}) {
    for (const ValueType to : {ValueType{float16, 1}, ValueType{float32, 1}, ValueType{float32, 3},
                               ValueType{float8_e4m3, 1}}) {
      Computation one;
      one.instruction = "OpFConvert";
      one.result = to;
      one.operands = {ValueType{from, to.components}};
      one.suffix = fmt::format("{}.{}", type_name({from, to.components}), type_name(to));
      all.push_back(std::move(one));
    }
  }
  for (const ScalarKind to :
       {ScalarKind::float4_e2m1, ScalarKind::float6_e2m3, ScalarKind::float6_e3m2}) {
    for (const ValueType from :
         {ValueType{uint8, 1}, ValueType{uint32, 1}, ValueType{uint32, 3}, ValueType{uint64, 1}}) {
      Computation one;
      one.instruction = "OpBitcastExtractEXT";
      one.result = ValueType{to, from.components};
      one.operands = {from, uint32_value};
      one.first_bit_count = 1;
      one.suffix = fmt::format("{}.{}", type_name(from), type_name({to, from.components}));
      one.capabilities = {"BitcastExtractEXT"};
      all.push_back(std::move(one));
    }
  }
}

// A 32-bit float with fewer digits.
void add_tensor_float32(std::vector<Computation>& all) {
  for (const unsigned components : {1u, 3u}) {
    const ValueType type{float32, components};
    Computation one;
    one.instruction = "OpRoundFToTF32INTEL";
    one.result = type;
    one.operands = {type};
    one.suffix = type_name(type);
    one.capabilities = {"TensorFloat32RoundingINTEL"};
    one.extensions = {"SPV_INTEL_tensor_float32_conversion"};
    one.is_vulkan = false;
    all.push_back(std::move(one));
  }
}

// A bfloat16 is the bits of an integer.
void add_bfloat16(std::vector<Computation>& all) {
  const auto add = [&all](const char* name, ValueType from, ValueType to) {
    Computation one;
    one.instruction = name;
    one.result = to;
    one.operands = {from};
    one.suffix = fmt::format("{}.{}", type_name(from), type_name(to));
    one.capabilities = {"BFloat16ConversionINTEL"};
    one.extensions = {"SPV_INTEL_bfloat16_conversion"};
    one.is_vulkan = false;
    all.push_back(std::move(one));
  };
  for (const unsigned components : {1u, 3u}) {
    add("OpConvertFToBF16INTEL", {float32, components}, {uint16, components});
    add("OpConvertBF16ToFINTEL", {uint16, components}, {float32, components});
  }
}

}  // namespace

std::vector<Computation> conversions() {
  std::vector<Computation> all;
  const ValueTypes floats = with_vectors({{float16, 1}, {float32, 1}, {float64, 1}}, float32);
  const ValueTypes unsigned_integers =
      with_vectors({{uint8, 1}, {uint16, 1}, {uint32, 1}, {uint64, 1}}, uint32);
  const ValueTypes signed_integers =
      with_vectors({{int8, 1}, {int16, 1}, {int32, 1}, {int64, 1}}, int32);
  add_conversions("OpConvertFToU", floats, unsigned_integers, fits_integer, all);
  add_conversions("OpConvertFToS", floats, signed_integers, fits_integer, all);
  add_conversions("OpConvertSToF", signed_integers, floats, nullptr, all);
  add_conversions("OpConvertUToF", unsigned_integers, floats, nullptr, all);
  add_conversions("OpUConvert", unsigned_integers, unsigned_integers, nullptr, all);
  add_conversions("OpSConvert", signed_integers, signed_integers, nullptr, all);
  add_conversions("OpFConvert", floats, floats, nullptr, all);
  for (const ValueType type :
       {ValueType{float32, 1}, ValueType{float32, 2}, ValueType{float32, 3}}) {
    Computation one;
    one.instruction = "OpQuantizeToF16";
    one.result = type;
    one.operands = {type};
    one.suffix = type_name(type);
    all.push_back(std::move(one));
  }
  add_bitcasts(all);
  add_saturated(all);
  add_bfloat16(all);
  add_float_controls(all);
  add_small_floats(all);
  add_microscaling(all);
  add_tensor_float32(all);
  return all;
}

}  // namespace spirv_oracle::golden
