// For tests: the results of float expressions under a choice of PipelineOptions::arithmetic.
#pragma once

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle::test {

// A shader or kernel whose invocations compute %r from the floats %x, %y and %z with `body`.
// Available ids: %set (the extended set of the client API), the type %T, %v2 to %v4, %m2 in
// shaders, %bool, the structures %parts of two floats and %scaled of a float and an integer, %one and %zero of type %T, and the
// integer %n, which is x.
struct FloatProgram {
  std::string body;  // instructions, one per line
  bool is_kernel = false;
  std::string modes{};        // execution modes of %main
  std::string decorations{};  // for ids in the body
  KernelMath math{};
};

namespace internal {

template <class T>
constexpr std::string_view width_text() {
  return sizeof(T) == 2 ? "16" : sizeof(T) == 4 ? "32" : "64";
}

inline void replace_all(std::string& text, std::string_view name, std::string_view by) {
  for (std::size_t at = text.find(name); at != std::string::npos;
       at = text.find(name, at + by.size())) {
    text.replace(at, name.size(), by);
  }
}

template <class T>
std::string module_text(const FloatProgram& program) {
  std::string text = program.is_kernel ? R"(
    OpCapability Kernel
    OpCapability Addresses
)"
                                       : R"(
    OpCapability Shader
    OpCapability StorageBuffer16BitAccess
)";
  text += R"(
    OpCapability Float16
    OpCapability Float64
    OpCapability Int64
    %set = OpExtInstImport "SET"
    OpMemoryModel MODEL
    OpEntryPoint EXECUTION %main "main" %id
    OpExecutionMode %main LocalSize 1 1 1
    MODES
    OpDecorate %id BuiltIn GlobalInvocationId
)" + program.decorations;
  if (!program.is_kernel) {
    for (const char* name : {"results", "xs", "ys", "zs"})
      text += std::string("OpDecorate %") + name + " DescriptorSet 0\n";
    text += R"(
    OpDecorate %results Binding 0
    OpDecorate %xs Binding 1
    OpDecorate %ys Binding 2
    OpDecorate %zs Binding 3
    OpDecorate %array ArrayStride BYTES
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
)";
  }
  text += R"(
    %void = OpTypeVoid
    %bool = OpTypeBool
    %int = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %T = OpTypeFloat WIDTH
    %v2 = OpTypeVector %T 2
    %v3 = OpTypeVector %T 3
    %v4 = OpTypeVector %T 4
    MATRIX
    %parts = OpTypeStruct %T %T
    %scaled = OpTypeStruct %T %int
    %one = OpConstant %T 1
    %zero = OpConstant %T 0
    %index_type = OpTypeINDEX
    %ids = OpTypeVector %index_type 3
    %to_ids = OpTypePointer Input %ids
    %id = OpVariable %to_ids Input
    %to_T = OpTypePointer CLASS %T
)";
  const std::string load = R"(
    %all_ids = OpLoad %ids %id
    %index = OpCompositeExtract %index_type %all_ids 0
    %at_x = CHAIN %xs INDEXES
    %at_y = CHAIN %ys INDEXES
    %at_z = CHAIN %zs INDEXES
    %at_r = CHAIN %results INDEXES
    %x = OpLoad %T %at_x ALIGNED
    %y = OpLoad %T %at_y ALIGNED
    %z = OpLoad %T %at_z ALIGNED
    %n = OpConvertFToS %int %x
)";
  if (program.is_kernel) {
    text += R"(
    %function = OpTypeFunction %void %to_T %to_T %to_T %to_T
    %main = OpFunction %void None %function
    %results = OpFunctionParameter %to_T
    %xs = OpFunctionParameter %to_T
    %ys = OpFunctionParameter %to_T
    %zs = OpFunctionParameter %to_T
)";
  } else {
    text += R"(
    %array = OpTypeRuntimeArray %T
    %block = OpTypeStruct %array
    %to_block = OpTypePointer CLASS %block
    %results = OpVariable %to_block CLASS
    %xs = OpVariable %to_block CLASS
    %ys = OpVariable %to_block CLASS
    %zs = OpVariable %to_block CLASS
    %first = OpConstant %int 0
    %scope = OpConstant %int 1
    %function = OpTypeFunction %void
    %main = OpFunction %void None %function
)";
  }
  text += "%entry = OpLabel\n" + load + program.body +
          "\nOpStore %at_r %r ALIGNED\nOpReturn\nOpFunctionEnd\n";
  const std::string bytes = std::to_string(sizeof(T));
  const bool kernel = program.is_kernel;
  const std::pair<std::string_view, std::string> names[] = {
      {"\"SET\"", kernel ? "\"OpenCL.std\"" : "\"GLSL.std.450\""},
      {"MODEL", kernel ? "Physical64 OpenCL" : "Logical GLSL450"},
      {"EXECUTION", kernel ? "Kernel" : "GLCompute"},
      {"MODES", program.modes},
      {"BYTES", bytes},
      {"MATRIX", kernel ? "" : "%m2 = OpTypeMatrix %v2 2"},
      {"WIDTH", std::string(width_text<T>())},
      {"INDEXES", kernel ? "%index" : "%first %index"},
      {"OpTypeINDEX", kernel ? "OpTypeInt 64 0" : "OpTypeInt 32 0"},
      {"CLASS", kernel ? "CrossWorkgroup" : "StorageBuffer"},
      {"CHAIN", kernel ? "OpInBoundsPtrAccessChain %to_T" : "OpAccessChain %to_T"},
      {"ALIGNED", kernel ? "Aligned " + bytes : std::string()},
  };
  for (const auto& [name, by] : names) replace_all(text, name, by);
  // A type must not be declared twice.
  const std::string index_type = kernel ? "%long" : "%int";
  replace_all(text, "%index_type = OpTypeInt " + std::string(kernel ? "64" : "32") + " 0", "");
  replace_all(text, "%index_type", index_type);
  return text;
}

}  // namespace internal

