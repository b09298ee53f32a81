// Random modules of up to thousands of instructions, for tests that compare runs with each other. Without a model, they may use much
// more than random_program_for_test.h: functions, switches with few or no cases, loops with several exits and with work in the continue
// construct, values of all widths that live out of constructs, dynamic indexes, group operations and atomics.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "builtins/random_module_text_for_test.h"

namespace spirv_oracle::random_module {

struct RandomModule {
  std::string text;
  unsigned outputs = 0;  // 64-bit words of each invocation in the buffer 0.0
};

// 16 invocations in a workgroup. Bindings of set 0: 0 results, as said above; 1 input, 64 words; 2 counters, 4 words.
constexpr unsigned workgroup_invocations = 16;

class Generator : ModuleText {
 public:
  // `instructions`: about how many the module has.
  Generator(std::uint32_t seed, unsigned instructions)
      : ModuleText(seed), most_instructions_(instructions), uses_atomics_(one_in(4)) {}

  RandomModule module() {
    const unsigned functions = pick(4);
    for (unsigned i = 0; i < functions; ++i)
      write_function((i + 1) * most_instructions_ / (2 * functions + 1));
    write_main();
    const std::string head = header();
    return {head + join(declarations_) + join(code_), outputs_};
  }

 private:
  // Where a statement may leave to; null: not from here.
  struct Exits {
    std::string merge, next;
    Edges* to_merge = nullptr;
    Edges* to_next = nullptr;
  };
  struct Function {
    std::string id;
    std::vector<ValueType> parameters;
    ValueType result;
  };

  // --- instructions ---

