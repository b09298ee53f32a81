// Layouts of images. Each program that breaks a rule has a twin that narrowly does not.

#include "vulkan/test/images_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

const Rules wrong_layout{"image.layout"};
const Rules wrong_transition{"image.layout-transition"};
constexpr VkImageLayout general = VK_IMAGE_LAYOUT_GENERAL;
constexpr VkImageLayout source = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
constexpr VkImageLayout target = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
constexpr VkImageLayout sampled = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
constexpr VkImageSubresourceRange whole{VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                                        VK_REMAINING_ARRAY_LAYERS};

void clear(VkCommandBuffer commands, VkImage image, VkImageLayout layout,
           const VkImageSubresourceRange& range = whole) {
  const VkClearColorValue color{.uint32 = {5, 0, 0, 0}};
  vkCmdClearColorImage(commands, image, layout, &color, 1, &range);
}

// A program with one image of 2 levels and 2 layers.
Rules with_image(const std::function<void(Program&, VkCommandBuffer, VkImage)>& commands) {
  Program program;
  const TestImage image = create_image(program, {2, 2, 1}, {.levels = 2, .layers = 2});
  program.run([&](VkCommandBuffer recorded) { commands(program, recorded, image.image); });
  destroy(program, image);
  return program.findings();
}

TEST(LayoutsFind, ABarrierFromALayoutThatTheImageIsNotIn) {
  for (const VkImageLayout from : {general, target, VK_IMAGE_LAYOUT_UNDEFINED}) {
    const Rules found = with_image([&](Program&, VkCommandBuffer commands, VkImage image) {
      change_layout(commands, image, {});
      change_layout(commands, image, {from, source});
    });
    EXPECT_EQ(found, from == target ? wrong_transition : Rules{});
  }
}

// Each level and layer has a layout of its own.
TEST(LayoutsFind, ABarrierForALevelThatStaysBehind) {
  for (const std::uint32_t level : {0u, 1u}) {
    for (const std::uint32_t layer : {0u, 1u}) {
      const Rules found = with_image([&](Program&, VkCommandBuffer commands, VkImage image) {
        change_layout(commands, image, {});
        change_layout(commands, image, {general, source, {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 1, 1}});
        change_layout(commands, image,
                      {general, target, {VK_IMAGE_ASPECT_COLOR_BIT, level, 1, layer, 1}});
      });
      EXPECT_EQ(found, level == 1 && layer == 1 ? wrong_transition : Rules{});
    }
  }
}

TEST(LayoutsFind, AClearInALayoutThatTheImageIsNotIn) {
  for (const VkImageLayout layout : {general, target}) {
    const Rules found = with_image([&](Program&, VkCommandBuffer commands, VkImage image) {
      change_layout(commands, image, {VK_IMAGE_LAYOUT_UNDEFINED, target});
      clear(commands, image, layout);
    });
    EXPECT_EQ(found, layout == general ? wrong_layout : Rules{});
  }
}

TEST(LayoutsFind, AnImageThatHasNoLayoutYet) {
  EXPECT_EQ(with_image([&](Program&, VkCommandBuffer commands, VkImage image) {
              clear(commands, image, general);
            }),
            wrong_layout);
}

// Only the subresource that a copy accesses matters.
TEST(LayoutsFind, ACopyFromALevelInAnotherLayout) {
  for (const std::uint32_t level : {0u, 1u}) {
    for (const bool to_buffer : {true, false}) {
      const Rules found =
          with_image([&](Program& program, VkCommandBuffer commands, VkImage image) {
            change_layout(commands, image, {});
            clear(commands, image, general);
            change_layout(commands, image,
                          {general,
                           to_buffer ? source : target,
                           {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 0, VK_REMAINING_ARRAY_LAYERS}});
            barrier(commands);
            const TestBuffer buffer = program.buffer_of({0, 0, 0, 0});
            const VkBufferImageCopy region = region_of({1, 1, 1}, level);
            if (to_buffer) {
              vkCmdCopyImageToBuffer(commands, image, source, buffer.buffer, 1, &region);
            } else {
              vkCmdCopyBufferToImage(commands, buffer.buffer, image, target, 1, &region);
            }
          });
      EXPECT_EQ(found, level == 0 ? wrong_layout : Rules{});
    }
  }
}

