#include "interpreter/run/residents.h"

#include "interpreter/run/pass.h"

#include <algorithm>
#include <array>
#include <new>
#include <tuple>
#include <utility>

#include "interpreter/exec/stalled_period.h"
#include "interpreter/exec/state/progress_meter.h"
#include "interpreter/exec/state/record_observer.h"
#include "interpreter/run/run_results.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t most_residents = 1024, most_residents_of_proof = 8192;
// After one in N turns (the seed selects N) a workgroup runs alone for a few steps, and after many turns
// for more.
constexpr std::array<std::uint64_t, 3> alone_one_of = {4, 16, 64};
// With more memory, that is rarer, because a workgroup that runs alone is checked for a stall.
constexpr std::uint64_t bytes_checked_often = 1u << 18;
constexpr std::uint64_t many_turns = 4096;
constexpr std::uint64_t few_steps_alone = 1024, most_steps_alone = 1u << 22;
// How often stalled workgroups resume because of values that another one may store only for a moment, while none makes
// progress.
constexpr std::uint64_t most_moments = 1024;
constexpr std::size_t most_states = 1u << 16;
constexpr std::uint64_t steps_in_order = 64;  // of each subgroup, between checks whether it stalls

}  // namespace

Residents::Residents(const BoundProgram& compiled, const Pass& pass, AddressSpace& memory,
                     Budget& budget, const RunObservers& observers, OrderedOutput& output)
    : compiled_(compiled),
      pass_(pass),
      budget_(budget),
      observers_(observers),
      output_(output),
      order_(pass.workgroups(), pass.seed),
      memory_of_each_(memory_of_worker(compiled)),
      memory_left_(budget.max_worker_memory / 4) {
  add_resident(&memory, nullptr);
  if (pass.seed == 0 && budget.residents <= 1) return;
  schedule_.emplace(compiled.program, pass.seed);
  const std::uint64_t bytes = residents_[0]->workgroup->stall_watch().bytes_of_check(memory);
  alone_one_of_ = alone_one_of[schedule_->below(alone_one_of.size())] *
                  std::max<std::uint64_t>(1, bytes / bytes_checked_often);
}

void Residents::run() {
  for (Resident* next = choose(); next != nullptr; next = choose()) {
    if (next == alone_) {
      run_alone(*next);
    } else {
      take_turn(*next);
    }
    if (result_.end != WorkgroupEnd::finished) break;
    if (proof() != nullptr && !proof()->holds()) break;
  }
  if (observers_.watch == nullptr) return;
  const bool by_finding = result_.end == WorkgroupEnd::stopped;
  const bool at_limit = result_.end != WorkgroupEnd::finished && !by_finding;
  observers_.watch->finish_dispatch(
      {at_limit ? describe_end(result_.end, pass_.limits) : "", by_finding});
}

WorkerResult Residents::take_result() {
  for (const auto& resident : residents_) {
    Workgroup& workgroup = *resident->workgroup;
    if (resident->is_running || resident->stall)
      output_.add(workgroup.shape().index(), workgroup.output().take());
    result_.log.merge(workgroup.findings().log());
    result_.possible_findings.merge(workgroup.findings().possible());
    result_.steps += workgroup.limits().steps();
    result_.lane_instructions += workgroup.limits().lane_instructions();
    result_.knowledge.merge(workgroup.knowledge().found);
    result_.unfollowed.merge(workgroup.knowledge().unfollowed);
    if (resident.get() == current_) result_.limit_place = workgroup.limits().place();
  }
  return std::move(result_);
}

// --- which workgroup runs ---

std::size_t Residents::count_running() const {
  return static_cast<std::size_t>(std::ranges::count(
      residents_, true, [](const auto& resident) { return resident->is_running; }));
}

Residents::Resident* Residents::choose() {
  if (alone_ != nullptr) return alone_;
  if (proof_that_waits_first() != nullptr) {
    if (Resident* chosen = chosen_for_waits()) return chosen;
    if (!waiting_.empty()) proof()->fail();
  }
  if (schedule_) {
    while (count_running() < budget_.residents && start_next() != nullptr) {
    }
  }
  if (Resident* running = chosen_of_running()) return running;
  if (Resident* started = start_next()) return started;
  if (stalled_ == 0) return nullptr;
  // Others may have changed what a stalled workgroup reads.
  for (const auto& resident : residents_) {
    if (!resident->stall || resident->events == events_) continue;
    go_on(*resident);
    alone_ = resident.get();
    most_steps_alone_ = most_steps_alone;
    return alone_;
  }
  if (find_awaited_moment()) return chosen_of_running();
  end_stalled();
  return nullptr;
}

