#include "interpreter/loader/module.h"

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/loader/cfg/cfg.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {
namespace {

using test::assemble;
using test::declare;
using test::find_id;
using test::shader_header;
using Words = std::vector<std::uint32_t>;

// A module with an example of everything that the loader reads.
const std::string& sample() {
  static const std::string text = R"(
OpCapability Shader
OpCapability Int64
OpExtension "SPV_KHR_non_semantic_info"
%glsl = OpExtInstImport "GLSL.std.450"
%debug = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 2 3 4
%file = OpString "a.comp"
%text = OpString "line one
line two
line three"
OpSource GLSL 450 %file "first
second
third
"
OpName %main "main"
OpName %x "x"
OpName %y "x"
OpName %odd "main(f1;"
OpName %pair "pair"
OpMemberName %pair 1 "right"
OpDecorate %group Aliased
OpDecorate %group Volatile
%group = OpDecorationGroup
OpGroupDecorate %group %x %y
OpMemberDecorate %pair 0 Offset 0
OpMemberDecorate %pair 1 Offset 8
OpDecorate %spec SpecId 4000000000
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%float = OpTypeFloat 32
%bool = OpTypeBool
%true = OpConstantTrue %bool
%pair = OpTypeStruct %uint %uint
%n2 = OpConstant %uint 2
%n3 = OpConstant %uint 3
%n7 = OpConstant %uint 7
%half = OpConstant %float 0.5
%wide = OpConstant %ulong 0x123456789abcdef0
%spec = OpSpecConstant %uint 1
%sum = OpSpecConstantOp %uint IAdd %spec %n2
%array = OpTypeArray %uint %sum
%other_function = OpTypeFunction %uint %uint
%source = OpExtInst %void %debug DebugSource %file %text
%main = OpFunction %void None %function
%entry = OpLabel
%x = OpVariable %pointer Function
OpLine %file 2 5
%y = OpIAdd %uint %n2 %n3
OpNoLine
%odd = OpIMul %uint %y %y
%s1 = OpExtInst %void %debug DebugLine %source %n3 %n3 %n7 %n7
OpSelectionMerge %merge None
OpSwitch %y %merge 1 %merge 7 %then
%then = OpLabel
%root = OpExtInst %float %glsl Sqrt %half
OpBranch %merge
%merge = OpLabel
OpReturn
OpFunctionEnd
%square = OpFunction %uint None %other_function
%p = OpFunctionParameter %uint
%body = OpLabel
OpReturnValue %p
OpFunctionEnd
)";
  // The pointer type is separate to keep its line short.
  static const std::string complete = [] {
    std::string whole = text;
    whole.insert(whole.find("%n2 = "), "%pointer = OpTypePointer Function %uint\n");
    return whole;
  }();
  return complete;
}

class ModuleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    module_ = test::load(sample());
    ASSERT_NE(module_, nullptr);
  }
  std::shared_ptr<const Module> module_;
};

const Instruction& definition(const Module& module, std::string_view name) {
  return *module.definition(find_id(module, name));
}

Words swapped(Words words) {
  for (std::uint32_t& word : words) {
    word = word >> 24 | (word >> 8 & 0xFF00) | (word << 8 & 0xFF0000) | word << 24;
  }
  return words;
}

TEST_F(ModuleTest, FindsNamesEntryPointsAndDeclarations) {
  EXPECT_EQ(module_->version(), 0x10600u);
  ASSERT_EQ(module_->entry_points().size(), 1u);
  const EntryPoint& entry = module_->entry_points()[0];
  EXPECT_EQ(entry.name, "main");
  EXPECT_EQ(entry.function, find_id(*module_, "main"));
  ASSERT_EQ(entry.modes.size(), 1u);
  EXPECT_EQ(entry.modes[0]->literal(4), 4u);
  EXPECT_EQ(module_->member_name(find_id(*module_, "pair"), 1), "right");
  EXPECT_EQ(module_->capabilities().size(), 2u);
  ASSERT_EQ(module_->extensions().size(), 1u);
  EXPECT_EQ(module_->extensions()[0], "SPV_KHR_non_semantic_info");
  EXPECT_EQ(module_->memory_model(), spv::MemoryModel::GLSL450);
}

