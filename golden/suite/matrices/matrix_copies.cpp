// Loads, stores and components of cooperative matrices: every component type, use and layout, and workgroup memory.

#include <fmt/format.h>

#include "data/scalar.h"
#include "golden/suite/matrices/matrix_writer.h"

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;

// The types whose loads and stores are tested, as real devices offer them.
struct CopiedTypes {
  ScalarKind component;
  std::vector<MatrixType> types;
};

std::vector<CopiedTypes> copied_types() {
  std::vector<CopiedTypes> all;
  const auto square = [&](ScalarKind kind, std::string_view uses) {
    CopiedTypes& of = all.emplace_back(CopiedTypes{kind, {}});
    for (const char use : uses) of.types.push_back({kind, 16, 16, use});
  };
  for (const ScalarKind kind : {float16, float32}) square(kind, "abc");
  square(bfloat16, "ab");
  square(float8_e4m3, "ab");
  for (const ScalarKind kind : {int32, uint32}) square(kind, "c");
  all.push_back({int8, {{int8, 16, 32, 'a'}, {int8, 32, 16, 'b'}}});
  all.push_back({uint8, {{uint8, 16, 32, 'a'}, {uint8, 32, 16, 'b'}, {uint8, 32, 8, 'b'}}});
  square(int16, "c");
  square(uint64, "c");
  square(float64, "c");
  return all;
}

// Different bits in all elements. Floats are numbers: the bits of a NaN need not survive.
std::uint64_t element(const MatrixType& type, std::uint32_t row, std::uint32_t column) {
  const std::uint64_t number = row * type.columns + column;
  if (!is_float(type.component)) return scrambled(number + 1);
  // All normal numbers of 8-bit floats, with both signs.
  if (scalar_size(type.component) == 1) return 8 + number % 119 + (number / 119 % 2) * 128;
  const double magnitude = 1 + static_cast<double>(number % 128) / 128;
  return float_bits(type.component, (row + column) % 3 == 0 ? -magnitude : 4 * magnitude);
}

MatrixTile input_of(MatrixWriter& writer, const MatrixType& type, bool is_column_major) {
  return writer.input(type, is_column_major, [type](std::uint32_t row, std::uint32_t column) {
    return element(type, row, column);
  });
}

std::string_view layout_name(bool is_column_major) { return is_column_major ? "columns" : "rows"; }

// Every layout to every layout.
void write_copies(MatrixWriter& writer, const MatrixType& type) {
  for (const bool from : {false, true}) {
    for (const bool to : {false, true}) {
      const std::string loaded = writer.load(input_of(writer, type, from));
      writer.result(
          fmt::format("{}, {} to {}", type_name(type), layout_name(from), layout_name(to)), type,
          to, loaded);
    }
  }
}

// A stride of 0 gives all rows the same elements.
void write_repeated_row(MatrixWriter& writer, const MatrixType& type) {
  const MatrixTile tile = input_of(writer, type, false);
  const std::string pointer = writer.computed(
      fmt::format("OpAccessChain %to_{0} %inputs_{0} {1} {2}", scalar_name(type.component),
                  writer.constant(0), writer.constant(tile.first())));
  const std::string of = writer.type(type), layout = writer.constant(0);
  const std::string loaded = writer.computed(
      fmt::format("OpCooperativeMatrixLoadKHR {} {} {} {}", of, pointer, layout, layout));
  writer.result("a row repeated", type, false, loaded);
}

// Through workgroup memory, where the matrix is transposed.
void write_staged(MatrixWriter& writer, const MatrixType& type) {
  const std::string loaded = writer.load(input_of(writer, type, false));
  const std::string memory = writer.shared(type.component, type.rows * type.columns);
  const std::string component = writer.scalar(type.component);
  const std::string pointer_type =
      writer.declared(fmt::format("%to_shared_{}", scalar_name(type.component)),
                      fmt::format("OpTypePointer Workgroup {}", component));
  const std::string first = writer.constant(0), columns = writer.constant(type.columns);
  const std::string workgroup = writer.constant(2), semantics = writer.constant(0x6108);
  const std::string of = writer.type(type);
  const std::string transposed = writer.constant(1), rows = writer.constant(type.rows);
  const std::string pointer =
      writer.computed(fmt::format("OpAccessChain {} {} {}", pointer_type, memory, first));
  writer.line(fmt::format("OpCooperativeMatrixStoreKHR {} {} {} {} NonPrivatePointer", pointer,
                          loaded, transposed, rows));
  writer.line(fmt::format("OpControlBarrier {0} {0} {1}", workgroup, semantics));
  const std::string again = writer.computed(fmt::format(
      "OpCooperativeMatrixLoadKHR {} {} {} {} NonPrivatePointer", of, pointer, transposed, rows));
  writer.result("through workgroup memory", type, false, again);
}

