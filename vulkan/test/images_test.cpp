// Images, their views and samplers; buffer views.

#include <array>
#include <bit>

#include "vulkan/test/images_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

TEST(ImagesWork, AShaderReadsAndWritesTexels) {
  Program program;
  const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + R"(
layout(binding = 0, r32ui) uniform uimage2D image;
void main() {
  const ivec2 at = ivec2(gl_WorkGroupID.xy);
  imageStore(image, at, imageLoad(image, at) * 10 + 1);
}
)",
                                                 {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE}});
  const TestImage image = create_image(program, {3, 2, 1}, {});
  write(program, pipeline, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, image);
  const TestBuffer from = program.buffer_of({1, 2, 3, 4, 5, 6}), to = program.buffer(24);
  const VkBufferImageCopy region = region_of({3, 2, 1});
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    prepare(commands, image.image);
    vkCmdCopyBufferToImage(commands, from.buffer, image.image, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    barrier(commands);
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 3, 2, 1);
    barrier(commands);
    vkCmdCopyImageToBuffer(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, to.buffer, 1, &region);
  }),
            VK_SUCCESS);
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(to.words[i], 10 * (i + 1) + 1);
  EXPECT_EQ(program.findings(), Rules{});
  destroy(program, image);
}

TEST(ImagesWork, AFormatNeedNotBeDeclared) {
  Program program;
  const TestPipeline pipeline = program.pipeline(R"(#version 450
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform image2D image;
void main() { imageStore(image, ivec2(0), imageLoad(image, ivec2(0)).yxzw); }
)",
                                                 {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE}});
  const TestImage image = create_image(program, {1, 1, 1}, {.format = VK_FORMAT_R8G8B8A8_UNORM});
  write(program, pipeline, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, image);
  const TestBuffer texel = program.buffer_of({0xFF00'80FF});
  const VkBufferImageCopy region = region_of({1, 1, 1});
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    prepare(commands, image.image);
    vkCmdCopyBufferToImage(commands, texel.buffer, image.image, VK_IMAGE_LAYOUT_GENERAL, 1,
                           &region);
    barrier(commands);
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
    barrier(commands);
    vkCmdCopyImageToBuffer(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, texel.buffer, 1,
                           &region);
  }),
            VK_SUCCESS);
  EXPECT_EQ(texel.words[0], 0xFF00'FF80);
  EXPECT_EQ(program.findings(), Rules{});
  destroy(program, image);
}

TEST(ImagesWork, AViewShowsItsLevelAndLayersOnly) {
  Program program;
  const TestPipeline pipeline = program.pipeline(
      std::string(one_invocation) + R"(
layout(binding = 0, r32ui) uniform uimage2DArray image;
layout(std430, binding = 1) buffer Sizes { ivec3 size; };
void main() {
  size = imageSize(image);
  for (int layer = 0; layer < 2; ++layer) imageStore(image, ivec3(1, 0, layer), uvec4(70 + layer));
}
)",
      {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}});
  const TestImage image = create_image(program, {4, 4, 1},
                                       {.levels = 2,
                                        .layers = 3,
                                        .view_type = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                        .first_level = 1,
                                        .first_layer = 1,
                                        .view_layers = 2});
  write(program, pipeline, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, image);
  const TestBuffer sizes = program.buffer_of({0, 0, 0, 0}), to = program.buffer(16);
  program.write(pipeline, 1, sizes);
  const VkClearColorValue color{.uint32 = {5, 0, 0, 0}};
  const VkImageSubresourceRange all{VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                                    VK_REMAINING_ARRAY_LAYERS};
  const VkBufferImageCopy region = region_of({2, 2, 1}, 1, 2);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    prepare(commands, image.image);
    vkCmdClearColorImage(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
    barrier(commands);
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
    barrier(commands);
    vkCmdCopyImageToBuffer(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, to.buffer, 1, &region);
  }),
            VK_SUCCESS);
  EXPECT_EQ(sizes.words[0], 2u);
  EXPECT_EQ(sizes.words[1], 2u);
  EXPECT_EQ(sizes.words[2], 2u);
  EXPECT_EQ(to.words[0], 5u);
  EXPECT_EQ(to.words[1], 71u);
  EXPECT_EQ(to.words[3], 5u);
  EXPECT_EQ(program.findings(), Rules{});
  destroy(program, image);
}

