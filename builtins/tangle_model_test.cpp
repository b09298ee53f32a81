// Random structured programs that look at their own tangle, and a model that runs a set of lanes through
// the statements: who is together where, and whether the specification guarantees it.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "builtins/random_program_for_test.h"
#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

using random_program::Condition;
using random_program::Expression;
using random_program::Generator;
using random_program::max_iterations;
using random_program::Statement;
using random_program::Statements;
using random_program::variable_count;
using random_program::Writer;

constexpr unsigned invocations = 128;
using Lanes = std::bitset<invocations>;

// Those who are at one place together: of each subgroup a tangle.
struct Tangle {
  Lanes lanes;
  Lanes guaranteed;  // the lanes of subgroups of which that is guaranteed
};
// Tangles that come to one place.
using Arrivals = std::vector<Tangle>;

struct Invocation {
  std::array<std::uint32_t, variable_count> variables{};
  std::uint32_t observation = 0;
  bool certain = true;  // every tangle observed was guaranteed
};

// What promises joins: MaximallyReconvergesKHR, or uniform control flow of the subgroup or the workgroup.
enum class Promise { maximal, subgroup, workgroup };

// One workgroup.
class Model {
 public:
  Model(unsigned subgroup_size, Promise promise) : promise_(promise) {
    for (unsigned first = 0; first < invocations; first += subgroup_size) {
      Lanes lanes;
      for (unsigned i = 0; i < subgroup_size; ++i) lanes.set(first + i);
      subgroups_.push_back(lanes);
    }
    for (unsigned lane = 0; lane < invocations; ++lane) {
      for (unsigned i = 0; i < variable_count; ++i) state_[lane].variables[i] = lane * (i + 1) + i;
    }
  }
  void run(const Statements& program) {
    execute(program, Tangle{Lanes().set(), Lanes().set()}, nullptr);
  }
  const Invocation& invocation(unsigned lane) const { return state_[lane]; }

 private:
  struct Loop {
    Arrivals at_merge, at_continue;
  };

  std::uint32_t value(const Expression& e, unsigned lane) const {
    return state_[lane].variables[e.variable] * e.factor + e.addend;
  }
  Lanes where(const Condition& c, const Lanes& lanes) const {
    Lanes result;
    for (unsigned lane = 0; lane < invocations; ++lane)
      result[lane] = lanes[lane] && value(c.value, lane) % c.modulus < c.limit;
    return result;
  }
  static void arrive(Arrivals& arrivals, const std::optional<Tangle>& tangle) {
    if (tangle && tangle->lanes.any()) arrivals.push_back(*tangle);
  }
  static Lanes all_of(const Arrivals& arrivals) {
    Lanes lanes;
    for (const Tangle& tangle : arrivals) lanes |= tangle.lanes;
    return lanes;
  }

  // The subgroups that come as one tangle, and one that is guaranteed.
  Lanes never_parted(const Arrivals& arrivals) const {
    Lanes result;
    for (const Lanes& subgroup : subgroups_) {
      const auto comes = [&](const Tangle& tangle) { return (tangle.lanes & subgroup).any(); };
      if (std::ranges::count_if(arrivals, comes) == 1)
        result |= std::ranges::find_if(arrivals, comes)->guaranteed & subgroup;
    }
    return result;
  }

  // Behind a construct that `header` entered.
  std::optional<Tangle> join_at_merge(const Tangle& header, const Arrivals& arrivals) const {
    const Lanes lanes = all_of(arrivals);
    if (lanes.none()) return std::nullopt;
    if (promise_ == Promise::maximal) return Tangle{lanes, header.guaranteed};
    Lanes guaranteed = never_parted(arrivals);
    const Lanes whole = header.guaranteed & header.lanes & lanes;
    if (promise_ == Promise::workgroup) return Tangle{lanes, whole.all() ? whole : guaranteed};
    for (const Lanes& subgroup : subgroups_) {
      if ((whole & subgroup) == subgroup) guaranteed |= subgroup;
    }
    return Tangle{lanes, guaranteed};
  }
  std::optional<Tangle> join_at_continue(const Tangle& header, const Arrivals& arrivals) const {
    const Lanes lanes = all_of(arrivals);
    if (lanes.none()) return std::nullopt;
    return Tangle{lanes, promise_ == Promise::maximal ? header.guaranteed : never_parted(arrivals)};
  }

  // What goes on behind the statements; null if no lane does.
  std::optional<Tangle> execute(const Statements& statements, std::optional<Tangle> tangle,
                                Loop* loop) {
    for (const auto& s : statements) {
      if (!tangle || tangle->lanes.none()) return std::nullopt;
      tangle = execute(*s, *tangle, loop);
    }
    return tangle;
  }

  std::optional<Tangle> execute(const Statement& s, const Tangle& tangle, Loop* loop) {
    switch (s.kind) {
      case Statement::Kind::assign:
        for_each(tangle.lanes,
                 [&](unsigned lane) { state_[lane].variables[s.target] = value(s.value, lane); });
        return tangle;
      case Statement::Kind::observe:
        observe(tangle);
        return tangle;
      case Statement::Kind::break_if:
        return leave_if(s, tangle, &loop->at_merge);
      case Statement::Kind::continue_if:
        return leave_if(s, tangle, &loop->at_continue);
      case Statement::Kind::return_if:
        return leave_if(s, tangle, nullptr);
      case Statement::Kind::if_: {
        const Lanes then = where(s.condition, tangle.lanes);
        Arrivals arrivals;
        arrive(arrivals, execute(s.bodies[0], Tangle{then, tangle.guaranteed}, loop));
        std::optional<Tangle> otherwise = Tangle{tangle.lanes & ~then, tangle.guaranteed};
        if (s.has_else) otherwise = execute(s.bodies[1], otherwise, loop);
        arrive(arrivals, otherwise);
        return join_at_merge(tangle, arrivals);
      }
      case Statement::Kind::loop:
        return execute_loop(s, tangle);
      case Statement::Kind::switch_:
        break;
    }
    return execute_switch(s, tangle, loop);
  }

