// The history of a run, which the debugger records while it replays the run. It answers `why`, `last_write`, `who_else` and `diff`.
#pragma once

#include <cstdint>
#include <memory>

#include "interpreter/ir/record.h"

namespace spirv_oracle {

struct Program;
struct Subgroup;

class History {
 public:
  // Keeps at most this number of bytes; drops the oldest entries first.
  explicit History(std::uint64_t max_bytes);
  ~History();

  // Starts another dispatch of a script. The program must live until the next one starts.
  void start_dispatch(const Program& program, std::uint32_t dispatch);
  // To be called before each record is executed; `moment`: the number of records executed so far.
  void note(const Subgroup& subgroup, const Record& record, std::uint64_t moment);

 private:
  friend class HistoryQueries;
  friend class HistoryReader;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spirv_oracle
