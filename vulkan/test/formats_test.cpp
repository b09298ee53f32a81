// Formats, samples, tilings and views of images.

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "vulkan/test/images_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

constexpr VkDescriptorType sampled_image = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
constexpr VkDescriptorType combined = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
constexpr VkDescriptorType storage_image = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
constexpr VkDescriptorType storage_buffer = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkImageUsageFlags transfer_and_sampled =
    VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;

const std::string values = "layout(std430, binding = 1) buffer Values { vec4 values[4]; };\n";

float at(const TestBuffer& buffer, std::size_t i) { return std::bit_cast<float>(buffer.words[i]); }

// What a fetch of the first texel gives, if the texel has these bits.
std::array<float, 4> fetch(std::uint32_t bits, const ImageSetup& setup) {
  Program program;
  const TestPipeline pipeline =
      program.pipeline(without_samplers + values +
                           "layout(binding = 0) uniform texture2D image;\n"
                           "void main() { values[0] = texelFetch(image, ivec2(0), 0); }\n",
                       {.bindings = {sampled_image, storage_buffer}});
  const TestImage image = create_image(program, {1, 1, 1}, setup);
  const TestBuffer texel = program.buffer_of({bits}), out = program.buffer(64);
  write(program, pipeline, 0, sampled_image, image);
  program.write(pipeline, 1, out);
  const VkBufferImageCopy region = region_of({1, 1, 1});
  EXPECT_EQ(dispatch_with_texels(program, pipeline, image, texel, region), VK_SUCCESS);
  EXPECT_EQ(program.findings(), Rules{});
  destroy(program, image);
  return {at(out, 0), at(out, 1), at(out, 2), at(out, 3)};
}

