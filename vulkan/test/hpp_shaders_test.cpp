// Programs in Vulkan-Hpp whose shaders use what devices may have. Each computes words that a function of the host computes as well.

#include <bit>
#include <numeric>

#include "vulkan/test/hpp_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

struct ShaderProgram {
  std::string name;
  std::string glsl;  // with the buffer 0.0 of words
  Words in;
  std::uint32_t groups = 1;
  std::function<Words(Words)> expected;
};

std::ostream& operator<<(std::ostream& out, const ShaderProgram& program) {
  return out << program.name;
}

Words counting(std::uint32_t count, std::uint32_t first = 0) {
  Words words(count);
  std::iota(words.begin(), words.end(), first);
  return words;
}

// A shader with this workgroup size; `d` are the words, `i` is the number of the invocation.
std::string shader(std::uint32_t size, const std::string& body, const std::string& before = "") {
  return "#version 460\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
         "#extension GL_KHR_shader_subgroup_arithmetic : require\n"
         "#extension GL_KHR_shader_subgroup_ballot : require\n"
         "#extension GL_KHR_shader_subgroup_shuffle : require\n"
         "#extension GL_KHR_shader_subgroup_vote : require\n"
         "#extension GL_KHR_shader_subgroup_clustered : require\n"
         "#extension GL_EXT_shader_atomic_int64 : require\n"
         "#extension GL_EXT_null_initializer : enable\n" +
         before + "layout(local_size_x = " + std::to_string(size) +
         ") in;\nlayout(std430, binding = 0) buffer Data { uint d[]; };\n"
         "void main() {\n  uint i = gl_GlobalInvocationID.x;\n  " +
         body + "\n}\n";
}

Words each(Words words, const std::function<std::uint32_t(std::uint32_t)>& function) {
  std::ranges::transform(words, words.begin(), function);
  return words;
}

// The words are of subgroups of 32 invocations.
Words each_subgroup(const Words& words, const std::function<void(std::span<std::uint32_t>)>& f) {
  Words changed = words;
  for (std::size_t i = 0; i < changed.size(); i += 32)
    f(std::span(changed).subspan(i, std::min<std::size_t>(32, changed.size() - i)));
  return changed;
}