TEST_F(ModuleTest, IdsOfAFunctionAreNeighbours) {
  ASSERT_EQ(module_->functions().size(), 2u);
  for (const Function& function : module_->functions()) {
    for (const Id parameter : function.parameters) {
      EXPECT_GE(parameter, function.first_local);
      EXPECT_LT(parameter, function.last_local);
    }
    for (const Block& block : function.blocks) {
      for (std::uint32_t i = block.first - 1; i <= block.last; ++i) {
        const Id result = module_->instruction(i).result;
        if (result == 0) continue;
        EXPECT_GE(result, function.first_local);
        EXPECT_LT(result, function.last_local);
      }
    }
    EXPECT_EQ(module_->function(function.id), &function);
  }
  EXPECT_LE(module_->functions()[0].last_local, module_->functions()[1].id);
  EXPECT_EQ(module_->functions()[1].parameters.size(), 1u);
  EXPECT_EQ(module_->function(find_id(*module_, "x")), nullptr);
}

TEST_F(ModuleTest, DefinitionsAreConsistent) {
  for (const Instruction& instruction : module_->instructions()) {
    if (instruction.result == 0) continue;
    EXPECT_EQ(module_->definition(instruction.result), &instruction);
  }
  EXPECT_EQ(module_->definition(0), nullptr);
  EXPECT_EQ(module_->definition(1'000'000), nullptr);
}

TEST(ModuleParseTest, IdsMayBeAnyNumber) {
  Words words =
      assemble(shader_header() +
               "%void = OpTypeVoid\n%function = OpTypeFunction %void\n"
               "%main = OpFunction %void None %function\n%90 = OpLabel\nOpReturn\nOpFunctionEnd\n");
  const std::size_t label = words.size() - 3;
  ASSERT_EQ(words[label], 90u);
  words[label] = 0xFFFFFFFF;
  const auto module = Module::parse(words);
  ASSERT_TRUE(module.has_value()) << module.error().message;
  EXPECT_LT((*module)->id_count(), 10u);
  EXPECT_EQ((*module)->display((*module)->functions()[0].blocks[0].label), "%4294967295");
}

TEST_F(ModuleTest, DisplayUsesUniqueNamesOnly) {
  EXPECT_EQ(module_->display(find_id(*module_, "main")), "%main");
  for (const char* name : {"x", "main(f1;"}) {
    const Id id = find_id(*module_, name);
    EXPECT_EQ(module_->display(id), "%" + std::to_string(module_->original_id(id)));
  }
}

TEST_F(ModuleTest, DecorationsIncludeThoseOfGroups) {
  const Id x = find_id(*module_, "x");
  EXPECT_TRUE(module_->has_decoration(x, spv::Decoration::Aliased));
  EXPECT_TRUE(module_->has_decoration(x, spv::Decoration::Volatile));
  EXPECT_FALSE(module_->has_decoration(x, spv::Decoration::Restrict));
  const Id pair = find_id(*module_, "pair");
  EXPECT_EQ(module_->member_decoration(pair, 1, spv::Decoration::Offset), 8u);
  EXPECT_EQ(module_->member_decoration(pair, 2, spv::Decoration::Offset), std::nullopt);
  EXPECT_EQ(module_->member_decorations(pair, 0).size(), 1u);
}

