// Random structured programs that observe their own tangle, and a model that executes the statements for a set of lanes. The
// model knows which lanes may be together, and whether the specification guarantees it: where all of them have taken the
// same path.

#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "builtins/random_program_for_test.h"
#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

using random_program::CaseEnd;
using random_program::Condition;
using random_program::Expression;
using random_program::Generator;
using random_program::max_iterations;
using random_program::Statement;
using random_program::Statements;
using random_program::variable_count;
using random_program::Writer;

constexpr unsigned workgroup_invocations = 128;
using Lanes = std::bitset<workgroup_invocations>;

// The path of an invocation through the program, as a hash of its decisions. Invocations with the same path execute the same
// dynamic instances ("Dynamic Instance"). Guaranteed reconvergence discards the decisions since the header. All other
// invocations at one place may or may not be together.
using Path = std::uint64_t;
using Paths = std::array<Path, workgroup_invocations>;

struct Invocation {
  std::array<std::uint32_t, variable_count> variables{};
  std::uint32_t observation = 0;
  bool certain = true;  // in each tangle observed, all had taken the same way
};

// The rule that guarantees reconvergence: MaximallyReconvergesKHR, or uniform control flow of the subgroup or the workgroup.
enum class Promise { maximal, subgroup, workgroup };

// One workgroup. Executes the statements for the invocations at one place.
class SubgroupModel {
 public:
  SubgroupModel(unsigned subgroup_size, Promise promise) : promise_(promise) {
    for (unsigned first = 0; first < workgroup_invocations; first += subgroup_size) {
      Lanes lanes;
      for (unsigned i = 0; i < subgroup_size; ++i) lanes.set(first + i);
      subgroups_.push_back(lanes);
    }
    for (unsigned lane = 0; lane < workgroup_invocations; ++lane) {
      for (unsigned i = 0; i < variable_count; ++i) state_[lane].variables[i] = lane * (i + 1) + i;
    }
  }
  void run(const Statements& program) { execute(program, Lanes().set(), nullptr); }
  const Invocation& invocation(unsigned lane) const { return state_[lane]; }

 private:
  // The lanes that left the loop, and those that go to its continue target.
  struct Loop {
    Lanes at_merge, at_continue;
  };

  std::uint32_t value(const Expression& e, unsigned lane) const {
    return state_[lane].variables[e.variable] * e.factor + e.addend;
  }
  template <class Action>
  static void for_each(const Lanes& lanes, Action action) {
    for (unsigned lane = 0; lane < workgroup_invocations; ++lane) {
      if (lanes[lane]) action(lane);
    }
  }

  void decide(unsigned lane, std::uint64_t decision) {
    paths_[lane] = (paths_[lane] ^ (decision + 1)) * 0x9E3779B97F4A7C15ull;
    paths_[lane] ^= paths_[lane] >> 29;
  }
  // The lanes for which the condition holds, if it may. All lanes decide.
  Lanes where(const Condition& c, const Lanes& lanes, bool may_hold = true) {
    Lanes result;
    for_each(lanes, [&](unsigned lane) {
      result[lane] = may_hold && value(c.value, lane) % c.modulus < c.limit;
      decide(lane, result[lane] ? 1 : 0);
    });
    return result;
  }

  bool is_uniform(const Lanes& all, const Lanes& here, const Paths& paths) const {
    if ((all & here) != all) return false;
    const Path first = paths[all._Find_first()];
    bool same = true;
    for_each(all, [&](unsigned lane) { same &= paths[lane] == first; });
    return same;
  }

  // After the construct whose header `entered` executed, by the paths `before`.
  Lanes join_at_merge(const Lanes& entered, const Paths& before, const Lanes& left) {
    const auto forget = [&](const Lanes& lanes) {
      for_each(lanes, [&](unsigned lane) { paths_[lane] = before[lane]; });
    };
    const auto leave_uniformly = [&](const Lanes& all) {
      if (is_uniform(all, entered, before) && (all & left) == all) forget(all);
    };
    switch (promise_) {
      case Promise::maximal:
        forget(left);
        break;
      case Promise::subgroup:
        for (const Lanes& subgroup : subgroups_) leave_uniformly(subgroup);
        break;
      case Promise::workgroup:
        leave_uniformly(Lanes().set());
        break;
    }
    return left;
  }
  Lanes join_at_continue(const Paths& before, const Lanes& lanes) {
    if (promise_ == Promise::maximal)
      for_each(lanes, [&](unsigned lane) { paths_[lane] = before[lane]; });
    return lanes;
  }

