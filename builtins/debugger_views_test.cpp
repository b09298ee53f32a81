// What the debugger's views (interpreter/debugger/views.h) say of paused runs.

#include <gtest/gtest.h>

#include <string>

#include "builtins/debugger_for_test.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;
using test::ask;
using test::DebuggedProgram;
using test::value_of;

// Of this GLSL; the numbers are those of its lines:
//   8  uint twice(uint a) {
//   9    uint r = a * 2u;
//  10    return r;
//  11  }
//  12  void main() {
//  13    uint i = gl_LocalInvocationIndex;
//  14    uint sum = 0u;
//  15    for (uint k = 0u; k <= i; ++k) {
//  16      uint x = values[k];
//  17      { uint x = k + 1u; sum += x; }
//  18      sum += twice(x);
//  19    }
//  20    tile[i] = sum;
//  21    barrier();
//  22    uint other = subgroupShuffleXor(sum, 1u);
//  23    if (i < 4u) { values[i] = other + tile[7u - i]; }
//  24  }
const char* const loop_shader = R"(
    OpCapability Shader
    OpCapability GroupNonUniform
    OpCapability GroupNonUniformShuffle
    %2 = OpExtInstImport "GLSL.std.450"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %gl_LocalInvocationIndex %_ %tile
    OpExecutionMode %main LocalSize 8 1 1
    %1 = OpString "/tmp/views/a.comp"
    OpSource GLSL 450 %1
    OpName %main "main"
    OpName %twice_u1_ "twice(u1;"
    OpName %a "a"
    OpName %r "r"
    OpName %i "i"
    OpName %gl_LocalInvocationIndex "gl_LocalInvocationIndex"
    OpName %sum "sum"
    OpName %k "k"
    OpName %x "x"
    OpName %Data "Data"
    OpMemberName %Data 0 "values"
    OpName %_ ""
    OpName %x_0 "x"
    OpName %param "param"
    OpName %tile "tile"
    OpName %other "other"
    OpDecorate %gl_LocalInvocationIndex BuiltIn LocalInvocationIndex
    OpDecorate %_runtimearr_uint ArrayStride 4
    OpDecorate %Data Block
    OpMemberDecorate %Data 0 Offset 0
    OpDecorate %_ Binding 0
    OpDecorate %_ DescriptorSet 0
    %void = OpTypeVoid
    %4 = OpTypeFunction %void
    %uint = OpTypeInt 32 0
    %_ptr_Function_uint = OpTypePointer Function %uint
    %9 = OpTypeFunction %uint %_ptr_Function_uint
    %uint_2 = OpConstant %uint 2
    %_ptr_Input_uint = OpTypePointer Input %uint
    %gl_LocalInvocationIndex = OpVariable %_ptr_Input_uint Input
    %uint_0 = OpConstant %uint 0
    %bool = OpTypeBool
    %_runtimearr_uint = OpTypeRuntimeArray %uint
    %Data = OpTypeStruct %_runtimearr_uint
    %_ptr_StorageBuffer_Data = OpTypePointer StorageBuffer %Data
    %_ = OpVariable %_ptr_StorageBuffer_Data StorageBuffer
    %int = OpTypeInt 32 1
    %int_0 = OpConstant %int 0
    %_ptr_StorageBuffer_uint = OpTypePointer StorageBuffer %uint
    %uint_1 = OpConstant %uint 1
    %int_1 = OpConstant %int 1
    %uint_8 = OpConstant %uint 8
    %_arr_uint_uint_8 = OpTypeArray %uint %uint_8
    %_ptr_Workgroup__arr_uint_uint_8 = OpTypePointer Workgroup %_arr_uint_uint_8
    %tile = OpVariable %_ptr_Workgroup__arr_uint_uint_8 Workgroup
    %_ptr_Workgroup_uint = OpTypePointer Workgroup %uint
    %uint_264 = OpConstant %uint 264
    %uint_3 = OpConstant %uint 3
    %uint_4 = OpConstant %uint 4
    %uint_7 = OpConstant %uint 7
    %v3uint = OpTypeVector %uint 3
    %90 = OpConstantComposite %v3uint %uint_8 %uint_1 %uint_1
    OpLine %1 12 11
    %main = OpFunction %void None %4
    %6 = OpLabel
    %i = OpVariable %_ptr_Function_uint Function
    %sum = OpVariable %_ptr_Function_uint Function
    %k = OpVariable %_ptr_Function_uint Function
    %x = OpVariable %_ptr_Function_uint Function
    %x_0 = OpVariable %_ptr_Function_uint Function
    %param = OpVariable %_ptr_Function_uint Function
    %other = OpVariable %_ptr_Function_uint Function
    OpLine %1 13 0
    %23 = OpLoad %uint %gl_LocalInvocationIndex
    OpStore %i %23
    OpLine %1 14 0
    OpStore %sum %uint_0
    OpLine %1 15 0
    OpStore %k %uint_0
    OpBranch %27
    %27 = OpLabel
    OpLine %1 15 0
    OpLoopMerge %29 %30 None
    OpBranch %31
    %31 = OpLabel
    OpLine %1 15 0
    %32 = OpLoad %uint %k
    %33 = OpLoad %uint %i
    %35 = OpULessThanEqual %bool %32 %33
    OpBranchConditional %35 %28 %29
    %28 = OpLabel
    OpLine %1 16 0
    %43 = OpLoad %uint %k
    %45 = OpAccessChain %_ptr_StorageBuffer_uint %_ %int_0 %43
    %46 = OpLoad %uint %45
    OpStore %x %46
    OpLine %1 17 0
    %48 = OpLoad %uint %k
    %50 = OpIAdd %uint %48 %uint_1
    OpStore %x_0 %50
    %51 = OpLoad %uint %x_0
    %52 = OpLoad %uint %sum
    %53 = OpIAdd %uint %52 %51
    OpStore %sum %53
    OpLine %1 18 0
    %55 = OpLoad %uint %x
    OpStore %param %55
    %56 = OpFunctionCall %uint %twice_u1_ %param
    %57 = OpLoad %uint %sum
    %58 = OpIAdd %uint %57 %56
    OpStore %sum %58
    OpBranch %30
    %30 = OpLabel
    OpLine %1 15 0
    %59 = OpLoad %uint %k
    %61 = OpIAdd %uint %59 %int_1
    OpStore %k %61
    OpBranch %27
    %29 = OpLabel
    OpLine %1 20 0
    %66 = OpLoad %uint %i
    %67 = OpLoad %uint %sum
    %69 = OpAccessChain %_ptr_Workgroup_uint %tile %66
    OpStore %69 %67
    OpLine %1 21 0
    OpControlBarrier %uint_2 %uint_2 %uint_264
    OpLine %1 22 0
    %72 = OpLoad %uint %sum
    %74 = OpGroupNonUniformShuffleXor %uint %uint_3 %72 %uint_1
    OpStore %other %74
    OpLine %1 23 0
    %75 = OpLoad %uint %i
    %77 = OpULessThan %bool %75 %uint_4
    OpSelectionMerge %79 None
    OpBranchConditional %77 %78 %79
    %78 = OpLabel
    OpLine %1 23 0
    %80 = OpLoad %uint %i
    %81 = OpLoad %uint %other
    %83 = OpLoad %uint %i
    %84 = OpISub %uint %uint_7 %83
    %85 = OpAccessChain %_ptr_Workgroup_uint %tile %84
    %86 = OpLoad %uint %85
    %87 = OpIAdd %uint %81 %86
    %88 = OpAccessChain %_ptr_StorageBuffer_uint %_ %int_0 %80
    OpStore %88 %87
    OpBranch %79
    %79 = OpLabel
    OpLine %1 24 0
    OpReturn
    OpFunctionEnd
    OpLine %1 8 18
    %twice_u1_ = OpFunction %uint None %9
    %a = OpFunctionParameter %_ptr_Function_uint
    %12 = OpLabel
    %r = OpVariable %_ptr_Function_uint Function
    OpLine %1 9 0
    %14 = OpLoad %uint %a
    %16 = OpIMul %uint %14 %uint_2
    OpStore %r %16
    OpLine %1 10 0
    %17 = OpLoad %uint %r
    OpReturnValue %17
    OpFunctionEnd
)";

