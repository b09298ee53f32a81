// Runs that pause at a place that a test selects, and the debugger's views of that place.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "debugger/engine/expression/expression.h"
#include "debugger/engine/history/history.h"
#include "debugger/engine/program/frames.h"
#include "debugger/engine/program/symbols.h"
#include "debugger/engine/views/views.h"
#include "interpreter/dispatch.h"
#include "interpreter/exec/state/record_observer.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle::test {

using nlohmann::json;

// Records the history of a run, and calls `action` at the selected places.
class PausingWatch final : public RecordObserver {
 public:
  std::function<void(const PausedRun&, std::uint32_t line)> action;
  History history{std::uint64_t{1} << 30};

  void start_dispatch(const Program& program) override {
    program_ = &program;
    step_table_.assign(program.records.size() + 1, {});
    steps_ = step_table_.data();
    history.start_dispatch(program, 0);
  }
  bool wants_preparation() override { return true; }
  void finish_run(bool) override {}
  void start_workgroup(Workgroup& workgroup) override { workgroups_.push_back(&workgroup); }
  void finish_workgroup(Workgroup& workgroup) override { std::erase(workgroups_, &workgroup); }
  void finish_dispatch(const DispatchEnd&) override {}
  void note_finding(const Subgroup&, const Record&, const Clause&, const LaneMask&,
                    const std::string&) override {}
  void print(const std::string&) override {}

 private:
  void look(Subgroup& subgroup, const Record* record) override {
    next_look_ = 0;
    const Origin origin = program_->origins[record->origin];
    const Module& module = *program_->module;
    const std::uint32_t line = module.source(module.instruction(origin.instruction).line).line;
    PausedRun run;
    run.program = program_;
    run.workgroups = &workgroups_;
    run.subgroup = &subgroup;
    run.record = record;
    run.moment = moment_;
    run.symbols = &symbols_;
    action(run, line);
    history.note(subgroup, *record, moment_);
  }

  const Program* program_ = nullptr;
  std::vector<RecordStep> step_table_;
  std::vector<Workgroup*> workgroups_;
  ProgramSymbols symbols_;
};

inline ShadowedBytes words_of(const std::vector<std::uint32_t>& words) {
  ShadowedBytes bytes = ShadowedBytes::zero(words.size() * 4);
  std::memcpy(bytes.bytes.data(), words.data(), bytes.bytes.size());
  return bytes;
}

// A program under the debugger.
struct DebuggedProgram {
  std::shared_ptr<const Module> module;
  Dispatch dispatch;

  DebuggedProgram(const std::string& text, std::uint32_t subgroup_size) : module(load(text)) {
    dispatch.subgroup_size = subgroup_size;
  }

  // Calls `action` before the first record of each visit of a tangle to the line, at the visits from `visit` on until
  // it returns true.
  using Action = std::function<bool(Views&, const PausedRun&, const DebugFocus&, History&)>;
  void at_line(std::uint32_t line, const Action& action, unsigned visit = 1) {
    PausingWatch watch;
    Views views;
    std::uint32_t last_line = 0;
    const Subgroup* last_subgroup = nullptr;
    LaneMask last_active;
    unsigned visits = 0;
    bool done = false;
    watch.action = [&](const PausedRun& run, std::uint32_t here) {
      const bool comes = here == line && (last_line != line || last_subgroup != run.subgroup ||
                                          last_active != run.subgroup->active);
      last_line = here;
      last_subgroup = run.subgroup;
      last_active = run.subgroup->active;
      if (!comes || done || ++visits < visit) return;
      DebugFocus focus;
      focus.workgroup = run.subgroup->workgroup_index;
      focus.subgroup = run.subgroup->id;
      focus.lane = run.subgroup->active.lowest();
      done = action(views, run, focus, watch.history);
    };
    dispatch.watch = &watch;
    const InstructionRegistry& registry = default_registry();
    const auto result = run(*module, registry, dispatch);
    ASSERT_TRUE(result.has_value()) << result.error().message;
    EXPECT_TRUE(done) << "line " << line << " is not reached";
  }
};

// The answer of a view. If that is an error, fails the test and returns null.
inline json ask(Views& views, const PausedRun& run, const DebugFocus& focus,
                const std::string& command, const json& arguments = json::object(),
                History* history = nullptr) {
  const auto answer = views.answer(run, focus, command, arguments, history);
  if (!answer) {
    ADD_FAILURE() << command << " " << arguments << ": " << answer.error().message;
    return nullptr;
  }
  return *answer;
}

inline std::string value_of(Views& views, const PausedRun& run, const DebugFocus& focus,
                            const std::string& expression) {
  const json answer = ask(views, run, focus, "evaluate", {{"expression", expression}});
  return answer.is_null() ? "" : answer["value"].get<std::string>();
}

}  // namespace spirv_oracle::test
