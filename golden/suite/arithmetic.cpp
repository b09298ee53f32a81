#include <fmt/format.h>

#include <utility>

#include "data/scalar.h"
#include "golden/suite/computation_row.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;

bool divides_unsigned(const Computation&, OperandBits bits) { return bits[1] != 0; }

// No division by 0, and no quotient that the type cannot represent.
bool divides_signed(const Computation& computation, OperandBits bits) {
  const ScalarKind scalar = computation.operands[0].column.scalar;
  const unsigned width = 8 * static_cast<unsigned>(scalar_size(scalar));
  const bool is_least = bits[0] == std::uint64_t{1} << (width - 1);
  return bits[1] != 0 && !(is_least && sign_extended(bits[1], 8 * scalar_size(scalar)) == -1);
}

constexpr ComputationRow arithmetic_rows[] = {
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

constexpr ComputationRow kernel_rows[] = {{"OpIsFinite", "b:f"},
                                          {"OpIsNormal", "b:f"},
                                          {"OpSignBitSet", "b:f"},
                                          {"OpOrdered", "b:ff"},
                                          {"OpUnordered", "b:ff"}};

// Structures of two integers.
constexpr ComputationRow two_result_rows[] = {{"OpIAddCarry", "u:uu"},
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
    // Not square, so that swapped rows and columns are detected.
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

// Dot products that accumulate with more precision than their operands have.
void add_mixed_dot_products(std::vector<Computation>& all) {
  struct Dot {
    const char* instruction;
    ScalarKind factor, sum;
    unsigned count;
    const char* capability;
  };
  const Dot dots[] = {
      {"OpFDot2MixAcc32VALVE", float16, float32, 2, "DotProductFloat16AccFloat32VALVE"},
      {"OpFDot2MixAcc32VALVE", bfloat16, float32, 2, "DotProductBFloat16AccVALVE"},
      {"OpFDot2MixAcc16VALVE", float16, float16, 2, "DotProductFloat16AccFloat16VALVE"},
      {"OpFDot2MixAcc16VALVE", bfloat16, bfloat16, 2, "DotProductBFloat16AccVALVE"},
      {"OpFDot4MixAcc32VALVE", float8_e4m3, float32, 4, "DotProductFloat8AccFloat32VALVE"},
      {"OpFDot4MixAcc32VALVE", float8_e5m2, float32, 4, "DotProductFloat8AccFloat32VALVE"}};
  for (const Dot& dot : dots) {
    const ValueType vector{dot.factor, dot.count}, sum{dot.sum, 1};
    Computation one;
    one.instruction = dot.instruction;
    one.result = sum;
    one.operands = {vector, vector, sum};
    one.suffix = fmt::format("{}.{}", type_name(vector), type_name(sum));
    one.capabilities = {dot.capability};
    one.extensions = {"SPV_VALVE_mixed_float_dot_product"};
    one.is_vulkan = false;
    all.push_back(std::move(one));
  }
}

}  // namespace

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
  add_mixed_dot_products(all);
  for (Computation& one : expanded({"OpFmaKHR", "f:fff"})) {
    one.capabilities = {"FMAKHR"};
    one.extensions = {"SPV_KHR_fma"};
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace spirv_oracle::golden