  // The lanes that continue after the statements.
  Lanes execute(const Statements& statements, Lanes lanes, Loop* loop) {
    for (const auto& s : statements) {
      if (lanes.none()) break;
      lanes = execute(*s, lanes, loop);
    }
    return lanes;
  }

  Lanes execute(const Statement& s, const Lanes& lanes, Loop* loop) {
    switch (s.kind) {
      case Statement::Kind::assign:
        for_each(lanes,
                 [&](unsigned lane) { state_[lane].variables[s.target] = value(s.value, lane); });
        return lanes;
      case Statement::Kind::observe:
        observe(lanes);
        return lanes;
      case Statement::Kind::break_if:
        return leave_if(s, lanes, &loop->at_merge);
      case Statement::Kind::continue_if:
        return leave_if(s, lanes, &loop->at_continue);
      case Statement::Kind::return_if:
        return leave_if(s, lanes, nullptr);
      case Statement::Kind::if_: {
        const Paths before = paths_;
        const Lanes then = where(s.condition, lanes);
        const Lanes otherwise = lanes & ~then;
        Lanes left = execute(s.bodies[0], then, loop);
        left |= s.has_else ? execute(s.bodies[1], otherwise, loop) : otherwise;
        if (s.has_tail) left = execute(s.bodies.back(), left, loop);
        return join_at_merge(lanes, before, left);
      }
      case Statement::Kind::loop:
        return execute_loop(s, lanes);
      case Statement::Kind::switch_:
        break;
    }
    return execute_switch(s, lanes, loop);
  }

  void observe(const Lanes& lanes) {
    for (const Lanes& subgroup : subgroups_) {
      const Lanes tangle = lanes & subgroup;
      if (tangle.none()) continue;
      const auto first = static_cast<unsigned>(subgroup._Find_first());
      const bool certain = is_uniform(tangle, tangle, paths_);
      std::uint32_t ballot[4] = {};
      for_each(tangle,
               [&](unsigned lane) { ballot[(lane - first) / 32] |= 1u << (lane - first) % 32; });
      for_each(tangle, [&](unsigned lane) {
        state_[lane].observation = random_program::observed(state_[lane].observation, ballot);
        state_[lane].certain &= certain;
      });
    }
  }

  // A selection that lanes leave on one side; lanes that return do not continue anywhere.
  Lanes leave_if(const Statement& s, const Lanes& lanes, Lanes* to) {
    const Paths before = paths_;
    const Lanes leaving = where(s.condition, lanes);
    if (to != nullptr) *to |= leaving;
    return join_at_merge(lanes, before, lanes & ~leaving);
  }

  Lanes execute_loop(const Statement& s, const Lanes& entered) {
    const Paths before = paths_;
    Loop loop;
    std::vector<std::uint32_t> kept(workgroup_invocations);
    Lanes lanes = entered;
    for (std::uint32_t iteration = 0; lanes.any(); ++iteration) {
      const Paths at_header = paths_;
      const auto stay = [&](std::uint32_t count) {
        const Lanes staying = where(s.condition, lanes, count < max_iterations);
        loop.at_merge |= lanes & ~staying;
        lanes = staying;
      };
      if (!s.test_at_end) stay(iteration);
      for_each(lanes, [&](unsigned lane) { kept[lane] = value(s.value, lane) + iteration; });
      loop.at_continue.reset();
      loop.at_continue |= execute(s.bodies[0], lanes, &loop);
      lanes = join_at_continue(at_header, loop.at_continue);
      if (s.test_at_end) stay(iteration + 1);
    }
    const Lanes behind = join_at_merge(entered, before, loop.at_merge);
    if (s.uses_value_after) {
      for_each(behind, [&](unsigned lane) { state_[lane].variables[s.target] += kept[lane]; });
    }
    return behind;
  }