TEST(LayoutsFind, ACopyBetweenImages) {
  for (const VkImageLayout from : {source, general}) {
    for (const VkImageLayout to : {target, general}) {
      const Rules found = with_image([&](Program&, VkCommandBuffer commands, VkImage image) {
        const auto level = [](std::uint32_t number) {
          return VkImageSubresourceRange{VK_IMAGE_ASPECT_COLOR_BIT, number, 1, 0, 1};
        };
        change_layout(commands, image, {});
        clear(commands, image, general);
        change_layout(commands, image, {general, source, level(0)});
        change_layout(commands, image, {general, target, level(1)});
        VkImageCopy region{};
        region.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
        region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 0, 1};
        region.extent = {1, 1, 1};
        vkCmdCopyImage(commands, image, from, image, to, 1, &region);
      });
      const std::size_t wrong = (from == general ? 1u : 0u) + (to == general ? 1u : 0u);
      EXPECT_EQ(found, Rules(wrong, "image.layout"));
    }
  }
}

// Two descriptors name the image in the general layout, and the shader reads or writes one of them.
Rules dispatch_in(VkImageLayout layout, const std::string& statement) {
  Program program;
  const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + R"(
layout(binding = 0, r32ui) uniform uimage2D image;
layout(std430, binding = 1) buffer Data { uint asked; uint value; };
void main() { )" + statement + " }\n",
                                                 {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                                               VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}});
  const TestImage image = create_image(program, {2, 2, 1}, {});
  const TestBuffer data = program.buffer_of({0, 0});
  write(program, pipeline, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, image);
  program.write(pipeline, 1, data);
  program.run([&](VkCommandBuffer commands) {
    change_layout(commands, image.image, {});
    clear(commands, image.image, general);
    change_layout(commands, image.image, {general, layout});
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
  });
  destroy(program, image);
  return program.findings();
}

TEST(LayoutsFind, ADispatchThatAccessesAnImageInAnotherLayout) {
  const std::string load = "value = imageLoad(image, ivec2(0)).x;";
  const std::string store = "imageStore(image, ivec2(0), uvec4(7));";
  EXPECT_EQ(dispatch_in(general, load), Rules{});
  EXPECT_EQ(dispatch_in(general, store), Rules{});
  EXPECT_EQ(dispatch_in(source, load), wrong_layout);
  EXPECT_EQ(dispatch_in(source, store), wrong_layout);
}

TEST(LayoutsFind, NothingIfADispatchDoesNotAccessTheImage) {
  EXPECT_EQ(dispatch_in(source, "if (asked != 0) value = imageLoad(image, ivec2(0)).x;"), Rules{});
  EXPECT_EQ(dispatch_in(source, "if (asked != 0) imageStore(image, ivec2(0), uvec4(7));"), Rules{});
}

TEST(LayoutsFind, ASampledImageInTheLayoutOfItsDescriptor) {
  for (const VkImageLayout layout : {sampled, general}) {
    Program program;
    const TestPipeline pipeline = program.pipeline(
        R"(#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform utexture2D image;
layout(std430, binding = 1) buffer Data { uint value; };
void main() { value = texelFetch(image, ivec2(0), 0).x; }
)",
        {.bindings = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}});
    const TestImage image = create_image(program, {2, 2, 1}, {});
    const TestBuffer data = program.buffer_of({0});
    write(program, pipeline, 0, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, image, VK_NULL_HANDLE, sampled);
    program.write(pipeline, 1, data);
    program.run([&](VkCommandBuffer commands) {
      change_layout(commands, image.image, {});
      clear(commands, image.image, general);
      change_layout(commands, image.image, {general, layout});
      program.bind(commands, pipeline);
      vkCmdDispatch(commands, 1, 1, 1);
    });
    EXPECT_EQ(data.words[0], 5u);
    EXPECT_EQ(program.findings(), layout == sampled ? Rules{} : wrong_layout);
    destroy(program, image);
  }
}

