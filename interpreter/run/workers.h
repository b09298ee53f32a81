// The threads that execute the workgroups of a dispatch.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "interpreter/compile/compile.h"
#include "interpreter/dispatch.h"
#include "interpreter/exec/exchange_log.h"
#include "interpreter/exec/race_journal.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {

class WriterRecorder;  // observe/writer_recorder.h

// What a run found that others of its results depend on, also earlier ones.
struct RunKnowledge {
  FailedJoins failed_joins;
  OutsideAccesses outside_accesses;
  RaceWatch::Known races;
  bool uncertain_branches = false;  // something rests on an implementation-dependent value
};

// What looks on while workgroups run, null: nothing does; and what an earlier run found. All but that are for
// one worker.
struct Observers {
  TraceRecorder* trace = nullptr;
  RecordWatch* watch = nullptr;
  ExchangeLog* exchanges = nullptr;
  Provenance* provenance = nullptr;
  Enclosures* enclosures = nullptr;
  RaceWatch* races = nullptr;
  UncertainStores* uncertain_stores = nullptr;
  const RunKnowledge* knowledge = nullptr;
  WriterRecorder* writers = nullptr;
};

// What one worker brings home.
struct WorkerResult {
  FindingLog log;
  FindingLog possible_findings;  // on ways that this run does not take
  bool has_unfollowed_branches = false;
  bool has_uncertain_text = false;
  WorkgroupEnd end = WorkgroupEnd::finished;
  LimitPlace limit_place;
  std::uint64_t steps = 0;
  std::uint64_t lane_instructions = 0;
  RunKnowledge knowledge;
};

// Has a workgroup do what the observers need.
void prepare(Workgroup& workgroup, const Observers& observers);

// Bytes that another worker takes for itself, or another resident of one.
std::uint64_t memory_of_worker(const CompiledDispatch& compiled);

// DebugPrintf in the order of the workgroups, whoever ran them.
class OrderedOutput {
 public:
  // Leaves out the first `skip` texts, which an earlier run has printed.
  OrderedOutput(const std::function<void(const std::string&)>& print, std::uint64_t skip)
      : print_(print), skip_(skip) {}

  void add(std::uint64_t workgroup, std::string text);
  // Prints what waits for workgroups that did not run to their end.
  void finish();
  // Texts that were printed or left out.
  std::uint64_t emitted() const { return emitted_; }

 private:
  void emit(const std::string& text);

  const std::function<void(const std::string&)>& print_;
  std::uint64_t skip_;
  std::uint64_t emitted_ = 0;
  std::mutex mutex_;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, std::string> waiting_;
};

// Executes all workgroups with up to `budget.workers` threads, fewer where the host has no more threads or no memory
// for what a worker needs. Where there is one, workgroups may take turns (run/residents.h). One result for each worker
// that took part.
std::vector<WorkerResult> execute_workgroups(const CompiledDispatch& compiled,
                                             const Dispatch& dispatch, Budget& budget,
                                             const Observers& observers, OrderedOutput& output);

}  // namespace spirv_oracle
