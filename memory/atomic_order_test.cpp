#include "memory/atomic_order.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>
#include <vector>

namespace spirv_oracle {
namespace {

using Operation = AtomicOperation;

constexpr std::uint32_t subgroup_lanes = 2, subgroups = 2, workgroup_lanes = 4;

RaceShape small_shape() {
  RaceShape shape;
  shape.subgroup_size = subgroup_lanes;
  shape.subgroup_count = subgroups;
  shape.invocations = {0, 1, 2, 3};
  return shape;
}

MemorySemantics semantics(MemoryScope scope) {
  MemorySemantics semantics;
  semantics.scope = scope;
  semantics.acquire = semantics.release = true;
  semantics.storage = {true, true, true};
  return semantics;
}

// --- all executions of a small program, one instruction at a time ---

struct Step {
  enum class Kind : std::uint8_t { access, subgroup_barrier, workgroup_barrier };
  Kind kind = Kind::access;
  Operation operation = Operation::load;
  int operand = 0;
};

// By workgroup and invocation: what each does to one location.
using Invocation = std::vector<Step>;
struct SmallProgram {
  std::uint32_t workgroups = 1;
  std::array<Invocation, 2 * workgroup_lanes> invocations;
  int start = 0;
};

int combined(const Step& step, int value) {
  switch (step.operation) {
    case Operation::add:
      return (value + step.operand) & 7;
    case Operation::bit_or:
      return value | step.operand;
    case Operation::unsigned_max:
      return std::max(value, step.operand);
    case Operation::store:
      return step.operand;
    case Operation::compare_exchange:  // a compare-exchange with 1
      return value == 1 ? step.operand : value;
    default:
      return value;
  }
}

struct State {
  std::array<std::size_t, 2 * workgroup_lanes> done{};
  int value = 0;
};

// The steps that can be next: an access at any time, a barrier when all invocations that it concerns have arrived.
std::vector<std::vector<std::uint32_t>> next_steps(const SmallProgram& program,
                                                   const State& state) {
  std::vector<std::vector<std::uint32_t>> next;
  const auto step_of = [&](std::uint32_t i) -> const Step* {
    const Invocation& steps = program.invocations[i];
    return state.done[i] < steps.size() ? &steps[state.done[i]] : nullptr;
  };
  for (std::uint32_t i = 0; i < program.workgroups * workgroup_lanes; ++i) {
    const Step* step = step_of(i);
    if (step == nullptr) continue;
    if (step->kind == Step::Kind::access) {
      next.push_back({i});
      continue;
    }
    const std::uint32_t size =
        step->kind == Step::Kind::workgroup_barrier ? workgroup_lanes : subgroup_lanes;
    if (i % size != 0) continue;
    std::vector<std::uint32_t> all;
    for (std::uint32_t other = i; other < i + size; ++other) {
      if (step_of(other) != nullptr && step_of(other)->kind == step->kind) all.push_back(other);
    }
    if (all.size() == size) next.push_back(all);
  }
  return next;
}

// By invocation and step: the values that the step may read; and at the end, the values that the memory may have.
struct Possible {
  std::array<std::vector<std::set<int>>, 2 * workgroup_lanes> found;
  std::set<int> at_end;
};

void execute_all(const SmallProgram& program, State state, Possible& possible,
                 std::set<std::pair<std::array<std::size_t, 2 * workgroup_lanes>, int>>& seen) {
  if (!seen.emplace(state.done, state.value).second) return;
  const auto next = next_steps(program, state);
  if (next.empty()) possible.at_end.insert(state.value);
  for (const auto& who : next) {
    State after = state;
    for (const std::uint32_t i : who) {
      const Step& step = program.invocations[i][after.done[i]];
      if (step.kind == Step::Kind::access) {
        possible.found[i].resize(program.invocations[i].size());
        possible.found[i][after.done[i]].insert(after.value);
        after.value = combined(step, after.value);
      }
      ++after.done[i];
    }
    execute_all(program, after, possible, seen);
  }
}

Possible all_executions(const SmallProgram& program) {
  Possible possible;
  std::set<std::pair<std::array<std::size_t, 2 * workgroup_lanes>, int>> seen;
  execute_all(program, {{}, program.start}, possible, seen);
  return possible;
}

// --- the simulation: one workgroup after the other, in a random order within it ---

struct Marks {
  std::array<std::vector<bool>, 2 * workgroup_lanes> found;
  bool at_end = false;
};

class Simulation {
 public:
  Simulation(const SmallProgram& program, const AtomicVerdicts& known, std::uint64_t seed)
      : program_(program), order_(small_shape(), 1 << 20, known), random_(seed) {}

