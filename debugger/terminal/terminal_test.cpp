#include "debugger/terminal/terminal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "debugger/scripted_target_for_test.h"
#include "debugger/terminal/command_table.h"
#include "debugger/terminal/completion.h"
#include "debugger/terminal/stop_request.h"
#include "support/base64.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

class TerminalTest : public testing::Test {
 protected:
  TerminalTest() {
    target_.answer("stack", json::array({{{"function", "f"}, {"file", "a.comp"}, {"line", 3}},
                                         {{"function", "main"}, {"file", "a.comp"}, {"line", 7}}}));
    target_.answer("sources",
                   json::array({{{"name", "a.comp"}, {"text", "one\ntwo\nthree\nfour\n"}}}));
    target_.answers["set_stops"] = [](const json& arguments) -> Result<json> {
      json said = json::array();
      for (const json& stop : arguments["stops"])
        said.push_back({{"id", stop["id"]}, {"verified", true}});
      return said;
    };
    target_.answer("resume", {{"reason", "step"}, {"moment", 9}, {"file", "a.comp"}, {"line", 4}});
    target_.answer("evaluate", {{"value", "7"}, {"type", "uint"}, {"state", "defined"}});
  }

  // What a command prints; "error: ..." where it fails.
  std::string execute(std::string_view line) {
    out_.str("");
    const auto done = execute_line(context_, line);
    return done ? out_.str() : "error: " + done.error().message;
  }

  ScriptedTarget target_;
  std::ostringstream out_;
  Context context_{target_, out_, {}};
};

TEST_F(TerminalTest, CommandsMayBeAbbreviated) {
  EXPECT_EQ(execute("c"), execute("continue"));
  EXPECT_EQ(execute("conti"), execute("continue"));
  EXPECT_EQ(target_.last("resume"), (json{{"motion", "continue"}}));
  execute("rs");
  EXPECT_EQ(target_.last("resume"), (json{{"motion", "line"}, {"backward", true}}));
  EXPECT_EQ(execute("dis"), "error: no answer for disassemble");
  EXPECT_EQ(execute("di"), "error: 'di' is ambiguous: disable, display, diff, disassemble");
  EXPECT_EQ(execute("contiune"), "error: unknown command 'contiune': did you mean continue?");
  EXPECT_EQ(execute(""), "");
  EXPECT_EQ(execute("  # a comment"), "");
}

