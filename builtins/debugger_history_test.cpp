// Where the debugger says that values come from (interpreter/debugger/history.h).

#include <gtest/gtest.h>

#include <string>

#include "builtins/debugger_loop_for_test.h"

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
  loop_program(8).at_line(20, [](Views& views, const PausedRun& run, const DebugFocus& focus,
                                 const History& history) {
    const json why = ask(views, run, focus, "why",
                         {{"expression", "sum"}, {"lane", 2}, {"depth", 30}}, &history);
    EXPECT_EQ(why["text"], "sum is " + std::to_string(sum_of(2)) + " in lane 2");
    const json& first = why["steps"][0];
    EXPECT_EQ(first["line"], 18);
    EXPECT_EQ(first["lane"], 2);
    EXPECT_EQ(first["depth"], 0);
    EXPECT_EQ(first["value"], std::to_string(sum_of(2)));
    // Through the call and its parameter to the element of the third iteration.
    const json* load = find_step(why, "buffer 0.0 + 8: its contents at the start of the dispatch");
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
      23, [](Views& views, const PausedRun& run, const DebugFocus& focus, const History& history) {
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
                                 const History& history) {
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
  loop_program(8).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, const History& history) {
        const json diff = ask(views, run, focus, "diff", {{"lanes", {1, 3}}}, &history);
        EXPECT_EQ(diff["line"], 15);
        const std::string text = diff["text"];
        EXPECT_NE(text.find("the branch at line 15 parts them"), std::string::npos) << text;
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
                                 const History& history) {
    const json why = ask(views, run, focus, "why", {{"expression", "values[2]"}}, &history);
    const json* store = find_step(why, "lane 2 stored it");
    EXPECT_NE(store, nullptr) << why.dump(1);
    const json untouched = ask(views, run, focus, "why", {{"expression", "values[6]"}}, &history);
    EXPECT_EQ(untouched["steps"].size(), 1u);
    EXPECT_NE(find_step(untouched, "contents at the start"), nullptr) << untouched.dump(1);
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
    small.note(*run.subgroup, *run.op, run.moment);
  };
  program.dispatch.watch = &watch;
  ASSERT_TRUE(run(*program.module, default_registry(), program.dispatch));
  EXPECT_EQ(why["steps"][0]["line"], 18);
  EXPECT_NE(find_step(why, "before the part of the history that is kept"), nullptr) << why.dump(1);
}

}  // namespace
}  // namespace spirv_oracle
