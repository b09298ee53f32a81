// What the debugger sends to its client: answers, progress, and the text of the program and of the debugger itself.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/engine/transport/channel.h"

namespace spirv_oracle {

// Texts of one category wait until there are many of them, or something else is sent: clients take time for each event.
class DebugOutput {
 public:
  // The channel must outlive this object. It may be replaced by another one.
  explicit DebugOutput(Channel& client) : client_(client) {}

  // From now on sends nothing.
  void silence() { is_silent_ = true; }

  // Sends a message, after the texts that wait.
  void send(const nlohmann::json& message);
  // Tells how far a replay is, but only once in a while.
  void send_progress(std::uint64_t moment, std::uint64_t target);
  // Sends text of the program, unless the client got it before the run went back.
  void send_program_text(const std::string& category, const std::string& text);
  // Sends text of the debugger itself.
  void send_console_text(const std::string& text);
  // Sends the texts that wait.
  void flush();

  // Text of the program waits until the run starts. `is_replay`: the client has got the text before the start.
  void start(bool is_replay);
  bool has_started() const { return has_started_; }
  // Says why the run does not start, if it does not.
  std::string text_before_start() const;

  // How many texts of the program the client has got. A process that takes over must know that.
  std::uint64_t sent_program_texts() const { return sent_program_texts_; }
  void set_sent_program_texts(std::uint64_t count) { sent_program_texts_ = count; }

 private:
  void append(const std::string& category, const std::string& text);

  Channel& client_;
  bool is_silent_ = false;
  bool has_started_ = false;
  std::uint64_t program_texts_ = 0;  // from the start of the run to its current state
  std::uint64_t sent_program_texts_ = 0;
  std::vector<std::pair<std::string, std::string>> before_start_;  // categories and texts
  std::string waiting_category_, waiting_text_;
  std::chrono::steady_clock::time_point last_progress_;
};

}  // namespace spirv_oracle
