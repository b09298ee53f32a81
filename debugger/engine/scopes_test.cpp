// Variables of the debugger in scopes that hide each other, in kernels, and before anything runs.

#include <gtest/gtest.h>

#include "debugger/engine/loop_for_test.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;
using test::ask;
using test::DebuggedProgram;
using test::loop_program;
using test::value_of;

// With NonSemantic.Shader.DebugInfo.100; its text is in it.
const char* const scopes_shader = R"(
    OpCapability Shader
    OpExtension "SPV_KHR_non_semantic_info"
    %1 = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
    %3 = OpExtInstImport "GLSL.std.450"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %106
    OpExecutionMode %main LocalSize 2 1 1
    %2 = OpString "c.comp"
    %8 = OpString "uint"
    %16 = OpString "main"
    %19 = OpString "#version 450
    layout(local_size_x = 2) in;
    layout(binding = 0) buffer Data { uint values[]; };
    void main() {
      uint total = 0u;
      for (uint k = 0u; k < 2u; ++k)
        total += k;
      for (uint k = 10u; k < 12u; ++k) {
        uint total = k * 2u;
        values[k] = total;
      }
      values[0] = total;
    }
    "
    %32 = OpString "total"
    %39 = OpString "k"
    %53 = OpString "bool"
    %65 = OpString "int"
    %100 = OpString "values"
    %103 = OpString "Data"
    %108 = OpString ""
    OpSourceExtension "GL_GOOGLE_cpp_style_line_directive"
    OpSourceExtension "GL_GOOGLE_include_directive"
    OpName %main "main"
    OpName %30 "total"
    OpName %37 "k"
    OpName %69 "k"
    OpName %88 "total"
    OpName %Data "Data"
    OpMemberName %Data 0 "values"
    OpName %106 ""
    OpModuleProcessed "client vulkan100"
    OpModuleProcessed "target-env spirv1.6"
    OpModuleProcessed "target-env vulkan1.3"
    OpModuleProcessed "entry-point main"
    OpDecorate %96 ArrayStride 4
    OpDecorate %Data Block
    OpMemberDecorate %Data 0 Offset 0
    OpDecorate %106 Binding 0
    OpDecorate %106 DescriptorSet 0
    %4 = OpTypeVoid
    %5 = OpTypeFunction %4
    %7 = OpTypeInt 32 0
    %10 = OpConstant %7 32
    %11 = OpConstant %7 6
    %12 = OpConstant %7 0
    %9 = OpExtInst %4 %1 DebugTypeBasic %8 %10 %11 %12
    %13 = OpConstant %7 3
    %6 = OpExtInst %4 %1 DebugTypeFunction %13 %4
    %18 = OpExtInst %4 %1 DebugSource %2 %19
    %20 = OpConstant %7 4
    %22 = OpConstant %7 1
    %23 = OpConstant %7 2
    %21 = OpExtInst %4 %1 DebugCompilationUnit %22 %20 %18 %23
    %17 = OpExtInst %4 %1 DebugFunction %16 %6 %18 %20 %12 %21 %16 %13 %20
    %27 = OpTypePointer Function %7
    %28 = OpConstant %7 7
    %29 = OpExtInst %4 %1 DebugTypePointer %9 %28 %12
    %33 = OpConstant %7 5
    %31 = OpExtInst %4 %1 DebugLocalVariable %32 %9 %18 %33 %12 %17 %20
    %35 = OpExtInst %4 %1 DebugExpression
    %38 = OpExtInst %4 %1 DebugLocalVariable %39 %9 %18 %11 %12 %17 %20
    %52 = OpTypeBool
    %54 = OpExtInst %4 %1 DebugTypeBasic %53 %10 %23 %12
    %64 = OpTypeInt 32 1
    %66 = OpExtInst %4 %1 DebugTypeBasic %65 %10 %20 %12
    %67 = OpConstant %64 1
    %71 = OpConstant %7 8
    %70 = OpExtInst %4 %1 DebugLocalVariable %39 %9 %18 %71 %12 %17 %20
    %75 = OpConstant %7 10
    %86 = OpConstant %7 12
    %90 = OpConstant %7 9
    %89 = OpExtInst %4 %1 DebugLocalVariable %32 %9 %18 %90 %12 %17 %20
    %96 = OpTypeRuntimeArray %7
    %97 = OpExtInst %4 %1 DebugTypeArray %9 %12
    %Data = OpTypeStruct %96
    %101 = OpConstant %7 40
    %99 = OpExtInst %4 %1 DebugTypeMember %100 %97 %18 %13 %101 %12 %12 %13
    %102 = OpExtInst %4 %1 DebugTypeComposite %103 %22 %18 %75 %12 %21 %103 %12 %13 %99
    %104 = OpTypePointer StorageBuffer %Data
    %105 = OpExtInst %4 %1 DebugTypePointer %102 %86 %12
    %106 = OpVariable %104 StorageBuffer
    %107 = OpExtInst %4 %1 DebugGlobalVariable %108 %102 %18 %75 %12 %21 %108 %106 %71
    %109 = OpConstant %64 0
    %113 = OpTypePointer StorageBuffer %7
    %114 = OpExtInst %4 %1 DebugTypePointer %9 %86 %12
    %125 = OpConstant %7 13
    %126 = OpTypeVector %7 3
    %127 = OpExtInst %4 %1 DebugTypeVector %9 %13
    %128 = OpConstantComposite %126 %23 %22 %22
    %main = OpFunction %4 None %5
    %15 = OpLabel
    %30 = OpVariable %27 Function
    %37 = OpVariable %27 Function
    %69 = OpVariable %27 Function
    %88 = OpVariable %27 Function
    %25 = OpExtInst %4 %1 DebugScope %17
    %26 = OpExtInst %4 %1 DebugLine %18 %20 %20 %12 %12
    %24 = OpExtInst %4 %1 DebugFunctionDefinition %17 %main
    %36 = OpExtInst %4 %1 DebugLine %18 %33 %33 %12 %12
    %34 = OpExtInst %4 %1 DebugDeclare %31 %30 %35
    OpStore %30 %12
    %41 = OpExtInst %4 %1 DebugLine %18 %11 %11 %12 %12
    %40 = OpExtInst %4 %1 DebugDeclare %38 %37 %35
    OpStore %37 %12
    OpBranch %42
    %42 = OpLabel
    %46 = OpExtInst %4 %1 DebugScope %17
    %47 = OpExtInst %4 %1 DebugLine %18 %11 %11 %12 %12
    OpLoopMerge %44 %45 None
    OpBranch %48
    %48 = OpLabel
    %50 = OpExtInst %4 %1 DebugScope %17
    %51 = OpExtInst %4 %1 DebugLine %18 %11 %11 %12 %12
    %49 = OpLoad %7 %37
    %55 = OpULessThan %52 %49 %23
    OpBranchConditional %55 %43 %44
    %43 = OpLabel
    %57 = OpExtInst %4 %1 DebugScope %17
    %58 = OpExtInst %4 %1 DebugLine %18 %28 %28 %12 %12
    %56 = OpLoad %7 %37
    %59 = OpLoad %7 %30
    %60 = OpIAdd %7 %59 %56
    OpStore %30 %60
    OpBranch %45
    %45 = OpLabel
    %62 = OpExtInst %4 %1 DebugScope %17
    %63 = OpExtInst %4 %1 DebugLine %18 %11 %11 %12 %12
    %61 = OpLoad %7 %37
    %68 = OpIAdd %7 %61 %67
    OpStore %37 %68
    OpBranch %42
    %44 = OpLabel
    %73 = OpExtInst %4 %1 DebugScope %17
    %74 = OpExtInst %4 %1 DebugLine %18 %71 %71 %12 %12
    %72 = OpExtInst %4 %1 DebugDeclare %70 %69 %35
    OpStore %69 %75
    OpBranch %76
    %76 = OpLabel
    %80 = OpExtInst %4 %1 DebugScope %17
    %81 = OpExtInst %4 %1 DebugLine %18 %71 %71 %12 %12
    OpLoopMerge %78 %79 None
    OpBranch %82
    %82 = OpLabel
    %84 = OpExtInst %4 %1 DebugScope %17
    %85 = OpExtInst %4 %1 DebugLine %18 %71 %71 %12 %12
    %83 = OpLoad %7 %69
    %87 = OpULessThan %52 %83 %86
    OpBranchConditional %87 %77 %78
    %77 = OpLabel
    %92 = OpExtInst %4 %1 DebugScope %17
    %93 = OpExtInst %4 %1 DebugLine %18 %90 %90 %12 %12
    %91 = OpExtInst %4 %1 DebugDeclare %89 %88 %35
    %94 = OpLoad %7 %69
    %95 = OpIMul %7 %94 %23
    OpStore %88 %95
    %111 = OpExtInst %4 %1 DebugLine %18 %75 %75 %12 %12
    %110 = OpLoad %7 %69
    %112 = OpLoad %7 %88
    %115 = OpAccessChain %113 %106 %109 %110
    OpStore %115 %112
    OpBranch %79
    %79 = OpLabel
    %117 = OpExtInst %4 %1 DebugScope %17
    %118 = OpExtInst %4 %1 DebugLine %18 %71 %71 %12 %12
    %116 = OpLoad %7 %69
    %119 = OpIAdd %7 %116 %67
    OpStore %69 %119
    OpBranch %76
    %78 = OpLabel
    %121 = OpExtInst %4 %1 DebugScope %17
    %122 = OpExtInst %4 %1 DebugLine %18 %86 %86 %12 %12
    %120 = OpLoad %7 %30
    %123 = OpAccessChain %113 %106 %109 %109
    OpStore %123 %120
    %124 = OpExtInst %4 %1 DebugLine %18 %125 %125 %12 %12
    OpReturn
    OpFunctionEnd
)";