Residents::Resident* Residents::chosen_of_running() {
  if (!schedule_) {
    // The earliest of those that can continue.
    Resident* earliest = nullptr;
    for (const auto& resident : residents_) {
      if (!resident->is_running) continue;
      if (earliest == nullptr ||
          resident->workgroup->shape().index() < earliest->workgroup->shape().index())
        earliest = resident.get();
    }
    return earliest;
  }
  const std::size_t running = count_running();
  if (running == 0) return nullptr;
  std::uint64_t chosen = schedule_->below(running);
  for (const auto& resident : residents_) {
    if (resident->is_running && chosen-- == 0) return resident.get();
  }
  return nullptr;
}

OrderProof* Residents::proof() const {
  return observers_.races != nullptr ? observers_.races->order_proof() : nullptr;
}

OrderProof* Residents::proof_that_waits_first() const {
  OrderProof* const wanted = proof();
  return wanted != nullptr && wanted->waits_first() ? wanted : nullptr;
}

Residents::Resident* Residents::chosen_for_waits() {
  if (current_ != nullptr && current_->is_running && !current_->is_paused) return current_;
  if (!ready_.empty()) {
    Resident* const resident = ready_.front();
    ready_.pop_front();
    return resident;
  }
  if (Resident* started = start_next()) return started;
  if (paused_.empty()) return nullptr;
  Resident* const last = paused_.back();
  paused_.pop_back();
  return last;
}

void Residents::take_pause(Resident& resident, OrderProof& proof) {
  for (const std::uint64_t* const changes : proof.take_changes()) {
    const auto waiting = waiting_.find(changes);
    if (waiting == waiting_.end()) continue;
    ready_.insert(ready_.end(), waiting->second.begin(), waiting->second.end());
    waiting_.erase(waiting);
  }
  const std::optional<OrderProof::Pause> pause = proof.take_pause();
  resident.is_paused = resident.is_running && pause;
  if (!resident.is_paused) return;
  if (pause->waits()) {
    waiting_[pause->changes].push_back(&resident);
  } else if (pause->changes != nullptr) {
    ready_.push_back(&resident);
  } else {
    paused_.push_back(&resident);
  }
}

Residents::Resident* Residents::start_next() {
  if (order_.empty()) return nullptr;
  Resident* resident = idle_resident();
  if (resident == nullptr) return nullptr;
  switch_to(*resident, true);
  const std::uint64_t next = order_.next();
  const bool descends = proof_that_waits_first() != nullptr;
  resident->workgroup->start(descends ? pass_.workgroups() - 1 - next : next);
  resident->is_running = true;
  resident->turns = 0;
  resident->alone_after = many_turns;
  if (expects_stalls_) resident->workgroup->stall_watch().expect();
  if (observers_.watch != nullptr) observers_.watch->start_workgroup(*resident->workgroup);
  resident->states.clear();
  moments_ = 0;
  ++events_;
  return resident;
}

