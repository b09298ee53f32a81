#include "debugger/session.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <random>

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

constexpr const char* shader = R"(#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
shared uint total;
uint twice(uint x) {
  uint y = x * 2;
  return y + 1;
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (gl_LocalInvocationIndex == 0) total = 0;
  barrier();
  uint a = values[i];
  for (uint k = 0; k < 2; ++k) {
    if ((i & 1) == 0) {
      a = twice(a);
    } else {
      a += 10;
    }
    if (i == 5) break;
  }
  atomicAdd(total, a);
  barrier();
  if (i == 3) debugPrintfEXT("total %u", total);
  values[i] = total + a;
}
)";

class SessionTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("session_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
    file_ = folder_ / "shader.comp";
    std::ofstream(file_) << shader;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void start(const std::vector<std::string>& more = {"--groups", "2", "--subgroup-size", "4"}) {
    SessionOptions options;
    options.arguments = {file_.string(), "--buffer", "0.0=uint32:iota(16,1)"};
    options.arguments.insert(options.arguments.end(), more.begin(), more.end());
    auto session =
        DebugSession::start(options, [this](const std::string& category, const std::string& text) {
          output_ += category + ": " + text;
        });
    ASSERT_TRUE(session) << session.error().message;
    session_ = std::move(*session);
  }

  Json request(const std::string& command, const Json& arguments = Json::object()) {
    auto answer = session_->request(command, arguments);
    EXPECT_TRUE(answer) << command << ": " << answer.error().message;
    return answer ? *answer : Json();
  }

  Json move(const std::string& motion, bool backward = false) {
    return request("resume", {{"motion", motion}, {"backward", backward}});
  }

  // What the two directions of a motion must agree on.
  static Json place(const Json& stop) {
    return {stop["moment"], stop.value("line", 0), stop["active"], stop["subgroup"],
            stop["workgroup"]};
  }

  void write_shader_of_six() const;
  std::string why(const std::string& expression, unsigned lane);
  void expect_stops_of_a_walk(const Json& stops);
  void expect_same_places_backward(const std::string& motion);
  // The values of variables in all lanes of one subgroup, also where it does not execute.
  Json state() {
    return request(
        "matrix",
        {{"expressions", {"gl_LocalInvocationIndex", "values[0]", "values[9]", "total"}}})["rows"];
  }

  std::filesystem::path folder_, file_;
  std::unique_ptr<DebugSession> session_;
  std::string output_;
};

// Writes the shader with six invocations in a workgroup.
void SessionTest::write_shader_of_six() const {
  std::string text = shader;
  text.replace(text.find("= 8"), 3, "= 6");
  std::ofstream(file_) << text;
}

// Steps forward to the end, then back to the start.
void SessionTest::expect_same_places_backward(const std::string& motion) {
  SCOPED_TRACE(motion);
  std::vector<Json> forward;
  for (Json stop = move(motion); stop["reason"] != "end"; stop = move(motion)) {
    forward.push_back(place(stop));
    ASSERT_LT(forward.size(), 2000u);
  }
  ASSERT_GT(forward.size(), 3u);
  for (std::size_t i = forward.size(); i-- > 0;)
    ASSERT_EQ(place(move(motion, true)), forward[i]) << i;
}

// All lanes of a single subgroup end together, so steps follow one lane all the time.
TEST_F(SessionTest, StepsBackAreStepsForwardReversed) {
  for (const char* motion : {"instruction", "line", "over"}) {
    start({"--groups", "1", "--subgroup-size", "8"});
    if (HasFatalFailure()) return;
    expect_same_places_backward(motion);
  }
}

TEST_F(SessionTest, StepsOfAnyLaneBackAreStepsForwardReversed) {
  for (const char* motion : {"tangle", "any_line"}) {
    start({"--groups", "2", "--subgroup-size", "4"});
    if (HasFatalFailure()) return;
    expect_same_places_backward(motion);
  }
}