  Marks run() {
    State state;
    state.value = program_.start;
    for (std::uint32_t workgroup = 0; workgroup < program_.workgroups; ++workgroup) {
      order_.start_workgroup(workgroup);
      for (;;) {
        auto next = next_steps(program_, state);
        std::erase_if(next, [&](const auto& who) { return who[0] / workgroup_lanes != workgroup; });
        if (next.empty()) break;
        execute(next[random_() % next.size()], state);
      }
    }
    marks_.at_end = is_indeterminate_;
    return marks_;
  }
  AtomicVerdicts verdicts() const { return order_.verdicts(); }

 private:
  void execute(const std::vector<std::uint32_t>& who, State& state) {
    const Step& first = program_.invocations[who[0]][state.done[who[0]]];
    if (first.kind == Step::Kind::access) {
      access(who[0], state);
    } else {
      std::vector<std::uint32_t> here;
      here.reserve(who.size());
      for (const std::uint32_t i : who) here.push_back(i % workgroup_lanes);
      const bool of_workgroup = first.kind == Step::Kind::workgroup_barrier;
      const MemoryScope scope = of_workgroup ? MemoryScope::workgroup : MemoryScope::subgroup;
      order_.order().control_barrier(here, scope, semantics(scope));
    }
    for (const std::uint32_t i : who) ++state.done[i];
  }

  void access(std::uint32_t i, State& state) {
    const Step& step = program_.invocations[i][state.done[i]];
    const int after = combined(step, state.value);
    AtomicEffect effect;
    const bool leaves_all =
        (step.operation == Operation::add || step.operation == Operation::bit_or) &&
        step.operand == 0;
    effect.operation = leaves_all ? Operation::load : step.operation;
    effect.stored = static_cast<std::uint64_t>(step.operand);
    effect.changes =
        effect.operation != Operation::load && (after != state.value || is_indeterminate_);
    effect.result_is_used = true;
    const AtomicVerdict verdict =
        order_.access({1, 8, StorageSemantics::uniform_memory}, i % workgroup_lanes, effect);
    marks_.found[i].resize(program_.invocations[i].size());
    marks_.found[i][state.done[i]] = verdict.result_depends || is_indeterminate_;
    if (step.operation == Operation::store) is_indeterminate_ = false;
    if (verdict.memory_depends) is_indeterminate_ = true;
    state.value = after;
  }

