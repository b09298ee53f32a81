// SPV_KHR_untyped_pointers in whole modules. An access through an untyped pointer reaches the bytes that the layout of the accessed
// type names, whatever the variable was declared as. The tests state these bytes for each type, and copy them in C++.

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "builtins/group_shader_for_test.h"

namespace spirv_oracle::test {
namespace {

// The place of a component in a value of a type.
struct Place {
  unsigned offset = 0, bytes = 0;
};

struct AccessedType {
  const char* name;
  const char* annotations;
  const char* declaration;  // of %accessed
  std::vector<Place> places;
  unsigned size;  // a multiple of the alignment of each component
};

std::vector<Place> row_of_places(unsigned count, unsigned bytes, unsigned stride,
                                 unsigned first = 0) {
  std::vector<Place> places;
  for (unsigned i = 0; i < count; ++i) places.push_back({first + i * stride, bytes});
  return places;
}

// Three columns of two floats.
std::vector<Place> matrix_places(unsigned between_columns, unsigned between_rows) {
  std::vector<Place> places;
  for (unsigned column = 0; column < 3; ++column) {
    for (unsigned row = 0; row < 2; ++row)
      places.push_back({column * between_columns + row * between_rows, 4});
  }
  return places;
}

std::vector<AccessedType> accessed_types() {
  constexpr const char* column_major = R"(
    OpMemberDecorate %accessed 0 Offset 0
    OpMemberDecorate %accessed 0 ColMajor
    OpMemberDecorate %accessed 0 MatrixStride 16)";
  constexpr const char* row_major = R"(
    OpMemberDecorate %accessed 0 Offset 0
    OpMemberDecorate %accessed 0 RowMajor
    OpMemberDecorate %accessed 0 MatrixStride 16)";
  constexpr const char* structure = R"(
    OpMemberDecorate %accessed 0 Offset 1
    OpMemberDecorate %accessed 1 Offset 4
    OpMemberDecorate %accessed 2 Offset 16)";
  std::vector<Place> members = {{1, 1}, {4, 4}};
  for (const Place place : row_of_places(3, 2, 2, 16)) members.push_back(place);
  return {
      {"u8", "", "OpTypeInt 8 0", {{0, 1}}, 1},
      {"u16", "", "OpTypeInt 16 0", {{0, 2}}, 2},
      {"u32", "", "OpTypeInt 32 0", {{0, 4}}, 4},
      {"u64", "", "OpTypeInt 64 0", {{0, 8}}, 8},
      {"f16", "", "OpTypeFloat 16", {{0, 2}}, 2},
      {"f32", "", "OpTypeFloat 32", {{0, 4}}, 4},
      {"f64", "", "OpTypeFloat 64", {{0, 8}}, 8},
      {"u8x3", "", "OpTypeVector %u8 3", row_of_places(3, 1, 1), 4},
      {"f16x4", "", "OpTypeVector %f16 4", row_of_places(4, 2, 2), 8},
      {"f32x3", "", "OpTypeVector %f32 3", row_of_places(3, 4, 4), 16},
      {"f64x2", "", "OpTypeVector %f64 2", row_of_places(2, 8, 8), 16},
      {"array", "OpDecorate %accessed ArrayStride 8", "OpTypeArray %u32 %three",
       row_of_places(3, 4, 8), 24},
      {"columns", column_major, "OpTypeStruct %f32x2x3", matrix_places(16, 4), 48},
      {"rows", row_major, "OpTypeStruct %f32x2x3", matrix_places(4, 16), 32},
      {"structure", structure, "OpTypeStruct %u8 %f32 %u16x3", members, 24},
  };
}

