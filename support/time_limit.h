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

// A running module checks the time itself. Compilers and the validator are library calls that do
// not, and cannot be interrupted. While one of them runs, the program can only end itself, which
// end_process_at_deadline() requests.
class TimeLimit {
 public:
  explicit TimeLimit(double seconds);  // 0: none
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;
  ~TimeLimit();

  // If the deadline passes during a phase, a separate thread calls `report` with the reason and
  // ends the process with Status::limit.
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

// Marks a phase of the command during its lifetime. The message is "the time limit is reached while
// <phase>".
class TimedPhase {
 public:
  TimedPhase(TimeLimit* limit, std::string phase);  // null: no limit
  TimedPhase(const TimedPhase&) = delete;
  TimedPhase& operator=(const TimedPhase&) = delete;
  ~TimedPhase();

  // Error if the deadline has passed.
  Result<void> check() const;

 private:
  TimeLimit* limit_;
  std::string phase_;
};

}  // namespace spirv_oracle