TEST_F(ModuleTest, LinesComeFromOpLineAndFromDebugLine) {
  const Function& function = module_->functions()[0];
  const Block& entry = function.blocks[0];
  std::vector<std::uint32_t> lines;
  for (std::uint32_t i = entry.first; i <= entry.last; ++i) {
    const Instruction& instruction = module_->instruction(i);
    switch (instruction.opcode) {
      case spv::Op::OpVariable:
      case spv::Op::OpIAdd:
      case spv::Op::OpIMul:
      case spv::Op::OpSwitch:
        lines.push_back(instruction.line);
        break;
      default:
        break;
    }
  }
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0], 0u);
  const SourceLocation add = module_->source(lines[1]);
  EXPECT_EQ(add.file, "a.comp");
  EXPECT_EQ(add.line, 2u);
  EXPECT_EQ(add.column, 5u);
  EXPECT_EQ(add.text, "second");
  EXPECT_EQ(lines[2], 0u);
  const SourceLocation branch = module_->source(lines[3]);
  EXPECT_EQ(branch.line, 3u);
  EXPECT_EQ(branch.column, 7u);
  EXPECT_EQ(branch.text, "third");
  // The next block starts without a line.
  EXPECT_EQ(module_->instruction(function.blocks[1].first).line, 0u);
  EXPECT_EQ(module_->source(0).line, 0u);
}

TEST_F(ModuleTest, OperandsOfAllSizesAreRead) {
  for (const Instruction& instruction : module_->instructions()) {
    if (instruction.opcode != spv::Op::OpConstant) continue;
    if (instruction.operands[2].word_count == 2) {
      EXPECT_EQ(instruction.number(2), 0x123456789abcdef0u);
    }
  }
  const Instruction& odd = definition(*module_, "main(f1;");
  EXPECT_EQ(odd.operand_count(), 4u);
  EXPECT_FALSE(odd.has(4));
  EXPECT_EQ(odd.id(9), 0u);
  EXPECT_EQ(odd.string(9), "");
}