DebuggedProgram scopes_program() {
  DebuggedProgram program(scopes_shader, 2);
  program.dispatch.buffers[{}] = test::words_of(std::vector<std::uint32_t>(12));
  return program;
}

TEST(DebuggerScopes, TheVariableThatIsDeclaredLastBeforeCounts) {
  scopes_program().at_line(
      7,
      [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
        EXPECT_EQ(value_of(views, run, focus, "k"), "1");
        EXPECT_EQ(value_of(views, run, focus, "total"), "0");
        return true;
      },
      2);
  scopes_program().at_line(10,
                           [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
                             EXPECT_EQ(value_of(views, run, focus, "k"), "10");
                             EXPECT_EQ(value_of(views, run, focus, "total"), "20");
                             return true;
                           });
  scopes_program().at_line(12,
                           [](Views& views, const PausedRun& run, const DebugFocus& focus, auto&) {
                             EXPECT_EQ(value_of(views, run, focus, "total"), "1");
                             EXPECT_EQ(value_of(views, run, focus, "values[11]"), "22");
                             return true;
                           });
}

TEST(DebuggerScopes, NothingHasAValueBeforeTheFirstRecord) {
  DebuggedProgram program = loop_program(4);
  test::PausingWatch watch;
  Views views;
  unsigned looks = 0;
  watch.action = [&](const PausedRun& run, std::uint32_t) {
    if (looks++ != 0) return;
    const DebugFocus focus;
    const json sum = ask(views, run, focus, "evaluate", {{"expression", "sum"}});
    EXPECT_EQ(sum["state"], "unavailable") << sum;
    EXPECT_EQ(value_of(views, run, focus, "values[2]"), "21");
    EXPECT_EQ(ask(views, run, focus, "stack")[0]["function"], "main");
    // The second subgroup starts later.
    DebugFocus other;
    other.subgroup = 1;
    EXPECT_EQ(value_of(views, run, other, "gl_GlobalInvocationID.x"), "4");
    EXPECT_EQ(ask(views, run, other, "evaluate", {{"expression", "sum"}})["state"], "unavailable");
    EXPECT_EQ(ask(views, run, focus, "subgroups")[1]["state"], "not started");
  };
  program.dispatch.watch = &watch;
  ASSERT_TRUE(run(*program.module, default_registry(), program.dispatch));
}

