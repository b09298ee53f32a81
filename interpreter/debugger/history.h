// What a run has executed, recorded while the debugger replays it: the answers to `why`, `last_write`, `who_else` and `diff`.
#pragma once

#include <cstdint>
#include <memory>

#include "interpreter/ir/op.h"

namespace spirv_oracle {

struct Program;
struct Subgroup;

class History {
 public:
  // Keeps at most so many bytes; older entries go first.
  explicit History(std::uint64_t max_bytes);
  ~History();

  // Another dispatch of a script begins. The program lives until the next one.
  void start_dispatch(const Program& program, std::uint32_t dispatch);
  // Called before each record that is executed; `moment`: records executed so far.
  void note(const Subgroup& subgroup, const Op& op, std::uint64_t moment);

 private:
  friend class HistoryQueries;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spirv_oracle
