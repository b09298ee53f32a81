// Descriptors that are written with VK_NULL_HANDLE (VK_EXT_robustness2).

#include <algorithm>

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

// With these features alone: accesses out of bounds are not robust.
struct NullDescriptors {
  NullDescriptors() {
    robustness.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT;
    robustness.nullDescriptor = VK_TRUE;
    indexing.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES;
    indexing.pNext = &robustness;
    indexing.runtimeDescriptorArray = VK_TRUE;
    indexing.shaderStorageBufferArrayNonUniformIndexing = VK_TRUE;
    indexing.descriptorBindingPartiallyBound = VK_TRUE;
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = &indexing;
    features.features.shaderStorageImageReadWithoutFormat = VK_TRUE;
    features.features.shaderStorageImageWriteWithoutFormat = VK_TRUE;
  }
  Setup setup() const {
    return {
        .features = &features,
        .extensions = {VK_EXT_ROBUSTNESS_2_EXTENSION_NAME, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME}};
  }

  VkPhysicalDeviceRobustness2FeaturesEXT robustness{};
  VkPhysicalDeviceDescriptorIndexingFeatures indexing{};
  VkPhysicalDeviceFeatures2 features{};
};

// A write of a null descriptor of any type.
struct NullWrite : VkWriteDescriptorSet {
  NullWrite(VkDescriptorSet set, std::uint32_t to_binding, VkDescriptorType type,
            VkSampler sampler = VK_NULL_HANDLE)
      : VkWriteDescriptorSet{}, image{sampler, VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL} {
    sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    dstSet = set;
    dstBinding = to_binding;
    descriptorCount = 1;
    descriptorType = type;
    pBufferInfo = &buffer;
    pImageInfo = &image;
    pTexelBufferView = &view;
  }
  NullWrite(const NullWrite&) = delete;
  NullWrite& operator=(const NullWrite&) = delete;

  VkDescriptorBufferInfo buffer{VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};
  VkDescriptorImageInfo image;
  VkBufferView view = VK_NULL_HANDLE;
};

void write_null(const Program& program, const TestPipeline& pipeline, std::uint32_t binding,
                VkDescriptorType type, VkSampler sampler = VK_NULL_HANDLE) {
  const NullWrite write(pipeline.set, binding, type, sampler);
  vkUpdateDescriptorSets(program.device, 1, &write, 0, nullptr);
}

// Each word of the result must be 0.
void expect_zeros(Program& program, const TestPipeline& pipeline, std::size_t count) {
  const TestBuffer results = program.buffer_of(std::vector<std::uint32_t>(count, 7));
  program.write(pipeline, 0, results);
  ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(results.words[i], 0u) << i;
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(NullDescriptorsWork, ABufferHasZerosAndNoSize) {
  const NullDescriptors null;
  Program program(null.setup());
  const TestPipeline pipeline = program.pipeline(
      std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer Results { uint results[]; };
layout(std430, binding = 1) buffer Data { uint first; uint data[]; } nothing;
layout(binding = 2) uniform Block { uvec4 words[8]; } block;
void main() {
  nothing.first = 3;
  nothing.data[1000000] = 4;
  atomicAdd(nothing.data[5], 6);
  results[0] = nothing.first;
  results[1] = nothing.data[1000000];
  results[2] = nothing.data.length();
  results[3] = block.words[7].z;
  results[4] = nothing.data[nothing.first];
}
)",
      {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                    VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER}});
  write_null(program, pipeline, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
  write_null(program, pipeline, 2, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
  expect_zeros(program, pipeline, 5);
}

TEST(NullDescriptorsWork, TexelBuffersAndImagesHaveZerosAndNoSize) {
  const NullDescriptors null;
  Program program(null.setup());
  const TestPipeline pipeline = program.pipeline(
      R"(#version 450
#extension GL_EXT_shader_image_load_formatted : require
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { uint results[]; };
layout(binding = 1, r32ui) uniform uimageBuffer stored;
layout(binding = 2) uniform usamplerBuffer fetched;
layout(binding = 3, r32f) uniform image2D image;
layout(binding = 4) uniform uimage3D unformatted;
layout(binding = 5) uniform texture2D sampled;
void main() {
  imageStore(stored, 0, uvec4(1));
  imageStore(image, ivec2(0), vec4(1));
  imageStore(unformatted, ivec3(1), uvec4(1));
  imageAtomicAdd(stored, 3, 1);
  results[0] = imageLoad(stored, 0).x;
  results[1] = texelFetch(fetched, 9).w;
  results[2] = floatBitsToUint(imageLoad(image, ivec2(-1, 4)).x);
  results[3] = floatBitsToUint(imageLoad(image, ivec2(0)).w);
  results[4] = imageLoad(unformatted, ivec3(0)).w;
  results[5] = floatBitsToUint(texelFetch(sampled, ivec2(0), 3).x);
  results[6] = imageSize(stored) + textureSize(fetched) + imageSize(image).y;
  results[7] = imageSize(unformatted).z + textureSize(sampled, 2).x + textureQueryLevels(sampled);
}
)",
      {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
                    VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                    VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE}});
  write_null(program, pipeline, 1, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER);
  write_null(program, pipeline, 2, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER);
  write_null(program, pipeline, 3, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE);
  write_null(program, pipeline, 4, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE);
  write_null(program, pipeline, 5, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE);
  expect_zeros(program, pipeline, 8);
}