TEST(LayoutsFind, LayoutsThatACommandADescriptorOrAnImageCannotHave) {
  const Rules invalid{"argument.invalid"};
  EXPECT_EQ(with_image([](Program&, VkCommandBuffer commands, VkImage image) {
              change_layout(commands, image, {VK_IMAGE_LAYOUT_UNDEFINED, source});
              clear(commands, image, source);
            }),
            invalid);
  EXPECT_EQ(with_image([](Program&, VkCommandBuffer commands, VkImage image) {
              change_layout(commands, image, {general, VK_IMAGE_LAYOUT_UNDEFINED});
            }),
            invalid);
  Program program;
  const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + "void main() {}\n",
                                                 {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE}});
  const TestImage image = create_image(program, {2, 2, 1}, {});
  write(program, pipeline, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, image, VK_NULL_HANDLE, sampled);
  EXPECT_EQ(program.findings(), invalid);
  destroy(program, image);
}

struct Scope {
  VkPipelineStageFlags stages;
  VkAccessFlags accesses;
};

// A transition to TRANSFER_SRC after `first`, with this first scope.
Rules transition_after(
    const std::function<void(Program&, VkCommandBuffer, const TestImage&)>& first,
    const Scope& scope) {
  Program program;
  const TestImage image = create_image(program, {2, 2, 1}, {});
  program.run([&](VkCommandBuffer commands) {
    change_layout(commands, image.image, {});
    clear(commands, image.image, general);
    barrier(commands);
    first(program, commands, image);
    VkImageMemoryBarrier transition{};
    transition.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    transition.srcAccessMask = scope.accesses;
    transition.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
    transition.oldLayout = general;
    transition.newLayout = source;
    transition.srcQueueFamilyIndex = transition.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    transition.image = image.image;
    transition.subresourceRange = whole;
    vkCmdPipelineBarrier(commands, scope.stages, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0,
                         nullptr, 1, &transition);
  });
  destroy(program, image);
  return program.findings();
}

constexpr VkPipelineStageFlags transfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
constexpr VkPipelineStageFlags compute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
const Rules narrow{"synchronization.narrow-barrier"};

TEST(LayoutsFind, ATransitionThatDoesNotWaitForAWrite) {
  const auto write = [](Program&, VkCommandBuffer commands, const TestImage& image) {
    clear(commands, image.image, general);
  };
  EXPECT_EQ(transition_after(write, {transfer, VK_ACCESS_TRANSFER_WRITE_BIT}), Rules{});
  EXPECT_EQ(transition_after(write, {compute, VK_ACCESS_SHADER_WRITE_BIT}), narrow);
  EXPECT_EQ(transition_after(write, {transfer, VK_ACCESS_TRANSFER_READ_BIT}), narrow);
}

TEST(LayoutsFind, ATransitionThatDoesNotWaitForARead) {
  const auto copy = [](Program& program, VkCommandBuffer commands, const TestImage& image) {
    const TestBuffer to = program.buffer_of({0, 0, 0, 0});
    const VkBufferImageCopy region = region_of({2, 2, 1});
    vkCmdCopyImageToBuffer(commands, image.image, general, to.buffer, 1, &region);
  };
  EXPECT_EQ(transition_after(copy, {transfer, 0}), Rules{});
  EXPECT_EQ(transition_after(copy, {compute, 0}), narrow);
}

