// Programs in Vulkan-Hpp with each type of descriptor, and each way to write and bind them.

#include <cstring>

#include "vulkan/test/hpp_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

using Type = vk::DescriptorType;
using Layout = vk::ImageLayout;

class HppDescriptorsWork : public HppProgram {
 protected:
  HppDevice device_{instance_.physical};
};

TEST_F(HppDescriptorsWork, DynamicOffsetsMoveBuffers) {
  HppSetup setup;
  setup.bindings = bindings_of({Type::eUniformBufferDynamic, Type::eStorageBufferDynamic});
  const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(std140, binding = 0) uniform From { uint from; };
layout(std430, binding = 1) buffer To { uint to; };
void main() { to += from; }
)",
                                                setup);
  const HostBuffer from = device_.buffer({1, 0, 0, 0, 20, 0, 0, 0, 300, 0, 0, 0},
                                         vk::BufferUsageFlagBits::eUniformBuffer);
  const HostBuffer to = device_.buffer(Words(8));
  device_.write(pipeline, 0, Type::eUniformBufferDynamic, from, 0, 16);
  device_.write(pipeline, 1, Type::eStorageBufferDynamic, to, 0, 16);
  device_.run([&](vk::CommandBuffer commands) {
    dispatch(commands, pipeline, 1, {16, 0});
    dispatch(commands, pipeline, 1, {32, 16});
    barrier(commands);
    dispatch(commands, pipeline, 1, {0, 16});
  });
  EXPECT_EQ(to.words[0], 20u);
  EXPECT_EQ(to.words[4], 301u);
}

TEST_F(HppDescriptorsWork, TexelBuffersConvert) {
  HppSetup setup;
  setup.bindings = bindings_of({Type::eUniformTexelBuffer, Type::eStorageTexelBuffer});
  const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(binding = 0) uniform utextureBuffer from;
layout(binding = 1, r32ui) uniform uimageBuffer to;
void main() {
  uvec4 t = texelFetch(from, int(gl_WorkGroupID.x));
  imageStore(to, int(gl_WorkGroupID.x), uvec4(t.r + 10 * t.g + 100 * t.b + 1000 * t.a));
}
)",
                                                setup);
  const HostBuffer from =
      device_.buffer({0x04030201, 0x01010105}, vk::BufferUsageFlagBits::eUniformTexelBuffer);
  const HostBuffer to = device_.buffer(Words(2), vk::BufferUsageFlagBits::eStorageTexelBuffer);
  const auto source = device_.device->createBufferViewUnique(
      {{}, *from.buffer, vk::Format::eR8G8B8A8Uint, 0, VK_WHOLE_SIZE});
  const auto target = device_.device->createBufferViewUnique(
      {{}, *to.buffer, vk::Format::eR32Uint, 0, VK_WHOLE_SIZE});
  device_.device->updateDescriptorSets(
      {vk::WriteDescriptorSet(pipeline.set, 0, 0, Type::eUniformTexelBuffer, {}, {}, *source),
       vk::WriteDescriptorSet(pipeline.set, 1, 0, Type::eStorageTexelBuffer, {}, {}, *target)},
      {});
  device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline, 2); });
  EXPECT_EQ(words_of(to), (Words{4321, 1115}));
}

TEST_F(HppDescriptorsWork, StorageImagesAreReadAndWritten) {
  HppSetup setup;
  setup.bindings = bindings_of({Type::eStorageImage});
  const HppPipeline pipeline = device_.pipeline(R"(#version 450
layout(local_size_x = 2, local_size_y = 2) in;
layout(binding = 0, r32ui) uniform uimage2D image;
void main() {
  ivec2 at = ivec2(gl_LocalInvocationID.xy);
  imageStore(image, at, imageLoad(image, at) * (1 + at.x + 2 * at.y));
}
)",
                                                setup);
  const HppImage image = image_of(device_);
  const HostBuffer to = device_.buffer(Words(4));
  device_.write(pipeline, 0, Type::eStorageImage, {{}, *image.view, Layout::eGeneral});
  device_.run([&](vk::CommandBuffer commands) {
    prepare(commands, image);
    commands.clearColorImage(*image.image, Layout::eGeneral,
                             vk::ClearColorValue(std::array<std::uint32_t, 4>{7, 0, 0, 0}),
                             whole_image);
    barrier(commands);
    dispatch(commands, pipeline);
    barrier(commands);
    commands.copyImageToBuffer(*image.image, Layout::eGeneral, *to.buffer,
                               vk::BufferImageCopy(0, 0, 0, first_layer, {}, {2, 2, 1}));
  });
  EXPECT_EQ(words_of(to), (Words{7, 14, 21, 28}));
}