  const SmallProgram& program_;
  AtomicOrder order_;
  std::mt19937_64 random_;
  Marks marks_;
  bool is_indeterminate_ = false;
};

Marks simulate(const SmallProgram& program, std::uint64_t seed) {
  AtomicVerdicts known;
  Marks marks;
  for (;;) {
    Simulation simulation(program, known, seed);
    marks = simulation.run();
    AtomicVerdicts found = simulation.verdicts();
    if (!known.merge(found)) return marks;
  }
}

Step access(Operation operation, int operand = 0) {
  return {Step::Kind::access, operation, operand};
}
constexpr Step workgroup_barrier{Step::Kind::workgroup_barrier, Operation::load, 0};
constexpr Step subgroup_barrier{Step::Kind::subgroup_barrier, Operation::load, 0};

SmallProgram random_program(std::mt19937_64& random) {
  SmallProgram program;
  program.workgroups = 1 + random() % 2;
  program.start = static_cast<int>(random() % 3);
  constexpr std::array operations = {Operation::load,   Operation::add,
                                     Operation::bit_or, Operation::unsigned_max,
                                     Operation::store,  Operation::compare_exchange};
  // Only a few kinds of operations, because otherwise none would commute.
  const std::array kinds = {operations[random() % operations.size()],
                            operations[random() % operations.size()], Operation::load};
  const std::size_t phases = 1 + random() % 3;
  for (std::uint32_t workgroup = 0; workgroup < program.workgroups; ++workgroup) {
    const Step barrier = random() % 3 == 0 ? subgroup_barrier : workgroup_barrier;
    for (std::size_t phase = 0; phase < phases; ++phase) {
      for (std::uint32_t invocation = 0; invocation < workgroup_lanes; ++invocation) {
        Invocation& steps = program.invocations[workgroup * workgroup_lanes + invocation];
        if (phase != 0) steps.push_back(barrier);
        if (random() % 3 == 0)
          steps.push_back(access(kinds[random() % 3], static_cast<int>(random() % 4)));
      }
    }
  }
  return program;
}

TEST(AtomicOrder, WhatDiffersBetweenTwoExecutionsIsMarked) {
  std::mt19937_64 random(1);
  std::size_t certain = 0, marked_for_nothing = 0;
  for (int i = 0; i < 20000; ++i) {
    const SmallProgram program = random_program(random);
    const Possible possible = all_executions(program);
    const Marks marks = simulate(program, random());
    const auto check = [&](const std::set<int>& values, bool marked) {
      if (values.size() > 1) {
        EXPECT_TRUE(marked) << "program " << i;
        return;
      }
      ++certain;
      if (marked) ++marked_for_nothing;
    };
    for (std::uint32_t who = 0; who < program.workgroups * workgroup_lanes; ++who) {
      for (std::size_t step = 0; step < possible.found[who].size(); ++step) {
        if (program.invocations[who][step].kind == Step::Kind::access)
          check(possible.found[who][step], marks.found[who][step]);
      }
    }
    check(possible.at_end, marks.at_end);
  }
  EXPECT_LT(marked_for_nothing * 4, certain)
      << marked_for_nothing << " of " << certain << " certain values are marked";
}

// --- single rules ---

SmallProgram all_do(const Invocation& steps, std::uint32_t workgroups = 1) {
  SmallProgram program;
  program.workgroups = workgroups;
  for (std::uint32_t i = 0; i < workgroups * workgroup_lanes; ++i) program.invocations[i] = steps;
  return program;
}

TEST(AtomicOrder, TicketsDependOnTheOrderAndTheirSumDoesNot) {
  const Marks marks = simulate(all_do({access(Operation::add, 1)}), 1);
  EXPECT_TRUE(marks.found[0][0]);
  EXPECT_TRUE(marks.found[3][0]);
  EXPECT_FALSE(marks.at_end);
}

TEST(AtomicOrder, ABarrierOrdersWhatItsWorkgroupDoes) {
  const Invocation steps = {access(Operation::add, 1), workgroup_barrier, access(Operation::load)};
  EXPECT_FALSE(simulate(all_do(steps), 1).found[0][2]);
  // Another workgroup adds before or after it.
  EXPECT_TRUE(simulate(all_do(steps, 2), 1).found[0][2]);
}

TEST(AtomicOrder, AVoteThatEveryoneCastsAlikeIsCertainOnceItIsCast) {
  SmallProgram program = all_do({access(Operation::bit_or, 1)}, 2);
  EXPECT_TRUE(simulate(program, 1).found[0][0]);
  program.start = 1;
  EXPECT_FALSE(simulate(program, 1).found[0][0]);
}

TEST(AtomicOrder, StoresOfOneValueAreCertainInTheEnd) {
  SmallProgram program = all_do({access(Operation::store, 3)});
  EXPECT_FALSE(simulate(program, 1).at_end);
  program.invocations[2] = {access(Operation::store, 2)};
  EXPECT_TRUE(simulate(program, 1).at_end);
}

TEST(AtomicOrder, TheLastValueOfOneWriterIsCertain) {
  SmallProgram program;
  program.invocations[0] = {access(Operation::store, 1), access(Operation::store, 2)};
  program.invocations[1] = {access(Operation::load)};
  const Marks marks = simulate(program, 1);
  EXPECT_TRUE(marks.found[1][0]);
  EXPECT_FALSE(marks.at_end);
}

TEST(AtomicOrder, DifferentOperationsDoNotCommute) {
  SmallProgram program = all_do({access(Operation::add, 1)});
  program.invocations[1] = {access(Operation::unsigned_max, 3)};
  EXPECT_TRUE(simulate(program, 1).at_end);
}

TEST(AtomicOrder, ACounterThatIsResetBetweenBarriersStaysCertain) {
  SmallProgram program;
  for (std::uint32_t invocation = 0; invocation < workgroup_lanes; ++invocation) {
    Invocation& steps = program.invocations[invocation];
    for (int round = 0; round < 2; ++round) {
      steps.insert(steps.end(), {access(Operation::add, 1), workgroup_barrier,
                                 access(Operation::load), workgroup_barrier});
      if (invocation == 0) steps.push_back(access(Operation::store, 0));
      steps.push_back(workgroup_barrier);
    }
  }
  const Marks marks = simulate(program, 1);
  EXPECT_FALSE(marks.found[1][2]);
  EXPECT_FALSE(marks.found[1][7]);
  EXPECT_FALSE(marks.at_end);
}

class FloatSums : public testing::Test {
 protected:
  // Whether the sum depends on the order if four invocations add such terms. `signs`: of the terms, in turn.
  bool depends(double magnitude, std::int16_t quantum, bool may_be_denormal = false,
               std::array<std::uint8_t, 2> signs = {1, 1}) {
    const AtomicVerdicts none;
    AtomicOrder order(small_shape(), 1 << 20, none);
    order.start_workgroup(0);
    AtomicEffect effect;
    effect.operation = Operation::float_add;
    effect.changes = true;
    effect.operand_magnitude = magnitude;
    effect.quantum = quantum;
    effect.digits = 24;
    effect.may_be_denormal = may_be_denormal;
    for (std::uint32_t invocation = 0; invocation < workgroup_lanes; ++invocation) {
      effect.signs = signs[invocation % 2];
      order.access({1, 0}, invocation, effect);
    }
    const AtomicVerdicts verdicts = order.verdicts();
    const auto* ranges = verdicts.find({1, 0, 0});
    return ranges != nullptr && ranges->front().verdict.memory_depends;
  }
};

TEST_F(FloatSums, OfNumbersThatAreAddedExactlyAreCertain) {
  EXPECT_FALSE(depends(3.0, 0));
  EXPECT_FALSE(depends(0x3FFFFF, 0));
}

TEST_F(FloatSums, ThatMayBeRoundedDependOnTheOrder) {
  EXPECT_TRUE(depends(3.0, -23));
  EXPECT_TRUE(depends(0x400000, 0));
}

TEST_F(FloatSums, OfBothSignsThatMayBeDenormalDependOnTheOrder) {
  EXPECT_FALSE(depends(3.0, 0, true));
  EXPECT_FALSE(depends(3.0, 0, false, {1, 2}));
  EXPECT_TRUE(depends(3.0, 0, true, {1, 2}));
}

TEST(AtomicOrder, APossibleAccessMakesTheOthersUncertain) {
  const AtomicVerdicts none;
  AtomicOrder order(small_shape(), 1 << 20, none);
  order.start_workgroup(0);
  AtomicEffect effect;
  effect.operation = Operation::add;
  effect.changes = true;
  order.access({1, 0}, 0, effect);
  EXPECT_TRUE(order.verdicts().empty());
  order.note_possible_access({1, 0}, 1);
  const AtomicVerdicts verdicts = order.verdicts();
  ASSERT_NE(verdicts.find({1, 0, 0}), nullptr);
  EXPECT_TRUE(verdicts.find({1, 0, 0})->front().verdict.memory_depends);
}

TEST(AtomicOrder, WhereMemoryRunsOutEverythingDependsOnTheOrder) {
  const AtomicVerdicts none;
  AtomicOrder order(small_shape(), 100000, none);
  order.start_workgroup(0);
  for (std::uint64_t i = 0; i < 1000; ++i) order.access({1, 4096 * i}, 0, {});
  EXPECT_TRUE(order.verdicts().all());
  const AtomicVerdicts all = order.verdicts();
  AtomicOrder next(small_shape(), 100000, all);
  next.start_workgroup(0);
  EXPECT_TRUE(next.access({1, 0}, 0, {}).result_depends);
}

TEST(AtomicOrder, ALocationInWorkgroupMemoryIsAnotherOneInEachWorkgroup) {
  const AtomicVerdicts none;
  AtomicOrder order(small_shape(), 1 << 20, none);
  AtomicEffect effect;
  effect.operation = Operation::add;
  effect.changes = effect.result_is_used = true;
  const AtomicOrder::LocationKey place{1, 0, StorageSemantics::workgroup_memory};
  for (std::uint64_t workgroup = 0; workgroup < 3; ++workgroup) {
    order.start_workgroup(workgroup);
    order.access(place, 0, effect);
    if (workgroup == 1) order.access(place, 2, effect);
  }
  const AtomicVerdicts verdicts = order.verdicts();
  EXPECT_EQ(verdicts.find({1, 0, 0}), nullptr);
  EXPECT_NE(verdicts.find({1, 0, 1}), nullptr);
  EXPECT_EQ(verdicts.find({1, 0, 2}), nullptr);
}

// Accesses by random subsets of a subgroup, with barriers in between. run() makes them one by one or, where AtomicOrder permits
// it, together, and returns the verdict of each.
struct RandomAccesses {
  std::uint32_t seed;
  AtomicVerdicts known{};
  unsigned taken_together = 0;