// The image is bound in both cases; only one of the shaders reads it.
TEST(LayoutsFind, ATransitionThatDoesNotWaitForADispatch) {
  for (const std::string value : {"imageLoad(image, ivec2(0)).x", "0"}) {
    const auto read = [&](Program& program, VkCommandBuffer commands, const TestImage& image) {
      const TestPipeline pipeline = program.pipeline(
          std::string(one_invocation) + R"(
layout(binding = 0, r32ui) uniform uimage2D image;
layout(std430, binding = 1) buffer Data { uint asked; uint value; };
void main() { if (asked == 0) value = )" +
              value + "; else value = imageLoad(image, ivec2(0)).x; }\n",
          {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}});
      const TestBuffer data = program.buffer_of({0, 1});
      write(program, pipeline, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, image);
      program.write(pipeline, 1, data);
      program.bind(commands, pipeline);
      vkCmdDispatch(commands, 1, 1, 1);
    };
    EXPECT_EQ(transition_after(read, {compute, 0}), Rules{});
    EXPECT_EQ(transition_after(read, {transfer, 0}), value == "0" ? Rules{} : narrow);
  }
}

VkImageSubresourceRange slices_of(std::uint32_t first, std::uint32_t count,
                                  std::uint32_t level = 0) {
  return {VK_IMAGE_ASPECT_COLOR_BIT, level, 1, first, count};
}

struct VolumeOutcome {
  Rules findings;
  std::vector<std::uint32_t> words;  // of the buffer that the commands get
};

// A program with a volume of 4 slices and 2 levels, whose slices have layouts of their own if the device has maintenance9.
VolumeOutcome with_volume(bool has_feature,
                          const std::function<void(VkCommandBuffer, VkImage, VkBuffer)>& commands,
                          VkImageCreateFlags flags = VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT) {
  const Maintenance9Features features(has_feature);
  Program program(features.setup());
  const TestImage image = create_image(
      program, {2, 2, 4}, {.levels = 2, .view_type = VK_IMAGE_VIEW_TYPE_3D, .flags = flags});
  const TestBuffer buffer = program.buffer(16);
  program.run([&](VkCommandBuffer recorded) { commands(recorded, image.image, buffer.buffer); });
  destroy(program, image);
  return {program.findings(), {buffer.words.begin(), buffer.words.end()}};
}

void copy_slice(VkCommandBuffer commands, VkImage image, VkImageLayout layout, std::int32_t slice,
                VkBuffer to) {
  VkBufferImageCopy region = region_of({2, 2, 1});
  region.imageOffset.z = slice;
  vkCmdCopyImageToBuffer(commands, image, layout, to, 1, &region);
}

// With the feature, a barrier of one layer is for one slice; without it, for all of them.
TEST(LayoutsFind, ABarrierForASliceLeavesTheOthers) {
  for (const bool has_feature : {true, false}) {
    for (const bool is_compatible : {true, false}) {
      for (const std::int32_t copied : {0, 1}) {
        const auto outcome = with_volume(
            has_feature,
            [&](VkCommandBuffer commands, VkImage image, VkBuffer to) {
              change_layout(commands, image, {});
              change_layout(commands, image, {general, source, slices_of(0, 1)});
              copy_slice(commands, image, source, copied, to);
            },
            is_compatible ? VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT : 0);
        const bool has_slices = has_feature && is_compatible;
        EXPECT_EQ(outcome.findings, has_slices && copied == 1 ? wrong_layout : Rules{});
      }
    }
  }
}

// Each level has the slices that it has.
TEST(LayoutsFind, ABarrierForTheRemainingSlicesOfALevel) {
  for (const std::uint32_t first : {0u, 1u}) {
    const auto outcome = with_volume(true, [&](VkCommandBuffer commands, VkImage image, VkBuffer) {
      change_layout(commands, image, {});
      change_layout(commands, image,
                    {general, target, slices_of(first, VK_REMAINING_ARRAY_LAYERS, 1)});
      clear(commands, image, target, slices_of(0, 1, 1));
    });
    EXPECT_EQ(outcome.findings, first == 0 ? Rules{} : wrong_layout);
  }
}

