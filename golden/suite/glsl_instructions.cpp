#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "data/scalar.h"
#include "golden/suite/computation_row.h"

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;

constexpr std::pair bounds{1u, 2u}, edges{0u, 1u};

constexpr ComputationRow glsl_rows[] = {
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
