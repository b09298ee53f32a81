// Rules of Vulkan that make a module invalid, each with a module that breaks it and one that does not.

#include <set>

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

struct StaticRule {
  const char* rule;  // of the specification
  const char*
      message;  // what the error contains: the number that the validator gives, or a part of its text
  std::string broken, kept;
};

// %n8 in a line is a constant 8.
std::string constants_of(const std::string& text) {
  std::set<std::string> numbers;
  for (std::size_t at = text.find("%n"); at != std::string::npos; at = text.find("%n", at + 1)) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789", at + 2), text.size());
    numbers.insert(text.substr(at + 2, end - at - 2));
  }
  std::string lines;
  for (const std::string& number : numbers)
    lines += "%n" + number + " = OpConstant %uint " + number + "\n";
  return lines;
}

struct Parts {
  std::string capabilities, header, globals, body;
};

std::string types_and_constants(const Parts& parts) {
  return "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%bool = OpTypeBool\n%uint = OpTypeInt 32 "
         "0\n" +
         constants_of(parts.globals + parts.body) + parts.globals;
}

std::string with_body(const std::string& body) {
  return "%main = OpFunction %void None %fn\n%l = OpLabel\n" + body + "\nOpReturn\nOpFunctionEnd\n";
}

// %w is a variable in the storage class Workgroup.
std::string shader_of_parts(const Parts& parts, const std::string& memory_model = "GLSL450",
                            const std::string& more_interface = "") {
  return "OpCapability Shader\n" + parts.capabilities + "OpMemoryModel Logical " + memory_model +
         "\nOpEntryPoint GLCompute %main \"main\" %w " + more_interface +
         "\nOpExecutionMode %main LocalSize 1 1 1\n" + parts.header + types_and_constants(parts) +
         "%pw = OpTypePointer Workgroup %uint\n%w = OpVariable %pw Workgroup\n" +
         with_body(parts.body);
}

std::string in_main(const std::string& body) { return shader_of_parts({"", "", "", body}); }
std::string in_subgroups(const std::string& body) {
  return shader_of_parts({"OpCapability GroupNonUniform\n", "", "", body});
}
std::string in_vulkan_model(const std::string& body) {
  return shader_of_parts(
      {"OpCapability VulkanMemoryModel\nOpCapability VulkanMemoryModelDeviceScope\n", "", "", body},
      "Vulkan");
}
std::string variable(const std::string& storage, const std::string& interface) {
  return shader_of_parts(
      {"", "", "%p = OpTypePointer " + storage + " %uint\n%v = OpVariable %p " + storage + "\n",
       ""},
      "GLSL450", interface);
}

std::string fragment_shader(const std::string& body) {
  const bool uses_shared = body.find("%w") != std::string::npos;
  const Parts parts{
      "", "",
      uses_shared ? "%pw = OpTypePointer Workgroup %uint\n%w = OpVariable %pw Workgroup\n" : "",
      body};
  return std::string("OpCapability Shader\nOpMemoryModel Logical GLSL450\n") +
         "OpEntryPoint Fragment %main \"main\" " + (uses_shared ? "%w" : "") +
         "\nOpExecutionMode %main OriginUpperLeft\n" + types_and_constants(parts) + with_body(body);
}

// Loads a 64-bit number in a structure through an address, with these Memory Operands.
std::string load_by_address(const std::string& memory_operands) {
  return "OpCapability Shader\nOpCapability Int64\nOpCapability PhysicalStorageBufferAddresses\n"
         "OpMemoryModel PhysicalStorageBuffer64 GLSL450\nOpEntryPoint GLCompute %main \"main\" "
         "%push\n"
         "OpExecutionMode %main LocalSize 1 1 1\nOpDecorate %S Block\nOpMemberDecorate %S 0 Offset "
         "0\n"
         "OpDecorate %P Block\nOpMemberDecorate %P 0 Offset 0\n%void = OpTypeVoid\n"
         "%fn = OpTypeFunction %void\n%int = OpTypeInt 32 1\n%zero = OpConstant %int 0\n"
         "%ulong = OpTypeInt 64 0\n%S = OpTypeStruct %ulong\n"
         "%ps = OpTypePointer PhysicalStorageBuffer %S\n"
         "%pu = OpTypePointer PhysicalStorageBuffer %ulong\n%P = OpTypeStruct %ps\n"
         "%pp = OpTypePointer PushConstant %P\n%pps = OpTypePointer PushConstant %ps\n"
         "%push = OpVariable %pp PushConstant\n" +
         with_body(
             "%a = OpAccessChain %pps %push %zero\n%s = OpLoad %ps %a\n"
             "%e = OpAccessChain %pu %s %zero\n%x = OpLoad %ulong %e " +
             memory_operands);
}