// An accumulator becomes an operand of a product.
SuiteModule make_conversion(const SuiteShape& shape, ScalarKind kind, bool is_transposed,
                            const std::string& name) {
  MatrixWriter writer(shape);
  writer.need("CooperativeMatrixConversionsNV", "SPV_NV_cooperative_matrix2");
  const MatrixType from{kind, 16, 16, 'c'};
  const std::string loaded = writer.load(input_of(writer, from, false));
  for (const char use : std::string_view(is_transposed ? "b" : "ab")) {
    const MatrixType to{kind, 16, 16, use};
    const std::string_view instruction =
        is_transposed ? "OpCooperativeMatrixTransposeNV" : "OpCooperativeMatrixConvertNV";
    const std::string converted =
        writer.computed(fmt::format("{} {} {}", instruction, writer.type(to), loaded));
    writer.result(type_name(to), to, false, converted);
  }
  return writer.module(name, name.substr(0, name.find('.')));
}

SuiteModule make_copies(const SuiteShape& shape, const CopiedTypes& types,
                        const std::string& name) {
  MatrixWriter writer(shape);
  for (const MatrixType& type : types.types) write_copies(writer, type);
  write_repeated_row(writer, types.types.front());
  return writer.module(name, "OpCooperativeMatrixLoadKHR");
}

SuiteModule make_staged(const SuiteShape& shape, const MatrixType& type, const std::string& name) {
  MatrixWriter writer(shape);
  write_staged(writer, type);
  return writer.module(name, "OpCooperativeMatrixStoreKHR");
}

// Each component is negated in a loop over all components of the invocation. Which elements they are does not matter.
SuiteModule make_loop(const SuiteShape& shape, const std::string& name) {
  MatrixWriter writer(shape);
  const MatrixType type{float32, 16, 16, 'c'};
  const std::string loaded = writer.load(input_of(writer, type, false));
  const std::string of = writer.type(type);
  const std::string zero = writer.constant(0), one = writer.constant(1);
  writer.declared("%bool", "OpTypeBool");
  writer.declared("%to_matrix", fmt::format("OpTypePointer Function {}", of));
  writer.declared("%to_component", "OpTypePointer Function %float32");
  writer.declared("%to_counter", "OpTypePointer Function %uint32");
  writer.variable(
      "%matrix = OpVariable %to_matrix Function\n"
      "%counter = OpVariable %to_counter Function\n");
  writer.line(fmt::format("OpStore %matrix {}\nOpStore %counter {}", loaded, zero));
  writer.line(fmt::format(
      "%length = OpCooperativeMatrixLengthKHR %uint32 {}\nOpBranch %header\n%header = OpLabel\n"
      "OpLoopMerge %done %next None\nOpBranch %check\n%check = OpLabel\n%i = OpLoad %uint32 "
      "%counter\n%more = OpULessThan %bool %i %length\nOpBranchConditional %more %body %done\n"
      "%body = OpLabel\n%at = OpAccessChain %to_component %matrix %i\n%value = OpLoad %float32 "
      "%at\n%negated = OpFNegate %float32 %value\nOpStore %at %negated\nOpBranch %next\n"
      "%next = OpLabel\n%following = OpIAdd %uint32 %i {}\nOpStore %counter %following\nOpBranch "
      "%header\n%done = OpLabel\n%negative = OpLoad {} %matrix",
      of, one, of));
  writer.result("each component", type, false, "%negative");
  return writer.module(name, "OpCooperativeMatrixLengthKHR");
}

}  // namespace

void add_copy_tests(std::vector<MatrixTest>& tests) {
  for (const CopiedTypes& types : copied_types()) {
    const std::string name =
        fmt::format("OpCooperativeMatrixLoadKHR.{}", scalar_name(types.component));
    tests.push_back({name, "OpCooperativeMatrixLoadKHR", [types, name](const SuiteShape& shape) {
                       return make_copies(shape, types, name);
                     }});
  }
  for (const MatrixType& type : {MatrixType{float16, 16, 16, 'a'}, MatrixType{float32, 16, 16, 'c'},
                                 MatrixType{uint32, 16, 16, 'c'}}) {
    const std::string name =
        fmt::format("OpCooperativeMatrixStoreKHR.workgroup.{}", scalar_name(type.component));
    tests.push_back({name, "OpCooperativeMatrixStoreKHR", [type, name](const SuiteShape& shape) {
                       return make_staged(shape, type, name);
                     }});
  }
  for (const ScalarKind kind : {float16, uint8}) {
    for (const bool is_transposed : {false, true}) {
      const std::string instruction =
          is_transposed ? "OpCooperativeMatrixTransposeNV" : "OpCooperativeMatrixConvertNV";
      const std::string name = fmt::format("{}.{}", instruction, scalar_name(kind));
      tests.push_back({name, instruction, [kind, is_transposed, name](const SuiteShape& shape) {
                         return make_conversion(shape, kind, is_transposed, name);
                       }});
    }
  }
  const std::string name = "OpCooperativeMatrixLengthKHR.float32";
  tests.push_back({name, "OpCooperativeMatrixLengthKHR",
                   [name](const SuiteShape& shape) { return make_loop(shape, name); }});
}

std::vector<MatrixTest> matrix_tests() {
  std::vector<MatrixTest> tests;
  add_product_tests(tests);
  add_copy_tests(tests);
  add_operation_tests(tests);
  add_function_tests(tests);
  add_tensor_tests(tests);
  return tests;
}

}  // namespace spirv_oracle::golden
