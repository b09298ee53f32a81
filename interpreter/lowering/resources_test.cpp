#include "interpreter/lowering/resources.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

ShadowedBytes bytes_of(std::size_t size, std::uint8_t value) {
  ShadowedBytes contents = ShadowedBytes::zero(size);
  std::memset(contents.bytes.data(), value, size);
  return contents;
}

// Two memories, push constants, two buffers, a buffer that is a range of a memory, an image with its sampler, and a sampler alone.
Bindings some_bindings() {
  Bindings bindings;
  bindings.memories = {{"first", bytes_of(32, 1)}, {"second", bytes_of(64, 2)}};
  bindings.push_constants = bytes_of(8, 3);
  bindings.buffers[{0, 0, 0}] = bytes_of(16, 4);
  bindings.buffers[{0, 1, 3}] = bytes_of(24, 5);
  bindings.buffers[{1, 0, 0}] = bytes_of(40, 6);
  bindings.samplers[{1, 0, 0}] = {};
  bindings.memory_buffers[{2, 0, 0}] = {1, 8, 12};
  bindings.samplers[{3, 0, 0}] = {};
  return bindings;
}

struct Bound {
  AddressSpace memory;
  ResourceObjects objects;
};

Bound bind(const Bindings& bindings) {
  ProgramRequest request;
  static_cast<ResourceShapes&>(request) = shapes_of(bindings);
  AddressSpace reserved;
  auto objects = reserve_resources(request, reserved);
  EXPECT_TRUE(objects) << objects.error().message;
  Bound bound{reserved.instance(), std::move(*objects)};
  bind_resources(bindings, bound.objects, bound.memory);
  return bound;
}

TEST(Resources, EachHasTheContentsThatTheBindingsGiveIt) {
  const Bindings bindings = some_bindings();
  const Bound bound = bind(bindings);
  const AddressSpace& memory = bound.memory;
  const ResourceObjects& objects = bound.objects;
  const auto holds = [&](std::uint32_t id, std::uint64_t size, int value) {
    const ObjectEntry& object = memory.object(id);
    return object.size == size && object.bytes[0] == std::byte(value) &&
           object.bytes[size - 1] == std::byte(value);
  };
  EXPECT_TRUE(holds(objects.first_memory, 32, 1));
  EXPECT_TRUE(holds(objects.first_memory + 1, 64, 2));
  EXPECT_TRUE(holds(objects.push_constants, 8, 3));
  EXPECT_FALSE(memory.object(objects.push_constants).allocation->writable);
  EXPECT_TRUE(holds(objects.buffers.at({0, 0, 0}), 16, 4));
  EXPECT_TRUE(holds(objects.buffers.at({0, 1, 3}), 24, 5));
  EXPECT_EQ(memory.object(objects.buffers.at({0, 1, 3})).allocation->name, "buffer 0.1[3]");
  EXPECT_TRUE(memory.object(objects.buffers.at({0, 0, 0})).allocation->writable);
  EXPECT_TRUE(holds(objects.buffers.at({2, 0, 0}), 12, 2));
}

TEST(Resources, ARangeOfAMemoryIsTheMemory) {
  const auto [memory, objects] = bind(some_bindings());
  const ObjectEntry& range = memory.object(objects.buffers.at({2, 0, 0}));
  range.bytes[0] = std::byte{99};
  EXPECT_EQ(memory.object(objects.first_memory + 1).bytes[8], std::byte{99});
}

TEST(Resources, WhatNothingWritesIsNotCopiedIfThereAreSpareBytes) {
  Bindings bindings = some_bindings();
  bindings.push_constants.bytes.reserve(256);
  bindings.push_constants.shadow.reserve(256);
  const auto [memory, objects] = bind(bindings);
  EXPECT_EQ(memory.object(objects.push_constants).bytes, bindings.push_constants.bytes.data());
  EXPECT_NE(memory.object(objects.buffers.at({0, 0, 0})).bytes,
            bindings.buffers.at({0, 0, 0}).bytes.data());
}