// The last subgroup may not be full, or be the only one with one lane or 128.
TEST_F(SessionTest, StepsBackAreStepsForwardReversedInSubgroupsOfAnySize) {
  write_shader_of_six();
  for (const char* size : {"1", "4", "128"}) {
    SCOPED_TRACE(size);
    for (const char* motion : {"tangle", "any_line", "instruction", "line", "over"}) {
      // All lanes of a single subgroup end together, so steps follow one lane all the time.
      const bool follows_lane =
          motion != std::string("tangle") && motion != std::string("any_line");
      if (follows_lane && size != std::string("128")) continue;
      start({"--groups", follows_lane ? "1" : "2", "--subgroup-size", size});
      if (HasFatalFailure()) return;
      expect_same_places_backward(motion);
    }
  }
}

// From random moments, steps lead to the places that the record of all moments gives.
TEST_F(SessionTest, RandomWalksFollowTheRecord) {
  write_shader_of_six();
  for (const char* size : {"1", "4", "128"}) {
    SCOPED_TRACE(size);
    start({"--groups", "2", "--subgroup-size", size});
    if (HasFatalFailure()) return;
    const std::uint64_t last = move("continue")["moment"];
    std::vector<Json> tangles;
    for (std::uint64_t moment = 0; moment < last; ++moment) {
      const Json stop = request("go_to", {{"moment", moment}});
      ASSERT_EQ(stop["moment"], moment);
      tangles.push_back({stop["workgroup"], stop["subgroup"], stop["active"]});
    }
    std::mt19937 random(5);
    for (int i = 0; i < 60; ++i) {
      const std::uint64_t from = random() % last;
      request("go_to", {{"moment", from}});
      std::uint64_t to = from;
      if (i % 2 == 0) {
        while (to < last && tangles[to] == tangles[from]) ++to;
      } else if (to != 0) {
        // To the first moment of the tangle that executed the moment before.
        for (--to; to != 0 && tangles[to - 1] == tangles[to];) --to;
      }
      EXPECT_EQ(move("tangle", i % 2 != 0)["moment"], to) << "from " << from;
    }
  }
}

TEST_F(SessionTest, AMomentIsOneState) {
  start();
  if (HasFatalFailure()) return;
  std::vector<std::pair<std::uint64_t, Json>> states;
  for (Json stop = move("any_line"); stop["reason"] != "end"; stop = move("any_line"))
    states.emplace_back(stop["moment"], state());
  ASSERT_GT(states.size(), 20u);
  for (const std::size_t i :
       {states.size() - 1, std::size_t{3}, states.size() / 2, std::size_t{10}}) {
    const Json stop = request("go_to", {{"moment", states[i].first}});
    EXPECT_EQ(stop["moment"], states[i].first);
    EXPECT_EQ(state(), states[i].second);
  }
}

// Under the minimal reconvergence policy, diverged tangles run one after the other. A suspended lane continues at the place,
// and with the values, that the debugger shows for it.
TEST_F(SessionTest, SuspendedLanesContinueWhereTheViewsShowThem) {
  std::ofstream(file_) << "#version 450\n"
                          "layout(local_size_x = 6) in;\n"
                          "layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };\n"
                          "uint half_of(uint x) {\n"
                          "  if (x % 2 == 1) return 7;\n"
                          "  return x / 2;\n"
                          "}\n"
                          "void main() {\n"
                          "  uint i = gl_LocalInvocationIndex;\n"
                          "  uint a = values[i];\n"
                          "  for (uint k = 0; k < 3; ++k) {\n"
                          "    if (i < k) continue;\n"
                          "    a += half_of(a + k);\n"
                          "    if (a > 12) break;\n"
                          "  }\n"
                          "  if (i < 2) a += 100; else if (i == 4) return; else a += 200;\n"
                          "  values[i] = a;\n"
                          "}\n";
  start({"--groups", "1", "--subgroup-size", "8", "--reconvergence", "minimal"});
  if (HasFatalFailure()) return;
  const std::uint64_t last = move("continue")["moment"];
  // The call stack, and the local variables of main.
  const auto seen_of = [&](unsigned lane) {
    Json seen = Json::array();
    for (const Json& frame : request("stack", {{"lane", lane}})) seen.push_back(frame["word"]);
    const std::size_t depth = seen.size();
    for (const char* variable : {"i", "a"}) {
      const Json place = {{"expression", variable}, {"lane", lane}, {"frame", depth - 1}};
      const auto value = depth == 0 ? Result<Json>(Json()) : session_->request("evaluate", place);
      seen.push_back(value && !value->is_null() ? (*value)["value"] : Json());
    }
    return seen;
  };
  std::array<std::vector<Json>, 6> suspended;  // by lane: since it last ran
  std::size_t compared = 0;
  for (std::uint64_t moment = 0; moment < last; ++moment) {
    const Json active = request("go_to", {{"moment", moment}})["active"];
    for (unsigned lane = 0; lane < suspended.size(); ++lane) {
      const Json now = seen_of(lane);
      if (std::ranges::find(active, Json(lane)) == active.end()) {
        const bool has_ended = now.size() == 2;
        if (!has_ended) suspended[lane].push_back(now);
        continue;
      }
      for (const Json& before : suspended[lane])
        EXPECT_EQ(before, now) << "lane " << lane << ", suspended before moment " << moment;
      compared += suspended[lane].size();
      suspended[lane].clear();
    }
  }
  EXPECT_GT(compared, 200u);
}

