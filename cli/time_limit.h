// --timeout: the time that a command may take, from its start to its results.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "interpreter/deadline.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// Running a module looks at the time itself. Compilers and the validator are library calls that do not, and that
// nothing can interrupt: a program can only end itself while one of them runs, which end_process_at_deadline() asks for.
class TimeLimit {
 public:
  explicit TimeLimit(double seconds);  // 0: none
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;
  ~TimeLimit();

  // If the deadline passes during a phase, calls `report` with the reason, in a thread of its own, and ends the process
  // with Status::limit.
  void end_process_at_deadline(std::function<void(const Error&)> report);

  Deadline deadline() const { return deadline_; }

  // Status::limit, with the phase in the message.
  Error error_in(const std::string& phase) const;

 private:
  friend class TimedPhase;
  // "" between phases.
  void set_phase(std::string phase);
  void watch();

  double seconds_;
  Deadline deadline_;
  std::function<void(const Error&)> report_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string phase_;
  bool done_ = false;
  std::thread watchdog_;
};

// While it lives, the command does what `phase` says, as in "the time limit is reached while <phase>".
class TimedPhase {
 public:
  TimedPhase(TimeLimit* limit, std::string phase);  // null: nothing is limited
  TimedPhase(const TimedPhase&) = delete;
  TimedPhase& operator=(const TimedPhase&) = delete;
  ~TimedPhase();

  // Error: the deadline has passed meanwhile.
  Result<void> check() const;

 private:
  TimeLimit* limit_;
  std::string phase_;
};

}  // namespace spirv_oracle
