// Atomic instructions in whole dispatches. What one record does: atomic_kernels_test.cpp.

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/dispatch.h"
#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/semantics/registry.h"

namespace spirv_oracle {
namespace {

using Words = std::vector<std::uint32_t>;

ShadowedBytes from_words(const Words& words) {
  ShadowedBytes bytes = ShadowedBytes::zero(4 * words.size());
  std::memcpy(bytes.bytes.data(), words.data(), bytes.size());
  return bytes;
}

struct AtomicResult {
  Words words;
  std::vector<Definedness> states;  // of each word
  std::vector<std::string> clauses;
  Status status = Status::ok;
};

// `body` may use the pointers %p0 .. %p3 to the words of a buffer and %shared to a workgroup variable;
// `type` ("uint", "int" or "float") says what they point to. Scope and semantics: %scope, %relaxed.
std::string module_text(const std::string& type, const std::string& constants, const std::string& body) {
  return test::shader_header("OpCapability VulkanMemoryModel\nOpCapability AtomicFloat32AddEXT\n"
                             "OpCapability AtomicFloat32MinMaxEXT\n"
                             "OpExtension \"SPV_EXT_shader_atomic_float_add\"\n"
                             "OpExtension \"SPV_EXT_shader_atomic_float_min_max\"\n",
                             "%buffer %shared") +
         R"(
    OpDecorate %array ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %uint = OpTypeInt 32 0
    %int = OpTypeInt 32 1
    %float = OpTypeFloat 32
    %scope = OpConstant %uint 5
    %relaxed = OpConstant %uint 0
    %0 = OpConstant %uint 0
)";
}

AtomicResult run_atomic(const std::string& text, const Words& words, std::uint32_t groups = 1,
                        std::uint32_t jobs = 1, ShadowedBytes* initial = nullptr) {
  AtomicResult result;
  const auto module = test::load(text);
  if (module == nullptr) return result;
  InstructionRegistry registry;
  register_core_instructions(registry);
  Dispatch dispatch;
  dispatch.groups = {groups, 1, 1};
  dispatch.jobs = jobs;
  dispatch.subgroup_size = 8;
  dispatch.buffers[{0, 0, 0}] = initial != nullptr ? *initial : from_words(words);
  auto ran = run(*module, registry, dispatch);
  if (!ran) {
    ADD_FAILURE() << ran.error().message << '\n' << text;
    return result;
  }
  const ShadowedBytes& contents = ran->buffers[{0, 0, 0}].contents;
  result.words.resize(contents.size() / 4);
  std::memcpy(result.words.data(), contents.bytes.data(), contents.size());
  for (std::size_t i = 0; i < result.words.size(); ++i) {
    result.states.push_back(*std::max_element(contents.shadow.data() + 4 * i,
                                              contents.shadow.data() + 4 * i + 4));
  }
  for (const Finding& finding : ran->findings) result.clauses.push_back(finding.clause);
  result.status = ran->status;
  return result;
}