constexpr const char* declarations = R"(
    OpCapability Shader
    OpCapability VariablePointers
    OpCapability Int8
    OpCapability Int16
    OpCapability Int64
    OpCapability Float16
    OpCapability Float64
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpCapability UntypedPointersKHR
    OpExtension "SPV_KHR_untyped_pointers"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %index %source %target
    OpExecutionMode %main LocalSize INVOCATIONS 1 1
    OpDecorate %index BuiltIn LocalInvocationIndex
    OpDecorate %source DescriptorSet 0
    OpDecorate %source Binding 0
    OpDecorate %target DescriptorSet 0
    OpDecorate %target Binding 1
    OpDecorate %declared_array ArrayStride DECLARED_BYTES
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %accessed_array ArrayStride STRIDE
    OpDecorate %base Block
    OpMemberDecorate %base 0 Offset OFFSET
    OpDecorate %strided ArrayStride STRIDE
    ANNOTATIONS
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %bool = OpTypeBool
    %u8 = OpTypeInt 8 0
    %u16 = OpTypeInt 16 0
    %u32 = OpTypeInt 32 0
    %f16 = OpTypeFloat 16
    %f32 = OpTypeFloat 32
    %f64 = OpTypeFloat 64
    %f32x2 = OpTypeVector %f32 2
    %f32x2x3 = OpTypeMatrix %f32x2 3
    %u16x3 = OpTypeVector %u16 3
    %zero = OpConstant %u32 0
    %one = OpConstant %u32 1
    %three = OpConstant %u32 3
    %size = OpConstant %u32 SIZE
    DECLARATION
    %accessed_array = OpTypeRuntimeArray %accessed
    %base = OpTypeStruct %accessed_array
    %declared_array = OpTypeRuntimeArray %DECLARED
    %block = OpTypeStruct %declared_array
    %pointer = OpTypeUntypedPointerKHR StorageBuffer
    %strided = OpTypeUntypedPointerKHR StorageBuffer
    %to_input = OpTypePointer Input %u32
    %index = OpVariable %to_input Input
    %source = OpUntypedVariableKHR %pointer StorageBuffer %block
    %target = OpUntypedVariableKHR %pointer StorageBuffer %block
    %main = OpFunction %void None %function
    %entry = OpLabel
    %i = OpLoad %u32 %index
    %remainder = OpUMod %u32 %i %three
    %takes_part = OpINotEqual %bool %remainder %one
    OpSelectionMerge %end None
    OpBranchConditional %takes_part %then %end
    %then = OpLabel
    BODY
    OpBranch %end
    %end = OpLabel
    OpReturn
    OpFunctionEnd
)";

// How the pointers to an element are made, and how it is copied.
struct Form {
  const char* name;
  const char* body;
  bool copies_padding;
};

constexpr Form forms[] = {
    {"chain", R"(
      %from = OpUntypedAccessChainKHR %pointer %base %source %zero %i
      %to = OpUntypedAccessChainKHR %pointer %base %target %zero %i
      %value = OpLoad %accessed %from
      OpStore %to %value)",
     false},
    {"in bounds", R"(
      %from = OpUntypedInBoundsAccessChainKHR %pointer %base %source %zero %i
      %to = OpUntypedInBoundsAccessChainKHR %pointer %base %target %zero %i
      %value = OpLoad %accessed %from
      OpStore %to %value)",
     false},
    {"element", R"(
      %from_first = OpUntypedAccessChainKHR %strided %base %source %zero %zero
      %to_first = OpUntypedAccessChainKHR %strided %base %target %zero %zero
      %from = OpUntypedPtrAccessChainKHR %pointer %accessed %from_first %i
      %to = OpUntypedPtrAccessChainKHR %pointer %accessed %to_first %i
      %value = OpLoad %accessed %from
      OpStore %to %value)",
     false},
    {"copied pointer", R"(
      %from_element = OpUntypedAccessChainKHR %pointer %base %source %zero %i
      %to_element = OpUntypedAccessChainKHR %pointer %base %target %zero %i
      %from = OpCopyObject %pointer %from_element
      %to = OpCopyObject %pointer %to_element
      %value = OpLoad %accessed %from
      OpStore %to %value)",
     false},
    {"sized copy", R"(
      %from = OpUntypedAccessChainKHR %pointer %base %source %zero %i
      %to = OpUntypedAccessChainKHR %pointer %base %target %zero %i
      OpCopyMemorySized %to %from %size)",
     true},
};

struct DeclaredType {
  const char* name;
  unsigned bytes;
};

bool takes_part(unsigned invocation) { return invocation % 3 != 1; }

