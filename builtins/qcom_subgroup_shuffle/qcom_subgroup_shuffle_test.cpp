// The functions of cl_qcom_subgroup_shuffle, compared with a model in which every work-item sends its value to another one,
// as the text of the extension describes.

#include <gtest/gtest.h>

#include <set>

#include "builtins/group_shader_for_test.h"
#include "interpreter/ir/imported_functions.h"

namespace spirv_oracle {
namespace {

using test::element;
using test::optional_element;
using test::random_values;
using test::replaced;

// Full subgroups of 128 and others that are not; full shuffle groups and one that is not.
constexpr unsigned work_items = 202;

constexpr const char* module_text = R"(
    OpCapability Shader
    OpCapability Linkage
    OpCapability Int8
    OpCapability Int16
    OpCapability Int64
    OpCapability Float16
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %index_variable %values %results %choices %defaults
    OpExecutionMode %main LocalSize 202 1 1
    OpDecorate %shuffle LinkageAttributes "NAME" Import
    OpDecorate %index_variable BuiltIn LocalInvocationIndex
    OpDecorate %offset_constant SpecId 0
    OpDecorate %width_constant SpecId 1
    OpDecorate %values DescriptorSet 0
    OpDecorate %values Binding 0
    OpDecorate %results DescriptorSet 0
    OpDecorate %results Binding 1
    OpDecorate %choices DescriptorSet 0
    OpDecorate %choices Binding 2
    OpDecorate %defaults DescriptorSet 0
    OpDecorate %defaults Binding 3
    OpDecorate %array ArrayStride STRIDE
    OpDecorate %words ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %word_block Block
    OpMemberDecorate %word_block 0 Offset 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %bool = OpTypeBool
    %u32 = OpTypeInt 32 0
    DECLARATION
    %shuffle_type = OpTypeFunction %TYPE %TYPE %u32 %u32 %TYPE
    %zero = OpConstant %u32 0
    %offset_place = OpConstant %u32 202
    %width_place = OpConstant %u32 203
    %offset_constant = OpSpecConstant %u32 0
    %width_constant = OpSpecConstant %u32 0
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
    %defaults = OpVariable %block_pointer StorageBuffer
    %index_variable = OpVariable %input_pointer Input
    %shuffle = OpFunction %TYPE None %shuffle_type
    %p0 = OpFunctionParameter %TYPE
    %p1 = OpFunctionParameter %u32
    %p2 = OpFunctionParameter %u32
    %p3 = OpFunctionParameter %TYPE
    OpFunctionEnd
    %main = OpFunction %void None %function
    %entry = OpLabel
    %index = OpLoad %u32 %index_variable
    %from = OpAccessChain %pointer %values %zero %index
    %x = OpLoad %TYPE %from
    %default_pointer = OpAccessChain %pointer %defaults %zero %index
    %default = OpLoad %TYPE %default_pointer
    %choice_pointer = OpAccessChain %word_pointer %choices %zero %index
    %choice = OpLoad %u32 %choice_pointer
    %offset_pointer = OpAccessChain %word_pointer %choices %zero %offset_place
    %offset_variable = OpLoad %u32 %offset_pointer
    %width_pointer = OpAccessChain %word_pointer %choices %zero %width_place
    %width_variable = OpLoad %u32 %width_pointer
    %to = OpAccessChain %pointer %results %zero %index
    %chosen = OpINotEqual %bool %choice %zero
    OpSelectionMerge %join None
    OpBranchConditional %chosen %yes %join
    %yes = OpLabel
    %r = OpFunctionCall %TYPE %shuffle %x %offset_FORM %width_FORM %default
    OpStore %to %r
    OpBranch %join
    %join = OpLabel
    OpReturn
    OpFunctionEnd
)";

// The names of the functions, and the destination of the value of a work-item: a position in its shuffle group, or one
// outside it if the value is dropped.
struct Model {
  const char* operation;
  bool wraps;
  std::function<int(int position, int offset)> destination;
};

const std::vector<Model>& models() {
  static const std::vector<Model> all{
      {"up", false, [](int position, int offset) { return position + offset; }},
      {"down", false, [](int position, int offset) { return position - offset; }},
      {"rotate_up", true, [](int position, int offset) { return position + offset; }},
      {"rotate_down", true, [](int position, int offset) { return position - offset; }},
      {"xor", false, [](int position, int offset) { return position ^ offset; }}};
  return all;
}

// The source of each work-item's value; none: the default value. `wrap`: the number of work-items in a shuffle group that a
// rotation includes; 0: all existing ones.
using Senders = std::vector<std::optional<unsigned>>;
Senders senders(const Model& model, unsigned offset, unsigned group, unsigned subgroup,
                unsigned wrap, const std::vector<std::uint32_t>& takes_part) {
  Senders result(work_items);
  for (unsigned sender = 0; sender < work_items; ++sender) {
    if (takes_part[sender] == 0) continue;
    const unsigned lane = sender % subgroup;
    const unsigned first = sender - lane % group;
    const unsigned subgroup_end = std::min(sender - lane + subgroup, work_items);
    const auto existing = static_cast<int>(std::min(first + group, subgroup_end) - first);
    const int round = wrap == 0 ? existing : static_cast<int>(wrap);
    int to = model.destination(static_cast<int>(sender - first), static_cast<int>(offset));
    if (model.wraps) to = ((to % round) + round) % round;
    if (to >= 0 && to < existing) result[first + static_cast<unsigned>(to)] = sender;
  }
  return result;
}

// Whether only some work-items of a subgroup take part.
bool some_part(const std::vector<std::uint32_t>& takes_part, unsigned subgroup) {
  for (unsigned i = 0; i < work_items; ++i) {
    if (takes_part[i] != takes_part[i / subgroup * subgroup]) return true;
  }
  return false;
}

struct Call {
  unsigned offset = 0;
  std::uint32_t width = 0;  // of qcom_sub_group_shuffle_width_modes_t
  unsigned subgroup = 32;
};

// One function for one type, whose offset and width are loaded ("variable") or specialization constants ("constant").
template <class T>
class Shader {
 public:
  Shader(const Model& model, const std::string& declaration, const std::string& letter,
         const std::string& form)
      : model_(model) {
    const std::string function = std::string("qcom_sub_group_shuffle_") + model.operation;
    std::string text = replaced(module_text, "NAME",
                                "_Z" + std::to_string(function.size()) + function + letter +
                                    "j36qcom_sub_group_shuffle_width_modes_t" + letter);
    const bool is_u32 = declaration == "OpTypeInt 32 0";
    text = replaced(text, "DECLARATION", is_u32 ? "" : "%gentype = " + declaration);
    text = replaced(text, "%TYPE", is_u32 ? "%u32" : "%gentype");
    text = replaced(text, "STRIDE", std::to_string(sizeof(T)));
    module_ = test::load(replaced(text, "FORM", form));
  }

