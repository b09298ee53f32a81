// Loops that declare their iterations independent, with iterations that read and write random elements, compared with the
// definition for every pair of iterations.

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

constexpr unsigned iterations = 6;

struct Places {
  std::vector<std::uint32_t> read, written;  // by iteration
};

// `length`: iterations that are closer must not depend on each other; 0: none may.
bool depend(const Places& places, unsigned length) {
  for (unsigned later = 0; later < iterations; ++later) {
    for (unsigned earlier = 0; earlier < later; ++earlier) {
      if (length != 0 && later - earlier >= length) continue;
      if (places.written[earlier] == places.read[later] ||
          places.written[earlier] == places.written[later] ||
          places.read[earlier] == places.written[later]) {
        return true;
      }
    }
  }
  return false;
}

// Buffer 0.0 has the elements; 0.1 and 0.2 have the indices that are read and written.
std::string module(unsigned length) {
  const std::string control =
      length == 0 ? "DependencyInfinite" : "DependencyLength " + std::to_string(length);
  std::string text = R"(OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %numbers %reads %writes
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %array ArrayStride 4
OpDecorate %Block Block
OpMemberDecorate %Block 0 Offset 0
OpDecorate %numbers DescriptorSet 0
OpDecorate %numbers Binding 0
OpDecorate %reads DescriptorSet 0
OpDecorate %reads Binding 1
OpDecorate %writes DescriptorSet 0
OpDecorate %writes Binding 2
%void = OpTypeVoid
%function = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%end = OpConstant %uint 6
%array = OpTypeRuntimeArray %uint
%Block = OpTypeStruct %array
%to_Block = OpTypePointer StorageBuffer %Block
%to_uint = OpTypePointer StorageBuffer %uint
%numbers = OpVariable %to_Block StorageBuffer
%reads = OpVariable %to_Block StorageBuffer
%writes = OpVariable %to_Block StorageBuffer
%main = OpFunction %void None %function
%start = OpLabel
OpBranch %header
%header = OpLabel
%n = OpPhi %uint %zero %start %next %continue
%more = OpULessThan %bool %n %end
OpLoopMerge %done %continue )";
  text += control + R"(
OpBranchConditional %more %body %done
%body = OpLabel
%read_place = OpAccessChain %to_uint %reads %zero %n
%read = OpLoad %uint %read_place
%written_place = OpAccessChain %to_uint %writes %zero %n
%written = OpLoad %uint %written_place
%from = OpAccessChain %to_uint %numbers %zero %read
%value = OpLoad %uint %from
%to = OpAccessChain %to_uint %numbers %zero %written
OpStore %to %value
OpBranch %continue
%continue = OpLabel
%next = OpIAdd %uint %n %one
OpBranch %header
%done = OpLabel
OpReturn
OpFunctionEnd
)";
  return text;
}

ShadowedBytes bytes_of(const std::vector<std::uint32_t>& numbers) {
  ShadowedBytes bytes = ShadowedBytes::zero(numbers.size() * 4);
  std::memcpy(bytes.bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

TEST(LoopDependence, IsFoundWhereTwoIterationsAccessAPlaceAndOneWrites) {
  std::mt19937 random(1);
  unsigned found = 0, total = 0;
  for (const unsigned length : {0u, 1u, 2u, 3u, 5u}) {
    const auto loop = load_module(test::assemble(module(length)));
    ASSERT_TRUE(loop.has_value()) << loop.error().message;
    for (unsigned round = 0; round < 100; ++round) {
      const unsigned places_count = 6 + round;  // ever fewer of them meet
      Places places;
      for (unsigned n = 0; n < iterations; ++n) {
        places.read.push_back(random() % places_count);
        places.written.push_back(random() % places_count);
      }
      Dispatch dispatch;
      dispatch.subgroup_size = 1;
      dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero(places_count * 4);
      dispatch.buffers[{0, 1, 0}] = bytes_of(places.read);
      dispatch.buffers[{0, 2, 0}] = bytes_of(places.written);
      const auto result = run(**loop, default_registry(), dispatch);
      ASSERT_TRUE(result.has_value()) << result.error().message;
      ASSERT_EQ(!result->findings.empty(), depend(places, length))
          << "length " << length << ", round " << round;
      for (const Finding& finding : result->findings)
        ASSERT_EQ(finding.clause, "OpLoopMerge.dependent-iterations");
      found += result->findings.empty() ? 0 : 1;
      ++total;
    }
  }
  EXPECT_GT(found, total / 5);
  EXPECT_LT(found, total - total / 5);
}

}  // namespace
}  // namespace spirv_oracle