const char* const kernel = R"(
    OpCapability Kernel
    OpCapability Addresses
    OpCapability Int64
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %kernel "scale" %gid
    %file = OpString "scale.cl"
    OpName %kernel "scale"
    OpName %a "a"
    OpName %a_addr "a.addr"
    OpName %twice "twice"
    OpName %gid "__spirv_BuiltInGlobalInvocationId"
    OpDecorate %gid BuiltIn GlobalInvocationId
    %void = OpTypeVoid
    %uint = OpTypeInt 32 0
    %ulong = OpTypeInt 64 0
    %v3 = OpTypeVector %ulong 3
    %to_v3 = OpTypePointer Input %v3
    %global = OpTypePointer CrossWorkgroup %uint
    %to_global = OpTypePointer Function %global
    %to_uint = OpTypePointer Function %uint
    %type = OpTypeFunction %void %global
    %c2 = OpConstant %uint 2
    %gid = OpVariable %to_v3 Input
    %kernel = OpFunction %void None %type
    %a = OpFunctionParameter %global
    %entry = OpLabel
    %a_addr = OpVariable %to_global Function
    %twice = OpVariable %to_uint Function
    OpLine %file 1 0
    OpStore %a_addr %a
    %ids = OpLoad %v3 %gid
    %id = OpCompositeExtract %ulong %ids 0
    OpLine %file 2 0
    %p = OpLoad %global %a_addr
    %element = OpInBoundsPtrAccessChain %global %p %id
    %old = OpLoad %uint %element
    %new = OpIMul %uint %old %c2
    OpStore %twice %new
    OpLine %file 3 0
    %last = OpLoad %uint %twice
    OpStore %element %last
    OpLine %file 4 0
    OpReturn
    OpFunctionEnd
)";

