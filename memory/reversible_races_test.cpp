#include "memory/reversible_races.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace spirv_oracle {
namespace {

// One atomic of a program without branches.
struct AtomicStep {
  AtomicOperation operation = AtomicOperation::load;  // load, add, bit_or or store
  bool is_used = false;                               // the result
  std::uint32_t location = 0;
  std::uint64_t operand = 0;
};
using AtomicProgram = std::vector<std::vector<AtomicStep>>;  // by workgroup

constexpr std::uint32_t location_count = 2;

std::uint64_t value_after(const AtomicStep& step, std::uint64_t before) {
  switch (step.operation) {
    case AtomicOperation::add:
      return before + step.operand;
    case AtomicOperation::bit_or:
      return before | step.operand;
    case AtomicOperation::store:
      return step.operand;
    default:
      return before;
  }
}

// What an execution computes: the used results in the order of the program, then memory.
using AtomicOutcome = std::vector<std::uint64_t>;

// Whether dependences between relaxed atomics on one location order those on others.
enum class Order : std::uint8_t { of_all_locations, of_each_location };

class AtomicExecution {
 public:
  AtomicExecution(const AtomicProgram& program, Order order)
      : program_(program), order_(order), at_(program.size()), races_(1u << 20) {}

  bool can_run(std::size_t workgroup) const { return at_[workgroup] < program_[workgroup].size(); }
  void run(std::size_t workgroup) {
    const AtomicStep& step = program_[workgroup][at_[workgroup]];
    std::uint64_t& value = memory_[step.location];
    const std::uint64_t before = value;
    value = value_after(step, before);
    if (step.is_used) results_[{workgroup, at_[workgroup]}] = before;
    ++at_[workgroup];
    ReversibleRaces::Access access;
    access.workgroup =
        static_cast<std::uint32_t>(workgroup) * 100;  // clocks keep neighbors together
    access.operation = step.operation;
    access.changes = value != before;
    access.result_is_used = step.is_used;
    EXPECT_TRUE(races_.add(
        {1, step.location, 0}, false, access,
        [this](const auto&) { return order_ == Order::of_all_locations; },
        [this](const auto&) { has_race_ = true; }));
  }
  bool has_race() const { return has_race_; }
  AtomicOutcome outcome() const {
    AtomicOutcome all;
    for (const auto& [place, result] : results_) all.push_back(result);
    all.insert(all.end(), memory_.begin(), memory_.end());
    return all;
  }

