// The debugger's views of paused runs (debugger/engine/views/views.h).

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
using test::value_of;

json find_named(const json& list, const std::string& name) {
  for (const json& entry : list) {
    if (entry["name"] == name) return entry;
  }
  return nullptr;
}

TEST(DebuggerViews, StackNamesTheFunctionsWithInlinedCalls) {
  loop_program(8).at_line(
      9, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        const json stack = ask(views, run, focus, "stack");
        EXPECT_EQ(stack.size(), 2u);
        if (stack.size() != 2) return true;
        EXPECT_EQ(stack[0]["function"], "twice");
        EXPECT_EQ(stack[0]["line"], 9);
        EXPECT_EQ(stack[0]["file"], "a.comp");
        EXPECT_EQ(stack[1]["function"], "main");
        EXPECT_EQ(stack[1]["line"], 18);
        EXPECT_EQ(value_of(views, run, focus, "a"), "1");
        // The variables of the caller are those of its frame.
        EXPECT_FALSE(views.answer(run, focus, "evaluate", {{"expression", "i"}}, nullptr));
        const json outer = ask(views, run, focus, "evaluate", {{"expression", "i"}, {"frame", 1}});
        EXPECT_EQ(outer["value"], "0");
        EXPECT_EQ(outer["type"], "uint");
        return true;
      });
}

TEST(DebuggerViews, VariablesOfEveryLane) {
  loop_program(8).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        const json scopes = ask(views, run, focus, "scopes");
        const json locals = find_named(scopes, "Locals");
        EXPECT_FALSE(locals.is_null());
        const json children = ask(views, run, focus, "children", {{"handle", locals["handle"]}});
        EXPECT_EQ(find_named(children, "i")["value"], "0");
        EXPECT_EQ(find_named(children, "sum")["value"], std::to_string(sum_of(0)));
        EXPECT_EQ(find_named(children, "other")["state"], "undefined");
        const json matrix =
            ask(views, run, focus, "matrix", {{"expressions", {"i", "sum", "sum % 2"}}});
        EXPECT_EQ(matrix["lanes"].size(), 8u);
        EXPECT_EQ(matrix["rows"].size(), 3u);
        for (std::uint32_t lane = 0; lane < 8; ++lane) {
          EXPECT_EQ(matrix["rows"][0]["cells"][lane]["value"], std::to_string(lane));
          EXPECT_EQ(matrix["rows"][1]["cells"][lane]["value"], std::to_string(sum_of(lane)));
          EXPECT_EQ(matrix["rows"][2]["cells"][lane]["value"], std::to_string(sum_of(lane) % 2));
          EXPECT_EQ(matrix["lanes"][lane]["invocation"], json({lane, 0, 0}));
          EXPECT_EQ(matrix["lanes"][lane]["active"], true);
        }
        return true;
      });
}

TEST(DebuggerViews, LanesThatLeftTheLoopKeepTheirValues) {
  // In the third iteration, lanes 0 and 1 have left.
  const auto check = [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
    const json matrix = ask(views, run, focus, "matrix", {{"expressions", {"k", "%43"}}});
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      EXPECT_EQ(matrix["lanes"][lane]["active"], lane >= 2);
      const std::uint32_t k = lane < 2 ? lane + 1 : 2;
      EXPECT_EQ(matrix["rows"][0]["cells"][lane]["value"], std::to_string(k)) << lane;
      // The lanes wait after the loop, to which this load does not certainly lead.
      EXPECT_EQ(matrix["rows"][1]["cells"][lane]["state"], lane < 2 ? "unavailable" : "defined");
    }
    const json tangles = ask(views, run, focus, "tangles")["subgroups"][0]["tangles"];
    EXPECT_EQ(tangles.size(), 1u);
    const json& loop = tangles[0];
    EXPECT_EQ(loop["construct"], "loop at line 15, iteration 2");
    // Lane 1 left the loop in this iteration, but those that go on run first.
    EXPECT_EQ(loop["children"].size(), 3u);
    for (const json& child : loop["children"]) {
      if (child["lanes"] == json::array({0})) {
        EXPECT_EQ(child["state"], "waiting at the end of the construct");
        EXPECT_EQ(child["line"], 20);
        EXPECT_EQ(child["waits_for"], "lanes 1-7");
      } else if (child["lanes"] == json::array({1})) {
        EXPECT_EQ(child["state"], "took another branch, will continue later");
      } else {
        EXPECT_EQ(child["lanes"], json({2, 3, 4, 5, 6, 7}));
        EXPECT_EQ(child["state"], "running");
      }
    }
    return true;
  };
  loop_program(8).at_line(17, check, 3);
}

TEST(DebuggerViews, MembersOfBlocksWithoutANameAreInScope) {
  loop_program(8).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        EXPECT_EQ(value_of(views, run, focus, "values[3]"), "31");
        EXPECT_EQ(value_of(views, run, focus, "values.length()"), "8");
        const json all = ask(views, run, focus, "evaluate", {{"expression", "values"}});
        EXPECT_EQ(all["type"], "uint[]");
        const json parts = ask(views, run, focus, "children",
                               {{"handle", all["handle"]}, {"start", 6}, {"count", 5}});
        EXPECT_EQ(parts.size(), 2u);
        EXPECT_EQ(parts[0]["name"], "[6]");
        EXPECT_EQ(parts[1]["value"], "71");
        EXPECT_EQ(parts[1]["expression"], "values[7]");
        const json outside = ask(views, run, focus, "evaluate", {{"expression", "values[8]"}});
        EXPECT_EQ(outside["state"], "unavailable");
        const json tile = ask(views, run, focus, "evaluate", {{"expression", "tile[2]"}});
        EXPECT_EQ(tile["state"], "undefined");
        return true;
      });
}

