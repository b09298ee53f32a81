// The instructions of linear algebra for every size of vectors and matrices, and those that extract from and construct
// composites. Components are small integers, so that every product and sum is exact in every float type, and the values
// reveal their positions.

#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/dispatch.h"
#include "interpreter/instructions/scalar_bits_for_test.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle::test {
namespace {

// Columns of components; a vector is a matrix of one column, a scalar one of one row too.
using Matrix = std::vector<std::vector<int>>;

struct Shape {
  unsigned columns, rows;
};

std::string type_name(Shape shape) {
  if (shape.columns > 1)
    return "%m" + std::to_string(shape.columns) + "x" + std::to_string(shape.rows);
  return shape.rows > 1 ? "%v" + std::to_string(shape.rows) : "%scalar";
}

Matrix random_matrix(Shape shape, std::mt19937_64& random) {
  Matrix matrix(shape.columns, std::vector<int>(shape.rows));
  for (auto& column : matrix) {
    for (int& component : column) component = static_cast<int>(random() % 15) - 7;
  }
  return matrix;
}

std::string declarations(const std::string& type) {
  std::string text =
      "%void = OpTypeVoid\n%function = OpTypeFunction %void\n%u32 = OpTypeInt 32 0\n";
  text += "%scalar = OpTypeFloat " + type.substr(1) + "\n";
  for (unsigned rows = 2; rows <= 4; ++rows) {
    text += "%v" + std::to_string(rows) + " = OpTypeVector %scalar " + std::to_string(rows) + "\n";
    for (unsigned columns = 2; columns <= 4; ++columns) {
      text += type_name({columns, rows}) + " = OpTypeMatrix %v" + std::to_string(rows) + " " +
              std::to_string(columns) + "\n";
    }
  }
  for (int value = -7; value <= 7; ++value) {
    text +=
        "%c" + std::to_string(value + 7) + " = OpConstant %scalar " + std::to_string(value) + "\n";
  }
  for (unsigned i = 0; i < 16; ++i)
    text += "%n" + std::to_string(i) + " = OpConstant %u32 " + std::to_string(i) + "\n";
  return text + R"(
    %array = OpTypeRuntimeArray %scalar
    %block = OpTypeStruct %array
    %to_block = OpTypePointer StorageBuffer %block
    %to_scalar = OpTypePointer StorageBuffer %scalar
    %buffer = OpVariable %to_block StorageBuffer
)";
}

// The composite %name, constructed in the function.
std::string construct(const std::string& name, Shape shape, const Matrix& matrix) {
  std::string text, columns;
  for (unsigned column = 0; column < shape.columns; ++column) {
    const std::string id = shape.columns == 1 ? name : name + "_" + std::to_string(column);
    std::string components;
    for (const int component : matrix[column]) components += " %c" + std::to_string(component + 7);
    text += id + " = " +
            (shape.rows == 1 ? "OpCopyObject %scalar"
                             : "OpCompositeConstruct %v" + std::to_string(shape.rows)) +
            components + "\n";
    columns += " " + id;
  }
  if (shape.columns > 1)
    text += name + " = OpCompositeConstruct " + type_name(shape) + columns + "\n";
  return text;
}

std::string module_text(const std::string& type, const std::string& body, Shape result) {
  std::string text = shader_header(
      "OpCapability Matrix\nOpCapability Float16\nOpCapability Float64\n"
      "OpCapability StorageBuffer16BitAccess\n",
      "%buffer");
  text += "OpDecorate %array ArrayStride " + std::to_string(width_of(type) / 8) + R"(
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
)" + declarations(type) +
          "%main = OpFunction %void None %function\n%entry = OpLabel\n" + body;
  for (unsigned i = 0; i < result.columns * result.rows; ++i) {
    const std::string n = std::to_string(i);
    std::string path = result.columns > 1 ? " " + std::to_string(i / result.rows) : "";
    if (result.rows > 1) path += " " + std::to_string(i % result.rows);
    const std::string part = path.empty() ? "%r" : "%r" + n;
    if (!path.empty()) text += part + " = OpCompositeExtract %scalar %r" + path + "\n";
    text += "%p" + n + " = OpAccessChain %to_scalar %buffer %n0 %n" + n + "\nOpStore %p" + n + " " +
            part + "\n";
  }
  return text + "OpReturn\nOpFunctionEnd\n";
}