// Stores the elements of an array of 4 in this storage class; the pointer to an element and the array have decorations.
std::string arrays(const std::string& decorations, const std::string& storage) {
  return shader_of_parts(
      {"", decorations,
       "%arr = OpTypeArray %uint %n4\n%p = OpTypePointer " + storage +
           " %arr\n%pe = OpTypePointer " + storage + " %uint\n%v = OpVariable %p " + storage + "\n",
       "%e = OpAccessChain %pe %v %n1\nOpStore %e %n4"},
      "GLSL450", "%v");
}
// Stores the elements of an array of 4 in a storage buffer.
std::string buffer_arrays(const std::string& decorations) {
  return shader_of_parts(
      {"",
       "OpDecorate %arr ArrayStride 16\nOpDecorate %S Block\nOpMemberDecorate %S 0 Offset 0\n"
       "OpDecorate %v DescriptorSet 0\nOpDecorate %v Binding 0\n" +
           decorations,
       "%arr = OpTypeArray %uint %n4\n%S = OpTypeStruct %arr\n"
       "%p = OpTypePointer StorageBuffer %S\n%pe = OpTypePointer StorageBuffer %uint\n"
       "%v = OpVariable %p StorageBuffer\n",
       "%e = OpAccessChain %pe %v %n0 %n1\nOpStore %e %n4"},
      "GLSL450", "%v");
}

std::string exchange(const std::string& scope, const std::string& equal,
                     const std::string& unequal) {
  return "%x = OpAtomicCompareExchange %uint %w " + scope + " " + equal + " " + unequal +
         " %n0 %n0";
}

