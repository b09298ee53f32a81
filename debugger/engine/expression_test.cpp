// The debugger's expressions (debugger/engine/expression/expression.h).

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "debugger/engine/loop_for_test.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;
using test::ask;
using test::DebuggedProgram;
using test::loop_program;
using test::sum_of;
using test::value_of;

struct Case {
  const char* expression;
  const char* value;
  const char* type;
};

// Lane 0 is active in each of them.
void check(DebuggedProgram& program, std::uint32_t line, const std::vector<Case>& cases) {
  program.at_line(line, [&](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
    for (const Case& one : cases) {
      const json answer = ask(views, run, focus, "evaluate", {{"expression", one.expression}});
      if (answer.is_null()) continue;
      EXPECT_EQ(answer["value"], one.value) << one.expression;
      EXPECT_EQ(answer["type"], one.type) << one.expression;
    }
    return true;
  });
}

TEST(DebuggerExpressions, Arithmetic) {
  DebuggedProgram program = loop_program(8);
  check(program, 20,
        {{"1 + 2 * 3 - 4 / 2", "5", "int"},
         {"(1 + 2) * 3", "9", "int"},
         {"-7 / 2", "-3", "int"},
         {"-7 % 3", "-1", "int"},
         {"7u - 8u", "4294967295", "uint"},
         {"1 << 4 | 3", "19", "int"},
         {"0xFFu & ~0xFu", "240", "uint"},
         {"-16 >> 2", "-4", "int"},
         {"1 / 0", "undefined", "int"},
         {"1 << 32", "undefined", "int"},
         {"1.5 * 2", "3", "float"},
         {"1 / 2.0", "0.5", "float"},
         {"1.0lf / 3", "0.3333333333333333", "double"},
         {"uint(3.9) + 1", "4", "uint"},
         {"int8_t(200)", "-56", "int8_t"},
         {"uint16_t(-1)", "65535", "uint16_t"},
         {"float16_t(0.1)", "0.1", "float16_t"},
         {"5000000000", "5000000000", "int64_t"},
         {"1 < 2 && !(3 <= 2)", "true", "bool"},
         {"false || 1 > 2", "false", "bool"},
         {"true ^^ true", "false", "bool"},
         {"2 > 1 ? 10 : 20", "10", "int"},
         {"true && 1 / 0 == 0", "undefined", "bool"},
         {"false && 1 / 0 == 0", "false", "bool"},
         {"1 / 0 == 0 || true", "true", "bool"}});
}

TEST(DebuggerExpressions, LanesAndBuiltIns) {
  DebuggedProgram program = loop_program(8);
  std::uint32_t total = 0;
  for (std::uint32_t i = 0; i < 8; ++i) total += sum_of(i);
  const std::string all = std::to_string(total);
  check(program, 20,
        {{"i[lane 7]", "7", "uint"},
         {"sum(i)", "28", "uint"},
         {"sum(sum)", all.c_str(), "uint"},
         {"min(i + 3)", "3", "uint"},
         {"max(float(i) / 2)", "3.5", "float"},
         {"any(i == 7)", "true", "bool"},
         {"all(i < 7)", "false", "bool"},
         {"count(i % 3 == 0)", "3", "uint"},
         {"lanes(i > 5)", "[6, 7]", "uint[2]"},
         {"lanes(i < 7)", "[0, 1, 2, 3, 4, 5, 6]", "uint[7]"},
         {"lanes(i == 4)", "[4]", "uint[1]"},
         {"lanes(i == 9)", "[]", "uint[0]"},
         {"lanes(i > 5)[1]", "7", "uint"},
         {"lanes(i > 5).length()", "2", "uint"},
         {"first(values[i])", "1", "uint"},
         {"values[i[lane 3]]", "31", "uint"},
         {"gl_LocalInvocationIndex", "0", "uint"},
         {"gl_GlobalInvocationID[lane 5].x", "5", "uint"},
         {"gl_WorkGroupSize", "(8, 1, 1)", "uvec3"},
         {"gl_SubgroupSize * 2", "16", "uint"},
         {"gl_WorkGroupSize.zx", "(1, 8)", "uvec2"},
         {"isundef(other)", "true", "bool"},
         {"isundef(sum) || isimpl(sum)", "false", "bool"},
         {"isundef(tile[3])", "true", "bool"},
         {"active && alive", "true", "bool"},
         {"lane", "0", "uint"},
         {"%sum == sum", "true", "bool"}});
}

