#include <cmath>
#include <limits>

#include "interpreter/instructions/group/combination/non_uniform_for_test.h"
#include "interpreter/kernels/float16.h"

namespace spirv_oracle::test {
namespace {

// --- the model: the formulas of Vulkan, "Derivative Operations" ---

// A value that is undefined has none.
using Contribution = std::optional<float>;

struct Expected {
  float value = 0;
  bool undefined = false;
  bool implementation_dependent = false;
};

enum class Axis : std::uint8_t { x, y, width };
enum class Kind : std::uint8_t { either, fine, coarse };

// Rounds to the type that is tested.
using RoundingFunction = float (*)(float);
float to_half_and_back(float value) { return to_float(to_float16(value)); }
float same(float value) { return value; }

Contribution difference(const Contribution& a, const Contribution& b, RoundingFunction rounding) {
  if (!a || !b) return std::nullopt;
  return rounding(*b - *a);
}

Contribution fine_result(const Contribution* quad, Axis axis, unsigned i,
                         RoundingFunction rounding) {
  const unsigned row = i / 2, column = i % 2;
  const Contribution dx = difference(quad[2 * row], quad[2 * row + 1], rounding);
  const Contribution dy = difference(quad[column], quad[2 + column], rounding);
  if (axis == Axis::x) return dx;
  if (axis == Axis::y) return dy;
  if (!dx || !dy) return std::nullopt;
  return rounding(std::fabs(*dx) + std::fabs(*dy));
}

Expected model(const Contribution* quad, Axis axis, Kind kind, unsigned i,
               RoundingFunction rounding) {
  const Contribution own = fine_result(quad, axis, i, rounding);
  if (kind == Kind::fine) return {own.value_or(0), !own, false};
  Expected expected;
  const Contribution first = fine_result(quad, axis, 0, rounding);
  for (unsigned k = 0; k < 4; ++k) {
    const Contribution other = fine_result(quad, axis, k, rounding);
    if (!other) expected.undefined = true;
    if (other && own && *other != *own) expected.implementation_dependent = true;
  }
  if (!expected.undefined) expected.value = kind == Kind::coarse ? *first : *own;
  return expected;
}

// --- the test of one instruction ---

struct Tested {
  const char* name;
  Axis axis;
  Kind kind;
};
constexpr Tested instructions[] = {
    {"OpDPdx", Axis::x, Kind::either},
    {"OpDPdy", Axis::y, Kind::either},
    {"OpFwidth", Axis::width, Kind::either},
    {"OpDPdxFine", Axis::x, Kind::fine},
    {"OpDPdyFine", Axis::y, Kind::fine},
    {"OpFwidthFine", Axis::width, Kind::fine},
    {"OpDPdxCoarse", Axis::x, Kind::coarse},
    {"OpDPdyCoarse", Axis::y, Kind::coarse},
    {"OpFwidthCoarse", Axis::width, Kind::coarse},
};

template <class T>
struct Storage;
template <>
struct Storage<float> {
  static constexpr const char* name = "f32";
  static constexpr RoundingFunction rounding = &same;
  static float store(float value) { return value; }
  static float load(float value) { return value; }
};
template <>
struct Storage<Float16> {
  static constexpr const char* name = "f16";
  static constexpr RoundingFunction rounding = &to_half_and_back;
  static Float16 store(float value) { return to_float16(value); }
  static float load(Float16 value) { return to_float(value); }
};

template <class T>
void check(Instance& instance, const Tested& tested, const LaneMask& active, unsigned size,
           const Contribution* values, unsigned component) {
  const std::string clause = std::string(tested.name) + ".quad-not-in-tangle";
  const PlaneHeader& header = instance.result_header(component);
  LaneMask alone;
  active.for_each([&](unsigned lane) {
    const unsigned first = lane & ~3u;
    bool together = true;
    for (unsigned i = 0; i < 4; ++i) together = together && active.test(first + i);
    if (!together) {
      alone.set(lane);
      ASSERT_TRUE(header.undefined.test(lane));
      return;
    }
    const Expected expected =
        model(values + first, tested.axis, tested.kind, lane % 4, Storage<T>::rounding);
    ASSERT_EQ(header.undefined.test(lane), expected.undefined) << lane;
    if (expected.undefined) return;
    ASSERT_EQ(Storage<T>::load(instance.result<T>(component)[lane]), expected.value) << lane;
    ASSERT_EQ(header.implementation_dependent.test(lane), expected.implementation_dependent);
  });
  ASSERT_EQ(lanes_text(instance.reported(clause)), lanes_text(alone)) << size;
}

template <class T>
void test_type() {
  std::mt19937_64 random(1);
  for (const Tested& tested : instructions) {
    const std::string type = std::string("%") + Storage<T>::name + "x2";
    const std::string text = "%p = OpUndef " + type + "\n%r = " + tested.name + " " + type + " %p";
    for (const unsigned size : {4u, 8u, 16u, 32u, 64u, 128u}) {
      Instance instance("%f16x2 = OpTypeVector %f16 2\n%f32x2 = OpTypeVector %f32 2\n", text, size);
      ASSERT_TRUE(instance.ready());
      for_each_tangle(size, random, 30, [&](const LaneMask& active) {
        Contribution values[2][128];
        for (unsigned component = 0; component < 2; ++component) {
          LaneMask undefined;
          for (unsigned lane = 0; lane < size; ++lane) {
            const float value = static_cast<float>(random() % 4) + 0.1f;
            values[component][lane] = Storage<T>::rounding(value);
            instance.input<T>(0, component)[lane] = Storage<T>::store(value);
            if (random() % 16 == 0) {
              undefined.set(lane);
              values[component][lane] = std::nullopt;
            }
          }
          instance.input_header(0, component) = {undefined, {}};
        }
        instance.run(active);
        check<T>(instance, tested, active, size, values[0], 0);
        check<T>(instance, tested, active, size, values[1], 1);
      });
    }
  }
}

TEST(Derivative, FollowsTheFormulasInSinglePrecision) { test_type<float>(); }
TEST(Derivative, FollowsTheFormulasInHalfPrecision) { test_type<Float16>(); }

TEST(Derivative, NanIsOneResult) {
  Instance instance("", "%p = OpUndef %f32\n%r = OpDPdx %f32 %p", 4);
  ASSERT_TRUE(instance.ready());
  std::fill_n(instance.input<float>(0), 4, std::numeric_limits<float>::infinity());
  instance.input_header(0) = {};
  instance.run(LaneMask::first(4));
  EXPECT_TRUE(std::isnan(instance.result<float>()[0]));
  EXPECT_TRUE(instance.result_header().implementation_dependent.none());
}

TEST(Derivative, ImplementationDependentContributionsGoOn) {
  for (const Tested& tested : instructions) {
    Instance instance("", "%p = OpUndef %f32\n%r = " + std::string(tested.name) + " %f32 %p", 4);
    ASSERT_TRUE(instance.ready());
    std::fill_n(instance.input<float>(0), 4, 1.0f);
    instance.input_header(0) = {{}, LaneMask::single(3)};
    instance.run(LaneMask::first(4));
    LaneMask expected = LaneMask::first(4);
    if (tested.kind == Kind::fine) {
      expected = LaneMask::single(3);
      if (tested.axis != Axis::y) expected.set(2);
      if (tested.axis != Axis::x) expected.set(1);
    }
    EXPECT_EQ(lanes_text(instance.result_header().implementation_dependent), lanes_text(expected))
        << tested.name;
  }
}

TEST(Derivative, OtherTypesAreNotSupported) {
  Instance instance("", "%p = OpUndef %f64\n%r = OpDPdx %f64 %p", 4);
  ASSERT_TRUE(instance.error().has_value());
  EXPECT_EQ(instance.error()->status, Status::unsupported);
}

}  // namespace
}  // namespace spirv_oracle::test
