// Group operations of Workgroup and Subgroup scope, over all types.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "builtins/group_shader_for_test.h"

namespace spirv_oracle::test {
namespace {

struct Sizes {
  unsigned invocations, subgroup;
};
constexpr Sizes all_sizes[] = {{1, 1},  {1, 32},  {5, 4},    {8, 8},    {8, 2},
                               {12, 8}, {64, 32}, {100, 16}, {150, 64}, {300, 128}};

template <class T>
void expect_operation(const std::string& instruction, const std::string& type, T identity,
                      const Combine<T>& combine) {
  std::mt19937_64 random(7);
  for (const bool whole_workgroup : {true, false}) {
    for (const auto& [form, letter] : forms) {
      for (const Sizes& sizes : all_sizes) {
        const GroupShader shader(type, sizeof(T),
                                 "%r = " + instruction + " %" + type +
                                     (whole_workgroup ? " %workgroup " : " %subgroup ") + form +
                                     " %x\n",
                                 {sizes.invocations, 1, 1});
        ASSERT_NE(shader.module, nullptr);
        const ShadowedBytes values = random_values<T>(sizes.invocations, random);
        const DispatchResult result = shader.run(values, sizes.subgroup, {}, random() % 4);
        ASSERT_EQ(clauses_of(result), std::vector<std::string>{});
        const ShadowedBytes& out = result.buffers.at({0, 1, 0}).contents;
        for (unsigned i = 0; i < sizes.invocations; ++i) {
          const auto belongs = [&](unsigned other) {
            return whole_workgroup || other / sizes.subgroup == i / sizes.subgroup;
          };
          ASSERT_EQ(optional_element<T>(out, i),
                    expected<T>(letter, values, i, sizes.invocations, belongs, identity, combine))
              << instruction << ' ' << form << ' ' << type << ", invocation " << i << " of "
              << sizes.invocations << " in subgroups of " << sizes.subgroup;
        }
      }
    }
  }
}

template <class T>
void expect_integer_operations(const std::string& type) {
  using U = std::make_unsigned_t<T>;
  using S = std::make_signed_t<T>;
  __extension__ using Wide = unsigned __int128;
  const Combine<T> add = [](T a, T b) { return static_cast<T>(Wide(U(a)) + Wide(U(b))); };
  const Combine<T> smin = [](T a, T b) { return T(std::min(S(a), S(b))); };
  const Combine<T> smax = [](T a, T b) { return T(std::max(S(a), S(b))); };
  const Combine<T> umin = [](T a, T b) { return T(std::min(U(a), U(b))); };
  const Combine<T> umax = [](T a, T b) { return T(std::max(U(a), U(b))); };
  for (const std::string end_of_name : {"", "NonUniformAMD"}) {
    expect_operation<T>("OpGroupIAdd" + end_of_name, type, 0, add);
    expect_operation<T>("OpGroupSMin" + end_of_name, type, T(std::numeric_limits<S>::max()), smin);
    expect_operation<T>("OpGroupSMax" + end_of_name, type, T(std::numeric_limits<S>::min()), smax);
    expect_operation<T>("OpGroupUMin" + end_of_name, type, T(std::numeric_limits<U>::max()), umin);
    expect_operation<T>("OpGroupUMax" + end_of_name, type, 0, umax);
  }
  expect_operation<T>("OpGroupIMulKHR", type, 1,
                      [](T a, T b) { return static_cast<T>(Wide(U(a)) * Wide(U(b))); });
  expect_operation<T>("OpGroupBitwiseAndKHR", type, T(~T(0)), [](T a, T b) { return T(a & b); });
  expect_operation<T>("OpGroupBitwiseOrKHR", type, 0, [](T a, T b) { return T(a | b); });
  expect_operation<T>("OpGroupBitwiseXorKHR", type, 0, [](T a, T b) { return T(a ^ b); });
}

TEST(WorkgroupOperations, Integers8) {
  expect_integer_operations<std::uint8_t>("u8");
  expect_integer_operations<std::int8_t>("i8");
}
TEST(WorkgroupOperations, Integers16) {
  expect_integer_operations<std::uint16_t>("u16");
  expect_integer_operations<std::int16_t>("i16");
}
TEST(WorkgroupOperations, Integers32) {
  expect_integer_operations<std::uint32_t>("u32");
  expect_integer_operations<std::int32_t>("i32");
}
TEST(WorkgroupOperations, Integers64) {
  expect_integer_operations<std::uint64_t>("u64");
  expect_integer_operations<std::int64_t>("i64");
}

// --- floats ---

// Small whole numbers, whose sums are exact in every order and in every width.
template <class T, class Bits>
void expect_float_operations(const std::string& type, const std::function<Bits(int)>& bits_of,
                             int infinity) {
  std::mt19937_64 random(8);
  struct Operation {
    const char* name;
    int identity;
    std::function<int(int, int)> combine;
  };
  const Operation operations[] = {
      {"FAdd", 0, [](int a, int b) { return a + b; }},
      {"FMin", infinity, [](int a, int b) { return std::min(a, b); }},
      {"FMax", -infinity, [](int a, int b) { return std::max(a, b); }},
      {"FMul", 1, [](int a, int b) { return a * b; }},
  };
  for (const Operation& operation : operations) {
    const bool product = std::string(operation.name) == "FMul";
    for (const std::string end_of_name : {"", "NonUniformAMD", "KHR"}) {
      if (product != (end_of_name == "KHR")) continue;
      for (const auto& [form, letter] : forms) {
        const GroupShader shader(type, sizeof(Bits),
                                 std::string("%r = OpGroup") + operation.name + end_of_name + " %" +
                                     type + " %workgroup " + form + " %x\n",
                                 {24, 1, 1});
        ASSERT_NE(shader.module, nullptr);
        ShadowedBytes values = ShadowedBytes::zero(24 * sizeof(Bits));
        std::vector<int> numbers;
        for (unsigned i = 0; i < 24; ++i) {
          const int number = product ? (random() % 6 == 0 ? 2 : 1) : int(random() % 40) + 1;
          numbers.push_back(random() % 2 == 0 ? number : -number);
          const Bits bits = bits_of(numbers.back());
          std::memcpy(values.bytes.data() + i * sizeof(Bits), &bits, sizeof(Bits));
        }
        const DispatchResult result = shader.run(values, 8);
        ASSERT_EQ(clauses_of(result), std::vector<std::string>{});
        for (unsigned i = 0; i < 24; ++i) {
          int number = operation.identity;
          for (unsigned other = 0; other < 24; ++other) {
            if (contributes(letter, other, i)) number = operation.combine(number, numbers[other]);
          }
          ASSERT_EQ(element<Bits>(result.buffers.at({0, 1, 0}).contents, i), bits_of(number))
              << operation.name << end_of_name << ' ' << form << ' ' << type << ' ' << i;
        }
      }
    }
  }
}

constexpr int infinite = std::numeric_limits<int>::max();

TEST(WorkgroupOperations, Singles) {
  expect_float_operations<float, std::uint32_t>(
      "f32",
      [](int n) {
        const float value = n == infinite    ? HUGE_VALF
                            : n == -infinite ? -HUGE_VALF
                                             : static_cast<float>(n);
        return std::bit_cast<std::uint32_t>(value);
      },
      infinite);
}
TEST(WorkgroupOperations, Doubles) {
  expect_float_operations<double, std::uint64_t>(
      "f64",
      [](int n) {
        const double value = n == infinite ? HUGE_VAL : n == -infinite ? -HUGE_VAL : n;
        return std::bit_cast<std::uint64_t>(value);
      },
      infinite);
}
TEST(WorkgroupOperations, Halves) {
  const auto bits_of = [](int n) -> std::uint16_t {
    const unsigned sign = n < 0 ? 0x8000 : 0;
    if (n == infinite || n == -infinite) return static_cast<std::uint16_t>(sign | 0x7C00);
    unsigned magnitude = static_cast<unsigned>(std::abs(n));
    if (magnitude == 0) return 0;
    unsigned exponent = 25;
    while ((magnitude & 0x400) == 0) {
      magnitude <<= 1;
      --exponent;
    }
    return static_cast<std::uint16_t>(sign | exponent << 10 | (magnitude & 0x3FF));
  };
  expect_float_operations<float, std::uint16_t>("f16", bits_of, infinite);
}

// --- Booleans ---

TEST(WorkgroupOperations, Booleans) {
  std::mt19937_64 random(9);
  struct Operation {
    const char* name;
    bool identity;
    std::function<bool(bool, bool)> combine;
  };
  const Operation operations[] = {{"OpGroupLogicalAndKHR", true, std::logical_and<>{}},
                                  {"OpGroupLogicalOrKHR", false, std::logical_or<>{}},
                                  {"OpGroupLogicalXorKHR", false, std::not_equal_to<>{}}};
  const char* const to_bool = "%p = OpINotEqual %bool %x %zero\n";
  const char* const from_bool = "%r = OpSelect %u32 %b %one %zero\n";
  for (const bool whole_workgroup : {true, false}) {
    const std::string scope = whole_workgroup ? " %workgroup " : " %subgroup ";
    for (const Sizes& sizes : all_sizes) {
      const auto check = [&](const std::string& instruction, char form, bool identity,
                             const std::function<bool(bool, bool)>& combine) {
        const GroupShader shader("u32", 4, to_bool + ("%b = " + instruction) + from_bool,
                                 {sizes.invocations, 1, 1});
        ASSERT_NE(shader.module, nullptr);
        ShadowedBytes values = random_values<std::uint32_t>(sizes.invocations, random);
        const std::uint64_t rare = random() % 3;
        for (unsigned i = 0; i < sizes.invocations; ++i) {
          const std::uint32_t value = rare == 0   ? random() % 2
                                      : rare == 1 ? random() % 64 == 0
                                                  : random() % 64 != 0;
          std::memcpy(values.bytes.data() + 4 * i, &value, 4);
        }
        const DispatchResult result = shader.run(values, sizes.subgroup);
        ASSERT_EQ(clauses_of(result), std::vector<std::string>{});
        for (unsigned i = 0; i < sizes.invocations; ++i) {
          const auto belongs = [&](unsigned other) {
            return whole_workgroup || other / sizes.subgroup == i / sizes.subgroup;
          };
          ASSERT_EQ(optional_element<std::uint32_t>(result.buffers.at({0, 1, 0}).contents, i),
                    expected<std::uint32_t>(
                        form, values, i, sizes.invocations, belongs, identity,
                        [&](std::uint32_t a, std::uint32_t b) { return combine(a != 0, b != 0); }))
              << instruction << i << " of " << sizes.invocations;
        }
      };
      for (const Operation& operation : operations) {
        for (const auto& [form, letter] : forms) {
          check(operation.name + (" %bool" + scope) + form + " %p\n", letter, operation.identity,
                operation.combine);
        }
      }
      check("OpGroupAll %bool" + scope + "%p\n", 'r', true, std::logical_and<>{});
      check("OpGroupAny %bool" + scope + "%p\n", 'r', false, std::logical_or<>{});
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::test