TEST_F(TerminalTest, NamesAndShortNamesAreUnique) {
  std::vector<std::string> names;
  for (const CommandRow& row : command_table()) {
    names.emplace_back(row.name);
    std::istringstream words{std::string(row.short_name)};
    for (std::string word; words >> word;) names.push_back(word);
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST_F(TerminalTest, EachCommandHasHelp) {
  for (const CommandRow& row : command_table()) {
    const std::string text = execute("help " + std::string(row.name));
    EXPECT_TRUE(text.starts_with(row.name)) << text;
  }
  std::istringstream lines(execute("help"));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST_F(TerminalTest, NoCommandThrowsForItsArguments) {
  for (const CommandRow& row : command_table())
    for (const char* arguments :
         {"", "x", "-1", "99999999999999999999", "/", "/x", "1 2 3", "a.b:3", "if", "if if", "1 if",
          "%", "(", "=", "= =", "\xff\xfe", ":", ":1"})
      execute(std::string(row.name) + " " + arguments);
}

TEST_F(TerminalTest, AStop) { EXPECT_EQ(execute("step"), "[9] step\n  a.comp:4\n  4 | four\n"); }

TEST_F(TerminalTest, StepsRepeatUntilSomethingElseStops) {
  int steps = 0;
  target_.answers["resume"] = [&steps](const json&) -> Result<json> {
    return json{{"reason", ++steps == 3 ? "breakpoint" : "step"}, {"moment", steps}};
  };
  execute("next 10");
  EXPECT_EQ(steps, 3);
}

TEST_F(TerminalTest, Moments) {
  target_.answer("go_to", {{"reason", "step"}, {"moment", 20}});
  execute("goto 20");
  EXPECT_EQ(target_.last("go_to")["moment"], 20);
  execute("goto -5");
  EXPECT_EQ(target_.last("go_to")["moment"], 15);
  execute("goto +1");
  EXPECT_EQ(target_.last("go_to")["moment"], 21);
  execute("goto -99");
  EXPECT_EQ(target_.last("go_to")["moment"], 0);
}

TEST_F(TerminalTest, StopPointsAreSentAsAWhole) {
  EXPECT_EQ(execute("break 4"), "Stop point 1: a.comp:4\n");
  EXPECT_EQ(execute("watch x[0]"), "Stop point 2: write of x[0]\n");
  EXPECT_EQ(target_.last("set_stops")["stops"].size(), 2U);
  execute("disable 1");
  EXPECT_EQ(target_.last("set_stops")["stops"].size(), 1U);
  EXPECT_EQ(execute("info breaks"), "  1  a.comp:4 (disabled)\n  2  write of x[0]\n");
  execute("enable");
  execute("condition 1 i > 3");
  EXPECT_EQ(target_.last("set_stops")["stops"][0]["condition"], "i > 3");
  execute("ignore 1 2");
  EXPECT_EQ(target_.last("set_stops")["stops"][0]["hits"], 3);
  execute("delete 2");
  EXPECT_EQ(target_.last("set_stops")["stops"].size(), 1U);
  EXPECT_EQ(execute("delete 2"), "error: no stop point 2: info breaks lists them");
}

TEST_F(TerminalTest, AStopPointThatTheTargetRefusesIsNotKept) {
  target_.answers.erase("set_stops");
  execute("break 4");
  EXPECT_EQ(execute("info breaks"), "No stop points.\n");
}

TEST_F(TerminalTest, ATemporaryBreakpointGoesWhenItIsHit) {
  execute("tbreak 4");
  target_.answer("resume",
                 {{"reason", "breakpoint"}, {"stop_ids", json::array({1})}, {"moment", 1}});
  execute("continue");
  EXPECT_EQ(execute("info breaks"), "No stop points.\n");
}

TEST_F(TerminalTest, Frames) {
  EXPECT_EQ(execute("up"), "#1 main at a.comp:7\n");
  EXPECT_EQ(execute("bt"), "  #0 f at a.comp:3\n* #1 main at a.comp:7\n");
  execute("print x");
  EXPECT_EQ(target_.last("evaluate")["frame"], 1);
  execute("set x = 3");
  EXPECT_EQ(target_.last("assign")["frame"], 1);
  execute("x x");
  EXPECT_EQ(target_.last("read_memory")["frame"], 1);
  EXPECT_EQ(execute("up"), "error: no frame 2: backtrace lists the frames");
  execute("down");
  EXPECT_EQ(execute("down"), "error: this is the innermost frame");
}

TEST_F(TerminalTest, Values) {
  EXPECT_EQ(execute("print x"), "x = 7   (uint)\n");
  EXPECT_EQ(execute("print/x x"), "x = 0x7   (uint)\n");
  target_.answer("assign", {{"value", "8"}, {"state", "defined"}});
  EXPECT_EQ(execute("set a[b == c] = d <= e"), "a[b == c] = 8\n");
  EXPECT_EQ(target_.last("assign"),
            (json{{"expression", "a[b == c]"}, {"value", "d <= e"}, {"frame", 0}}));
  EXPECT_EQ(execute("set a == b"), "error: write set EXPRESSION = VALUE");
  target_.answer("read_memory", {{"bytes", encode_base64("ab")}, {"states", ".."}, {"offset", 8}});
  EXPECT_EQ(execute("x/2 0.1 8"), "0x0008: 61 62\n");
  EXPECT_EQ(target_.last("read_memory"), (json{{"buffer", "0.1"}, {"offset", 8}, {"size", 2}}));
  execute("x/4 a.b");
  EXPECT_EQ(target_.last("read_memory"), (json{{"expression", "a.b"}, {"frame", 0}, {"size", 4}}));
}

TEST_F(TerminalTest, Displays) {
  EXPECT_EQ(execute("display x"), "1: x = 7\n");
  EXPECT_EQ(execute("step"), "[9] step\n  a.comp:4\n  4 | four\n  1: x = 7\n");
  execute("undisplay 1");
  EXPECT_EQ(execute("display"), "");
}

TEST_F(TerminalTest, List) {
  EXPECT_EQ(execute("list"), "       1 | one\n       2 | two\n=>     3 | three\n       4 | four\n");
  EXPECT_EQ(execute("list 9"), "error: a.comp has 4 lines");
}

TEST_F(TerminalTest, Completions) {
  target_.answer("complete", json::array({"numbers", "number_of_lanes", "x"}));
  EXPECT_EQ(completions(context_, "fin"), (std::vector<std::string>{"finish"}));
  EXPECT_EQ(completions(context_, "info ba"), (std::vector<std::string>{"barriers"}));
  EXPECT_EQ(completions(context_, "print 1 + num"),
            (std::vector<std::string>{"number_of_lanes", "numbers"}));
  EXPECT_TRUE(completions(context_, "nonsense x").empty());
}

TEST(StopRequest, Locations) {
  const auto parsed = [](std::string_view text) {
    auto request = parse_breakpoint(text, "here.comp");
    return request ? *request : json(request.error().message);
  };
  EXPECT_EQ(parsed("12"), (json{{"kind", "line"}, {"file", "here.comp"}, {"line", 12}}));
  EXPECT_EQ(parsed("a/b.comp:12"), (json{{"kind", "line"}, {"file", "a/b.comp"}, {"line", 12}}));
  EXPECT_EQ(parsed("main"), (json{{"kind", "function"}, {"name", "main"}}));
  EXPECT_EQ(parsed("%23"), (json{{"kind", "instruction"}, {"result", "%23"}}));
  EXPECT_EQ(parsed("word:7"), (json{{"kind", "instruction"}, {"word", 7}}));
  EXPECT_EQ(parsed("OpIAdd"), (json{{"kind", "instruction"}, {"opcode", "OpIAdd"}}));
  EXPECT_EQ(parsed("Open"), (json{{"kind", "function"}, {"name", "Open"}}));
  EXPECT_EQ(parsed("12 lane 3 subgroup 1 hits 2 if x == 2"), (json{{"kind", "line"},
                                                                   {"file", "here.comp"},
                                                                   {"line", 12},
                                                                   {"lane", 3},
                                                                   {"subgroup", 1},
                                                                   {"hits", 2},
                                                                   {"condition", "x == 2"}}));
  EXPECT_EQ(parsed("f workgroup 1,2"),
            (json{{"kind", "function"}, {"name", "f"}, {"workgroup_coordinates", {1, 2, 0}}}));
  EXPECT_EQ(parsed("f workgroup 7"),
            (json{{"kind", "function"}, {"name", "f"}, {"workgroup_coordinates", 7}}));
  EXPECT_EQ(parsed("diff if(diff > 2)"),
            (json{{"kind", "function"}, {"name", "diff"}, {"condition", "(diff > 2)"}}));
  using Parts = std::pair<std::string_view, std::string_view>;
  EXPECT_EQ(split_log("12 i is {i}"), Parts("12", "i is {i}"));
  EXPECT_EQ(split_log("12 lane 3 workgroup 1,0,0 i is {i}"),
            Parts("12 lane 3 workgroup 1,0,0", "i is {i}"));
  EXPECT_EQ(split_log("12 lane {lane}"), Parts("12", "lane {lane}"));
  EXPECT_EQ(split_log("12 lane"), Parts("12", "lane"));
  EXPECT_EQ(split_log("12"), Parts("12", ""));
  EXPECT_TRUE(parsed("").is_string());
  EXPECT_TRUE(parsed("12 lane").is_string());
  EXPECT_TRUE(parsed("12 sideways 4").is_string());
}

TEST(StopRequest, Catchpoints) {
  EXPECT_EQ(
      *parse_catchpoint("finding"),
      (json{{"kind", "finding"}, {"finding_kinds", json::array()}, {"clauses", json::array()}}));
  EXPECT_EQ((*parse_catchpoint("finding data-race"))["finding_kinds"], json::array({"data-race"}));
  EXPECT_EQ((*parse_catchpoint("clause a b"))["clauses"], json::array({"a", "b"}));
  EXPECT_EQ((*parse_catchpoint("implementation-dependent"))["kind"], "implementation_dependent");
  EXPECT_FALSE(parse_catchpoint("clause"));
  EXPECT_FALSE(parse_catchpoint("rain"));
}

TEST(Terminal, ABatchEndsAtTheFirstError) {
  ScriptedTarget target;
  target.answer("stack", json::array());
  target.answer("sources", json::array());
  DebugOptions options;
  options.batch = true;
  options.commands = {{false, "nonsense"}, {false, "help quit"}};
  std::istringstream in("help help\n");
  std::ostringstream out, err;
  EXPECT_EQ(run_terminal(target, options, {in, out, err, {}, false}), Status::bad_input);
  EXPECT_EQ(err.str(), "error: unknown command 'nonsense': help lists the commands\n");
  EXPECT_EQ(out.str().find("help quit"), std::string::npos);
  EXPECT_EQ(out.str().find("help help"), std::string::npos);
}

TEST(Terminal, ItGoesOnAfterErrors) {
  ScriptedTarget target;
  target.answer("stack", json::array());
  target.answer("sources", json::array());
  std::istringstream in("nonsense\nhelp quit\nquit\nhelp help\n");
  std::ostringstream out, err;
  EXPECT_EQ(run_terminal(target, {}, {in, out, err, {}, false}), Status::ok);
  EXPECT_NE(out.str().find("(spirv-debug) help quit\nquit\n"), std::string::npos);
  EXPECT_EQ(out.str().find("help help"), std::string::npos);
}

TEST(Terminal, ItEndsWhenTheTargetHasDied) {
  ScriptedTarget target;
  target.answer("stack", json::array());
  target.answer("sources", json::array());
  const auto dead = [](const json&) -> Result<json> {
    return tl::unexpected(Error{Status::limit, "it has died"});
  };
  target.answers["resume"] = target.answers["status"] = dead;
  std::istringstream in("continue\nhelp quit\n");
  std::ostringstream out, err;
  EXPECT_EQ(run_terminal(target, {}, {in, out, err, {}, false}), Status::limit);
  EXPECT_EQ(out.str().find("help quit"), std::string::npos);
}

}  // namespace
}  // namespace spirv_oracle