std::uint32_t collatz_steps(std::uint32_t n) {
  std::uint32_t steps = 0;
  for (; n > 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

const std::vector<ShaderProgram> shader_programs{
    {"SubgroupSums", shader(64, "d[i] = subgroupAdd(d[i]);"), counting(64, 3), 1,
     [](const Words& in) {
       return each_subgroup(
           in, [](auto s) { std::ranges::fill(s, std::accumulate(s.begin(), s.end(), 0u)); });
     }},
    {"SubgroupScans", shader(64, "d[i] = subgroupExclusiveAdd(d[i]);"), counting(64), 1,
     [](const Words& in) {
       return each_subgroup(in,
                            [](auto s) { std::exclusive_scan(s.begin(), s.end(), s.begin(), 0u); });
     }},
    {"SubgroupClusters", shader(32, "d[i] = subgroupClusteredMax(d[i] * 7 % 11, 4);"), counting(32),
     1,
     [](Words in) {
       for (std::uint32_t i = 0; i < 32; i += 4) {
         std::uint32_t most = 0;
         for (std::uint32_t j = i; j < i + 4; ++j) most = std::max(most, j * 7 % 11);
         std::fill_n(in.begin() + i, 4, most);
       }
       return in;
     }},
    {"SubgroupShuffles", shader(32, "d[i] = subgroupShuffleXor(d[i], 5);"), counting(32, 40), 1,
     [](Words in) {
       Words out = in;
       for (std::uint32_t i = 0; i < 32; ++i) out[i] = in[i ^ 5];
       return out;
     }},
    {"SubgroupBallots", shader(32, "d[i] = subgroupBallotBitCount(subgroupBallot(d[i] % 3 == 0));"),
     counting(32), 1, [](const Words& in) { return Words(in.size(), 11); }},
    {"WorkgroupMemory",
     shader(16,
            "shared_words[gl_LocalInvocationIndex] = d[i]; barrier(); "
            "d[i] = shared_words[15 - gl_LocalInvocationIndex];",
            "shared uint shared_words[16];\n"),
     counting(48), 3,
     [](Words in) {
       for (auto at = in.begin(); at != in.end(); at += 16) std::reverse(at, at + 16);
       return in;
     }},
    {"ZeroedWorkgroupMemory",
     shader(4, "atomicAdd(sum, i + 1); barrier(); d[i] = sum;", "shared uint sum = { };\n"),
     Words(4), 1, [](const Words&) { return Words(4, 10); }},
    {"Histogram", shader(64, "atomicAdd(d[i * i % 7], 1);"), Words(7), 2,
     [](Words in) {
       for (std::uint32_t i = 0; i < 128; ++i) ++in[i * i % 7];
       return in;
     }},
    {"WideIntegers", shader(8, "d[i] = uint((uint64_t(d[i]) * 0x123456789ul) >> 32);"),
     Words{1, 2, 0xFFFFFFFF, 77, 5, 6, 7, 8}, 1,
     [](const Words& in) {
       return each(
           in, [](std::uint64_t w) { return static_cast<std::uint32_t>((w * 0x123456789) >> 32); });
     }},
    {"WideAtomics",
     shader(8,
            "atomicAdd(wide.sum, uint64_t(i) << 31); memoryBarrierBuffer(); barrier(); if (i == 0) "
            "{ d[2] = "
            "uint(wide.sum); d[3] = uint(wide.sum >> 32); }",
            "layout(std430, binding = 0) buffer Wide { uint64_t sum; } wide;\n"),
     Words{0, 0, 0, 0}, 1,
     [](const Words&) {
       return Words{0, 14, 0, 14};
     }},
    {"Doubles", shader(4, "d[i] = uint(double(d[i]) * 1.5lf + 0.25lf);"), counting(4, 1000), 1,
     [](const Words& in) {
       return each(in, [](double w) { return static_cast<std::uint32_t>(w * 1.5 + 0.25); });
     }},
    {"Halves", shader(4, "d[i] = uint(float16_t(d[i]) * 0.5hf);"), Words{2, 4, 100, 2048}, 1,
     [](const Words& in) { return each(in, [](std::uint32_t w) { return w / 2; }); }},
    {"Bytes",
     shader(8, "bytes.b[i] = uint8_t(bytes.b[i] + uint8_t(200));",
            "#extension GL_EXT_shader_8bit_storage : require\n"
            "layout(std430, binding = 0) buffer Bytes { uint8_t b[]; } bytes;\n"),
     Words{0x04030201, 0xFFFEFDFC}, 1,
     [](const Words& in) {
       return each(in, [](std::uint32_t w) {
         for (int shift = 0; shift < 32; shift += 8)
           w = (w & ~(0xFFu << shift)) | ((((w >> shift) + 200) & 0xFF) << shift);
         return w;
       });
     }},
    {"Shorts",
     shader(4, "shorts.s[i] = uint16_t(shorts.s[i] * uint16_t(3));",
            "#extension GL_EXT_shader_16bit_storage : require\n"
            "layout(std430, binding = 0) buffer Shorts { uint16_t s[]; } shorts;\n"),
     Words{0x00050004, 0xFFFF8000}, 1,
     [](const Words& in) {
       return each(in, [](std::uint32_t w) {
         return ((w & 0xFFFF) * 3 & 0xFFFF) | (((w >> 16) * 3 & 0xFFFF) << 16);
       });
     }},
    {"Bits", shader(4, "d[i] = bitfieldReverse(d[i]) ^ uint(bitCount(d[i]));"),
     Words{1, 0x80000000, 0xF0F0F0F0, 0}, 1,
     [](const Words& in) {
       return each(in, [](std::uint32_t w) {
         std::uint32_t reversed = 0;
         for (int bit = 0; bit < 32; ++bit) reversed |= ((w >> bit) & 1) << (31 - bit);
         return reversed ^ static_cast<std::uint32_t>(std::popcount(w));
       });
     }},
    {"ScalarLayout",
     shader(1, "packed.v[1] = packed.v[0] + vec3(1, 2, 3);",
            "#extension GL_EXT_scalar_block_layout : require\n"
            "layout(scalar, binding = 0) buffer Packed { vec3 v[]; } packed;\n"),
     Words{0, 0, 0, 0, 0, 0}, 1,
     [](Words in) {
       for (int i = 0; i < 3; ++i)
         in[static_cast<std::size_t>(i) + 3] =
             std::bit_cast<std::uint32_t>(1.0f + static_cast<float>(i));
       return in;
     }},
    {"DivergentLoops",
     shader(32,
            "uint n = d[i]; uint steps = 0; while (n > 1) { n = n % 2 == 0 ? n / 2 : 3 * n + 1; "
            "++steps; } d[i] = steps;"),
     counting(64, 1), 2, [](const Words& in) { return each(in, collatz_steps); }},
    {"RecursionUnrolled",
     shader(8,
            "uint a = 0, b = 1; for (uint k = 0; k < d[i]; ++k) { uint c = a "
            "+ b; a = b; b = c; } d[i] = a;"),
     counting(8, 5), 1,
     [](const Words& in) {
       return each(in, [](std::uint32_t n) {
         std::uint32_t a = 0, b = 1;
         for (std::uint32_t k = 0; k < n; ++k) a = std::exchange(b, a + b);
         return a;
       });
     }},
    {"Switches",
     shader(8,
            "switch (d[i] % 3) { case 0: d[i] += 10; case 1: d[i] += 100; break; "
            "default: d[i] = 0; }"),
     counting(8), 1,
     [](const Words& in) {
       return each(in, [](std::uint32_t w) {
         return w % 3 == 0 ? w + 110 : w % 3 == 1 ? w + 100 : 0;
       });
     }},
};

class HppShadersWork : public HppProgram, public testing::WithParamInterface<ShaderProgram> {};

TEST_P(HppShadersWork, ComputeWhatTheHostDoes) {
  const HppDevice device(instance_.physical);
  const HppPipeline pipeline = device.pipeline(GetParam().glsl);
  const HostBuffer data = device.buffer(GetParam().in);
  device.write(pipeline, 0, data);
  device.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline, GetParam().groups); });
  EXPECT_EQ(words_of(data), GetParam().expected(GetParam().in));
}

