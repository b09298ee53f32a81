// Random structured programs for tests, as statements and as SPIR-V assembly. Lanes diverge and
// reconverge in every way that structured control flow permits.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace spirv_oracle::random_program {

constexpr unsigned variable_count = 4;
constexpr unsigned max_iterations = 5;

struct Statement;
using Statements = std::vector<std::unique_ptr<Statement>>;

// Conditions and values depend on the lane, so that lanes diverge.
struct Expression {
  unsigned variable = 0;
  std::uint32_t factor = 1, addend = 0;
};
struct Condition {
  Expression value;
  std::uint32_t modulus = 2, limit = 1;  // value % modulus < limit
};

// Where control flow continues after a case of a switch. Conditional: falls through to the next
// case if the condition holds. The other lanes go to the merge block of the switch, leave the
// enclosing loop, or go to its continue target. The branch names the next case first, or last.
struct CaseEnd {
  enum class Kind { merge, falls_through, conditional };
  enum class Exit { merge, leave_loop, next_iteration };
  Kind kind = Kind::merge;
  Condition condition;
  Exit exit = Exit::merge;
  bool next_case_first = true;
};

// observe: adds the lanes of the tangle to the observation of each of them (see observed()).
struct Statement {
  enum class Kind { assign, observe, if_, loop, switch_, break_if, continue_if, return_if };
  Kind kind = Kind::assign;
  unsigned target = 0;
  Expression value;
  Condition condition;
  bool has_else = false;
  bool has_tail = false;           // if: then and else (or the header) lead to a common block
  bool test_at_end = false;        // loops: do ... while
  bool uses_value_after = false;   // do ... while: a value of the body is used after the loop
  std::vector<CaseEnd> case_ends;  // switch: per case
  std::vector<Statements> bodies;  // if: then, else, tail; loop: body; switch: cases
};

class Generator {
 public:
  // With `observes`, programs sometimes observe the tangle that executes them. Tails are not
  // permitted under maximal reconvergence.
  explicit Generator(std::uint32_t seed, bool observes = false, bool has_tails = true)
      : random_(seed), observes_(observes), has_tails_(has_tails) {}

  Statements statements(unsigned depth, bool in_loop) {
    Statements result;
    const unsigned count = 1 + pick(3);
    for (unsigned i = 0; i < count; ++i) result.push_back(statement(depth, in_loop));
    return result;
  }

 private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
  Expression expression() { return {pick(variable_count), 1 + 2 * pick(8), pick(1000)}; }
  Condition condition() {
    const unsigned modulus = 2 + pick(5);
    return {expression(), modulus, 1 + pick(modulus - 1)};
  }

  std::unique_ptr<Statement> statement(unsigned depth, bool in_loop) {
    auto s = std::make_unique<Statement>();
    s->target = pick(variable_count);
    s->value = expression();
    s->condition = condition();
    if (observes_ && pick(4) == 0) {
      s->kind = Statement::Kind::observe;
      return s;
    }
    const unsigned choice = pick(12);
    if (depth == 0 || choice < 3) {
      if (in_loop && pick(4) == 0) {
        s->kind = pick(2) == 0 ? Statement::Kind::break_if : Statement::Kind::continue_if;
      } else if (pick(20) == 0) {
        s->kind = Statement::Kind::return_if;
      }
    } else if (choice < 7) {
      s->kind = Statement::Kind::if_;
      s->has_else = pick(2) == 0;
      s->bodies.push_back(statements(depth - 1, in_loop));
      if (s->has_else) s->bodies.push_back(statements(depth - 1, in_loop));
      s->has_tail = has_tails_ && pick(4) == 0;
      if (s->has_tail) s->bodies.push_back(statements(depth - 1, in_loop));
    } else if (choice < 10) {
      s->kind = Statement::Kind::loop;
      s->test_at_end = pick(2) == 0;
      s->uses_value_after = s->test_at_end && pick(2) == 0;
      s->bodies.push_back(statements(depth - 1, true));
    } else {
      s->kind = Statement::Kind::switch_;
      const unsigned cases = 1 + pick(4);
      for (unsigned i = 0; i < cases; ++i) {
        s->case_ends.push_back(i + 1 < cases ? case_end(in_loop) : CaseEnd{});
        s->bodies.push_back(statements(depth - 1, in_loop));
      }
    }
    return s;
  }

