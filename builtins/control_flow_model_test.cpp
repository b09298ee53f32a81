// Random structured programs, executed by whole subgroups and, independently, by a model of one invocation at a time. Lanes
// diverge and reconverge in every way that structured control flow permits. Each lane must compute the results that its
// invocation would compute alone.

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>

#include "builtins/random_program_for_test.h"
#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

using random_program::CaseEnd;
using random_program::Condition;
using random_program::Generator;
using random_program::max_iterations;
using random_program::Statement;
using random_program::Statements;
using random_program::variable_count;
using random_program::Writer;

// --- the model: one invocation ---

using Variables = std::array<std::uint32_t, variable_count>;

class InvocationModel {
 public:
  explicit InvocationModel(std::uint32_t lane) {
    for (unsigned i = 0; i < variable_count; ++i) variables_[i] = lane * (i + 1) + i;
  }
  Variables run(const Statements& program) {
    execute(program);
    return variables_;
  }

 private:
  enum class Next { on, leave_loop, next_iteration, end };

  std::uint32_t value(const random_program::Expression& e) const {
    return variables_[e.variable] * e.factor + e.addend;
  }
  bool holds(const Condition& c) const { return value(c.value) % c.modulus < c.limit; }

  Next execute(const Statements& statements) {
    for (const auto& s : statements) {
      if (const Next next = execute(*s); next != Next::on) return next;
    }
    return Next::on;
  }

  Next execute(const Statement& s) {
    switch (s.kind) {
      case Statement::Kind::observe:
        return Next::on;
      case Statement::Kind::assign:
        variables_[s.target] = value(s.value);
        return Next::on;
      case Statement::Kind::break_if:
        return holds(s.condition) ? Next::leave_loop : Next::on;
      case Statement::Kind::continue_if:
        return holds(s.condition) ? Next::next_iteration : Next::on;
      case Statement::Kind::return_if:
        return holds(s.condition) ? Next::end : Next::on;
      case Statement::Kind::if_: {
        Next next = Next::on;
        if (holds(s.condition)) {
          next = execute(s.bodies[0]);
        } else if (s.has_else) {
          next = execute(s.bodies[1]);
        }
        return next == Next::on && s.has_tail ? execute(s.bodies.back()) : next;
      }
      case Statement::Kind::loop:
        return loop(s);
      case Statement::Kind::switch_:
        break;
    }
    const std::uint32_t selector = value(s.condition.value) % 6;
    for (std::size_t i = selector; i < s.bodies.size(); ++i) {
      if (const Next next = execute(s.bodies[i]); next != Next::on) return next;
      const CaseEnd& end = s.case_ends[i];
      if (end.kind == CaseEnd::Kind::merge) break;
      if (end.kind == CaseEnd::Kind::falls_through || holds(end.condition)) continue;
      if (end.exit == CaseEnd::Exit::leave_loop) return Next::leave_loop;
      if (end.exit == CaseEnd::Exit::next_iteration) return Next::next_iteration;
      break;
    }
    return Next::on;
  }

  Next loop(const Statement& s) {
    std::uint32_t kept = 0;
    for (std::uint32_t iteration = 0;; ++iteration) {
      if (!s.test_at_end && (iteration >= max_iterations || !holds(s.condition))) break;
      kept = value(s.value) + iteration;
      const Next next = execute(s.bodies[0]);
      if (next == Next::leave_loop) break;
      if (next == Next::end) return next;
      if (s.test_at_end && (iteration + 1 >= max_iterations || !holds(s.condition))) break;
    }
    if (s.uses_value_after) variables_[s.target] += kept;
    return Next::on;
  }

  Variables variables_{};
};

// --- the comparison ---

class RandomControlFlow : public ::testing::TestWithParam<Reconvergence> {};

TEST_P(RandomControlFlow, EveryLaneComputesWhatItWouldAlone) {
  constexpr unsigned invocations = 128;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    const Statements program = Generator(seed).statements(4, false);
    const std::string text = Writer().module(program);
    const auto module = load_module(test::assemble(text));
    ASSERT_TRUE(module.has_value()) << "seed " << seed << ": " << module.error().message << "\n"
                                    << text;
    Dispatch dispatch;
    dispatch.subgroup_size = 1u << (seed % 8);
    dispatch.reconvergence = GetParam();
    dispatch.seed = seed;
    dispatch.buffers[{0, 0, 0}] =
        ShadowedBytes::uninitialized(invocations * (variable_count + 1) * 4);
    const auto result = run(**module, default_registry(), dispatch);
    ASSERT_TRUE(result.has_value()) << "seed " << seed << ": " << result.error().message << "\n"
                                    << text;
    ASSERT_EQ(result->status, Status::ok) << "seed " << seed << "\n" << text;
    const ShadowedBytes& out = result->buffers.at({0, 0, 0}).contents;
    for (std::uint32_t lane = 0; lane < invocations; ++lane) {
      const Variables expected = InvocationModel(lane).run(program);
      Variables actual;
      std::memcpy(actual.data(), out.bytes.data() + lane * (sizeof actual + 4), sizeof actual);
      ASSERT_EQ(actual, expected) << "seed " << seed << ", lane " << lane << ", subgroup size "
                                  << dispatch.subgroup_size << "\n"
                                  << text;
      ASSERT_EQ(out.shadow[lane * (sizeof actual + 4)], Definedness::defined);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, RandomControlFlow,
                         ::testing::Values(Reconvergence::maximal, Reconvergence::minimal),
                         [](const auto& policy) {
                           return policy.param == Reconvergence::maximal ? "maximal" : "minimal";
                         });

}  // namespace
}  // namespace spirv_oracle