TEST(ImagesWork, AViewOfSeveralLevelsIsRead) {
  Program program;
  const TestPipeline pipeline = program.pipeline(
      without_samplers + R"(
layout(binding = 0) uniform utexture2D image;
layout(std430, binding = 1) buffer Values { uint values[]; };
void main() {
  values[0] = texelFetch(image, ivec2(1, 1), 0).x;
  values[1] = texelFetch(image, ivec2(0, 0), 1).x;
}
)",
      {.bindings = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}});
  // Two levels of one of two layers are apart in memory.
  const TestImage image = create_image(
      program, {2, 2, 1}, {.levels = 2, .layers = 2, .view_levels = 2, .first_layer = 1});
  write(program, pipeline, 0, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, image);
  const TestBuffer from = program.buffer_of({1, 2, 3, 4, 5}), values = program.buffer_of({0, 0});
  program.write(pipeline, 1, values);
  std::array<VkBufferImageCopy, 2> regions{region_of({2, 2, 1}, 0, 1), region_of({1, 1, 1}, 1, 1)};
  regions[1].bufferOffset = 16;
  ASSERT_EQ(dispatch_with_texels(program, pipeline, image, from, regions), VK_SUCCESS);
  EXPECT_EQ(values.words[0], 4u);
  EXPECT_EQ(values.words[1], 5u);
  EXPECT_EQ(program.findings(), Rules{});
  destroy(program, image);
}

TEST(ImagesWork, ASamplerInterpolates) {
  Program program;
  const TestPipeline pipeline = program.pipeline(
      std::string(one_invocation) + R"(
layout(binding = 0) uniform sampler2D image;
layout(std430, binding = 1) buffer Values { float value; };
void main() { value = textureLod(image, vec2(0.5, 0.5), 0).x; }
)",
      {.bindings = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}});
  VkSamplerCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  info.magFilter = info.minFilter = VK_FILTER_LINEAR;
  VkSampler sampler = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateSampler(program.device, &info, nullptr, &sampler), VK_SUCCESS);
  const TestImage image = create_image(program, {2, 2, 1}, {.format = VK_FORMAT_R32_SFLOAT});
  write(program, pipeline, 0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, image, sampler);
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  const TestBuffer from = program.buffer_of({bits(1), bits(2), bits(3), bits(6)});
  const TestBuffer value = program.buffer_of({0});
  program.write(pipeline, 1, value);
  const VkBufferImageCopy region = region_of({2, 2, 1});
  ASSERT_EQ(dispatch_with_texels(program, pipeline, image, from, region), VK_SUCCESS);
  EXPECT_EQ(std::bit_cast<float>(value.words[0]), 3.0f);  // the mean of the four texels
  destroy(program, image);
  vkDestroySampler(program.device, sampler, nullptr);
}

