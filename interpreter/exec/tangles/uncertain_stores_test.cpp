#include <gtest/gtest.h>

#include "interpreter/exec/tangles/uncertain_branches.h"

namespace spirv_oracle {
namespace {

constexpr std::uint64_t size = 16;

class UncertainStoresTest : public testing::Test {
 protected:
  UncertainStoresTest()
      : object_(memory_.allocate(ShadowedBytes::zero(size), MemoryKind::buffer, "o")) {}

  std::uint64_t address(std::uint64_t offset) const {
    return AddressSpace::base_of(object_) + offset;
  }
  // As a store with a certain address does.
  void store(std::uint64_t offset) {
    stores_.note_certain(memory_, address(offset), 4);
    for (std::uint64_t i = offset; i < offset + 4; ++i)
      memory_.object(object_).shadow[i] = Definedness::defined;
  }
  // A letter for each byte: defined, implementation-dependent, undefined.
  std::string marks() const {
    std::string text;
    for (std::uint64_t i = 0; i < size; ++i)
      text += "diu?"[static_cast<int>(memory_.object(object_).shadow[i])];
    return text;
  }

  AddressSpace memory_;
  std::uint32_t object_;
  UncertainStores stores_;
};

TEST_F(UncertainStoresTest, MarkWhatTheyReach) {
  stores_.mark(memory_, {address(4), 8});
  EXPECT_EQ(marks(), "ddddiiiiiiiidddd");
  stores_.mark(memory_, {address(12), 1000});
  EXPECT_EQ(marks(), "ddddiiiiiiiiiiii");
}

TEST_F(UncertainStoresTest, LeaveLaterCertainStoresUntilTheNextOne) {
  stores_.mark(memory_, {address(0), size});
  store(4);
  EXPECT_EQ(marks(), "iiiiddddiiiiiiii");
  stores_.mark(memory_, {address(0), size});
  EXPECT_EQ(marks(), "iiiiiiiiiiiiiiii");
  store(8);
  stores_.mark(memory_, {address(0), 4});
  EXPECT_EQ(marks(), "iiiiiiiiddddiiii");
  stores_.mark(memory_, {address(8), 4});
  EXPECT_EQ(marks(), "iiiiiiiiiiiiiiii");
}

TEST_F(UncertainStoresTest, KeepUndefinedBytes) {
  memory_.object(object_).shadow[0] = Definedness::undefined;
  stores_.mark(memory_, {address(0), 4});
  EXPECT_EQ(marks(), "uiiidddddddddddd");
}

TEST_F(UncertainStoresTest, LeaveMemoryThatCannotBeWritten) {
  memory_.object(object_).allocation->writable = false;
  stores_.mark(memory_, {address(0), size});
  EXPECT_EQ(marks(), "dddddddddddddddd");
  EXPECT_FALSE(stores_.any());
}

}  // namespace
}  // namespace spirv_oracle
