#include "golden/vulkan/module_features.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "golden/suite/family.h"

namespace spirv_oracle::golden {
namespace {

// Of the module of the suite with this name.
std::set<std::string> features_of(const std::string& name) {
  for (const SuiteFamily& family : suite_families()) {
    for (const SuiteItem& item : family.items(suite_shape(8))) {
      if (!name.starts_with(item.instruction)) continue;
      const SuiteModule module = item.make();
      if (module.name != name) continue;
      const auto words = words_of(module);
      EXPECT_TRUE(words) << words.error().message;
      return module_features(*words);
    }
  }
  ADD_FAILURE() << "the suite has no module " << name;
  return {};
}

using Names = std::set<std::string>;

TEST(ModuleFeatures, AtomicsAreDistinguishedByTypeAndMemory) {
  EXPECT_EQ(features_of("OpAtomicIAdd.uint32.buffer"), Names{});
  EXPECT_EQ(features_of("OpAtomicIAdd.uint64.buffer"), Names{"shaderBufferInt64Atomics"});
  EXPECT_EQ(features_of("OpAtomicIAdd.uint64.workgroup"), Names{"shaderSharedInt64Atomics"});
  EXPECT_EQ(features_of("OpAtomicExchange.float32.workgroup"), Names{"shaderSharedFloat32Atomics"});
  EXPECT_EQ(features_of("OpAtomicStore.float64.buffer"), Names{"shaderBufferFloat64Atomics"});
  EXPECT_EQ(features_of("OpAtomicFAddEXT.float16.workgroup"),
            Names{"shaderSharedFloat16AtomicAdd"});
  EXPECT_EQ(features_of("OpAtomicFMaxEXT.float32.buffer"),
            Names{"shaderBufferFloat32AtomicMinMax"});
}

TEST(ModuleFeatures, GroupInstructionsOfOtherWidthsThan32) {
  const Names extended{"shaderSubgroupExtendedTypes"};
  EXPECT_EQ(features_of("OpGroupNonUniformIAdd.uint32"), Names{});
  EXPECT_EQ(features_of("OpGroupNonUniformFAdd.float64"), Names{});
  EXPECT_EQ(features_of("OpGroupNonUniformIAdd.uint8"), extended);
  EXPECT_EQ(features_of("OpGroupNonUniformFAdd.float16"), extended);
  EXPECT_EQ(features_of("OpGroupNonUniformAllEqual.uint64"), extended);
  EXPECT_EQ(features_of("OpGroupNonUniformRotateKHR.uint32"),
            Names{"shaderSubgroupRotateClustered"});
}

TEST(ModuleFeatures, MemoryThatBeginsAsZero) {
  EXPECT_EQ(features_of("memory.zero-initialized.shared.vulkan"),
            Names{"shaderZeroInitializeWorkgroupMemory"});
  EXPECT_EQ(features_of("memory.barrier.shared.vulkan"), Names{});
}

TEST(ModuleFeatures, MatricesAreThoseOfTheDevice) {
  EXPECT_EQ(features_of("OpCooperativeMatrixMulAddKHR.int8.uint8.int32.16x16x16"),
            (Names{"cooperative matrix A 16x16 int8", "cooperative matrix B 16x16 uint8",
                   "cooperative matrix accumulator 16x16 int32",
                   "cooperative matrix product 16x16x16 int8 uint8 int32 int32"}));
  EXPECT_EQ(features_of("OpCooperativeMatrixMulAddKHR.bfloat16.bfloat16.float32.8x16x16"),
            (Names{"cooperative matrix A 8x16 bfloat16", "cooperative matrix B 16x16 bfloat16",
                   "cooperative matrix accumulator 8x16 float32",
                   "cooperative matrix product 8x16x16 bfloat16 bfloat16 float32 float32"}));
}

TEST(ModuleFeatures, HostileWordsHaveNone) {
  EXPECT_EQ(module_features({}), Names{});
  EXPECT_EQ(module_features({0x07230203, 0x00010600, 0, 1, 0, 0xFFFFFFFF}), Names{});
}

}  // namespace
}  // namespace spirv_oracle::golden
