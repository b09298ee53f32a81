// Finds out whether a run lacks marks of undefined and implementation-dependent values, because they depend on what happens
// later in its dispatch. docs/debugger_protocol.md says when that matters.
#pragma once

#include <cstdint>

namespace spirv_oracle {

// Whether a dispatch runs with all marks.
enum class Marks : std::uint8_t { unknown, complete, need_preparation };

// A copy of the process, the lookahead process, runs the rest of the dispatch.
class Lookahead {
 public:
  enum class Result : std::uint8_t {
    failed,  // the copy could not be made
    complete,
    lacks_marks,
    in_lookahead  // this is the lookahead process: it must run on and call end()
  };
  // Waits for the lookahead process. `moment`: the current one.
  Result run(std::uint64_t moment);

  // Whether this is the lookahead process.
  bool is_active() const { return result_ != -1; }
  // Whether the rest of the dispatch is too long, so that the lookahead process should end.
  bool is_too_long(std::uint64_t moment) const { return moment >= last_moment_; }
  // Ends the lookahead process.
  [[noreturn]] void end(bool lacks_marks) const;

 private:
  int result_ = -1;  // in the lookahead process: the pipe that takes the result
  std::uint64_t last_moment_ = 0;
};

}  // namespace spirv_oracle
