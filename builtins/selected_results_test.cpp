// Each rule gives two things: an enclosure of all results, and the results between which --arithmetic low and high select. The
// latter must be among the former, for numbers of all kinds.

#include <cmath>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "builtins/register_all.h"
#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle {
namespace {

class Numbers {
 public:
  Real next() {
    constexpr Real special[] = {0, 1, -1, 0x1p-140L, infinite_real, -infinite_real, 1e30L, 88};
    const unsigned which = random_() % 40;
    if (which < std::size(special)) return special[which];
    if (which == 39) return std::numeric_limits<Real>::quiet_NaN();
    return binary32.nearest(near_(random_));
  }

 private:
  std::mt19937 random_{1};
  std::uniform_real_distribution<Real> near_{-5, 5};
};

// The sizes of the operands: of one component, vectors or square matrices.
std::array<std::size_t, 3> sizes_of(std::string_view name, const EnclosureRule& rule) {
  if (rule.takes_components) return {1, 1, 1};
  if (name == "OpMatrixTimesVector") return {4, 2, 0};
  if (name == "OpVectorTimesMatrix") return {2, 4, 0};
  if (name == "OpMatrixTimesMatrix") return {4, 4, 0};
  if (name == "Refract") return {3, 3, 1};
  return {3, 3, 3};
}

struct Case {
  std::string_view name;
  const EnclosureRule* rule = nullptr;
  bool is_kernel = false;
};

// With errors that the client API states.
std::vector<Case> all_cases() {
  const InstructionRegistry& registry = default_registry();
  std::vector<Case> cases;
  const auto add = [&](std::string_view name, const EnclosureRule* rule) {
    if (rule == nullptr || rule->kind != EnclosureKind::computes) return;
    if (rule->error.of_shaders) cases.push_back({name, rule, false});
    if (rule->error.of_kernels) cases.push_back({name, rule, true});
  };
  for (const auto& [number, definition] : registry.core())
    add(definition.name, registry.find_enclosure_rule("", number));
  for (const std::string_view set : {"GLSL.std.450", "OpenCL.std"}) {
    for (const auto& [number, definition] : registry.extended().find(set)->second)
      add(definition.name, registry.find_enclosure_rule(set, number));
  }
  for (const auto& [number, definition] : registry.extended().find("OpenCL.std")->second)
    add(definition.name, registry.find_enclosure_rule("OpenCL.std, relaxed", number));
  return cases;
}

// What the client API permits in addition to the error.
FloatRules loosest_rules(bool is_kernel) {
  FloatRules rules;
  rules.format = binary32;
  rules.may_flush = true;
  if (is_kernel) return rules;
  rules.rounding = RoundingModes::neighbor;
  rules.may_contract = rules.may_reassociate = rules.may_take_reciprocal = true;
  return rules;
}

// Returns whether it is so.
bool expect_enclosed(const Case& of, Numbers& numbers) {
  std::array<std::vector<Computed>, 3> operands;
  EnclosedOperands in;
  const auto sizes = sizes_of(of.name, *of.rule);
  std::string text(of.name);
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < sizes[k]; ++i) {
      Real number = numbers.next();
      const bool is_whole = k == 1 && (of.name == "pown" || of.name == "rootn");
      if (is_whole) number = std::isfinite(number) ? std::round(std::fmod(number, Real{9})) : 1;
      operands[k].push_back({Interval::point(number)});
      text += ' ' + std::to_string(number);
    }
    in.operand[k] = operands[k];
  }
  in.component_count = of.name == "OpMatrixTimesMatrix" ? 4 : in.operand[0].size();
  in.usual = Interval::point(1);
  in.is_kernel = of.is_kernel;
  in.rules = in.operand_rules = loosest_rules(of.is_kernel);
  const Interval enclosure = of.rule->enclose(in).value;
  in.rules = in.operand_rules = {};
  in.selects = true;
  for (const bool flushes : {false, true}) {
    in.flushes_steps = flushes;
    const Interval selected = of.rule->enclose(in).value;
    if (selected == in.usual) continue;  // of a run, which this is not
    const bool is_inside = (!selected.nan || enclosure.nan) &&
                           (!selected.has_numbers() ||
                            (enclosure.low <= selected.low && selected.high <= enclosure.high));
    EXPECT_TRUE(is_inside) << text << ": " << static_cast<double>(selected.low) << ".."
                           << static_cast<double>(selected.high) << (selected.nan ? ", NaN" : "")
                           << " in " << static_cast<double>(enclosure.low) << ".."
                           << static_cast<double>(enclosure.high);
    if (!is_inside) return false;
  }
  return true;
}

TEST(SelectedResults, AreEnclosed) {
  const std::vector<Case> cases = all_cases();
  EXPECT_GT(cases.size(), 100u);
  Numbers numbers;
  for (const Case& of : cases) {
    for (int i = 0; i < 300 && expect_enclosed(of, numbers); ++i) continue;
  }
}

// "Absolute error <= 2^-11 inside the range [-pi, pi]": outside of it, the text states no bound, and the error of a selected result is assumed.
TEST(SelectedResults, OfLargeAnglesHaveAnAssumedError) {
  const EnclosureRule* sine = nullptr;
  for (const Case& of : all_cases())
    if (of.name == "Sin") sine = of.rule;
  ASSERT_NE(sine, nullptr);
  const Computed angle{Interval::point(100)};
  EnclosedOperands in;
  in.operand[0] = {&angle, 1};
  in.rules.format = in.operand_rules.format = binary32;
  EXPECT_TRUE(sine->enclose(in).value.is_everything());
  in.selects = true;
  const Interval selected = sine->enclose(in).value;
  EXPECT_TRUE(selected.contains(std::sin(Real{100})));
  EXPECT_NEAR(static_cast<double>(selected.high - selected.low), 2 * 0x1p-11 * 100 / M_PI, 1e-6);
}

}  // namespace
}  // namespace spirv_oracle