// The operands of one invocation; missing ones are 0.
template <class T>
struct FloatOperands {
  T x{}, y{}, z{};
};

namespace internal {

// The final results, or null after a failure.
template <class T>
std::optional<BufferResult> run_program(const FloatProgram& program,
                                        const std::vector<FloatOperands<T>>& operands,
                                        const ArithmeticChoices& choices, bool encloses) {
  const std::string text = internal::module_text<T>(program);
  const auto module = Module::parse(assemble(text));
  if (!module) {
    ADD_FAILURE() << module.error().message << text;
    return std::nullopt;
  }
  Dispatch dispatch;
  dispatch.groups = {static_cast<std::uint32_t>(operands.size()), 1, 1};
  dispatch.arithmetic = choices;
  dispatch.kernel_math = program.math;
  dispatch.record_enclosures = encloses;
  const std::uint32_t set = program.is_kernel ? BindingKey::kernel_arguments : 0;
  const auto fill = [&](std::uint32_t binding, T FloatOperands<T>::*member) {
    ShadowedBytes buffer = ShadowedBytes::zero(operands.size() * sizeof(T));
    for (std::size_t i = 0; i < operands.size() && member != nullptr; ++i)
      std::memcpy(buffer.bytes.data() + i * sizeof(T), &(operands[i].*member), sizeof(T));
    dispatch.buffers[{set, binding, 0}] = buffer;
  };
  fill(0, nullptr);
  fill(1, &FloatOperands<T>::x);
  fill(2, &FloatOperands<T>::y);
  fill(3, &FloatOperands<T>::z);
  const auto ran = run(**module, default_registry(), dispatch);
  if (!ran || ran->status == Status::limit) {
    ADD_FAILURE() << (ran ? ran->message : ran.error().message) << text;
    return std::nullopt;
  }
  return ran->buffers.at({set, 0, 0});
}

}  // namespace internal

// The result of each invocation.
template <class T>
std::vector<T> run_floats(const FloatProgram& program,
                          const std::vector<FloatOperands<T>>& operands,
                          const ArithmeticChoices& choices = {}) {
  std::vector<T> results(operands.size());
  const auto ran = internal::run_program(program, operands, choices, false);
  if (ran) std::memcpy(results.data(), ran->contents.bytes.data(), results.size() * sizeof(T));
  return results;
}

// The facts that a run with Policy::record_enclosures has about the result of each invocation.
template <class T>
struct EnclosedFloat {
  T usual{};
  bool is_defined = true;
  std::optional<EnclosedComponent> enclosure;  // none: exactly the usual value

  bool is_unknown() const { return !is_defined || (enclosure && enclosure->is_unknown); }
};
template <class T>
std::vector<EnclosedFloat<T>> enclose_floats(const FloatProgram& program,
                                             const std::vector<FloatOperands<T>>& operands) {
  std::vector<EnclosedFloat<T>> results(operands.size());
  const auto ran = internal::run_program(program, operands, {}, true);
  if (!ran) return results;
  for (std::size_t i = 0; i < results.size(); ++i) {
    std::memcpy(&results[i].usual, ran->contents.bytes.data() + i * sizeof(T), sizeof(T));
    results[i].is_defined = ran->contents.shadow[i * sizeof(T)] == Definedness::defined;
  }
  for (const EnclosedComponent& component : ran->enclosures) {
    if (component.bytes != sizeof(T) || component.offset % sizeof(T) != 0) {
      ADD_FAILURE() << "a component of another size at " << component.offset;
      continue;
    }
    results.at(component.offset / sizeof(T)).enclosure = component;
  }
  return results;
}

// The result of run_floats() for one invocation.
template <class T>
T run_float(const FloatProgram& program, const FloatOperands<T>& operands,
            const ArithmeticChoices& choices = {}) {
  return run_floats<T>(program, {operands}, choices).at(0);
}

inline ArithmeticChoices choose(bool ArithmeticChoices::*choice) {
  ArithmeticChoices choices;
  choices.*choice = true;
  return choices;
}

}  // namespace spirv_oracle::test
