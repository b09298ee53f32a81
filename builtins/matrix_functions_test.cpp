// Functions that are called for the elements of cooperative matrices, in whole modules, and their definition: a few lines over
// numbers.

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "builtins/cooperative_matrix_for_test.h"

namespace spirv_oracle::test {
namespace {

// The matrix in one buffer, and its transpose as another operand, give the matrix in the other buffer.
constexpr const char* function_declarations = R"(
    OpCapability Shader
    OpCapability Int8
    OpCapability Int16
    OpCapability Float16
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpCapability BFloat16TypeKHR
    OpCapability BFloat16CooperativeMatrixKHR
    OpCapability CooperativeMatrixKHR
    OpCapability CooperativeMatrixReductionsNV
    OpCapability CooperativeMatrixPerElementOperationsNV
    OpCapability VulkanMemoryModel
    OpExtension "SPV_KHR_bfloat16"
    OpExtension "SPV_KHR_cooperative_matrix"
    OpExtension "SPV_NV_cooperative_matrix2"
    %glsl = OpExtInstImport "GLSL.std.450"
    OpMemoryModel Logical Vulkan
    OpEntryPoint GLCompute %main "main" %a_buffer %r_buffer
    OpExecutionMode %main LocalSize INVOCATIONS 1 1
    OpDecorate %a_buffer DescriptorSet 0
    OpDecorate %a_buffer Binding 0
    OpDecorate %r_buffer DescriptorSet 0
    OpDecorate %r_buffer Binding 1
    ANNOTATIONS
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %bool = OpTypeBool
    %u8 = OpTypeInt 8 0
    %u32 = OpTypeInt 32 0
    %i8 = OpTypeInt 8 1
    %i32 = OpTypeInt 32 1
    %f16 = OpTypeFloat 16
    %bf16 = OpTypeFloat 16 BFloat16KHR
    %f32 = OpTypeFloat 32
    %zero = OpConstant %u32 0
    %one = OpConstant %u32 1
    %two = OpConstant %u32 2
    %scope = OpConstant %u32 SCOPE
    %first = OpConstant %u32 3
    %rows = OpConstant %u32 FROM_ROWS
    %columns = OpConstant %u32 FROM_COLUMNS
    %to_rows = OpConstant %u32 TO_ROWS
    %to_columns = OpConstant %u32 TO_COLUMNS
    %stride = OpConstant %u32 37
    %From = OpTypeCooperativeMatrixKHR %TYPE %scope %rows %columns %two
    RESULT_DECLARATION
    %Combine = OpTypeFunction %TYPE %TYPE %TYPE
    %Map = OpTypeFunction %TYPE %u32 %u32 %TYPE %TYPE %u32
)";
constexpr const char* function_body = R"(
    %main = OpFunction %void None %function
    %entry = OpLabel
    %a_place = OpAccessChain %a_pointer %a_buffer %zero %first
    %r_place = OpAccessChain %r_pointer %r_buffer %zero %first
    %a = OpCooperativeMatrixLoadKHR %From %a_place %zero %stride
    %other = OpCooperativeMatrixLoadKHR %From %a_place %one %stride
    %r = OPERATION
    OpCooperativeMatrixStoreKHR %r_place %r %zero %stride
    OpReturn
    OpFunctionEnd
)";

// A function of two parameters, with this code before it returns %c.
std::string combine_function(const std::string& code) {
  return "%combine = OpFunction %TYPE None %Combine\n%x = OpFunctionParameter %TYPE\n"
         "%y = OpFunctionParameter %TYPE\n%label = OpLabel\n" +
         code + "\nOpReturnValue %c\nOpFunctionEnd\n";
}

struct Mapped {
  ComponentType type;
  std::string operation{}, function{};
  std::array<unsigned, 2> from = {16, 16}, to = {16, 16};  // rows and columns
  unsigned lanes = 32;
  MatrixMapping mapping = MatrixMapping::rows;
  unsigned subgroups = 0;  // of a workgroup, which is the scope; 0: the scope is the subgroup
  bool encloses = false;

  static std::size_t place(unsigned row, unsigned column) { return 3 + row * 37 + column; }
  static constexpr std::size_t buffer_size = 3 + 37 * 37;

