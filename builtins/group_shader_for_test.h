// Group instructions of Workgroup and Subgroup scope in whole modules, and their definition: a few
// lines over an array of optional values.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <utility>

#include <gtest/gtest.h>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle::test {

inline const char* const group_declarations = R"(
    OpCapability Shader
    OpCapability Groups
    OpCapability GroupNonUniformArithmetic
    OpCapability GroupUniformArithmeticKHR
    OpCapability GroupNonUniformRotateKHR
    OpCapability Int8
    OpCapability Int16
    OpCapability Int64
    OpCapability Float16
    OpCapability Float64
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpExtension "SPV_KHR_uniform_group_instructions"
    OpExtension "SPV_KHR_subgroup_rotate"
    OpExtension "SPV_AMD_shader_ballot"
    %amd = OpExtInstImport "SPV_AMD_shader_ballot"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %index_variable %values %results %choices
    OpExecutionMode %main LocalSize LOCAL_SIZE
    OpDecorate %index_variable BuiltIn LocalInvocationIndex
    OpDecorate %values DescriptorSet 0
    OpDecorate %values Binding 0
    OpDecorate %results DescriptorSet 0
    OpDecorate %results Binding 1
    OpDecorate %choices DescriptorSet 0
    OpDecorate %choices Binding 2
    OpDecorate %array ArrayStride STRIDE
    OpDecorate %words ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %word_block Block
    OpMemberDecorate %word_block 0 Offset 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %bool = OpTypeBool
    SCALARS
    %v2 = OpTypeVector %u32 2
    %v3 = OpTypeVector %u32 3
    %v4 = OpTypeVector %u32 4
    %zero = OpConstant %u32 0
    %one = OpConstant %u32 1
    %three = OpConstant %u32 3
    %four = OpConstant %u32 4
    %subgroup = OpConstant %u32 3
    %workgroup = OpConstant %u32 2
    CONSTANTS
    %array = OpTypeRuntimeArray %TYPE
    %block = OpTypeStruct %array
    %block_pointer = OpTypePointer StorageBuffer %block
    %pointer = OpTypePointer StorageBuffer %TYPE
    %words = OpTypeRuntimeArray %u32
    %word_block = OpTypeStruct %words
    %word_block_pointer = OpTypePointer StorageBuffer %word_block
    %word_pointer = OpTypePointer StorageBuffer %u32
    %input_pointer = OpTypePointer Input %u32
    %values = OpVariable %block_pointer StorageBuffer
    %results = OpVariable %block_pointer StorageBuffer
    %choices = OpVariable %word_block_pointer StorageBuffer
    %index_variable = OpVariable %input_pointer Input
    %main = OpFunction %void None %function
    %entry = OpLabel
    %index = OpLoad %u32 %index_variable
    %from = OpAccessChain %pointer %values %zero %index
    %x = OpLoad %TYPE %from
    %choice_pointer = OpAccessChain %word_pointer %choices %zero %index
    %choice = OpLoad %u32 %choice_pointer
)";
inline const char* const group_end = R"(
    %to = OpAccessChain %pointer %results %zero %index
    OpStore %to %r
    OpReturn
    OpFunctionEnd
)";

// INSTRUCTION computes %a if %choice is not 0; OTHERWISE computes %b.
inline const char* const when_chosen = R"(
    %chosen = OpINotEqual %bool %choice %zero
    OpSelectionMerge %join None
    OpBranchConditional %chosen %yes %no
    %yes = OpLabel
    %a = INSTRUCTION
    OpBranch %join
    %no = OpLabel
    %b = OTHERWISE
    OpBranch %join
    %join = OpLabel
    %r = OpPhi %TYPE %a %yes %b %no
)";

// One module whose body computes %r of the given type from %x, %choice and %index.
struct GroupShader {
  std::shared_ptr<const Module> module;
  unsigned invocations = 0;
  unsigned bytes = 0;

  GroupShader(const std::string& type, unsigned type_bytes, const std::string& body,
              const Dim3& size, const std::string& constants = "")
      : invocations(size[0] * size[1] * size[2]), bytes(type_bytes) {
    const std::string local_size =
        std::to_string(size[0]) + " " + std::to_string(size[1]) + " " + std::to_string(size[2]);
    module = load(
        replaced(group_declarations + body + group_end, {{"SCALARS", scalar_types},
                                                         {"TYPE", type},
                                                         {"CONSTANTS", constants},
                                                         {"STRIDE", std::to_string(type_bytes)},
                                                         {"LOCAL_SIZE", local_size}}));
  }

