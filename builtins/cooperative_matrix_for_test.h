// Cooperative matrices in whole modules: component types, numbers in buffers, and a product with its operands.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "builtins/group_shader_for_test.h"
#include "interpreter/kernels/float16.h"

namespace spirv_oracle::test {

__extension__ using Wide = __int128;

struct ComponentType {
  const char* name;  // in the module
  unsigned bytes;
  bool is_float = false;
};

inline constexpr ComponentType f16{"f16", 2, true}, f32{"f32", 4, true}, f64{"f64", 8, true},
    bf16{"bf16", 2, true}, i8{"i8", 1}, i16{"i16", 2}, i32{"i32", 4}, i64{"i64", 8}, u8{"u8", 1},
    u16{"u16", 2}, u32{"u32", 4}, u64{"u64", 8};

// One module: the product of the matrices in three buffers, which begin at element FIRST, goes to a fourth one.
inline constexpr const char* matrix_declarations = R"(
    OpCapability Shader
    OpCapability Int8
    OpCapability Int16
    OpCapability Int64
    OpCapability Float16
    OpCapability Float64
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpCapability BFloat16TypeKHR
    OpCapability BFloat16CooperativeMatrixKHR
    OpCapability CooperativeMatrixKHR
    OpCapability VulkanMemoryModel
    OpExtension "SPV_KHR_bfloat16"
    OpExtension "SPV_KHR_cooperative_matrix"
    OpMemoryModel Logical Vulkan
    OpEntryPoint GLCompute %main "main" %a_buffer %b_buffer %c_buffer %r_buffer
    OpExecutionMode %main LocalSize INVOCATIONS 1 1
    OpDecorate %a_buffer DescriptorSet 0
    OpDecorate %a_buffer Binding 0
    OpDecorate %b_buffer DescriptorSet 0
    OpDecorate %b_buffer Binding 1
    OpDecorate %c_buffer DescriptorSet 0
    OpDecorate %c_buffer Binding 2
    OpDecorate %r_buffer DescriptorSet 0
    OpDecorate %r_buffer Binding 3
    ANNOTATIONS
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    SCALARS
    %bf16 = OpTypeFloat 16 BFloat16KHR
    %zero = OpConstant %u32 0
    %one = OpConstant %u32 1
    %two = OpConstant %u32 2
    %scope = OpConstant %u32 SCOPE
    %first = OpConstant %u32 FIRST
    %m = OpConstant %u32 ROWS
    %n = OpConstant %u32 COLUMNS
    %k = OpConstant %u32 INNER
    %layout = OpConstant %u32 LAYOUT
    %stride = OpConstant %u32 STRIDE
    %A = OpTypeCooperativeMatrixKHR %A_TYPE %scope %m %k %zero
    %B = OpTypeCooperativeMatrixKHR %B_TYPE %scope %k %n %one
    %C = OpTypeCooperativeMatrixKHR %C_TYPE %scope %m %n %two
    RESULT_DECLARATION
)";
inline constexpr const char* matrix_buffer_types = R"(
    OpDecorate %X_array ArrayStride BYTES
    OpDecorate %X_block Block
    OpMemberDecorate %X_block 0 Offset 0
)";
inline constexpr const char* matrix_buffer_variables = R"(
    %X_array = OpTypeRuntimeArray %TYPE
    %X_block = OpTypeStruct %X_array
    %X_block_pointer = OpTypePointer StorageBuffer %X_block
    %X_pointer = OpTypePointer StorageBuffer %TYPE
    %X_buffer = OpVariable %X_block_pointer StorageBuffer
)";
// Declares buffers "%NAME_buffer" with elements of a type: annotations, which precede types, instead of ANNOTATIONS, and
// variables at the end.
inline std::string with_buffers(
    std::string text, std::initializer_list<std::pair<std::string, ComponentType>> buffers) {
  std::string annotations, variables;
  for (const auto& [name, type] : buffers) {
    annotations +=
        replaced(matrix_buffer_types, {{"X_", name + "_"}, {"BYTES", std::to_string(type.bytes)}});
    variables += replaced(matrix_buffer_variables,
                          {{"X_", name + "_"}, {"%TYPE", std::string("%") + type.name}});
  }
  return replaced(std::move(text), "ANNOTATIONS", annotations) + variables;
}

// The contents of a buffer after a run; nothing after an error, which fails the test.
inline ShadowedBytes run_module(const std::string& text, const Dispatch& dispatch,
                                const BindingKey& buffer, DispatchResult& result) {
  const auto module = load(text);
  if (module == nullptr) return {};
  auto done = spirv_oracle::run(*module, default_registry(), dispatch);
  if (!done) {
    ADD_FAILURE() << done.error().message << text;
    return {};
  }
  result = std::move(*done);
  return result.buffers.at(buffer).contents;
}

inline constexpr const char* matrix_body = R"(
    %main = OpFunction %void None %function
    %entry = OpLabel
    %a_place = OpAccessChain %a_pointer %a_buffer %zero %first
    %b_place = OpAccessChain %b_pointer %b_buffer %zero %first
    %c_place = OpAccessChain %c_pointer %c_buffer %zero %first
    %r_place = OpAccessChain %r_pointer %r_buffer %zero %first
    %a = OpCooperativeMatrixLoadKHR %A %a_place %layout %stride
    %b = OpCooperativeMatrixLoadKHR %B %b_place %layout %stride
    %c = OpCooperativeMatrixLoadKHR %C %c_place %layout %stride
    %r = OpCooperativeMatrixMulAddKHR %R %a %b %c FLAGS
    OpCooperativeMatrixStoreKHR %r_place %r %layout %stride
    OpReturn
    OpFunctionEnd
)";