TEST(ImagesWork, ACopyBetweenImagesMovesARegion) {
  Program program;
  const TestImage a = create_image(program, {4, 1, 1}, {}),
                  b = create_image(program, {4, 1, 1}, {});
  const TestBuffer from = program.buffer_of({1, 2, 3, 4}), to = program.buffer_of({0, 0, 0, 0});
  const VkBufferImageCopy whole = region_of({4, 1, 1});
  VkImageCopy part{};
  part.srcSubresource = part.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  part.srcOffset = {1, 0, 0};
  part.dstOffset = {2, 0, 0};
  part.extent = {2, 1, 1};
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    prepare(commands, a.image);
    prepare(commands, b.image);
    vkCmdCopyBufferToImage(commands, from.buffer, a.image, VK_IMAGE_LAYOUT_GENERAL, 1, &whole);
    vkCmdCopyBufferToImage(commands, from.buffer, b.image, VK_IMAGE_LAYOUT_GENERAL, 1, &whole);
    barrier(commands);
    vkCmdCopyImage(commands, a.image, VK_IMAGE_LAYOUT_GENERAL, b.image, VK_IMAGE_LAYOUT_GENERAL, 1,
                   &part);
    barrier(commands);
    vkCmdCopyImageToBuffer(commands, b.image, VK_IMAGE_LAYOUT_GENERAL, to.buffer, 1, &whole);
  }),
            VK_SUCCESS);
  EXPECT_EQ(to.words[0], 1u);
  EXPECT_EQ(to.words[1], 2u);
  EXPECT_EQ(to.words[2], 2u);
  EXPECT_EQ(to.words[3], 3u);
  EXPECT_EQ(program.findings(), Rules{});
  destroy(program, a);
  destroy(program, b);
}

const std::string texel_branch = std::string(one_invocation) + R"(
layout(binding = 0, r32ui) uniform uimage2D image;
void main() { if (imageLoad(image, ivec2(0)).x > 3) imageStore(image, ivec2(0), uvec4(0)); }
)";

TEST(ImagesFind, ATransitionDiscardsTheContents) {
  Program program;
  const TestPipeline pipeline =
      program.pipeline(texel_branch, {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE}});
  const TestImage image = create_image(program, {1, 1, 1}, {});
  write(program, pipeline, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, image);
  const VkClearColorValue color{.uint32 = {5, 0, 0, 0}};
  const VkImageSubresourceRange all{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  const auto run = [&](bool discards) {
    return program.run([&](VkCommandBuffer commands) {
      prepare(commands, image.image);
      vkCmdClearColorImage(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
      barrier(commands);
      if (discards) prepare(commands, image.image);
      program.bind(commands, pipeline);
      vkCmdDispatch(commands, 1, 1, 1);
    });
  };
  ASSERT_EQ(run(false), VK_SUCCESS);
  EXPECT_EQ(program.findings(), Rules{});
  ASSERT_EQ(run(true), VK_SUCCESS);
  ASSERT_FALSE(program.findings().empty());
  EXPECT_EQ(program.findings()[0], "OpBranchConditional.condition-undefined");
  destroy(program, image);
}

TEST(ImagesWork, ABufferViewIsATexelBuffer) {
  Program program;
  const TestPipeline pipeline = program.pipeline(
      without_samplers + R"(
layout(binding = 0) uniform textureBuffer texels;
layout(std430, binding = 1) buffer Values { vec4 value; int count; };
void main() { value = texelFetch(texels, 1); count = textureSize(texels); }
)",
      {.bindings = {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}});
  const TestBuffer texels = program.buffer_of({0, 0, 0, 0, 0, 0xFF0000FF, 0, 0});
  const TestBuffer values = program.buffer_of(std::vector<std::uint32_t>(8));
  VkBufferViewCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO;
  info.buffer = texels.buffer;
  info.format = VK_FORMAT_R8G8B8A8_UNORM;
  info.offset = 16;
  info.range = 12;
  VkBufferView view = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateBufferView(program.device, &info, nullptr, &view), VK_SUCCESS);
  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = pipeline.set;
  write.descriptorCount = 1;
  write.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
  write.pTexelBufferView = &view;
  vkUpdateDescriptorSets(program.device, 1, &write, 0, nullptr);
  program.write(pipeline, 1, values);
  ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
  EXPECT_EQ(std::bit_cast<float>(values.words[0]), 1.0f);
  EXPECT_EQ(std::bit_cast<float>(values.words[1]), 0.0f);
  EXPECT_EQ(std::bit_cast<float>(values.words[3]), 1.0f);
  EXPECT_EQ(values.words[4], 3u);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyBufferView(program.device, view, nullptr);
}

