#include "golden/suite/computation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "cli/scalar.h"

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;
using Types = std::vector<ValueType>;
using Bits = std::span<const std::uint64_t>;

// --- types by letters ---

// The types that one letter of a signature stands for, one after the other:
// f, h: floats, those of 16 and 32 bits; c, v: scalars, vectors of floats; u, s: unsigned and signed integers;
// w, z: those of 32 bits; l, k: Booleans, vectors of them.
Types types_of(char letter) {
  switch (letter) {
    case 'f':
      return float_types();
    case 'h':
      return {{float16, 1}, {float32, 1}, {float32, 2}, {float32, 3}};
    case 'c':
      return {{float16, 1}, {float32, 1}, {float64, 1}};
    case 'v':
      return {{float32, 2}, {float32, 3}, {float32, 4}, {float16, 2}, {float64, 3}};
    case 'u':
      return unsigned_types();
    case 's':
      return signed_types();
    case 'w':
      return {{uint32, 1}, {uint32, 2}, {uint32, 3}};
    case 'z':
      return {{int32, 1}, {int32, 2}, {int32, 3}};
    case 'l':
      return {{boolean, 1}, {boolean, 2}, {boolean, 3}};
    case 'k':
      return {{boolean, 2}, {boolean, 3}, {boolean, 4}};
    default:
      return {};
  }
}

// B: a Boolean; b, i: Booleans and 32-bit integers, as many as the type of the signature has components; F: a component
// of that type; n: uint32; other letters: the type itself.
ValueType type_of(char letter, ValueType varying) {
  switch (letter) {
    case 'B':
      return boolean_value;
    case 'b':
      return {boolean, varying.components};
    case 'i':
      return {int32, varying.components};
    case 'F':
      return {varying.scalar, 1};
    case 'n':
      return uint32_value;
    default:
      return varying;
  }
}

struct Row {
  std::string_view instruction;
  std::string_view signature;  // of the result and the operands: "f:ff"
  bool (*is_defined)(const Computation&, Bits) = nullptr;
  unsigned first_bit_count = 0;
  std::optional<std::pair<unsigned, unsigned>> ascending = {};
};

std::vector<Computation> expanded(const Row& row) {
  const std::string_view operands = row.signature.substr(2);
  Types types;
  for (const char letter : operands) {
    if (types.empty()) types = types_of(letter);
  }
  std::vector<Computation> all;
  for (const ValueType type : types) {
    Computation one;
    one.instruction = row.instruction;
    one.is_extended = !row.instruction.starts_with("Op");
    one.result = type_of(row.signature[0], type);
    for (const char letter : operands) one.operands.emplace_back(type_of(letter, type));
    one.suffix = type_name(type);
    one.is_defined = row.is_defined;
    one.first_bit_count = row.first_bit_count;
    one.ascending = row.ascending;
    all.push_back(std::move(one));
  }
  return all;
}

template <std::size_t N>
void add_rows(const Row (&rows)[N], std::vector<Computation>& all) {
  for (const Row& row : rows) {
    for (Computation& one : expanded(row)) all.push_back(std::move(one));
  }
}

// --- definedness ---