  CaseEnd case_end(bool in_loop) {
    CaseEnd end;
    const unsigned choice = pick(6);
    if (choice < 2) end.kind = CaseEnd::Kind::falls_through;
    if (choice != 2) return end;
    end.kind = CaseEnd::Kind::conditional;
    end.condition = condition();
    end.exit = in_loop ? static_cast<CaseEnd::Exit>(pick(3)) : CaseEnd::Exit::merge;
    end.next_case_first = pick(2) == 0;
    return end;
  }

  std::mt19937 random_;
  bool observes_;
  bool has_tails_;
};

// The observation of an invocation after it has seen a ballot of all lanes of its tangle.
inline std::uint32_t observed(std::uint32_t before, const std::uint32_t (&ballot)[4]) {
  for (const std::uint32_t word : ballot) before = before * 31 + word;
  return before;
}

// The program as assembly. Each of 128 invocations writes its variables and its observation to the
// buffer 0.0.
class Writer {
 public:
  // `mode`: the names of an execution mode and of the extension that it needs; "" for none.
  std::string module(const Statements& program, const std::string& mode = "",
                     const std::string& extension = "") {
    emit(program, {});
    branch("%end");
    std::ostringstream text;
    text << "OpCapability Shader\nOpCapability GroupNonUniformBallot\n";
    if (!extension.empty()) text << "OpExtension \"" << extension << "\"\n";
    text << R"(OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %index %out
OpExecutionMode %main LocalSize 128 1 1
)";
    if (!mode.empty()) text << "OpExecutionMode %main " << mode << "\n";
    text << R"(
OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorate %array ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%true = OpConstantTrue %bool
%uint = OpTypeInt 32 0
%ballot = OpTypeVector %uint 4
%pin = OpTypePointer Input %uint
%pfn = OpTypePointer Function %uint
%array = OpTypeRuntimeArray %uint
%block = OpTypeStruct %array
%pblock = OpTypePointer StorageBuffer %block
%puint = OpTypePointer StorageBuffer %uint
%index = OpVariable %pin Input
%out = OpVariable %pblock StorageBuffer
)";
    text << constants_.str() << "%main = OpFunction %void None %fn\n%entry = OpLabel\n";
    for (unsigned i = 0; i < variable_count; ++i)
      text << "%v" << i << " = OpVariable %pfn Function\n";
    text << "%v" << variable_count << " = OpVariable %pfn Function\n";
    for (unsigned i = 0; i < counters_; ++i) text << "%n" << i << " = OpVariable %pfn Function\n";
    text << "%lane = OpLoad %uint %index\n";
    for (unsigned i = 0; i < variable_count; ++i) {
      text << "%i" << i << " = OpIMul %uint %lane " << late_constant(i + 1) << "\n%j" << i
           << " = OpIAdd %uint %i" << i << " " << late_constant(i) << "\nOpStore %v" << i << " %j"
           << i << "\n";
    }
    text << "OpStore %v" << variable_count << " %c0\n";
    // A switch with only a default, so that a return can leave from anywhere and still write
    // results.
    text << "OpSelectionMerge %end None\nOpSwitch %c0 %start\n%start = OpLabel\n" << body_.str();
    text << "%end = OpLabel\n%base = OpIMul %uint %lane " << late_constant(variable_count + 1)
         << "\n";
    for (unsigned i = 0; i <= variable_count; ++i) {
      text << "%at" << i << " = OpIAdd %uint %base " << late_constant(i) << "\n%p" << i
           << " = OpAccessChain %puint %out " << late_constant(0) << " %at" << i << "\n%r" << i
           << " = OpLoad %uint %v" << i << "\nOpStore %p" << i << " %r" << i << "\n";
    }
    text << "OpReturn\nOpFunctionEnd\n";
    return text.str();
  }

 private:
  struct Targets {
    std::string merge, next;  // of the enclosing loop
  };

  std::string constant(std::uint32_t value) {
    if (value >= known_.size()) known_.resize(value + 1);
    if (!known_[value]) {
      known_[value] = true;
      constants_ << "%c" << value << " = OpConstant %uint " << value << "\n";
    }
    return late_constant(value);
  }
  // The module's frame uses small constants; all of them exist.
  static std::string late_constant(std::uint32_t value) {
    return std::string("%c").append(std::to_string(value));
  }
  std::string name() { return std::string("%t").append(std::to_string(next_++)); }
  void line(const std::string& text) { body_ << text << "\n"; }
  void branch(const std::string& to) {
    if (!ended_) line("OpBranch " + to);
    ended_ = true;
  }
  void label(const std::string& name) {
    line(name + " = OpLabel");
    ended_ = false;
  }
  std::string op(const std::string& text) {
    const std::string result = name();
    line(result + " = " + text);
    return result;
  }

  std::string value(const Expression& e) {
    const std::string loaded = op("OpLoad %uint %v" + std::to_string(e.variable));
    const std::string product = op("OpIMul %uint " + loaded + " " + constant(e.factor));
    return op("OpIAdd %uint " + product + " " + constant(e.addend));
  }
  std::string holds(const Condition& c) {
    const std::string rest = op("OpUMod %uint " + value(c.value) + " " + constant(c.modulus));
    return op("OpULessThan %bool " + rest + " " + constant(c.limit));
  }

  void emit(const Statements& statements, const Targets& targets) {
    for (const auto& s : statements) emit(*s, targets);
  }

  void emit(const Statement& s, const Targets& targets) {
    switch (s.kind) {
      case Statement::Kind::assign:
        line("OpStore %v" + std::to_string(s.target) + " " + value(s.value));
        return;
      case Statement::Kind::observe:
        return observe();
      case Statement::Kind::break_if:
        return leave_if(s.condition, targets.merge);
      case Statement::Kind::continue_if:
        return leave_if(s.condition, targets.next);
      case Statement::Kind::return_if:
        return return_if(s.condition);
      case Statement::Kind::if_:
        return emit_if(s, targets);
      case Statement::Kind::loop:
        return emit_loop(s);
      case Statement::Kind::switch_:
        return emit_switch(s, targets);
    }
  }

  void observe() {
    const std::string variable = std::string("%v").append(std::to_string(variable_count));
    const std::string ballot = op("OpGroupNonUniformBallot %ballot " + constant(3) + " %true");
    std::string value = op("OpLoad %uint " + variable);
    for (unsigned i = 0; i < 4; ++i) {
      const std::string word = op("OpCompositeExtract %uint " + ballot + " " + std::to_string(i));
      value = op("OpIMul %uint " + value + " " + constant(31));
      value = op("OpIAdd %uint " + value + " " + word);
    }
    line("OpStore " + variable + " " + value);
  }

  void leave_if(const Condition& condition, const std::string& target) {
    const std::string then = name(), merge = name(), test = holds(condition);
    line("OpSelectionMerge " + merge + " None");
    line("OpBranchConditional " + test + " " + then + " " + merge);
    label(then);
    branch(target);
    label(merge);
  }

  // Writes the results immediately.
  void return_if(const Condition& condition) {
    const std::string then = name(), merge = name(), test = holds(condition);
    line("OpSelectionMerge " + merge + " None");
    line("OpBranchConditional " + test + " " + then + " " + merge);
    label(then);
    const std::string base = op("OpIMul %uint %lane " + constant(variable_count + 1));
    for (unsigned i = 0; i <= variable_count; ++i) {
      const std::string at = op("OpIAdd %uint " + base + " " + constant(i));
      const std::string pointer = op("OpAccessChain %puint %out " + constant(0) + " " + at);
      line("OpStore " + pointer + " " + op("OpLoad %uint %v" + std::to_string(i)));
    }
    line("OpReturn");
    label(merge);
  }

  void emit_if(const Statement& s, const Targets& targets) {
    const std::string then = name(), merge = name();
    const std::string behind = s.has_tail ? name() : merge;
    const std::string otherwise = s.has_else ? name() : behind;
    const std::string test = holds(s.condition);
    line("OpSelectionMerge " + merge + " None");
    line("OpBranchConditional " + test + " " + then + " " + otherwise);
    label(then);
    emit(s.bodies[0], targets);
    branch(behind);
    if (s.has_else) {
      label(otherwise);
      emit(s.bodies[1], targets);
      branch(behind);
    }
    if (s.has_tail) {
      label(behind);
      emit(s.bodies.back(), targets);
      branch(merge);
    }
    label(merge);
  }

  void emit_loop(const Statement& s) {
    const std::string header = name(), start = name(), body = name(), next = name(), merge = name();
    const std::string counter = std::string("%n").append(std::to_string(counters_++));
    line("OpStore " + counter + " " + constant(0));
    branch(header);
    label(header);
    line("OpLoopMerge " + merge + " " + next + " None");
    branch(start);
    label(start);
    const std::string count = op("OpLoad %uint " + counter);
    if (!s.test_at_end) test_iteration(s, count, body, merge);
    if (s.test_at_end) branch(body);
    label(body);
    const std::string kept = op("OpIAdd %uint " + value(s.value) + " " + count);
    emit(s.bodies[0], {merge, next});
    branch(next);
    label(next);
    const std::string incremented =
        op("OpIAdd %uint " + op("OpLoad %uint " + counter) + " " + constant(1));
    line("OpStore " + counter + " " + incremented);
    if (s.test_at_end) {
      test_iteration(s, incremented, header, merge);
    } else {
      branch(header);
    }
    label(merge);
    if (s.uses_value_after) {
      const std::string variable = std::string("%v").append(std::to_string(s.target));
      line("OpStore " + variable + " " +
           op("OpIAdd %uint " + op("OpLoad %uint " + variable) + " " + kept));
    }
  }

  void test_iteration(const Statement& s, const std::string& count, const std::string& go_on,
                      const std::string& merge) {
    const std::string few = op("OpULessThan %bool " + count + " " + constant(max_iterations));
    const std::string both = op("OpLogicalAnd %bool " + few + " " + holds(s.condition));
    line("OpBranchConditional " + both + " " + go_on + " " + merge);
    ended_ = true;
  }

  void emit_switch(const Statement& s, const Targets& targets) {
    const std::string merge = name();
    const std::string selector = op("OpUMod %uint " + value(s.condition.value) + " " + constant(6));
    std::vector<std::string> labels;
    std::string text = "OpSwitch " + selector + " " + merge;
    for (std::size_t i = 0; i < s.bodies.size(); ++i) {
      labels.push_back(name());
      text += " " + std::to_string(i) + " " + labels.back();
    }
    line("OpSelectionMerge " + merge + " None");
    line(text);
    ended_ = true;
    for (std::size_t i = 0; i < s.bodies.size(); ++i) {
      label(labels[i]);
      emit(s.bodies[i], targets);
      if (s.case_ends[i].kind == CaseEnd::Kind::conditional) {
        end_case(s.case_ends[i], labels[i + 1], merge, targets);
      } else {
        branch(s.case_ends[i].kind == CaseEnd::Kind::merge ? merge : labels[i + 1]);
      }
    }
    label(merge);
  }

  void end_case(const CaseEnd& end, const std::string& next_case, const std::string& merge,
                const Targets& targets) {
    std::string exit = merge;
    if (end.exit == CaseEnd::Exit::leave_loop) exit = targets.merge;
    if (end.exit == CaseEnd::Exit::next_iteration) exit = targets.next;
    std::string test = holds(end.condition);
    if (!end.next_case_first) test = op("OpLogicalNot %bool " + test);
    line("OpBranchConditional " + test + " " +
         (end.next_case_first ? next_case + " " + exit : exit + " " + next_case));
    ended_ = true;
  }

  std::ostringstream constants_;
  std::ostringstream body_;
  std::vector<bool> known_ = {};
  unsigned next_ = 0;
  unsigned counters_ = 0;
  bool ended_ = false;

 public:
  Writer() {
    for (std::uint32_t i = 0; i <= 8; ++i) constant(i);
  }
};

}  // namespace spirv_oracle::random_program