Residents::Resident* Residents::idle_resident() {
  if (idle_.empty()) {
    if (!may_add_resident()) return nullptr;
    try {
      auto memory = std::make_unique<AddressSpace>(
          compiled_.memory.copy_with_own(MemoryKind::workgroup, MemoryKind::lane_private));
      AddressSpace* const own = memory.get();
      add_resident(own, std::move(memory));
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }
  Resident* const idle = idle_.back();
  idle_.pop_back();
  return idle;
}

void Residents::add_resident(AddressSpace* memory, std::unique_ptr<AddressSpace> own_memory) {
  auto resident = std::make_unique<Resident>();
  resident->number = static_cast<std::uint32_t>(residents_.size());
  resident->own_memory = std::move(own_memory);
  resident->memory = memory;
  resident->workgroup.emplace(compiled_.program, pass_, pass_, *memory, budget_);
  prepare(*resident->workgroup, observers_);
  residents_.push_back(std::move(resident));
  idle_.push_back(residents_.back().get());
}

bool Residents::may_add_resident() {
  if (residents_.size() < budget_.residents) return true;
  const std::size_t most =
      proof_that_waits_first() != nullptr ? most_residents_of_proof : most_residents;
  if (residents_.size() >= most || memory_of_each_ > memory_left_) return false;
  if (observers_.races != nullptr && !observers_.races->give_memory(memory_of_each_)) return false;
  memory_left_ -= memory_of_each_;
  return true;
}

void Residents::switch_to(Resident& resident, bool is_new) {
  const bool is_other = current_ != &resident;
  current_ = &resident;
  RaceWatch* races = observers_.races;
  if (races != nullptr && races->given_up_after() && races->atomic_order() == nullptr) {
    resident.workgroup->observers().races = nullptr;
    races = nullptr;
  }
  if (!is_other) return;
  if (observers_.provenance != nullptr) observers_.provenance->switch_to(resident.number);
  if (races != nullptr) races->switch_to(resident.number, *resident.memory);
  if (is_new) return;
  // Others ran, so the return of a state does not show a stall.
  StallWatch& stalls = resident.workgroup->stall_watch();
  if (proof_that_waits_first() != nullptr) {
    stalls.start_workgroup();
  } else if (!schedule_) {
    stalls.expect();
  }
  if (races != nullptr) races->resume_workgroup();
}

// --- turns ---

void Residents::take_turn(Resident& resident) {
  switch_to(resident, false);
  Workgroup& workgroup = *resident.workgroup;
  end_turn(resident, schedule_ ? workgroup.run_by(*schedule_) : workgroup.run_in_order());
  if (OrderProof* proof = proof_that_waits_first()) take_pause(resident, *proof);
  if (!schedule_ || !resident.is_running) return;
  if (++resident.turns >= resident.alone_after) {
    alone_ = &resident;
    resident.alone_after = 4 * resident.turns;
    most_steps_alone_ = most_steps_alone;
  } else if (schedule_->below(alone_one_of_) == 0) {
    alone_ = &resident;
    most_steps_alone_ = few_steps_alone;
  }
}

void Residents::run_alone(Resident& resident) {
  switch_to(resident, false);
  Workgroup& workgroup = *resident.workgroup;
  workgroup.stall_watch().expect();
  if (schedule_) schedule_->run_in_order(steps_in_order);
  const std::uint64_t steps = workgroup.limits().steps();
  Turn turn = Turn::interrupted;
  while (turn == Turn::interrupted && workgroup.limits().steps() - steps < most_steps_alone_)
    turn = schedule_ ? workgroup.run_by(*schedule_) : workgroup.run_in_order();
  if (schedule_) schedule_->run_in_order(0);
  alone_ = nullptr;
  end_turn(resident, turn);
}

void Residents::end_turn(Resident& resident, Turn turn) {
  if (turn == Turn::finished) {
    finish(resident);
  } else if (turn == Turn::ended) {
    result_.end = resident.workgroup->limits().end();
  } else if (turn == Turn::stalled) {
    set_aside(resident);
  }
  if (stalled_ != 0) wake_others(resident);
}

void Residents::finish(Resident& resident) {
  Workgroup& workgroup = *resident.workgroup;
  resident.is_running = false;
  idle_.push_back(&resident);
  if (observers_.watch != nullptr) observers_.watch->finish_workgroup(workgroup);
  result_.end = workgroup.limits().end();
  output_.add(workgroup.shape().index(), workgroup.output().take());
  if (budget_.progress != nullptr) budget_.progress->finish_workgroup();
  // The log keeps the first finding in ascending order of workgroups.
  if (schedule_) result_.log.merge(std::exchange(workgroup.findings().log(), FindingLog()));
  moments_ = 0;
  ++events_;
}

// --- stalls ---

void Residents::set_aside(Resident& resident) {
  Workgroup& workgroup = *resident.workgroup;
  Stall stall = describe_stall(workgroup);
  const bool is_alone = order_.empty() && stalled_ == 0 && count_running() == 1;
  if (is_alone || !stall.reads_shared_memory()) {
    report_endless(workgroup, stall, true);
    result_.end = workgroup.limits().end();
    return;
  }
  resident.is_running = false;
  resident.stall = std::move(stall);
  note_progress(resident);
  resident.events = events_;
  ++stalled_;
  expects_stalls_ = true;
  for (const auto& other : residents_) other->workgroup->stall_watch().expect();
}

// Others may go on if the workgroup has never stalled in this state, for example in another iteration of an outer loop.
void Residents::note_progress(Resident& resident) {
  Workgroup& workgroup = *resident.workgroup;
  const StallWatch own(compiled_.program, StallWatch::Sees::workgroup);
  if (!resident.states.insert(own.digest(workgroup.subgroups())).second) return;
  if (resident.states.size() > most_states) resident.states.clear();
  moments_ = 0;
  ++events_;
}

bool Residents::wake_readers(const Resident& writer) {
  bool any = false;
  for (const auto& resident : residents_) {
    if (!resident->stall || resident.get() == &writer) continue;
    const auto has_changed = [](const Spin& spin) {
      return std::ranges::any_of(spin.words,
                                 [](const WatchedWord& word) { return word.read() != word.value; });
    };
    const auto spin = std::ranges::find_if(resident->stall->spins, has_changed);
    if (spin == resident->stall->spins.end()) continue;
    report_reliance(*resident->workgroup, *spin, coordinates(writer.workgroup->shape().id()));
    go_on(*resident);
    any = true;
  }
  return any;
}

void Residents::wake_others(const Resident& writer) {
  if (!writer.stall) {
    if (wake_readers(writer)) ++events_;
  } else if (moments_ < most_moments && wake_readers(writer)) {
    // Its loop may keep changing these words.
    ++moments_;
  }
}

void Residents::go_on(Resident& resident) {
  resident.is_running = true;
  resident.stall.reset();
  resident.workgroup->stall_watch().expect();
  --stalled_;
}

std::vector<WatchedWord> Residents::words_of_others(const Resident& writer) const {
  std::vector<WatchedWord> words;
  for (const auto& resident : residents_) {
    if (!resident->stall || resident.get() == &writer) continue;
    for (const Spin& spin : resident->stall->spins)
      words.insert(words.end(), spin.words.begin(), spin.words.end());
  }
  const auto key = [](const WatchedWord& word) {
    return std::tuple(word.bytes, word.size, word.value);
  };
  std::ranges::sort(words, {}, key);
  const auto are_equal = [&](const WatchedWord& a, const WatchedWord& b) {
    return key(a) == key(b);
  };
  words.erase(std::unique(words.begin(), words.end(), are_equal), words.end());
  return words;
}

bool Residents::may_be_awaited(const Resident& writer) const {
  return std::ranges::any_of(residents_, [&](const auto& resident) {
    return resident->stall && resident.get() != &writer &&
           std::ranges::any_of(resident->stall->spins, [](const Spin& spin) {
             return spin.reads_shared_memory && spin.words.empty();
           });
  });
}

bool Residents::find_awaited_moment() {
  using End = StalledPeriod::End;
  may_depend_on_order_ = moments_ >= most_moments;
  if (may_depend_on_order_) return false;
  for (std::size_t i = 0; i < residents_.size(); ++i) {
    Resident& writer = *residents_[next_writer_++ % residents_.size()];
    if (!writer.stall) continue;
    switch_to(writer, false);
    const std::vector<WatchedWord> words = words_of_others(writer);
    const StalledPeriod period = run_stalled_period(*writer.workgroup, words);
    if (period.end == End::has_written) {
      ++moments_;
      // What it has just changed itself does not resume it.
      for (Spin& spin : writer.stall->spins) {
        for (WatchedWord& word : spin.words) word.value = word.read();
      }
      return wake_readers(writer);
    }
    if (period.end == End::goes_on) {
      ++events_;
      go_on(writer);
      return true;
    }
    may_depend_on_order_ |=
        period.may_write && (period.end == End::unknown || may_be_awaited(writer));
  }
  return false;
}

void Residents::end_stalled() {
  Resident* first = nullptr;
  for (const auto& resident : residents_) {
    if (!resident->stall) continue;
    if (first == nullptr ||
        resident->workgroup->shape().index() < first->workgroup->shape().index())
      first = resident.get();
  }
  switch_to(*first, false);
  if (may_depend_on_order_) {
    report_order_dependence(*first->workgroup, *first->stall);
  } else if (order_.empty()) {
    report_endless(*first->workgroup, *first->stall, stalled_ == 1);
  } else {
    report_no_progress(*first->workgroup, *first->stall);
  }
  result_.end = first->workgroup->limits().end();
}

}  // namespace spirv_oracle
