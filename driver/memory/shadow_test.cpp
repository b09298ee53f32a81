// The states of bytes, against a plain array.

#include "driver/memory/shadow.h"

#include <gtest/gtest.h>

#include <random>

namespace spirv_oracle {
namespace {

using States = std::vector<Definedness>;

TEST(Shadow, AgreesWithAnArray) {
  constexpr std::uint64_t size = 3 * 4096 + 24;
  std::mt19937 random(7);
  const auto number = [&](std::uint64_t below) { return random() % below; };
  for (int round = 0; round < 20; ++round) {
    Shadow shadow(size);
    States model(size, Definedness::uninitialized);
    for (int step = 0; step < 200; ++step) {
      const std::uint64_t begin = number(4) == 0 ? 4096 * number(3) : number(size);
      const std::uint64_t end =
          number(3) == 0 ? std::min(size, begin + 4096) : begin + number(size - begin + 1);
      const auto state = static_cast<Definedness>(number(4));
      if (number(2) == 0) {
        shadow.set(begin, end, state);
        std::fill(model.begin() + static_cast<std::ptrdiff_t>(begin),
                  model.begin() + static_cast<std::ptrdiff_t>(end), state);
      } else {
        States states(end - begin, state);
        if (!states.empty() && number(2) == 0)
          states[number(states.size())] = static_cast<Definedness>(number(4));
        shadow.store(begin, states);
        std::copy(states.begin(), states.end(), model.begin() + static_cast<std::ptrdiff_t>(begin));
      }
    }
    States found(size);
    shadow.load(0, found);
    EXPECT_EQ(found, model);
    std::vector<std::uint64_t> undefined, expected;
    shadow.each_undefined(5, size - 3, [&](std::uint64_t i) { undefined.push_back(i); });
    for (std::uint64_t i = 5; i < size - 3; ++i) {
      if (model[i] >= Definedness::undefined) expected.push_back(i);
    }
    EXPECT_EQ(undefined, expected);
  }
}

TEST(Shadow, BlocksOfOneStateTakeNoMemory) {
  Shadow shadow(8 * 4096);
  EXPECT_EQ(shadow.mixed_blocks(), 0u);
  shadow.set(10, 3 * 4096 + 10, Definedness::defined);
  EXPECT_EQ(shadow.mixed_blocks(), 2u);
  shadow.set(0, 10, Definedness::defined);
  EXPECT_EQ(shadow.mixed_blocks(), 1u);
  for (std::uint64_t i = 3 * 4096; i < 4 * 4096; i += 8) shadow.set(i, i + 8, Definedness::defined);
  EXPECT_EQ(shadow.mixed_blocks(), 0u);
}

TEST(Shadow, PagesThatAreReleasedAreDefined) {
  States states(5 * 4096 + 7, Definedness::defined);
  states[2 * 4096 + 9] = Definedness::undefined;
  const States before = states;
  release_defined_pages(states);
  EXPECT_EQ(states, before);
}

}  // namespace
}  // namespace spirv_oracle