  std::vector<AtomicVerdict> run(bool together) {
    std::mt19937 engine(seed);
    const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
    AtomicOrder order(small_shape(), 1 << 20, known);
    std::vector<AtomicVerdict> verdicts;
    const std::vector<std::uint32_t> all = {0, 1, 2, 3};
    for (std::uint64_t workgroup = 0; workgroup < 2; ++workgroup) {
      order.start_workgroup(workgroup);
      for (int step = 0; step < 30; ++step) {
        if (random() % 6 == 0) {
          order.order().control_barrier(all, MemoryScope::workgroup,
                                        semantics(MemoryScope::workgroup));
          continue;
        }
        const AtomicOrder::LocationKey place{random() % 2, random() % 2 * 4};
        AtomicEffect effect;
        effect.operation =
            std::array{Operation::load, Operation::add, Operation::bit_or}[random() % 3];
        effect.changes = effect.operation != Operation::load;
        effect.result_is_used = random() % 2 == 0;
        const std::uint32_t first = random() % 2 * subgroup_lanes;
        const std::vector<std::uint32_t> lanes =
            random() % 3 == 0 ? std::vector{first} : std::vector{first, first + 1};
        execute(order, place, lanes, effect, together, verdicts);
      }
      order.finish_workgroup();
    }
    found = order.verdicts();
    return verdicts;
  }
  AtomicVerdicts found{};

