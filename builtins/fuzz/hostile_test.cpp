// The outcome of modules that break one rule each, without validation, and of valid modules that need too many resources.
#include <pthread.h>

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "builtins/fuzz/run_anything_for_test.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle::test {
namespace {

constexpr const char* header = R"(
OpCapability Shader
OpCapability Int64
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 8 1 1
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%bool = OpTypeBool
%u32 = OpTypeInt 32 0
%u64 = OpTypeInt 64 0
%f32 = OpTypeFloat 32
%v2u32 = OpTypeVector %u32 2
%unary = OpTypeFunction %u32 %u32
%zero = OpConstant %u32 0
%one = OpConstant %u32 1
%huge = OpConstant %u32 2147483647
%wide = OpConstant %u64 7
%real = OpConstant %f32 1
%pair = OpConstantComposite %v2u32 %one %one
%true = OpConstantTrue %bool
%pointer = OpTypePointer Function %u32
%wide_pointer = OpTypePointer Function %u64
%array = OpTypeArray %u32 %huge
%array_pointer = OpTypePointer Function %array
)";

std::string in_main(const std::string& body) {
  return "%main = OpFunction %void None %procedure\n%entry = OpLabel\n" + body +
         "OpReturn\nOpFunctionEnd\n";
}

// A module without choices of arithmetic. The first ones in the list make no difference.
Status status_of(const std::string& functions, std::uint32_t choices = 0) {
  std::vector<std::uint32_t> words = assemble(header + functions);
  Status status = Status::ok;
  for (std::uint32_t arithmetic = 0; arithmetic <= choices; ++arithmetic) {
    // Subgroups of 8, not validated.
    if (words.size() > 2) words[2] = 3 | arithmetic << 10;
    const Ending ending = run_anything(words);
    EXPECT_TRUE(ending.is_proper()) << functions;
    if (arithmetic == 0) status = ending.status;
    EXPECT_EQ(ending.status, status) << functions << "with choice " << arithmetic;
  }
  return status;
}

TEST(Hostile, MismatchedTypesAreBadInput) {
  const std::string variable = "%v = OpVariable %pointer Function\n";
  for (const std::string& body : {
           std::string("%r = OpIAdd %u64 %one %one\n"),
           std::string("%r = OpIAdd %v2u32 %pair %one\n"),
           std::string("%r = OpULessThan %u32 %one %one\n"),
           std::string("%r = OpLogicalNot %u32 %one\n"),
           std::string("%r = OpFAdd %f32 %one %one\n"),
           std::string("%r = OpUConvert %v2u32 %wide\n"),
           std::string("%r = OpSelect %u64 %true %one %one\n"),
           std::string("%r = OpSelect %u32 %one %one %one\n"),
           std::string("%r = OpBitFieldUExtract %u32 %one %real %one\n"),
           std::string("%r = OpCompositeConstruct %v2u32 %one\n"),
           std::string("%r = OpCompositeConstruct %v2u32 %one %wide\n"),
           std::string("%r = OpCompositeExtract %u64 %pair 0\n"),
           std::string("%r = OpCompositeExtract %u32 %pair 2\n"),
           std::string("%r = OpCompositeInsert %v2u32 %wide %pair 0\n"),
           std::string("%r = OpVectorExtractDynamic %u32 %one %one\n"),
           std::string("%r = OpVectorExtractDynamic %u64 %pair %one\n"),
           std::string("%r = OpDot %u32 %pair %one\n"),
           std::string("%r = OpTranspose %v2u32 %pair\n"),
           std::string("%r = OpCopyObject %u64 %one\n"),
           std::string("%r = OpLoad %u32 %one\n"),
           variable + "%r = OpLoad %u64 %v\n",
           std::string("%r = OpFDiv %f32 %pair %real\n"),
           variable + "%r = OpAll %bool %v\n",
           variable + "OpStore %v %wide\n",
           variable + "OpStore %v %pair\n",
           variable + "%r = OpAccessChain %pointer %v %zero\n",
           variable + "%r = OpCopyObject %wide_pointer %v\n",
       }) {
    EXPECT_EQ(status_of(in_main(body), 13), Status::bad_input) << body;
  }
}