// values[k] = 10 * k + 1; eight invocations.
DebuggedProgram loop_program(std::uint32_t subgroup_size) {
  DebuggedProgram program(loop_shader, subgroup_size);
  program.dispatch.buffers[{}] = test::words_of({1, 11, 21, 31, 41, 51, 61, 71});
  return program;
}

// The model: sum of k + 1 and 2 * values[k] for k <= i.
std::uint32_t sum_of(std::uint32_t i) {
  std::uint32_t sum = 0;
  for (std::uint32_t k = 0; k <= i; ++k) sum += k + 1 + 2 * (10 * k + 1);
  return sum;
}

json find_named(const json& list, const std::string& name) {
  for (const json& entry : list) {
    if (entry["name"] == name) return entry;
  }
  return nullptr;
}

TEST(DebuggerViews, StackNamesTheFunctionsWithInlinedCalls) {
  loop_program(8).at_line(
      9, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        const json stack = ask(views, run, focus, "stack");
        EXPECT_EQ(stack.size(), 2u);
        if (stack.size() != 2) return true;
        EXPECT_EQ(stack[0]["function"], "twice");
        EXPECT_EQ(stack[0]["line"], 9);
        EXPECT_EQ(stack[0]["file"], "a.comp");
        EXPECT_EQ(stack[1]["function"], "main");
        EXPECT_EQ(stack[1]["line"], 18);
        EXPECT_EQ(value_of(views, run, focus, "a"), "1");
        // The variables of the caller are those of its frame.
        EXPECT_FALSE(views.answer(run, focus, "evaluate", {{"expression", "i"}}, nullptr));
        const json outer = ask(views, run, focus, "evaluate", {{"expression", "i"}, {"frame", 1}});
        EXPECT_EQ(outer["value"], "0");
        EXPECT_EQ(outer["type"], "uint");
        return true;
      });
}