  template <class Action>
  static void for_each(const Lanes& lanes, Action action) {
    for (unsigned lane = 0; lane < invocations; ++lane) {
      if (lanes[lane]) action(lane);
    }
  }

  void observe(const Tangle& tangle) {
    for (const Lanes& subgroup : subgroups_) {
      std::uint32_t ballot[4] = {};
      const auto first = static_cast<unsigned>(subgroup._Find_first());
      for_each(tangle.lanes & subgroup,
               [&](unsigned lane) { ballot[(lane - first) / 32] |= 1u << (lane - first) % 32; });
      for_each(tangle.lanes & subgroup, [&](unsigned lane) {
        state_[lane].observation = random_program::observed(state_[lane].observation, ballot);
        state_[lane].certain &= tangle.guaranteed[lane];
      });
    }
  }

  // A selection of which one side leaves; lanes that return arrive nowhere.
  std::optional<Tangle> leave_if(const Statement& s, const Tangle& tangle, Arrivals* to) {
    const Lanes leaving = where(s.condition, tangle.lanes);
    if (to != nullptr) arrive(*to, Tangle{leaving, tangle.guaranteed});
    Arrivals arrivals;
    arrive(arrivals, Tangle{tangle.lanes & ~leaving, tangle.guaranteed});
    return join_at_merge(tangle, arrivals);
  }

  std::optional<Tangle> execute_loop(const Statement& s, const Tangle& header) {
    Loop loop;
    std::vector<std::uint32_t> kept(invocations);
    std::optional<Tangle> tangle = header;
    for (std::uint32_t iteration = 0; tangle && tangle->lanes.any(); ++iteration) {
      const auto stay = [&](std::uint32_t count) {
        const Lanes staying = count < max_iterations ? where(s.condition, tangle->lanes) : Lanes{};
        arrive(loop.at_merge, Tangle{tangle->lanes & ~staying, tangle->guaranteed});
        tangle->lanes = staying;
      };
      if (!s.test_at_end) stay(iteration);
      for_each(tangle->lanes,
               [&](unsigned lane) { kept[lane] = value(s.value, lane) + iteration; });
      loop.at_continue.clear();
      arrive(loop.at_continue, execute(s.bodies[0], tangle, &loop));
      tangle = join_at_continue(header, loop.at_continue);
      if (tangle && s.test_at_end) stay(iteration + 1);
    }
    const auto behind = join_at_merge(header, loop.at_merge);
    if (behind && s.uses_value_after) {
      for_each(behind->lanes,
               [&](unsigned lane) { state_[lane].variables[s.target] += kept[lane]; });
    }
    return behind;
  }

  // Lanes of one selector value stay together; those of several, and those that fall through to where
  // others wait, are together without promise.
  std::optional<Tangle> execute_switch(const Statement& s, const Tangle& tangle, Loop* loop) {
    std::map<std::uint32_t, Lanes> by_value;
    for_each(tangle.lanes,
             [&](unsigned lane) { by_value[value(s.condition.value, lane) % 6].set(lane); });
    Arrivals at_merge;
    Arrivals others;  // to the default, which is the merge block
    for (const auto& [selector, lanes] : by_value) {
      if (selector >= s.bodies.size()) others.push_back({lanes, tangle.guaranteed});
    }
    if (!others.empty()) {
      at_merge.push_back({all_of(others), never_parted(others)});
    }
    std::optional<Tangle> falling;
    for (std::uint32_t i = 0; i < s.bodies.size(); ++i) {
      Arrivals here;
      arrive(here, falling);
      if (by_value.count(i) != 0) here.push_back({by_value[i], tangle.guaranteed});
      falling = std::nullopt;
      if (here.empty()) continue;
      const Tangle in_case{all_of(here), never_parted(here)};
      const auto end = execute(s.bodies[i], in_case, loop);
      if (s.falls_through[i]) {
        falling = end;
      } else {
        arrive(at_merge, end);
      }
    }
    return join_at_merge(tangle, at_merge);
  }

  std::array<Invocation, invocations> state_;
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

TEST_P(RandomTangles, AreThoseOfTheModel) {
  const Mode& mode = GetParam();
  unsigned certain = 0, uncertain = 0;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    const Statements program = Generator(seed, true).statements(4, false);
    const std::string text = Writer().module(program, mode.execution_mode, mode.extension);
    const auto module = load_module(test::assemble(text));
    ASSERT_TRUE(module.has_value()) << module.error().message << "\n" << text;
    Dispatch dispatch;
    dispatch.subgroup_size = 1u << (seed % 8);
    dispatch.buffers[{0, 0, 0}] = ShadowedBytes::uninitialized(invocations * 20);
    const auto result = run(**module, default_registry(), dispatch);
    ASSERT_TRUE(result.has_value()) << result.error().message << "\n" << text;
    const ShadowedBytes& out = result->buffers.at({0, 0, 0}).contents;
    Model model(dispatch.subgroup_size, mode.promise);
    model.run(program);
    for (unsigned lane = 0; lane < invocations; ++lane) {
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
