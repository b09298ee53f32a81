#include "support/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace spirv_oracle {
namespace {

constexpr std::chrono::seconds patience{2};
constexpr std::size_t progress_line_width = 79;

}  // namespace

std::string progress_text(const Progress& progress, double seconds) {
  const double speed = static_cast<double>(progress.steps) / seconds / 1e6;
  std::string text = fmt::format("{} of {} workgroups done, {:.1f} million steps per second",
                                 progress.workgroups_done, progress.workgroups, speed);
  if (progress.source.line != 0) {
    text +=
        fmt::format(", at {}:{}", std::filesystem::path(progress.source.file).filename().string(),
                    progress.source.line);
  }
  return text.substr(0, progress_line_width);
}

void ProgressLine::show(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (progress.steps < steps_) run_start_ = now;
  steps_ = progress.steps;
  if (now - start_ < patience) return;
  const std::chrono::duration<double> seconds = now - run_start_;
  out_ << '\r' << progress_text(progress, std::max(seconds.count(), 1e-3)) << "\x1b[K"
       << std::flush;
  is_shown_ = true;
}

void ProgressLine::erase() {
  const std::lock_guard lock(mutex_);
  if (is_shown_) out_ << "\r\x1b[K" << std::flush;
  is_shown_ = false;
}

}  // namespace spirv_oracle