// The definition in section "sRGB EOTF" of the Khronos Data Format Specification.
float linear_of(float encoded) {
  return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

TEST(FormatsWork, TexelsWithATransferFunctionOrAnotherOrder) {
  const std::uint32_t bits = 0x40'FF'80'05;  // bytes 5, 128, 255, 64
  const auto srgb = fetch(bits, {.format = VK_FORMAT_R8G8B8A8_SRGB, .usage = transfer_and_sampled});
  EXPECT_NEAR(srgb[0], linear_of(5 / 255.0f), 1e-6);
  EXPECT_NEAR(srgb[1], linear_of(128 / 255.0f), 1e-6);
  EXPECT_EQ(srgb[2], 1.0f);
  EXPECT_NEAR(srgb[3], 64 / 255.0f, 1e-6);
  const auto bgra =
      fetch(bits, {.format = VK_FORMAT_B8G8R8A8_UNORM, .usage = transfer_and_sampled});
  EXPECT_EQ(bgra[0], 1.0f);
  EXPECT_NEAR(bgra[2], 5 / 255.0f, 1e-6);
  const auto packed =
      fetch(0xF81F, {.format = VK_FORMAT_R5G6B5_UNORM_PACK16, .usage = transfer_and_sampled});
  EXPECT_EQ(packed, (std::array{1.0f, 0.0f, 1.0f, 1.0f}));
}

TEST(FormatsWork, AViewThatSwizzles) {
  ImageSetup setup{.format = VK_FORMAT_R8G8B8A8_UNORM, .usage = transfer_and_sampled};
  setup.components = {VK_COMPONENT_SWIZZLE_A, VK_COMPONENT_SWIZZLE_ZERO, VK_COMPONENT_SWIZZLE_R,
                      VK_COMPONENT_SWIZZLE_ONE};
  EXPECT_EQ(fetch(0xFF'80'40'00, setup), (std::array{1.0f, 0.0f, 0.0f, 1.0f}));
}

TEST(FormatsWork, SamplesAreStoredAndFetchedOneByOne) {
  Program program;
  const TestPipeline store =
      program.pipeline(std::string(one_invocation) +
                           "layout(binding = 0, r32ui) uniform uimage2DMS image;\n"
                           "void main() { for (int s = 1; s < 4; ++s) imageStore(image, ivec2(1, "
                           "0), s, uvec4(10 + s)); }\n",
                       {.bindings = {storage_image}});
  const TestPipeline load = program.pipeline(without_samplers + R"(
layout(binding = 0) uniform utexture2DMS image;
layout(std430, binding = 1) buffer Out { uint samples[4]; int count; };
void main() {
  for (int s = 0; s < 4; ++s) samples[s] = texelFetch(image, ivec2(1, 0), s).x;
  count = textureSamples(image);
}
)",
                                             {.bindings = {sampled_image, storage_buffer}});
  const ImageSetup setup{.samples = VK_SAMPLE_COUNT_4_BIT};
  const TestImage a = create_image(program, {2, 1, 1}, setup);
  const TestImage b = create_image(program, {2, 1, 1}, setup);
  const TestBuffer out = program.buffer_of({0, 0, 0, 0, 0});
  write(program, store, 0, storage_image, a);
  write(program, load, 0, sampled_image, b);
  program.write(load, 1, out);
  const VkClearColorValue color{.uint32 = {5, 0, 0, 0}};
  const VkImageSubresourceRange all{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  VkImageCopy copy = copy_of({2, 1, 1});
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    prepare(commands, a.image);
    prepare(commands, b.image);
    vkCmdClearColorImage(commands, a.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
    barrier(commands);
    program.bind(commands, store);
    vkCmdDispatch(commands, 1, 1, 1);
    barrier(commands);
    vkCmdCopyImage(commands, a.image, VK_IMAGE_LAYOUT_GENERAL, b.image, VK_IMAGE_LAYOUT_GENERAL, 1,
                   &copy);
    barrier(commands);
    program.bind(commands, load);
    vkCmdDispatch(commands, 1, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(std::vector<std::uint32_t>(out.words.begin(), out.words.begin() + 5),
            (std::vector<std::uint32_t>{5, 11, 12, 13, 4}));
  EXPECT_EQ(program.findings(), Rules{});
  destroy(program, a);
  destroy(program, b);
}

VkSampler create_sampler(const Program& program, bool compares = false) {
  VkSamplerCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  info.addressModeU = info.addressModeV = info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  info.compareEnable = compares ? VK_TRUE : VK_FALSE;
  info.compareOp = VK_COMPARE_OP_LESS;
  VkSampler sampler = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateSampler(program.device, &info, nullptr, &sampler), VK_SUCCESS);
  return sampler;
}

// Face 2 (+y) of the second cube is layer 8.
TEST(FormatsWork, AnArrayOfCubes) {
  Program program;
  const TestPipeline pipeline =
      program.pipeline(std::string(one_invocation) + values +
                           "layout(binding = 0) uniform samplerCubeArray image;\n"
                           "void main() { values[0] = textureLod(image, vec4(0, 1, 0, 1), 0); }\n",
                       {.bindings = {combined, storage_buffer}});
  ImageSetup setup{.format = VK_FORMAT_R32_SFLOAT,
                   .layers = 12,
                   .view_type = VK_IMAGE_VIEW_TYPE_CUBE_ARRAY,
                   .view_layers = 12};
  setup.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
  const TestImage image = create_image(program, {1, 1, 1}, setup);
  const VkSampler sampler = create_sampler(program);
  std::vector<std::uint32_t> faces(12);
  for (std::size_t i = 0; i < faces.size(); ++i)
    faces[i] = std::bit_cast<std::uint32_t>(static_cast<float>(i));
  const TestBuffer from = program.buffer_of(faces), out = program.buffer(64);
  write(program, pipeline, 0, combined, image, sampler);
  program.write(pipeline, 1, out);
  VkBufferImageCopy region = region_of({1, 1, 1});
  region.imageSubresource.layerCount = 12;
  ASSERT_EQ(dispatch_with_texels(program, pipeline, image, from, region), VK_SUCCESS);
  EXPECT_EQ(at(out, 0), 8.0f);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroySampler(program.device, sampler, nullptr);
  destroy(program, image);
}

// An image with linear tiling, whose texels the host writes.
struct HostImage {
  TestImage image;
  std::byte* texels = nullptr;
};
HostImage create_host_image(Program& program, VkFormat format, const VkExtent3D& extent) {
  HostImage made;
  VkImageCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = extent;
  info.mipLevels = info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_LINEAR;
  info.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
  info.initialLayout = VK_IMAGE_LAYOUT_PREINITIALIZED;
  EXPECT_EQ(vkCreateImage(program.device, &info, nullptr, &made.image.image), VK_SUCCESS);
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(program.device, made.image.image, &needs);
  const VkDeviceMemory memory = program.allocate(needs.size, true);
  EXPECT_EQ(vkBindImageMemory(program.device, made.image.image, memory, 0), VK_SUCCESS);
  void* mapped = nullptr;
  EXPECT_EQ(vkMapMemory(program.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped), VK_SUCCESS);
  made.texels = static_cast<std::byte*>(mapped);
  VkImageViewCreateInfo view{};
  view.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  view.image = made.image.image;
  view.viewType = VK_IMAGE_VIEW_TYPE_2D;
  view.format = format;
  const bool is_depth = format == VK_FORMAT_D32_SFLOAT || format == VK_FORMAT_D16_UNORM;
  const VkImageAspectFlags aspect =
      is_depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
  view.subresourceRange = {aspect, 0, 1, 0, 1};
  EXPECT_EQ(vkCreateImageView(program.device, &view, nullptr, &made.image.view), VK_SUCCESS);
  return made;
}

TEST(FormatsWork, TheHostWritesTexelsOfALinearImage) {
  Program program;
  const TestPipeline pipeline =
      program.pipeline(without_samplers + values +
                           "layout(binding = 0) uniform texture2D image;\n"
                           "void main() { values[0] = texelFetch(image, ivec2(1, 2), 0); }\n",
                       {.bindings = {sampled_image, storage_buffer}});
  const HostImage host = create_host_image(program, VK_FORMAT_R32_SFLOAT, {3, 3, 1});
  const VkImageSubresource first{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
  VkSubresourceLayout layout;
  vkGetImageSubresourceLayout(program.device, host.image.image, &first, &layout);
  EXPECT_GE(layout.rowPitch, 12u);
  EXPECT_GE(layout.size, 2 * layout.rowPitch + 12);
  const float value = 2.5f;
  std::memcpy(host.texels + layout.offset + 2 * layout.rowPitch + 4, &value, sizeof value);
  const TestBuffer out = program.buffer(64);
  write(program, pipeline, 0, sampled_image, host.image);
  program.write(pipeline, 1, out);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    change_layout(commands, host.image.image,
                  {VK_IMAGE_LAYOUT_PREINITIALIZED, VK_IMAGE_LAYOUT_GENERAL});
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(at(out, 0), 2.5f);
  EXPECT_EQ(program.findings(), Rules{});
  destroy(program, host.image);
}

TEST(FormatsWork, ADepthIsComparedWithAReference) {
  for (const VkFormat format : {VK_FORMAT_D32_SFLOAT, VK_FORMAT_D16_UNORM}) {
    Program program;
    const TestPipeline pipeline =
        program.pipeline(std::string(one_invocation) + values +
                             "layout(binding = 0) uniform sampler2DShadow image;\n"
                             "void main() {\n"
                             "  values[0].x = textureLod(image, vec3(0.5, 0.5, 0.25), 0);\n"
                             "  values[0].y = textureLod(image, vec3(0.5, 0.5, 0.75), 0);\n"
                             "}\n",
                         {.bindings = {combined, storage_buffer}});
    const HostImage host = create_host_image(program, format, {1, 1, 1});
    const VkSampler sampler = create_sampler(program, true);
    if (format == VK_FORMAT_D32_SFLOAT) {
      const float depth = 0.5f;
      std::memcpy(host.texels, &depth, sizeof depth);
    } else {
      const std::uint16_t depth = 0x8000;
      std::memcpy(host.texels, &depth, sizeof depth);
    }
    const TestBuffer out = program.buffer(64);
    write(program, pipeline, 0, combined, host.image, sampler);
    program.write(pipeline, 1, out);
    ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
      change_layout(commands, host.image.image,
                    {VK_IMAGE_LAYOUT_PREINITIALIZED,
                     VK_IMAGE_LAYOUT_GENERAL,
                     {VK_IMAGE_ASPECT_DEPTH_BIT, 0, 1, 0, 1}});
      program.bind(commands, pipeline);
      vkCmdDispatch(commands, 1, 1, 1);
    }),
              VK_SUCCESS);
    EXPECT_EQ(at(out, 0), 1.0f);  // 0.25 < 0.5
    EXPECT_EQ(at(out, 1), 0.0f);
    EXPECT_EQ(program.findings(), Rules{});
    vkDestroySampler(program.device, sampler, nullptr);
    destroy(program, host.image);
  }
}

TEST(FormatsWork, AVolumeAndAnArrayOfLines) {
  Program program;
  const TestPipeline pipeline =
      program.pipeline(std::string(one_invocation) + R"(
layout(binding = 0, r32ui) uniform uimage3D volume;
layout(std430, binding = 1) buffer Out { ivec3 size; uint texel; ivec2 lines; uint line; };
layout(binding = 2, r32ui) uniform uimage1DArray image;
void main() {
  imageStore(volume, ivec3(1, 1, 2), uvec4(7));
  imageStore(image, ivec2(2, 1), uvec4(8));
  size = imageSize(volume);
  lines = imageSize(image);
  texel = imageLoad(volume, ivec3(1, 1, 2)).x;
  line = imageLoad(image, ivec2(2, 1)).x;
}
)",
                       {.bindings = {storage_image, storage_buffer, storage_image}});
  const TestImage volume = create_image(program, {2, 3, 4}, {.view_type = VK_IMAGE_VIEW_TYPE_3D});
  const TestImage lines = create_image(program, {3, 1, 1},
                                       {.layers = 2,
                                        .view_type = VK_IMAGE_VIEW_TYPE_1D_ARRAY,
                                        .view_layers = 2,
                                        .type = VK_IMAGE_TYPE_1D});
  const TestBuffer out = program.buffer(32);
  write(program, pipeline, 0, storage_image, volume);
  program.write(pipeline, 1, out);
  write(program, pipeline, 2, storage_image, lines);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    prepare(commands, volume.image);
    prepare(commands, lines.image);
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(std::vector<std::uint32_t>(out.words.begin(), out.words.begin() + 7),
            (std::vector<std::uint32_t>{2, 3, 4, 7, 3, 2, 8}));
  EXPECT_EQ(program.findings(), Rules{});
  destroy(program, volume);
  destroy(program, lines);
}

TEST(FormatsWork, AGatherWithOffsets) {
  Program program;
  const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + values + R"(
layout(binding = 0) uniform sampler2D image;
void main() {
  const ivec2 offsets[4] = ivec2[4](ivec2(0, 0), ivec2(1, 0), ivec2(0, 1), ivec2(1, 1));
  values[0] = textureGatherOffsets(image, vec2(0.25, 0.25), offsets);
}
)",
                                                 {.bindings = {combined, storage_buffer}});
  const TestImage image = create_image(program, {4, 4, 1}, {.format = VK_FORMAT_R32_SFLOAT});
  const VkSampler sampler = create_sampler(program);
  std::vector<std::uint32_t> texels(16);
  for (std::size_t i = 0; i < texels.size(); ++i)
    texels[i] = std::bit_cast<std::uint32_t>(static_cast<float>(i));
  const TestBuffer from = program.buffer_of(texels), out = program.buffer(64);
  write(program, pipeline, 0, combined, image, sampler);
  program.write(pipeline, 1, out);
  const VkBufferImageCopy region = region_of({4, 4, 1});
  ASSERT_EQ(dispatch_with_texels(program, pipeline, image, from, region), VK_SUCCESS);
  // The footprint of (0.25, 0.25) begins at texel (0, 0).
  EXPECT_EQ((std::array{at(out, 0), at(out, 1), at(out, 2), at(out, 3)}),
            (std::array{0.0f, 1.0f, 4.0f, 5.0f}));
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroySampler(program.device, sampler, nullptr);
  destroy(program, image);
}

