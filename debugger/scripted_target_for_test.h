// A target that answers as a test says, and notes what it was asked.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "debugger/target.h"

namespace spirv_oracle {

class ScriptedTarget : public Target {
 public:
  using Answer = std::function<Result<nlohmann::json>(const nlohmann::json& arguments)>;

  struct Asked {
    std::string command;
    nlohmann::json arguments;
  };

  // The answers by command. A command that is not there gets an error.
  std::map<std::string, Answer, std::less<>> answers;
  std::vector<Asked> asked;
  int pauses = 0;
  // While set, poll() has no answer yet.
  bool busy = false;
  std::optional<ReplayProgress> replay;
  nlohmann::json first_stop = {
      {"reason", "entry"},      {"moment", 0},   {"ended", false},    {"dispatch", 0},
      {"workgroup", {0, 0, 0}}, {"subgroup", 0}, {"lane", 0},         {"active", {0, 1, 2, 3}},
      {"file", "a.comp"},       {"line", 3},     {"function", "main"}};

  void answer(const std::string& command, nlohmann::json result) {
    answers[command] = [result = std::move(result)](const nlohmann::json&) { return result; };
  }

  // The arguments of the last request with this command; null if there was none.
  nlohmann::json last(std::string_view command) const {
    for (std::size_t i = asked.size(); i-- > 0;)
      if (asked[i].command == command) return asked[i].arguments;
    return nullptr;
  }

  Result<nlohmann::json> request(std::string_view command, nlohmann::json arguments) override {
    asked.push_back({std::string(command), arguments});
    const auto found = answers.find(command);
    if (found == answers.end()) return bad_input("no answer for " + std::string(command));
    return found->second(arguments);
  }
  void begin_request(std::string_view command, nlohmann::json arguments) override {
    pending_ = request(command, std::move(arguments));
    has_pending_ = true;
  }
  bool poll(Result<nlohmann::json>& answer) override {
    if (!has_pending_ || busy) return false;
    answer = std::move(pending_);
    has_pending_ = false;
    return true;
  }
  int descriptor() const override { return -1; }
  void pause() override { ++pauses; }
  const nlohmann::json& entry() const override { return first_stop; }
  std::optional<ReplayProgress> progress() const override { return replay; }

 private:
  Result<nlohmann::json> pending_ = nlohmann::json();
  bool has_pending_ = false;
};

}  // namespace spirv_oracle