  void instruction() {
    if (returns_.bits == 0 && one_in(40)) return write_output(any_value());
    switch (pick(16)) {
      case 0:
      case 1:
      case 2:
        return arithmetic();
      case 3:
        return conversion();
      case 4:
        return comparison();
      case 5:
      case 6:
        return vector_instruction();
      case 7:
        return selection();
      case 8:
      case 9:
      case 10:
        return group_instruction();
      case 11:
        return store_variable();
      case 12:
        return load_variable();
      case 13:
        return dynamic_array();
      case 14:
        if (uses_atomics_ && one_in(3)) return atomic();
        return logical();
      default:
        if (!functions_.empty() && one_in(3)) return call();
        return arithmetic();
    }
  }
  ValueType integer_type() {
    ValueType t = any_type();
    while (t.bits == 1) t = any_type();
    return t;
  }
  void arithmetic() {
    static constexpr const char* binary[] = {"OpIAdd",       "OpISub",      "OpIMul",
                                             "OpBitwiseAnd", "OpBitwiseOr", "OpBitwiseXor"};
    const ValueType t = integer_type();
    if (one_in(6)) {
      kept(t, (one_in(2) ? "OpNot " : "OpSNegate ") + id(t));
    } else if (t.count == 1 && one_in(4)) {
      static constexpr const char* shifts[] = {"OpShiftLeftLogical ", "OpShiftRightLogical ",
                                               "OpShiftRightArithmetic "};
      kept(t, shifts[pick(3)] + id(t) + " " + constant(pick(t.bits), t.bits));
    } else if (t.count == 1 && one_in(5)) {
      kept(t, (one_in(2) ? "OpUDiv " : "OpUMod ") + id(t) + " " + constant(1 + pick(9), t.bits));
    } else {
      kept(t, std::string(binary[pick(6)]) + " " + id(t) + " " + id(t));
    }
  }
  void conversion() {
    const ValueType from = integer_type();
    const ValueType to{width(), from.count};
    if (to.bits == from.bits) return arithmetic();
    kept(to, (one_in(2) ? "OpUConvert " : "OpSConvert ") + id(from));
  }
  void comparison() {
    static constexpr const char* opcodes[] = {"OpIEqual", "OpINotEqual", "OpULessThan",
                                              "OpSGreaterThan", "OpUGreaterThanEqual"};
    const ValueType t{one_in(2) ? 32 : width(), 1};
    kept({1, 1}, std::string(opcodes[pick(5)]) + " " + id(t) + " " + id(t));
  }
  void logical() {
    static constexpr const char* opcodes[] = {"OpLogicalAnd", "OpLogicalOr", "OpLogicalNotEqual"};
    if (one_in(4)) {
      kept({1, 1}, "OpLogicalNot " + id({1, 1}));
    } else {
      kept({1, 1}, std::string(opcodes[pick(3)]) + " " + id({1, 1}) + " " + id({1, 1}));
    }
  }
  void selection() {
    const ValueType t = any_type();
    if (t.count == 1) {
      kept(t, "OpSelect " + id({1, 1}) + " " + id(t) + " " + id(t));
      return;
    }
    const ValueType conditions{1, t.count};
    std::string text = "OpCompositeConstruct";
    for (unsigned i = 0; i < t.count; ++i) text += " " + id({1, 1});
    kept(t, "OpSelect " + op(conditions, text).id + " " + id(t) + " " + id(t));
  }
  void vector_instruction() {
    const ValueType scalar{one_in(2) ? 32 : width(), 1};
    const ValueType vector{scalar.bits, 2 + pick(3)};
    const std::string at = std::to_string(pick(vector.count));
    switch (pick(6)) {
      case 0: {
        std::string text = "OpCompositeConstruct";
        for (unsigned i = 0; i < vector.count; ++i) text += " " + id(scalar);
        kept(vector, text);
        return;
      }
      case 1:
        kept(scalar, "OpCompositeExtract " + id(vector) + " " + at);
        return;
      case 2:
        kept(vector, "OpCompositeInsert " + id(scalar) + " " + id(vector) + " " + at);
        return;
      case 3: {
        const std::string index = small_index(vector.count);
        kept(scalar, "OpVectorExtractDynamic " + id(vector) + " " + index);
        return;
      }
      case 4: {
        const std::string index = small_index(vector.count);
        kept(vector, "OpVectorInsertDynamic " + id(vector) + " " + id(scalar) + " " + index);
        return;
      }
      default: {
        std::string text = "OpVectorShuffle " + id(vector) + " " + id(vector);
        const ValueType result{scalar.bits, 2 + pick(3)};
        for (unsigned i = 0; i < result.count; ++i)
          text += " " + std::to_string(pick(2 * std::size_t{vector.count}));
        kept(result, text);
        return;
      }
    }
  }
  void group_instruction() {
    const std::string subgroup = constant(3);
    switch (pick(8)) {
      case 0:
        kept({1, 1}, "OpGroupNonUniformElect " + subgroup);
        return;
      case 1: {
        static constexpr const char* votes[] = {"OpGroupNonUniformAll ", "OpGroupNonUniformAny "};
        kept({1, 1}, votes[pick(2)] + subgroup + " " + id({1, 1}));
        return;
      }
      case 2: {
        const ValueType t{width(), 1};
        kept({1, 1}, "OpGroupNonUniformAllEqual " + subgroup + " " + id(t));
        return;
      }
      case 3:
        kept({32, 4}, "OpGroupNonUniformBallot " + subgroup + " " + id({1, 1}));
        return;
      case 4: {
        const ValueType t = any_type();
        kept(t, "OpGroupNonUniformBroadcastFirst " + subgroup + " " + id(t));
        return;
      }
      default: {
        static constexpr const char* opcodes[] = {"IAdd", "BitwiseXor", "BitwiseOr",
                                                  "UMin", "SMax",       "IMul"};
        static constexpr const char* kinds[] = {" Reduce ", " InclusiveScan ", " ExclusiveScan "};
        const ValueType t = integer_type();
        kept(t, std::string("OpGroupNonUniform") + opcodes[pick(6)] + " " + subgroup +
                    kinds[pick(3)] + id(t));
        return;
      }
    }
  }
  void atomic() {
    const std::string pointer = fresh();
    line(pointer + " = OpAccessChain %StorageBuffer_u32 %counters " + constant(0) + " " +
         small_index(4));
    static constexpr const char* opcodes[] = {"OpAtomicIAdd", "OpAtomicUMax", "OpAtomicExchange"};
    kept({32, 1}, std::string(opcodes[pick(3)]) + " " + pointer + " " + constant(1) + " " +
                      constant(0) + " " + id({32, 1}));
  }

  // --- variables of the function ---