// A clear of a volume, and a view of it, are for all its slices.
TEST(LayoutsFind, AClearOfAVolumeWithASliceInAnotherLayout) {
  for (const std::uint32_t other : {0u, 3u}) {
    const auto outcome = with_volume(true, [&](VkCommandBuffer commands, VkImage image, VkBuffer) {
      change_layout(commands, image, {});
      change_layout(commands, image, {general, target, slices_of(other, 1)});
      clear(commands, image, general, slices_of(0, 1));
    });
    EXPECT_EQ(outcome.findings, wrong_layout);
  }
}

// A transition from an undefined layout discards the contents of its slices only.
TEST(LayoutsFind, TheContentsOfASliceThatABarrierDiscards) {
  for (const std::uint32_t discarded : {1u, 2u}) {
    const auto outcome = with_volume(true, [&](VkCommandBuffer commands, VkImage image,
                                               VkBuffer to) {
      change_layout(commands, image, {});
      clear(commands, image, general, slices_of(0, 1));
      change_layout(commands, image, {VK_IMAGE_LAYOUT_UNDEFINED, general, slices_of(discarded, 1)});
      barrier(commands);
      copy_slice(commands, image, general, 2, to);
    });
    EXPECT_EQ(outcome.findings, Rules{});
    EXPECT_EQ(outcome.words == std::vector<std::uint32_t>(4, 5), discarded != 2);
  }
}

// A barrier for a slice orders accesses to it, and not to others.
TEST(LayoutsFind, ABarrierForASliceOrdersOnlyItsTexels) {
  for (const std::uint32_t ordered : {0u, 1u}) {
    for (const bool has_feature : {true, false}) {
      if (!has_feature && ordered == 1) continue;  // a volume has one layer
      const auto outcome =
          with_volume(has_feature, [&](VkCommandBuffer commands, VkImage image, VkBuffer to) {
            change_layout(commands, image, {});
            clear(commands, image, general, slices_of(0, 1));
            change_layout(commands, image, {general, general, slices_of(ordered, 1)});
            copy_slice(commands, image, general, 1, to);
          });
      const bool is_ordered = !has_feature || ordered == 1;
      EXPECT_EQ(outcome.findings, is_ordered ? Rules{} : Rules{"synchronization.narrow-barrier"});
    }
  }
}

// The host changes the layouts of slices as well.
TEST(LayoutsFind, ATransitionOfASliceByTheHost) {
  for (const std::uint32_t copied : {1u, 2u}) {
    const Maintenance9Features features(true);
    Program program(features.setup());
    const TestImage image =
        create_image(program, {2, 2, 4},
                     {.view_type = VK_IMAGE_VIEW_TYPE_3D,
                      .flags = VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT,
                      .usage = VK_IMAGE_USAGE_HOST_TRANSFER_BIT | VK_IMAGE_USAGE_STORAGE_BIT});
    VkHostImageLayoutTransitionInfo transition{};
    transition.sType = VK_STRUCTURE_TYPE_HOST_IMAGE_LAYOUT_TRANSITION_INFO;
    transition.image = image.image;
    transition.newLayout = general;
    transition.subresourceRange = slices_of(1, 1);
    program.function<PFN_vkTransitionImageLayout>("vkTransitionImageLayout")(program.device, 1,
                                                                             &transition);
    const std::vector<std::uint32_t> texels(4);
    VkMemoryToImageCopy region{};
    region.sType = VK_STRUCTURE_TYPE_MEMORY_TO_IMAGE_COPY;
    region.pHostPointer = texels.data();
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageOffset.z = static_cast<std::int32_t>(copied);
    region.imageExtent = {2, 2, 1};
    VkCopyMemoryToImageInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COPY_MEMORY_TO_IMAGE_INFO;
    info.dstImage = image.image;
    info.dstImageLayout = general;
    info.regionCount = 1;
    info.pRegions = &region;
    program.function<PFN_vkCopyMemoryToImage>("vkCopyMemoryToImage")(program.device, &info);
    EXPECT_EQ(program.findings(), copied == 1 ? Rules{} : wrong_layout);
    destroy(program, image);
  }
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
