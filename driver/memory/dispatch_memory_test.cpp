// The memory of a dispatch that refers to its contents, against one that has a copy of them.

#include "driver/memory/dispatch_memory.h"

#include <gtest/gtest.h>

#include <random>

namespace spirv_oracle {
namespace {

// Of a device, without anything else.
struct TestMemory {
  ShadowedBytes contents;
};
using Memory = DispatchMemory<TestMemory>;
using Part = PartOf<TestMemory>;

constexpr std::uint64_t memory_size = 3'000'000;

ShadowedBytes read(const Part& part, std::uint64_t begin, std::uint64_t end) {
  return part_of(part.memory->contents, {part.offset + begin, part.offset + end});
}

class DispatchMemoryTest : public testing::Test {
 protected:
  DispatchMemoryTest() {
    for (const auto& memory : {alone_, shared_}) {
      memory->contents = ShadowedBytes::zero(memory_size);
      for (std::byte& byte : memory->contents.bytes) byte = static_cast<std::byte>(random_());
      memory->contents.shadow[1000] = Definedness::undefined;
    }
    for (Memory* one : {&copying_, &referring_}) {
      one->add({0, 0, 0}, {{alone_, 100, memory_size - 300}});
      // Two resources that overlap are one memory.
      one->add({0, 1, 0}, {{shared_, 0, 2'000'000}});
      one->add({0, 2, 0}, {{shared_, 1'000'000, 2'000'000}});
    }
    const auto name_of = [](std::size_t, const Part&) { return "memory"; };
    const auto read_part = [](const Part& part, ShadowedBytes& contents) {
      contents = read(part, 0, part.size);
    };
    copying_.read(name_of, read_part);
    referring_.read(name_of, read_part, [](const Part& part) -> std::optional<ContentsSource> {
      return ContentsSource{part.size, [part](std::uint64_t begin, std::uint64_t end) {
                              return read(part, begin, end);
                            }};
    });
  }

  // What a run leaves that changes a few bytes, some of them at the ends of pieces.
  DispatchResult changed_result() {
    DispatchResult result;
    BufferResult& buffer = result.buffers[{0, 0, 0}];
    buffer.contents = copying_.bindings.buffers.at({0, 0, 0});
    change(buffer);
    result.memories.emplace_back().contents = copying_.bindings.memories[0].contents;
    change(result.memories[0]);
    return result;
  }
  void change(BufferResult& buffer) {
    buffer.written = true;
    for (int i = 0; i < 1000; ++i) {
      const std::size_t end = Memory::Change::piece_size * (1 + random_() % 3);
      const std::size_t at = std::min(random_() % 2 == 0 ? random_() : end - random_() % 200,
                                      buffer.contents.size() - 1);
      if (at >= buffer.contents.size()) continue;
      buffer.contents.bytes[at] ^= std::byte{1};
    }
  }

  std::mt19937 random_{7};
  std::shared_ptr<TestMemory> alone_ = std::make_shared<TestMemory>();
  std::shared_ptr<TestMemory> shared_ = std::make_shared<TestMemory>();
  Memory copying_, referring_;
};

TEST_F(DispatchMemoryTest, KeepsNothingThatItRefersTo) {
  EXPECT_EQ(memory_of_contents(referring_.bindings), 0u);
  EXPECT_EQ(memory_of_contents(copying_.bindings), 2 * (2 * memory_size - 300));
  EXPECT_EQ(referring_.size(), copying_.size());
}

TEST_F(DispatchMemoryTest, HasTheContentsBeforeTheyChangeOnceItFetchesThem) {
  referring_.fetch();
  const ShadowedBytes expected = read({alone_, 100, 0}, 0, memory_size - 300);
  for (const auto& memory : {alone_, shared_}) memory->contents = ShadowedBytes::zero(memory_size);
  EXPECT_TRUE(referring_.bindings.buffers.at({0, 0, 0}) == expected);
  EXPECT_TRUE(referring_.bindings.memories[0].contents == copying_.bindings.memories[0].contents);
  EXPECT_EQ(memory_of_contents(referring_.bindings), copying_.size());
  EXPECT_EQ(referring_.size(), copying_.size());
}

TEST_F(DispatchMemoryTest, FindsTheSameChangesInPieces) {
  const DispatchResult result = changed_result();
  const auto found = [&](Memory& memory) {
    std::map<const TestMemory*, ByteSpans> spans;
    for (const Memory::Change& change : memory.changes(result)) {
      change.each_piece(
          [&](std::uint64_t begin, const ShadowedView& before, const ShadowedView& after) {
            EXPECT_EQ(before.size(), after.size());
            each_change(before, after, [&](const ByteSpan& span) {
              spans[change.part.memory.get()].push_back(
                  {change.part.offset + begin + span.begin, change.part.offset + begin + span.end});
            });
          });
    }
    for (auto& [memory_of_spans, list] : spans) normalize(list);
    return spans;
  };
  const auto expected = found(copying_);
  EXPECT_EQ(expected.size(), 2u);
  EXPECT_EQ(found(referring_), expected);
}

TEST_F(DispatchMemoryTest, MarksACopyOfWhatItRefersTo) {
  const std::vector<Part> parts = {{alone_, 500, 20}, {shared_, 999'990, 20}};
  const Bindings expected = copying_.with_undefined(parts);
  const Bindings marked = referring_.with_undefined(parts);
  EXPECT_TRUE(marked.buffers == expected.buffers);
  EXPECT_TRUE(marked.memories[0].contents == expected.memories[0].contents);
  EXPECT_EQ(memory_of_contents(referring_.bindings), 0u);
}

}  // namespace
}  // namespace spirv_oracle
