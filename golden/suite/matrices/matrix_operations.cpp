// Arithmetic, conversions and control flow with cooperative matrices.

#include <fmt/format.h>

#include <span>

#include "data/scalar.h"
#include "golden/suite/matrices/matrix_writer.h"

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;

// Small whole numbers other than 0, which every operation below maps to exact results, or to quotients.
std::uint64_t operand_bits(ScalarKind kind, std::uint32_t row, std::uint32_t column,
                           std::uint32_t seed) {
  auto number = static_cast<std::int64_t>(scrambled(row * 64 + column + seed) % 11) + 1;
  const bool is_signed = is_float(kind) || is_signed_integer(kind);
  if (is_signed && (row + column + seed) % 3 == 0) number = -number;
  if (is_float(kind)) return float_bits(kind, static_cast<double>(number));
  return static_cast<std::uint64_t>(number) & all_bits(kind);
}

MatrixTile operand_of(MatrixWriter& writer, const MatrixType& type, std::uint32_t seed) {
  return writer.input(type, seed % 2 != 0, [type, seed](std::uint32_t row, std::uint32_t column) {
    return operand_bits(type.component, row, column, seed);
  });
}

struct Operation {
  std::string_view name;
  unsigned operands = 2;
};

std::vector<Operation> operations_of(ScalarKind kind) {
  if (is_float(kind)) {
    return {{"OpFNegate", 1}, {"OpFAdd"}, {"OpFSub"},
            {"OpFMul"},       {"OpFDiv"}, {"OpMatrixTimesScalar", 1}};
  }
  return {{"OpSNegate", 1},
          {"OpIAdd"},
          {"OpISub"},
          {"OpIMul"},
          {is_signed_integer(kind) ? "OpSDiv" : "OpUDiv"},
          {"OpMatrixTimesScalar", 1}};
}

SuiteModule make_arithmetic(const SuiteShape& shape, ScalarKind kind, const std::string& name) {
  MatrixWriter writer(shape);
  const MatrixType type{kind, 16, 16, 'c'};
  const std::string x = writer.load(operand_of(writer, type, 0));
  const std::string y = writer.load(operand_of(writer, type, 1));
  const std::string of = writer.type(type);
  for (const Operation& operation : operations_of(kind)) {
    std::string operands = x;
    if (operation.operands == 2) operands += " " + y;
    if (operation.name == "OpMatrixTimesScalar")
      operands += " " + writer.constant_of(kind, operand_bits(kind, 1, 1, 0));
    const std::string result =
        writer.computed(fmt::format("{} {} {}", operation.name, of, operands));
    writer.result(std::string(operation.name), type, false, result);
  }
  const std::string three = writer.constant_of(kind, is_float(kind) ? float_bits(kind, 3) : 3);
  writer.result("OpCompositeConstruct", type, false,
                writer.computed(fmt::format("OpCompositeConstruct {} {}", of, three)));
  writer.result("OpConstantComposite", type, false,
                writer.declared("%threes", fmt::format("OpConstantComposite {} {}", of, three)));
  writer.result("OpConstantNull", type, false,
                writer.declared("%nulls", fmt::format("OpConstantNull {}", of)));
  return writer.module(name, "matrices");
}

struct MatrixConversion {
  std::string_view instruction;
  ScalarKind from, to;
};

constexpr MatrixConversion matrix_conversions[] = {
    {"OpFConvert", float16, float32},  {"OpFConvert", float32, float16},
    {"OpConvertFToS", float32, int32}, {"OpConvertFToU", float32, uint32},
    {"OpConvertSToF", int32, float32}, {"OpConvertUToF", uint32, float32},
    {"OpConvertSToF", int32, float16}, {"OpBitcast", int32, uint32},
    {"OpBitcast", uint32, int32},
};