Matrix run_text(const std::string& text, const std::string& type, Shape shape) {
  Matrix matrix(shape.columns, std::vector<int>(shape.rows));
  const auto module = load(text);
  if (module == nullptr) return {};
  InstructionRegistry registry;
  register_core_instructions(registry);
  Dispatch dispatch;
  const std::size_t bytes = width_of(type) / 8;
  dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero(16 * bytes);
  const auto ran = run(*module, registry, dispatch);
  if (!ran) {
    ADD_FAILURE() << ran.error().message << "\n" << text;
    return {};
  }
  EXPECT_TRUE(ran->findings.empty());
  for (unsigned i = 0; i < shape.columns * shape.rows; ++i) {
    Bits bits = 0;
    std::memcpy(&bits, ran->buffers.at({0, 0, 0}).contents.bytes.data() + i * bytes, bytes);
    const Number value = Number::of_float(bits, format_of(type));
    EXPECT_NE(mpfr_integer_p(value.get()), 0);
    matrix[i / shape.rows][i % shape.rows] = static_cast<int>(value.integer_part());
  }
  return matrix;
}

struct Instruction {
  const char* name;
  Shape result, a, b;  // b of no columns: there is one operand
  std::function<int(const Matrix& a, const Matrix& b, unsigned column, unsigned row)> component;
};

void check(const Instruction& instruction) {
  std::mt19937_64 random(1);
  for (const std::string& type : float_types()) {
    for (int repetition = 0; repetition < 3; ++repetition) {
      const bool binary = instruction.b.columns != 0;
      const Matrix a = random_matrix(instruction.a, random);
      const Matrix b = random_matrix(instruction.b, random);
      const std::string body = construct("%a", instruction.a, a) +
                               (binary ? construct("%b", instruction.b, b) : "") +
                               "%r = " + instruction.name + " " + type_name(instruction.result) +
                               " %a" + (binary ? " %b" : "") + "\n";
      Matrix expected(instruction.result.columns, std::vector<int>(instruction.result.rows));
      for (unsigned column = 0; column < instruction.result.columns; ++column) {
        for (unsigned row = 0; row < instruction.result.rows; ++row)
          expected[column][row] = instruction.component(a, b, column, row);
      }
      const std::string text = module_text(type, body, instruction.result);
      ASSERT_EQ(run_text(text, type, instruction.result), expected)
          << type << " " << instruction.name << "\n"
          << text;
    }
  }
}

// "The number of columns in the result is that of Matrix": by the definitions of linear algebra, with
// matrices as columns of rows.
int product(const Matrix& a, const Matrix& b, unsigned column, unsigned row) {
  int sum = 0;
  for (unsigned i = 0; i < a.size(); ++i) sum += a[i][row] * b[column][i];
  return sum;
}

TEST(MatrixInstructions, FollowTheirDefinitionsInEverySize) {
  const auto times_scalar = [](const Matrix& a, const Matrix& b, unsigned column, unsigned row) {
    return a[column][row] * b[0][0];
  };
  // The vector is a row on the left.
  const auto vector_on_the_left = [](const Matrix& a, const Matrix& b, unsigned, unsigned row) {
    int sum = 0;
    for (unsigned i = 0; i < a[0].size(); ++i) sum += a[0][i] * b[row][i];
    return sum;
  };
  const auto transposed = [](const Matrix& a, const Matrix&, unsigned column, unsigned row) {
    return a[row][column];
  };
  const auto outer = [](const Matrix& a, const Matrix& b, unsigned column, unsigned row) {
    return a[0][row] * b[0][column];
  };
  const Shape scalar{1, 1};
  for (unsigned columns = 2; columns <= 4; ++columns) {
    for (unsigned rows = 2; rows <= 4; ++rows) {
      const Shape shape{columns, rows};
      check({"OpMatrixTimesScalar", shape, shape, scalar, times_scalar});
      check({"OpMatrixTimesVector", {1, rows}, shape, {1, columns}, product});
      check({"OpVectorTimesMatrix", {1, columns}, {1, rows}, shape, vector_on_the_left});
      check({"OpTranspose", {rows, columns}, shape, {0, 0}, transposed});
      check({"OpOuterProduct", shape, {1, rows}, {1, columns}, outer});
      for (unsigned more = 2; more <= 4; ++more)
        check({"OpMatrixTimesMatrix", {more, rows}, shape, {more, columns}, product});
    }
    check({"OpVectorTimesScalar", {1, columns}, {1, columns}, scalar, times_scalar});
    check({"OpDot",
           scalar,
           {1, columns},
           {1, columns},
           [](const Matrix& a, const Matrix& b, unsigned, unsigned) {
             int sum = 0;
             for (unsigned i = 0; i < a[0].size(); ++i) sum += a[0][i] * b[0][i];
             return sum;
           }});
  }
}

