#include "debugger/dap/server.h"

#include <gtest/gtest.h>

#include "debugger/fields.h"
#include "debugger/scripted_target_for_test.h"

namespace spirv_oracle::dap {
namespace {

using nlohmann::json;

// A server whose target is scripted, and the messages that it has sent.
class DapServer : public testing::Test {
 protected:
  DapServer()
      : server_(
            [this](const SessionOptions& options,
                   DebugSession::OutputHandler output) -> Result<std::unique_ptr<Target>> {
              if (options.arguments.front() == "missing.comp") return bad_input("cannot read it");
              output_ = std::move(output);
              auto target = std::make_unique<ScriptedTarget>();
              target_ = target.get();
              target->answer("sources", json::array({{{"name", "a.comp"}, {"text", "x\n"}}}));
              target->answer("set_stops", json::array());
              target->answer("focus", {{"workgroup", 0}, {"subgroup", 0}, {"lane", 0}});
              target->answer("subgroups", json::array({{{"workgroup", {0, 0, 0}},
                                                        {"workgroup_index", 0},
                                                        {"subgroup", 0},
                                                        {"state", "executes"}}}));
              target->first_stop["workgroup_index"] = 0;
              target->answer("resume", stop("breakpoint"));
              return target;
            },
            [this](const json& message) { messages_.push_back(message); }) {}

  static json stop(const char* reason) {
    return {{"reason", reason}, {"moment", 5},   {"ended", false},
            {"subgroup", 0},    {"lane", 0},     {"workgroup", {0, 0, 0}},
            {"line", 3},        {"text", "why"}, {"workgroup_index", 0}};
  }

  // Sends a request; its number.
  int send(const char* command, json arguments = json::object()) {
    server_.receive(
        json{{"seq", ++seq_}, {"type", "request"}, {"command", command}, {"arguments", arguments}}
            .dump());
    return seq_;
  }

  // The response to a request; null if there is none yet.
  json response(int seq) const {
    for (const json& message : messages_)
      if (text_field(message, "type") == "response" && message["request_seq"] == seq)
        return message;
    return nullptr;
  }
  bool succeeds(int seq) const { return flag_field(response(seq), "success"); }
  int count_events(const char* name) const {
    int count = 0;
    for (const json& message : messages_) count += text_field(message, "event") == name ? 1 : 0;
    return count;
  }
  json last_event(const char* name) const {
    json last;
    for (const json& message : messages_)
      if (text_field(message, "event") == name) last = message;
    return last;
  }

  void launch(bool stops_on_entry = true) {
    send("initialize", {{"adapterID", "x"}});
    send("launch", {{"program", "a.comp"}, {"stopOnEntry", stops_on_entry}});
    send("configurationDone");
  }