  // Different selector values are different decisions, also where they lead to the same case.
  Lanes execute_switch(const Statement& s, const Lanes& lanes, Loop* loop) {
    const Paths before = paths_;
    std::map<std::uint32_t, Lanes> by_value;
    for_each(lanes, [&](unsigned lane) {
      const std::uint32_t selector = value(s.condition.value, lane) % 6;
      by_value[selector].set(lane);
      decide(lane, selector);
    });
    Lanes left;
    for (const auto& [selector, those] : by_value) {
      if (selector >= s.bodies.size()) left |= those;  // the default is the merge block
    }
    Lanes falling;
    for (std::uint32_t i = 0; i < s.bodies.size(); ++i) {
      const Lanes end = execute(s.bodies[i], falling | by_value[i], loop);
      falling = end_case(s.case_ends[i], end, left, loop);
    }
    return join_at_merge(lanes, before, left);
  }

  // The lanes that fall through; those that leave the switch are added to `left`.
  Lanes end_case(const CaseEnd& end, const Lanes& lanes, Lanes& left, Loop* loop) {
    if (end.kind == CaseEnd::Kind::falls_through) return lanes;
    Lanes falling;
    if (end.kind == CaseEnd::Kind::conditional) falling = where(end.condition, lanes);
    const Lanes leaving = lanes & ~falling;
    switch (end.exit) {
      case CaseEnd::Exit::merge:
        left |= leaving;
        break;
      case CaseEnd::Exit::leave_loop:
        loop->at_merge |= leaving;
        break;
      case CaseEnd::Exit::next_iteration:
        loop->at_continue |= leaving;
        break;
    }
    return falling;
  }

  std::array<Invocation, workgroup_invocations> state_;
  Paths paths_{};
  std::vector<Lanes> subgroups_;
  Promise promise_;
};

struct Mode {
  const char* name;
  const char* execution_mode;
  const char* extension;
  Promise promise;
};

class RandomTangles : public ::testing::TestWithParam<Mode> {};

// With a schedule of a seed where `schedules` are asked for.
void compare_with_model(const Mode& mode, bool schedules) {
  unsigned certain = 0, uncertain = 0;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    const bool has_tails = mode.promise != Promise::maximal;
    const Statements program = Generator(seed, true, has_tails).statements(4, false);
    const std::string text = Writer().module(program, mode.execution_mode, mode.extension);
    const auto module = load_module(test::assemble(text));
    ASSERT_TRUE(module.has_value()) << module.error().message << "\n" << text;
    Dispatch dispatch;
    dispatch.subgroup_size = 1u << (seed % 8);
    if (schedules) dispatch.seed = seed;
    dispatch.buffers[{0, 0, 0}] = ShadowedBytes::uninitialized(workgroup_invocations * 20);
    const auto result = run(**module, default_registry(), dispatch);
    ASSERT_TRUE(result.has_value()) << result.error().message << "\n" << text;
    const ShadowedBytes& out = result->buffers.at({0, 0, 0}).contents;
    SubgroupModel model(dispatch.subgroup_size, mode.promise);
    model.run(program);
    for (unsigned lane = 0; lane < workgroup_invocations; ++lane) {
      const std::size_t at = lane * 20 + 16;
      std::uint32_t observation = 0;
      std::memcpy(&observation, out.bytes.data() + at, 4);
      ASSERT_EQ(observation, model.invocation(lane).observation)
          << "seed " << seed << ", lane " << lane << "\n"
          << text;
      ++(model.invocation(lane).certain ? certain : uncertain);
      ASSERT_EQ(out.shadow[at] == Definedness::defined, model.invocation(lane).certain)
          << "seed " << seed << ", lane " << lane << "\n"
          << text;
    }
  }
  // The programs are of both kinds.
  EXPECT_GT(certain, 0U);
  EXPECT_GT(uncertain, 0U);
}

TEST_P(RandomTangles, AreThoseOfTheModel) { compare_with_model(GetParam(), false); }

TEST_P(RandomTangles, AreThoseOfTheModelUnderEverySchedule) {
  compare_with_model(GetParam(), true);
}

INSTANTIATE_TEST_SUITE_P(Modes, RandomTangles,
                         ::testing::Values(Mode{"core", "", "", Promise::workgroup},
                                           Mode{"subgroup_uniform", "SubgroupUniformControlFlowKHR",
                                                "SPV_KHR_subgroup_uniform_control_flow",
                                                Promise::subgroup},
                                           Mode{"maximal", "MaximallyReconvergesKHR",
                                                "SPV_KHR_maximal_reconvergence", Promise::maximal}),
                         [](const auto& mode) { return mode.param.name; });

}  // namespace
}  // namespace spirv_oracle