TEST(DebuggerScopes, Kernels) {
  DebuggedProgram program(kernel, 4);
  program.dispatch.local_size = Dim3{4, 1, 1};
  BindingKey argument;
  argument.set = BindingKey::kernel_arguments;
  program.dispatch.buffers[argument] = test::words_of({5, 6, 7, 8});
  program.at_line(
      4, [](Views& views, const PausedRun& run, const DebugFocus& focus, History& history) {
        EXPECT_EQ(value_of(views, run, focus, "a[2]"), "14");
        EXPECT_EQ(value_of(views, run, focus, "*a + 1"), "11");
        EXPECT_EQ(value_of(views, run, focus, "twice[lane 3]"), "16");
        EXPECT_EQ(value_of(views, run, focus, "get_global_id(0)[lane 3]"), "3");
        EXPECT_EQ(value_of(views, run, focus, "a[get_global_id(0)] == twice"), "true");
        EXPECT_EQ(ask(views, run, focus, "evaluate", {{"expression", "a"}})["type"], "uint*");
        EXPECT_EQ(ask(views, run, focus, "stack")[0]["function"], "scale");
        const json last = ask(views, run, focus, "last_write", {{"expression", "a[2]"}}, &history);
        EXPECT_EQ(last["lane"], 2);
        EXPECT_EQ(last["previous"], "7");
        EXPECT_EQ(last["value"], "14");
        return true;
      });
}

}  // namespace
}  // namespace spirv_oracle