TEST(DebuggerViews, VariablesOfEveryLane) {
  loop_program(8).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        const json scopes = ask(views, run, focus, "scopes");
        const json locals = find_named(scopes, "Locals");
        EXPECT_FALSE(locals.is_null());
        const json children = ask(views, run, focus, "children", {{"handle", locals["handle"]}});
        EXPECT_EQ(find_named(children, "i")["value"], "0");
        EXPECT_EQ(find_named(children, "sum")["value"], std::to_string(sum_of(0)));
        EXPECT_EQ(find_named(children, "other")["state"], "undefined");
        const json matrix =
            ask(views, run, focus, "matrix", {{"expressions", {"i", "sum", "sum % 2"}}});
        EXPECT_EQ(matrix["lanes"].size(), 8u);
        EXPECT_EQ(matrix["rows"].size(), 3u);
        for (std::uint32_t lane = 0; lane < 8; ++lane) {
          EXPECT_EQ(matrix["rows"][0]["cells"][lane]["value"], std::to_string(lane));
          EXPECT_EQ(matrix["rows"][1]["cells"][lane]["value"], std::to_string(sum_of(lane)));
          EXPECT_EQ(matrix["rows"][2]["cells"][lane]["value"], std::to_string(sum_of(lane) % 2));
          EXPECT_EQ(matrix["lanes"][lane]["invocation"], json({lane, 0, 0}));
          EXPECT_EQ(matrix["lanes"][lane]["active"], true);
        }
        return true;
      });
}

