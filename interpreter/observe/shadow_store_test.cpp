#include "interpreter/observe/shadow_store.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace spirv_oracle {
namespace {

using Memory = ShadowMemory<int>;

struct Part {
  std::uint64_t begin = 0;
  unsigned bytes = 0;
  int content = 0;
  friend bool operator==(const Part&, const Part&) = default;
};
std::vector<Part> all_of(const Memory& memory) {
  std::vector<Part> parts;
  memory.for_each_from(0, 1000, [&](const Memory::Entry& entry) {
    parts.push_back({entry.first, entry.second.bytes, entry.second.content});
  });
  return parts;
}

TEST(ShadowMemory, FindsComponentsThatOverlapBytes) {
  Memory memory;
  memory.put(8, 4, 1);
  memory.put(12, 4, 2);
  memory.put(24, 8, 3);
  std::vector<int> found;
  memory.for_each_in(10, 4,
                     [&](const Memory::Entry& entry) { found.push_back(entry.second.content); });
  EXPECT_EQ(found, (std::vector<int>{1, 2}));
  EXPECT_EQ(memory.last_in(10, 4)->second.content, 2);
  EXPECT_EQ(memory.last_in(31, 1)->second.content, 3);
  EXPECT_EQ(memory.last_in(16, 8), nullptr);
  EXPECT_EQ(memory.last_in(0, 8), nullptr);
  EXPECT_EQ(memory.find(12)->content, 2);
  EXPECT_EQ(memory.find(10), nullptr);
}

TEST(ShadowMemory, ErasesTheMiddleOfAComponent) {
  Memory memory;
  memory.put(0, 16, 1);
  memory.erase(4, 8, [](int& rest) {
    rest = -rest;
    return true;
  });
  EXPECT_EQ(all_of(memory), (std::vector<Part>{{0, 4, -1}, {12, 4, -1}}));
  memory.erase(2, 1, [](int&) { return false; });
  EXPECT_EQ(all_of(memory), (std::vector<Part>{{12, 4, -1}}));
}

// Against one content for each byte.
TEST(ShadowMemory, IsLikeAnArrayOfBytes) {
  Memory memory;
  std::array<int, 64> bytes{};
  std::mt19937 random(1);
  for (int i = 1; i < 5000; ++i) {
    const unsigned count = 1 + random() % 8;
    const std::uint64_t begin = random() % (bytes.size() - count);
    memory.erase(begin, count, [](const int&) { return true; });
    std::fill_n(bytes.begin() + static_cast<long>(begin), count, 0);
    if (random() % 3 != 0) {
      memory.put(begin, count, i);
      std::fill_n(bytes.begin() + static_cast<long>(begin), count, i);
    }
    std::array<int, 64> held{};
    for (const Part& part : all_of(memory))
      std::fill_n(held.begin() + static_cast<long>(part.begin), part.bytes, part.content);
    ASSERT_EQ(held, bytes);
  }
}

TEST(ShadowMemory, ErasesFromAPlaceOn) {
  Memory memory;
  for (int i = 0; i < 6; ++i) memory.put(static_cast<std::uint64_t>(i), 1, i);
  memory.erase_from(4);
  EXPECT_EQ(memory.size(), 4u);
  EXPECT_NE(memory.find(3), nullptr);
  EXPECT_EQ(memory.find(4), nullptr);
}

// Two planes, at the slots 5 and 2, in two subgroups of four lanes.
Program two_planes() {
  Program program;
  program.subgroup_size = 4;
  program.layout.subgroup_count = 2;
  program.registers.units = 8;
  program.registers.planes = {{.slot = 5, .type = {ScalarType::Class::floating, 4}},
                              {.slot = 2, .type = {ScalarType::Class::integer, 8}}};
  return program;
}

TEST(ShadowPlanes, HaveAContentForEachPlaneAndInvocation) {
  const Program program = two_planes();
  const PlaneNumbers numbers(program);
  EXPECT_EQ(numbers.bytes_of(5), 4u);
  EXPECT_EQ(numbers.bytes_of(2), 8u);
  ShadowPlanes<int> planes(program);
  Subgroup first, second;
  first.id = 0;
  second.id = 1;
  int next = 0;
  for (const Slot slot : {5u, 2u}) {
    for (unsigned lane = 0; lane < 4; ++lane) {
      planes.at(first, numbers[slot], lane) = ++next;
      planes.at(second, numbers[slot], lane) = -next;
    }
  }
  EXPECT_EQ(planes.at(first, numbers[5], 3), 4);
  EXPECT_EQ(planes.at(second, numbers[2], 0), -5);
  EXPECT_EQ(planes.bytes_used(), 16 * sizeof(int));
  planes.forget_all();
  EXPECT_EQ(planes.at(first, numbers[5], 3), 0);
}

TEST(ShadowPlanes, AreAffordableWithinLimits) {
  const Program program = two_planes();
  EXPECT_TRUE(ShadowPlanes<int>::is_affordable(program, 16, 16 * sizeof(int) + 1));
  EXPECT_FALSE(ShadowPlanes<int>::is_affordable(program, 15, 16 * sizeof(int) + 1));
  EXPECT_FALSE(ShadowPlanes<int>::is_affordable(program, 16, 16 * sizeof(int)));
}

}  // namespace
}  // namespace spirv_oracle