  void store_variable() {
    const auto& [variable, t] = variables_[pick(variables_.size())];
    line("OpStore " + variable + " " + id(t));
  }
  void load_variable() {
    const auto& [variable, t] = variables_[pick(variables_.size())];
    kept(t, "OpLoad " + variable);
  }
  // An element of an array, or a component of a vector, at a dynamic index.
  void dynamic_array() {
    std::string base = "%array" + function_suffix_;
    ValueType element{32, 1};
    unsigned count = 4;
    const auto& [variable, t] = variables_[pick(variables_.size())];
    if (t.count > 1) {
      base = variable;
      element = {t.bits, 1};
      count = t.count;
    }
    const std::string pointer = fresh();
    const std::string pointer_type = pointer_to("Function", type(element));
    const std::string index = small_index(count);
    line(pointer + " = OpAccessChain " + pointer_type + " " + base + " " + index);
    if (one_in(2)) {
      line("OpStore " + pointer + " " + id(element));
    } else {
      kept(element, "OpLoad " + pointer);
    }
  }
  void call() {
    const Function& function = functions_[pick(functions_.size())];
    std::string text = "OpFunctionCall " + function.id;
    for (const ValueType t : function.parameters) text += " " + id(t);
    kept(function.result, text);
  }

  // --- control flow ---

  // Begins the block to which the edges lead: what dominates all of them remains, and some values get an OpPhi.
  void begin_merge(const std::string& name, Edges edges) {
    label(name);
    std::vector<Edge> different;
    for (Edge& edge : edges) {
      const bool is_known = std::ranges::any_of(
          different, [&](const Edge& other) { return other.block == edge.block; });
      if (!is_known) different.push_back(std::move(edge));
    }
    scope_ = different.front().values;
    for (const Edge& edge : different) {
      std::size_t same = 0;
      while (same < scope_.size() && same < edge.values.size() &&
             scope_[same].id == edge.values[same].id)
        ++same;
      scope_.resize(same);
    }
    const unsigned phis = pick(4);
    Values results;
    for (unsigned i = 0; i < phis; ++i) {
      const Values& some = different[pick(different.size())].values;
      const ValueType t =
          some.empty() ? any_type()
                       : some[some.size() - 1 - pick(std::min<std::size_t>(some.size(), 6))].type;
      std::string text = "OpPhi";
      for (const Edge& edge : different) text += " " + from(edge.values, t).id + " " + edge.block;
      results.push_back(op(t, text));
    }
    scope_.insert(scope_.end(), results.begin(), results.end());
  }
  void branch(const std::string& to, Edges& edges) {
    edges.push_back(here());
    line("OpBranch " + to);
  }

  void statements(unsigned depth, const Exits& exits) {
    const unsigned count = 1 + pick(4);
    for (unsigned i = 0; i < count; ++i) statement(depth, exits);
  }
  void statement(unsigned depth, const Exits& exits) {
    for (unsigned i = 1 + pick(5); i > 0; --i) instruction();
    if (written_ > limit_) return;
    if (exits.to_merge != nullptr && one_in(5)) return leave_if(exits);
    if (may_return_ && one_in(25)) return return_if();
    if (depth == 0 || one_in(4)) return;
    switch (pick(5)) {
      case 0:
      case 1:
        return write_if(depth - 1, exits);
      case 2:
      case 3:
        return write_loop(depth - 1);
      default:
        return write_switch(depth - 1, exits);
    }
  }

  void leave_if(const Exits& exits) {
    const std::string then = fresh(), merge = fresh(), test = condition();
    const bool breaks = one_in(2);
    Edges after{here()};
    line("OpSelectionMerge " + merge + " None");
    line("OpBranchConditional " + test + " " + then + " " + merge);
    label(then);
    if (one_in(2)) instruction();
    branch(breaks ? exits.merge : exits.next, breaks ? *exits.to_merge : *exits.to_next);
    begin_merge(merge, after);
  }
  void return_if() {
    const std::string then = fresh(), merge = fresh(), test = condition();
    Edges after{here()};
    line("OpSelectionMerge " + merge + " None");
    line("OpBranchConditional " + test + " " + then + " " + merge);
    label(then);
    if (returns_.bits == 0) {
      write_output(any_value());
      line("OpReturn");
    } else {
      line("OpReturnValue " + id(returns_));
    }
    begin_merge(merge, after);
  }

  void write_if(unsigned depth, const Exits& exits) {
    const std::string then = fresh(), otherwise = fresh(), merge = fresh(), test = condition();
    const bool has_else = one_in(2);
    const Values before = scope_;
    Edges after;
    if (!has_else) after.push_back(here());
    line("OpSelectionMerge " + merge + " None");
    line("OpBranchConditional " + test + " " + then + " " + (has_else ? otherwise : merge));
    label(then);
    statements(depth, exits);
    branch(merge, after);
    if (has_else) {
      label(otherwise);
      scope_ = before;
      statements(depth, exits);
      branch(merge, after);
    }
    begin_merge(merge, after);
  }