  ShadowedBytes run(const ShadowedBytes& a, DispatchResult& result) const {
    const bool is_same = from == to;
    const std::string text = replaced(
        with_buffers(function_declarations, {{"a", type}, {"r", type}}) + function + function_body,
        {{"RESULT_DECLARATION",
          is_same ? "" : "%To = OpTypeCooperativeMatrixKHR %TYPE %scope %to_rows %to_columns %two"},
         {"OPERATION", operation},
         {"%To ", is_same ? "%From " : "%Result "},
         {"FROM_ROWS", std::to_string(from[0])},
         {"FROM_COLUMNS", std::to_string(from[1])},
         {"TO_ROWS", std::to_string(to[0])},
         {"TO_COLUMNS", std::to_string(to[1])},
         {"INVOCATIONS", std::to_string(lanes * std::max(subgroups, 1u))},
         {"SCOPE", subgroups == 0 ? "3" : "2"},
         {"%TYPE", std::string("%") + type.name}});
    Dispatch dispatch;
    dispatch.subgroup_size = lanes;
    dispatch.matrix_mapping = mapping;
    dispatch.record_enclosures = encloses;
    dispatch.buffers[{0, 0, 0}] = a;
    dispatch.buffers[{0, 1, 0}] = ShadowedBytes::uninitialized(buffer_size * type.bytes);
    return run_module(text, dispatch, {0, 1, 0}, result);
  }

  // The elements as small whole numbers.
  double element(const ShadowedBytes& buffer, unsigned row, unsigned column) const {
    const std::uint64_t bits = bits_at(buffer, type.bytes, place(row, column));
    if (type.is_float) return float_of(bits, type);
    return static_cast<double>(integer_of(bits, type.bytes, type.name[0] == 'i'));
  }
};

ShadowedBytes small_numbers(const ComponentType& type, std::mt19937_64& random) {
  ShadowedBytes buffer = ShadowedBytes::zero(Mapped::buffer_size * type.bytes);
  for (std::size_t i = 0; i < Mapped::buffer_size; ++i) {
    const int number = static_cast<int>(random() % 7) - (type.name[0] == 'u' ? 0 : 3);
    const std::uint64_t bits =
        type.is_float ? bits_of_float(number, type) : static_cast<std::uint64_t>(number);
    std::memcpy(buffer.bytes.data() + i * type.bytes, &bits, type.bytes);
  }
  return buffer;
}

template <class Expected>
void expect_mapped(const Mapped& mapped, std::mt19937_64& random, const Expected& expected) {
  SCOPED_TRACE(mapped.operation + " " + mapped.type.name + " " + std::to_string(mapped.from[0]) +
               "x" + std::to_string(mapped.from[1]) + " to " + std::to_string(mapped.to[0]) + "x" +
               std::to_string(mapped.to[1]) + ", lanes " + std::to_string(mapped.lanes) +
               ", subgroups " + std::to_string(mapped.subgroups) + ", mapping " +
               std::to_string(static_cast<int>(mapped.mapping)));
  const ShadowedBytes a = small_numbers(mapped.type, random);
  DispatchResult result;
  const ShadowedBytes r = mapped.run(a, result);
  ASSERT_EQ(r.bytes.size(), Mapped::buffer_size * mapped.type.bytes);
  EXPECT_TRUE(clauses_of(result).empty()) << clauses_of(result).front();
  for (unsigned row = 0; row < mapped.to[0]; ++row) {
    for (unsigned column = 0; column < mapped.to[1]; ++column) {
      ASSERT_EQ(mapped.element(r, row, column), expected(a, row, column))
          << "row " << row << ", column " << column;
      ASSERT_EQ(r.shadow[Mapped::place(row, column) * mapped.type.bytes], Definedness::defined);
    }
  }
}

// --- OpCooperativeMatrixReduceNV ---

struct Combined {
  const char* name;
  std::string code;  // for integers, floats and bfloat16
  std::string of_floats, of_bfloat16;
  double (*combine)(double, double);

  const std::string& code_for(const ComponentType& type) const {
    if (std::string_view(type.name) == "bf16") return of_bfloat16;
    return type.is_float ? of_floats : code;
  }
};

std::string in_float(const std::string& operation) {
  return "%wx = OpFConvert %f32 %x\n%wy = OpFConvert %f32 %y\n" + operation +
         "\n%c = OpFConvert %bf16 %w";
}

const Combined sum{"sum", "%c = OpIAdd %TYPE %x %y", "%c = OpFAdd %TYPE %x %y",
                   in_float("%w = OpFAdd %f32 %wx %wy"), [](double x, double y) { return x + y; }};
