// What a dispatch gets from memory that the host writes to meanwhile.

#include <gtest/gtest.h>

#include <random>

#include "vulkan/objects/device.h"
#include "vulkan/objects/memory.h"

namespace spirv_oracle::vulkan::test {
namespace {

constexpr std::uint64_t size = 3 * 4096 + 40;

class StillContents : public testing::Test {
 protected:
  void make_memory(bool host_visible, bool is_exportable = false) {
    memory_ = std::make_shared<DeviceMemory>(size, host_visible,
                                             DeviceMemory::Storage{.is_exportable = is_exportable});
    memory_->device = &device_;
  }
  // Writes to some bytes; the driver notices that.
  void write_as_host(std::byte* host) {
    for (int i = 0; i < 50; ++i) host[random_() % size] = static_cast<std::byte>(random_());
    memory_->notice_host_writes();
  }

  std::mt19937 random_{11};
  Device device_;
  std::shared_ptr<DeviceMemory> memory_;
};

TEST_F(StillContents, LackWhatTheHostWritesLater) {
  make_memory(true);
  std::byte* const host = memory_->map();
  write_as_host(host);
  const ShadowedBytes before = memory_->read(0, size);
  {
    const auto contents = DeviceMemory::still_contents({memory_, 12, 2 * 4096});
    ASSERT_TRUE(contents);
    for (int round = 0; round < 5; ++round) {
      write_as_host(host);
      EXPECT_TRUE(contents->read_all() == part_of(before, {12, 12 + 2 * 4096}));
      EXPECT_TRUE(contents->read(100, 151) == part_of(before, {112, 163}));
    }
    EXPECT_FALSE(memory_->read(0, size) == before);
  }
  const auto contents = DeviceMemory::still_contents({memory_, 0, size});
  EXPECT_TRUE(contents->read_all() == memory_->read(0, size));
}

// A write that no call has noticed yet.
TEST_F(StillContents, LackWhatIsNotNoticed) {
  make_memory(true);
  std::byte* const host = memory_->map();
  const auto contents = DeviceMemory::still_contents({memory_, 0, size});
  const ShadowedBytes before = contents->read_all();
  host[5000] = ~host[5000];
  EXPECT_TRUE(contents->read_all() == before);
}

TEST_F(StillContents, AreNotThereIfOthersMayWrite) {
  make_memory(false, true);
  EXPECT_FALSE(DeviceMemory::still_contents({memory_, 0, size}));
  make_memory(false);
  EXPECT_TRUE(DeviceMemory::still_contents({memory_, 0, size}));
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