  ScriptedTarget* target_ = nullptr;
  DebugSession::OutputHandler output_;
  std::vector<json> messages_;
  int seq_ = 0;
  Server server_;
};

TEST_F(DapServer, LaunchAndEntry) {
  launch();
  EXPECT_EQ(count_events("initialized"), 1);
  EXPECT_EQ(last_event("stopped")["body"]["reason"], "entry");
  EXPECT_EQ(last_event("stopped")["body"]["threadId"], 1);
}

TEST_F(DapServer, MessagesAreNumbered) {
  launch();
  send("threads");
  for (std::size_t i = 0; i < messages_.size(); ++i) EXPECT_EQ(messages_[i]["seq"], i + 1);
}

TEST_F(DapServer, ARunBeginsWithoutAStop) {
  launch(false);
  EXPECT_EQ(count_events("stopped"), 0);
  server_.check_target();
  EXPECT_EQ(last_event("stopped")["body"]["reason"], "breakpoint");
}

TEST_F(DapServer, WhatIsNotARequestIsReported) {
  for (const char* content :
       {"", "nonsense", "[]", "null", "7", "{}", R"({"seq": 1})", R"({"seq":"1","type":"request"})",
        R"({"seq":1,"type":"request","command":7})", R"({"seq":0,"type":"request","command":"x"})",
        R"({"seq":1e300,"type":"request","command":"x"})", "\xff\xfe"})
    server_.receive(content);
  EXPECT_EQ(count_events("output"), 12);
  EXPECT_EQ(messages_.size(), 12U);
  launch();
  EXPECT_EQ(count_events("stopped"), 1);
}

TEST_F(DapServer, RequestsInAWrongOrder) {
  for (const char* command :
       {"launch", "configurationDone", "continue", "next", "stackTrace", "threads",
        "setBreakpoints", "variables", "pause", "evaluate", "source", "spirv/lanes"})
    EXPECT_FALSE(succeeds(send(command))) << command;
  EXPECT_TRUE(succeeds(send("initialize")));
  EXPECT_FALSE(succeeds(send("initialize")));
  for (const char* command : {"continue", "next", "stackTrace", "variables", "pause", "evaluate",
                              "goto", "disassemble", "spirv/lanes", "restart", "exceptionInfo"})
    EXPECT_FALSE(succeeds(send(command))) << command;
  EXPECT_TRUE(succeeds(send("threads")));
}

TEST_F(DapServer, ArgumentsOfWrongTypes) {
  launch();
  const json wrong = {{"threadId", "x"},         {"frameId", 1e9},       {"variablesReference", -5},
                      {"expression", 7},         {"breakpoints", 3},     {"source", "file"},
                      {"filters", {1, 2}},       {"line", "one"},        {"column", nullptr},
                      {"instructionCount", 0.5}, {"targetId", -9},       {"count", -1},
                      {"expressions", "i"},      {"memoryReference", 5}, {"requestId", "x"}};
  for (const char* command : {"stackTrace",
                              "scopes",
                              "variables",
                              "setVariable",
                              "setExpression",
                              "evaluate",
                              "goto",
                              "gotoTargets",
                              "completions",
                              "disassemble",
                              "readMemory",
                              "writeMemory",
                              "source",
                              "setBreakpoints",
                              "setFunctionBreakpoints",
                              "setInstructionBreakpoints",
                              "setDataBreakpoints",
                              "setExceptionBreakpoints",
                              "dataBreakpointInfo",
                              "breakpointLocations",
                              "cancel",
                              "spirv/lanes",
                              "spirv/focus",
                              "exceptionInfo",
                              "loadedSources"}) {
    EXPECT_FALSE(response(send(command, wrong)).is_null()) << command;
    EXPECT_FALSE(response(send(command, {{"breakpoints", {1, "x", nullptr, json::array()}},
                                         {"filterOptions", json::array({3})}}))
                     .is_null())
        << command;
  }
}

TEST_F(DapServer, ATargetWhoseAnswersAreWrongIsNoDanger) {
  launch();
  for (const json& answer : {json(), json(7), json("x"), json::array({1, nullptr, "x"}),
                             json{{"bytes", "?"}, {"offset", -1}}}) {
    for (const char* command :
         {"stack", "scopes", "children", "evaluate", "matrix", "tangles", "barriers", "assign",
          "read_memory", "write_memory", "disassemble", "sources", "lines", "complete", "focus",
          "set_stops", "subgroups", "why", "findings"})
      target_->answer(command, answer);
    for (const char* command :
         {"threads", "scopes", "variables", "setVariable", "evaluate", "completions", "readMemory",
          "writeMemory", "setBreakpoints", "dataBreakpointInfo", "breakpointLocations",
          "spirv/lanes", "spirv/tangles", "spirv/focus"})
      EXPECT_FALSE(response(send(command, {{"line", 1}, {"count", 4}, {"data", "AAAA"}})).is_null())
          << command;
    send("stackTrace", {{"threadId", 1}});
    send("disassemble", {{"memoryReference", "0x1"}, {"instructionCount", 3}});
  }
}

TEST_F(DapServer, ALaneThatHasEndedShowsItsBuffers) {
  launch();
  target_->answer("scopes", json::array({{{"name", "Locals"}, {"handle", 4}},
                                         {{"name", "Buffers"}, {"handle", 5}}}));
  target_->answer("stack", json::array({{{"function", "f"}, {"line", 3}, {"file", "b.comp"}},
                                        {{"function", "main"}, {"line", 7}, {"file", "a.comp"}}}));
  const auto frames_of_thread = [this] {
    return response(send("stackTrace", {{"threadId", 1}}))["body"]["stackFrames"];
  };
  const auto scopes_of = [this](const json& frame) {
    return response(send("scopes", {{"frameId", frame["id"]}}))["body"]["scopes"];
  };
  EXPECT_EQ(scopes_of(frames_of_thread()[0]).size(), 2u);

  target_->answer("stack", json::array());
  const json frames = frames_of_thread();
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0]["name"], "(ended)");
  EXPECT_EQ(frames[0]["source"]["path"], "a.comp");
  EXPECT_EQ(frames[0]["line"], 7);
  const json scopes = scopes_of(frames[0]);
  ASSERT_EQ(scopes.size(), 1u);
  EXPECT_EQ(scopes[0]["variablesReference"], 5);
}

