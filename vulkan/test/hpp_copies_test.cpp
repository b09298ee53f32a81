// Programs in Vulkan-Hpp that copy, fill and clear, with each command for that.

#include <numeric>

#include "vulkan/test/hpp_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

using Layout = vk::ImageLayout;

class HppCopiesWork : public HppProgram {
 protected:
  HppDevice device_{instance_.physical};
};

Words counted(std::uint32_t count) {
  Words words(count);
  std::iota(words.begin(), words.end(), 1u);
  return words;
}

TEST_F(HppCopiesWork, RegionsOfBuffers) {
  const HostBuffer from = device_.buffer(counted(8)), to = device_.buffer(Words(8));
  const std::array regions{vk::BufferCopy(0, 20, 8), vk::BufferCopy(16, 0, 12)};
  device_.run(
      [&](vk::CommandBuffer commands) { commands.copyBuffer(*from.buffer, *to.buffer, regions); });
  Words expected(8);
  for (const vk::BufferCopy& region : regions) {
    for (std::uint32_t i = 0; i < region.size / 4; ++i)
      expected[region.dstOffset / 4 + i] = from.words[region.srcOffset / 4 + i];
  }
  EXPECT_EQ(words_of(to), expected);
}

TEST_F(HppCopiesWork, ABufferOntoItself) {
  const HostBuffer buffer = device_.buffer(counted(6));
  const vk::BufferCopy2 region(0, 12, 12);
  device_.run([&](vk::CommandBuffer commands) {
    commands.copyBuffer2({*buffer.buffer, *buffer.buffer, region});
  });
  EXPECT_EQ(words_of(buffer), (Words{1, 2, 3, 1, 2, 3}));
}

TEST_F(HppCopiesWork, FillsAndUpdatesOfRanges) {
  const HostBuffer buffer = device_.buffer(Words(6));
  const std::array<std::uint32_t, 2> values{7, 8};
  device_.run([&](vk::CommandBuffer commands) {
    commands.fillBuffer(*buffer.buffer, 4, 8, 0xABCDEF01);
    commands.updateBuffer<std::uint32_t>(*buffer.buffer, 12, values);
    commands.fillBuffer(*buffer.buffer, 20, VK_WHOLE_SIZE, 5);
  });
  EXPECT_EQ(words_of(buffer), (Words{0, 0xABCDEF01, 0xABCDEF01, 7, 8, 5}));
}

// Buffers whose rows and slices are longer than those of the image.
TEST_F(HppCopiesWork, ABufferWithLongRowsToAnImage) {
  const HppImage image = image_of(device_, {.extent = {3, 2, 2}});
  const HostBuffer from = device_.buffer(counted(4 * 3 * 2)), to = device_.buffer(Words(12));
  const vk::BufferImageCopy there(0, 4, 3, first_layer, {}, {3, 2, 2});
  const vk::BufferImageCopy back(0, 0, 0, first_layer, {}, {3, 2, 2});
  device_.run([&](vk::CommandBuffer commands) {
    prepare(commands, image);
    commands.copyBufferToImage(*from.buffer, *image.image, Layout::eGeneral, there);
    barrier(commands);
    commands.copyImageToBuffer(*image.image, Layout::eGeneral, *to.buffer, back);
  });
  Words expected;
  for (std::uint32_t z = 0; z < 2; ++z) {
    for (std::uint32_t y = 0; y < 2; ++y) {
      for (std::uint32_t x = 0; x < 3; ++x) expected.push_back(1 + x + 4 * (y + 3 * z));
    }
  }
  EXPECT_EQ(words_of(to), expected);
}