TEST(DebuggerViews, BarriersNameTheMissingInvocations) {
  // The second of two subgroups comes to the line before the barrier while the first one waits at it.
  loop_program(4).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        if (run.subgroup->id == 0) return false;
        const json barriers = ask(views, run, focus, "barriers");
        EXPECT_EQ(barriers.size(), 1u);
        if (barriers.size() != 1) return true;
        EXPECT_EQ(barriers[0]["line"], 21);
        EXPECT_EQ(barriers[0]["arrived"].size(), 1u);
        EXPECT_EQ(barriers[0]["arrived"][0]["subgroup"], 0);
        EXPECT_EQ(barriers[0]["missing"][0]["subgroup"], 1);
        EXPECT_EQ(barriers[0]["missing"][0]["line"], 20);
        const json subgroups = ask(views, run, focus, "subgroups");
        EXPECT_EQ(subgroups.size(), 2u);
        EXPECT_EQ(subgroups[0]["state"], "waiting at a barrier");
        EXPECT_EQ(subgroups[1]["state"], "executes");
        EXPECT_EQ(subgroups[1]["invocations"][3], json({7, 0, 0}));
        // The views also show the values of a subgroup that does not execute.
        DebugFocus other = focus;
        other.subgroup = 0;
        other.lane = 3;
        EXPECT_EQ(value_of(views, run, other, "sum"), std::to_string(sum_of(3)));
        EXPECT_EQ(value_of(views, run, other, "tile[3]"), std::to_string(sum_of(3)));
        EXPECT_EQ(ask(views, run, other, "stack")[0]["line"], 21);
        return true;
      });
}

TEST(DebuggerViews, AssignedValuesAreUsed) {
  DebuggedProgram program = loop_program(8);
  program.at_line(20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
    const json now =
        ask(views, run, focus, "assign", {{"expression", "sum"}, {"value", "7 * 3"}, {"lane", 5}});
    EXPECT_EQ(now["value"], "21");
    EXPECT_EQ(value_of(views, run, focus, "sum[lane 5]"), "21");
    EXPECT_EQ(value_of(views, run, focus, "sum[lane 4]"), std::to_string(sum_of(4)));
    ask(views, run, focus, "assign", {{"expression", "values[7]"}, {"value", "values[6] + 1"}});
    EXPECT_EQ(value_of(views, run, focus, "values[7]"), "62");
    EXPECT_FALSE(
        views.answer(run, focus, "assign", {{"expression", "i + 1"}, {"value", "1"}}, nullptr));
    return true;
  });
}

TEST(DebuggerViews, MemoryIsReadAndWrittenAsBytes) {
  loop_program(8).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        json bytes =
            ask(views, run, focus, "read_memory", {{"buffer", "0.0"}, {"offset", 4}, {"size", 5}});
        EXPECT_EQ(bytes["bytes"], "CwAAABU=");  // 11 0 0 0 21
        EXPECT_EQ(bytes["states"], ".....");
        bytes = ask(views, run, focus, "read_memory", {{"expression", "tile"}});
        EXPECT_EQ(bytes["states"], std::string(32, '#'));
        EXPECT_EQ(ask(views, run, focus, "write_memory",
                      {{"expression", "values[1]"}, {"offset", 1}, {"bytes", "AQ=="}})["written"],
                  1);
        EXPECT_EQ(value_of(views, run, focus, "values[1]"), "267");
        EXPECT_FALSE(views.answer(run, focus, "read_memory", {{"buffer", "3.1"}}, nullptr));
        EXPECT_FALSE(
            views.answer(run, focus, "read_memory", {{"buffer", "0.0"}, {"offset", 33}}, nullptr));
        return true;
      });
}

TEST(DebuggerViews, InstructionsLinesAndNames) {
  loop_program(8).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        const json code = ask(views, run, focus, "disassemble", {{"before", 1}, {"count", 3}});
        EXPECT_EQ(code.size(), 3u);
        EXPECT_NE(code[1]["text"].get<std::string>().find("%66 = OpLoad"), std::string::npos);
        EXPECT_EQ(code[1]["current"], true);
        EXPECT_EQ(code[2]["current"], false);
        EXPECT_EQ(code[2]["line"], 20);
        EXPECT_EQ(code[2]["function"], "main");
        const json again =
            ask(views, run, focus, "disassemble", {{"word", code[2]["word"]}, {"count", 1}});
        EXPECT_EQ(again[0]["text"], code[2]["text"]);
        const json lines = ask(views, run, focus, "lines", {{"file", "a.comp"}});
        EXPECT_NE(std::find(lines.begin(), lines.end(), json(17)), lines.end());
        EXPECT_EQ(std::find(lines.begin(), lines.end(), json(19)), lines.end());
        EXPECT_EQ(ask(views, run, focus, "sources")[0]["name"], "a.comp");
        EXPECT_EQ(ask(views, run, focus, "complete", {{"text", "1 + su"}}),
                  json({"subgroup", "sum", "sum("}));
        EXPECT_EQ(ask(views, run, focus, "complete", {{"text", "val"}}), json({"values"}));
        return true;
      });
}

}  // namespace
}  // namespace spirv_oracle
