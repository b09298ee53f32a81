// The shuffles of SPV_INTEL_subgroups against their definition.

#include <functional>
#include <type_traits>

#include "interpreter/instructions/group/combination/non_uniform_for_test.h"

namespace spirv_oracle {
namespace {

using test::Instance;
using test::lanes_text;

// The source of a value: one of the data operands, and a lane.
struct SourceOf {
  unsigned operand;
  std::int64_t lane;
};
// None if the index is out of range.
using Definition = std::function<std::optional<SourceOf>(std::int64_t size, std::int64_t lane,
                                                         std::int64_t operand)>;

std::uint32_t random_operand(unsigned size, std::mt19937_64& random) {
  switch (random() % 8) {
    case 0:
      return static_cast<std::uint32_t>(random());
    case 1:
      return 2 * size - 1 + static_cast<std::uint32_t>(random() % 3);
    default:
      return static_cast<std::uint32_t>(random() % size);
  }
}

template <class T>
struct Shuffled {
  std::string name;
  unsigned data_operands;
  unsigned size;
  Instance instance;

  Shuffled(const std::string& instruction, const std::string& type, unsigned operands,
           unsigned subgroup_size)
      : name(instruction),
        data_operands(operands),
        size(subgroup_size),
        instance("",
                 operands == 1
                     ? "%a = OpUndef %" + type + "\n%d = OpUndef %u32\n%r = " + instruction + " %" +
                           type + " %a %d"
                     : "%a = OpUndef %" + type + "\n%b = OpUndef %" + type +
                           "\n%d = OpUndef %u32\n%r = " + instruction + " %" + type + " %a %b %d",
                 subgroup_size) {}

  void fill(std::mt19937_64& random) {
    for (unsigned k = 0; k < data_operands; ++k) {
      PlaneHeader& header = instance.input_header(k);
      header = {};
      if (random() % 2 == 0) header.undefined = {{random() & random(), random() & random()}};
      if (random() % 4 == 0) header.implementation_dependent = {{random(), random()}};
      if constexpr (std::is_same_v<T, bool>) {
        *instance.input<LaneMask>(k) = {{random(), random()}};
      } else {
        for (unsigned lane = 0; lane < size; ++lane)
          instance.input<T>(k)[lane] = static_cast<T>(random());
      }
    }
    instance.input_header(data_operands) = {};
    if (random() % 3 == 0) instance.input_header(data_operands).undefined = {{random(), random()}};
    for (unsigned lane = 0; lane < size; ++lane) {
      instance.input<std::uint32_t>(data_operands)[lane] = random_operand(size, random);
    }
  }

  void expect(const LaneMask& tangle, const Definition& definition) {
    instance.run(tangle);
    LaneMask out_of_range, inactive;
    tangle.for_each([&](unsigned lane) {
      const bool undefined = instance.result_header().undefined.test(lane);
      if (instance.input_header(data_operands).undefined.test(lane)) {
        EXPECT_TRUE(undefined);
        return;
      }
      const auto source =
          definition(size, lane, instance.template input<std::uint32_t>(data_operands)[lane]);
      if (!source) {
        out_of_range.set(lane);
        EXPECT_TRUE(undefined);
        return;
      }
      const auto from = static_cast<unsigned>(source->lane);
      if (!tangle.test(from)) {
        inactive.set(lane);
        EXPECT_TRUE(undefined);
        return;
      }
      expect_value(lane, source->operand, from);
    });
    EXPECT_EQ(instance.reported(name + ".source-out-of-range"), out_of_range);
    EXPECT_EQ(instance.reported(name + ".source-not-in-tangle"), inactive);
  }

 private:
  void expect_value(unsigned lane, unsigned operand, unsigned from) {
    const PlaneHeader& moved = instance.input_header(operand);
    const PlaneHeader& header = instance.result_header();
    EXPECT_EQ(header.undefined.test(lane), moved.undefined.test(from));
    EXPECT_EQ(header.implementation_dependent.test(lane),
              moved.implementation_dependent.test(from));
    if constexpr (std::is_same_v<T, bool>) {
      EXPECT_EQ(instance.truth().test(lane),
                instance.template input<LaneMask>(operand)->test(from));
    } else {
      EXPECT_EQ(instance.template result<T>()[lane], instance.template input<T>(operand)[from])
          << name << " lane " << lane << " of " << size;
    }
  }
};

template <class T>
void expect_shuffle(const std::string& name, const std::string& type, unsigned operands,
                    const Definition& definition) {
  std::mt19937_64 random(21);
  for (const unsigned size : test::subgroup_sizes()) {
    Shuffled<T> shuffled(name, type, operands, size);
    ASSERT_TRUE(shuffled.instance.ready());
    test::for_each_tangle(size, random, 30, [&](const LaneMask& tangle) {
      shuffled.fill(random);
      shuffled.expect(tangle, definition);
    });
    if (testing::Test::HasFailure()) return;
  }
}

template <class T>
void expect_all(const std::string& type) {
  const auto in_range = [](std::int64_t size, std::int64_t lane) -> std::optional<SourceOf> {
    if (lane < 0 || lane >= size) return std::nullopt;
    return SourceOf{0, lane};
  };
  expect_shuffle<T>(
      "OpSubgroupShuffleINTEL", type, 1,
      [&](std::int64_t size, std::int64_t, std::int64_t id) { return in_range(size, id); });
  expect_shuffle<T>("OpSubgroupShuffleXorINTEL", type, 1,
                    [&](std::int64_t size, std::int64_t lane, std::int64_t value) {
                      return in_range(size, lane ^ value);
                    });
  expect_shuffle<T>(
      "OpSubgroupShuffleDownINTEL", type, 2,
      [](std::int64_t size, std::int64_t lane, std::int64_t delta) -> std::optional<SourceOf> {
        const std::int64_t index = lane + delta;
        if (index < size) return SourceOf{0, index};
        if (index < 2 * size) return SourceOf{1, index - size};
        return std::nullopt;
      });
  expect_shuffle<T>(
      "OpSubgroupShuffleUpINTEL", type, 2,
      [](std::int64_t size, std::int64_t lane, std::int64_t delta) -> std::optional<SourceOf> {
        const std::int64_t index = lane - delta;
        if (index >= 0) return SourceOf{1, index};
        if (index >= -size) return SourceOf{0, index + size};
        return std::nullopt;
      });
}

TEST(SubgroupsIntel, ShufflesOfEveryWidth) {
  expect_all<std::uint8_t>("u8");
  expect_all<std::uint16_t>("f16");
  expect_all<std::uint32_t>("f32");
  expect_all<std::uint64_t>("i64");
  expect_all<bool>("bool");
}

}  // namespace
}  // namespace spirv_oracle
