// Which buffers need no check for data races, because each invocation accesses a part of its own: random programs whose indexes are
// arithmetic on built-ins race exactly if evaluating the indexes of all invocations says so.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t local_size = 8, words = 4096;

struct Invocation {
  std::uint32_t workgroup = 0, local = 0;
};

// An index: its instructions, the id of its value, and the value itself.
struct Index {
  std::string text;
  std::string id;
  std::function<std::uint32_t(const Invocation&)> value;
};

class RandomIndex {
 public:
  explicit RandomIndex(std::uint64_t seed) : random_(seed) {}

  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }

  Index make(unsigned depth) {
    if (depth == 0 || below(5) == 0) return leaf();
    if (below(8) == 0) return selected(make(depth - 1), make(depth - 1));
    return operation(make(depth - 1));
  }

 private:
  std::string name() { return "%n" + std::to_string(names_++); }

  Index leaf() {
    switch (below(4)) {
      case 0:
        return {"", "%local", [](const Invocation& of) { return of.local; }};
      case 1:
        return {"", "%workgroup", [](const Invocation& of) { return of.workgroup; }};
      default:
        return {"", "%global",
                [](const Invocation& of) { return of.workgroup * local_size + of.local; }};
    }
  }

  Index operation(const Index& first) {
    static constexpr std::array<const char*, 7> names = {
        "OpIAdd", "OpISub",       "OpIMul",      "OpShiftLeftLogical",
        "OpUMod", "OpBitwiseAnd", "OpBitwiseXor"};
    const unsigned operation = below(6 + (below(4) == 0 ? 1 : 0));
    // Often two parts, as in 8 * i + j.
    if (operation < 2 && below(2) == 0) {
      Index second = make(2);
      const std::string result = name();
      return {first.text + second.text + result + " = " + names[operation] + " %uint " + first.id +
                  " " + second.id + "\n",
              result, [=](const Invocation& of) {
                const std::uint32_t a = first.value(of), b = second.value(of);
                return operation == 0 ? a + b : a - b;
              }};
    }
    static constexpr std::array<std::uint32_t, 12> constants = {
        1, 2, 3, 4, 7, 8, 15, 16, 31, 64, 0x20000000, 0xFFFFFFFF};
    std::uint32_t constant = constants[below(constants.size())];
    if (operation == 3) constant %= 5;
    const std::string result = name();
    return {first.text + result + " = " + names[operation] + " %uint " + first.id + " %c" +
                std::to_string(constant) + "\n",
            result,
            [=](const Invocation& of) { return apply(operation, first.value(of), constant); }};
  }

  static std::uint32_t apply(unsigned operation, std::uint32_t a, std::uint32_t b) {
    switch (operation) {
      case 0:
        return a + b;
      case 1:
        return a - b;
      case 2:
        return a * b;
      case 3:
        return a << b;
      case 4:
        return a % b;
      case 5:
        return a & b;
      default:
        return a ^ b;
    }
  }

  Index selected(const Index& first, const Index& second) {
    const std::string odd = name(), is_odd = name(), result = name();
    return {first.text + second.text + odd + " = OpBitwiseAnd %uint %local %c1\n" + is_odd +
                " = OpIEqual %bool " + odd + " %c1\n" + result + " = OpSelect %uint " + is_odd +
                " " + first.id + " " + second.id + "\n",
            result, [=](const Invocation& of) {
              return of.local % 2 == 1 ? first.value(of) : second.value(of);
            }};
  }

  std::mt19937_64 random_;
  unsigned names_ = 0;
};

// Each invocation stores to one index and loads from another.
struct Accesses {
  Index stored, loaded;
  bool in_variable = false;  // the indexes pass through a variable
};

// Whether two invocations access the same word, one of them with the store.
bool have_conflict(const Accesses& accesses, std::uint32_t workgroups) {
  std::vector<int> writer(words, -1), reader(words, -1);
  const auto is_shared = [](int other, int invocation) {
    return other >= 0 && other != invocation;
  };
  const auto count = static_cast<int>(workgroups * local_size);
  const auto of = [](int invocation) {
    const auto number = static_cast<std::uint32_t>(invocation);
    return Invocation{number / local_size, number % local_size};
  };
  bool found = false;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t stored = accesses.stored.value(of(i));
    if (stored >= words) continue;
    found = found || is_shared(writer[stored], i);
    writer[stored] = i;
  }
  for (int i = 0; i < count; ++i) {
    const std::uint32_t loaded = accesses.loaded.value(of(i));
    found = found || (loaded < words && is_shared(writer[loaded], i));
  }
  return found;
}

