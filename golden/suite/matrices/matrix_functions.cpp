// Reductions of cooperative matrices, and functions for their elements.

#include <fmt/format.h>

#include "data/scalar.h"
#include "golden/suite/matrices/matrix_writer.h"

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;

// Different small whole numbers in every row and column, of which all sums are exact.
MatrixTile reduced_input(MatrixWriter& writer, const MatrixType& type) {
  return writer.input(type, false, [type](std::uint32_t row, std::uint32_t column) {
    const std::uint64_t number = scrambled(row * 64 + column) % 5 + row % 4;
    return is_float(type.component) ? float_bits(type.component, static_cast<double>(number))
                                    : number;
  });
}

struct Reduced {
  std::string_view reduce;
  std::uint32_t rows, columns;
};

// A sum and a maximum of two components.
void write_combine_functions(MatrixWriter& writer, ScalarKind kind) {
  const std::string component = writer.scalar(kind);
  writer.declared("%bool", "OpTypeBool");
  writer.declared("%combine_type", fmt::format("OpTypeFunction {0} {0} {0}", component));
  const std::string_view add = is_float(kind) ? "OpFAdd" : "OpIAdd";
  const std::string_view greater = is_float(kind)            ? "OpFOrdGreaterThan"
                                   : is_signed_integer(kind) ? "OpSGreaterThan"
                                                             : "OpUGreaterThan";
  const std::string codes[] = {
      fmt::format("%sum_result = {} {} %sum_x %sum_y\n", add, component),
      fmt::format("%more = {} %bool %maximum_x %maximum_y\n%maximum_result = OpSelect {} %more "
                  "%maximum_x %maximum_y\n",
                  greater, component)};
  const std::string_view names[] = {"sum", "maximum"};
  for (std::size_t i = 0; i < 2; ++i) {
    writer.function(fmt::format(
        "%{0} = OpFunction {1} None %combine_type\n%{0}_x = OpFunctionParameter {1}\n%{0}_y = "
        "OpFunctionParameter {1}\n%{0}_entry = OpLabel\n{2}OpReturnValue %{0}_result\n"
        "OpFunctionEnd\n",
        names[i], component, codes[i]));
  }
}

SuiteModule make_reductions(const SuiteShape& shape, ScalarKind kind, const std::string& name) {
  MatrixWriter writer(shape);
  writer.need("CooperativeMatrixReductionsNV", "SPV_NV_cooperative_matrix2");
  const MatrixType from{kind, 16, 16, 'c'};
  write_combine_functions(writer, kind);
  const std::string loaded = writer.load(reduced_input(writer, from));
  for (const Reduced& reduced :
       {Reduced{"Row", 16, 16}, Reduced{"Column", 16, 16}, Reduced{"Row|Column", 16, 16},
        Reduced{"2x2", 8, 8}, Reduced{"Row|Column", 8, 4}}) {
    const MatrixType to{kind, reduced.rows, reduced.columns, 'c'};
    for (const std::string_view function : {"sum", "maximum"}) {
      const std::string result =
          writer.computed(fmt::format("OpCooperativeMatrixReduceNV {} {} {} %{}", writer.type(to),
                                      loaded, reduced.reduce, function));
      writer.result(fmt::format("{} {} {}x{}", function, reduced.reduce, to.rows, to.columns), to,
                    false, result);
    }
  }
  return writer.module(name, "OpCooperativeMatrixReduceNV");
}

// The element times the column, plus the row, if it is in the lower triangle; another matrix elsewhere.
SuiteModule make_map(const SuiteShape& shape, ScalarKind kind, const std::string& name) {
  MatrixWriter writer(shape);
  writer.need("CooperativeMatrixPerElementOperationsNV", "SPV_NV_cooperative_matrix2");
  const MatrixType type{kind, 16, 16, 'c'};
  const std::string loaded = writer.load(reduced_input(writer, type));
  const std::string other = writer.load(reduced_input(writer, type));
  const std::string component = writer.scalar(kind), number = writer.scalar(uint32);
  writer.declared("%bool", "OpTypeBool");
  writer.declared("%map_type",
                  fmt::format("OpTypeFunction {0} {1} {1} {0} {0}", component, number));
  const std::string_view convert = is_float(kind) ? "OpConvertUToF" : "OpBitcast";
  const std::string_view kind_of = is_float(kind) ? "F" : "I";
  writer.function(fmt::format(
      "%map = OpFunction {0} None %map_type\n%row = OpFunctionParameter {1}\n%column = "
      "OpFunctionParameter {1}\n%element = OpFunctionParameter {0}\n%other = OpFunctionParameter "
      "{0}\n%map_entry = OpLabel\n%is_upper = OpULessThan %bool %row %column\n"
      "OpSelectionMerge %lower None\nOpBranchConditional %is_upper %upper %lower\n"
      "%upper = OpLabel\nOpReturnValue %other\n%lower = OpLabel\n"
      "%row_number = {2} {0} %row\n%column_number = {2} {0} %column\n"
      "%product = Op{3}Mul {0} %element %column_number\n%mapped = Op{3}Add {0} %product "
      "%row_number\nOpReturnValue %mapped\nOpFunctionEnd\n",
      component, number, convert, kind_of));
  writer.result("each element", type, false,
                writer.computed(fmt::format("OpCooperativeMatrixPerElementOpNV {} {} %map {}",
                                            writer.type(type), loaded, other)));
  return writer.module(name, "OpCooperativeMatrixPerElementOpNV");
}

}  // namespace

void add_function_tests(std::vector<MatrixTest>& tests) {
  for (const ScalarKind kind : {float16, float32, int32}) {
    const std::string reduction = fmt::format("OpCooperativeMatrixReduceNV.{}", scalar_name(kind));
    tests.push_back(
        {reduction, "OpCooperativeMatrixReduceNV", [kind, reduction](const SuiteShape& shape) {
           return make_reductions(shape, kind, reduction);
         }});
    const std::string map = fmt::format("OpCooperativeMatrixPerElementOpNV.{}", scalar_name(kind));
    tests.push_back({map, "OpCooperativeMatrixPerElementOpNV",
                     [kind, map](const SuiteShape& shape) { return make_map(shape, kind, map); }});
  }
}

}  // namespace spirv_oracle::golden
