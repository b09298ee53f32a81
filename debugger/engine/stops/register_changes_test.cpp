#include "debugger/engine/stops/register_changes.h"

#include <gtest/gtest.h>

#include <array>

#include "debugger/engine/program/object.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

constexpr ScalarType word_type = ScalarType::unsigned_integer(4);
constexpr unsigned lane_count = 8;

// A subgroup whose registers are two planes of integers, all of them 0.
class RegisterChangesTest : public testing::Test {
 protected:
  void SetUp() override {
    program_.registers.planes = {{x, word_type}, {y, word_type}};
    subgroup_.registers = registers_.data();
  }
  void write(Slot slot, unsigned lane, std::uint64_t bits) {
    write_plane(subgroup_, slot, word_type, lane, bits);
  }
  RegisterChanges changes(const std::vector<Slot>& planes, const std::vector<Scalar>& before) {
    return changed_registers(program_, subgroup_, planes, LaneMask::first(lane_count), before);
  }

  static constexpr Slot x = 0, y = plane_units(4, lane_count);
  Program program_;
  Subgroup subgroup_;
  alignas(32) std::array<std::byte, std::size_t{2} * y * slot_unit> registers_{};
};

TEST_F(RegisterChangesTest, NamesTheLanesInWhichAValueHasChanged) {
  const std::vector<Scalar> before(lane_count);
  EXPECT_TRUE(changes({x}, before).lanes.none());
  write(x, 1, 5);
  write(x, 6, 7);
  const RegisterChanges changed = changes({x}, before);
  EXPECT_EQ(changed.lanes, LaneMask::single(1) | LaneMask::single(6));
  EXPECT_EQ(changed.text, " lane 1: 0 -> 5, lane 6: 0 -> 7");
}

TEST_F(RegisterChangesTest, AVectorChangesAsAWhole) {
  write(y, 2, 9);
  const RegisterChanges changed = changes({x, y}, std::vector<Scalar>(2 * lane_count));
  EXPECT_EQ(changed.lanes, LaneMask::single(2));
  EXPECT_EQ(changed.text, " lane 2: (0, 0) -> (0, 9)");
}

TEST_F(RegisterChangesTest, AValueThatBecomesDefinedHasChanged) {
  const std::vector<Scalar> before(lane_count, Scalar{3, Definedness::undefined});
  subgroup_.header(x).undefined = LaneMask::first(lane_count) & ~LaneMask::single(4);
  const RegisterChanges changed = changes({x}, before);
  EXPECT_EQ(changed.lanes, LaneMask::single(4));
  EXPECT_EQ(changed.text, " lane 4: undefined -> 0");
}

TEST_F(RegisterChangesTest, TheTextNamesAFewLanes) {
  for (unsigned lane = 0; lane < lane_count; ++lane) write(x, lane, 1);
  const RegisterChanges changed = changes({x}, std::vector<Scalar>(lane_count));
  EXPECT_EQ(changed.lanes, LaneMask::first(lane_count));
  EXPECT_EQ(changed.text,
            " lane 0: 0 -> 1, lane 1: 0 -> 1, lane 2: 0 -> 1, lane 3: 0 -> 1, and 4 more");
}

}  // namespace
}  // namespace spirv_oracle