TEST_F(SessionTest, BuffersCanBeReadAtTheEnd) {
  start();
  if (HasFatalFailure()) return;
  EXPECT_EQ(move("continue")["reason"], "end");
  // The sums that the program leaves: total of the workgroup, and what invocation 8 has.
  const Json last = request("last_write", {{"expression", "values[8]"}});
  EXPECT_EQ(request("evaluate", {{"expression", "values[8]"}})["value"], last["value"]);
}

TEST_F(SessionTest, TextIsPrintedOnce) {
  start();
  if (HasFatalFailure()) return;
  EXPECT_EQ(move("continue")["reason"], "end");
  EXPECT_NE(output_.find("total "), std::string::npos);
  const std::string before = output_;
  EXPECT_EQ(move("continue", true)["reason"], "start");
  EXPECT_EQ(move("continue")["reason"], "end");
  EXPECT_EQ(output_, before);
}

TEST_F(SessionTest, WatchpointsStopAfterEachAccessInBothDirections) {
  start();
  if (HasFatalFailure()) return;
  request("set_stops", {{"stops",
                         {{{"id", 7},
                           {"kind", "watch"},
                           {"buffer", "0.0"},
                           {"offset", 8},
                           {"size", 4},
                           {"access", "access"}}}}});
  std::vector<std::uint64_t> moments;
  for (Json stop = move("continue"); stop["reason"] != "end"; stop = move("continue")) {
    EXPECT_EQ(stop["reason"], "watchpoint");
    EXPECT_EQ(stop["lane"], 2);
    moments.push_back(stop["moment"]);
  }
  ASSERT_EQ(moments.size(), 2u);  // invocation 2 reads its element, and writes it
  EXPECT_EQ(move("continue", true)["moment"], moments[1]);
  EXPECT_EQ(move("continue", true)["moment"], moments[0]);
  EXPECT_EQ(move("continue", true)["reason"], "start");
}

TEST_F(SessionTest, ConditionsAndHitCounts) {
  start();
  if (HasFatalFailure()) return;
  request("set_stops", {{"stops",
                         {{{"id", 1},
                           {"kind", "line"},
                           {"file", "shader.comp"},
                           {"line", 7},
                           {"condition", "x > 10"}}}}});
  const Json stop = move("continue");
  EXPECT_EQ(stop["reason"], "breakpoint");
  for (const Json& lane : stop["lanes"]) {
    const Json value = request("evaluate", {{"expression", "x"}, {"lane", lane}});
    EXPECT_GT(std::stoul(value["value"].get<std::string>()), 10u);
  }
  request("restart");
  request("set_stops", {{"stops", {{{"id", 2}, {"kind", "line"}, {"line", 7}, {"hits", 3}}}}});
  const Json third = move("continue");
  request("restart");
  request("set_stops", {{"stops", {{{"id", 3}, {"kind", "line"}, {"line", 7}}}}});
  move("continue");
  move("continue");
  EXPECT_EQ(move("continue")["moment"], third["moment"]);
}

