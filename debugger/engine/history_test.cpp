// The origins of values as the debugger reports them (debugger/engine/history/history.h).

#include <gtest/gtest.h>

#include <string>

#include "debugger/engine/loop_for_test.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;
using test::ask;
using test::DebuggedProgram;
using test::loop_program;
using test::sum_of;

// Whether a step says all of it.
const json* find_step(const json& answer, const std::string& text) {
  for (const json& step : answer["steps"]) {
    if (step["text"].get<std::string>().find(text) != std::string::npos) return &step;
  }
  return nullptr;
}

TEST(DebuggerHistory, WhyFollowsTheLoopBackToTheBuffer) {
  loop_program(8).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, History& history) {
        const json why = ask(views, run, focus, "why",
                             {{"expression", "sum"}, {"lane", 2}, {"depth", 30}}, &history);
        EXPECT_EQ(why["text"], "sum is " + std::to_string(sum_of(2)) + " in lane 2");
        const json& first = why["steps"][0];
        EXPECT_EQ(first["line"], 18);
        EXPECT_EQ(first["lane"], 2);
        EXPECT_EQ(first["depth"], 0);
        EXPECT_EQ(first["value"], std::to_string(sum_of(2)));
        // Through the call and its parameter to the element of the third iteration.
        const json* load =
            find_step(why, "'values[2]' of buffer 0.0: its contents at the start of the dispatch");
        EXPECT_NE(load, nullptr) << why.dump(1);
        // And to where the sum began.
        const json* zero = find_step(why, "sum = 0, stored here");
        EXPECT_NE(zero, nullptr) << why.dump(1);
        if (zero != nullptr) {
          EXPECT_EQ((*zero)["line"], 14);
        }
        // Moments only go back.
        for (const json& step : why["steps"]) EXPECT_LE(step["moment"], first["moment"]);
        return true;
      });
}

TEST(DebuggerHistory, WhyNamesTheLaneThatWasRead) {
  loop_program(8).at_line(
      23, [](Views& views, const PausedRun& run, const DebugFocus& focus, History& history) {
        const json why =
            ask(views, run, focus, "why", {{"expression", "other"}, {"lane", 5}}, &history);
        const json* read = find_step(why, "lane 5 read lane 4 by subgroupShuffleXor");
        EXPECT_NE(read, nullptr) << why.dump(1);
        if (read == nullptr) return true;
        EXPECT_EQ((*read)["value"], std::to_string(sum_of(4)));
        const json* source = find_step(why, "sum = " + std::to_string(sum_of(4)));
        EXPECT_NE(source, nullptr) << why.dump(1);
        if (source != nullptr) {
          EXPECT_EQ((*source)["lane"], 4);
        }
        return true;
      });
}

TEST(DebuggerHistory, LastWriteAndWhoElseOfSharedMemory) {
  loop_program(4).at_line(23, [](Views& views, const PausedRun& run, const DebugFocus& focus,
                                 History& history) {
    const json last = ask(views, run, focus, "last_write", {{"expression", "tile[6]"}}, &history);
    EXPECT_EQ(last["line"], 20);
    EXPECT_EQ(last["subgroup"], 1);
    EXPECT_EQ(last["lane"], 2);
    EXPECT_EQ(last["invocation"], json({6, 0, 0}));
    EXPECT_EQ(last["value"], std::to_string(sum_of(6)));
    EXPECT_EQ(last["previous"], "undefined");
    const json all = ask(views, run, focus, "who_else", {{"expression", "tile[6]"}}, &history);
    EXPECT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0]["access"], "write");
    const json local = ask(views, run, focus, "last_write", {{"expression", "sum"}}, &history);
    EXPECT_EQ(local["line"], 18);
    EXPECT_FALSE(views.answer(run, focus, "who_else", {{"expression", "sum"}}, &history));
    EXPECT_FALSE(views.answer(run, focus, "last_write", {{"expression", "values"}}, &history));
    // Every invocation reads the first element in its first iteration.
    const json reads = ask(views, run, focus, "who_else", {{"expression", "values[0]"}}, &history);
    EXPECT_EQ(reads.size(), 8u);
    return true;
  });
}

TEST(DebuggerHistory, DiffNamesTheBranchThatParts) {
  loop_program(8).at_line(20, [](Views& views, const PausedRun& run, const DebugFocus& focus,
                                 History& history) {
    const json diff = ask(views, run, focus, "diff", {{"lanes", {1, 3}}}, &history);
    EXPECT_EQ(diff["line"], 15);
    const std::string text = diff["text"];
    EXPECT_NE(text.find("the lanes diverge at the branch at line 15"), std::string::npos) << text;
    EXPECT_EQ(diff["first"]["value"], "false");
    EXPECT_EQ(diff["second"]["value"], "true");
    EXPECT_FALSE(views.answer(run, focus, "diff", {{"lanes", {1, 8}}}, &history));
    EXPECT_FALSE(views.answer(run, focus, "diff", {{"lanes", 1}}, &history));
    return true;
  });
}

TEST(DebuggerHistory, LanesThatNeverWrote) {
  // In the block of line 23, only lanes 0 to 3 load what the others wrote.
  loop_program(8).at_line(24, [](Views& views, const PausedRun& run, const DebugFocus& focus,
                                 History& history) {
    const json why = ask(views, run, focus, "why", {{"expression", "values[2]"}}, &history);
    const json* store = find_step(why, "lane 2 stored it");
    EXPECT_NE(store, nullptr) << why.dump(1);
    const json untouched = ask(views, run, focus, "why", {{"expression", "values[6]"}}, &history);
    EXPECT_EQ(untouched["steps"].size(), 1u);
    EXPECT_NE(find_step(untouched, "contents at the start"), nullptr) << untouched.dump(1);
    return true;
  });
}

