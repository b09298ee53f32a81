// The dispatch that the debugger watches: its program, its workgroups, and where it is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/engine/program/code_map.h"
#include "debugger/engine/program/paused_run.h"
#include "debugger/engine/program/symbols.h"
#include "debugger/engine/program/temporary_values.h"

namespace spirv_oracle {

class RunningDispatch {
 public:
  // The program must live until end().
  void start(const Program& program);
  // Another dispatch may start.
  void end();
  void start_workgroup(Workgroup& workgroup);
  void finish_workgroup(Workgroup& workgroup);
  // The next record.
  void set_record(Subgroup& subgroup, const Record& record);
  // A record that executes; the subgroup is one of a running workgroup.
  void set_executing_record(const Subgroup& subgroup, const Record& record);
  // To be called at the end of the dispatch, which has no next record.
  void clear_record() { record_ = nullptr; }

  // Its index in the run of a script.
  std::uint32_t index() const { return index_; }
  // Null between two dispatches.
  const Program* program() const { return program_; }
  // Of the program. Must not be called between two dispatches.
  const CodeMap& code() const { return *code_; }
  // The running ones; several only if they take turns.
  const std::vector<Workgroup*>& workgroups() const { return workgroups_; }
  // The one that executes; null: none has begun.
  const Subgroup* subgroup() const { return subgroup_; }
  // The next record, or the one that executes; null: the dispatch has ended, or not begun.
  const Record* record() const { return record_; }
  // The place of that record. Must not be called without one.
  const RecordLocation& place() const;
  TemporaryValues& values() { return values_; }
  const TemporaryValues& values() const { return values_; }

  // For views and expressions. `moment`: the current one.
  PausedRun paused(std::uint64_t moment);
  // The subgroup that a stop is about: the one that its reason names, else the one that executes. Null: none has begun.
  const Subgroup* subgroup_of(const nlohmann::json& reason) const;
  // Adds the fields of a stop that say where it is; see docs/debugger_protocol.md.
  void add_place(nlohmann::json& stop);

 private:
  const RecordLocation& place_of_record(const Record& record) const;

  std::uint32_t index_ = 0;
  const Program* program_ = nullptr;
  std::optional<CodeMap> code_;
  ProgramSymbols symbols_;
  TemporaryValues values_;
  std::vector<Workgroup*> workgroups_;
  Subgroup* subgroup_ = nullptr;
  const Record* record_ = nullptr;
};

}  // namespace spirv_oracle
