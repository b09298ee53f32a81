// What the record before an attempt or an update leaves for the one after it.
#pragma once

#include <utility>
#include <vector>

#include "interpreter/ir/record.h"
#include "memory/definedness.h"

namespace spirv_oracle {

class PendingAttempt {
 public:
  // The attempts have failed, so that the records up to `check` do not execute.
  void set_failed(const Record& check) { failed_ = &check; }
  bool take_failed(const Record& check) { return std::exchange(failed_, nullptr) == &check; }
  // The state of a byte that a write is about to change.
  void save(Definedness& state) { states_.emplace_back(&state, state); }
  void forget_states() { states_.clear(); }
  // The write leaves the bytes as certain as they were.
  void restore_states() {
    for (const auto& [state, before] : states_) *state = before;
    states_.clear();
  }

 private:
  const Record* failed_ = nullptr;
  std::vector<std::pair<Definedness*, Definedness>> states_;
};

}  // namespace spirv_oracle