 private:
  void execute(AtomicOrder& order, const AtomicOrder::LocationKey& place,
               const std::vector<std::uint32_t>& lanes, const AtomicEffect& effect, bool together,
               std::vector<AtomicVerdict>& verdicts) {
    if (together) {
      if (const auto verdict = order.access_together(place, lanes, effect)) {
        ++taken_together;
        verdicts.insert(verdicts.end(), lanes.size(), *verdict);
        return;
      }
    }
    for (const std::uint32_t lane : lanes) verdicts.push_back(order.access(place, lane, effect));
  }
};

TEST(AtomicOrder, AccessesTogetherAreThoseOfOneAfterTheOther) {
  unsigned taken = 0;
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    RandomAccesses single{seed}, together{seed};
    for (int round = 0; round < 2; ++round) {
      ASSERT_EQ(single.run(false), together.run(true)) << seed;
      AtomicVerdicts both = single.found;
      EXPECT_FALSE(both.merge(together.found)) << seed;
      both = together.found;
      EXPECT_FALSE(both.merge(single.found)) << seed;
      single.known = single.found;
      together.known = together.found;
    }
    taken += together.taken_together;
  }
  EXPECT_GT(taken, 1000u);
}

// Phases by the million, of one invocation and of all, take little memory.
TEST(AtomicOrder, ManyBarriersTakeLittleMemory) {
  const AtomicVerdicts none;
  AtomicOrder order(small_shape(), 1 << 20, none);
  order.start_workgroup(0);
  AtomicEffect effect;
  effect.operation = Operation::add;
  effect.changes = true;
  const std::vector<std::uint32_t> all = {0, 1, 2, 3};
  for (int round = 0; round < 100000; ++round) {
    for (const std::uint32_t invocation : all) order.access({1, 0}, invocation, effect);
    order.order().control_barrier(all, MemoryScope::workgroup, semantics(MemoryScope::workgroup));
  }
  EXPECT_TRUE(order.verdicts().empty());
}

}  // namespace
}  // namespace spirv_oracle