  bool ready() const { return module_ != nullptr; }

  DispatchResult run(const Call& call, const ShadowedBytes& values, const ShadowedBytes& defaults,
                     std::vector<std::uint32_t> takes_part) const {
    Dispatch dispatch;
    dispatch.subgroup_size = call.subgroup;
    dispatch.specialization = {{0, call.offset}, {1, call.width}};
    dispatch.buffers[{0, 0, 0}] = values;
    dispatch.buffers[{0, 1, 0}] = ShadowedBytes::zero(work_items * sizeof(T));
    dispatch.buffers[{0, 3, 0}] = defaults;
    takes_part.push_back(call.offset);
    takes_part.push_back(call.width);
    ShadowedBytes words = ShadowedBytes::zero(takes_part.size() * 4);
    std::ranges::copy(std::as_bytes(std::span(takes_part)), words.bytes.begin());
    dispatch.buffers[{0, 2, 0}] = words;
    auto result = spirv_oracle::run(*module_, default_registry(), dispatch);
    if (result) return *result;
    ADD_FAILURE() << result.error().message;
    return {};
  }

  void expect(const Call& call, bool all_take_part, std::mt19937_64& random) const {
    const ShadowedBytes values = random_values<T>(work_items, random);
    const ShadowedBytes defaults = random_values<T>(work_items, random);
    std::vector<std::uint32_t> takes_part;
    for (unsigned i = 0; i < work_items; ++i)
      takes_part.push_back(all_take_part || random() % 4 != 0);
    const DispatchResult result = run(call, values, defaults, takes_part);
    const unsigned group = call.width == 0 ? call.subgroup : call.width == 1 ? 4 : 8;
    const Senders expected = senders(model_, call.offset, group, call.subgroup, group, takes_part);
    const Senders other = senders(model_, call.offset, group, call.subgroup, 0, takes_part);
    bool may_differ = false;
    for (unsigned i = 0; i < work_items; ++i) {
      if (takes_part[i] == 0) continue;
      const auto wanted = expected[i] ? optional_element<T>(values, *expected[i])
                                      : optional_element<T>(defaults, i);
      const ShadowedBytes& after = result.buffers.at({0, 1, 0}).contents;
      ASSERT_EQ(optional_element<T>(after, i), wanted)
          << model_.operation << " offset " << call.offset << " width " << group
          << " subgroup size " << call.subgroup << " work-item " << i;
      const bool is_indeterminate = after.shadow[i * sizeof(T)] != Definedness::defined;
      if (other[i] == expected[i]) continue;
      may_differ = true;
      ASSERT_TRUE(is_indeterminate) << model_.operation << ' ' << i;
    }
    std::set<std::string> clauses;
    for (const Finding& finding : result.findings) clauses.insert(finding.clause);
    const std::string prefix = "cl_qcom_subgroup_shuffle.";
    EXPECT_EQ(clauses.contains(prefix + "not-all-execute"), some_part(takes_part, call.subgroup));
    EXPECT_GE(clauses.contains(prefix + "group-not-full"), may_differ);
    const bool all_full = work_items % group == 0;
    EXPECT_FALSE(all_full && clauses.contains(prefix + "group-not-full"));
    clauses.erase(prefix + "not-all-execute");
    clauses.erase(prefix + "group-not-full");
    EXPECT_TRUE(clauses.empty()) << *clauses.begin();
  }