// From random moments, the next and the previous stop are those that a walk from the start finds.
void SessionTest::expect_stops_of_a_walk(const Json& stops) {
  start();
  if (HasFatalFailure()) return;
  request("set_stops", {{"stops", stops}});
  std::vector<std::uint64_t> moments;
  Json end;
  for (Json stop = move("continue"); stop["reason"] != "end"; stop = move("continue")) {
    moments.push_back(stop["moment"]);
    ASSERT_LT(moments.size(), 500u);
  }
  ASSERT_GT(moments.size(), 2u) << stops;
  const std::uint64_t last = request("status")["moment"];
  std::mt19937 random(17);
  for (int i = 0; i < 25; ++i) {
    const std::uint64_t from = request("go_to", {{"moment", random() % last}})["moment"];
    const bool backward = i % 2 == 0;
    const Json stop = move("continue", backward);
    const auto next = std::ranges::upper_bound(moments, from);
    const auto previous = std::ranges::lower_bound(moments, from);
    if (backward) {
      EXPECT_EQ(stop["moment"], previous == moments.begin() ? 0 : *(previous - 1)) << from << stops;
    } else {
      EXPECT_EQ(stop["moment"], next == moments.end() ? last : *next) << from << stops;
    }
  }
}

TEST_F(SessionTest, BreakpointsWithConditionsAreFoundFromAnyMoment) {
  expect_stops_of_a_walk({{{"id", 1},
                           {"kind", "line"},
                           {"line", 7},
                           {"condition", "x % 3 == 1 && gl_LocalInvocationIndex != 6"}},
                          {{"id", 2}, {"kind", "line"}, {"line", 19}, {"lane", 1}}});
}

TEST_F(SessionTest, HitCountsAreThoseFromTheStartOfTheRun) {
  expect_stops_of_a_walk({{{"id", 1}, {"kind", "line"}, {"line", 7}, {"hits", 3}}});
}

TEST_F(SessionTest, WritesOfVariablesInRegistersAreFoundFromAnyMoment) {
  start();
  if (HasFatalFailure()) return;
  request("set_stops", {{"stops", {{{"id", 1}, {"kind", "line"}, {"line", 15}}}}});
  move("continue");
  const Json watch = {{{"id", 2}, {"kind", "watch"}, {"expression", "a"}, {"access", "write"}}};
  request("set_stops", {{"stops", watch}});
  std::vector<std::uint64_t> moments;
  for (Json stop = move("continue"); stop["reason"] != "end"; stop = move("continue")) {
    EXPECT_EQ(stop["reason"], "watchpoint");
    EXPECT_NE(stop["text"].get<std::string>().find("a changed: lane "), std::string::npos);
    moments.push_back(stop["moment"]);
    // The new value is that of the variable.
    const Json value = request("evaluate", {{"expression", "a"}, {"lane", stop["lane"]}});
    EXPECT_NE(stop["text"].get<std::string>().find("-> " + value["value"].get<std::string>()),
              std::string::npos)
        << stop["text"];
  }
  // Twice in the loop and once before it, in two subgroups of two workgroups; some lanes leave the loop early.
  ASSERT_GE(moments.size(), 12u);
  for (std::size_t i = moments.size(); i-- > 0;)
    EXPECT_EQ(move("continue", true)["moment"], moments[i]);
}

TEST_F(SessionTest, ReadsOfRegistersCannotBeWatched) {
  start();
  if (HasFatalFailure()) return;
  request("set_stops", {{"stops", {{{"id", 1}, {"kind", "line"}, {"line", 15}}}}});
  move("continue");
  const Json set = request(
      "set_stops",
      {{"stops", {{{"id", 2}, {"kind", "watch"}, {"expression", "a"}, {"access", "read"}}}}});
  EXPECT_EQ(set[0]["verified"], false);
  EXPECT_NE(set[0].value("message", "").find("is in registers"), std::string::npos) << set;
  EXPECT_EQ(move("continue")["reason"], "end");
}