 private:
  const AtomicProgram& program_;
  Order order_;
  std::vector<std::size_t> at_;
  std::array<std::uint64_t, location_count> memory_ = {};
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> results_;
  ReversibleRaces races_;
  bool has_race_ = false;
};

// Calls `end` with each execution.
template <class End>
void execute_all(const AtomicExecution& begun, std::size_t workgroups, End end) {
  bool has_ended = true;
  for (std::size_t i = 0; i < workgroups; ++i) {
    if (!begun.can_run(i)) continue;
    has_ended = false;
    AtomicExecution next = begun;
    next.run(i);
    execute_all(next, workgroups, end);
  }
  if (has_ended) end(begun);
}

AtomicProgram random_program(std::mt19937& random) {
  constexpr std::array operations = {AtomicOperation::load, AtomicOperation::add,
                                     AtomicOperation::add, AtomicOperation::bit_or,
                                     AtomicOperation::store};
  AtomicProgram program(2 + random() % 2);
  for (auto& steps : program) {
    steps.resize(1 + random() % 3);
    for (AtomicStep& step : steps) {
      step.operation = operations[random() % operations.size()];
      step.is_used = step.operation == AtomicOperation::load || random() % 4 == 0;
      step.location = random() % location_count;
      step.operand = random() % 3;
    }
  }
  return program;
}

TEST(ReversibleRaces, FindsWhatAnotherScheduleReverses) {
  std::mt19937 random(7);
  unsigned without_race = 0;
  for (unsigned i = 0; i < 1000; ++i) {
    const AtomicProgram program = random_program(random);
    std::set<AtomicOutcome> outcomes;
    bool lacks_race = false;
    const AtomicExecution begun(program, Order::of_all_locations);
    execute_all(begun, program.size(), [&](const AtomicExecution& execution) {
      outcomes.insert(execution.outcome());
      lacks_race |= !execution.has_race();
    });
    EXPECT_TRUE(!lacks_race || outcomes.size() == 1) << "program " << i;
    without_race += lacks_race;
  }
  EXPECT_GT(without_race, 100u);
}

// Without branches, relaxed atomics have the outcomes of each location by itself ("Memory Model", "Scoped Modification Order").
TEST(ReversibleRaces, FindsWhatRelaxedAtomicsReverse) {
  std::mt19937 random(7);
  unsigned without_race = 0;
  for (unsigned i = 0; i < 1000; ++i) {
    const AtomicProgram program = random_program(random);
    bool lacks_race = false;
    execute_all(AtomicExecution(program, Order::of_each_location), program.size(),
                [&](const AtomicExecution& execution) { lacks_race |= !execution.has_race(); });
    without_race += lacks_race;
    for (std::uint32_t location = 0; location < location_count && lacks_race; ++location) {
      AtomicProgram alone = program;
      for (auto& steps : alone)
        std::erase_if(steps, [&](const AtomicStep& step) { return step.location != location; });
      std::set<AtomicOutcome> outcomes;
      execute_all(AtomicExecution(alone, Order::of_each_location), alone.size(),
                  [&](const AtomicExecution& execution) { outcomes.insert(execution.outcome()); });
      EXPECT_EQ(outcomes.size(), 1u) << "program " << i;
    }
  }
  EXPECT_GT(without_race, 100u);
}

// A message whose flag is relaxed: the reader may see the flag and not the message.
TEST(ReversibleRaces, FindsAMessageThatNothingOrders) {
  for (const bool happens_before : {true, false}) {
    ReversibleRaces races(1u << 20);
    std::set<std::uint64_t> found;  // words
    const auto access = [&](std::uint32_t workgroup, std::uint64_t word,
                            AtomicOperation operation) {
      ReversibleRaces::Access made;
      made.workgroup = workgroup;
      made.operation = operation;
      made.changes = operation == AtomicOperation::store;
      made.result_is_used = !made.changes;
      races.add(
          {1, word, 0}, false, made, [&](const auto&) { return happens_before; },
          [&](const auto&) { found.insert(word); });
    };
    access(0, 0, AtomicOperation::store);
    access(0, 1, AtomicOperation::store);
    access(1, 1, AtomicOperation::load);
    access(1, 0, AtomicOperation::load);
    EXPECT_TRUE(found.contains(1));
    EXPECT_EQ(found.contains(0), !happens_before);
  }
}

// One counter: two workgroups draw tickets, and the first one draws another.
TEST(ReversibleRaces, OnlyNeighborsRace) {
  ReversibleRaces races(1u << 20);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  const auto draw = [&](std::uint32_t workgroup, std::uint32_t place) {
    ReversibleRaces::Access access;
    access.workgroup = workgroup;
    access.operation = AtomicOperation::add;
    access.changes = access.result_is_used = true;
    access.place = place;
    races.add(
        {1, 0, 0}, false, access, [](const auto&) { return true; },
        [&](const ReversibleRaces::Race& race) { found.emplace_back(race.earlier.place, place); });
  };
  draw(0, 1);
  draw(1, 2);
  draw(0, 3);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected = {{1, 2}, {2, 3}};
  EXPECT_EQ(found, expected);
}

// A flag: the reader tried before the flag was set, and tries again.
TEST(ReversibleRaces, KnowTheEarlierAttempt) {
  ReversibleRaces races(1u << 20);
  std::vector<bool> has_attempt;
  const auto access = [&](std::uint32_t workgroup, AtomicOperation operation, std::uint32_t place) {
    ReversibleRaces::Access made;
    made.workgroup = workgroup;
    made.operation = operation;
    made.changes = operation == AtomicOperation::store;
    made.result_is_used = !made.changes;
    made.place = place;
    races.add(
        {1, 0, 0}, false, made, [](const auto&) { return true; },
        [&](const ReversibleRaces::Race& race) { has_attempt.push_back(race.before != nullptr); });
  };
  access(1, AtomicOperation::load, 5);
  access(0, AtomicOperation::store, 0);
  access(1, AtomicOperation::load, 5);
  EXPECT_EQ(has_attempt, (std::vector<bool>{false, true}));
  access(1, AtomicOperation::load, 6);
  EXPECT_EQ(has_attempt, (std::vector<bool>{false, true}));  // ordered after the load before
}

// Invocations of a workgroup are ordered by barriers only.
TEST(ReversibleRaces, WithinAWorkgroup) {
  for (const bool has_barrier : {false, true}) {
    ReversibleRaces races(1u << 20);
    unsigned found = 0;
    for (std::uint32_t invocation = 0; invocation < 2; ++invocation) {
      ReversibleRaces::Access access;
      access.invocation = invocation;
      access.operation = AtomicOperation::store;
      access.changes = true;
      races.add(
          {1, 0, 0}, false, access, [&](const auto&) { return has_barrier; },
          [&](const auto&) { ++found; });
    }
    EXPECT_EQ(found, has_barrier ? 0u : 1u);
  }
}

// Against arrays, which share nothing.
TEST(WorkgroupClock, JoinsAsArraysDo) {
  constexpr std::uint32_t workgroups = 300;
  using Array = std::array<WorkgroupClock::Before, workgroups>;
  RaceMemory memory;
  {
    std::mt19937 random(5);
    std::array<Array, 6> arrays = {};
    std::vector<WorkgroupClock> clocks(arrays.size(), WorkgroupClock(&memory));
    for (unsigned step = 0; step < 3000; ++step) {
      const std::size_t to = random() % arrays.size(), from = random() % arrays.size();
      const auto workgroup = static_cast<std::uint32_t>(random() % workgroups);
      const auto first = static_cast<std::uint32_t>(random() % 3);
      const WorkgroupClock::Before before{first, first + 1 + step / 100};
      switch (random() % 8) {
        case 0:
          arrays[to] = arrays[from];
          clocks[to] = clocks[from];
          break;
        case 1:
          arrays[to] = {};
          clocks[to] = WorkgroupClock(&memory);
          break;
        case 2:
        case 3: {
          bool has_changed = false;
          for (std::uint32_t i = 0; i < workgroups; ++i) {
            if (arrays[from][i].last <= arrays[to][i].last) continue;
            arrays[to][i] = arrays[from][i];
            has_changed = true;
          }
          EXPECT_EQ(clocks[to].join(clocks[from]), has_changed) << "step " << step;
          break;
        }
        default:
          arrays[to][workgroup] = before;
          clocks[to].set(workgroup, before);
      }
      for (std::uint32_t i = 0; i < workgroups; ++i)
        ASSERT_EQ(clocks[to].of(i), arrays[to][i]) << "step " << step << ", workgroup " << i;
    }
    EXPECT_GT(memory.used, 0u);
  }
  EXPECT_EQ(memory.used, 0u);
}

// Each workgroup knows all before it. Nearly all of what they know is the same.
TEST(WorkgroupClock, ChainsTakeLittleMemory) {
  constexpr std::uint32_t workgroups = 4096;
  RaceMemory memory;
  std::vector<WorkgroupClock> clocks;
  WorkgroupClock latest(&memory);
  for (std::uint32_t i = 0; i < workgroups; ++i) {
    WorkgroupClock own(&memory);
    own.set(i, {0, 1});
    own.join(latest);
    clocks.push_back(own);
    latest = own;
  }
  for (const std::uint32_t i : {0u, 63u, 64u, 2500u, workgroups - 1}) {
    EXPECT_EQ(clocks[i].of(i).last, 1u);
    EXPECT_EQ(clocks[i].of(i / 2).last, 1u);
    EXPECT_EQ(clocks[i].of(i + 1).last, 0u);
  }
  EXPECT_LT(memory.used / workgroups, 2048u);  // bytes for each; an array takes 32 KiB
}

}  // namespace
}  // namespace spirv_oracle