TEST(ImagesWork, LayersBecomeSlicesAndBack) {
  Program program;
  const TestImage layers = create_image(program, {2, 1, 1}, {.layers = 3});
  const TestImage volume = create_image(program, {2, 1, 3}, {.view_type = VK_IMAGE_VIEW_TYPE_3D});
  const TestImage back = create_image(program, {2, 1, 1}, {.layers = 3});
  const TestBuffer from = program.buffer_of({1, 2, 3, 4, 5, 6}), to = program.buffer(24);
  VkBufferImageCopy all = region_of({2, 1, 1});
  all.imageSubresource.layerCount = 3;
  const VkImageSubresourceLayers three{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 3},
      one{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  const VkImageCopy to_slices{three, {}, one, {}, {2, 1, 3}},
      to_layers{one, {}, three, {}, {2, 1, 3}};
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    for (const TestImage& image : {layers, volume, back}) prepare(commands, image.image);
    vkCmdCopyBufferToImage(commands, from.buffer, layers.image, VK_IMAGE_LAYOUT_GENERAL, 1, &all);
    barrier(commands);
    vkCmdCopyImage(commands, layers.image, VK_IMAGE_LAYOUT_GENERAL, volume.image,
                   VK_IMAGE_LAYOUT_GENERAL, 1, &to_slices);
    barrier(commands);
    vkCmdCopyImage(commands, volume.image, VK_IMAGE_LAYOUT_GENERAL, back.image,
                   VK_IMAGE_LAYOUT_GENERAL, 1, &to_layers);
    barrier(commands);
    vkCmdCopyImageToBuffer(commands, back.image, VK_IMAGE_LAYOUT_GENERAL, to.buffer, 1, &all);
  }),
            VK_SUCCESS);
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(to.words[i], i + 1);
  EXPECT_EQ(program.findings(), Rules{});
  for (const TestImage& image : {layers, volume, back}) destroy(program, image);
}

// The volume has fewer slices than the source has layers.
TEST(ImagesFind, LayersThatDoNotFitIntoAVolume) {
  Program program;
  const TestImage layers = create_image(program, {2, 1, 1}, {.layers = 3});
  const TestImage volume = create_image(program, {2, 1, 2}, {.view_type = VK_IMAGE_VIEW_TYPE_3D});
  const VkImageCopy region{{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 3},
                           {},
                           {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                           {},
                           {2, 1, 3}};
  const VkClearColorValue color{};
  const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 4, 1};
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    prepare(commands, layers.image);
    prepare(commands, volume.image);
    vkCmdCopyImage(commands, layers.image, VK_IMAGE_LAYOUT_GENERAL, volume.image,
                   VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    vkCmdClearColorImage(commands, layers.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &range);
  }),
            VK_SUCCESS);
  EXPECT_EQ(program.findings(), (Rules{"range.outside", "range.outside"}));
  destroy(program, layers);
  destroy(program, volume);
}

// A descriptor needs a usage of its view, which may have fewer than its image.
TEST(ViewsFind, AUsageThatAViewLacks) {
  constexpr VkImageUsageFlags both = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
  for (const VkDescriptorType type :
       {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE}) {
    const bool is_storage = type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    for (const VkImageUsageFlags usage :
         {both, both & ~VkImageUsageFlags{VK_IMAGE_USAGE_STORAGE_BIT},
          both & ~VkImageUsageFlags{VK_IMAGE_USAGE_SAMPLED_BIT}}) {
      Program program;
      const TestPipeline pipeline =
          program.pipeline(std::string(one_invocation) + "void main() {}", {.bindings = {type}});
      const TestImage image = create_image(program, {1, 1, 1}, {.view_usage = usage});
      write(program, pipeline, 0, type, image);
      const VkImageUsageFlags needed =
          is_storage ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT;
      EXPECT_EQ(program.findings(), (usage & needed) != 0 ? Rules{} : Rules{"argument.invalid"});
      destroy(program, image);
    }
  }
}

// A format without storage has it in a view of another format.
constexpr ImageSetup extended{
    .format = VK_FORMAT_R8G8B8A8_SRGB,
    .flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT,
    .view_format = VK_FORMAT_R8G8B8A8_UNORM};