// Of this GLSL:
//   5    uint old = atomicAdd(values[0], 1u);
//   6    uint next = old + 1u;
//   7    if (next > 2u) {
//   8      next = 0u;
//   9    }
//  10    values[next] = old;
const char* const atomic_shader = R"(
    OpCapability Shader
    %2 = OpExtInstImport "GLSL.std.450"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %13
    OpExecutionMode %main LocalSize 4 1 1
    %1 = OpString "d.comp"
    OpSource GLSL 450 %1
    OpName %main "main"
    OpName %old "old"
    OpName %Data "Data"
    OpMemberName %Data 0 "values"
    OpName %13 ""
    OpName %next "next"
    OpDecorate %10 ArrayStride 4
    OpDecorate %Data Block
    OpMemberDecorate %Data 0 Offset 0
    OpDecorate %13 Binding 0
    OpDecorate %13 DescriptorSet 0
    %3 = OpTypeVoid
    %4 = OpTypeFunction %3
    %7 = OpTypeInt 32 0
    %8 = OpTypePointer Function %7
    %10 = OpTypeRuntimeArray %7
    %Data = OpTypeStruct %10
    %12 = OpTypePointer StorageBuffer %Data
    %13 = OpVariable %12 StorageBuffer
    %14 = OpTypeInt 32 1
    %15 = OpConstant %14 0
    %16 = OpTypePointer StorageBuffer %7
    %18 = OpConstant %7 1
    %19 = OpConstant %7 0
    %25 = OpConstant %7 2
    %26 = OpTypeBool
    %33 = OpTypeVector %7 3
    %34 = OpConstant %7 4
    %35 = OpConstantComposite %33 %34 %18 %18
    OpLine %1 4 11
    %main = OpFunction %3 None %4
    %6 = OpLabel
    %old = OpVariable %8 Function
    %next = OpVariable %8 Function
    OpLine %1 5 0
    %17 = OpAccessChain %16 %13 %15 %15
    %20 = OpAtomicIAdd %7 %17 %18 %19 %18
    OpStore %old %20
    OpLine %1 6 0
    %22 = OpLoad %7 %old
    %23 = OpIAdd %7 %22 %18
    OpStore %next %23
    OpLine %1 7 0
    %24 = OpLoad %7 %next
    %27 = OpUGreaterThan %26 %24 %25
    OpSelectionMerge %29 None
    OpBranchConditional %27 %28 %29
    %28 = OpLabel
    OpLine %1 8 0
    OpStore %next %19
    OpBranch %29
    %29 = OpLabel
    OpLine %1 10 0
    %30 = OpLoad %7 %next
    %31 = OpLoad %7 %old
    %32 = OpAccessChain %16 %13 %15 %30
    OpStore %32 %31
    OpLine %1 11 0
    OpReturn
    OpFunctionEnd
)";

TEST(DebuggerHistory, AtomicsTellLanesApart) {
  DebuggedProgram program(atomic_shader, 4);
  program.dispatch.buffers[{}] = test::words_of({0, 0, 0, 0});
  program.at_line(10, [](Views& views, const PausedRun& run, const DebugFocus& focus,
                         History& history) {
    const json diff = ask(views, run, focus, "diff", {{"lanes", {0, 1}}}, &history);
    EXPECT_EQ(diff["line"], 5) << diff.dump(1);
    EXPECT_EQ(diff["first"]["value"], "0");
    EXPECT_EQ(diff["second"]["value"], "1");
    const json all = ask(views, run, focus, "who_else", {{"expression", "values[0]"}}, &history);
    EXPECT_EQ(all.size(), 4u);
    EXPECT_EQ(all[3]["access"], "atomic");
    EXPECT_EQ(all[3]["value"], "4");
    // Lanes 2 and 3 took the branch, the others did not.
    const json why = ask(views, run, focus, "why", {{"expression", "next"}, {"lane", 3}}, &history);
    EXPECT_EQ(why["steps"][0]["line"], 8);
    const json other =
        ask(views, run, focus, "why", {{"expression", "next"}, {"lane", 1}}, &history);
    EXPECT_EQ(other["steps"][0]["line"], 6);
    EXPECT_NE(find_step(other, "OpAtomicIAdd"), nullptr) << other.dump(1);
    return true;
  });
}

TEST(DebuggerHistory, ForgetsTheOldestFirst) {
  History small(4096);
  DebuggedProgram program = loop_program(8);
  test::PausingWatch watch;
  const Program* seen = nullptr;
  Views views;
  json why;
  watch.action = [&](const PausedRun& run, std::uint32_t line) {
    if (seen != run.program) small.start_dispatch(*run.program, 0);
    seen = run.program;
    DebugFocus focus;
    focus.lane = run.subgroup->active.lowest();
    if (line == 20 && why.is_null())
      why = ask(views, run, focus, "why", {{"expression", "sum"}, {"lane", 7}}, &small);
    small.note(*run.subgroup, *run.record, run.moment);
  };
  program.dispatch.watch = &watch;
  ASSERT_TRUE(run(*program.module, default_registry(), program.dispatch));
  EXPECT_EQ(why["steps"][0]["line"], 18);
  EXPECT_NE(find_step(why, "before the part of the history that is kept"), nullptr) << why.dump(1);
}

}  // namespace
}  // namespace spirv_oracle
