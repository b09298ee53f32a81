// The cost of a group instruction compared with an elementwise one of the same type, for full tangles of 32
// lanes. The counter `elementwise` is the quotient of the two times.

#include <benchmark/benchmark.h>
#include <spirv-tools/libspirv.h>

#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/kernels/float16.h"

namespace spirv_oracle {
namespace {

constexpr unsigned instructions_per_round = 64;
constexpr unsigned rounds = 2000;

struct ComponentType {
  const char* name;          // of the benchmark
  const char* declaration;   // of %t
  const char* capabilities;  // in addition to those of all
  unsigned bytes;
};

constexpr ComponentType types[] = {
    {"u8", "OpTypeInt 8 0", "OpCapability Int8\nOpCapability StorageBuffer8BitAccess\n", 1},
    {"u16", "OpTypeInt 16 0", "OpCapability Int16\nOpCapability StorageBuffer16BitAccess\n", 2},
    {"u32", "OpTypeInt 32 0", "", 4},
    {"u64", "OpTypeInt 64 0", "OpCapability Int64\n", 8},
    {"f16", "OpTypeFloat 16", "OpCapability Float16\nOpCapability StorageBuffer16BitAccess\n", 2},
    {"f32", "OpTypeFloat 32", "", 4},
    {"f64", "OpTypeFloat 64", "OpCapability Float64\n", 8},
};

struct BenchmarkedInstruction {
  const char* name;
  const char* text;
  const char* types;  // 'u', 'f' or both
};

constexpr BenchmarkedInstruction instructions[] = {
    {"add_reduce", "OpGroupNonUniform#Add %t %scope Reduce %v", "uf"},
    {"add_inclusive", "OpGroupNonUniform#Add %t %scope InclusiveScan %v", "uf"},
    {"add_exclusive", "OpGroupNonUniform#Add %t %scope ExclusiveScan %v", "uf"},
    {"mul_reduce", "OpGroupNonUniform#Mul %t %scope Reduce %v", "uf"},
    {"mul_inclusive", "OpGroupNonUniform#Mul %t %scope InclusiveScan %v", "uf"},
    {"mul_exclusive", "OpGroupNonUniform#Mul %t %scope ExclusiveScan %v", "uf"},
    {"min_reduce", "OpGroupNonUniform@Min %t %scope Reduce %v", "uf"},
    {"min_inclusive", "OpGroupNonUniform@Min %t %scope InclusiveScan %v", "uf"},
    {"min_exclusive", "OpGroupNonUniform@Min %t %scope ExclusiveScan %v", "uf"},
    {"max_reduce", "OpGroupNonUniform@Max %t %scope Reduce %v", "uf"},
    {"max_exclusive", "OpGroupNonUniform@Max %t %scope ExclusiveScan %v", "uf"},
    {"and_reduce", "OpGroupNonUniformBitwiseAnd %t %scope Reduce %v", "u"},
    {"and_inclusive", "OpGroupNonUniformBitwiseAnd %t %scope InclusiveScan %v", "u"},
    {"xor_exclusive", "OpGroupNonUniformBitwiseXor %t %scope ExclusiveScan %v", "u"},
    {"shuffle", "OpGroupNonUniformShuffle %t %scope %v %lane", "uf"},
    {"shuffle_xor", "OpGroupNonUniformShuffleXor %t %scope %v %c3", "uf"},
    {"shuffle_up_by_variable", "OpGroupNonUniformShuffleUp %t %scope %v %delta", "uf"},
    {"shuffle_down_by_variable", "OpGroupNonUniformShuffleDown %t %scope %v %delta", "uf"},
    {"shuffle_up_by_lane", "OpGroupNonUniformShuffleUp %t %scope %v %odd", "uf"},
    {"shuffle_up_by_lane_outside", "OpGroupNonUniformShuffleUp %t %scope %v %lane_delta", "uf"},
    {"shuffle_up", "OpGroupNonUniformShuffleUp %t %scope %v %c1", "uf"},
    {"shuffle_down", "OpGroupNonUniformShuffleDown %t %scope %v %c1", "uf"},
    {"rotate", "OpGroupNonUniformRotateKHR %t %scope %v %c5", "uf"},
    {"rotate_cluster", "OpGroupNonUniformRotateKHR %t %scope %v %c5 %c8", "uf"},
    {"broadcast", "OpGroupNonUniformBroadcast %t %scope %v %c3", "uf"},
    {"clustered_add", "OpGroupNonUniform#Add %t %scope ClusteredReduce %v %c8", "uf"},
    {"clustered_mul", "OpGroupNonUniform#Mul %t %scope ClusteredReduce %v %c8", "uf"},
};

// The instruction for integers or floats. The letter of the type replaces # and @.
std::string for_type(std::string text, const ComponentType& type) {
  const bool is_float = type.name[0] == 'f';
  for (char& c : text) {
    if (c == '#') c = is_float ? 'F' : 'I';
    if (c == '@') c = is_float ? 'F' : 'U';
  }
  return text;
}

std::string module_text(const ComponentType& type, const std::string& instruction) {
  std::string text =
      std::string("OpCapability Shader\nOpCapability GroupNonUniformArithmetic\n") +
      "OpCapability GroupNonUniformShuffle\nOpCapability GroupNonUniformBallot\n" +
      "OpCapability GroupNonUniformShuffleRelative\n" +
      "OpCapability GroupNonUniformClustered\nOpCapability GroupNonUniformRotateKHR\n" +
      type.capabilities + R"(OpExtension "SPV_KHR_subgroup_rotate"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %index %in
OpExecutionMode %main LocalSize 32 1 1
OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorate %array ArrayStride )" +
      std::to_string(type.bytes) + R"(
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %in DescriptorSet 0
OpDecorate %in Binding 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
)";
  const bool is_u32 = std::string_view(type.name) == "u32";
  const std::string uint = is_u32 ? "%t" : "%uint";
  if (!is_u32) text += "%uint = OpTypeInt 32 0\n";
  text += std::string("%t = ") + type.declaration + "\n";
  for (const unsigned c : {0u, 1u, 3u, 5u, 8u, rounds})
    text += "%c" + std::to_string(c) + " = OpConstant " + uint + " " + std::to_string(c) + "\n";
  text += "%scope = OpConstant " + uint + " 3\n%array = OpTypeRuntimeArray %t\n" +
          "%block = OpTypeStruct %array\n%pblock = OpTypePointer StorageBuffer %block\n" +
          "%pt = OpTypePointer StorageBuffer %t\n%pin = OpTypePointer Input " + uint +
          "\n%index = OpVariable %pin Input\n%in = OpVariable %pblock StorageBuffer\n" +
          "%main = OpFunction %void None %fn\n%entry = OpLabel\n%lane = OpLoad " + uint +
          " %index\n%p = OpAccessChain %pt %in %c0 %lane\n%v = OpLoad %t %p\nOpBranch %head\n" +
          "%head = OpLabel\n%i = OpPhi " + uint + " %c0 %entry %next %body\n" +
          "OpLoopMerge %end %body None\nOpBranch %body\n%body = OpLabel\n" +
          "%delta = OpBitwiseAnd " + uint + " %i %c3\n%lane_delta = OpBitwiseXor " + uint +
          " %lane %c3\n%odd = OpBitwiseAnd " + uint + " %lane %c1\n";
  for (unsigned i = 0; i < instructions_per_round; ++i)
    text += "%r" + std::to_string(i) + " = " + instruction + "\n";
  return text + "%next = OpIAdd " + uint + " %i %c1\n%more = OpULessThan %bool %next %c" +
         std::to_string(rounds) + "\nOpBranchConditional %more %head %end\n" +
         "%end = OpLabel\nOpReturn\nOpFunctionEnd\n";
}