TEST(Hostile, IdsWithoutAValueAreBadInput) {
  for (const char* body :
       {"%r = OpIAdd %u32 %u32 %one\n", "%r = OpIAdd %u32 %entry %one\n",
        "%r = OpIAdd %u32 %main %one\n", "%r = OpIAdd %u32 %r %one\n",
        "%r = OpIAdd %u32 %missing %one\n", "%r = OpFunctionCall %void %one\n"}) {
    EXPECT_NE(status_of(in_main(body)), Status::ok) << body;
  }
  EXPECT_EQ(status_of("%f = OpFunction %void None %procedure\n%l = OpLabel\n"
                      "%x = OpIAdd %u32 %one %one\nOpReturn\nOpFunctionEnd\n" +
                      in_main("%r = OpIAdd %u32 %x %one\n")),
            Status::bad_input);
}

TEST(Hostile, ControlFlowThatIsNotStructuredIsBadInput) {
  for (const char* body : {
           "OpBranch %entry\n%a = OpLabel\n",
           "OpBranch %a\n%a = OpLabel\nOpBranchConditional %true %a %b\n%b = OpLabel\n",
           // A branch from the continue target back into the body, which then follows it.
           "OpBranch %h\n%h = OpLabel\nOpLoopMerge %e %c None\nOpBranch %a\n%a = OpLabel\n"
           "OpBranchConditional %true %c %e\n%c = OpLabel\nOpBranch %a\n%e = OpLabel\n",
           "OpSelectionMerge %b None\nOpBranchConditional %one %a %b\n%a = OpLabel\nOpBranch %b\n"
           "%b = OpLabel\n",
           "OpSelectionMerge %b None\nOpSwitch %real %b\n%b = OpLabel\n",
           "OpSelectionMerge %b None\nOpNop\nOpBranchConditional %true %a %b\n%a = OpLabel\n"
           "OpBranch %b\n%b = OpLabel\n",
           "OpBranch %a\n%a = OpLabel\n%p = OpPhi %u32 %one %a\n",
           "OpBranch %a\n%a = OpLabel\nOpNop\n%p = OpPhi %u32 %one %entry\n",
           "OpBranch %a\n%a = OpLabel\n%p = OpPhi %u32 %wide %entry\n",
           "%p = OpPhi %u32 %one %entry\n",
       }) {
    EXPECT_EQ(status_of(in_main(body)), Status::bad_input) << body;
  }
}

TEST(Hostile, CallsThatDoNotFitAreBadInput) {
  const std::string callee =
      "%f = OpFunction %u32 None %unary\n%p = OpFunctionParameter %u32\n%l = OpLabel\n"
      "OpReturnValue %p\nOpFunctionEnd\n";
  for (const char* call :
       {"%r = OpFunctionCall %u32 %f\n", "%r = OpFunctionCall %u32 %f %wide\n",
        "%r = OpFunctionCall %u32 %f %pair\n", "%r = OpFunctionCall %u64 %f %one\n",
        "%r = OpFunctionCall %void %main\n"}) {
    EXPECT_EQ(status_of(callee + in_main(call)), Status::bad_input) << call;
  }
}

TEST(Hostile, TooMuchReachesALimit) {
  EXPECT_EQ(status_of(in_main("OpBranch %h\n%h = OpLabel\nOpLoopMerge %e %h None\nOpBranch %h\n"
                              "%e = OpLabel\n")),
            Status::limit);
  EXPECT_EQ(status_of(in_main("%v = OpVariable %array_pointer Function\n"
                              "%r = OpAccessChain %pointer %v %one\nOpStore %r %one\n")),
            Status::limit);
  // Each function calls the one before it twice.
  std::string calls =
      "%call0 = OpFunction %void None %procedure\n%l0 = OpLabel\nOpReturn\nOpFunctionEnd\n";
  constexpr int depth = 40;
  for (int i = 1; i <= depth; ++i) {
    const std::string n = std::to_string(i);
    const std::string call = " = OpFunctionCall %void %call" + std::to_string(i - 1) + "\n";
    calls += "%call" + n + " = OpFunction %void None %procedure\n%l" + n + " = OpLabel\n%a" + n +
             call + "%b" + n + call + "OpReturn\nOpFunctionEnd\n";
  }
  EXPECT_EQ(
      status_of(calls + in_main("%r = OpFunctionCall %void %call" + std::to_string(depth) + "\n")),
      Status::limit);
}

