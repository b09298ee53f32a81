#include "debugger/engine/transport/output.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t max_waiting_bytes = 1u << 15;
constexpr auto time_between_progress = std::chrono::milliseconds(100);

}  // namespace

void DebugOutput::send(const nlohmann::json& message) {
  flush();
  if (!is_silent_) client_.send(message);
}

void DebugOutput::send_progress(std::uint64_t moment, std::uint64_t target) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_progress_ < time_between_progress) return;
  last_progress_ = now;
  send({{"event", "progress"}, {"moment", moment}, {"target", target}});
}

void DebugOutput::send_program_text(const std::string& category, const std::string& text) {
  if (is_silent_) return;
  if (!has_started_) {
    before_start_.emplace_back(category, text);
    return;
  }
  if (++program_texts_ <= sent_program_texts_) return;
  sent_program_texts_ = program_texts_;
  append(category, text);
}

void DebugOutput::send_console_text(const std::string& text) { append("console", text); }

void DebugOutput::append(const std::string& category, const std::string& text) {
  if (is_silent_) return;
  if (category != waiting_category_) flush();
  waiting_category_ = category;
  waiting_text_ += text;
  if (waiting_text_.size() >= max_waiting_bytes) flush();
}

void DebugOutput::flush() {
  if (waiting_text_.empty() || is_silent_) return;
  client_.send({{"event", "output"}, {"category", waiting_category_}, {"text", waiting_text_}});
  waiting_text_.clear();
}

void DebugOutput::start(bool is_replay) {
  has_started_ = true;
  for (const auto& [category, text] : before_start_) {
    if (is_replay) {
      ++program_texts_;
    } else {
      send_program_text(category, text);
    }
  }
}

std::string DebugOutput::text_before_start() const {
  std::string all;
  for (const auto& [category, text] : before_start_) all += text;
  return all;
}

}  // namespace spirv_oracle
