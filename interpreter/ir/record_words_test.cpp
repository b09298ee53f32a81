// The words of records in Program::data are read as they were written.
#include <gtest/gtest.h>

#include "interpreter/ir/access_words.h"
#include "interpreter/ir/write_words.h"

namespace spirv_oracle {
namespace {

TEST(AccessWords, AreReadInTheOrderThatTheHeaderStates) {
  const std::uint32_t words[] = {0x89ABCDEF, 0x01234567, 16, 3, 8, 100, 200, 300};
  const AccessWords access(words);
  EXPECT_EQ(access.offset, 0x0123456789ABCDEFu);
  EXPECT_EQ(access.stride, 16u);
  EXPECT_EQ(access.count, 3u);
  EXPECT_EQ(access.alignment, 8u);
  EXPECT_FALSE(access.is_exact);
  EXPECT_EQ(access.slots[0], 100u);
  EXPECT_EQ(access.slots[2], 300u);
}

// The first component is at the address of the access, so it has the stated alignment. Each component must also be aligned to
// its own size, unless the stated alignment is exact.
TEST(AccessWords, EachComponentHasItsAlignment) {
  const auto alignment_of = [](std::uint32_t stated, std::uint32_t component, std::uint32_t bytes) {
    const std::uint32_t words[] = {0, 0, 4, 4, stated};
    return AccessWords(words).alignment_of(component, bytes);
  };
  EXPECT_EQ(alignment_of(16, 0, 4), 16u);
  EXPECT_EQ(alignment_of(16, 1, 4), 4u);
  EXPECT_EQ(alignment_of(1, 0, 4), 4u);
  EXPECT_EQ(alignment_of(1, 3, 8), 8u);
  EXPECT_EQ(alignment_of(2 | exact_alignment, 0, 4), 2u);
  EXPECT_EQ(alignment_of(2 | exact_alignment, 1, 4), 1u);
}

TEST(WriteNote, ComesBackFromItsWords) {
  constexpr std::uint64_t large = 0xFEDCBA9876543210;
  const WriteNote note{large, large + 1, 5, 8, {17, large + 2, large + 3}};
  const WriteNote read = WriteNote::read(note.words().data());
  EXPECT_EQ(read.offset, large);
  EXPECT_EQ(read.stride, large + 1);
  EXPECT_EQ(read.count, 5u);
  EXPECT_EQ(read.bytes, 8u);
  EXPECT_EQ(read.reach.root, 17u);
  EXPECT_EQ(read.reach.begin, large + 2);
  EXPECT_EQ(read.reach.end, large + 3);
}

}  // namespace
}  // namespace spirv_oracle