  void write_switch(unsigned depth, const Exits& exits) {
    const std::string merge = fresh();
    const unsigned bits = one_in(2) ? 32 : width();
    const std::string selector =
        op({bits, 1}, "OpUMod " + (bits == 32 ? mixed_with_lane(id({32, 1})) : id({bits, 1})) +
                          " " + constant(1 + pick(6), bits))
            .id;
    const unsigned cases = pick(4);
    const bool has_default = one_in(2);
    const Values before = scope_;
    std::vector<std::string> labels;
    for (unsigned i = 0; i < cases + (has_default ? 1 : 0); ++i) labels.push_back(fresh());
    std::string text = "OpSwitch " + selector + " " + (has_default ? labels.back() : merge);
    unsigned value = 0;
    for (unsigned i = 0; i < cases; ++i) {
      text += " " + std::to_string(value++) + " " + labels[i];
      if (one_in(4)) text += " " + std::to_string(value++) + " " + labels[i];
    }
    Edges after;
    if (!has_default) after.push_back(here());
    const Edge header = here();
    line("OpSelectionMerge " + merge + " None");
    line(text);
    Edges falling;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      falling.push_back({header.block, before});
      begin_merge(labels[i], std::exchange(falling, {}));
      statements(depth, exits);
      const bool may_fall = i + 1 < labels.size() && i + 1 < cases;
      if (may_fall && one_in(3)) {
        branch(labels[i + 1], falling);
      } else {
        branch(merge, after);
      }
    }
    begin_merge(merge, after);
  }

  // Counts its iterations, so that it ends.
  void write_loop(unsigned depth) {
    const std::string header = fresh(), body = fresh(), next = fresh(), merge = fresh();
    const Edge before = here();
    line("OpBranch " + header);
    label(header);
    // The values that iterations hand on; their OpPhi is completed once the continue construct exists.
    const std::size_t first_phi = code_.size();
    Values handed_on{{fresh(), {32, 1}}};
    for (unsigned i = pick(4); i > 0; --i) handed_on.push_back({fresh(), any_type()});
    for (const Value& value : handed_on) {
      line("");
      if (value.id != handed_on.front().id || one_in(2)) scope_.push_back(value);
    }
    const std::string most = constant(1 + pick(4));
    Edges to_merge, to_next;
    const bool tests_first = one_in(2);
    for (unsigned i = pick(3); i > 0; --i) instruction();
    std::string test;
    if (tests_first) {
      const std::string few = op({1, 1}, "OpULessThan " + handed_on[0].id + " " + most).id;
      test = one_in(3) ? few : op({1, 1}, "OpLogicalAnd " + few + " " + condition()).id;
    }
    if (tests_first) to_merge.push_back(here());
    line("OpLoopMerge " + merge + " " + next + " None");
    line(tests_first ? "OpBranchConditional " + test + " " + body + " " + merge
                     : "OpBranch " + body);
    label(body);
    statements(depth, {merge, next, &to_merge, &to_next});
    branch(next, to_next);
    begin_merge(next, to_next);
    end_iteration(header, merge, most, !tests_first, handed_on, to_merge);
    for (std::size_t i = 0; i < handed_on.size(); ++i) {
      code_[first_phi + i] = handed_on[i].id + " = OpPhi " + type(handed_on[i].type) + " " +
                             (i == 0 ? constant(0) : from(before.values, handed_on[i].type).id) +
                             " " + before.block + " " + next_values_[i] + " " + back_edge_;
    }
    begin_merge(merge, to_merge);
  }
  // The continue construct. Sets next_values_ and back_edge_.
  void end_iteration(const std::string& header, const std::string& merge, const std::string& most,
                     bool tests, const Values& handed_on, Edges& to_merge) {
    for (unsigned i = pick(4); i > 0; --i) instruction();
    const bool may_return = std::exchange(may_return_, false);
    if (one_in(4)) write_if(0, {});
    may_return_ = may_return;
    const std::string count = op({32, 1}, "OpIAdd " + handed_on[0].id + " " + constant(1)).id;
    std::vector<std::string> next_values{count};
    for (std::size_t i = 1; i < handed_on.size(); ++i) next_values.push_back(id(handed_on[i].type));
    if (tests) {
      const std::string few = op({1, 1}, "OpULessThan " + count + " " + most).id;
      const std::string test =
          one_in(3) ? few : op({1, 1}, "OpLogicalAnd " + few + " " + condition()).id;
      to_merge.push_back(here());
      line("OpBranchConditional " + test + " " + header + " " + merge);
    } else {
      line("OpBranch " + header);
    }
    next_values_ = std::move(next_values);
    back_edge_ = block_;
  }