const Combined maximum{"maximum", "%b = OpSGreaterThan %bool %x %y\n%c = OpSelect %TYPE %b %x %y",
                       "%c = OpExtInst %TYPE %glsl FMax %y %x",
                       in_float("%w = OpExtInst %f32 %glsl FMax %wx %wy"),
                       [](double x, double y) { return std::max(x, y); }};

// The elements that an element of the result combines.
std::vector<std::array<unsigned, 2>> combined_elements(const std::string& reduce,
                                                       const Mapped& mapped, unsigned row,
                                                       unsigned column) {
  std::vector<std::array<unsigned, 2>> elements;
  for (unsigned r = 0; r < mapped.from[0]; ++r) {
    for (unsigned c = 0; c < mapped.from[1]; ++c) {
      const bool is_in = reduce == "2x2"      ? r / 2 == row && c / 2 == column
                         : reduce == "Row"    ? r == row
                         : reduce == "Column" ? c == column
                                              : true;
      if (is_in) elements.push_back({r, c});
    }
  }
  return elements;
}

void expect_reduction(Mapped mapped, const std::string& reduce, const Combined& combined,
                      std::mt19937_64& random) {
  mapped.operation = "OpCooperativeMatrixReduceNV %To %a " + reduce + " %combine";
  mapped.function = combine_function(combined.code_for(mapped.type));
  expect_mapped(mapped, random, [&](const ShadowedBytes& a, unsigned row, unsigned column) {
    const auto elements = combined_elements(reduce, mapped, row, column);
    double value = mapped.element(a, elements[0][0], elements[0][1]);
    for (std::size_t i = 1; i < elements.size(); ++i)
      value = combined.combine(value, mapped.element(a, elements[i][0], elements[i][1]));
    // Integers wrap.
    if (mapped.type.is_float || mapped.type.bytes != 1) return value;
    return static_cast<double>(static_cast<std::int8_t>(static_cast<int>(value)));
  });
}

TEST(MatrixFunctions, ReduceElementsOfEveryType) {
  std::mt19937_64 random(1);
  for (const ComponentType& type : {f16, f32, bf16, i8, i32}) {
    for (const Combined* const combined : {&sum, &maximum}) {
      expect_reduction({.type = type, .to = {16, 5}}, "Row", *combined, random);
      expect_reduction({.type = type, .to = {3, 16}}, "Column", *combined, random);
      expect_reduction({.type = type, .to = {8, 8}}, "2x2", *combined, random);
      expect_reduction({.type = type}, "Row", *combined, random);
      // 16 elements at most have sums that bfloat16 represents.
      expect_reduction({.type = type, .from = {4, 4}, .to = {2, 7}}, "Row|Column", *combined,
                       random);
    }
  }
}

TEST(MatrixFunctions, ReduceWithEveryShapeMappingAndSubgroupSize) {
  std::mt19937_64 random(2);
  const std::array<unsigned, 2> shapes[] = {{16, 16}, {1, 1}, {3, 5}, {7, 32}};
  for (const auto& shape : shapes) {
    for (unsigned lanes = 1; lanes <= 128; lanes *= 2) {
      for (const MatrixMapping mapping : mappings) {
        const Mapped mapped{
            .type = i32, .from = shape, .to = shape, .lanes = lanes, .mapping = mapping};
        const char* const reductions[] = {"Row", "Column", "Row|Column"};
        expect_reduction(mapped, reductions[random() % 3], random() % 2 != 0 ? sum : maximum,
                         random);
      }
    }
  }
}

TEST(MatrixFunctions, ReduceAtWorkgroupScope) {
  std::mt19937_64 random(3);
  for (const unsigned lanes : {1u, 4u, 32u, 128u}) {
    for (const unsigned subgroups : {1u, 2u, 3u, 7u}) {
      const Mapped mapped{.type = f32, .lanes = lanes, .subgroups = subgroups};
      for (const char* const reduce : {"Row", "Column", "Row|Column"})
        expect_reduction(mapped, reduce, maximum, random);
    }
  }
}

// --- the order ---

Mapped row_sums(const ComponentType& type, const std::string& code) {
  return {.type = type,
          .operation = "OpCooperativeMatrixReduceNV %To %a Row %combine",
          .function = combine_function(code)};
}