TEST_F(HppCopiesWork, LayersOfAnImage) {
  const HppImage image = image_of(device_, {.layers = 3});
  const HostBuffer from = device_.buffer(counted(8)), to = device_.buffer(Words(12));
  const vk::BufferImageCopy2 there(0, 0, 0, {vk::ImageAspectFlagBits::eColor, 0, 1, 2}, {},
                                   {2, 2, 1});
  const vk::BufferImageCopy2 back(0, 0, 0, {vk::ImageAspectFlagBits::eColor, 0, 0, 3}, {},
                                  {2, 2, 1});
  device_.run([&](vk::CommandBuffer commands) {
    prepare(commands, image);
    commands.clearColorImage(*image.image, Layout::eGeneral,
                             vk::ClearColorValue(std::array<std::uint32_t, 4>{90, 0, 0, 0}),
                             whole_image);
    barrier(commands);
    commands.copyBufferToImage2({*from.buffer, *image.image, Layout::eGeneral, there});
    barrier(commands);
    commands.copyImageToBuffer2({*image.image, Layout::eGeneral, *to.buffer, back});
  });
  EXPECT_EQ(words_of(to), (Words{90, 90, 90, 90, 1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST_F(HppCopiesWork, ARegionBetweenImages) {
  const HppImageSetup setup{.extent = {4, 4, 1}};
  const std::array images{image_of(device_, setup), image_of(device_, setup)};
  const HostBuffer from = device_.buffer(counted(16)), to = device_.buffer(Words(16));
  const vk::BufferImageCopy all(0, 0, 0, first_layer, {}, {4, 4, 1});
  const vk::ImageCopy region(first_layer, {1, 1, 0}, first_layer, {2, 0, 0}, {2, 3, 1});
  device_.run([&](vk::CommandBuffer commands) {
    for (const HppImage& image : images) prepare(commands, image);
    commands.copyBufferToImage(*from.buffer, *images[0].image, Layout::eGeneral, all);
    commands.clearColorImage(*images[1].image, Layout::eGeneral,
                             vk::ClearColorValue(std::array<std::uint32_t, 4>{}), whole_image);
    barrier(commands);
    commands.copyImage(*images[0].image, Layout::eGeneral, *images[1].image, Layout::eGeneral,
                       region);
    barrier(commands);
    commands.copyImageToBuffer(*images[1].image, Layout::eGeneral, *to.buffer, all);
  });
  Words expected(16);
  for (std::uint32_t y = 0; y < 3; ++y) {
    for (std::uint32_t x = 0; x < 2; ++x) expected[2 + x + 4 * y] = from.words[1 + x + 4 * (y + 1)];
  }
  EXPECT_EQ(words_of(to), expected);
}

TEST_F(HppCopiesWork, SlicesOfAVolumeToLayers) {
  const HppImage volume = image_of(device_, {.extent = {2, 1, 3}});
  const HppImage layers = image_of(device_, {.extent = {2, 1, 1}, .layers = 3});
  const HostBuffer from = device_.buffer(counted(6)), to = device_.buffer(Words(6));
  const vk::ImageSubresourceLayers three(vk::ImageAspectFlagBits::eColor, 0, 0, 3);
  device_.run([&](vk::CommandBuffer commands) {
    prepare(commands, volume);
    prepare(commands, layers);
    commands.copyBufferToImage(*from.buffer, *volume.image, Layout::eGeneral,
                               vk::BufferImageCopy(0, 0, 0, first_layer, {}, {2, 1, 3}));
    barrier(commands);
    commands.copyImage(*volume.image, Layout::eGeneral, *layers.image, Layout::eGeneral,
                       vk::ImageCopy(first_layer, {}, three, {}, {2, 1, 3}));
    barrier(commands);
    commands.copyImageToBuffer(*layers.image, Layout::eGeneral, *to.buffer,
                               vk::BufferImageCopy(0, 0, 0, three, {}, {2, 1, 1}));
  });
  EXPECT_EQ(words_of(to), counted(6));
}

TEST_F(HppCopiesWork, AChainOfLevels) {
  const HppImage image = image_of(device_, {.extent = {4, 4, 1}, .levels = 3});
  const HostBuffer to = device_.buffer(Words(16 + 4 + 1));
  device_.run([&](vk::CommandBuffer commands) {
    prepare(commands, image);
    vk::DeviceSize offset = 0;
    for (std::uint32_t level = 0; level < 3; ++level) {
      const std::uint32_t size = 4 >> level;
      commands.clearColorImage(
          *image.image, Layout::eGeneral,
          vk::ClearColorValue(std::array<std::uint32_t, 4>{level + 1, 0, 0, 0}),
          vk::ImageSubresourceRange(vk::ImageAspectFlagBits::eColor, level, 1, 0, 1));
      barrier(commands);
      commands.copyImageToBuffer(
          *image.image, Layout::eGeneral, *to.buffer,
          vk::BufferImageCopy(offset, 0, 0, {vk::ImageAspectFlagBits::eColor, level, 0, 1}, {},
                              {size, size, 1}));
      offset += vk::DeviceSize{4} * size * size;
    }
  });
  Words expected(16, 1);
  expected.insert(expected.end(), {2, 2, 2, 2, 3});
  EXPECT_EQ(words_of(to), expected);
}

TEST_F(HppCopiesWork, ResultsOfQueries) {
  const auto queries = device_.device->createQueryPoolUnique({{}, vk::QueryType::eTimestamp, 2});
  const HostBuffer to = device_.buffer(Words(8));
  device_.run([&](vk::CommandBuffer commands) {
    commands.resetQueryPool(*queries, 0, 2);
    commands.writeTimestamp(vk::PipelineStageFlagBits::eTopOfPipe, *queries, 0);
    commands.writeTimestamp(vk::PipelineStageFlagBits::eBottomOfPipe, *queries, 1);
    commands.copyQueryPoolResults(*queries, 0, 2, *to.buffer, 0, 16,
                                  vk::QueryResultFlagBits::e64 |
                                      vk::QueryResultFlagBits::eWithAvailability |
                                      vk::QueryResultFlagBits::eWait);
  });
  EXPECT_EQ(to.words[2], 1u);
  EXPECT_EQ(to.words[6], 1u);
  const auto time = [&](std::size_t i) {
    return to.words[i] + (std::uint64_t{to.words[i + 1]} << 32);
  };
  EXPECT_LE(time(0), time(4));
}

// Two buffers in one allocation, of which a copy between them moves half.
TEST_F(HppCopiesWork, BuffersThatShareMemory) {
  const vk::BufferCreateInfo info(
      {}, 32, vk::BufferUsageFlagBits::eTransferSrc | vk::BufferUsageFlagBits::eTransferDst);
  const std::array buffers{device_.device->createBufferUnique(info),
                           device_.device->createBufferUnique(info)};
  const auto memory = device_.device->allocateMemoryUnique({48, device_.host_type});
  device_.device->bindBufferMemory2({vk::BindBufferMemoryInfo(*buffers[0], *memory, 0),
                                     vk::BindBufferMemoryInfo(*buffers[1], *memory, 16)});
  auto* words = static_cast<std::uint32_t*>(device_.device->mapMemory(*memory, 0, VK_WHOLE_SIZE));
  std::iota(words, words + 12, 1u);
  device_.run([&](vk::CommandBuffer commands) {
    commands.copyBuffer(*buffers[0], *buffers[1], vk::BufferCopy(0, 16, 16));
  });
  EXPECT_EQ(Words(words, words + 12), (Words{1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4}));
}

TEST_F(HppCopiesWork, ASecondaryCommandBufferCopies) {
  const HostBuffer from = device_.buffer({3}), to = device_.buffer({0});
  auto secondary = std::move(device_.device->allocateCommandBuffersUnique(
      {*device_.pool, vk::CommandBufferLevel::eSecondary, 1})[0]);
  const vk::CommandBufferInheritanceInfo inheritance;
  secondary->begin(
      vk::CommandBufferBeginInfo(vk::CommandBufferUsageFlagBits::eSimultaneousUse, &inheritance));
  secondary->copyBuffer(*from.buffer, *to.buffer, vk::BufferCopy(0, 0, 4));
  barrier(*secondary);
  secondary->end();
  device_.run([&](vk::CommandBuffer commands) {
    commands.executeCommands(*secondary);
    commands.fillBuffer(*from.buffer, 0, 4, 4);
    barrier(commands);
    commands.executeCommands(*secondary);
  });
  EXPECT_EQ(words_of(to), Words{4});
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
