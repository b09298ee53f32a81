// Programs in Vulkan-Hpp whose host copies images, without a queue.

#include "vulkan/test/hpp_newer_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

using Layout = vk::ImageLayout;

HppImage host_image(const HppDevice& device) {
  return image_of(device, {.usage = vk::ImageUsageFlagBits::eHostTransfer |
                                    vk::ImageUsageFlagBits::eTransferSrc |
                                    vk::ImageUsageFlagBits::eTransferDst});
}

class HppHostCopies : public HppNewer {
 protected:
  void change(const HppImage& image, Layout from, Layout to) const {
    device_.device->transitionImageLayout(
        vk::HostImageLayoutTransitionInfo(*image.image, from, to, whole_image), functions_);
  }
  void copy_to(const HppImage& image, const void* data, Layout layout = Layout::eGeneral) const {
    const vk::MemoryToImageCopy region(data, 0, 0, first_layer, {}, {2, 2, 1});
    device_.device->copyMemoryToImage({{}, *image.image, layout, region}, functions_);
  }
  void copy_from(const HppImage& image, void* data) const {
    const vk::ImageToMemoryCopy region(data, 0, 0, first_layer, {}, {2, 2, 1});
    device_.device->copyImageToMemory({{}, *image.image, Layout::eGeneral, region}, functions_);
  }

  const HppImage image_ = host_image(device_);
  const Words texels_{1, 2, 3, 4};
};

TEST_F(HppHostCopies, MemoryToAnImageAndBack) {
  const HppImage other = host_image(device_);
  change(image_, Layout::eUndefined, Layout::eGeneral);
  change(other, Layout::eUndefined, Layout::eGeneral);
  copy_to(image_, texels_.data());
  copy_to(other, Words(4).data());
  const vk::ImageCopy2 region(first_layer, {0, 1, 0}, first_layer, {}, {2, 1, 1});
  device_.device->copyImageToImage(
      {{}, *image_.image, Layout::eGeneral, *other.image, Layout::eGeneral, region}, functions_);
  Words read(4);
  copy_from(other, read.data());
  EXPECT_EQ(read, (Words{3, 4, 0, 0}));
  expect_nothing();
}

TEST_F(HppHostCopies, RowsInMemoryMayBeLong) {
  change(image_, Layout::eUndefined, Layout::eGeneral);
  const Words long_rows{1, 2, 90, 3, 4, 90};
  const vk::MemoryToImageCopy region(long_rows.data(), 3, 2, first_layer, {}, {2, 2, 1});
  device_.device->copyMemoryToImage({{}, *image_.image, Layout::eGeneral, region}, functions_);
  Words read(4);
  copy_from(image_, read.data());
  EXPECT_EQ(read, texels_);
  expect_nothing();
}

TEST_F(HppHostCopies, CommandsSeeWhatTheHostCopied) {
  const HostBuffer to = device_.buffer(Words(4));
  change(image_, Layout::eUndefined, Layout::eTransferSrcOptimal);
  copy_to(image_, texels_.data(), Layout::eTransferSrcOptimal);
  device_.run([&](vk::CommandBuffer commands) {
    commands.copyImageToBuffer(*image_.image, Layout::eTransferSrcOptimal, *to.buffer,
                               vk::BufferImageCopy(0, 0, 0, first_layer, {}, {2, 2, 1}));
  });
  EXPECT_EQ(words_of(to), texels_);
  expect_nothing();
}

TEST_F(HppHostCopies, ALayoutThatTheImageIsNotInIsFound) {
  for (const bool is_wrong : {false, true}) {
    if (!is_wrong) change(image_, Layout::eUndefined, Layout::eGeneral);
    if (is_wrong) change(image_, Layout::eGeneral, Layout::eTransferDstOptimal);
    copy_to(image_, texels_.data());
    EXPECT_EQ(found("image.layout"), is_wrong);
  }
}

TEST_F(HppHostCopies, UndefinedTexelsAreFound) {
  change(image_, Layout::eUndefined, Layout::eGeneral);
  Words read(4);
  copy_to(image_, texels_.data());
  copy_from(image_, read.data());
  expect_nothing();
  // Memory that a shader left undefined reaches the host.
  const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(std430, binding = 0) buffer Data { uint d[]; };
void main() { uint none; d[0] = none; }
)");
  const HostBuffer data = device_.buffer(Words(4));
  device_.write(pipeline, 0, data);
  device_.run([&](vk::CommandBuffer commands) {
    dispatch(commands, pipeline);
    barrier(commands);
    commands.copyBufferToImage(*data.buffer, *image_.image, Layout::eGeneral,
                               vk::BufferImageCopy(0, 0, 0, first_layer, {}, {2, 2, 1}));
    barrier(commands);
  });
  instance_.messages.clear();
  copy_from(image_, read.data());
  EXPECT_TRUE(found("output.undefined"));
}

// The host must wait for a command that writes to the image, and a barrier must make the write visible to it.
TEST_F(HppHostCopies, ACopyBeforeOrAfterTheCommandIsComplete) {
  change(image_, Layout::eUndefined, Layout::eGeneral);
  for (const bool has_barrier : {true, false}) {
    device_.run([&](vk::CommandBuffer commands) {
      commands.clearColorImage(*image_.image, Layout::eGeneral,
                               vk::ClearColorValue(std::array<std::uint32_t, 4>{}), whole_image);
      if (!has_barrier) return;
      const vk::MemoryBarrier to_host(vk::AccessFlagBits::eTransferWrite,
                                      vk::AccessFlagBits::eHostRead);
      commands.pipelineBarrier(vk::PipelineStageFlagBits::eTransfer,
                               vk::PipelineStageFlagBits::eHost, {}, to_host, {}, {});
    });
    Words read(4);
    copy_from(image_, read.data());
    EXPECT_EQ(found("synchronization.host-visibility"), !has_barrier);
  }
}

TEST_F(HppHostCopies, AWriteToWhatACommandReadsIsFound) {
  const HostBuffer to = device_.buffer(Words(4));
  change(image_, Layout::eUndefined, Layout::eGeneral);
  copy_to(image_, texels_.data());
  const auto commands = device_.record(*device_.pool, [&](vk::CommandBuffer recorded) {
    recorded.copyImageToBuffer(*image_.image, Layout::eGeneral, *to.buffer,
                               vk::BufferImageCopy(0, 0, 0, first_layer, {}, {2, 2, 1}));
  });
  for (const bool waits : {true, false}) {
    device_.queue.submit(vk::SubmitInfo({}, {}, *commands));
    if (waits) device_.queue.waitIdle();
    copy_to(image_, texels_.data());
    device_.queue.waitIdle();
    EXPECT_EQ(found("synchronization.host-write"), !waits);
  }
}

TEST_F(HppHostCopies, AnImageWithoutTheUsageIsFound) {
  const HppImage other = image_of(device_);
  const VkHostImageLayoutTransitionInfo info{VK_STRUCTURE_TYPE_HOST_IMAGE_LAYOUT_TRANSITION_INFO,
                                             nullptr,
                                             *other.image,
                                             VK_IMAGE_LAYOUT_UNDEFINED,
                                             VK_IMAGE_LAYOUT_GENERAL,
                                             whole_image};
  EXPECT_NE(functions_.vkTransitionImageLayout(*device_.device, 1, &info), VK_SUCCESS);
  EXPECT_TRUE(found("VK_IMAGE_USAGE_HOST_TRANSFER_BIT"));
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