TEST_F(SessionTest, AssignmentsAreEventsOfTheRun) {
  start({"--groups", "1", "--subgroup-size", "8"});
  if (HasFatalFailure()) return;
  EXPECT_EQ(move("continue")["reason"], "end");
  const std::string computed = request("evaluate", {{"expression", "values[6]"}})["value"];
  request("restart");
  request("set_stops", {{"stops", {{{"id", 1}, {"kind", "line"}, {"line", 15}}}}});
  const std::uint64_t moment = move("continue")["moment"];
  request("assign", {{"expression", "a"}, {"value", "1000"}, {"lane", 6}});
  request("set_stops", {{"stops", Json::array()}});
  EXPECT_EQ(move("continue")["reason"], "end");
  const std::string assigned = request("evaluate", {{"expression", "values[6]"}})["value"];
  EXPECT_GT(std::stoul(assigned), std::stoul(computed));
  // Back before it, and forward over it.
  output_.clear();
  request("go_to", {{"moment", moment - 1}});
  EXPECT_NE(request("evaluate", {{"expression", "a"}, {"lane", 6}})["value"], "1000");
  EXPECT_NE(output_.find("a = 1000: undone"), std::string::npos) << output_;
  request("go_to", {{"moment", moment}});
  EXPECT_EQ(request("evaluate", {{"expression", "a"}, {"lane", 6}})["value"], "1000");
  EXPECT_NE(output_.find("a = 1000: repeated"), std::string::npos) << output_;
  EXPECT_EQ(move("continue")["reason"], "end");
  EXPECT_EQ(request("evaluate", {{"expression", "values[6]"}})["value"], assigned);
  // An earlier one drops it.
  request("restart");
  request("write_memory", {{"buffer", "0.0"}, {"offset", 24}, {"bytes", "AQAAAA=="}});
  EXPECT_EQ(move("continue")["reason"], "end");
  EXPECT_NE(output_.find("are dropped: 1"), std::string::npos) << output_;
  EXPECT_LT(
      std::stoul(request("evaluate", {{"expression", "values[6]"}})["value"].get<std::string>()),
      std::stoul(assigned));
}

// What a load read stays its value, also when the variable has changed since, and in lanes that do not execute.
TEST_F(SessionTest, IdsKeepTheirValues) {
  start({"--groups", "1", "--subgroup-size", "8"});
  if (HasFatalFailure()) return;
  request("set_stops", {{"stops", {{{"id", 1}, {"kind", "line"}, {"line", 7}}}}});
  std::string text = move("continue")["instruction"];
  while (text.find("= OpLoad") == std::string::npos) text = move("instruction")["instruction"];
  const std::string load_of_x = text.substr(0, text.find(' '));
  const Json even = request("status")["active"];
  ASSERT_EQ(even, Json({0, 2, 4, 6}));
  std::vector<Json> read;
  for (const Json& lane : even)
    read.push_back(request("evaluate", {{"expression", "x"}, {"lane", lane}})["value"]);
  request("assign", {{"expression", "x"}, {"value", "77"}, {"lane", 2}});
  move("instruction");
  request("assign", {{"expression", "x"}, {"value", "78"}, {"lane", 4}});
  move("instruction");
  for (std::size_t i = 0; i < even.size(); ++i) {
    const Json value = request("evaluate", {{"expression", load_of_x}, {"lane", even[i]}})["value"];
    EXPECT_EQ(value, even[i] == 2 ? Json("77") : read[i]) << even[i];
  }
}

TEST_F(SessionTest, TheHistoryIsThatOfTheMoment) {
  start();
  if (HasFatalFailure()) return;
  request("set_stops", {{"stops", {{{"id", 1}, {"kind", "line"}, {"line", 26}}}}});
  const Json stop = move("continue");
  ASSERT_EQ(stop["reason"], "breakpoint");
  const Json why = request("why", {{"expression", "a"}, {"lane", 0}});
  EXPECT_FALSE(why["steps"].empty());
  for (const Json& step : why["steps"]) EXPECT_LE(step["moment"], stop["moment"]);
  EXPECT_EQ(request("status")["moment"], stop["moment"]);
  EXPECT_EQ(move("line", true)["reason"], "step");
}

// The steps of the answer, as one text.
std::string SessionTest::why(const std::string& expression, unsigned lane) {
  std::string text;
  const Json answer = request("why", {{"expression", expression}, {"lane", lane}, {"depth", 64}});
  for (const Json& step : answer.value("steps", Json::array()))
    text += step["text"].get<std::string>() + " -> " + step["value"].get<std::string>() + "\n";
  return text;
}