TEST(DebuggerExpressions, ConditionsHoldInSomeLanes) {
  loop_program(8).at_line(20, [](Views&, const PausedRun& run, const DebugFocus& focus, auto&) {
    const auto lanes = [&](const char* text) {
      const auto expression = Expression::parse(text);
      EXPECT_TRUE(expression.has_value());
      const auto found = expression->where_true(run, *run.subgroup, run.subgroup->active);
      EXPECT_TRUE(found.has_value()) << found.error().message;
      return found ? *found : LaneMask{};
    };
    EXPECT_EQ(lanes("i >= 6").words[0], 0xC0u);
    EXPECT_EQ(lanes("other == 0 || i == 1").words[0], 0x2u);  // undefined is not true
    EXPECT_EQ(lanes("values[i + 5] == 61").words[0], 0x2u);   // others are out of bounds
    EXPECT_FALSE(
        Expression::parse("nothing")->where_true(run, *run.subgroup, run.subgroup->active));
    EXPECT_EQ(*Expression::parse("sum[lane 1]")->text(run, focus), std::to_string(sum_of(1)));
    const auto place = Expression::parse("values[2]")->place(run, focus);
    EXPECT_TRUE(place.has_value());
    EXPECT_EQ(place->size, 4u);
    EXPECT_EQ(AddressSpace::offset(place->address), 8u);
    EXPECT_FALSE(Expression::parse("sum")->place(run, focus));
    return true;
  });
}

// A condition is evaluated in all lanes at once, an expression in one lane.
void expect_conditions_as_in_single_lanes(const PausedRun& run, DebugFocus focus,
                                          const std::vector<const char*>& conditions) {
  for (const char* text : conditions) {
    const auto expression = Expression::parse(text);
    EXPECT_TRUE(expression.has_value()) << text;
    if (!expression) continue;
    LaneMask expected;
    run.subgroup->active.for_each([&](unsigned lane) {
      focus.lane = lane;
      const auto value = expression->text(run, focus);
      if (value && (*value == "true" || *value == "1")) expected.set(lane);
    });
    const auto found = expression->where_true(run, *run.subgroup, run.subgroup->active);
    EXPECT_TRUE(found.has_value()) << text << ": " << found.error().message;
    if (found) {
      EXPECT_EQ(*found, expected) << text;
    }
  }
}

TEST(DebuggerExpressions, ConditionsAreThoseOfTheLanes) {
  loop_program(8).at_line(20, [](Views&, const PausedRun& run, const DebugFocus& focus, auto&) {
    expect_conditions_as_in_single_lanes(
        run, focus,
        {"i == 3",
         "!(i == 3) && i != 5",
         "-int(i) == -3",
         "(~i & 7u) == 2u",
         "i * 2 + 1 > 6u",
         "sum > 40 || i < 2",
         "i < 4 ^^ i % 2 == 0",
         "i < 5 && values[i + 3] > 40",
         "i >= 5 || values[i + 3] > 60",
         "other == 0 || i == 1",
         "i == 1 || other == 0",
         "other == 0 && i == 1",
         "isundef(other) && i > 3",
         "isimpl(sum)",
         "isundef(tile[i])",
         "values[i] % 3 == 1",
         "values[values[0]] == values[i]",
         "float(i) * 0.5 == 1.5",
         "uint8_t(i * 100) > 100",
         "sum(i) == 28 && i == 2",
         "any(i == 9) || i == 2",
         "i[lane 3] == i",
         "values[i[lane 2]] == values[i]",
         "i == 2 ? true : i > 6",
         "gl_LocalInvocationIndex == i && gl_GlobalInvocationID.x > 2",
         "gl_WorkGroupSize.x == 8 && i > 1",
         "%sum == sum",
         "lane == 4",
         "active",
         "1 == 1"});
    return true;
  });
}