INSTANTIATE_TEST_SUITE_P(Programs, HppShadersWork, testing::ValuesIn(shader_programs),
                         [](const auto& program) { return program.param.name; });

class HppPipelinesWork : public HppProgram {
 protected:
  HppDevice device_{instance_.physical};
};

TEST_F(HppPipelinesWork, ASpecializationSetsTheWorkgroupSize) {
  const std::string glsl =
      "#version 450\nlayout(local_size_x_id = 0, local_size_y_id = 1) in;\n"
      "layout(std430, binding = 0) buffer Data { uint d[]; };\n"
      "void main() { atomicAdd(d[0], 1); }\n";
  const std::array<std::uint32_t, 2> values{5, 3};
  const std::array entries{vk::SpecializationMapEntry(0, 0, 4),
                           vk::SpecializationMapEntry(1, 4, 4)};
  const vk::SpecializationInfo info(2, entries.data(), sizeof values, values.data());
  const HppPipeline pipeline = device_.pipeline(glsl, 1, &info);
  const HostBuffer data = device_.buffer({0});
  device_.write(pipeline, 0, data);
  device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline, 4); });
  EXPECT_EQ(words_of(data), Words{4 * 5 * 3});
}

TEST_F(HppPipelinesWork, APipelineRequiresItsSubgroupSize) {
  for (const std::uint32_t size : {1u, 8u, 128u}) {
    const vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo required(size);
    HppSetup setup;
    setup.bindings = bindings_of({vk::DescriptorType::eStorageBuffer});
    setup.stage_chain = &required;
    const HppPipeline pipeline = device_.pipeline(
        shader(128, "d[i] = gl_SubgroupSize * 1000 + gl_SubgroupInvocationID;"), setup);
    const HostBuffer data = device_.buffer(Words(128));
    device_.write(pipeline, 0, data);
    device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
    for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(data.words[i], size * 1000 + i % size);
  }
}