 private:
  const Model& model_;
  std::shared_ptr<const Module> module_;
};

template <class T>
void expect_functions(const std::string& declaration, const std::string& letter, unsigned seed) {
  std::mt19937_64 random(seed);
  for (const Model& model : models()) {
    for (const char* form : {"variable", "constant"}) {
      const Shader<T> shader(model, declaration, letter, form);
      ASSERT_TRUE(shader.ready());
      for (const unsigned subgroup : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u}) {
        for (std::uint32_t width = 0; width < 3; ++width) {
          const unsigned group = width == 0 ? subgroup : width == 1 ? 4 : 8;
          if (group > subgroup) continue;
          for (const unsigned offset :
               {0u, 1u, group / 2, group - 1, static_cast<unsigned>(random() % group)}) {
            if (offset >= group) continue;
            shader.expect({offset, width, subgroup}, random() % 2 == 0, random);
            if (::testing::Test::HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(QcomSubgroupShuffle, Integers8) {
  expect_functions<std::uint8_t>("OpTypeInt 8 0", "h", 1);
  expect_functions<std::uint8_t>("OpTypeInt 8 1", "c", 2);
}
TEST(QcomSubgroupShuffle, Integers16) {
  expect_functions<std::uint16_t>("OpTypeInt 16 0", "t", 3);
  expect_functions<std::uint16_t>("OpTypeInt 16 1", "s", 4);
}
TEST(QcomSubgroupShuffle, Integers32) {
  expect_functions<std::uint32_t>("OpTypeInt 32 0", "j", 5);
  expect_functions<std::uint32_t>("OpTypeInt 32 1", "i", 6);
}
TEST(QcomSubgroupShuffle, Integers64) {
  expect_functions<std::uint64_t>("OpTypeInt 64 0", "m", 7);
  expect_functions<std::uint64_t>("OpTypeInt 64 1", "l", 8);
}
TEST(QcomSubgroupShuffle, Floats) {
  expect_functions<std::uint32_t>("OpTypeFloat 32", "f", 9);
  expect_functions<std::uint16_t>("OpTypeFloat 16", "Dh", 10);
}

// All offsets, in subgroups of 64 and 128.
TEST(QcomSubgroupShuffle, EveryOffset) {
  std::mt19937_64 random(11);
  for (const Model& model : models()) {
    const Shader<std::uint32_t> shader(model, "OpTypeInt 32 0", "j", "variable");
    ASSERT_TRUE(shader.ready());
    for (const unsigned subgroup : {64u, 128u}) {
      for (std::uint32_t width = 0; width < 3; ++width) {
        const unsigned group = width == 0 ? subgroup : width == 1 ? 4 : 8;
        for (unsigned offset = 0; offset < group; ++offset)
          shader.expect({offset, width, subgroup}, true, random);
      }
    }
  }
}

TEST(QcomSubgroupShuffle, IsFoundByMangledAndPlainNames) {
  const auto name_of = [](std::string_view linkage_name) {
    const InstructionDefinition* found = find_function(default_registry(), linkage_name);
    return found == nullptr ? std::string_view() : found->name;
  };
  EXPECT_EQ(name_of("qcom_sub_group_shuffle_up"), "qcom_sub_group_shuffle_up");
  EXPECT_EQ(name_of("_Z25qcom_sub_group_shuffle_upij36qcom_sub_group_shuffle_width_modes_ti"),
            "qcom_sub_group_shuffle_up");
  EXPECT_EQ(name_of("_Z25qcom_sub_group_shuffle_up"), "qcom_sub_group_shuffle_up");
  for (const char* other :
       {"", "_Z", "_Z25", "_Z24qcom_sub_group_shuffle_up", "_Z99999999999999999999x",
        "_Z26qcom_sub_group_shuffle_up", "_Z-5qcom", "fract", "shuffle_up"}) {
    EXPECT_EQ(name_of(other), "") << other;
  }
}

TEST(QcomSubgroupShuffle, Limitations) {
  const std::string prefix = "cl_qcom_subgroup_shuffle.";
  for (const char* form : {"variable", "constant"}) {
    const auto clauses = [&](const Model& model, const Call& call) {
      const Shader<std::uint32_t> shader(model, "OpTypeInt 32 0", "j", form);
      const ShadowedBytes zero = ShadowedBytes::zero(work_items * 4);
      return test::clauses_of(
          shader.run(call, zero, zero, std::vector<std::uint32_t>(work_items, 1)));
    };
    const std::vector<std::string> none;
    for (const Model& model : models()) {
      EXPECT_EQ(clauses(model, {1, 2, 4}), std::vector<std::string>{prefix + "subgroup-too-small"});
      EXPECT_EQ(clauses(model, {4, 1, 64}), std::vector<std::string>{prefix + "offset-too-large"});
      EXPECT_EQ(clauses(model, {9, 1, 64}), std::vector<std::string>{prefix + "offset-too-large"});
      EXPECT_EQ(clauses(model, {0, 3, 64}), std::vector<std::string>{prefix + "unknown-width"});
      EXPECT_EQ(clauses(model, {0, 1, 128}), none);
      EXPECT_EQ(clauses(model, {3, 1, 64}),
                model.wraps ? std::vector<std::string>{prefix + "group-not-full"} : none);
    }
  }
}

}  // namespace
}  // namespace spirv_oracle