std::vector<StaticRule> static_rules() {
  // Scopes: 1 Device, 2 Workgroup, 3 Subgroup, 4 Invocation. Semantics: 2 Acquire, 4 Release, 8 both, 64 UniformMemory,
  // 256 WorkgroupMemory, 8192 MakeAvailable, 16384 MakeVisible, 32768 Volatile.
  return {
      {"VUID-StandaloneSpirv-None-04638", "04638", in_main("OpMemoryBarrier %n0 %n72"),
       in_main("OpMemoryBarrier %n1 %n72")},
      {"VUID-StandaloneSpirv-None-04640", "ShaderCallKHR", in_main("OpMemoryBarrier %n6 %n72"),
       in_main("OpMemoryBarrier %n2 %n72")},
      {"VUID-StandaloneSpirv-None-04641", "04641", in_main("OpMemoryBarrier %n4 %n72"),
       in_main("%x = OpAtomicLoad %uint %w %n4 %n0")},
      {"VUID-StandaloneSpirv-None-04642", "04642",
       in_subgroups("%x = OpGroupNonUniformElect %bool %n2"),
       in_subgroups("%x = OpGroupNonUniformElect %bool %n3")},
      {"VUID-StandaloneSpirv-None-04643", "04643", variable("CrossWorkgroup", "%v"),
       variable("Private", "%v")},
      {"VUID-StandaloneSpirv-None-04644", "04644", variable("Output", "%v"),
       variable("Workgroup", "%v")},
      {"VUID-StandaloneSpirv-None-04645", "Workgroup", fragment_shader("OpStore %w %n0"),
       in_main("OpStore %w %n0")},
      {"VUID-StandaloneSpirv-MemorySemantics-10865", "at most one",
       in_main("OpMemoryBarrier %n1 %n70"), in_main("OpMemoryBarrier %n1 %n66")},
      {"VUID-StandaloneSpirv-MemorySemantics-10866", "10866", in_main("OpMemoryBarrier %n1 %n80"),
       in_main("OpMemoryBarrier %n1 %n72")},
      {"VUID-StandaloneSpirv-MemorySemantics-10867", "OpAtomicStore-04730",
       in_main("OpAtomicStore %w %n1 %n258 %n0"), in_main("OpAtomicStore %w %n1 %n260 %n0")},
      {"VUID-StandaloneSpirv-MemorySemantics-10868", "OpAtomicLoad-04731",
       in_main("%x = OpAtomicLoad %uint %w %n1 %n260"),
       in_main("%x = OpAtomicLoad %uint %w %n1 %n258")},
      {"VUID-StandaloneSpirv-MemorySemantics-10869", "OpMemoryBarrier-04732",
       in_main("OpMemoryBarrier %n1 %n0"), in_main("OpMemoryBarrier %n1 %n66")},
      {"VUID-StandaloneSpirv-MemorySemantics-10870", "10870",
       in_main("%x = OpAtomicLoad %uint %w %n1 %n2"),
       in_main("%x = OpAtomicLoad %uint %w %n1 %n258")},
      {"VUID-StandaloneSpirv-MemorySemantics-10871", "10871",
       in_main("OpControlBarrier %n2 %n2 %n256"), in_main("OpControlBarrier %n2 %n2 %n0")},
      {"VUID-StandaloneSpirv-MemorySemantics-10872", "MakeAvailable",
       in_vulkan_model("OpMemoryBarrier %n2 %n8450"),
       in_vulkan_model("OpMemoryBarrier %n2 %n8452")},
      {"VUID-StandaloneSpirv-MemorySemantics-10873", "MakeVisible",
       in_vulkan_model("OpMemoryBarrier %n2 %n16644"),
       in_vulkan_model("OpMemoryBarrier %n2 %n16642")},
      {"VUID-StandaloneSpirv-UnequalMemorySemantics-10875", "Unequal",
       in_main(exchange("%n1", "%n264", "%n260")), in_main(exchange("%n1", "%n264", "%n258"))},
      {"VUID-StandaloneSpirv-UnequalMemorySemantics-10876", "10876",
       in_main(exchange("%n1", "%n0", "%n258")), in_main(exchange("%n1", "%n258", "%n258"))},
      {"VUID-StandaloneSpirv-UnequalMemorySemantics-10877", "10877",
       in_main(exchange("%n1", "%n264", "%n322")), in_main(exchange("%n1", "%n328", "%n322"))},
      {"VUID-StandaloneSpirv-UnequalMemorySemantics-10878", "10878",
       in_vulkan_model(exchange("%n2", "%n264", "%n16642")),
       in_vulkan_model(exchange("%n2", "%n16648", "%n16642"))},
      {"VUID-StandaloneSpirv-UnequalMemorySemantics-10879", "Volatile",
       in_vulkan_model(exchange("%n2", "%n33032", "%n258")),
       in_vulkan_model(exchange("%n2", "%n33032", "%n33026"))},
      {"VUID-StandaloneSpirv-OpControlBarrier-04682", "OpControlBarrier",
       fragment_shader("OpControlBarrier %n2 %n2 %n72"), in_main("OpControlBarrier %n2 %n2 %n72")},
      {"VUID-StandaloneSpirv-PhysicalStorageBuffer64-06314", "06314", load_by_address("Aligned 4"),
       load_by_address("Aligned 16")},
      {"VUID-StandaloneSpirv-PhysicalStorageBuffer64-04708", "04708", load_by_address("Volatile"),
       load_by_address("Aligned 8")},
      {"VUID-StandaloneSpirv-None-10684", "10684",
       arrays("OpDecorate %arr ArrayStride 4\n", "Workgroup"), arrays("", "Workgroup")},
      // Rules of the core.
      {"Memory Operands, Aligned", "the alignment 12 is not a power of two",
       load_by_address("Aligned 12"), load_by_address("Aligned 8")},
      {"OpAccessChain", "the pointer has the ArrayStride 4, but the array has the ArrayStride 16",
       buffer_arrays("OpDecorate %pe ArrayStride 4\n"),
       buffer_arrays("OpDecorate %pe ArrayStride 16\n")},
      {"OpAccessChain", "the pointer has the ArrayStride 4, but the array has none",
       arrays("OpDecorate %pe ArrayStride 4\n", "Workgroup"), arrays("", "Workgroup")},
  };
}

TEST(StaticRules, AModuleThatBreaksOneIsNotValid) {
  for (const StaticRule& row : static_rules()) {
    SCOPED_TRACE(row.rule);
    const auto broken = load_module(test::assemble(row.broken), {true, "vulkan1.3"});
    ASSERT_FALSE(broken.has_value()) << row.broken;
    EXPECT_EQ(broken.error().status, Status::bad_input);
    EXPECT_NE(broken.error().message.find(row.message), std::string::npos)
        << broken.error().message;
    const auto kept = load_module(test::assemble(row.kept), {true, "vulkan1.3"});
    EXPECT_TRUE(kept.has_value()) << row.kept << kept.error().message;
  }
}

// Only Vulkan has the rules about layouts and memory semantics.
TEST(StaticRules, CoreSpirvHasFewer) {
  const auto is_valid = [](const std::string& text) {
    return load_module(test::assemble(text), {true, "spv1.6"}).has_value();
  };
  EXPECT_TRUE(is_valid(in_main("OpMemoryBarrier %n1 %n80")));
  EXPECT_TRUE(is_valid(arrays("OpDecorate %arr ArrayStride 4\n", "Workgroup")));
  EXPECT_TRUE(is_valid(load_by_address("Aligned 4")));
  EXPECT_FALSE(is_valid(load_by_address("Aligned 12")));
}

}  // namespace
}  // namespace spirv_oracle