const std::string fetches_center = hpp_head + R"(
layout(std430, binding = 0) buffer Data { float d[]; };
)";

// The color at the middle of an image whose halves are 0 and 1.
void clear_halves(const HppDevice& device, vk::CommandBuffer commands, const HppImage& image,
                  const HostBuffer& halves) {
  (void)device;
  change_layout(commands, *image.image, Layout::eUndefined, Layout::eTransferDstOptimal);
  commands.copyBufferToImage(*halves.buffer, *image.image, Layout::eTransferDstOptimal,
                             vk::BufferImageCopy(0, 0, 0, first_layer, {}, {2, 1, 1}));
  change_layout(commands, *image.image, Layout::eTransferDstOptimal,
                Layout::eShaderReadOnlyOptimal);
}

TEST_F(HppDescriptorsWork, SamplersInterpolateOrNot) {
  for (const bool is_combined : {true, false}) {
    HppSetup setup;
    const auto linear = device_.device->createSamplerUnique({{},
                                                             vk::Filter::eLinear,
                                                             vk::Filter::eLinear,
                                                             vk::SamplerMipmapMode::eNearest,
                                                             vk::SamplerAddressMode::eClampToEdge,
                                                             vk::SamplerAddressMode::eClampToEdge});
    setup.bindings = is_combined
                         ? bindings_of({Type::eStorageBuffer, Type::eCombinedImageSampler})
                         : bindings_of({Type::eStorageBuffer, Type::eSampledImage, Type::eSampler});
    const std::string image = is_combined ? "layout(binding = 1) uniform sampler2D image;\n"
                                          : "layout(binding = 1) uniform texture2D plain;\n"
                                            "layout(binding = 2) uniform sampler how;\n"
                                            "#define image sampler2D(plain, how)\n";
    const HppPipeline pipeline =
        device_.pipeline(fetches_center + image +
                             "void main() { d[0] = textureLod(image, vec2(0.5, 0.5), 0).r;\n"
                             "  d[1] = textureLod(image, vec2(0.75, 0.5), 0).r; }\n",
                         setup);
    const HppImage sampled = image_of(device_, {.format = vk::Format::eR32Sfloat,
                                                .extent = {2, 1, 1},
                                                .usage = vk::ImageUsageFlagBits::eSampled |
                                                         vk::ImageUsageFlagBits::eTransferDst});
    const HostBuffer data = device_.buffer(Words(2)), halves = device_.buffer({0, 0x3F800000});
    device_.write(pipeline, 0, data);
    const vk::DescriptorImageInfo info(*linear, *sampled.view, Layout::eShaderReadOnlyOptimal);
    device_.write(pipeline, 1, is_combined ? Type::eCombinedImageSampler : Type::eSampledImage,
                  info);
    if (!is_combined) device_.write(pipeline, 2, Type::eSampler, info);
    device_.run([&](vk::CommandBuffer commands) {
      clear_halves(device_, commands, sampled, halves);
      dispatch(commands, pipeline);
    });
    EXPECT_EQ(words_of(data), (Words{0x3F000000, 0x3F800000}));  // 0.5 and 1
  }
}

TEST_F(HppDescriptorsWork, ImmutableSamplersNeedNoWrite) {
  const auto nearest = device_.device->createSamplerUnique({});
  HppSetup setup;
  setup.bindings = bindings_of({Type::eStorageBuffer, Type::eSampledImage, Type::eSampler});
  setup.bindings[2].pImmutableSamplers = &*nearest;
  const HppPipeline pipeline = device_.pipeline(
      fetches_center +
          "layout(binding = 1) uniform texture2D plain;\n"
          "layout(binding = 2) uniform sampler how;\n"
          "void main() { d[0] = textureLod(sampler2D(plain, how), vec2(0.9), 0).r; }\n",
      setup);
  const HppImage sampled = image_of(
      device_, {.format = vk::Format::eR32Sfloat,
                .extent = {2, 1, 1},
                .usage = vk::ImageUsageFlagBits::eSampled | vk::ImageUsageFlagBits::eTransferDst});
  const HostBuffer data = device_.buffer(Words(1)), halves = device_.buffer({0, 0x40400000});
  device_.write(pipeline, 0, data);
  device_.write(pipeline, 1, Type::eSampledImage,
                {{}, *sampled.view, Layout::eShaderReadOnlyOptimal});
  device_.run([&](vk::CommandBuffer commands) {
    clear_halves(device_, commands, sampled, halves);
    dispatch(commands, pipeline);
  });
  EXPECT_EQ(words_of(data), Words{0x40400000});
}

