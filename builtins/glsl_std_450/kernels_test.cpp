// The loops over lanes, which the compiler vectorizes, compute in every lane the same as `component`.

#include <cstdlib>
#include <cstring>
#include <memory>

#include "builtins/glsl_std_450/common.h"
#include "builtins/glsl_std_450/exponential.h"
#include "builtins/glsl_std_450/integer.h"
#include "builtins/glsl_std_450/packing.h"
#include "builtins/glsl_std_450/reference_for_test.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

struct Free {
  void operator()(std::byte* bytes) const { std::free(bytes); }
};

// A subgroup of 32 lanes with three operand planes and a result plane. No lane is active, so that
// nothing is reported.
class Machine {
 public:
  static constexpr unsigned lanes = 32;
  static constexpr Slot pitch = 16;  // slots from one plane to the next

  Machine() : registers_(static_cast<std::byte*>(std::aligned_alloc(64, 4 * pitch * slot_unit))) {
    std::memset(registers_.get(), 0, 4 * pitch * slot_unit);
    subgroup.registers = registers_.get();
    subgroup.size = lanes;
    subgroup.padded_lanes = lanes;
    record.result = 3 * pitch;
    for (unsigned i = 0; i < 3; ++i) record.operand[i] = i * pitch;
  }

  Subgroup subgroup;
  Record record;

 private:
  std::unique_ptr<std::byte, Free> registers_;
};

template <class T>
T random_value(std::mt19937_64& random) {
  if constexpr (std::is_floating_point_v<T>) {
    static const std::vector<T> values = sample_values<T>(400);
    return values[random() % values.size()];
  } else {
    const auto bits = static_cast<T>(random());
    const T special[] = {T(0), std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), T(1)};
    return random() % 4 == 0 ? special[random() % 4] : bits;
  }
}

template <class T>
T value_of(const Checked<T>& checked) {
  return checked.value;
}
template <class T>
T value_of(const T& value) {
  return value;
}

template <class Self, class Out, class... In, std::size_t... I>
void expect_lanes_like_component(std::index_sequence<I...>) {
  Machine machine;
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    const auto fill = [&]<class T>(T* plane) {
      for (unsigned lane = 0; lane < Machine::lanes; ++lane) plane[lane] = random_value<T>(random);
    };
    (fill(machine.subgroup.values<In>(machine.record.operand[I])), ...);
    internal::component_handler<Self, Out, In...>()(machine.subgroup, &machine.record);
    for (unsigned lane = 0; lane < Machine::lanes; ++lane) {
      const Out actual = machine.subgroup.values<Out>(machine.record.result)[lane];
      const Out expected = value_of(
          Self::component(machine.subgroup.values<In>(machine.record.operand[I])[lane]...));
      if constexpr (std::is_floating_point_v<Out>) {
        ASSERT_TRUE(same(actual, expected)) << lane;
      } else {
        ASSERT_EQ(actual, expected) << lane;
      }
    }
  }
}

template <class Self, class Out, class... In>
void check() {
  expect_lanes_like_component<Self, Out, In...>(std::index_sequence_for<In...>());
}

template <class T>
void check_common() {
  check<Round, T, T>();
  check<RoundEven, T, T>();
  check<Floor, T, T>();
  check<Ceil, T, T>();
  check<Fract, T, T>();
  check<FAbs, T, T>();
  check<FSign, T, T>();
  check<FMin, T, T, T>();
  check<FMax, T, T, T>();
  check<NMin, T, T, T>();
  check<NMax, T, T, T>();
  check<FClamp, T, T, T, T>();
  check<NClamp, T, T, T, T>();
  check<FMix, T, T, T, T>();
  check<Step, T, T, T>();
  check<SmoothStep, T, T, T, T>();
  check<Sqrt, T, T>();
  check<InverseSqrt, T, T>();
}

TEST(GlslKernels, Floats) { check_common<float>(); }
TEST(GlslKernels, Doubles) { check_common<double>(); }

template <class S, class U>
void check_integers() {
  check<SAbs, S, S>();
  check<SSign, S, S>();
  check<SMin, S, S, S>();
  check<SClamp, S, S, S, S>();
  check<UMax, U, U, U>();
  check<UClamp, U, U, U, U>();
}

TEST(GlslKernels, Integers) {
  check_integers<std::int8_t, std::uint8_t>();
  check_integers<std::int32_t, std::uint32_t>();
  check_integers<std::int64_t, std::uint64_t>();
  check<FindILsb, std::uint32_t, std::uint32_t>();
  check<FindSMsb, std::uint32_t, std::uint32_t>();
}

TEST(GlslKernels, Packing) {
  check<PackSnorm4x8::Component<1>, std::uint32_t, float, std::uint32_t>();
  check<PackUnorm2x16::Component<1>, std::uint32_t, float, std::uint32_t>();
  check<UnpackSnorm4x8::Component<2>, float, std::uint32_t>();
  check<UnpackUnorm2x16::Component<0>, float, std::uint32_t>();
  check<UnpackHalf2x16::Component<1>, float, std::uint32_t>();
  check<PackDouble2x32, double, std::uint32_t, std::uint32_t>();
  check<UnpackDouble2x32::Component<1>, std::uint32_t, double>();
}

}  // namespace
}  // namespace spirv_oracle::glsl_std_450