ShadowedBytes numbered_bytes(std::size_t size) {
  ShadowedBytes bytes = ShadowedBytes::zero(size);
  for (std::size_t i = 0; i < size; ++i) bytes.bytes[i] = static_cast<std::byte>(i * 37 + i / 64);
  return bytes;
}

// A copy of elements by the invocations of one workgroup.
struct ElementCopy {
  static constexpr unsigned offset = 16;

  AccessedType type;
  DeclaredType declared{};
  Form form{};
  unsigned lanes = 32, invocations = 37;

  // More than a value, and aligned for all types.
  unsigned stride() const { return (type.size + 15) / 16 * 16 + 16; }
  std::size_t buffer_size() const { return (offset + invocations * stride() + 7) / 8 * 8; }

  std::string text() const {
    // Types other than aggregates must not be declared twice.
    const bool is_declared =
        std::string_view(declarations).find(std::string("%") + type.name + " = ") !=
        std::string_view::npos;
    std::string text = replaced(declarations, "BODY", form.body);
    const std::pair<const char*, std::string> settings[] = {
        {"ANNOTATIONS", type.annotations},
        {"DECLARATION", is_declared ? "" : std::string("%accessed = ") + type.declaration},
        {"DECLARED_BYTES", std::to_string(declared.bytes)},
        {"DECLARED", declared.name},
        {"STRIDE", std::to_string(stride())},
        {"OFFSET", std::to_string(offset)},
        {"SIZE", std::to_string(type.size)},
        {"INVOCATIONS", std::to_string(invocations)}};
    for (const auto& [name, value] : settings) text = replaced(text, name, value);
    if (!is_declared) return text;
    const std::string name = std::string("%") + type.name;
    return replaced(replaced(text, "%accessed ", name + " "), "%accessed\n", name + "\n");
  }

  std::vector<std::byte> expected(const ShadowedBytes& source) const {
    std::vector<std::byte> target(source.size());
    for (unsigned i = 0; i < invocations; ++i) {
      if (!takes_part(i)) continue;
      const std::size_t begin = offset + std::size_t{i} * stride();
      const std::vector<Place> places =
          form.copies_padding ? std::vector<Place>{{0, type.size}} : type.places;
      for (const Place place : places)
        std::memcpy(target.data() + begin + place.offset,
                    source.bytes.data() + begin + place.offset, place.bytes);
    }
    return target;
  }

  void check() const {
    SCOPED_TRACE(std::string(type.name) + " in " + declared.name + ", " + form.name +
                 ", subgroups of " + std::to_string(lanes));
    const auto module = load(text());
    ASSERT_NE(module, nullptr);
    Dispatch dispatch;
    dispatch.subgroup_size = lanes;
    const ShadowedBytes source = numbered_bytes(buffer_size());
    dispatch.buffers[{0, 0, 0}] = source;
    dispatch.buffers[{0, 1, 0}] = ShadowedBytes::zero(buffer_size());
    const auto result = run(*module, default_registry(), dispatch);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(clauses_of(*result), std::vector<std::string>());
    EXPECT_EQ(result->buffers.at({0, 1, 0}).contents.bytes, expected(source));
  }
};

constexpr DeclaredType declared_types[] = {{"u8", 1}, {"f32", 4}, {"f64", 8}};

TEST(UntypedPointers, AccessTheBytesOfTheAccessedType) {
  unsigned lanes = 1;
  for (const AccessedType& type : accessed_types()) {
    for (const DeclaredType& declared : declared_types) {
      for (const Form& form : forms) {
        ElementCopy{type, declared, form, lanes}.check();
        lanes = lanes == 128 ? 1 : lanes * 2;
      }
    }
  }
}

TEST(UntypedPointers, AccessTheSameBytesInSubgroupsOfAllSizes) {
  for (unsigned lanes = 1; lanes <= 128; lanes *= 2) {
    for (const AccessedType& type : accessed_types()) {
      for (const unsigned invocations : {1u, lanes, lanes + lanes / 2 + 1})
        ElementCopy{type, declared_types[0], forms[0], lanes, invocations}.check();
    }
  }
}

// --- cooperative matrices ---

