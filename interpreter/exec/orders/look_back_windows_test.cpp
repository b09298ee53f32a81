#include "interpreter/exec/orders/look_back_windows.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

namespace spirv_oracle {
namespace {

constexpr std::uint32_t end = LookBackWindows::no_node;

LookBackWindows::Step step(std::uint32_t next, std::uint64_t added, bool has_latest = false) {
  return {
      next, next == end ? LookBackWindows::Key{7} : LookBackWindows::Key{}, {added}, has_latest};
}

LookBackWindows::Load load_of(std::uint64_t word, LookBackWindows::Values values) {
  return {{1, word, 0}, std::move(values)};
}

class LookBackWindowsTest : public ::testing::Test {
 protected:
  std::uint32_t node(std::uint64_t key) { return windows_.node_of({key}); }
  void set(std::uint32_t number, std::vector<LookBackWindows::Step> steps) {
    windows_.set(number, {load_of(number, {0, 1})}, std::move(steps), {4});
  }

  LookBackWindows windows_;
};

TEST_F(LookBackWindowsTest, AddUpTheSameOverSeveralWindows) {
  const std::uint32_t first = node(10), second = node(20);
  EXPECT_NE(first, second);
  EXPECT_EQ(node(10), first);
  set(first, {step(first, 0), step(second, 3), step(end, 8, true)});
  EXPECT_FALSE(windows_.are_complete([](const auto&) { return true; }));
  set(second, {step(second, 0), step(end, 5, true)});
  EXPECT_TRUE(windows_.are_complete([](const auto&) { return true; }));
  EXPECT_TRUE(windows_.have_one_result());
  set(second, {step(second, 0), step(end, 6, true)});
  EXPECT_FALSE(windows_.have_one_result());
}

TEST_F(LookBackWindowsTest, SumsWrapAround) {
  const std::uint32_t first = node(10), second = node(20);
  set(first, {step(second, 0xFFFFFFFF), step(end, 1, true)});
  set(second, {step(end, 2, true)});
  EXPECT_TRUE(windows_.have_one_result());
}

TEST_F(LookBackWindowsTest, EndAtOnePlace) {
  const std::uint32_t first = node(10);
  LookBackWindows::Step elsewhere = step(end, 1);
  elsewhere.exit = {8};
  set(first, {step(end, 1, true), elsewhere});
  EXPECT_FALSE(windows_.have_one_result());
}

TEST_F(LookBackWindowsTest, WaitsMustEnd) {
  const std::uint32_t first = node(10), second = node(20);
  set(first, {step(first, 0, true), step(end, 1)});
  EXPECT_FALSE(windows_.have_one_result());
  // It adds something while it waits.
  set(first, {step(first, 2), step(end, 1, true)});
  EXPECT_FALSE(windows_.have_one_result());
  // They follow each other.
  set(first, {step(second, 0), step(end, 1, true)});
  set(second, {step(first, 0), step(end, 1, true)});
  EXPECT_FALSE(windows_.have_one_result());
  set(second, {step(second, 0), step(end, 1, true)});
  EXPECT_TRUE(windows_.have_one_result());
}

TEST_F(LookBackWindowsTest, LoadsMustFindAllValues) {
  const std::uint32_t first = node(10);
  set(first, {step(end, 1, true)});
  const auto has = [&](const LookBackWindows::Values& values) {
    return windows_.are_complete(
        [&](const LookBackWindows::Load& load) { return load.values == values; });
  };
  EXPECT_TRUE(has({0, 1}));
  EXPECT_FALSE(has({0, 1, 2}));
}

// All paths through random windows, one after the other.
class Paths {
 public:
  using Steps = std::vector<std::vector<LookBackWindows::Step>>;
  explicit Paths(const Steps& steps) : steps_(steps) {}
  // What may be added from a node on.
  std::set<std::uint64_t> sums(std::uint32_t node) const {
    std::set<std::uint64_t> found;
    for (const LookBackWindows::Step& step : steps_[node]) {
      if (step.next == node) continue;
      if (step.next == end) {
        found.insert(step.added[0]);
        continue;
      }
      for (const std::uint64_t sum : sums(step.next)) found.insert(sum + step.added[0]);
    }
    return found;
  }

 private:
  const Steps& steps_;
};

TEST(LookBackWindows, HaveOneResultWhereAllPathsDo) {
  std::mt19937 random(1);
  unsigned same = 0;
  for (unsigned trial = 0; trial < 3000; ++trial) {
    LookBackWindows windows;
    Paths::Steps steps;
    for (std::uint32_t number = 0; number < 4; ++number) {
      std::vector<LookBackWindows::Step> some;
      const std::size_t count = 1 + random() % 3;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t next = random() % (number + 1);  // itself: a wait
        const bool is_end = random() % 3 == 0 || i + 1 == count;
        const std::uint32_t to = is_end ? end : next;
        some.push_back(step(to, to == number ? 0 : random() % 2, i + 1 == count));
      }
      windows.set(windows.node_of({number}), {}, some, {4});
      steps.push_back(std::move(some));
    }
    const Paths paths(steps);
    bool have_one = true;
    for (std::uint32_t number = 0; number < 4; ++number)
      have_one = have_one && paths.sums(number).size() == 1;
    EXPECT_EQ(windows.have_one_result(), have_one) << trial;
    same += have_one ? 1 : 0;
  }
  EXPECT_GT(same, 100u);
  EXPECT_LT(same, 2900u);
}

}  // namespace
}  // namespace spirv_oracle