const std::string sums_array = R"(#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 3) in;
layout(std430, binding = 0) buffer Out { uint sums[]; } to;
layout(std430, binding = 1) buffer In { uint value; } from[];
void main() { to.sums[gl_LocalInvocationIndex] = from[nonuniformEXT(gl_LocalInvocationIndex)].value; }
)";

TEST_F(HppDescriptorsWork, AnArrayHasAVariableNumberOfBuffers) {
  HppSetup setup;
  setup.bindings = {binding_of(0, Type::eStorageBuffer), binding_of(1, Type::eStorageBuffer, 8)};
  const std::array<vk::DescriptorBindingFlags, 2> flags{
      {{}, vk::DescriptorBindingFlagBits::eVariableDescriptorCount}};
  const vk::DescriptorSetLayoutBindingFlagsCreateInfo layout(flags);
  const std::uint32_t count = 3;
  const vk::DescriptorSetVariableDescriptorCountAllocateInfo counts(1, &count);
  setup.layout_chain = &layout;
  setup.set_chain = &counts;
  const HppPipeline pipeline = device_.pipeline(sums_array, setup);
  const HostBuffer to = device_.buffer(Words(3));
  const std::array from{device_.buffer({5}), device_.buffer({6}), device_.buffer({7})};
  device_.write(pipeline, 0, to);
  for (std::uint32_t i = 0; i < 3; ++i)
    device_.write(pipeline, 1, Type::eStorageBuffer, from[i], 0, VK_WHOLE_SIZE, i);
  device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
  EXPECT_EQ(words_of(to), (Words{5, 6, 7}));
}

TEST_F(HppDescriptorsWork, UnusedElementsNeedNoContentsAndOthersAreUpdatedLate) {
  HppSetup setup;
  setup.bindings = {binding_of(0, Type::eStorageBuffer), binding_of(1, Type::eStorageBuffer, 4)};
  using Flag = vk::DescriptorBindingFlagBits;
  const std::array<vk::DescriptorBindingFlags, 2> flags{
      {Flag::eUpdateAfterBind, Flag::ePartiallyBound | Flag::eUpdateAfterBind}};
  const vk::DescriptorSetLayoutBindingFlagsCreateInfo layout(flags);
  setup.layout_flags = vk::DescriptorSetLayoutCreateFlagBits::eUpdateAfterBindPool;
  setup.layout_chain = &layout;
  const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(std430, binding = 0) buffer Out { uint to; };
layout(std430, binding = 1) buffer In { uint value; } from[4];
void main() { to = from[2].value; }
)",
                                                setup);
  const HostBuffer to = device_.buffer({0}), from = device_.buffer({12});
  const auto commands = device_.record(
      *device_.pool, [&](vk::CommandBuffer recorded) { dispatch(recorded, pipeline); });
  device_.write(pipeline, 0, to);
  device_.write(pipeline, 1, Type::eStorageBuffer, from, 0, VK_WHOLE_SIZE, 2);
  device_.queue.submit(vk::SubmitInfo({}, {}, *commands));
  device_.queue.waitIdle();
  EXPECT_EQ(words_of(to), Words{12});
}

TEST_F(HppDescriptorsWork, BytesOfAnInlineBlock) {
  HppSetup setup;
  setup.bindings = {binding_of(0, Type::eStorageBuffer),
                    binding_of(1, Type::eInlineUniformBlock, 16)};
  const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(std430, binding = 0) buffer Out { uint to; };
layout(std140, binding = 1) uniform Block { uint a, b, c; };
void main() { to = a + b * c; }
)",
                                                setup);
  const HostBuffer to = device_.buffer({0});
  device_.write(pipeline, 0, to);
  const std::array<std::uint32_t, 3> values{2, 3, 5};
  const vk::WriteDescriptorSetInlineUniformBlock block(sizeof values, values.data());
  vk::WriteDescriptorSet write(pipeline.set, 1, 0, sizeof values, Type::eInlineUniformBlock);
  write.pNext = &block;
  device_.device->updateDescriptorSets(write, {});
  device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
  EXPECT_EQ(words_of(to), Words{17});
}

TEST_F(HppDescriptorsWork, OneWriteCoversConsecutiveBindings) {
  HppSetup setup;
  setup.bindings = bindings_of({Type::eStorageBuffer, Type::eStorageBuffer});
  const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(std430, binding = 0) buffer A { uint a; };
layout(std430, binding = 1) buffer B { uint b; };
void main() { b = a * a; }
)",
                                                setup);
  const HostBuffer a = device_.buffer({9}), b = device_.buffer({0});
  const std::array infos{vk::DescriptorBufferInfo(*a.buffer, 0, 4),
                         vk::DescriptorBufferInfo(*b.buffer, 0, 4)};
  device_.device->updateDescriptorSets(
      vk::WriteDescriptorSet(pipeline.set, 0, 0, Type::eStorageBuffer, {}, infos), {});
  device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
  EXPECT_EQ(words_of(b), Words{81});
}