constexpr const char* matrix_copy = R"(
    OpCapability Shader
    OpCapability Int8
    OpCapability Float16
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpCapability UntypedPointersKHR
    OpCapability CooperativeMatrixKHR
    OpCapability VulkanMemoryModel
    OpExtension "SPV_KHR_untyped_pointers"
    OpExtension "SPV_KHR_cooperative_matrix"
    OpMemoryModel Logical Vulkan
    OpEntryPoint GLCompute %main "main" %source %target
    OpExecutionMode %main LocalSize LANES 1 1
    OpDecorate %source DescriptorSet 0
    OpDecorate %source Binding 0
    OpDecorate %target DescriptorSet 0
    OpDecorate %target Binding 1
    OpDecorate %words ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %u8 = OpTypeInt 8 0
    %u32 = OpTypeInt 32 0
    %f16 = OpTypeFloat 16
    %f32 = OpTypeFloat 32
    %zero = OpConstant %u32 0
    %one = OpConstant %u32 1
    %two = OpConstant %u32 2
    %subgroup = OpConstant %u32 3
    %first = OpConstant %u32 4
    %rows = OpConstant %u32 8
    %columns = OpConstant %u32 16
    %stride = OpConstant %u32 STRIDE
    %matrix = OpTypeCooperativeMatrixKHR %COMPONENT %subgroup %rows %columns %two
    %words = OpTypeRuntimeArray %u32
    %block = OpTypeStruct %words
    %pointer = OpTypeUntypedPointerKHR StorageBuffer
    %source = OpUntypedVariableKHR %pointer StorageBuffer %block
    %target = OpUntypedVariableKHR %pointer StorageBuffer %block
    %main = OpFunction %void None %function
    %entry = OpLabel
    %from = OpUntypedAccessChainKHR %pointer %block %source %zero %first
    %to = OpUntypedAccessChainKHR %pointer %block %target %zero %first
    %value = OpCooperativeMatrixLoadKHR %matrix %from LOADED_LAYOUT %stride
    OpCooperativeMatrixStoreKHR %to %value STORED_LAYOUT %stride
    OpReturn
    OpFunctionEnd
)";

// A copy of a matrix of 8 x 16 components; both layouts are row-major or column-major.
struct MatrixCopy {
  static constexpr unsigned rows = 8, columns = 16, first = 16;  // of the matrix; in bytes

  DeclaredType component{};
  bool loads_columns = false, stores_columns = false;
  unsigned lanes = 32;

  // Not a multiple of the size of a word: only the components must be aligned.
  unsigned stride() const { return (columns + 3) * component.bytes; }
  std::size_t place(bool of_columns, unsigned row, unsigned column) const {
    return first + std::size_t{of_columns ? column : row} * stride() +
           std::size_t{of_columns ? row : column} * component.bytes;
  }
  std::size_t buffer_size() const { return (first + columns * stride() + 3) / 4 * 4; }

  void check() const {
    SCOPED_TRACE(std::string(component.name) + ", subgroups of " + std::to_string(lanes));
    std::string text = matrix_copy;
    const std::pair<const char*, std::string> settings[] = {
        {"LANES", std::to_string(lanes)},
        {"STRIDE", std::to_string(stride())},
        {"COMPONENT", component.name},
        {"LOADED_LAYOUT", loads_columns ? "%one" : "%zero"},
        {"STORED_LAYOUT", stores_columns ? "%one" : "%zero"}};
    for (const auto& [name, value] : settings) text = replaced(text, name, value);
    const auto module = load(text);
    ASSERT_NE(module, nullptr);
    Dispatch dispatch;
    dispatch.subgroup_size = lanes;
    const ShadowedBytes source = numbered_bytes(buffer_size());
    dispatch.buffers[{0, 0, 0}] = source;
    dispatch.buffers[{0, 1, 0}] = ShadowedBytes::zero(buffer_size());
    const auto result = run(*module, default_registry(), dispatch);
    ASSERT_TRUE(result) << result.error().message;
    std::vector<std::byte> expected(buffer_size());
    for (unsigned row = 0; row < rows; ++row) {
      for (unsigned column = 0; column < columns; ++column)
        std::memcpy(expected.data() + place(stores_columns, row, column),
                    source.bytes.data() + place(loads_columns, row, column), component.bytes);
    }
    EXPECT_EQ(result->buffers.at({0, 1, 0}).contents.bytes, expected);
  }
};