  DispatchResult run(const ShadowedBytes& values, unsigned subgroup_size,
                     const std::vector<std::uint32_t>& choices = {}, std::uint64_t seed = 0,
                     const SubgroupMapping& mapping = {}) const {
    Dispatch dispatch;
    dispatch.subgroup_mapping = mapping;
    dispatch.subgroup_size = subgroup_size;
    dispatch.seed = seed;
    dispatch.buffers[{0, 0, 0}] = values;
    dispatch.buffers[{0, 1, 0}] = ShadowedBytes::zero(std::size_t{invocations} * bytes);
    ShadowedBytes words = ShadowedBytes::zero(std::size_t{invocations} * 4);
    const auto given = std::as_bytes(std::span(choices));
    std::copy_n(given.begin(), std::min(given.size(), words.bytes.size()), words.bytes.begin());
    dispatch.buffers[{0, 2, 0}] = words;
    auto result = spirv_oracle::run(*module, default_registry(), dispatch);
    if (result) return *result;
    ADD_FAILURE() << result.error().message;
    return {};
  }
};

template <class T>
T element(const ShadowedBytes& bytes, unsigned index) {
  T value{};
  std::memcpy(&value, bytes.bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}
template <class T>
std::optional<T> optional_element(const ShadowedBytes& bytes, unsigned index) {
  for (unsigned byte = 0; byte < sizeof(T); ++byte) {
    if (bytes.shadow[index * sizeof(T) + byte] == Definedness::undefined) return std::nullopt;
  }
  return element<T>(bytes, index);
}

// Random values, some of which are undefined.
template <class T>
ShadowedBytes random_values(unsigned count, std::mt19937_64& random) {
  ShadowedBytes values = ShadowedBytes::zero(count * sizeof(T));
  const bool some_undefined = random() % 2 == 0;
  for (unsigned i = 0; i < count; ++i) {
    const T value = random() % 3 == 0 ? static_cast<T>(~(random() % 3)) : static_cast<T>(random());
    std::memcpy(values.bytes.data() + i * sizeof(T), &value, sizeof(T));
    if (!some_undefined || random() % count != 0) continue;
    std::fill_n(values.shadow.begin() + static_cast<std::ptrdiff_t>(i * sizeof(T)), sizeof(T),
                Definedness::undefined);
  }
  return values;
}

inline std::vector<std::string> clauses_of(const DispatchResult& result) {
  std::vector<std::string> names;
  for (const Finding& finding : result.findings) names.push_back(finding.clause);
  return names;
}

inline const std::pair<const char*, char> forms[] = {
    {"Reduce", 'r'}, {"InclusiveScan", 'i'}, {"ExclusiveScan", 'e'}};

// Whether an invocation's result includes the contribution of another one.
inline bool contributes(char form, unsigned other, unsigned own) {
  return form == 'r' || (form == 'i' ? other <= own : other < own);
}

template <class T>
using Combine = std::function<T(T, T)>;

// The definition: combines contributions in the order of the local invocation index. If some are
// undefined, the result is defined if it is the same for all their values. For these operations, it
// suffices to vary one of them, including the ends of its range, while the others have no effect.
template <class T>
std::optional<T> expected(char form, const ShadowedBytes& values, unsigned own, unsigned count,
                          const std::function<bool(unsigned)>& belongs, T identity,
                          const Combine<T>& combine) {
  const T sign = static_cast<T>(T{1} << (8 * sizeof(T) - 1));
  std::optional<T> result;
  for (const T undefined : {T(0), T(1), static_cast<T>(~T{0}), sign, static_cast<T>(~sign)}) {
    T combined = identity;
    bool is_first = true;
    for (unsigned other = 0; other < count; ++other) {
      if (!belongs(other) || !contributes(form, other, own)) continue;
      const auto value = optional_element<T>(values, other);
      if (!value && !std::exchange(is_first, false)) continue;
      combined = combine(combined, value.value_or(undefined));
    }
    if (result && *result != combined) return std::nullopt;
    result = combined;
  }
  return result;
}

}  // namespace spirv_oracle::test