TEST_F(DapServer, ErrorsOfExpressionsAreShownWithTheExpression) {
  launch();
  for (const char* command : {"evaluate", "setVariable"}) {
    const json answer = response(send(command, {{"expression", "x"}, {"name", "x"}}));
    EXPECT_EQ(answer["body"]["error"]["showUser"], std::string(command) != "evaluate") << command;
  }
}

TEST_F(DapServer, WhileTheRunGoesOn) {
  launch();
  target_->busy = true;
  EXPECT_TRUE(succeeds(send("continue", {{"threadId", 1}})));
  EXPECT_EQ(response(send("stackTrace", {{"threadId", 1}}))["message"], "notStopped");
  EXPECT_TRUE(succeeds(send("threads")));
  EXPECT_TRUE(succeeds(send("pause", {{"threadId", 1}})));
  EXPECT_EQ(target_->pauses, 1);
  target_->answer("resume", stop("pause"));
  target_->busy = false;
  server_.check_target();
  EXPECT_EQ(count_events("stopped"), 2);
}

// The run pauses for new stop points, and goes on without a word about it.
TEST_F(DapServer, BreakpointsWhileTheRunGoesOn) {
  launch();
  target_->answer("resume", stop("pause"));
  target_->busy = true;
  send("continue", {{"threadId", 1}});
  const int seq = send("setBreakpoints", {{"source", {{"name", "a.comp"}}},
                                          {"breakpoints", json::array({{{"line", 3}}})}});
  EXPECT_TRUE(response(seq).is_null());
  EXPECT_EQ(target_->pauses, 1);
  target_->busy = false;
  server_.check_target();
  EXPECT_TRUE(succeeds(seq));
  EXPECT_EQ(target_->last("set_stops")["stops"].size(), 1U);
  EXPECT_EQ(count_events("stopped"), 1);  // the one at the entry
  EXPECT_EQ(target_->asked.back().command, "resume");
  target_->answer("resume", stop("breakpoint"));
  server_.check_target();  // the answer from before
  EXPECT_EQ(count_events("stopped"), 2);
}

TEST_F(DapServer, ARequestThatWaitsCanBeCancelled) {
  launch();
  target_->busy = true;
  send("next", {{"threadId", 1}});
  const int seq = send("setFunctionBreakpoints");
  EXPECT_TRUE(response(seq).is_null());
  EXPECT_TRUE(succeeds(send("cancel", {{"requestId", seq}})));
  EXPECT_EQ(response(seq)["message"], "cancelled");
}

TEST_F(DapServer, AFloodOfRequestsIsRefused) {
  launch();
  target_->busy = true;
  send("next", {{"threadId", 1}});
  int refused = 0;
  for (int i = 0; i < 3000; ++i)
    refused += response(send("setFunctionBreakpoints")).is_null() ? 0 : 1;
  EXPECT_EQ(refused, 2000);
  target_->busy = false;
  server_.check_target();
  EXPECT_TRUE(succeeds(seq_ - 2999));
}

TEST_F(DapServer, HistoryIsAnsweredLater) {
  launch();
  target_->answer("why", {{"text", "x is 1"}, {"steps", json::array()}});
  target_->busy = true;
  const int why = send("evaluate", {{"expression", "why x"}, {"context", "repl"}});
  EXPECT_TRUE(response(why).is_null());
  const int next = send("threads");
  EXPECT_TRUE(response(next).is_null());
  target_->busy = false;
  server_.check_target();
  EXPECT_EQ(response(why)["body"]["result"], "x is 1");
  EXPECT_TRUE(succeeds(next));
}