// All conversions of one component type.
SuiteModule make_conversions(const SuiteShape& shape, ScalarKind from, const std::string& name) {
  MatrixWriter writer(shape);
  const MatrixType type{from, 16, 16, 'c'};
  // A float that is converted to an unsigned integer is not negative.
  const MatrixTile tile =
      writer.input(type, false, [from](std::uint32_t row, std::uint32_t column) {
        const std::uint32_t number = row * 16 + column;
        return is_float(from) ? float_bits(from, number + 0.25 * (number % 4)) : number * 1237;
      });
  const std::string loaded = writer.load(tile);
  for (const MatrixConversion& conversion : matrix_conversions) {
    if (conversion.from != from) continue;
    const MatrixType to{conversion.to, 16, 16, 'c'};
    const std::string of = writer.type(to);
    writer.result(fmt::format("{} to {}", conversion.instruction, scalar_name(conversion.to)), to,
                  false,
                  writer.computed(fmt::format("{} {} {}", conversion.instruction, of, loaded)));
  }
  return writer.module(name, "matrices");
}

// A matrix in an array and a structure, as the parameter of a function, and in a phi of a loop.
SuiteModule make_flow(const SuiteShape& shape, const std::string& name) {
  MatrixWriter writer(shape);
  const MatrixType type{float32, 16, 16, 'c'};
  const std::string x = writer.load(operand_of(writer, type, 0));
  const std::string y = writer.load(operand_of(writer, type, 1));
  const std::string of = writer.type(type), two = writer.constant(2), zero = writer.constant(0);
  const std::string one = writer.constant(1), four = writer.constant(4);
  writer.declared("%bool", "OpTypeBool");
  writer.declared("%pair", fmt::format("OpTypeArray {} {}", of, two));
  writer.declared("%record", fmt::format("OpTypeStruct %uint32 {}", of));
  writer.declared("%sum_type", fmt::format("OpTypeFunction {0} {0} {0}", of));
  writer.function(fmt::format(
      "%sum = OpFunction {0} None %sum_type\n%left = OpFunctionParameter {0}\n%right = "
      "OpFunctionParameter {0}\n%sum_entry = OpLabel\n%sum_value = OpFAdd {0} %left %right\n"
      "OpReturnValue %sum_value\nOpFunctionEnd\n",
      of));
  const std::string pair = writer.computed(fmt::format("OpCompositeConstruct %pair {} {}", x, y));
  writer.result("from an array", type, false,
                writer.computed(fmt::format("OpCompositeExtract {} {} 1", of, pair)));
  const std::string record =
      writer.computed(fmt::format("OpCompositeConstruct %record {} {}", two, x));
  writer.result("from a structure", type, false,
                writer.computed(fmt::format("OpCompositeExtract {} {} 1", of, record)));
  writer.result("from a function", type, false,
                writer.computed(fmt::format("OpFunctionCall {} %sum {} {}", of, x, y)));
  writer.line(fmt::format(
      "OpBranch %before\n%before = OpLabel\nOpBranch %header\n%header = OpLabel\n"
      "%total = OpPhi {0} {1} %before %next_total %next\n%i = OpPhi %uint32 {2} %before %next_i "
      "%next\n%more = OpULessThan %bool %i {3}\nOpLoopMerge %done %next None\n"
      "OpBranchConditional %more %next %done\n%next = OpLabel\n%next_total = OpFAdd {0} %total "
      "{4}\n%next_i = OpIAdd %uint32 %i {5}\nOpBranch %header\n%done = OpLabel",
      of, x, zero, four, y, one));
  writer.result("from a loop", type, false, "%total");
  return writer.module(name, "matrices");
}

}  // namespace

void add_operation_tests(std::vector<MatrixTest>& tests) {
  for (const ScalarKind kind : {float16, float32, int32, uint32, int16}) {
    const std::string name = fmt::format("matrices.arithmetic.{}", scalar_name(kind));
    tests.push_back({name, "matrices", [kind, name](const SuiteShape& shape) {
                       return make_arithmetic(shape, kind, name);
                     }});
  }
  for (const ScalarKind kind : {float16, float32, int32, uint32}) {
    const std::string name = fmt::format("matrices.conversions.{}", scalar_name(kind));
    tests.push_back({name, "matrices", [kind, name](const SuiteShape& shape) {
                       return make_conversions(shape, kind, name);
                     }});
  }
  const std::string name = "matrices.flow.float32";
  tests.push_back(
      {name, "matrices", [name](const SuiteShape& shape) { return make_flow(shape, name); }});
}

}  // namespace spirv_oracle::golden