std::string module_of(const Accesses& accesses) {
  std::string text = R"(
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %global_id %local_id %workgroup_id %buffer
    OpExecutionMode %main LocalSize 8 1 1
    OpDecorate %global_id BuiltIn GlobalInvocationId
    OpDecorate %local_id BuiltIn LocalInvocationId
    OpDecorate %workgroup_id BuiltIn WorkgroupId
    OpDecorate %array ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %v3 = OpTypeVector %uint 3
    %to_v3 = OpTypePointer Input %v3
    %to_own = OpTypePointer Function %uint
    %array = OpTypeRuntimeArray %uint
    %block = OpTypeStruct %array
    %to_block = OpTypePointer StorageBuffer %block
    %to_word = OpTypePointer StorageBuffer %uint
    %global_id = OpVariable %to_v3 Input
    %local_id = OpVariable %to_v3 Input
    %workgroup_id = OpVariable %to_v3 Input
    %buffer = OpVariable %to_block StorageBuffer
)";
  for (const std::uint32_t constant :
       {0u, 1u, 2u, 3u, 4u, 7u, 8u, 15u, 16u, 31u, 64u, 0x20000000u, 0xFFFFFFFFu})
    text +=
        "%c" + std::to_string(constant) + " = OpConstant %uint " + std::to_string(constant) + "\n";
  text += R"(
    %main = OpFunction %void None %function
    %entry = OpLabel
    %i = OpVariable %to_own Function
    %j = OpVariable %to_own Function
    %global_ids = OpLoad %v3 %global_id
    %global = OpCompositeExtract %uint %global_ids 0
    %local_ids = OpLoad %v3 %local_id
    %local = OpCompositeExtract %uint %local_ids 0
    %workgroup_ids = OpLoad %v3 %workgroup_id
    %workgroup = OpCompositeExtract %uint %workgroup_ids 0
)" + accesses.stored.text +
          accesses.loaded.text;
  std::string stored = accesses.stored.id, loaded = accesses.loaded.id;
  if (accesses.in_variable) {
    text += "OpStore %i " + stored + "\nOpStore %j " + loaded + "\n%in_i = OpLoad %uint %i\n" +
            "%in_j = OpLoad %uint %j\n";
    stored = "%in_i";
    loaded = "%in_j";
  }
  return text + "%to = OpAccessChain %to_word %buffer %c0 " + stored +
         "\n%from = OpAccessChain %to_word %buffer %c0 " + loaded +
         "\nOpStore %to %global\n%unused = OpLoad %uint %from\nOpReturn\nOpFunctionEnd\n";
}

bool finds_race(const Accesses& accesses, std::uint32_t workgroups) {
  const auto module = test::load(module_of(accesses));
  if (module == nullptr) return false;
  Dispatch dispatch;
  dispatch.groups = {workgroups, 1, 1};
  dispatch.subgroup_size = 4;
  dispatch.check_races = true;
  dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero(words * 4);
  const auto result = run(*module, default_registry(), dispatch);
  if (!result) {
    ADD_FAILURE() << result.error().message;
    return false;
  }
  return std::ranges::any_of(result->findings, [](const Finding& finding) {
    return finding.kind == "data-race" || finding.kind == "same-value-race";
  });
}

TEST(OwnParts, RandomIndexesRaceExactlyIfTwoInvocationsHaveTheSame) {
  unsigned races = 0;
  constexpr unsigned programs = 1500;
  for (unsigned seed = 0; seed < programs; ++seed) {
    RandomIndex random(seed);
    Accesses accesses;
    accesses.stored = random.make(4);
    accesses.loaded = random.below(2) == 0 ? accesses.stored : random.make(4);
    if (accesses.loaded.id == accesses.stored.id) accesses.loaded.text.clear();
    accesses.in_variable = random.below(2) == 0;
    const std::uint32_t workgroups = 1 + random.below(4);
    const bool expected = have_conflict(accesses, workgroups);
    races += expected ? 1 : 0;
    EXPECT_EQ(finds_race(accesses, workgroups), expected)
        << "seed " << seed << ", " << workgroups << " workgroups\n"
        << module_of(accesses);
  }
  EXPECT_GT(races, programs / 5);
  EXPECT_LT(races, programs - programs / 5);
}

}  // namespace
}  // namespace spirv_oracle