TEST(Resources, ContentsThatAreElsewhereAreRead) {
  Bindings bindings = some_bindings();
  const auto source_of = [](const ShadowedBytes& contents) {
    return ContentsSource{contents.size(), [contents](std::uint64_t begin, std::uint64_t end) {
                            EXPECT_EQ(begin, 0u);
                            EXPECT_EQ(end, contents.size());
                            return contents;
                          }};
  };
  bindings.buffer_sources[{0, 2, 0}] = source_of(bytes_of(20, 7));
  bindings.memories[1].source = source_of(bytes_of(64, 8));
  bindings.memories[1].contents = {};
  const auto [memory, objects] = bind(bindings);
  const ObjectEntry& buffer = memory.object(objects.buffers.at({0, 2, 0}));
  EXPECT_EQ(buffer.size, 20u);
  EXPECT_EQ(buffer.bytes[19], std::byte{7});
  EXPECT_EQ(buffer.shadow[19], Definedness::defined);
  EXPECT_EQ(memory.object(objects.first_memory + 1).bytes[63], std::byte{8});
  EXPECT_EQ(memory.object(objects.buffers.at({2, 0, 0})).bytes[0], std::byte{8});
}

TEST(Resources, TwoInstancesHaveMemoryOfTheirOwn) {
  const Bindings bindings = some_bindings();
  const Bound first = bind(bindings);
  const Bound second = bind(bindings);
  first.memory.object(first.objects.first_memory).bytes[0] = std::byte{99};
  EXPECT_EQ(second.memory.object(second.objects.first_memory).bytes[0], std::byte{1});
  EXPECT_EQ(bindings.memories[0].contents.bytes[0], std::byte{1});
}

TEST(Resources, ObjectsAreApartButForAnImageAndItsSampler) {
  const ResourceObjects objects = resource_objects(shapes_of(some_bindings()));
  std::set<std::uint32_t> ids{objects.first_memory, objects.first_memory + 1,
                              objects.push_constants};
  for (const auto& [key, id] : objects.buffers) EXPECT_TRUE(ids.insert(id).second);
  EXPECT_EQ(objects.samplers.at({1, 0, 0}), objects.buffers.at({1, 0, 0}));
  EXPECT_TRUE(ids.insert(objects.samplers.at({3, 0, 0})).second);
  EXPECT_FALSE(ids.contains(0));  // the object of no address
}

TEST(Resources, AWorkerFindsTheIdsThatWereCreated) {
  const Bindings bindings = some_bindings();
  const auto [memory, created] = bind(bindings);
  const ResourceObjects found = resource_objects(shapes_of(bindings));
  EXPECT_EQ(found.first_memory, created.first_memory);
  EXPECT_EQ(found.push_constants, created.push_constants);
  EXPECT_EQ(found.buffers, created.buffers);
  EXPECT_EQ(found.samplers, created.samplers);
  // The addresses that users get before anything is created.
  for (std::uint32_t i = 0; i < 2; ++i)
    EXPECT_EQ(&memory.find(memory_address(i)), &memory.object(found.first_memory + i));
}

TEST(Resources, MoreThanTheLimitAllowsIsALimit) {
  AddressSpace memory;
  memory.set_limit(100);
  ProgramRequest request;
  static_cast<ResourceShapes&>(request) = shapes_of(some_bindings());
  const auto objects = reserve_resources(request, memory);
  ASSERT_FALSE(objects);
  EXPECT_EQ(objects.error().status, Status::limit);
}

TEST(Resources, NamesOfBindings) {
  EXPECT_EQ(binding_name({0, 3, 0}), "0.3");
  EXPECT_EQ(binding_name({2, 3, 7}), "2.3[7]");
  EXPECT_EQ(binding_name({BindingKey::kernel_arguments, 4, 0}), "arg.4");
}

TEST(Resources, MemoryHasTheNameThatAssemblyCanHave) {
  const auto module = test::parse(R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpName %1 "plain"
OpName %2 "two words"
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%pointer = OpTypePointer Private %uint
%1 = OpVariable %pointer Private
%2 = OpVariable %pointer Private
%3 = OpVariable %pointer Private
)");
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(name_of_memory(*module, test::find_id(*module, "plain")), "%plain");
  EXPECT_EQ(name_of_memory(*module, test::find_id(*module, "two words")), "'two words'");
}

}  // namespace
}  // namespace spirv_oracle