// Numbers from 1 to 2 of which the sum of a row needs more bits than a 16-bit float has.
ShadowedBytes long_numbers(std::mt19937_64& random) {
  ShadowedBytes buffer = ShadowedBytes::zero(Mapped::buffer_size * 2);
  for (std::size_t i = 0; i < Mapped::buffer_size; ++i) {
    const std::uint64_t bits = bits_of_float(1 + static_cast<double>(random() % 1024) / 1024, f16);
    std::memcpy(buffer.bytes.data() + i * 2, &bits, 2);
  }
  return buffer;
}

TEST(MatrixFunctions, MarkReductionsThatDependOnTheOrder) {
  std::mt19937_64 random(4);
  const std::vector<std::string> order{"OpCooperativeMatrixReduceNV.order"};
  const auto expect = [&](const Mapped& mapped, const ShadowedBytes& a, Definedness expected) {
    DispatchResult result;
    const ShadowedBytes r = mapped.run(a, result);
    ASSERT_FALSE(r.bytes.empty());
    EXPECT_EQ(clauses_of(result),
              expected == Definedness::defined ? std::vector<std::string>{} : order);
    // Two orders may give the same in some rows.
    const auto has_mark = [&](unsigned row) {
      return r.shadow[Mapped::place(row, 6) * mapped.type.bytes] == expected;
    };
    EXPECT_TRUE(has_mark(2) || has_mark(5) || has_mark(11));
  };
  const auto dependent = Definedness::implementation_dependent;
  expect(row_sums(f16, "%c = OpFAdd %f16 %x %y"), long_numbers(random), dependent);
  expect(row_sums(f16, "%c = OpFAdd %f16 %y %x"), small_numbers(f16, random), Definedness::defined);
  // Not associative.
  expect(row_sums(i32, "%c = OpISub %i32 %x %y"), small_numbers(i32, random), dependent);
  expect(row_sums(i32, "%c = OpBitwiseXor %i32 %x %y"), small_numbers(i32, random),
         Definedness::defined);
  // The order of two numbers does not matter to their sum.
  Mapped pairs = row_sums(f16, "%c = OpFAdd %f16 %x %y");
  pairs.from = {16, 2};
  expect(pairs, long_numbers(random), Definedness::defined);
}

TEST(MatrixFunctions, EncloseSumsOfEveryOrder) {
  std::mt19937_64 random(5);
  Mapped mapped = row_sums(f16, "%c = OpFAdd %f16 %x %y");
  mapped.encloses = true;
  const ShadowedBytes a = long_numbers(random);
  DispatchResult result;
  ASSERT_FALSE(mapped.run(a, result).bytes.empty());
  ASSERT_TRUE(result.encloses_values);
  const auto& enclosures = result.buffers.at({0, 1, 0}).enclosures;
  for (unsigned row = 0; row < 16; ++row) {
    const auto found =
        std::ranges::find(enclosures, Mapped::place(row, 3) * 2, &EnclosedComponent::offset);
    ASSERT_NE(found, enclosures.end());
    ASSERT_FALSE(found->is_unknown);
    for (unsigned i = 0; i < 20; ++i) {
      std::vector<double> numbers;
      for (unsigned column = 0; column < 16; ++column)
        numbers.push_back(mapped.element(a, row, column));
      std::ranges::shuffle(numbers, random);
      double total = numbers[0];
      for (unsigned k = 1; k < 16; ++k) total = to_float(to_float16(total + numbers[k]));
      EXPECT_LE(found->low, total);
      EXPECT_GE(found->high, total);
      EXPECT_LT(found->high - found->low, 0.2 * total);
    }
  }
}

// --- OpCooperativeMatrixPerElementOpNV ---