  // --- functions ---

  void begin_function(const std::string& suffix) {
    function_suffix_ = suffix;
    variables_.clear();
    const std::string entry = "%entry" + suffix;
    label(entry);
    const unsigned count = 2 + pick(4);
    for (unsigned i = 0; i < count; ++i) {
      const ValueType t = any_type();
      const std::string name = "%v" + std::to_string(i) + suffix;
      const std::string of = type(t);
      line(name + " = OpVariable " + pointer_to("Function", of) + " Function " +
           declared("%zero_" + of.substr(1), "OpConstantNull " + of));
      variables_.emplace_back(name, t);
    }
    const std::string lane = "%lane" + suffix;
    line("%array" + suffix + " = OpVariable " + pointer_to("Function", "%four") + " Function " +
         declared("%zero_four", "OpConstantNull %four"));
    line(lane + " = OpLoad %u32 %index");
    scope_.push_back({lane, {32, 1}});
  }
  void write_function(unsigned limit) {
    declare_frame();
    Function function{"%function" + std::to_string(functions_.size()), {}, any_type()};
    for (unsigned i = 1 + pick(4); i > 0; --i) function.parameters.push_back(any_type());
    std::string name = "%signature" + function.id.substr(1),
                what = "OpTypeFunction " + type(function.result);
    for (const ValueType t : function.parameters) what += " " + type(t);
    // Equal function types must be one.
    const auto known =
        std::ranges::find(signatures_, what, &std::pair<std::string, std::string>::first);
    if (known != signatures_.end()) {
      name = known->second;
    } else {
      signatures_.emplace_back(what, declared(name, what));
    }
    line(function.id + " = OpFunction " + type(function.result) + " None " + name);
    scope_.clear();
    for (const ValueType t : function.parameters) {
      scope_.push_back({fresh(), t});
      line(scope_.back().id + " = OpFunctionParameter " + type(t));
    }
    returns_ = function.result;
    may_return_ = one_in(2);
    limit_ = limit;
    begin_function("_" + function.id.substr(1));
    do statements(3, {});
    while (written_ < limit_ && one_in(2));
    line("OpReturnValue " + id(returns_));
    line("OpFunctionEnd");
    functions_.push_back(function);
  }
  void write_main() {
    declare_frame();
    line("%main = OpFunction %void None %main_type");
    scope_.clear();
    returns_ = {0, 0};
    may_return_ = one_in(3);
    limit_ = most_instructions_;
    begin_function("_main");
    line("%wg = OpLoad %u32x3 %group");
    line("%wg_x = OpCompositeExtract %u32 %wg 0");
    line("%first = OpIMul %u32 %wg_x " + constant(workgroup_invocations));
    line("%global = OpIAdd %u32 %first %lane_main");
    for (unsigned i = 0; i < 3; ++i) load_input(one_in(2) ? "%lane_main" : constant(pick(64)));
    do statements(4, {});
    while (written_ < limit_);
    const std::size_t count = std::min<std::size_t>(scope_.size(), 24);
    const Values last(scope_.end() - static_cast<std::ptrdiff_t>(count), scope_.end());
    for (const Value& value : last) write_output(value);
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const auto [variable, t] = variables_[i];
      write_output(op(t, "OpLoad " + variable));
    }
    line("OpReturn");
    line("OpFunctionEnd");
  }
  void load_input(const std::string& at) {
    const std::string pointer = fresh();
    line(pointer + " = OpAccessChain %StorageBuffer_u32 %input " + constant(0) + " " + at);
    kept({32, 1}, "OpLoad " + pointer);
  }
  void write_output(const Value& value) {
    if (value.type.count > 1) {
      for (unsigned i = 0; i < value.type.count; ++i)
        write_output(
            op({value.type.bits, 1}, "OpCompositeExtract " + value.id + " " + std::to_string(i)));
      return;
    }
    std::string wide = value.id;
    if (value.type.bits == 1) {
      wide = op({64, 1}, "OpSelect " + wide + " " + constant(1, 64) + " " + constant(0, 64)).id;
    } else if (value.type.bits != 64) {
      wide = op({64, 1}, "OpUConvert " + wide).id;
    }
    const std::string base = op({32, 1}, "OpIMul %global %output_count").id;
    const std::string at = op({32, 1}, "OpIAdd " + base + " " + constant(outputs_++)).id;
    const std::string pointer = fresh();
    line(pointer + " = OpAccessChain %StorageBuffer_u64 %results " + constant(0) + " " + at);
    line("OpStore " + pointer + " " + wide);
  }

  // --- the module ---

  void declare_frame() {
    if (!declarations_.empty() && known_.contains("%main_type")) return;
    for (const unsigned bits : {1u, 8u, 16u, 32u, 64u}) type({bits, 1});
    type({32, 3});
    declared("%void", "OpTypeVoid");
    declared("%main_type", "OpTypeFunction %void");
    declared("%four", "OpTypeArray %u32 " + constant(4));
    for (const char* word : {"%u32", "%u64"}) {
      const std::string name = word;
      declared(name + "s", "OpTypeRuntimeArray " + name);
      declared(name + "_block", "OpTypeStruct " + name + "s");
      pointer_to("StorageBuffer", name + "_block");
      pointer_to("StorageBuffer", name);
    }
    pointer_to("Input", "%u32");
    pointer_to("Input", "%u32x3");
    declared("%index", "OpVariable %Input_u32 Input");
    declared("%group", "OpVariable %Input_u32x3 Input");
    declared("%results", "OpVariable %StorageBuffer_u64_block StorageBuffer");
    declared("%input", "OpVariable %StorageBuffer_u32_block StorageBuffer");
    declared("%counters", "OpVariable %StorageBuffer_u32_block StorageBuffer");
  }
  std::string header() {
    declared("%output_count", "OpConstant %u32 " + std::to_string(outputs_));
    static constexpr std::pair<const char*, const char*> modes[] = {
        {"", ""},
        {"SubgroupUniformControlFlowKHR", "SPV_KHR_subgroup_uniform_control_flow"},
        {"MaximallyReconvergesKHR", "SPV_KHR_maximal_reconvergence"}};
    const auto [mode, extension] = modes[one_in(2) ? 0 : pick(3)];
    std::string text;
    for (const char* capability :
         {"Shader", "Int8", "Int16", "Int64", "GroupNonUniform", "GroupNonUniformVote",
          "GroupNonUniformBallot", "GroupNonUniformArithmetic"})
      text += std::string("OpCapability ") + capability + "\n";
    if (*extension != 0) text += std::string("OpExtension \"") + extension + "\"\n";
    text +=
        "OpMemoryModel Logical GLSL450\n"
        "OpEntryPoint GLCompute %main \"main\" %index %group %results %input %counters\n"
        "OpExecutionMode %main LocalSize " +
        std::to_string(workgroup_invocations) + " 1 1\n";
    if (*mode != 0) text += std::string("OpExecutionMode %main ") + mode + "\n";
    text += R"(OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorate %group BuiltIn WorkgroupId
OpDecorate %u32s ArrayStride 4
OpDecorate %u64s ArrayStride 8
OpMemberDecorate %u32_block 0 Offset 0
OpMemberDecorate %u64_block 0 Offset 0
OpDecorate %u32_block Block
OpDecorate %u64_block Block
OpDecorate %results DescriptorSet 0
OpDecorate %results Binding 0
OpDecorate %input DescriptorSet 0
OpDecorate %input Binding 1
OpDecorate %counters DescriptorSet 0
OpDecorate %counters Binding 2
)";
    return text;
  }

  unsigned most_instructions_;
  bool uses_atomics_;
  std::vector<std::pair<std::string, std::string>> signatures_;
  std::vector<Function> functions_;
  unsigned outputs_ = 0;

  // Of the function that is being written.
  std::vector<std::pair<std::string, ValueType>> variables_;
  ValueType returns_;
  bool may_return_ = false;
  unsigned limit_ = 0;
  std::vector<std::string> next_values_;
  std::string back_edge_;
};

}  // namespace spirv_oracle::random_module