std::int64_t sign_extended(ScalarKind scalar, std::uint64_t bits) {
  const unsigned unused = 64 - 8 * static_cast<unsigned>(scalar_size(scalar));
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

bool divides_unsigned(const Computation&, Bits bits) { return bits[1] != 0; }

// No division by 0, and no quotient that the type does not hold.
bool divides_signed(const Computation& computation, Bits bits) {
  const ScalarKind scalar = computation.operands[0].column.scalar;
  const unsigned width = 8 * static_cast<unsigned>(scalar_size(scalar));
  const bool is_least = bits[0] == std::uint64_t{1} << (width - 1);
  return bits[1] != 0 && !(is_least && sign_extended(scalar, bits[1]) == -1);
}

bool fits_integer(const Computation& computation, Bits bits) {
  const double value = std::trunc(float_value(computation.operands[0].column.scalar, bits[0]));
  const ScalarKind to = computation.result.column.scalar;
  const int width = 8 * static_cast<int>(scalar_size(to));
  if (!is_signed_integer(to)) return value >= 0 && value < std::ldexp(1.0, width);
  return value >= -std::ldexp(1.0, width - 1) && value < std::ldexp(1.0, width - 1);
}

// --- conversions ---

void add_conversions(std::string_view instruction, const Types& from, const Types& to,
                     bool (*is_defined)(const Computation&, Bits), std::vector<Computation>& all) {
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
Types with_vectors(Types scalars, ScalarKind of_vectors) {
  scalars.push_back({of_vectors, 3});
  return scalars;
}

// Between types of the same size, one of which is an unsigned integer.
void add_bitcasts(std::vector<Computation>& all) {
  const std::vector<Types> sizes{
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
  for (const Types& types : sizes) {
    for (std::size_t k = 1; k < types.size(); ++k) {
      add(types[0], types[k]);
      add(types[k], types[0]);
    }
  }
}

// Integers of kernels have no sign in their type.
void add_saturated(std::vector<Computation>& all) {
  const Types integers{{uint8, 1}, {uint16, 1}, {uint32, 1}, {uint64, 1}};
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

// The same once more under execution modes that leave no choice of results.
void add_float_controls(std::vector<Computation>& all) {
  constexpr std::string_view rounded[] = {"OpFConvert", "OpConvertSToF", "OpConvertUToF",
                                          "OpFAdd",     "OpFSub",        "OpFMul"};
  struct Control {
    std::string_view suffix;
    std::vector<std::string> modes;
  };
  const Control controls[] = {{"rte", {"RoundingModeRTE", "DenormPreserve"}},
                              {"rtz", {"RoundingModeRTZ", "DenormPreserve"}},
                              {"flushed", {"DenormFlushToZero"}}};
  const std::size_t count = all.size();
  for (std::size_t k = 0; k < count; ++k) {
    const bool is_rounded = std::ranges::find(rounded, all[k].instruction) != std::end(rounded);
    if (!is_rounded || all[k].result.components() > 1) continue;
    for (const Control& control : controls) {
      Computation one = all[k];
      one.suffix += fmt::format(".{}", control.suffix);
      one.modes = control.modes;
      all.push_back(std::move(one));
    }
  }
}

// --- arithmetic ---

constexpr Row arithmetic_rows[] = {
    {"OpSNegate", "s:s"},
    {"OpFNegate", "f:f"},
    {"OpIAdd", "u:uu"},
    {"OpFAdd", "f:ff"},
    {"OpISub", "u:uu"},
    {"OpFSub", "f:ff"},
    {"OpIMul", "u:uu"},
    {"OpFMul", "f:ff"},
    {"OpUDiv", "u:uu", divides_unsigned},
    {"OpSDiv", "s:ss", divides_signed},
    {"OpFDiv", "f:ff"},
    {"OpUMod", "u:uu", divides_unsigned},
    {"OpSRem", "s:ss", divides_signed},
    {"OpSMod", "s:ss", divides_signed},
    {"OpFRem", "f:ff"},
    {"OpFMod", "f:ff"},
    {"OpVectorTimesScalar", "v:vF"},
    {"OpDot", "F:vv"},
    {"OpShiftRightLogical", "u:uu", nullptr, 1},
    {"OpShiftRightArithmetic", "s:ss", nullptr, 1},
    {"OpShiftLeftLogical", "u:uu", nullptr, 1},
    {"OpBitwiseOr", "u:uu"},
    {"OpBitwiseXor", "u:uu"},
    {"OpBitwiseAnd", "u:uu"},
    {"OpNot", "u:u"},
    {"OpBitFieldInsert", "w:wwnn", nullptr, 2},
    {"OpBitFieldSExtract", "z:znn", nullptr, 1},
    {"OpBitFieldUExtract", "w:wnn", nullptr, 1},
    {"OpBitReverse", "w:w"},
    {"OpBitCount", "w:w"},
    {"OpAny", "B:k"},
    {"OpAll", "B:k"},
    {"OpIsNan", "b:f"},
    {"OpIsInf", "b:f"},
    {"OpLogicalEqual", "l:ll"},
    {"OpLogicalNotEqual", "l:ll"},
    {"OpLogicalOr", "l:ll"},
    {"OpLogicalAnd", "l:ll"},
    {"OpLogicalNot", "l:l"},
    {"OpSelect", "u:buu"},
    {"OpSelect", "f:bff"},
    {"OpSelect", "l:lll"},
    {"OpIEqual", "b:uu"},
    {"OpINotEqual", "b:uu"},
    {"OpUGreaterThan", "b:uu"},
    {"OpSGreaterThan", "b:ss"},
    {"OpUGreaterThanEqual", "b:uu"},
    {"OpSGreaterThanEqual", "b:ss"},
    {"OpULessThan", "b:uu"},
    {"OpSLessThan", "b:ss"},
    {"OpULessThanEqual", "b:uu"},
    {"OpSLessThanEqual", "b:ss"},
    {"OpFOrdEqual", "b:ff"},
    {"OpFUnordEqual", "b:ff"},
    {"OpFOrdNotEqual", "b:ff"},
    {"OpFUnordNotEqual", "b:ff"},
    {"OpFOrdLessThan", "b:ff"},
    {"OpFUnordLessThan", "b:ff"},
    {"OpFOrdGreaterThan", "b:ff"},
    {"OpFUnordGreaterThan", "b:ff"},
    {"OpFOrdLessThanEqual", "b:ff"},
    {"OpFUnordLessThanEqual", "b:ff"},
    {"OpFOrdGreaterThanEqual", "b:ff"},
    {"OpFUnordGreaterThanEqual", "b:ff"},
};

constexpr Row kernel_rows[] = {{"OpIsFinite", "b:f"},
                               {"OpIsNormal", "b:f"},
                               {"OpSignBitSet", "b:f"},
                               {"OpOrdered", "b:ff"},
                               {"OpUnordered", "b:ff"}};

// Structures of two integers.
constexpr Row two_result_rows[] = {{"OpIAddCarry", "u:uu"},
                                   {"OpISubBorrow", "u:uu"},
                                   {"OpUMulExtended", "u:uu"},
                                   {"OpSMulExtended", "s:ss"}};

void add_matrix_products(std::vector<Computation>& all) {
  const auto add = [&all](const char* instruction, ComputedType result,
                          std::vector<ComputedType> operands) {
    Computation one;
    one.instruction = instruction;
    one.result = result;
    one.suffix = type_name({result.column.scalar, 1});
    one.operands = std::move(operands);
    all.push_back(std::move(one));
  };
  for (const ScalarKind scalar : {float16, float32, float64}) {
    // Not square: rows and columns cannot be swapped unseen.
    const ValueType one{scalar, 1}, two{scalar, 2}, three{scalar, 3};
    const ComputedType two_by_three{two, 3}, three_by_two{three, 2};
    add("OpMatrixTimesScalar", two_by_three, {two_by_three, one});
    add("OpVectorTimesMatrix", three, {two, two_by_three});
    add("OpMatrixTimesVector", two, {two_by_three, three});
    add("OpMatrixTimesMatrix", {two, 2}, {two_by_three, three_by_two});
    add("OpOuterProduct", two_by_three, {two, three});
  }
}

void add_dot_products(std::vector<Computation>& all) {
  struct Dot {
    const char* instruction;
    ScalarKind a, b;
    bool accumulates;
  };
  const Dot dots[] = {{"OpSDot", int8, int8, false},        {"OpUDot", uint8, uint8, false},
                      {"OpSUDot", int8, uint8, false},      {"OpSDotAccSat", int8, int8, true},
                      {"OpUDotAccSat", uint8, uint8, true}, {"OpSUDotAccSat", int8, uint8, true}};
  for (const Dot& dot : dots) {
    const ValueType result = dot.a == uint8 ? uint32_value : ValueType{int32, 1};
    for (const bool is_packed : {false, true}) {
      Computation one;
      one.instruction = dot.instruction;
      one.result = result;
      const ValueType packed_a = uint32_value;
      one.operands = {is_packed ? packed_a : ValueType{dot.a, 4},
                      is_packed ? packed_a : ValueType{dot.b, 4}};
      if (dot.accumulates) one.operands.emplace_back(result);
      one.suffix = is_packed ? "packed" : "vectors";
      one.literals = is_packed ? " PackedVectorFormat4x8Bit" : "";
      one.capabilities = {"DotProduct",
                          is_packed ? "DotProductInput4x8BitPacked" : "DotProductInput4x8Bit"};
      one.extensions = {"SPV_KHR_integer_dot_product"};
      all.push_back(std::move(one));
    }
  }
}

// --- GLSL.std.450 ---

constexpr std::pair bounds{1u, 2u}, edges{0u, 1u};

constexpr Row glsl_rows[] = {
    {"Round", "f:f"},
    {"RoundEven", "f:f"},
    {"Trunc", "f:f"},
    {"FAbs", "f:f"},
    {"SAbs", "s:s"},
    {"FSign", "f:f"},
    {"SSign", "s:s"},
    {"Floor", "f:f"},
    {"Ceil", "f:f"},
    {"Fract", "f:f"},
    {"Radians", "h:h"},
    {"Degrees", "h:h"},
    {"Sin", "h:h"},
    {"Cos", "h:h"},
    {"Tan", "h:h"},
    {"Asin", "h:h"},
    {"Acos", "h:h"},
    {"Atan", "h:h"},
    {"Sinh", "h:h"},
    {"Cosh", "h:h"},
    {"Tanh", "h:h"},
    {"Asinh", "h:h"},
    {"Acosh", "h:h"},
    {"Atanh", "h:h"},
    {"Atan2", "h:hh"},
    {"Pow", "h:hh"},
    {"Exp", "h:h"},
    {"Log", "h:h"},
    {"Exp2", "h:h"},
    {"Log2", "h:h"},
    {"Sqrt", "f:f"},
    {"InverseSqrt", "f:f"},
    {"FMin", "f:ff"},
    {"UMin", "u:uu"},
    {"SMin", "s:ss"},
    {"FMax", "f:ff"},
    {"UMax", "u:uu"},
    {"SMax", "s:ss"},
    {"FClamp", "f:fff", nullptr, 0, bounds},
    {"UClamp", "u:uuu", nullptr, 0, bounds},
    {"SClamp", "s:sss", nullptr, 0, bounds},
    {"FMix", "f:fff"},
    {"Step", "f:ff"},
    {"SmoothStep", "f:fff", nullptr, 0, edges},
    {"Fma", "f:fff"},
    {"Ldexp", "f:fi"},
    {"Length", "F:v"},
    {"Length", "c:c"},
    {"Distance", "F:vv"},
    {"Normalize", "v:v"},
    {"FaceForward", "v:vvv"},
    {"Reflect", "v:vv"},
    {"Refract", "v:vvF"},
    {"FindILsb", "w:w"},
    {"FindSMsb", "z:z"},
    {"FindUMsb", "w:w"},
    {"NMin", "f:ff"},
    {"NMax", "f:ff"},
    {"NClamp", "f:fff", nullptr, 0, bounds},
};

void add_packing(std::vector<Computation>& all) {
  struct Packing {
    const char* name;
    ValueType result, operand;
  };
  const ValueType two{float32, 2}, four{float32, 4}, words{uint32, 2}, number{float64, 1};
  const Packing packings[] = {
      {"PackSnorm4x8", uint32_value, four},   {"PackUnorm4x8", uint32_value, four},
      {"PackSnorm2x16", uint32_value, two},   {"PackUnorm2x16", uint32_value, two},
      {"PackHalf2x16", uint32_value, two},    {"PackDouble2x32", number, words},
      {"UnpackSnorm2x16", two, uint32_value}, {"UnpackUnorm2x16", two, uint32_value},
      {"UnpackHalf2x16", two, uint32_value},  {"UnpackSnorm4x8", four, uint32_value},
      {"UnpackUnorm4x8", four, uint32_value}, {"UnpackDouble2x32", words, number}};
  for (const Packing& packing : packings) {
    Computation one;
    one.instruction = packing.name;
    one.is_extended = true;
    one.result = packing.result;
    one.operands = {packing.operand};
    all.push_back(std::move(one));
  }
}

void add_parts(std::vector<Computation>& all) {
  using enum Computation::SecondResult;
  for (const ValueType type : types_of('f')) {
    for (const char* name : {"Modf", "ModfStruct", "Frexp", "FrexpStruct"}) {
      Computation one;
      one.instruction = name;
      one.is_extended = true;
      one.result = type;
      one.operands = {type};
      one.suffix = type_name(type);
      one.second_result = std::string_view(name).ends_with("Struct") ? member : pointed_to;
      one.second =
          std::string_view(name).starts_with("Modf") ? type : ValueType{int32, type.components};
      all.push_back(std::move(one));
    }
  }
}

void add_matrices(std::vector<Computation>& all) {
  for (const ScalarKind scalar : {float16, float32, float64}) {
    for (const unsigned size : {2u, 3u, 4u}) {
      for (const char* name : {"Determinant", "MatrixInverse"}) {
        const ComputedType matrix{{scalar, size}, size};
        Computation one;
        one.instruction = name;
        one.is_extended = true;
        one.result = std::string_view(name) == "Determinant" ? ComputedType{{scalar, 1}} : matrix;
        one.operands = {matrix};
        one.suffix = fmt::format("{}.{}", type_name({scalar, 1}), size);
        all.push_back(std::move(one));
      }
    }
  }
}

}  // namespace

std::vector<Computation> conversions() {
  std::vector<Computation> all;
  const Types floats = with_vectors({{float16, 1}, {float32, 1}, {float64, 1}}, float32);
  const Types unsigned_integers =
      with_vectors({{uint8, 1}, {uint16, 1}, {uint32, 1}, {uint64, 1}}, uint32);
  const Types signed_integers =
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
  add_float_controls(all);
  return all;
}

std::vector<Computation> arithmetic() {
  std::vector<Computation> all;
  add_rows(arithmetic_rows, all);
  const std::size_t first_kernel = all.size();
  add_rows(kernel_rows, all);
  for (std::size_t k = first_kernel; k < all.size(); ++k) {
    all[k].capabilities = {"Kernel"};
    all[k].is_vulkan = false;
  }
  const std::size_t first_pair = all.size();
  add_rows(two_result_rows, all);
  for (std::size_t k = first_pair; k < all.size(); ++k) {
    all[k].second_result = Computation::SecondResult::member;
    all[k].second = all[k].result.column;
  }
  add_matrix_products(all);
  add_dot_products(all);
  add_float_controls(all);
  for (Computation& one : expanded({"OpFmaKHR", "f:fff"})) {
    one.capabilities = {"FMAKHR"};
    one.extensions = {"SPV_KHR_fma"};
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<Computation> glsl_instructions() {
  std::vector<Computation> all;
  add_rows(glsl_rows, all);
  Computation cross;
  cross.instruction = "Cross";
  cross.is_extended = true;
  for (const ScalarKind scalar : {float16, float32, float64}) {
    const ValueType three{scalar, 3};
    cross.result = three;
    cross.operands = {three, three};
    cross.suffix = type_name(three);
    all.push_back(cross);
  }
  add_packing(all);
  add_parts(all);
  add_matrices(all);
  return all;
}

}  // namespace spirv_oracle::golden
