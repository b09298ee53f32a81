// The threads that execute the workgroups of a pass.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "interpreter/compile/bound_program.h"
#include "interpreter/dispatch_result.h"
#include "interpreter/exec/race_journal.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/report/exchange_log.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {

class WriterRecorder;  // observe/writer_recorder.h
struct Pass;           // run/pass.h

// The observers of the workgroups (null: none), and the facts that an earlier run found. All except
// the latter require a single worker, but several ones may each have their own `races`.
struct RunObservers {
  RecordObserver* watch = nullptr;
  ExchangeLog* exchanges = nullptr;
  Provenance* provenance = nullptr;
  Enclosures* enclosures = nullptr;  // of the worker
  RaceWatch* races = nullptr;        // of the worker
  UncertainStores* uncertain_stores = nullptr;
  const RunKnowledge* knowledge = nullptr;
  WriterRecorder* writers = nullptr;
  StageOutputs* outputs = nullptr;
  bool prints_places = true;
};

// Observers with one element per worker; empty: the run does not use them.
struct WorkerObservers {
  std::deque<RaceWatch> races;
  std::deque<Enclosures> enclosures;
};

// The results of one worker.
struct WorkerResult {
  FindingLog log;
  FindingLog possible_findings;  // on paths that this run does not take
  UnfollowedValues unfollowed;
  WorkgroupEnd end = WorkgroupEnd::finished;
  LimitLocation limit_place;
  std::uint64_t steps = 0;
  std::uint64_t lane_instructions = 0;
  RunKnowledge knowledge;
  bool must_run_alone = false;  // a single worker may report something else about races
};

// Sets up a workgroup for the observers.
void prepare(Workgroup& workgroup, const RunObservers& observers);

// The memory that one more worker, or one more workgroup in flight, takes.
std::uint64_t memory_of_worker(const BoundProgram& compiled);

// Prints the text of DebugPrintf in the order of the workgroups, whichever worker ran them.
class OrderedOutput {
 public:
  // Omits the first `skip` texts, which an earlier run has printed.
  OrderedOutput(const std::function<void(const std::string&)>& print, std::uint64_t skip)
      : print_(print), skip_(skip) {}

  void add(std::uint64_t workgroup, std::string text);
  // Prints the text that waits for workgroups that did not finish.
  void finish();
  // Number of texts that were printed or omitted.
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

// Executes all workgroups with up to `budget.workers` threads; fewer if the host has no more
// threads, or no memory for a worker. With a single worker, workgroups may take turns
// (run/residents.h). Returns one result for each worker that took part.
std::vector<WorkerResult> execute_workgroups(const BoundProgram& compiled, const Pass& pass,
                                             Budget& budget, const RunObservers& observers,
                                             WorkerObservers& of_workers, OrderedOutput& output);

}  // namespace spirv_oracle