std::vector<std::uint32_t> assemble(const std::string& text) {
  const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
      spvContextCreate(SPV_ENV_UNIVERSAL_1_6), &spvContextDestroy);
  spv_binary binary = nullptr;
  spvTextToBinary(context.get(), text.data(), text.size(), &binary, nullptr);
  const std::unique_ptr<spv_binary_t, decltype(&spvBinaryDestroy)> owned(binary, &spvBinaryDestroy);
  if (binary == nullptr) return {};
  return {binary->code, binary->code + binary->wordCount};
}

// The kind of contributions.
enum class Contents {
  whole,         // small integers: the order has no effect, and products stay in every range
  rounded,       // each step rounds
  with_zeros,    // and a few contributions are 0
  far_too_small  // each step rounds, and products of 16-bit floats are denormal
};

constexpr const char* suffix(Contents contents) {
  switch (contents) {
    case Contents::whole:
      return "";
    case Contents::rounded:
      return "/rounded";
    case Contents::with_zeros:
      return "/zeros";
    case Contents::far_too_small:
      break;
  }
  return "/too_small";
}

double value_of(Contents contents, unsigned lane) {
  switch (contents) {
    case Contents::whole:
      return lane % 4 == 0 ? 2 : 1;
    case Contents::rounded:
      return 1 + 1.0 / (lane + 3);
    case Contents::with_zeros:
      return lane % 7 == 2 ? 0 : 1 + 1.0 / (lane + 3);
    case Contents::far_too_small:
      break;
  }
  return (1 + 1.0 / (lane + 3)) / 4;
}