TEST(DebuggerViews, LanesThatLeftTheLoopKeepTheirValues) {
  // In the third iteration, lanes 0 and 1 have left.
  const auto check = [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
    const json matrix = ask(views, run, focus, "matrix", {{"expressions", {"k", "%43"}}});
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      EXPECT_EQ(matrix["lanes"][lane]["active"], lane >= 2);
      const std::uint32_t k = lane < 2 ? lane + 1 : 2;
      EXPECT_EQ(matrix["rows"][0]["cells"][lane]["value"], std::to_string(k)) << lane;
      // The lanes wait behind the loop, to which this load does not lead for certain.
      EXPECT_EQ(matrix["rows"][1]["cells"][lane]["state"], lane < 2 ? "unavailable" : "defined");
    }
    const json tangles = ask(views, run, focus, "tangles")["subgroups"][0]["tangles"];
    EXPECT_EQ(tangles.size(), 1u);
    const json& loop = tangles[0];
    EXPECT_EQ(loop["construct"], "loop, iteration 2 at line 15");
    EXPECT_EQ(loop["children"].size(), 2u);
    bool found = false;
    for (const json& child : loop["children"]) {
      if (child["lanes"] != json({0, 1})) continue;
      found = true;
      EXPECT_EQ(child["line"], 20);
      EXPECT_EQ(child["waits_for"], "lanes 2-7");
    }
    EXPECT_TRUE(found) << tangles.dump(1);
    return true;
  };
  loop_program(8).at_line(17, check, 3);
}

TEST(DebuggerViews, MembersOfBlocksWithoutANameAreInScope) {
  loop_program(8).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        EXPECT_EQ(value_of(views, run, focus, "values[3]"), "31");
        EXPECT_EQ(value_of(views, run, focus, "values.length()"), "8");
        const json all = ask(views, run, focus, "evaluate", {{"expression", "values"}});
        EXPECT_EQ(all["type"], "uint[]");
        const json parts = ask(views, run, focus, "children",
                               {{"handle", all["handle"]}, {"start", 6}, {"count", 5}});
        EXPECT_EQ(parts.size(), 2u);
        EXPECT_EQ(parts[0]["name"], "[6]");
        EXPECT_EQ(parts[1]["value"], "71");
        EXPECT_EQ(parts[1]["expression"], "values[7]");
        const json outside = ask(views, run, focus, "evaluate", {{"expression", "values[8]"}});
        EXPECT_EQ(outside["state"], "unavailable");
        const json tile = ask(views, run, focus, "evaluate", {{"expression", "tile[2]"}});
        EXPECT_EQ(tile["state"], "undefined");
        return true;
      });
}

TEST(DebuggerViews, BarriersSayWhoIsMissing) {
  // The second of two subgroups comes to the line before the barrier while the first one waits at it.
  loop_program(4).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        if (run.subgroup->id == 0) return false;
        const json barriers = ask(views, run, focus, "barriers");
        EXPECT_EQ(barriers.size(), 1u);
        if (barriers.size() != 1) return true;
        EXPECT_EQ(barriers[0]["line"], 21);
        EXPECT_EQ(barriers[0]["arrived"].size(), 1u);
        EXPECT_EQ(barriers[0]["arrived"][0]["subgroup"], 0);
        EXPECT_EQ(barriers[0]["missing"][0]["subgroup"], 1);
        EXPECT_EQ(barriers[0]["missing"][0]["line"], 20);
        const json subgroups = ask(views, run, focus, "subgroups");
        EXPECT_EQ(subgroups.size(), 2u);
        EXPECT_EQ(subgroups[0]["state"], "waits at a barrier");
        EXPECT_EQ(subgroups[1]["state"], "executes");
        EXPECT_EQ(subgroups[1]["invocations"][3], json({7, 0, 0}));
        // What is in another subgroup can be looked at, too.
        DebugFocus other = focus;
        other.subgroup = 0;
        other.lane = 3;
        EXPECT_EQ(value_of(views, run, other, "sum"), std::to_string(sum_of(3)));
        EXPECT_EQ(value_of(views, run, other, "tile[3]"), std::to_string(sum_of(3)));
        EXPECT_EQ(ask(views, run, other, "stack")[0]["line"], 21);
        return true;
      });
}