TEST_F(DapServer, TheTargetDies) {
  launch();
  target_->answers["resume"] = [](const json&) -> Result<json> {
    return tl::unexpected(Error{Status::limit, "the program that is debugged has died"});
  };
  send("continue", {{"threadId", 1}});
  server_.check_target();
  EXPECT_EQ(count_events("terminated"), 1);
  send("stackTrace", {{"threadId", 1}});
  EXPECT_TRUE(succeeds(send("disconnect")));
  EXPECT_TRUE(server_.has_ended());
  EXPECT_EQ(count_events("terminated"), 1);
}

TEST_F(DapServer, AProgramThatDoesNotStart) {
  send("initialize");
  const int seq = send("launch", {{"program", "missing.comp"}});
  EXPECT_EQ(response(seq)["message"], "cannot read it");
  EXPECT_EQ(response(seq)["body"]["error"]["variables"]["message"], "cannot read it");
  EXPECT_FALSE(succeeds(send("launch")));
  EXPECT_FALSE(succeeds(send("launch", {{"program", "a.comp"}, {"args", json::array({1})}})));
  EXPECT_TRUE(succeeds(send("launch", {{"program", "a.comp"}})));
}

TEST_F(DapServer, AnException) {
  launch();
  json finding = stop("finding");
  finding["finding"] = {{"kind", "data-race"},
                        {"clause", "memory.data-race"},
                        {"severity", "undefined"},
                        {"message", "two writes"},
                        {"help", "use a barrier"}};
  target_->answer("resume", finding);
  send("continue", {{"threadId", 1}});
  server_.check_target();
  EXPECT_EQ(last_event("stopped")["body"]["reason"], "exception");
  const json info = response(send("exceptionInfo", {{"threadId", 1}}))["body"];
  EXPECT_EQ(info["exceptionId"], "memory.data-race");
  EXPECT_EQ(info["description"], "undefined: two writes [memory.data-race]\nhelp: use a barrier");
}

TEST_F(DapServer, LinesFromZero) {
  send("initialize", {{"linesStartAt1", false}, {"columnsStartAt1", false}});
  send("launch", {{"program", "a.comp"}, {"stopOnEntry", true}});
  target_->answer("set_stops", json::array({{{"id", 1}, {"verified", true}, {"line", 4}}}));
  const int seq = send("setBreakpoints", {{"source", {{"name", "a.comp"}}},
                                          {"breakpoints", json::array({{{"line", 2}}})}});
  EXPECT_EQ(target_->last("set_stops")["stops"][0]["line"], 3);
  EXPECT_EQ(response(seq)["body"]["breakpoints"][0]["line"], 3);
}

TEST_F(DapServer, OutputOfTheProgram) {
  launch();
  output_("stdout", "0.0: uint32[1] = 7\n");
  EXPECT_EQ(last_event("output")["body"]["output"], "0.0: uint32[1] = 7\n");
}

TEST_F(DapServer, AfterTheEndContinueTerminates) {
  launch();
  json end = stop("end");
  end["ended"] = true;
  target_->answer("resume", end);
  send("continue", {{"threadId", 1}});
  server_.check_target();
  EXPECT_EQ(count_events("terminated"), 0);
  // The next run of a script stops as usual; the end of the whole program has no place.
  target_->answer("resume", stop("breakpoint"));
  send("continue", {{"threadId", 1}});
  server_.check_target();
  EXPECT_EQ(count_events("terminated"), 0);
  target_->answer("resume", end);
  send("continue", {{"threadId", 1}});
  server_.check_target();
  const auto stops = count_events("stopped");
  target_->answer("resume", {{"reason", "end"}, {"moment", 9}, {"ended", true}});
  send("continue", {{"threadId", 1}});
  server_.check_target();
  EXPECT_EQ(count_events("terminated"), 1);
  EXPECT_EQ(count_events("stopped"), stops);
  send("continue", {{"threadId", 1}});
  EXPECT_EQ(count_events("terminated"), 1);
}

}  // namespace
}  // namespace spirv_oracle::dap