TEST(NullDescriptorsWork, SamplesAreZero) {
  const NullDescriptors null;
  Program program(null.setup());
  const TestPipeline pipeline = program.pipeline(
      std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform sampler2D picture;
void main() {
  results[0] = textureLod(picture, vec2(0.25, 1e30), 2.5);
  results[1] = textureGather(picture, vec2(0.25));
}
)",
      {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER}});
  VkSamplerCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  info.addressModeU = info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
  info.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
  VkSampler sampler = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateSampler(program.device, &info, nullptr, &sampler), VK_SUCCESS);
  write_null(program, pipeline, 1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, sampler);
  expect_zeros(program, pipeline, 8);
  vkDestroySampler(program.device, sampler, nullptr);
}

// Element 1 of an array is null, and the others are not.
TEST(NullDescriptorsWork, AnElementOfAnArrayIsNull) {
  const NullDescriptors null;
  Program program(null.setup());
  const TestPipeline pipeline =
      program.pipeline(R"(#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 3) in;
layout(std430, binding = 0) buffer Data { uint size; uint value; uint rest[]; } data[];
void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint value = data[nonuniformEXT(i)].value;
  const uint size = data[nonuniformEXT(i)].rest.length();
  data[nonuniformEXT(i)].value = value + 1;
  data[0].rest[i] = value + 100 * size;
}
)",
                       {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}, .counts = {3}});
  const TestBuffer first = program.buffer_of({0, 10, 0, 7, 0}), last = program.buffer_of({0, 20});
  program.write(pipeline, 0, first, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0);
  NullWrite middle(pipeline.set, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
  middle.dstArrayElement = 1;
  vkUpdateDescriptorSets(program.device, 1, &middle, 0, nullptr);
  program.write(pipeline, 0, last, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2);
  ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
  EXPECT_EQ(first.words[1], 11u);
  EXPECT_EQ(last.words[1], 21u);
  EXPECT_EQ(first.words[2], 310u);
  EXPECT_EQ(first.words[3], 0u);
  EXPECT_EQ(first.words[4], 20u);
  EXPECT_EQ(program.findings(), Rules{});
}

// One descriptor in a set, pushed, and copied from another set.
TEST(NullDescriptorsWork, TheyArePushedAndCopied) {
  const NullDescriptors null;
  Program program(null.setup());
  const std::string shader = std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer Results { uint results[]; };
layout(std430, binding = 1) buffer Data { uint data[]; } nothing;
void main() { results[0] = nothing.data[1] + nothing.data.length(); }
)";
  const std::vector<VkDescriptorType> types(2, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
  const TestPipeline pushed = program.pipeline(shader, {.bindings = types, .is_pushed = true});
  const TestBuffer results = program.buffer_of({7});
  const auto push = program.function<PFN_vkCmdPushDescriptorSetKHR>("vkCmdPushDescriptorSetKHR");
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pushed.pipeline);
    const VkDescriptorBufferInfo info{results.buffer, 0, VK_WHOLE_SIZE};
    NullWrite usual(VK_NULL_HANDLE, 0, types[0]);
    usual.pBufferInfo = &info;
    push(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pushed.layout, 0, 1, &usual);
    const NullWrite nothing(VK_NULL_HANDLE, 1, types[1]);
    push(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pushed.layout, 0, 1, &nothing);
    vkCmdDispatch(commands, 1, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(results.words[0], 0u);
  const TestPipeline from = program.pipeline(shader, 2), to = program.pipeline(shader, 2);
  write_null(program, from, 1, types[1]);
  const VkCopyDescriptorSet copy{
      VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, nullptr, from.set, 1, 0, to.set, 1, 0, 1};
  vkUpdateDescriptorSets(program.device, 0, nullptr, 1, &copy);
  expect_zeros(program, to, 1);
}

// What an atomic instruction returns is not defined.
TEST(NullDescriptorsFind, TheResultOfAnAtomicInstruction) {
  for (const bool is_used : {true, false}) {
    const NullDescriptors null;
    Program program(null.setup());
    const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer Results { uint results[]; };
layout(std430, binding = 1) buffer Data { uint data[]; } nothing;
void main() {
  const uint old = atomicAdd(nothing.data[5], 6);
  results[0] = )" + (is_used ? "old;" : "nothing.data[5];") +
                                                       "}\n",
                                                   2);
    const TestBuffer results = program.buffer_of({7});
    program.write(pipeline, 0, results);
    write_null(program, pipeline, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
    ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
    EXPECT_EQ(program.findings(), is_used ? Rules{"output.undefined"} : Rules{});
  }
}

TEST(NullDescriptorsFind, TheFeatureIsMissing) {
  Program program;
  const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer Results { uint results[]; };
void main() { results[0] = 1; }
)",
                                                 1);
  write_null(program, pipeline, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
  ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
  EXPECT_EQ(program.findings(), (Rules{"feature.missing", "descriptor.not-written"}));
  EXPECT_NE(program.messages()[0].find("VUID-VkDescriptorBufferInfo-buffer-02998"),
            std::string::npos)
      << program.messages()[0];
}

TEST(NullDescriptorsFind, ARangeOfNoBuffer) {
  const NullDescriptors null;
  Program program(null.setup());
  const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer Results { uint results[]; };
void main() { results[0] = 1; }
)",
                                                 1);
  NullWrite write(pipeline.set, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
  write.buffer.range = 16;
  vkUpdateDescriptorSets(program.device, 1, &write, 0, nullptr);
  EXPECT_EQ(program.findings(), Rules{"argument.invalid"});
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
