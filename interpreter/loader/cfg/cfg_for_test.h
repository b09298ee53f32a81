// Functions defined by their blocks, and their control flow, for tests.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/loader/cfg/cfg.h"

namespace spirv_oracle::test {

// A compute shader whose blocks are given; %true is a Boolean and %n an integer.
inline std::string shader(const std::string& blocks) {
  return shader_header() + R"(
OpName %main "main"
%void = OpTypeVoid
%function = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%true = OpConstantTrue %bool
%n = OpConstant %uint 1
%main = OpFunction %void None %function
)" + blocks +
         "OpFunctionEnd\n";
}

struct Analyzed {
  std::shared_ptr<const Module> module;
  ControlFlow flow;

  // The block whose label is the given number.
  std::uint32_t block(std::uint32_t label) const {
    const Function& function = module->functions().front();
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      if (module->original_id(function.blocks[b].label) == label) return b;
    }
    ADD_FAILURE() << "no block %" << label;
    return 0;
  }
  const Construct& construct_of_header(std::uint32_t label) const {
    return flow.constructs.at(flow.construct_of_header[block(label)]);
  }
  std::uint32_t construct(std::uint32_t label) const {
    return flow.construct_of_block[block(label)];
  }
  std::uint32_t position(std::uint32_t label) const { return flow.position[block(label)]; }
  EdgeKind kind(std::uint32_t from, std::uint32_t to) const {
    return classify(flow, block(from), block(to)).kind;
  }
};

// Checks every rule that ControlFlow promises, for any function.
inline void check_promises(const ControlFlow& flow) {
  const std::size_t count = flow.successors.size();
  for (std::uint32_t i = 0; i < flow.order.size(); ++i) EXPECT_EQ(flow.position[flow.order[i]], i);
  for (std::uint32_t c = 0; c < flow.constructs.size(); ++c) {
    const Construct& construct = flow.constructs[c];
    EXPECT_TRUE(flow.reachable(construct.header));
    EXPECT_EQ(flow.construct_of_header[construct.header], c);
    if (construct.parent == ControlFlow::none) {
      EXPECT_EQ(construct.depth, 0u);
    } else {
      EXPECT_LT(construct.parent, c);
      EXPECT_EQ(construct.depth, flow.constructs[construct.parent].depth + 1);
    }
    for (std::uint32_t b = 0; b < count; ++b) {
      if (!flow.reachable(b) || !flow.contains(c, b)) continue;
      EXPECT_GE(flow.position[b], flow.position[construct.header]);
      if (flow.reachable(construct.merge)) {
        EXPECT_LT(flow.position[b], flow.position[construct.merge]);
      }
    }
  }
  for (const std::uint32_t from : flow.order) {
    for (const std::uint32_t to : flow.successors[from]) {
      const Edge edge = classify(flow, from, to);
      if (edge.kind == EdgeKind::back) {
        EXPECT_EQ(to, flow.constructs[edge.construct].header);
      } else {
        EXPECT_LT(flow.position[from], flow.position[to]);
      }
    }
  }
}

inline Analyzed analyze(const std::string& blocks, bool valid = true) {
  Analyzed result;
  result.module = valid ? load(shader(blocks)) : parse(shader(blocks));
  if (result.module == nullptr) return result;
  auto flow = analyze_control_flow(*result.module, result.module->functions().front());
  if (!flow) {
    ADD_FAILURE() << flow.error().message;
  } else {
    result.flow = std::move(*flow);
    check_promises(result.flow);
  }
  return result;
}

}  // namespace spirv_oracle::test