// The buffers of both descriptors are one, and so is what the shader does to it.
TEST_F(HppDescriptorsWork, TwoDescriptorsAliasOneBuffer) {
  HppSetup setup;
  setup.bindings = bindings_of({Type::eStorageBuffer, Type::eStorageBuffer});
  const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(std430, binding = 0) buffer A { uint a; };
layout(std430, binding = 1) buffer B { uint b[]; };
void main() { b[1] = a + 1; }
)",
                                                setup);
  const HostBuffer data = device_.buffer({4, 0});
  device_.write(pipeline, 0, data);
  device_.write(pipeline, 1, data);
  device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
  EXPECT_EQ(words_of(data), (Words{4, 5}));
}

class HppExtensionsWork : public HppProgram {};

TEST_F(HppExtensionsWork, DescriptorsArePushedWithAndWithoutATemplate) {
  const HppDevice device(instance_.physical, {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME});
  const vk::detail::DispatchLoaderDynamic functions(*instance_.instance, &vkGetInstanceProcAddr,
                                                    *device.device, &vkGetDeviceProcAddr);
  HppSetup setup;
  setup.bindings = bindings_of({Type::eStorageBuffer});
  setup.layout_flags = vk::DescriptorSetLayoutCreateFlagBits::ePushDescriptorKHR;
  const HppPipeline pipeline = device.pipeline(adder, setup);
  const std::array buffers{device.buffer({1}), device.buffer({10})};
  const vk::DescriptorBufferInfo first(*buffers[0].buffer, 0, VK_WHOLE_SIZE),
      second(*buffers[1].buffer, 0, VK_WHOLE_SIZE);
  const vk::DescriptorUpdateTemplateEntry entry(0, 0, 1, Type::eStorageBuffer, 0, 0);
  const auto update = device.device->createDescriptorUpdateTemplateUnique(
      {{},
       entry,
       vk::DescriptorUpdateTemplateType::ePushDescriptors,
       {},
       vk::PipelineBindPoint::eCompute,
       *pipeline.layout,
       0});
  device.run([&](vk::CommandBuffer commands) {
    push(commands, pipeline, 2);
    commands.pushDescriptorSetKHR(vk::PipelineBindPoint::eCompute, *pipeline.layout, 0,
                                  vk::WriteDescriptorSet({}, 0, 0, Type::eStorageBuffer, {}, first),
                                  functions);
    dispatch(commands, pipeline);
    commands.pushDescriptorSetWithTemplateKHR(*update, *pipeline.layout, 0, second, functions);
    dispatch(commands, pipeline);
  });
  EXPECT_EQ(words_of(buffers[0]), Words{3});
  EXPECT_EQ(words_of(buffers[1]), Words{12});
}

TEST_F(HppExtensionsWork, PrivateDataBelongsToEachSlot) {
  const HppDevice device(instance_.physical);
  const auto slots = std::array{device.device->createPrivateDataSlotUnique({}),
                                device.device->createPrivateDataSlotUnique({})};
  const HostBuffer buffer = device.buffer({0});
  const auto handle = (std::uint64_t)(VkBuffer)*buffer.buffer;  // NOLINT: as Vulkan has it
  for (std::uint64_t i = 0; i < 2; ++i)
    device.device->setPrivateData(vk::ObjectType::eBuffer, handle, *slots[i], 70 + i);
  for (std::uint64_t i = 0; i < 2; ++i)
    EXPECT_EQ(device.device->getPrivateData(vk::ObjectType::eBuffer, handle, *slots[i]), 70 + i);
}

TEST_F(HppExtensionsWork, ObjectsWithNamesAndLabels) {
  const HppDevice device(instance_.physical);
  const HostBuffer buffer = device.buffer({0});
  const auto handle = (std::uint64_t)(VkBuffer)*buffer.buffer;  // NOLINT: as Vulkan has it
  device.device->setDebugUtilsObjectNameEXT({vk::ObjectType::eBuffer, handle, "numbers"},
                                            instance_.functions);
  device.run([&](vk::CommandBuffer commands) {
    commands.beginDebugUtilsLabelEXT(vk::DebugUtilsLabelEXT("frame"), instance_.functions);
    commands.fillBuffer(*buffer.buffer, 0, 4, 6);
    commands.endDebugUtilsLabelEXT(instance_.functions);
  });
  EXPECT_EQ(words_of(buffer), Words{6});
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