TEST(DebuggerExpressions, MistakesHaveAColumn) {
  for (const char* text :
       {"", "1 +", "(1", "a[", "a.", "1 ~ 2", "%", "0x", "f(1,", "\x01", "a b"}) {
    const auto parsed = Expression::parse(text);
    EXPECT_FALSE(parsed.has_value()) << text;
    if (!parsed) {
      EXPECT_EQ(parsed.error().message.find("column "), 0u) << parsed.error().message;
    }
  }
  EXPECT_FALSE(Expression::parse(std::string(2000, '1')));
  EXPECT_FALSE(Expression::parse(std::string(200, '(') + "1" + std::string(200, ')')));
  EXPECT_FALSE(Expression::parse(std::string(900, '-') + "1"));
  std::string sum = "1";
  for (unsigned i = 0; i < 450; ++i) sum += "+1";
  EXPECT_FALSE(Expression::parse(sum));
}

TEST(DebuggerExpressions, WrongOperandsAreErrors) {
  loop_program(8).at_line(20, [](Views& views, const PausedRun& run, const DebugFocus& focus,
                                 auto&) {
    for (const char* text :
         {"values + 1", "1.5 & 2", "gl_WorkGroupSize + gl_WorkGroupSize.xy", "i.x.y.z.q1",
          "values.nothing", "sum(min(i))", "unknown(1)", "%999", "i[lane 8]", "*i", "&i"}) {
      EXPECT_FALSE(views.answer(run, focus, "evaluate", {{"expression", text}}, nullptr)) << text;
    }
    return true;
  });
}