// Runs in a thread whose stack is far too small for a recursion as deep as these chains.
Ending end_with_small_stack(const std::string& functions) {
  struct Call {
    std::vector<std::uint32_t> words;
    Ending ending;
  } call{assemble(header + functions), {}};
  if (call.words.size() > 2) call.words[2] = 3;  // as in status_of()
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{512} << 10);
  pthread_t thread{};
  const int error = pthread_create(
      &thread, &attributes,
      [](void* data) -> void* {
        Call& given = *static_cast<Call*>(data);
        given.ending = run_anything(given.words);
        return nullptr;
      },
      &call);
  EXPECT_EQ(error, 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return call.ending;
}

constexpr int chain_length = 8'000;  // twice, and run_anything() allows 20,000 steps

// Instructions that each take the result of the one before: NAME0, NAME1, ...
std::string chain(const std::string& name, const std::string& first, const std::string& operation) {
  std::string text, last = first;
  for (int i = 0; i < chain_length; ++i) {
    const std::string next = name + std::to_string(i);
    text += next + " = " + operation + " " + last + "\n";
    last = next;
  }
  return text;
}

TEST(Hostile, ChainsOfPointersNeedNoStack) {
  const std::string last = std::to_string(chain_length - 1);
  const std::string variable = "%v = OpVariable %pointer Function\n";
  for (const char* operation : {"OpCopyObject %pointer", "OpAccessChain %pointer"}) {
    const Ending ending = end_with_small_stack(
        in_main(variable + chain("%c", "%v", operation) + "OpStore %c" + last + " %one\n"));
    EXPECT_EQ(ending.status, Status::ok) << operation << ": " << ending.message;
  }
  // The use of the last one needs an address. Shaders have no atomics on memory of an invocation.
  const Ending ending = end_with_small_stack(
      in_main(variable + "OpStore %v %one\n" + chain("%c", "%v", "OpCopyObject %pointer") +
              "%old = OpAtomicIAdd %u32 %c" + last + " %one %zero %one\n"));
  EXPECT_EQ(ending.status, Status::undefined_behavior) << ending.message;
}

TEST(Hostile, ChainsOfFunctionsNeedNoStack) {
  const std::string type = "%taker = OpTypeFunction %void %pointer\n";
  std::string functions = type;
  for (int i = 0; i < chain_length; ++i) {
    const std::string n = std::to_string(i);
    functions += "%callee" + n + " = OpFunction %void None %taker\n%p" + n +
                 " = OpFunctionParameter %pointer\n%l" + n + " = OpLabel\n";
    if (i > 0)
      functions +=
          "%r" + n + " = OpFunctionCall %void %callee" + std::to_string(i - 1) + " %p" + n + "\n";
    functions += "OpReturn\nOpFunctionEnd\n";
  }
  const Ending ending = end_with_small_stack(
      functions + in_main("%v = OpVariable %pointer Function\n%r = OpFunctionCall %void %callee" +
                          std::to_string(chain_length - 1) + " %v\n"));
  EXPECT_EQ(ending.status, Status::limit);
  EXPECT_EQ(ending.message, "calls are nested deeper than 256");
}

TEST(Hostile, TheTimeLimitHoldsWhileTheEntryPointIsPrepared) {
  const auto module = load_module(assemble(header + in_main("%r = OpIAdd %u32 %one %one\n")));
  ASSERT_TRUE(module);
  Dispatch dispatch;
  dispatch.limits.timeout_seconds = 1e-9;
  const auto result = run(**module, default_registry(), dispatch);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().status, Status::limit);
  EXPECT_EQ(result.error().message, "time limit reached while preparing the entry point to run");
}

}  // namespace
}  // namespace spirv_oracle::test