TEST(UntypedPointers, StridesOfMatricesAreInBytes) {
  for (const DeclaredType component : {DeclaredType{"u8", 1}, {"f16", 2}, {"f32", 4}, {"u32", 4}}) {
    for (unsigned lanes = 1; lanes <= 128; lanes *= 2) {
      for (const unsigned layouts : {0u, 1u, 2u, 3u})
        MatrixCopy{component, (layouts & 1) != 0, (layouts & 2) != 0, lanes}.check();
    }
  }
}

// --- atomics ---

struct AtomicCase {
  const char* instruction;
  std::uint64_t (*combine)(std::uint64_t, std::uint64_t);
};

// Their results do not depend on the order.
constexpr AtomicCase atomic_cases[] = {
    {"OpAtomicIAdd", [](std::uint64_t a, std::uint64_t b) { return a + b; }},
    {"OpAtomicISub", [](std::uint64_t a, std::uint64_t b) { return a - b; }},
    {"OpAtomicUMax", [](std::uint64_t a, std::uint64_t b) { return a > b ? a : b; }},
    {"OpAtomicUMin", [](std::uint64_t a, std::uint64_t b) { return a < b ? a : b; }},
    {"OpAtomicAnd", [](std::uint64_t a, std::uint64_t b) { return a & b; }},
    {"OpAtomicOr", [](std::uint64_t a, std::uint64_t b) { return a | b; }},
    {"OpAtomicXor", [](std::uint64_t a, std::uint64_t b) { return a ^ b; }}};

// Each invocation of the copy's tangle changes one of four numbers in the target by the element that it loads.
void check_atomic(const AtomicCase& atomic, const AccessedType& type, unsigned lanes) {
  SCOPED_TRACE(std::string(atomic.instruction) + " of " + type.name + ", subgroups of " +
               std::to_string(lanes));
  const Form form{"atomic", R"(
      %from = OpUntypedAccessChainKHR %pointer %base %source %zero %i
      %value = OpLoad %accessed %from
      %at = OpBitwiseAnd %u32 %i %three
      %to = OpUntypedAccessChainKHR %pointer %base %target %zero %at
      %original = INSTRUCTION %accessed %to %one %zero %value)",
                  false};
  const ElementCopy copy{type, declared_types[1], form, lanes};
  const auto module =
      load(replaced(replaced(copy.text(), "INSTRUCTION", atomic.instruction),
                    "OpCapability Int64\n", "OpCapability Int64\nOpCapability Int64Atomics\n"));
  ASSERT_NE(module, nullptr);
  Dispatch dispatch;
  dispatch.subgroup_size = lanes;
  const ShadowedBytes source = numbered_bytes(copy.buffer_size());
  std::vector<std::byte> expected = source.bytes;
  dispatch.buffers[{0, 0, 0}] = source;
  dispatch.buffers[{0, 1, 0}] = source;
  for (unsigned i = 0; i < copy.invocations; ++i) {
    if (!takes_part(i)) continue;
    std::uint64_t value = 0, target = 0;
    std::byte* const place = expected.data() + ElementCopy::offset + (i & 3) * copy.stride();
    std::memcpy(&value, source.bytes.data() + ElementCopy::offset + i * copy.stride(), type.size);
    std::memcpy(&target, place, type.size);
    target = atomic.combine(target, value);
    std::memcpy(place, &target, type.size);
  }
  const auto result = run(*module, default_registry(), dispatch);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->buffers.at({0, 1, 0}).contents.bytes, expected);
}

TEST(UntypedPointers, AtomicsOperateOnTheAccessedType) {
  unsigned lanes = 1;
  for (const AtomicCase& atomic : atomic_cases) {
    for (const AccessedType& type : accessed_types()) {
      const std::string_view name = type.name;
      if (name != "u32" && name != "u64") continue;
      check_atomic(atomic, type, lanes);
      lanes = lanes == 128 ? 1 : lanes * 2;
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::test
