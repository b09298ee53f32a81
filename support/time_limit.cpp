#include "support/time_limit.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

namespace spirv_oracle {

TimeLimit::TimeLimit(double seconds) : seconds_(seconds), deadline_(deadline_after(seconds)) {}

TimeLimit::~TimeLimit() {
  if (!watchdog_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
  watchdog_.join();
}

void TimeLimit::end_process_at_deadline(std::function<void(const Error&)> report) {
  if (deadline_ == no_deadline) return;
  report_ = std::move(report);
  watchdog_ = std::thread([this] { watch(); });
}

Error TimeLimit::error_in(const std::string& phase) const {
  return {Status::limit, fmt::format("time limit of {} s reached while {}", seconds_, phase)};
}

void TimeLimit::set_phase(std::string phase) {
  {
    const std::lock_guard lock(mutex_);
    phase_ = std::move(phase);
  }
  changed_.notify_all();
}

void TimeLimit::watch() {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, deadline_, [this] { return done_; });
  changed_.wait(lock, [this] { return done_ || !phase_.empty(); });
  if (done_) return;
  report_(error_in(phase_));
  _exit(static_cast<int>(
      Status::limit));  // without destructors, because the main thread still uses their objects
}

TimedPhase::TimedPhase(TimeLimit* limit, std::string phase)
    : limit_(limit), phase_(std::move(phase)) {
  if (limit_ != nullptr) limit_->set_phase(phase_);
}

TimedPhase::~TimedPhase() {
  if (limit_ != nullptr) limit_->set_phase("");
}

Result<void> TimedPhase::check() const {
  if (limit_ == nullptr || !is_past(limit_->deadline())) return {};
  return tl::unexpected(limit_->error_in(phase_));
}

}  // namespace spirv_oracle