TEST(ViewsWork, AViewHasAUsageThatTheFormatOfItsImageLacks) {
  Program program;
  const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + R"(
layout(binding = 0, rgba8) uniform writeonly image2D image;
void main() { imageStore(image, ivec2(0), vec4(1, 0, 1, 0)); }
)",
                                                 {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE}});
  const TestImage image = create_image(program, {1, 1, 1}, extended);
  write(program, pipeline, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, image);
  const TestBuffer to = program.buffer_of({0});
  const VkBufferImageCopy region = region_of({1, 1, 1});
  program.run([&](VkCommandBuffer commands) {
    prepare(commands, image.image);
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
    barrier(commands);
    vkCmdCopyImageToBuffer(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, to.buffer, 1, &region);
  });
  EXPECT_EQ(to.words[0], 0x00FF00FFu);
  EXPECT_EQ(program.findings(), Rules{});
  destroy(program, image);
}

TEST(ViewsFind, AViewWithAUsageThatItsFormatLacks) {
  Program program;
  const TestImage image = create_image(program, {1, 1, 1}, extended);
  VkImageViewUsageCreateInfo usage{VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO, nullptr,
                                   VK_IMAGE_USAGE_SAMPLED_BIT};
  VkImageViewCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  info.pNext = &usage;
  info.image = image.image;
  info.viewType = VK_IMAGE_VIEW_TYPE_2D;
  info.format = VK_FORMAT_R8G8B8A8_SRGB;
  info.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  VkImageView view = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateImageView(program.device, &info, nullptr, &view), VK_SUCCESS);
  vkDestroyImageView(program.device, view, nullptr);
  EXPECT_EQ(program.findings(), Rules{});
  info.pNext = nullptr;
  EXPECT_NE(vkCreateImageView(program.device, &info, nullptr, &view), VK_SUCCESS);
  info.pNext = &usage;
  usage.usage = VK_IMAGE_USAGE_HOST_TRANSFER_BIT;  // which the image lacks
  EXPECT_NE(vkCreateImageView(program.device, &info, nullptr, &view), VK_SUCCESS);
  EXPECT_EQ(program.findings(), (Rules{"argument.invalid", "argument.invalid"}));
  destroy(program, image);
}

// The flag permits what the format of a view has, and views of other formats need their flag.
TEST(ViewsWork, ExtendedUsageNeedsAFormatThatHasIt) {
  const Program program;
  const auto supports = [&](VkFormat format, VkImageCreateFlags flags) {
    VkImageFormatProperties properties;
    return vkGetPhysicalDeviceImageFormatProperties(
               program.physical_device, format, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
               VK_IMAGE_USAGE_STORAGE_BIT, flags, &properties) == VK_SUCCESS;
  };
  EXPECT_TRUE(supports(VK_FORMAT_R8G8B8A8_SRGB, extended.flags));
  EXPECT_FALSE(supports(VK_FORMAT_R8G8B8A8_SRGB, VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT));
  EXPECT_FALSE(supports(VK_FORMAT_R8G8B8A8_SRGB, VK_IMAGE_CREATE_EXTENDED_USAGE_BIT));
  EXPECT_FALSE(supports(VK_FORMAT_D32_SFLOAT, extended.flags));
}

TEST(ImagesWork, FormatsThatAreNotSupportedSaySo) {
  Program program;
  VkImageFormatProperties properties;
  EXPECT_EQ(vkGetPhysicalDeviceImageFormatProperties(
                program.physical_device, VK_FORMAT_D24_UNORM_S8_UINT, VK_IMAGE_TYPE_2D,
                VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_USAGE_SAMPLED_BIT, 0, &properties),
            VK_ERROR_FORMAT_NOT_SUPPORTED);
  VkFormatProperties format;
  vkGetPhysicalDeviceFormatProperties(program.physical_device, VK_FORMAT_D24_UNORM_S8_UINT,
                                      &format);
  EXPECT_EQ(format.optimalTilingFeatures, 0u);
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