TEST_F(SessionTest, WhyFollowsValuesAcrossLanes) {
  std::ofstream(file_) << "#version 450\n"
                          "#extension GL_KHR_shader_subgroup_arithmetic : require\n"
                          "#extension GL_KHR_shader_subgroup_shuffle : require\n"
                          "layout(local_size_x = 4) in;\n"
                          "layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };\n"
                          "void main() {\n"
                          "  uint i = gl_LocalInvocationIndex;\n"
                          "  uint a = values[i] * 3;\n"
                          "  uint b = 0;\n"
                          "  if (i < 2) {\n"
                          "    b = subgroupShuffle(a, i + 2);\n"
                          "  }\n"
                          "  uint sum = subgroupAdd(a);\n"
                          "  values[i] = b + sum;\n"
                          "}\n";
  start({"--subgroup-size", "4"});
  if (HasFatalFailure()) return;
  request("set_stops", {{"stops", {{{"id", 1}, {"kind", "line"}, {"line", 14}}}}});
  ASSERT_EQ(move("continue")["reason"], "breakpoint");
  // Lanes 2 and 3 do not execute the shuffle.
  const std::string inactive = why("b", 1);
  EXPECT_NE(inactive.find("lane 1 read lane 3 by subgroupShuffle"), std::string::npos) << inactive;
  EXPECT_NE(inactive.find("lane 3 has been inactive since the branch at line 10"),
            std::string::npos)
      << inactive;
  // Each lane adds three times its element: 1, 2, 3, 4.
  const std::string sum = why("sum", 2);
  EXPECT_NE(sum.find("by a sum over lanes from lanes 0-3 (0: 3, 1: 6, 2: 9, 3: 12) -> 30"),
            std::string::npos)
      << sum;
  // From there on, the contribution of the lane itself: back to its element of the buffer.
  EXPECT_NE(sum.find("OpIMul"), std::string::npos) << sum;
  EXPECT_NE(sum.find("'values[2]' of buffer 0.0: its contents at the start of the dispatch -> 3"),
            std::string::npos)
      << sum;
}

TEST_F(SessionTest, ErrorsOfTheProgramEndTheStart) {
  std::ofstream(file_) << "#version 450\nvoid main() { x = 1; }\n";
  SessionOptions options;
  options.arguments = {file_.string()};
  const auto session = DebugSession::start(options, nullptr);
  ASSERT_FALSE(session);
  EXPECT_NE(session.error().message.find("undeclared identifier"), std::string::npos);
}

TEST_F(SessionTest, MalformedRequestsAreErrorsAndChangeNothing) {
  start();
  if (HasFatalFailure()) return;
  const Json before = request("status");
  for (const Json& arguments :
       {Json{{"backward", "x"}}, Json{{"motion", 7}}, Json{{"stops", 3}}, Json{{"moment", -1}},
        Json{{"expression", std::string(100000, '(')}}, Json{{"lane", 1e30}}}) {
    for (const char* command :
         {"evaluate", "matrix", "set_stops", "read_memory", "why", "focus", "nonsense"})
      (void)session_->request(command, arguments);
  }
  EXPECT_EQ(request("status")["moment"], before["moment"]);
}

TEST_F(SessionTest, ALoopWithoutEndCanBePaused) {
  std::ofstream(file_)
      << "#version 450\nlayout(local_size_x = 1) in;\n"
         "layout(std430, set = 0, binding = 0) buffer B { uint v[]; };\n"
         "void main() { uint a = v[0]; while (true) { a = a * 3 + 1; if (a == 0) v[0] = a; } }\n";
  start({"--max-steps", "100000000000"});
  if (HasFatalFailure()) return;
  session_->begin_request("resume", {{"motion", "continue"}});
  session_->pause();
  Result<Json> answer = Json();
  for (int i = 0; i < 2000 && !session_->poll(answer); ++i) usleep(10'000);
  ASSERT_TRUE(answer);
  EXPECT_EQ((*answer)["reason"], "pause");
}

}  // namespace
}  // namespace spirv_oracle
