#include "interpreter/run/workers.h"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <system_error>
#include <thread>

#include "interpreter/exec/state/progress_meter.h"
#include "interpreter/observe/writer_recorder.h"
#include "interpreter/run/pass.h"
#include "interpreter/run/residents.h"

namespace spirv_oracle {
namespace {

// What all workers of a run share.
struct Run {
  const BoundProgram& compiled;
  const Pass& pass;
  Budget& budget;
  const RunObservers& observers;
  WorkerObservers& of_workers;
  OrderedOutput& output;
  std::uint64_t workgroups = 0;
  std::uint64_t share = 1;  // how many workgroups a worker takes at a time
  std::atomic<std::uint64_t> next{0};
};

// A worker in the calling thread or in its own thread.
struct Worker {
  std::size_t number = 0;
  WorkerResult result;
  std::exception_ptr fault;  // to be rethrown in the calling thread
  std::thread thread;
};

RunObservers observers_of(const Run& run, const Worker& worker) {
  RunObservers observers = run.observers;
  auto& [races, enclosures] = run.of_workers;
  if (!races.empty()) observers.races = &races[worker.number];
  if (!enclosures.empty()) observers.enclosures = &enclosures[worker.number];
  return observers;
}

void run_workgroup(Run& run, Workgroup& workgroup, std::uint64_t index, WorkerResult& result) {
  result.end = workgroup.run(index);
  // Where a workgroup stops depends on the others, so its text would vary from run to run.
  if (result.end == WorkgroupEnd::finished) run.output.add(index, workgroup.output().take());
  if (run.budget.progress != nullptr) run.budget.progress->finish_workgroup();
  const RaceWatch* races = workgroup.observers().races;
  result.must_run_alone = races != nullptr && races->has_found_anything();
  if (result.must_run_alone) run.budget.stop = true;
}

// The work of one of several workers. Each runs workgroups one after the other.
void run_workgroups(Run& run, Workgroup& workgroup, WorkerResult& result) {
  const auto may_continue = [&result] {
    return result.end == WorkgroupEnd::finished && !result.must_run_alone;
  };
  for (std::uint64_t first = run.next.fetch_add(run.share);
       first < run.workgroups && may_continue(); first = run.next.fetch_add(run.share)) {
    const std::uint64_t end = std::min(first + run.share, run.workgroups);
    for (std::uint64_t i = first; i < end && may_continue(); ++i)
      run_workgroup(run, workgroup, i, result);
  }
}

void work_alone(Run& run, AddressSpace& memory, const RunObservers& observers,
                WorkerResult& result) {
  std::optional<Residents> residents;
  bool out_of_memory = false;
  try {
    residents.emplace(run.compiled, run.pass, memory, run.budget, observers, run.output);
    residents->run();
  } catch (const std::bad_alloc&) {
    out_of_memory = true;
  }
  if (residents) result = residents->take_result();
  if (out_of_memory) result.end = WorkgroupEnd::out_of_memory;
}

// A worker that runs out of memory before it has started leaves the work to the others, if there are any.
void work(Run& run, AddressSpace& memory, Worker& worker) {
  std::optional<Workgroup> workgroup;
  WorkerResult& result = worker.result;
  try {
    workgroup.emplace(run.compiled.program, run.pass, run.pass, memory, run.budget);
    prepare(*workgroup, observers_of(run, worker));
    run_workgroups(run, *workgroup, result);
  } catch (const std::bad_alloc&) {
    if (workgroup || worker.number == 0) {
      result.end = WorkgroupEnd::out_of_memory;
      run.budget.stop = true;
    }
  }
  if (!workgroup) return;
  result.log = std::move(workgroup->findings().log());
  result.possible_findings = std::move(workgroup->findings().possible());
  result.limit_place = workgroup->limits().place();
  result.steps = workgroup->limits().steps();
  result.lane_instructions = workgroup->limits().lane_instructions();
  result.knowledge = std::move(workgroup->knowledge().found);
  result.unfollowed = workgroup->knowledge().unfollowed;
}

// Runs in its own thread, with its own workgroup and private memory at the addresses of the program.
void work_beside(Run& run, Worker& worker) {
  try {
    AddressSpace memory =
        run.compiled.memory.copy_with_own(MemoryKind::workgroup, MemoryKind::lane_private);
    work(run, memory, worker);
  } catch (const std::bad_alloc&) {
    // The other workers take over its work.
  } catch (...) {
    worker.fault = std::current_exception();
    run.budget.stop = true;
  }
}

// False: the host cannot start another thread.
bool start(Run& run, Worker& worker) {
  try {
    worker.thread = std::thread([&run, &worker] { work_beside(run, worker); });
    return true;
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
  return false;
}

void work_here(Run& run, Worker& worker) {
  try {
    AddressSpace memory = run.compiled.memory;
    if (run.budget.workers == 1) {
      work_alone(run, memory, observers_of(run, worker), worker.result);
    } else {
      work(run, memory, worker);
    }
  } catch (...) {
    worker.fault = std::current_exception();
    run.budget.stop = true;
  }
}

}  // namespace

void prepare(Workgroup& workgroup, const RunObservers& observers) {
  WorkgroupKnowledge& knowledge = workgroup.knowledge();
  if (observers.knowledge != nullptr) knowledge.of_earlier_runs = observers.knowledge;
  knowledge.uncertain_stores = observers.uncertain_stores;
  WorkgroupObservers& own = workgroup.observers();
  own.watch = observers.watch;
  own.races = observers.races;
  own.outputs = observers.outputs;
  own.prints_places = observers.prints_places;
  own.values = {.explainer = observers.provenance,
                .encloser = observers.enclosures,
                .writers = observers.writers};
  if (observers.exchanges != nullptr) {
    const Dim3& size = workgroup.program().local_size;
    own.exchanges.emplace(*observers.exchanges, std::uint64_t{size[0]} * size[1] * size[2]);
  }
}

std::uint64_t memory_of_worker(const BoundProgram& compiled) {
  return memory_of_registers(compiled.program) +
         compiled.memory.size_of_own(MemoryKind::workgroup, MemoryKind::lane_private);
}

void OrderedOutput::add(std::uint64_t workgroup, std::string text) {
  const std::lock_guard lock(mutex_);
  if (workgroup != next_) {
    waiting_.emplace(workgroup, std::move(text));
    return;
  }
  emit(text);
  for (auto entry = waiting_.find(++next_); entry != waiting_.end();
       entry = waiting_.find(++next_)) {
    emit(entry->second);
    waiting_.erase(entry);
  }
}

void OrderedOutput::finish() {
  for (const auto& [workgroup, text] : waiting_) emit(text);
  waiting_.clear();
}

void OrderedOutput::emit(const std::string& text) {
  if (text.empty()) return;
  if (emitted_++ >= skip_ && print_) print_(text);
}

std::vector<WorkerResult> execute_workgroups(const BoundProgram& compiled, const Pass& pass,
                                             Budget& budget, const RunObservers& observers,
                                             WorkerObservers& of_workers, OrderedOutput& output) {
  Run run{compiled, pass, budget, observers, of_workers, output};
  run.workgroups = pass.workgroups();
  // Neighbors often access neighboring memory. Some workers may have less to do in each workgroup than others.
  constexpr std::uint64_t shares_of_each = 16;
  run.share = std::max<std::uint64_t>(1, run.workgroups / (budget.workers * shares_of_each));
  std::vector<Worker> workers(budget.workers);
  for (std::size_t w = 0; w < workers.size(); ++w) workers[w].number = w;
  for (std::size_t w = 1; w < workers.size(); ++w) {
    if (!start(run, workers[w])) break;
  }
  work_here(run, workers[0]);
  for (Worker& worker : workers) {
    if (worker.thread.joinable()) worker.thread.join();
  }
  std::vector<WorkerResult> results;
  for (Worker& worker : workers) {
    if (worker.fault != nullptr) std::rethrow_exception(worker.fault);
    results.push_back(std::move(worker.result));
  }
  return results;
}

}  // namespace spirv_oracle