// The row minus the column plus the elements and the scalar.
std::string map_function(const ComponentType& type) {
  std::string code;
  if (std::string_view(type.name) == "bf16") {
    code =
        "%fr = OpConvertUToF %f32 %row\n%fc = OpConvertUToF %f32 %column\n"
        "%fs = OpConvertUToF %f32 %s\n%fx = OpFConvert %f32 %x\n%fy = OpFConvert %f32 %y\n"
        "%p = OpFSub %f32 %fr %fc\n%q = OpFAdd %f32 %fx %fy\n%t = OpFAdd %f32 %p %q\n"
        "%w = OpFAdd %f32 %t %fs\n%c = OpFConvert %bf16 %w";
  } else if (type.is_float) {
    code =
        "%fr = OpConvertUToF %TYPE %row\n%fc = OpConvertUToF %TYPE %column\n"
        "%fs = OpConvertUToF %TYPE %s\n%p = OpFSub %TYPE %fr %fc\n%q = OpFAdd %TYPE %x %y\n"
        "%t = OpFAdd %TYPE %p %q\n%c = OpFAdd %TYPE %t %fs";
  } else {
    const bool is_narrow = type.bytes == 1;
    const auto narrowed = [&](const std::string& name) {
      return is_narrow ? "%n" + name + " = OpSConvert %TYPE %" + name + "\n" : "";
    };
    const std::string n = is_narrow ? "%n" : "%";
    code = narrowed("row") + narrowed("column") + narrowed("s") + "%p = OpISub %TYPE " + n +
           "row " + n + "column\n%q = OpIAdd %TYPE %x %y\n%t = OpIAdd %TYPE %p %q\n" +
           "%c = OpIAdd %TYPE %t " + n + "s";
  }
  return "%map = OpFunction %TYPE None %Map\n%row = OpFunctionParameter %u32\n"
         "%column = OpFunctionParameter %u32\n%x = OpFunctionParameter %TYPE\n"
         "%y = OpFunctionParameter %TYPE\n%s = OpFunctionParameter %u32\n%label = OpLabel\n" +
         code + "\nOpReturnValue %c\nOpFunctionEnd\n";
}

void expect_map(Mapped mapped, std::mt19937_64& random) {
  mapped.operation = "OpCooperativeMatrixPerElementOpNV %From %a %map %other %two";
  mapped.function = map_function(mapped.type);
  mapped.to = mapped.from;
  expect_mapped(mapped, random, [&](const ShadowedBytes& a, unsigned row, unsigned column) {
    return row - static_cast<double>(column) + mapped.element(a, row, column) +
           mapped.element(a, column, row) + 2;
  });
}

TEST(MatrixFunctions, MapElementsOfEveryType) {
  std::mt19937_64 random(6);
  for (const ComponentType& type : {f16, f32, bf16, i8, i32}) expect_map({.type = type}, random);
}

TEST(MatrixFunctions, MapWithEveryShapeMappingAndSubgroupSize) {
  std::mt19937_64 random(7);
  const std::array<unsigned, 2> shapes[] = {{16, 16}, {1, 1}, {3, 5}, {32, 8}};
  for (const auto& shape : shapes) {
    for (unsigned lanes = 1; lanes <= 128; lanes *= 2) {
      for (const MatrixMapping mapping : mappings)
        expect_map({.type = i32, .from = shape, .lanes = lanes, .mapping = mapping}, random);
    }
  }
  for (const unsigned lanes : {1u, 4u, 32u, 128u}) {
    for (const unsigned subgroups : {1u, 3u})
      expect_map({.type = f32, .lanes = lanes, .subgroups = subgroups}, random);
  }
}

// --- undefined elements ---

TEST(MatrixFunctions, FollowUndefinedElements) {
  std::mt19937_64 random(8);
  for (const MatrixMapping mapping : mappings) {
    for (const unsigned subgroups : {0u, 3u}) {
      Mapped mapped = row_sums(i32, "%c = OpIAdd %i32 %x %y");
      mapped.mapping = mapping;
      mapped.subgroups = subgroups;
      ShadowedBytes a = small_numbers(i32, random);
      std::fill_n(a.shadow.begin() + static_cast<std::ptrdiff_t>(Mapped::place(3, 7) * 4), 4,
                  Definedness::undefined);
      DispatchResult result;
      const ShadowedBytes sums = mapped.run(a, result);
      mapped.operation = "OpCooperativeMatrixPerElementOpNV %From %a %map %a %two";
      mapped.function = map_function(i32);
      const ShadowedBytes maps = mapped.run(a, result);
      ASSERT_FALSE(sums.bytes.empty() || maps.bytes.empty());
      for (unsigned row = 0; row < 16; ++row) {
        for (unsigned column = 0; column < 16; ++column) {
          const std::size_t at = Mapped::place(row, column) * 4;
          EXPECT_EQ(sums.shadow[at] == Definedness::undefined, row == 3);
          EXPECT_EQ(maps.shadow[at] == Definedness::undefined, row == 3 && column == 7);
        }
      }
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::test