// --- composites ---

TEST(CompositeInstructions, InsertReplacesOnePart) {
  std::mt19937_64 random(2);
  for (unsigned columns = 2; columns <= 4; ++columns) {
    for (unsigned rows = 2; rows <= 4; ++rows) {
      const Shape shape{columns, rows};
      const Matrix a = random_matrix(shape, random);
      const Matrix column = random_matrix({1, rows}, random);
      for (unsigned at = 0; at < columns; ++at) {
        Matrix expected = a;
        expected[at] = column[0];
        expected[columns - 1 - at][rows - 1] = 5;
        const std::string body = construct("%a", shape, a) + construct("%b", {1, rows}, column) +
                                 "%i = OpCompositeInsert " + type_name(shape) + " %b %a " +
                                 std::to_string(at) + "\n%r = OpCompositeInsert " +
                                 type_name(shape) + " %c12 %i " + std::to_string(columns - 1 - at) +
                                 " " + std::to_string(rows - 1) + "\n";
        EXPECT_EQ(run_text(module_text("f32", body, shape), "f32", shape), expected);
      }
    }
  }
}

// Component numbers continue from the first vector to the second.
TEST(CompositeInstructions, ShuffleTakesComponentsOfBothVectors) {
  std::mt19937_64 random(3);
  for (unsigned first = 2; first <= 4; ++first) {
    for (unsigned second = 2; second <= 4; ++second) {
      for (unsigned count = 2; count <= 4; ++count) {
        const Matrix a = random_matrix({1, first}, random), b = random_matrix({1, second}, random);
        std::string body = construct("%a", {1, first}, a) + construct("%b", {1, second}, b) +
                           "%r = OpVectorShuffle " + type_name({1, count}) + " %a %b";
        Matrix expected(1);
        for (unsigned i = 0; i < count; ++i) {
          const auto chosen = static_cast<unsigned>(random() % (first + second));
          body += " " + std::to_string(chosen);
          expected[0].push_back(chosen < first ? a[0][chosen] : b[0][chosen - first]);
        }
        const Shape result{1, count};
        EXPECT_EQ(run_text(module_text("f32", body + "\n", result), "f32", result), expected);
      }
    }
  }
}

TEST(CompositeInstructions, DynamicIndexesCountFromZero) {
  std::mt19937_64 random(4);
  for (unsigned count = 2; count <= 4; ++count) {
    const Shape shape{1, count};
    const Matrix a = random_matrix(shape, random);
    for (unsigned at = 0; at < count; ++at) {
      const std::string vector = construct("%a", shape, a), index = " %n" + std::to_string(at);
      const std::string extract = vector + "%r = OpVectorExtractDynamic %scalar %a" + index + "\n";
      EXPECT_EQ(run_text(module_text("f16", extract, {1, 1}), "f16", {1, 1}), (Matrix{{a[0][at]}}));
      Matrix expected = a;
      expected[0][at] = 5;
      const std::string insert =
          vector + "%r = OpVectorInsertDynamic " + type_name(shape) + " %a %c12" + index + "\n";
      EXPECT_EQ(run_text(module_text("f64", insert, shape), "f64", shape), expected);
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::test