TEST(DebuggerViews, AssignedValuesAreUsed) {
  DebuggedProgram program = loop_program(8);
  program.at_line(20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
    const json now =
        ask(views, run, focus, "assign", {{"expression", "sum"}, {"value", "7 * 3"}, {"lane", 5}});
    EXPECT_EQ(now["value"], "21");
    EXPECT_EQ(value_of(views, run, focus, "sum[lane 5]"), "21");
    EXPECT_EQ(value_of(views, run, focus, "sum[lane 4]"), std::to_string(sum_of(4)));
    ask(views, run, focus, "assign", {{"expression", "values[7]"}, {"value", "values[6] + 1"}});
    EXPECT_EQ(value_of(views, run, focus, "values[7]"), "62");
    EXPECT_FALSE(
        views.answer(run, focus, "assign", {{"expression", "i + 1"}, {"value", "1"}}, nullptr));
    EXPECT_FALSE(
        views.answer(run, focus, "assign", {{"expression", "%uint_4"}, {"value", "1"}}, nullptr));
    return true;
  });
}

TEST(DebuggerViews, MemoryIsReadAndWrittenAsBytes) {
  loop_program(8).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        json bytes =
            ask(views, run, focus, "read_memory", {{"buffer", "0.0"}, {"offset", 4}, {"size", 5}});
        EXPECT_EQ(bytes["bytes"], "CwAAABU=");  // 11 0 0 0 21
        EXPECT_EQ(bytes["states"], ".....");
        bytes = ask(views, run, focus, "read_memory", {{"expression", "tile"}});
        EXPECT_EQ(bytes["states"], std::string(32, '#'));
        EXPECT_EQ(ask(views, run, focus, "write_memory",
                      {{"expression", "values[1]"}, {"offset", 1}, {"bytes", "AQ=="}})["written"],
                  1);
        EXPECT_EQ(value_of(views, run, focus, "values[1]"), "267");
        EXPECT_FALSE(views.answer(run, focus, "read_memory", {{"buffer", "3.1"}}, nullptr));
        EXPECT_FALSE(
            views.answer(run, focus, "read_memory", {{"buffer", "0.0"}, {"offset", 33}}, nullptr));
        return true;
      });
}

TEST(DebuggerViews, InstructionsLinesAndNames) {
  loop_program(8).at_line(
      20, [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        const json code = ask(views, run, focus, "disassemble", {{"before", 1}, {"count", 3}});
        EXPECT_EQ(code.size(), 3u);
        EXPECT_EQ(code[1]["text"], "%66 = OpLoad %uint %i");
        EXPECT_EQ(code[1]["current"], true);
        EXPECT_EQ(code[2]["current"], false);
        EXPECT_EQ(code[2]["line"], 20);
        EXPECT_EQ(code[2]["function"], "main");
        const json again =
            ask(views, run, focus, "disassemble", {{"word", code[2]["word"]}, {"count", 1}});
        EXPECT_EQ(again[0]["text"], code[2]["text"]);
        const json lines = ask(views, run, focus, "lines", {{"file", "a.comp"}});
        EXPECT_NE(std::find(lines.begin(), lines.end(), json(17)), lines.end());
        EXPECT_EQ(std::find(lines.begin(), lines.end(), json(19)), lines.end());
        EXPECT_EQ(ask(views, run, focus, "sources")[0]["name"], "a.comp");
        EXPECT_EQ(ask(views, run, focus, "complete", {{"text", "1 + su"}}),
                  json({"subgroup", "sum", "sum("}));
        EXPECT_EQ(ask(views, run, focus, "complete", {{"text", "val"}}), json({"values"}));
        return true;
      });
}

}  // namespace
}  // namespace spirv_oracle