// What the device says about a format is what it does.
TEST(FormatsWork, FeaturesAreThoseOfImagesThatCanBeCreated) {
  Program program;
  std::uint32_t supported = 0;
  for (int f = VK_FORMAT_R4G4_UNORM_PACK8; f <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK; ++f) {
    const auto format = static_cast<VkFormat>(f);
    VkFormatProperties features;
    vkGetPhysicalDeviceFormatProperties(program.physical_device, format, &features);
    for (const auto& [usage, feature] :
         {std::pair{VK_IMAGE_USAGE_SAMPLED_BIT, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT},
          std::pair{VK_IMAGE_USAGE_STORAGE_BIT, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT},
          std::pair{VK_IMAGE_USAGE_TRANSFER_DST_BIT, VK_FORMAT_FEATURE_TRANSFER_DST_BIT}}) {
      VkImageFormatProperties properties;
      const VkResult possible = vkGetPhysicalDeviceImageFormatProperties(
          program.physical_device, format, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
          static_cast<VkImageUsageFlags>(usage), 0, &properties);
      const bool has_feature = (features.optimalTilingFeatures & feature) != 0;
      EXPECT_EQ(possible == VK_SUCCESS, has_feature) << f;
      if (!has_feature) continue;
      ++supported;
      VkImageCreateInfo info{};
      info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
      info.imageType = VK_IMAGE_TYPE_2D;
      info.format = format;
      info.extent = {4, 4, 1};
      info.mipLevels = info.arrayLayers = 1;
      info.samples = VK_SAMPLE_COUNT_1_BIT;
      info.usage = static_cast<VkImageUsageFlags>(usage);
      VkImage image = VK_NULL_HANDLE;
      EXPECT_EQ(vkCreateImage(program.device, &info, nullptr, &image), VK_SUCCESS) << f;
      vkDestroyImage(program.device, image, nullptr);
    }
  }
  EXPECT_GT(supported, 100u);
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(FormatsFind, ImagesAndViewsThatCannotBe) {
  const Rules invalid{"argument.invalid"};
  Program program;
  VkImageCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = VK_FORMAT_R8G8B8A8_SRGB;
  info.extent = {4, 4, 1};
  info.mipLevels = info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = VK_IMAGE_USAGE_STORAGE_BIT;
  VkImage image = VK_NULL_HANDLE;
  EXPECT_NE(vkCreateImage(program.device, &info, nullptr, &image), VK_SUCCESS);
  EXPECT_EQ(program.findings(), invalid);
  // Six layers are a cube only with the flag.
  for (const VkImageCreateFlags flags : {0u, VkFlags{VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT}}) {
    Program other;
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    info.arrayLayers = 6;
    info.flags = flags;
    ASSERT_EQ(vkCreateImage(other.device, &info, nullptr, &image), VK_SUCCESS);
    vkBindImageMemory(other.device, image, other.allocate(4096, false), 0);
    VkImageViewCreateInfo cube{};
    cube.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    cube.image = image;
    cube.viewType = VK_IMAGE_VIEW_TYPE_CUBE;
    cube.format = info.format;
    cube.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 6};
    VkImageView view = VK_NULL_HANDLE;
    vkCreateImageView(other.device, &cube, nullptr, &view);
    EXPECT_EQ(other.findings(), flags == 0 ? invalid : Rules{});
    vkDestroyImageView(other.device, view, nullptr);
    vkDestroyImage(other.device, image, nullptr);
  }
}

TEST(FormatsFind, CopiesThatNeedOneSampleOrAQueueWithGraphics) {
  Program program;
  const TestImage samples = create_image(program, {1, 1, 1}, {.samples = VK_SAMPLE_COUNT_4_BIT});
  const TestImage depth = create_image(program, {1, 1, 1},
                                       {.format = VK_FORMAT_D32_SFLOAT,
                                        .usage = transfer_and_sampled,
                                        .aspect = VK_IMAGE_ASPECT_DEPTH_BIT});
  const TestBuffer buffer = program.buffer(64);
  VkBufferImageCopy region = region_of({1, 1, 1});
  program.record([&](VkCommandBuffer commands) {
    vkCmdCopyImageToBuffer(commands, samples.image, VK_IMAGE_LAYOUT_GENERAL, buffer.buffer, 1,
                           &region);
    region.imageSubresource.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT;
    vkCmdCopyBufferToImage(commands, buffer.buffer, depth.image, VK_IMAGE_LAYOUT_GENERAL, 1,
                           &region);
  });
  EXPECT_EQ(program.findings(), (Rules{"argument.invalid", "queue.no-graphics"}));
  destroy(program, samples);
  destroy(program, depth);
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
