#include "cli/resources.h"
#include "cli/resource_text.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

ResourceInfo storage(std::uint32_t binding, std::string name) {
  ResourceInfo resource;
  resource.name = std::move(name);
  resource.binding = binding;
  resource.runtime_stride = 4;
  resource.scalar = ScalarKind::uint32;
  return resource;
}

EntryPointInfo entry_point(std::string name) {
  EntryPointInfo entry;
  entry.name = std::move(name);
  entry.execution_model = "GLCompute";
  entry.local_size = Dim3{8, 1, 1};
  entry.resources = {storage(0, "In"), storage(1, "Out")};
  return entry;
}

ModuleInfo module_info() {
  ModuleInfo module;
  module.entry_points = {entry_point("main")};
  module.spec_constants = {{3, "N", ScalarKind::int8, 5}, {4, "", ScalarKind::boolean, 0}};
  return module;
}

TEST(Resources, PicksTheEntryPoint) {
  ModuleInfo module = module_info();
  EXPECT_EQ((*pick_entry_point(module, ""))->name, "main");
  EXPECT_EQ(pick_entry_point(module, "x").error().message,
            "no entry point 'x': the module has 'main'");
  module.entry_points.push_back(entry_point("other"));
  EXPECT_EQ((*pick_entry_point(module, "other"))->name, "other");
  EXPECT_EQ(pick_entry_point(module, "").error().message,
            "the module has several entry points: choose one of 'main', 'other' with --entry");
  EXPECT_EQ(pick_entry_point({}, "").error().message, "the module has no entry point");
}

TEST(Resources, Specialization) {
  const ModuleInfo module = module_info();
  DispatchOptions options;
  options.launch.specialization = {{3, "-1"}, {4, "true"}};
  std::vector<std::string> notes;
  const auto dispatch = make_dispatch(module, module.entry_points[0], options, notes);
  ASSERT_TRUE(dispatch.has_value());
  EXPECT_EQ(dispatch->specialization.at(3), 0xFFU);
  EXPECT_EQ(dispatch->specialization.at(4), 1U);
  options.launch.specialization = {{3, "200"}};
  EXPECT_EQ(make_dispatch(module, module.entry_points[0], options, notes).error().message,
            "--spec 3: 200 is out of range for int8 (-128 to 127)");
  EXPECT_TRUE(notes.empty());
  options.launch.specialization = {{9, "1"}};
  EXPECT_TRUE(
      make_dispatch(module, module.entry_points[0], options, notes)->specialization.empty());
  EXPECT_EQ(notes,
            std::vector<std::string>{"--spec 9 has no effect: no specialization constant has "
                                     "this SpecId; the module has 3 (int8 N), 4 (bool)"});
}

TEST(Resources, OtherStagesAreNotSupported) {
  ModuleInfo module = module_info();
  module.entry_points[0].execution_model = "Fragment";
  std::vector<std::string> notes;
  const auto dispatch = make_dispatch(module, module.entry_points[0], {}, notes);
  EXPECT_EQ(dispatch.error().status, Status::unsupported);
  EXPECT_EQ(
      dispatch.error().message,
      "entry point 'main' has the execution model Fragment: its stage runs only as a part of a "
      "graphics pipeline, in a script");
}

TEST(Resources, MissingOnesAreSuggested) {
  EntryPointInfo entry = entry_point("main");
  entry.resources[1].descriptor_count = 2;
  entry.resources[1].scalar.reset();
  entry.resources[1].fixed_size = 16;
  ResourceInfo push;
  push.kind = ResourceKind::push_constant;
  push.fixed_size = 8;
  push.scalar = ScalarKind::float32;
  entry.resources.push_back(push);
  LaunchOptions options;
  options.groups = {4, 1, 1};
  Dispatch dispatch;
  std::vector<std::string> notes;
  EXPECT_EQ(
      add_resources(entry, options, dispatch, notes).error().message,
      "entry point 'main' uses resources that are not given: add\n"
      "  --buffer '0.0=uint32:fill(32,0)'   for the storage buffer 0.0 'In'\n"
      "  --buffer '0.1[0]=zero(144)' --buffer '0.1[1]=zero(144)'   for the storage buffer 0.1 "
      "'Out'\n"
      "  --push 'float32:fill(2,0)'   for the push constants");
}

TEST(Resources, BuffersAndPushConstants) {
  EntryPointInfo entry = entry_point("main");
  LaunchOptions options;
  options.buffers = {{{{0, 0, 0}, false, ""}, "uint32:1"}, {{{0, 1, 0}, false, ""}, "zero(8)"}};
  Dispatch dispatch;
  std::vector<std::string> notes;
  ASSERT_TRUE(add_resources(entry, options, dispatch, notes).has_value());
  EXPECT_EQ(dispatch.buffers.at({0, 1, 0}).size(), 8U);
  EXPECT_TRUE(notes.empty());
  options.buffers.push_back({{{0, 0, 3}, true, ""}, "zero(8)"});
  EXPECT_EQ(add_resources(entry, options, dispatch, notes).error().message,
            "--buffer 0.0[3]: the storage buffer 0.0 'In' is not a descriptor array");
}

TEST(Resources, WhatTheEntryPointDoesNotUseIsANote) {
  const EntryPointInfo entry = entry_point("main");
  LaunchOptions options;
  options.buffers = {{{{0, 0, 0}, false, ""}, "uint32:1"}, {{{5, 0, 0}, false, ""}, "zero(8)"}};
  options.push = "uint32:1";
  Dispatch dispatch;
  std::vector<std::string> notes;
  const std::vector<std::string> expected{
      "--push has no effect: entry point 'main' has no push constants",
      "--buffer 5.0 has no effect: entry point 'main' does not use this binding; it uses the "
      "storage "
      "buffer 0.0 'In', the storage buffer 0.1 'Out'"};
  // With a misspelt binding, the missing resource is an error, and a note names the option that has no effect.
  EXPECT_EQ(add_resources(entry, options, dispatch, notes).error().message,
            "entry point 'main' uses resources that are not given: add\n"
            "  --buffer '0.1=uint32:fill(8,0)'   for the storage buffer 0.1 'Out'\n"
            "note: " +
                expected[0] + "\nnote: " + expected[1]);
  EXPECT_EQ(notes, expected);
  notes.clear();
  options.buffers.push_back({{{0, 1, 0}, false, ""}, "zero(8)"});
  ASSERT_TRUE(add_resources(entry, options, dispatch, notes).has_value());
  EXPECT_EQ(notes, expected);
  options.buffers[1].data = "zero(x)";
  EXPECT_FALSE(add_resources(entry, options, dispatch, notes).has_value());
}

TEST(Resources, Labels) {
  EntryPointInfo entry = entry_point("main");
  entry.resources[1].descriptor_count = 0;
  EXPECT_EQ(buffer_label(entry, {0, 0, 0}), "0.0");
  EXPECT_EQ(buffer_label(entry, {0, 1, 2}), "0.1[2]");
}

}  // namespace
}  // namespace spirv_oracle