ShadowedBytes bytes_of(const ComponentType& type, Contents contents) {
  ShadowedBytes result = ShadowedBytes::zero(32 * type.bytes);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const double value = value_of(contents, lane);
    const auto as_float = static_cast<float>(value);
    const auto integer = static_cast<std::uint64_t>(value);
    std::byte* at = result.bytes.data() + std::size_t{lane} * type.bytes;
    if (type.name[0] == 'u') {
      std::memcpy(at, &integer, type.bytes);
    } else if (type.bytes == 2) {
      const Float16 half = to_float16(as_float);
      std::memcpy(at, &half, 2);
    } else if (type.bytes == 4) {
      std::memcpy(at, &as_float, 4);
    } else {
      std::memcpy(at, &value, 8);
    }
  }
  return result;
}

// The elementwise instruction for the comparison.
std::string elementwise_beside(const BenchmarkedInstruction& instruction) {
  const bool multiplies = std::string_view(instruction.name).find("mul") != std::string_view::npos;
  return multiplies ? "Op#Mul %t %v %v" : "Op#Add %t %v %v";
}

// Seconds for one instruction; negative if the module cannot run.
double seconds(const ComponentType& type, const std::string& instruction, Contents contents) {
  const auto module = load_module(assemble(module_text(type, instruction)));
  if (!module) return -1;
  Dispatch dispatch;
  dispatch.buffers[{0, 0, 0}] = bytes_of(type, contents);
  const std::clock_t start = std::clock();  // processor time, because the machine may be busy
  const auto result = run(**module, default_registry(), dispatch);
  const double time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return result ? time / (double{rounds} * instructions_per_round) : -1;
}

void compare(benchmark::State& state, const ComponentType& type,
             const BenchmarkedInstruction& instruction, Contents contents) {
  double group = 0, elementwise = 0;
  for (auto _ : state) {
    // Alternates, because other work on the machine slows both.
    const double one = seconds(type, for_type(elementwise_beside(instruction), type), contents);
    const double other = seconds(type, for_type(instruction.text, type), contents);
    if (one < 0 || other < 0) return state.SkipWithError("the module cannot run");
    elementwise += one;
    group += other;
    state.SetIterationTime(other);
  }
  state.counters["elementwise"] = group / elementwise;
}

const bool groups_registered = [] {
  for (const ComponentType& type : types) {
    for (const BenchmarkedInstruction& instruction : instructions) {
      if (std::strchr(instruction.types, type.name[0]) == nullptr) continue;
      for (const Contents contents :
           {Contents::whole, Contents::rounded, Contents::with_zeros, Contents::far_too_small}) {
        const bool is_float = type.name[0] == 'f';
        const bool is_half_product =
            is_float && type.bytes == 2 && std::string_view(instruction.name).starts_with("mul");
        if (contents != Contents::whole && !is_float) continue;
        if (contents == Contents::far_too_small && !is_half_product) continue;
        const std::string name =
            std::string("group/") + instruction.name + "/" + type.name + suffix(contents);
        benchmark::RegisterBenchmark(name.c_str(),
                                     [&type, &instruction, contents](benchmark::State& state) {
                                       compare(state, type, instruction, contents);
                                     })
            ->UseManualTime()
            ->Iterations(5)
            ->Unit(benchmark::kNanosecond);
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace spirv_oracle