TEST_F(HppPipelinesWork, SubgroupsAreFull) {
  HppSetup setup;
  setup.bindings = bindings_of({vk::DescriptorType::eStorageBuffer});
  setup.stage_flags = vk::PipelineShaderStageCreateFlagBits::eRequireFullSubgroups;
  const HppPipeline pipeline =
      device_.pipeline(shader(64, "d[i] = subgroupBallotBitCount(subgroupBallot(true));"), setup);
  const HostBuffer data = device_.buffer(Words(64));
  device_.write(pipeline, 0, data);
  device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
  EXPECT_EQ(words_of(data), Words(64, 32));
}

TEST_F(HppPipelinesWork, ADispatchBeginsAtABase) {
  HppSetup setup;
  setup.bindings = bindings_of({vk::DescriptorType::eStorageBuffer});
  setup.flags = vk::PipelineCreateFlagBits::eDispatchBase;
  const HppPipeline pipeline = device_.pipeline(shader(1, "d[i] = gl_WorkGroupID.x;"), setup);
  const HostBuffer data = device_.buffer(Words(6, 9));
  device_.write(pipeline, 0, data);
  device_.run([&](vk::CommandBuffer commands) {
    dispatch(commands, pipeline, 0);
    commands.dispatchBase(2, 0, 0, 3, 1, 1);
  });
  EXPECT_EQ(words_of(data), (Words{9, 9, 2, 3, 4, 9}));
}

TEST_F(HppPipelinesWork, ManyPipelinesAreCreatedAtATime) {
  const auto words = compile_for_test(adder);
  const auto module = device_.device->createShaderModuleUnique({{}, words});
  const HppPipeline first = device_.pipeline(adder);
  const vk::ComputePipelineCreateInfo info(
      {}, {{}, vk::ShaderStageFlagBits::eCompute, *module, "main"}, *first.layout);
  const auto made = device_.device->createComputePipelinesUnique({}, {info, info, info}).value;
  const HostBuffer data = device_.buffer({1});
  device_.write(first, 0, data);
  device_.run([&](vk::CommandBuffer commands) {
    for (const auto& pipeline : made) {
      push(commands, first, 2);
      commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, *first.layout, 0, first.set, {});
      commands.bindPipeline(vk::PipelineBindPoint::eCompute, *pipeline);
      commands.dispatch(1, 1, 1);
      barrier(commands);
    }
  });
  EXPECT_EQ(words_of(data), Words{7});
}

TEST_F(HppPipelinesWork, FloatsAreAddedAtomically) {
  vk::PhysicalDeviceShaderAtomicFloatFeaturesEXT atomics;
  atomics.shaderBufferFloat32AtomicAdd = atomics.shaderSharedFloat32AtomicAdd = VK_TRUE;
  const HppDevice device(instance_.physical, {VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME}, &atomics);
  const HppPipeline pipeline = device.pipeline(R"(#version 450
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { float sum; };
shared float local_sum;
void main() {
  if (gl_LocalInvocationIndex == 0) local_sum = 0;
  barrier();
  atomicAdd(local_sum, 0.25);
  barrier();
  if (gl_LocalInvocationIndex == 0) atomicAdd(sum, local_sum);
}
)");
  const HostBuffer data = device.buffer({0});
  device.write(pipeline, 0, data);
  device.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline, 3); });
  EXPECT_EQ(std::bit_cast<float>(data.words[0]), 6.0f);
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