struct MatrixProduct {
  ComponentType a, b, c, r;
  unsigned rows = 16, columns = 16, inner = 16;
  bool column_major = false;
  std::string flags{};
  unsigned lanes = 32;
  MatrixMapping mapping = MatrixMapping::rows;
  bool encloses = false;
  unsigned subgroups = 0;  // of a workgroup, which is the scope; 0: the scope is the subgroup

  static constexpr unsigned first = 3, stride = 37;

  std::string invocations() const { return std::to_string(lanes * std::max(subgroups, 1u)); }
  bool has(const char* flag) const { return flags.find(flag) != std::string::npos; }
  // The index in a buffer of an element of a matrix.
  std::size_t place(unsigned row, unsigned column) const {
    return first +
           (column_major ? std::size_t{column} * stride + row : std::size_t{row} * stride + column);
  }
  static constexpr std::size_t buffer_size = first + 36 * stride;

  std::string module_text() const {
    std::string text =
        with_buffers(matrix_declarations, {{"a", a}, {"b", b}, {"c", c}, {"r", r}}) + matrix_body;
    // Types must not be declared twice.
    const bool is_type_of_c = std::string_view(r.name) == c.name;
    if (is_type_of_c) text = replaced(text, "%R ", "%C ");
    return replaced(
        text, {{"RESULT_DECLARATION",
                is_type_of_c ? "" : "%R = OpTypeCooperativeMatrixKHR %R_TYPE %scope %m %n %two"},
               {"SCALARS", scalar_types},
               {"A_TYPE", a.name},
               {"B_TYPE", b.name},
               {"C_TYPE", c.name},
               {"R_TYPE", r.name},
               {"ROWS", std::to_string(rows)},
               {"COLUMNS", std::to_string(columns)},
               {"INNER", std::to_string(inner)},
               {"LAYOUT", column_major ? "1" : "0"},
               {"STRIDE", std::to_string(stride)},
               {"FIRST", std::to_string(first)},
               {"INVOCATIONS", invocations()},
               {"SCOPE", subgroups == 0 ? "3" : "2"},
               {"FLAGS", flags}});
  }

  ShadowedBytes run(const ShadowedBytes& of_a, const ShadowedBytes& of_b, const ShadowedBytes& of_c,
                    DispatchResult& result) const {
    Dispatch dispatch;
    dispatch.subgroup_size = lanes;
    dispatch.matrix_mapping = mapping;
    dispatch.record_enclosures = encloses;
    dispatch.buffers[{0, 0, 0}] = of_a;
    dispatch.buffers[{0, 1, 0}] = of_b;
    dispatch.buffers[{0, 2, 0}] = of_c;
    dispatch.buffers[{0, 3, 0}] = ShadowedBytes::uninitialized(buffer_size * r.bytes);
    return run_module(module_text(), dispatch, {0, 3, 0}, result);
  }
};

// --- numbers ---

inline std::uint64_t bits_at(const ShadowedBytes& buffer, unsigned bytes, std::size_t index) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, buffer.bytes.data() + index * bytes, bytes);
  return bits;
}

inline Wide integer_of(std::uint64_t bits, unsigned bytes, bool is_signed) {
  const bool is_negative = is_signed && (bits >> (8 * bytes - 1) & 1) != 0;
  return is_negative ? Wide{bits} - (Wide{1} << (8 * bytes)) : Wide{bits};
}

inline double float_of(std::uint64_t bits, const ComponentType& type) {
  if (type.name == bf16.name)  // the upper half of a float
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
  if (type.bytes == 2) return to_float(Float16{static_cast<std::uint16_t>(bits)});
  if (type.bytes == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

// Of a number that the type represents.
inline std::uint64_t bits_of_float(double value, const ComponentType& type) {
  if (type.name == bf16.name) return std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16;
  if (type.bytes == 2) return to_float16(static_cast<float>(value)).bits;
  if (type.bytes == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return std::bit_cast<std::uint64_t>(value);
}

// Random bits for integers. Floats are small whole numbers, so that all sums are exact.
inline ShadowedBytes random_buffer(const ComponentType& type, std::mt19937_64& random) {
  ShadowedBytes buffer = ShadowedBytes::zero(MatrixProduct::buffer_size * type.bytes);
  for (std::size_t i = 0; i < MatrixProduct::buffer_size; ++i) {
    const double number = static_cast<double>(random() % 7) - 3;
    const std::uint64_t bits = type.is_float ? bits_of_float(number, type) : random();
    std::memcpy(buffer.bytes.data() + i * type.bytes, &bits, type.bytes);
  }
  return buffer;
}

inline constexpr MatrixMapping mappings[] = {MatrixMapping::rows, MatrixMapping::columns,
                                             MatrixMapping::blocks, MatrixMapping::replicated};

}  // namespace spirv_oracle::test