// Of this GLSL, with explicit arithmetic types:
//   struct Item { vec3 position; float mass; };
//   buffer Data {
//     mat2x3 columns; layout(row_major) mat2x3 rows; Item items[2]; int8_t tiny; uint16_t small; int64_t large;
//     float16_t half_value; double exact; uvec4 pick; float rest[];
//   } data;
//  17  float length_of(Item item) {
//  18    float squared = dot(item.position, item.position);
//  19    if (squared > 4.0) return 2.0;
//  20    return squared;
//  21  }
//  23    uint lane = gl_LocalInvocationIndex;
//  24    mat2x3 both = data.columns + data.rows;
//  25    Item copy = data.items[lane % 2u];
//  26    bool odd = (lane & 1u) != 0u;
//  27    int16_t narrow = int16_t(-int(lane));
//  28    f16vec2 halves = f16vec2(data.half_value, float16_t(0.1));
//  29    double third = data.exact / 3.0lf;
//  30    int64_t wide = data.large * int64_t(lane);
//  31    float array[3] = float[3](1.0, float(lane), -0.0);
//  32    float result = length_of(copy);
//  33    data.rest[lane] = ...
const char* const typed_shader = R"(
    OpCapability Shader
    OpCapability Float16
    OpCapability Float64
    OpCapability Int64
    OpCapability Int16
    OpCapability StorageBuffer16BitAccess
    OpCapability StorageBuffer8BitAccess
    %2 = OpExtInstImport "GLSL.std.450"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %gl_LocalInvocationIndex %data
    OpExecutionMode %main LocalSize 4 1 1
    %1 = OpString "b.comp"
    OpSource GLSL 450 %1
    OpName %main "main"
    OpName %Item "Item"
    OpMemberName %Item 0 "position"
    OpMemberName %Item 1 "mass"
    OpName %length_of_struct_Item_vf3_f11_ "length_of(struct-Item-vf3-f11;"
    OpName %item "item"
    OpName %squared "squared"
    OpName %lane "lane"
    OpName %gl_LocalInvocationIndex "gl_LocalInvocationIndex"
    OpName %both "both"
    OpName %Item_0 "Item"
    OpMemberName %Item_0 0 "position"
    OpMemberName %Item_0 1 "mass"
    OpName %Data "Data"
    OpMemberName %Data 0 "columns"
    OpMemberName %Data 1 "rows"
    OpMemberName %Data 2 "items"
    OpMemberName %Data 3 "tiny"
    OpMemberName %Data 4 "small"
    OpMemberName %Data 5 "large"
    OpMemberName %Data 6 "half_value"
    OpMemberName %Data 7 "exact"
    OpMemberName %Data 8 "pick"
    OpMemberName %Data 9 "rest"
    OpName %data "data"
    OpName %copy "copy"
    OpName %odd "odd"
    OpName %narrow "narrow"
    OpName %halves "halves"
    OpName %third "third"
    OpName %wide "wide"
    OpName %array "array"
    OpName %result "result"
    OpName %param "param"
    OpDecorate %gl_LocalInvocationIndex BuiltIn LocalInvocationIndex
    OpMemberDecorate %Item_0 0 Offset 0
    OpMemberDecorate %Item_0 1 Offset 12
    OpDecorate %_arr_Item_0_uint_2 ArrayStride 16
    OpDecorate %_runtimearr_float ArrayStride 4
    OpDecorate %Data Block
    OpMemberDecorate %Data 0 ColMajor
    OpMemberDecorate %Data 0 MatrixStride 16
    OpMemberDecorate %Data 0 Offset 0
    OpMemberDecorate %Data 1 RowMajor
    OpMemberDecorate %Data 1 MatrixStride 8
    OpMemberDecorate %Data 1 Offset 32
    OpMemberDecorate %Data 2 Offset 64
    OpMemberDecorate %Data 3 Offset 96
    OpMemberDecorate %Data 4 Offset 98
    OpMemberDecorate %Data 5 Offset 104
    OpMemberDecorate %Data 6 Offset 112
    OpMemberDecorate %Data 7 Offset 120
    OpMemberDecorate %Data 8 Offset 128
    OpMemberDecorate %Data 9 Offset 144
    OpDecorate %data Binding 0
    OpDecorate %data DescriptorSet 0
    %void = OpTypeVoid
    %4 = OpTypeFunction %void
    %float = OpTypeFloat 32
    %v3float = OpTypeVector %float 3
    %Item = OpTypeStruct %v3float %float
    %_ptr_Function_Item = OpTypePointer Function %Item
    %11 = OpTypeFunction %float %_ptr_Function_Item
    %_ptr_Function_float = OpTypePointer Function %float
    %int = OpTypeInt 32 1
    %int_0 = OpConstant %int 0
    %_ptr_Function_v3float = OpTypePointer Function %v3float
    %float_4 = OpConstant %float 4
    %bool = OpTypeBool
    %float_2 = OpConstant %float 2
    %uint = OpTypeInt 32 0
    %_ptr_Function_uint = OpTypePointer Function %uint
    %_ptr_Input_uint = OpTypePointer Input %uint
    %gl_LocalInvocationIndex = OpVariable %_ptr_Input_uint Input
    %mat2v3float = OpTypeMatrix %v3float 2
    %_ptr_Function_mat2v3float = OpTypePointer Function %mat2v3float
    %Item_0 = OpTypeStruct %v3float %float
    %uint_2 = OpConstant %uint 2
    %_arr_Item_0_uint_2 = OpTypeArray %Item_0 %uint_2
    %char = OpTypeInt 8 1
    %ushort = OpTypeInt 16 0
    %long = OpTypeInt 64 1
    %half = OpTypeFloat 16
    %double = OpTypeFloat 64
    %v4uint = OpTypeVector %uint 4
    %_runtimearr_float = OpTypeRuntimeArray %float
    %Data = OpTypeStruct %mat2v3float %mat2v3float %_arr_Item_0_uint_2 %char %ushort %long %half %double %v4uint %_runtimearr_float
    %_ptr_StorageBuffer_Data = OpTypePointer StorageBuffer %Data
    %data = OpVariable %_ptr_StorageBuffer_Data StorageBuffer
    %_ptr_StorageBuffer_mat2v3float = OpTypePointer StorageBuffer %mat2v3float
    %int_1 = OpConstant %int 1
    %int_2 = OpConstant %int 2
    %_ptr_StorageBuffer_Item_0 = OpTypePointer StorageBuffer %Item_0
    %_ptr_Function_bool = OpTypePointer Function %bool
    %uint_1 = OpConstant %uint 1
    %uint_0 = OpConstant %uint 0
    %short = OpTypeInt 16 1
    %_ptr_Function_short = OpTypePointer Function %short
    %v2half = OpTypeVector %half 2
    %_ptr_Function_v2half = OpTypePointer Function %v2half
    %int_6 = OpConstant %int 6
    %_ptr_StorageBuffer_half = OpTypePointer StorageBuffer %half
    %half_0x1_998pn4 = OpConstant %half 0x1.998p-4
    %_ptr_Function_double = OpTypePointer Function %double
    %int_7 = OpConstant %int 7
    %_ptr_StorageBuffer_double = OpTypePointer StorageBuffer %double
    %double_3 = OpConstant %double 3
    %_ptr_Function_long = OpTypePointer Function %long
    %int_5 = OpConstant %int 5
    %_ptr_StorageBuffer_long = OpTypePointer StorageBuffer %long
    %ulong = OpTypeInt 64 0
    %uint_3 = OpConstant %uint 3
    %_arr_float_uint_3 = OpTypeArray %float %uint_3
    %_ptr_Function__arr_float_uint_3 = OpTypePointer Function %_arr_float_uint_3
    %float_1 = OpConstant %float 1
    %float_n0 = OpConstant %float -0
    %int_9 = OpConstant %int 9
    %_ptr_Function_half = OpTypePointer Function %half
    %float_0 = OpConstant %float 0
    %_ptr_StorageBuffer_float = OpTypePointer StorageBuffer %float
    %v3uint = OpTypeVector %uint 3
    %uint_4 = OpConstant %uint 4
    %165 = OpConstantComposite %v3uint %uint_4 %uint_1 %uint_1
    OpLine %1 22 11
    %main = OpFunction %void None %4
    %6 = OpLabel
    %lane = OpVariable %_ptr_Function_uint Function
    %both = OpVariable %_ptr_Function_mat2v3float Function
    %copy = OpVariable %_ptr_Function_Item Function
    %odd = OpVariable %_ptr_Function_bool Function
    %narrow = OpVariable %_ptr_Function_short Function
    %halves = OpVariable %_ptr_Function_v2half Function
    %third = OpVariable %_ptr_Function_double Function
    %wide = OpVariable %_ptr_Function_long Function
    %array = OpVariable %_ptr_Function__arr_float_uint_3 Function
    %result = OpVariable %_ptr_Function_float Function
    %param = OpVariable %_ptr_Function_Item Function
    OpLine %1 23 0
    %41 = OpLoad %uint %gl_LocalInvocationIndex
    OpStore %lane %41
    OpLine %1 24 0
    %59 = OpAccessChain %_ptr_StorageBuffer_mat2v3float %data %int_0
    %60 = OpLoad %mat2v3float %59
    %62 = OpAccessChain %_ptr_StorageBuffer_mat2v3float %data %int_1
    %63 = OpLoad %mat2v3float %62
    %64 = OpCompositeExtract %v3float %60 0
    %65 = OpCompositeExtract %v3float %63 0
    %66 = OpFAdd %v3float %64 %65
    %67 = OpCompositeExtract %v3float %60 1
    %68 = OpCompositeExtract %v3float %63 1
    %69 = OpFAdd %v3float %67 %68
    %70 = OpCompositeConstruct %mat2v3float %66 %69
    OpStore %both %70
    OpLine %1 25 0
    %73 = OpLoad %uint %lane
    %74 = OpUMod %uint %73 %uint_2
    %76 = OpAccessChain %_ptr_StorageBuffer_Item_0 %data %int_2 %74
    %77 = OpLoad %Item_0 %76
    %78 = OpCopyLogical %Item %77
    OpStore %copy %78
    OpLine %1 26 0
    %81 = OpLoad %uint %lane
    %83 = OpBitwiseAnd %uint %81 %uint_1
    %85 = OpINotEqual %bool %83 %uint_0
    OpStore %odd %85
    OpLine %1 27 0
    %89 = OpLoad %uint %lane
    %90 = OpBitcast %int %89
    %91 = OpSNegate %int %90
    %92 = OpSConvert %short %91
    OpStore %narrow %92
    OpLine %1 28 0
    %98 = OpAccessChain %_ptr_StorageBuffer_half %data %int_6
    %99 = OpLoad %half %98
    %101 = OpCompositeConstruct %v2half %99 %half_0x1_998pn4
    OpStore %halves %101
    OpLine %1 29 0
    %106 = OpAccessChain %_ptr_StorageBuffer_double %data %int_7
    %107 = OpLoad %double %106
    %109 = OpFDiv %double %107 %double_3
    OpStore %third %109
    OpLine %1 30 0
    %114 = OpAccessChain %_ptr_StorageBuffer_long %data %int_5
    %115 = OpLoad %long %114
    %116 = OpLoad %uint %lane
    %118 = OpUConvert %ulong %116
    %119 = OpBitcast %long %118
    %120 = OpIMul %long %115 %119
    OpStore %wide %120
    OpLine %1 31 0
    %126 = OpLoad %uint %lane
    %127 = OpConvertUToF %float %126
    %129 = OpCompositeConstruct %_arr_float_uint_3 %float_1 %127 %float_n0
    OpStore %array %129
    OpLine %1 32 0
    %132 = OpLoad %Item %copy
    OpStore %param %132
    %133 = OpFunctionCall %float %length_of_struct_Item_vf3_f11_ %param
    OpStore %result %133
    OpLine %1 33 0
    %135 = OpLoad %uint %lane
    %136 = OpLoad %float %result
    %137 = OpAccessChain %_ptr_Function_float %both %int_1 %uint_2
    %138 = OpLoad %float %137
    %139 = OpFAdd %float %136 %138
    %140 = OpAccessChain %_ptr_Function_float %array %int_1
    %141 = OpLoad %float %140
    %142 = OpFAdd %float %139 %141
    %143 = OpLoad %short %narrow
    %144 = OpConvertSToF %float %143
    %145 = OpFAdd %float %142 %144
    %147 = OpAccessChain %_ptr_Function_half %halves %uint_1
    %148 = OpLoad %half %147
    %149 = OpFConvert %float %148
    %150 = OpFAdd %float %145 %149
    %151 = OpLoad %double %third
    %152 = OpFConvert %float %151
    %153 = OpFAdd %float %150 %152
    %154 = OpLoad %long %wide
    %155 = OpConvertSToF %float %154
    %156 = OpFAdd %float %153 %155
    %157 = OpLoad %bool %odd
    %159 = OpSelect %float %157 %float_1 %float_0
    %160 = OpFAdd %float %156 %159
    %162 = OpAccessChain %_ptr_StorageBuffer_float %data %int_9 %135
    OpStore %162 %160
    OpLine %1 34 0
    OpReturn
    OpFunctionEnd
    OpLine %1 17 26
    %length_of_struct_Item_vf3_f11_ = OpFunction %float None %11
    %item = OpFunctionParameter %_ptr_Function_Item
    %14 = OpLabel
    %squared = OpVariable %_ptr_Function_float Function
    OpLine %1 18 0
    %20 = OpAccessChain %_ptr_Function_v3float %item %int_0
    %21 = OpLoad %v3float %20
    %22 = OpAccessChain %_ptr_Function_v3float %item %int_0
    %23 = OpLoad %v3float %22
    %24 = OpDot %float %21 %23
    OpStore %squared %24
    OpLine %1 19 0
    %25 = OpLoad %float %squared
    %28 = OpFOrdGreaterThan %bool %25 %float_4
    OpSelectionMerge %30 None
    OpBranchConditional %28 %29 %30
    %29 = OpLabel
    OpLine %1 19 0
    OpReturnValue %float_2
    %30 = OpLabel
    OpLine %1 20 0
    %33 = OpLoad %float %squared
    OpReturnValue %33
    OpFunctionEnd
)";

