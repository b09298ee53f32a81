// SPV_EXT_descriptor_heap in whole modules: random heaps, which invocations read at random offsets. The model is a list of slots.

#include <map>
#include <random>
#include <string>
#include <vector>

#include "builtins/group_shader_for_test.h"

namespace spirv_oracle::test {
namespace {

constexpr unsigned invocations = 32;
constexpr unsigned slot_bytes = 64;

// Copies a number from the buffer at a byte offset of the heap.
constexpr const char* copy_numbers = R"(
    OpCapability Shader
    OpCapability UntypedPointersKHR
    OpCapability DescriptorHeapEXT
    OpExtension "SPV_KHR_untyped_pointers"
    OpExtension "SPV_EXT_descriptor_heap"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %heap %index %offsets %results
    OpExecutionMode %main LocalSize 32 1 1
    OpDecorate %index BuiltIn LocalInvocationIndex
    OpDecorate %heap BuiltIn ResourceHeapEXT
    OpDecorate %eighths ArrayStride 8
    OpDecorate %words ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %offsets DescriptorSet 0
    OpDecorate %offsets Binding 0
    OpDecorate %results DescriptorSet 0
    OpDecorate %results Binding 1
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %u32 = OpTypeInt 32 0
    %zero = OpConstant %u32 0
    %eight = OpConstant %u32 8
    %buffer = OpTypeBufferEXT CLASS
    %eighths = OpTypeRuntimeArray %buffer
    %words = OpTypeRuntimeArray %u32
    %block = OpTypeStruct %words
    %in_heap = OpTypeUntypedPointerKHR UniformConstant
    %to_data = OpTypeUntypedPointerKHR CLASS
    %pointer = OpTypeUntypedPointerKHR StorageBuffer_
    %to_input = OpTypePointer Input %u32
    %index = OpVariable %to_input Input
    %heap = OpUntypedVariableKHR %in_heap UniformConstant
    %offsets = OpUntypedVariableKHR %pointer StorageBuffer %block
    %results = OpUntypedVariableKHR %pointer StorageBuffer %block
    %main = OpFunction %void None %function
    %entry = OpLabel
    %i = OpLoad %u32 %index
    %offset_at = OpUntypedAccessChainKHR %pointer %block %offsets %zero %i
    %offset = OpLoad %u32 %offset_at
    %eighth = OpUDiv %u32 %offset %eight
    %slot = OpUntypedAccessChainKHR %in_heap %eighths %heap %eighth
    %data = OpBufferPointerEXT %to_data %slot
    %from = OpUntypedAccessChainKHR %to_data %block %data %zero %zero
    %number = OpLoad %u32 %from
    %to = OpUntypedAccessChainKHR %pointer %block %results %zero %i
    OpStore %to %number
    OpReturn
    OpFunctionEnd
)";

std::string module_text(bool reads_uniform) {
  const std::string storage = reads_uniform ? "Uniform" : "StorageBuffer";
  std::string text = replaced(copy_numbers, "CLASS", storage);
  // Types must not be declared twice.
  if (reads_uniform) return replaced(text, "StorageBuffer_", "StorageBuffer");
  text = replaced(text, "    %pointer = OpTypeUntypedPointerKHR StorageBuffer_\n", "");
  return replaced(text, "%pointer ", "%to_data ");
}

enum class Content { nothing, storage_buffer, uniform_buffer, buffer, texel_buffer, image, null };

struct Slot {
  Content content = Content::nothing;
  std::uint32_t number = 0;
};

// What the read of a lane gives: a number, or the rule that it breaks.
struct Outcome {
  std::string clause;
  std::uint32_t number = 0;
};

Outcome outcome_of(const std::vector<Slot>& slots, std::uint32_t offset, bool reads_uniform) {
  if (offset + slot_bytes > slots.size() * slot_bytes) return {"descriptor-heap.out-of-heap"};
  if (offset % slot_bytes != 0) return {"descriptor-heap.misaligned"};
  const Slot& slot = slots[offset / slot_bytes];
  switch (slot.content) {
    case Content::nothing:
      return {"descriptor-heap.never-written"};
    case Content::null:
      return {"", 0};
    case Content::buffer:  // whose type is what the module reads
      return {"", slot.number};
    case Content::storage_buffer:
    case Content::uniform_buffer:
      if (reads_uniform == (slot.content == Content::uniform_buffer)) return {"", slot.number};
      break;
    default:
      break;
  }
  return {"descriptor-heap.wrong-type"};
}

ShadowedBytes word(std::uint32_t number) {
  ShadowedBytes bytes = ShadowedBytes::zero(4);
  std::memcpy(bytes.bytes.data(), &number, 4);
  return bytes;
}

void write(std::uint32_t index, const Slot& slot, Dispatch& dispatch) {
  const BindingKey key{BindingKey::resource_heap, index, 0};
  if (slot.content == Content::nothing) return;
  if (slot.content == Content::null) {
    dispatch.null_descriptors.insert(key);
    return;
  }
  dispatch.buffers[key] = word(slot.number);
  if (slot.content == Content::storage_buffer)
    dispatch.heap_types[key] = DescriptorType::storage_buffer;
  if (slot.content == Content::uniform_buffer)
    dispatch.heap_types[key] = DescriptorType::uniform_buffer;
  if (slot.content != Content::texel_buffer && slot.content != Content::image) return;
  ImageShape& shape = dispatch.images[key];
  shape.format = *find_texel_format("R32ui");
  if (slot.content == Content::image) shape.extent[0] = 1;
}

TEST(DescriptorHeap, ReadsAreThoseOfTheModel) {
  std::mt19937 generator(1);
  const auto random = [&generator] { return static_cast<std::uint32_t>(generator()); };
  const std::shared_ptr<const Module> modules[] = {load(module_text(false)),
                                                   load(module_text(true))};
  for (unsigned round = 0; round < 200; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const bool reads_uniform = round % 2 == 1;
    ASSERT_NE(modules[reads_uniform], nullptr);
    std::vector<Slot> slots(1 + random() % 12);
    for (Slot& slot : slots) slot = {static_cast<Content>(random() % 7), random()};
    slots.back().content = Content::buffer;  // where the heap ends
    Dispatch dispatch;
    dispatch.subgroup_size = invocations;
    for (std::uint32_t i = 0; i < slots.size(); ++i) write(i, slots[i], dispatch);
    ShadowedBytes offsets = ShadowedBytes::zero(4 * invocations);
    std::map<std::string, LaneMask> broken;
    std::vector<Outcome> outcomes;
    for (unsigned lane = 0; lane < invocations; ++lane) {
      const auto bytes = static_cast<std::uint32_t>(slots.size()) * slot_bytes;
      const std::uint32_t unit = random() % 4 == 0 ? 8 : slot_bytes;
      const std::uint32_t offset = random() % ((bytes + 2 * slot_bytes) / unit) * unit;
      std::memcpy(offsets.bytes.data() + std::size_t{4} * lane, &offset, 4);
      outcomes.push_back(outcome_of(slots, offset, reads_uniform));
      if (!outcomes.back().clause.empty()) broken[outcomes.back().clause].set(lane);
    }
    dispatch.buffers[{0, 0, 0}] = offsets;
    dispatch.buffers[{0, 1, 0}] = ShadowedBytes::zero(4 * invocations);
    const auto result = run(*modules[reads_uniform], default_registry(), dispatch);
    ASSERT_TRUE(result) << result.error().message;
    for (const Finding& finding : result->findings) {
      const auto expected = broken.find(finding.clause);
      ASSERT_NE(expected, broken.end()) << finding.clause << ": " << finding.message;
      EXPECT_EQ(finding.lanes, expected->second) << finding.clause;
      broken.erase(expected);
    }
    EXPECT_TRUE(broken.empty()) << broken.begin()->first;
    const ShadowedBytes& results = result->buffers.at({0, 1, 0}).contents;
    for (unsigned lane = 0; lane < invocations; ++lane) {
      if (!outcomes[lane].clause.empty()) continue;
      std::uint32_t number = 0;
      std::memcpy(&number, results.bytes.data() + std::size_t{4} * lane, 4);
      EXPECT_EQ(number, outcomes[lane].number) << "lane " << lane;
      EXPECT_EQ(results.shadow[std::size_t{4} * lane], Definedness::defined) << "lane " << lane;
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::test
