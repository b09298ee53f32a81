// A progress bar on a terminal.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <ostream>
#include <string>

namespace spirv_oracle::golden {

class ProgressBar {
 public:
  // Shows nothing if `is_shown` is false, or if there is only one thing to do.
  ProgressBar(std::ostream& out, bool is_shown, std::size_t count)
      : out_(out), is_shown_(is_shown && count > 1), count_(count) {}
  ~ProgressBar() { erase(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(std::size_t done) {
    if (!is_shown_) return;
    constexpr std::size_t width = 30;
    const std::size_t filled = done * width / count_;
    out_ << fmt::format("\r[{}{}] {}/{}", std::string(filled, '='),
                        std::string(width - filled, ' '), done, count_)
         << std::flush;
  }
  // Must be called before anything else is printed.
  void erase() {
    if (is_shown_) out_ << "\r\x1b[K" << std::flush;
  }

 private:
  std::ostream& out_;
  bool is_shown_;
  std::size_t count_;
};

}  // namespace spirv_oracle::golden