template <class T>
void put(ShadowedBytes& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.bytes.data() + offset, &value, sizeof value);
}

DebuggedProgram typed_program() {
  DebuggedProgram program(typed_shader, 4);
  ShadowedBytes bytes = ShadowedBytes::zero(144 + 16);
  for (unsigned column = 0; column < 2; ++column) {
    for (unsigned row = 0; row < 3; ++row) {
      const float value = static_cast<float>(10 * column + row);
      put(bytes, 16 * column + 4 * row, value);      // columns
      put(bytes, 32 + 8 * row + 4 * column, value);  // rows
    }
  }
  for (unsigned item = 0; item < 2; ++item) {
    for (unsigned i = 0; i < 4; ++i)
      put(bytes, 64 + 16 * item + 4 * i, 1.5f * static_cast<float>(item + i));
  }
  put(bytes, 96, std::int8_t{-5});
  put(bytes, 98, std::uint16_t{60000});
  put(bytes, 104, std::int64_t{-5'000'000'000});
  put(bytes, 112, std::uint16_t{0x3E00});  // 1.5
  put(bytes, 120, 0.1);
  for (std::uint32_t i = 0; i < 4; ++i) put(bytes, 128 + 4 * i, i + 7);
  bytes.shadow[128] = Definedness::implementation_dependent;
  program.dispatch.buffers[{}] = bytes;
  return program;
}

TEST(DebuggerExpressions, TypesOfEveryWidthAndLayout) {
  DebuggedProgram program = typed_program();
  check(program, 33,
        {{"data.columns", "[(0, 1, 2), (10, 11, 12)]", "mat2x3"},
         {"data.rows", "[(0, 1, 2), (10, 11, 12)]", "mat2x3"},
         {"data.rows[1].y", "11", "float"},
         {"data.rows[1]", "(10, 11, 12)", "vec3"},
         {"both[1]", "(20, 22, 24)", "vec3"},
         {"both[1][2] + both[0].z", "28", "float"},
         {"copy", "{position = (0, 1.5, 3), mass = 4.5}", "Item"},
         {"copy[lane 1].mass", "6", "float"},
         {"data.items[1].position.zyx", "(4.5, 3, 1.5)", "vec3"},
         {"data.tiny", "-5", "int8_t"},
         {"data.small + data.small", "54464", "uint16_t"},
         {"data.large", "-5000000000", "int64_t"},
         {"wide[lane 3]", "-15000000000", "int64_t"},
         {"data.half_value", "1.5", "float16_t"},
         {"halves.y", "0.1", "float16_t"},
         {"third * 3", "0.1", "double"},
         {"odd[lane 1]", "true", "bool"},
         {"narrow[lane 3]", "-3", "int16_t"},
         {"array", "[1, 0, -0]", "float[3]"},
         {"array[1][lane 2]", "2", "float"},
         {"data.pick.w", "10", "uint"},
         {"data.pick", "(7?, 8, 9, 10)", "uvec4"},
         {"isimpl(data.pick.x) && !isimpl(data.pick.y)", "true", "bool"},
         {"data.rest.length()", "4", "uint"},
         {"data.items.length()", "2", "uint"}});
}

TEST(DebuggerExpressions, ConditionsOverEveryWidthAndLayout) {
  typed_program().at_line(33, [](Views&, const PausedRun& run, const DebugFocus& focus, auto&) {
    expect_conditions_as_in_single_lanes(
        run, focus,
        {"data.rows[1].y == 11", "both[1][lane % 3] > 21", "copy.mass == 6",
         "data.items[lane & 1].position.y > 2.0", "copy.position.zy.x == 4.5", "data.tiny < 0",
         "data.pick.x == 7 && lane == 1", "wide == -15000000000l", "halves.x > 1.0lf", "odd",
         "!odd", "narrow == -3", "narrow <= int16_t(-2)", "array[lane % 3] >= 1",
         "data.rest.length() == 4", "third * 3 == 0.1lf", "isimpl(data.pick.x) && lane > 1"});
    return true;
  });
}

// Rows 0 to 3 of a matrix with the numbers 0, 2, 4 and so on, which four lanes hold row by row.
constexpr const char* cooperative_matrix = R"(
OpCapability Shader
OpCapability CooperativeMatrixKHR
OpCapability VulkanMemoryModel
OpExtension "SPV_KHR_cooperative_matrix"
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %buffer
OpExecutionMode %main LocalSize 4 1 1
%file = OpString "a.comp"
OpName %main "main"
OpName %doubled "doubled"
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
OpDecorate %array ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%u32 = OpTypeInt 32 0
%zero = OpConstant %u32 0
%two = OpConstant %u32 2
%three = OpConstant %u32 3
%four = OpConstant %u32 4
%C = OpTypeCooperativeMatrixKHR %u32 %three %four %four %two
%array = OpTypeRuntimeArray %u32
%block = OpTypeStruct %array
%block_pointer = OpTypePointer StorageBuffer %block
%pointer = OpTypePointer StorageBuffer %u32
%variable = OpTypePointer Function %C
%buffer = OpVariable %block_pointer StorageBuffer
%main = OpFunction %void None %function
%entry = OpLabel
%doubled = OpVariable %variable Function
%place = OpAccessChain %pointer %buffer %zero %zero
%m = OpCooperativeMatrixLoadKHR %C %place %zero %four
%sum = OpIAdd %C %m %m
OpStore %doubled %sum
OpLine %file 9 0
OpCooperativeMatrixStoreKHR %place %sum %zero %four
OpReturn
OpFunctionEnd
)";

TEST(DebuggerExpressions, PartsOfCooperativeMatrices) {
  DebuggedProgram program(cooperative_matrix, 4);
  std::vector<std::uint32_t> numbers(16);
  std::iota(numbers.begin(), numbers.end(), 0);
  program.dispatch.buffers[{0, 0, 0}] = test::words_of(numbers);
  check(program, 9,
        {{"doubled[2]", "[16, 18, 20, 22]", "row of coopmat<uint, 4, 4>"},
         {"doubled[2][1]", "18", "uint (component 2 of lane 1)"},
         {"doubled[3][3] + 1", "31", "uint"}});
}

TEST(DebuggerExpressions, PartsOfStructuresAndMatrices) {
  typed_program().at_line(33, [](Views& views, const PausedRun& run, const DebugFocus& focus,
                                 auto&) {
    const json data = ask(views, run, focus, "evaluate", {{"expression", "data"}});
    const json members = ask(views, run, focus, "children", {{"handle", data["handle"]}});
    EXPECT_EQ(members.size(), 10u);
    EXPECT_EQ(members[2]["name"], "items");
    EXPECT_EQ(members[2]["type"], "Item[2]");
    EXPECT_EQ(members[3]["handle"], 0);
    const json items = ask(views, run, focus, "children", {{"handle", members[2]["handle"]}});
    EXPECT_EQ(items[1]["expression"], "data.items[1]");
    EXPECT_EQ(items[1]["value"], value_of(views, run, focus, items[1]["expression"]));
    views.forget_handles();
    EXPECT_FALSE(views.answer(run, focus, "children", {{"handle", members[2]["handle"]}}, nullptr));
    return true;
  });
}

}  // namespace
}  // namespace spirv_oracle