TEST_F(ModuleTest, DisassemblesEachKindOfInstruction) {
  std::vector<std::string> lines;
  for (const Instruction& instruction : module_->instructions().subspan(1)) {
    lines.push_back(module_->disassemble(instruction));
    // Only a string may contain a line break.
    EXPECT_LE(lines.back().find('"'), lines.back().find('\n')) << lines.back();
  }
  const auto has = [&](const std::string& text) {
    return std::ranges::any_of(
        lines, [&](const std::string& line) { return line.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(has("OpFunction %"));
  EXPECT_TRUE(has("OpEntryPoint GLCompute %main \"main\""));
  EXPECT_TRUE(has("Sqrt %"));
  EXPECT_TRUE(has("OpConstant %"));
  EXPECT_TRUE(has(" 0.5"));
  EXPECT_TRUE(has("1311768467463790320"));
  EXPECT_TRUE(has(" 7 %"));
  EXPECT_TRUE(has("IAdd %"));
  EXPECT_TRUE(has("OpMemberName %pair 1 \"right\""));
}

TEST(ModuleParseTest, ByteOrderDoesNotMatter) {
  const Words words = assemble(sample());
  const auto native = Module::parse(words), other = Module::parse(swapped(words));
  ASSERT_TRUE(native.has_value());
  ASSERT_TRUE(other.has_value()) << other.error().message;
  const auto a = (*native)->instructions(), b = (*other)->instructions();
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(std::ranges::equal(a[i].words, b[i].words));
  EXPECT_EQ((*other)->entry_points()[0].name, "main");
  EXPECT_TRUE(load_module(swapped(words)).has_value());
}

std::string error_of(const std::string& text) {
  const auto module = Module::parse(assemble(text));
  if (module) return "";
  EXPECT_EQ(module.error().status, Status::bad_input);
  return module.error().message;
}

TEST(ModuleParseTest, BrokenStructureIsBadInput) {
  const std::string head = shader_header() + "%void = OpTypeVoid\n%f = OpTypeFunction %void\n";
  const std::string start = head + "%main = OpFunction %void None %f\n";
  const std::string good = start + "%1 = OpLabel\nOpReturn\nOpFunctionEnd\n";
  EXPECT_EQ(error_of(good), "");
  EXPECT_NE(error_of(head), "");                                     // no entry point function
  EXPECT_NE(error_of(start + "OpFunctionEnd\n"), "");                // no body
  EXPECT_NE(error_of(start + "%1 = OpLabel\nOpReturn\n"), "");       // no end
  EXPECT_NE(error_of(start + "%1 = OpLabel\nOpFunctionEnd\n"), "");  // no terminator
  EXPECT_NE(error_of(start + "OpReturn\nOpFunctionEnd\n"), "");      // no block
  EXPECT_NE(error_of(start + "%1 = OpLabel\n%2 = OpLabel\nOpReturn\nOpFunctionEnd\n"), "");
  EXPECT_NE(
      error_of(start + "%p = OpFunctionParameter %void\n%1 = OpLabel\nOpReturn\nOpFunctionEnd\n"),
      "");
  EXPECT_NE(error_of(good + "%2 = OpLabel\n"), "");
  EXPECT_NE(error_of(good + "OpReturn\n"), "");
  EXPECT_NE(error_of(good + "OpFunctionEnd\n"), "");
  EXPECT_NE(error_of(good + "%p = OpFunctionParameter %void\n"), "");
  EXPECT_NE(
      error_of(start + "%g = OpFunction %void None %f\n%1 = OpLabel\nOpReturn\nOpFunctionEnd\n"),
      "");
  EXPECT_NE(
      error_of(head +
               "%main = OpFunction %void None %void\n%1 = OpLabel\nOpReturn\nOpFunctionEnd\n"),
      "");
  EXPECT_NE(error_of(start + "OpLine %void 1 1\n%1 = OpLabel\nOpReturn\nOpFunctionEnd\n"), "");
}

TEST(ModuleParseTest, DuplicateIdsAreBadInput) {
  Words words = assemble(shader_header() +
                         "%7 = OpTypeVoid\n%8 = OpTypeFunction %7\n%main = OpFunction %7 None %8\n"
                         "%9 = OpLabel\nOpReturn\nOpFunctionEnd\n");
  words[words.size() - 3] = 8;
  const auto module = Module::parse(words);
  ASSERT_FALSE(module.has_value());
  EXPECT_EQ(module.error().status, Status::bad_input);
}

TEST(ModuleParseTest, DecorationGroupsCannotMultiply) {
  std::string text = shader_header();
  for (int i = 0; i < 3000; ++i) text += "OpDecorate %group Aliased\n";
  text += "%group = OpDecorationGroup\nOpGroupDecorate %group";
  for (int i = 0; i < 3000; ++i) text += " %" + std::to_string(1000 + i);
  text +=
      "\n%void = OpTypeVoid\n%f = OpTypeFunction %void\n%main = OpFunction %void None %f\n"
      "%1 = OpLabel\nOpReturn\nOpFunctionEnd\n";
  EXPECT_NE(error_of(text).find("decoration groups"), std::string::npos);
}

TEST(LoadModuleTest, HeadersAreChecked) {
  const Words good = assemble(sample());
  const auto message = [](const Words& words) {
    const auto module = load_module(words);
    if (module) return std::string();
    EXPECT_EQ(module.error().status, Status::bad_input);
    return module.error().message;
  };
  EXPECT_EQ(message(good), "");
  EXPECT_NE(message({}).find("empty"), std::string::npos);
  EXPECT_NE(message({1, 2, 3, 4, 5}).find("magic"), std::string::npos);
  EXPECT_NE(message({good[0], good[1]}).find("header"), std::string::npos);
  Words newer = good;
  newer[1] = 0x00010700;
  EXPECT_NE(message(newer).find("1.7"), std::string::npos);
  newer[1] = 0x00020000;
  EXPECT_NE(message(newer).find("2.0"), std::string::npos);
}

TEST(LoadModuleTest, RejectsInvalidModulesUnlessValidationIsOff) {
  const Words words =
      assemble(shader_header() +
               "%void = OpTypeVoid\n%f = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n"
               "%main = OpFunction %void None %f\n%1 = OpLabel\n%2 = OpIAdd %uint %void %f\n"
               "OpReturn\nOpFunctionEnd\n");
  const auto refused = load_module(words);
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.find("the module is not valid"), std::string::npos);
  EXPECT_NE(refused.error().message.find("--no-validate"), std::string::npos);
  EXPECT_TRUE(load_module(words, {false, ""}).has_value());
}

TEST(LoadModuleTest, TargetEnvironments) {
  const Words words = assemble(sample(), SPV_ENV_UNIVERSAL_1_3);
  EXPECT_TRUE(load_module(words, {true, "spv1.6"}).has_value());
  EXPECT_FALSE(load_module(words, {true, "spv1.0"}).has_value());
  const auto unknown = load_module(words, {true, "vulkan9.9"});
  ASSERT_FALSE(unknown.has_value());
  EXPECT_NE(unknown.error().message.find("vulkan1.4"), std::string::npos);
}

TEST(LoadModuleTest, TypesThatGrowExponentiallyReachALimit) {
  const auto status_of = [](const std::string& types) {
    const auto module = load_module(assemble(
        shader_header() +
        "%void = OpTypeVoid\n%f = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n"
        "%one = OpConstant %uint 1\n" +
        types + "%main = OpFunction %void None %f\n%1 = OpLabel\nOpReturn\nOpFunctionEnd\n"));
    return module ? Status::ok : module.error().status;
  };
  std::string wide = "%100 = OpTypeStruct %uint %uint\n", deep = "%100 = OpTypeArray %uint %one\n";
  for (unsigned i = 101; i < 200; ++i) {
    const std::string last = " %" + std::to_string(i - 1);
    wide += declare(i, std::string("OpTypeStruct").append(last).append(last));
  }
  for (unsigned i = 101; i < 20000; ++i) {
    deep += declare(i, "OpTypeArray %" + std::to_string(i - 1) + " %one");
  }
  EXPECT_EQ(status_of(""), Status::ok);
  EXPECT_EQ(status_of(wide), Status::limit);
  EXPECT_EQ(status_of(deep), Status::limit);
}

// For any words, parsing and everything after it gives a module or an error.
void survive(std::span<const std::uint32_t> words) {
  const auto module = Module::parse(words);
  if (!module) {
    EXPECT_FALSE(module.error().message.empty());
    return;
  }
  for (const Instruction& instruction : (*module)->instructions().subspan(1)) {
    EXPECT_FALSE((*module)->disassemble(instruction).empty());
    (*module)->source(instruction.line);
  }
  for (const Function& function : (*module)->functions()) {
    const auto flow = analyze_control_flow(**module, function);
    EXPECT_TRUE(flow.has_value() || !flow.error().message.empty());
  }
  const auto types = SpecializedModule::create(**module, {}, nullptr, nullptr);
  if (types) {
    for (Id id = 0; id < (*module)->id_count(); ++id) types->components(id);
  }
  describe(**module);
}

TEST(HostileModuleTest, TruncationGivesAModuleOrAnError) {
  const Words words = assemble(sample());
  for (std::size_t length = 0; length <= words.size(); ++length) {
    survive(std::span(words).first(length));
  }
}

TEST(HostileModuleTest, ChangedWordsGiveAModuleOrAnError) {
  const Words words = assemble(sample());
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    Words changed = words;
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
      std::uint32_t& word = changed[1 + random() % (changed.size() - 1)];
      switch (random() % 4) {
        case 0:
          word ^= 1u << random() % 32;
          break;
        case 1:
          word = random() % 64;
          break;
        case 2:
          word = changed[5 + random() % (changed.size() - 5)];
          break;
        default:
          word = random();
          break;
      }
    }
    survive(changed);
  }
}

TEST(HostileModuleTest, MovedInstructionsGiveAModuleOrAnError) {
  const Words words = assemble(sample());
  std::vector<Words> instructions;
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
    instructions.emplace_back(words.begin() + static_cast<std::ptrdiff_t>(at),
                              words.begin() + static_cast<std::ptrdiff_t>(at + (words[at] >> 16)));
  }
  std::mt19937 random(2);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Words> order = instructions;
    for (unsigned moves = 1 + random() % 4; moves > 0; --moves) {
      std::swap(order[random() % order.size()], order[random() % order.size()]);
      if (random() % 2 == 0) order.erase(order.begin() + random() % order.size());
    }
    Words changed(words.begin(), words.begin() + 5);
    for (const Words& instruction : order) {
      changed.insert(changed.end(), instruction.begin(), instruction.end());
    }
    survive(changed);
  }
}

}  // namespace
}  // namespace spirv_oracle
