#include "interpreter/loader/types/types.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

using Specialization = std::map<std::uint32_t, std::uint64_t>;

// A module of declarations, with a main function after them.
std::string declarations(const std::string& annotations, const std::string& text) {
  return test::shader_header(
             "OpCapability Int64\nOpCapability Int8\nOpCapability Int16\n"
             "OpCapability Float64\nOpCapability Float16\nOpCapability Addresses") +
         annotations + "%void = OpTypeVoid\n%function = OpTypeFunction %void\n" + text +
         "%main = OpFunction %void None %function\n%label = OpLabel\nOpReturn\nOpFunctionEnd\n";
}

struct Specialized {
  std::shared_ptr<const Module> module;
  SpecializedModule types;

  Id id(std::string_view name) const { return test::find_id(*module, name); }
  const Type& type(std::string_view name) const { return types.type(id(name)); }
  std::uint64_t bits(const std::string& name, std::size_t component = 0) const {
    const ConstantValue* value = types.constant(id(name));
    if (value == nullptr) {
      ADD_FAILURE() << name << " has no value";
      return 0;
    }
    return value->at(component).bits;
  }
};

// OpName for each of the names given as "a b c".
std::string named(const std::string& names) {
  std::string text;
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = std::min(names.find(' ', begin), names.size());
    const std::string name = names.substr(begin, end - begin);
    text.append("OpName %").append(name).append(" \"").append(name).append("\"\n");
    begin = end + 1;
  }
  return text;
}

Result<SpecializedModule> try_create(const Module& module,
                                     const Specialization& specialization = {},
                                     SpecConstantEvaluator evaluator = nullptr,
                                     std::uint64_t max_memory = Limits().max_memory) {
  return SpecializedModule::create(module, specialization, max_memory, evaluator, nullptr);
}

Specialized create(const std::string& annotations, const std::string& text,
                   const Specialization& specialization = {}) {
  Specialized result;
  result.module = test::parse(declarations(annotations, text));
  auto types = try_create(*result.module, specialization);
  if (!types) {
    ADD_FAILURE() << types.error().message;
  } else {
    result.types = std::move(*types);
  }
  return result;
}

Status status_of(const std::string& text, const Specialization& specialization = {},
                 const std::string& annotations = "") {
  const auto module = test::parse(declarations(annotations, text));
  const auto types = try_create(*module, specialization);
  return types ? Status::ok : types.error().status;
}

constexpr const char* scalars = R"(
%bool = OpTypeBool
%uint8 = OpTypeInt 8 0
%int8 = OpTypeInt 8 1
%int16 = OpTypeInt 16 1
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%uint64 = OpTypeInt 64 0
%half = OpTypeFloat 16
%float = OpTypeFloat 32
%double = OpTypeFloat 64
%one = OpConstant %uint 1
%two = OpConstant %uint 2
%three = OpConstant %uint 3
)";

TEST(TypesTest, Scalars) {
  const Specialized s = create(named("bool uint8 int16 uint64 half double"), scalars);
  EXPECT_EQ(s.type("bool").scalar, ScalarType::boolean());
  EXPECT_EQ(s.type("bool").size, 1u);
  EXPECT_EQ(s.type("uint8").scalar, ScalarType::unsigned_integer(1));
  EXPECT_TRUE(s.type("int16").scalar.is_signed);
  EXPECT_EQ(s.type("uint64").size, 8u);
  EXPECT_EQ(s.type("half").scalar.scalar_class, ScalarType::Class::floating);
  EXPECT_EQ(s.type("half").alignment, 2u);
  EXPECT_EQ(s.type("double").scalar.bytes, 8u);
}

TEST(TypesTest, NaturalLayoutAlignsEachPartToItsScalars) {
  const Specialized s = create(named("vector matrix array inner outer"), std::string(scalars) + R"(
%vector = OpTypeVector %float 3
%matrix = OpTypeMatrix %vector 2
%array = OpTypeArray %vector %three
%inner = OpTypeStruct %uint8 %double %uint8
%outer = OpTypeStruct %uint8 %inner %array %bool
)");
  EXPECT_EQ(s.type("vector").size, 12u);
  EXPECT_EQ(s.type("vector").alignment, 4u);
  EXPECT_EQ(s.type("matrix").size, 24u);
  EXPECT_EQ(s.type("array").stride, 12u);
  EXPECT_EQ(s.type("array").size, 36u);
  EXPECT_EQ(s.type("inner").members[1].offset, 8u);
  EXPECT_EQ(s.type("inner").size, 24u);
  EXPECT_EQ(s.type("outer").members[1].offset, 8u);
  EXPECT_EQ(s.type("outer").members[2].offset, 32u);
  EXPECT_EQ(s.type("outer").members[3].offset, 68u);
}

TEST(TypesTest, VectorsHaveAnyNumberOfComponents) {
  const std::string annotations = named("pair seventeen") + "OpDecorate %length SpecId 5\n";
  const std::string text = std::string(scalars) + R"(
%length = OpSpecConstant %uint 17
%pair = OpTypeVectorIdEXT %float %two
%seventeen = OpTypeVectorIdEXT %uint8 %length
)";
  const Specialized s = create(annotations, text);
  EXPECT_EQ(s.type("pair").kind, Type::Kind::vector);
  EXPECT_EQ(s.type("pair").size, 8u);
  EXPECT_EQ(s.type("seventeen").component_count, 17u);
  EXPECT_EQ(s.type("seventeen").size, 17u);
  EXPECT_EQ(s.types.components(s.id("seventeen")).size(), 17u);
  EXPECT_EQ(create(annotations, text, {{5, 300}}).type("seventeen").count, 300u);
  EXPECT_EQ(status_of(text, {{5, 0}}, "OpDecorate %length SpecId 5\n"), Status::bad_input);
  EXPECT_EQ(status_of(text, {{5, 65537}}, "OpDecorate %length SpecId 5\n"), Status::limit);
  // The number is unsigned.
  EXPECT_EQ(status_of(std::string(scalars) +
                      "%minus = OpConstant %int -1\n%v = OpTypeVectorIdEXT %uint %minus\n"),
            Status::limit);
  EXPECT_EQ(status_of(std::string(scalars) + "%v = OpTypeVectorIdEXT %uint %uint\n"),
            Status::bad_input);
}

TEST(ConstantsTest, DataIsPacked) {
  const Specialized s = create(named("bytes halves longs"), std::string(scalars) + R"(
%a3 = OpTypeArray %uint8 %three
%a2 = OpTypeArray %int16 %two
%a1 = OpTypeArray %uint64 %one
%bytes = OpConstantDataKHR %a3 0xFF030201
%halves = OpConstantDataKHR %a2 0x8000FFFE
%longs = OpSpecConstantDataKHR %a1 7 9
)");
  EXPECT_EQ(s.bits("bytes", 0), 1u);
  EXPECT_EQ(s.bits("bytes", 2), 3u);
  EXPECT_EQ(s.bits("halves", 0), 0xFFFEu);
  EXPECT_EQ(s.bits("halves", 1), 0x8000u);
  EXPECT_EQ(s.bits("longs"), std::uint64_t{9} << 32 | 7);
}

TEST(TypesTest, ComponentsAreFlattenedInOrder) {
  const Specialized s = create(named("inner outer empty nothing"), std::string(scalars) + R"(
%vector = OpTypeVector %float 2
%matrix = OpTypeMatrix %vector 2
%empty = OpTypeStruct
%inner = OpTypeStruct %uint8 %matrix %empty
%outer = OpTypeArray %inner %two
%nothing = OpTypeArray %empty %two
)");
  const auto components = s.types.components(s.id("outer"));
  ASSERT_EQ(components.size(), 10u);
  EXPECT_EQ(components.size(), s.type("outer").component_count);
  for (std::size_t i = 0; i < components.size(); ++i) {
    EXPECT_EQ(components[i].bytes, i % 5 == 0 ? 1 : 4) << i;
  }
  EXPECT_EQ(s.type("inner").members[1].first_component, 1u);
  EXPECT_EQ(s.type("inner").members[2].first_component, 5u);
  EXPECT_EQ(s.type("outer").element_components, 5u);
  EXPECT_TRUE(s.types.components(s.id("nothing")).empty());
}

TEST(TypesTest, DecoratedLayout) {
  const Specialized s = create(named("array block") + R"(
OpDecorate %array ArrayStride 64
OpDecorate %runtime ArrayStride 16
OpMemberDecorate %block 0 Offset 4
OpMemberDecorate %block 1 Offset 16
OpMemberDecorate %block 1 MatrixStride 16
OpMemberDecorate %block 1 ColMajor
OpMemberDecorate %block 2 Offset 256
OpMemberDecorate %block 2 MatrixStride 8
OpMemberDecorate %block 2 RowMajor
OpMemberDecorate %block 3 Offset 512
)",
                               std::string(scalars) + R"(
%vector = OpTypeVector %float 3
%matrix = OpTypeMatrix %vector 2
%array = OpTypeArray %matrix %two
%runtime = OpTypeRuntimeArray %float
%block = OpTypeStruct %float %array %array %runtime
)");
  const Type& block = s.type("block");
  EXPECT_EQ(s.type("array").stride, 64u);
  EXPECT_EQ(block.members[0].offset, 4u);
  EXPECT_EQ(block.members[1].matrix_stride, 16u);
  EXPECT_FALSE(block.members[1].row_major);
  EXPECT_TRUE(block.members[2].row_major);
  EXPECT_EQ(block.size, 512u);
  EXPECT_EQ(block.component_count, 1 + 12 + 12);
}

TEST(TypesTest, SizeEndsWithTheLastByteOfAStridedMatrix) {
  const auto size = [](const std::string& order) {
    return create(named("block") +
                      "OpMemberDecorate %block 0 Offset 0\n"
                      "OpMemberDecorate %block 0 MatrixStride 16\nOpMemberDecorate %block 0 " +
                      order + "\n",
                  std::string(scalars) +
                      "%vector = OpTypeVector %float 3\n"
                      "%matrix = OpTypeMatrix %vector 2\n%block = OpTypeStruct %matrix\n")
        .type("block")
        .size;
  };
  EXPECT_EQ(size("ColMajor"), 16u + 12u);
  EXPECT_EQ(size("RowMajor"), 32u + 8u);
}

TEST(TypesTest, PointersMayBeDeclaredAheadOfTheirTypes) {
  const Specialized s = create(named("node pointer"), std::string(scalars) + R"(
OpTypeForwardPointer %pointer PhysicalStorageBuffer
%node = OpTypeStruct %uint %pointer
%pointer = OpTypePointer PhysicalStorageBuffer %node
)");
  EXPECT_EQ(s.type("pointer").element, s.id("node"));
  EXPECT_EQ(s.type("pointer").storage_class, spv::StorageClass::PhysicalStorageBuffer);
  EXPECT_EQ(s.type("node").size, 16u);
  EXPECT_EQ(s.types.components(s.id("node"))[1], ScalarType::pointer());
}

TEST(TypesTest, AForwardPointerThatBecomesAStructureIsAnError) {
  EXPECT_EQ(status_of("OpTypeForwardPointer %loop Generic\n%loop = OpTypeStruct %loop\n"),
            Status::bad_input);
}

TEST(TypesTest, WhatHasNoRepresentationIsOfOtherKind) {
  const Specialized s =
      create(named("image array structure pointer odd"), std::string(scalars) + R"(
%image = OpTypeOpaque "image"
%array = OpTypeArray %image %two
%structure = OpTypeStruct %uint %array
%pointer = OpTypePointer UniformConstant %array
%odd = OpTypeInt 24 0
%vector = OpTypeVector %odd 2
)");
  EXPECT_EQ(s.type("image").kind, Type::Kind::other);
  EXPECT_EQ(s.type("array").kind, Type::Kind::other);
  EXPECT_EQ(s.type("structure").kind, Type::Kind::other);
  EXPECT_EQ(s.type("odd").kind, Type::Kind::other);
  EXPECT_EQ(s.type("pointer").kind, Type::Kind::pointer);
}

TEST(TypesTest, HugeTypesReachALimit) {
  const std::string length =
      "%long = OpConstant %uint 4000000000\n%a = OpTypeArray %uint64 %long\n";
  EXPECT_EQ(status_of(std::string(scalars) + length), Status::ok);
  EXPECT_EQ(status_of(std::string(scalars) + length + "%b = OpTypeArray %a %long\n"),
            Status::limit);
  EXPECT_EQ(
      status_of(std::string(scalars) + "%e = OpTypeStruct %uint64\n%long = OpConstant %uint64 "
                                       "18446744073709551615\n%b = OpTypeArray %e %long\n"),
      Status::limit);
}

TEST(TypesTest, ComponentCountsSaturate) {
  const Specialized s = create(named("array b"), std::string(scalars) + R"(
%long = OpConstant %uint 100000
%array = OpTypeArray %uint8 %long
%b = OpTypeArray %array %long
)");
  EXPECT_EQ(s.type("array").component_count, 100000u);
  EXPECT_EQ(s.type("b").component_count, std::numeric_limits<std::uint32_t>::max());
  EXPECT_TRUE(s.types.components(s.id("array")).empty());
}

TEST(TypesTest, DeepNestingReachesALimit) {
  std::string text = scalars;
  text += "%100 = OpTypeArray %uint %one\n";
  for (unsigned i = 101; i < 5000; ++i) {
    text += test::declare(i, "OpTypeArray %" + std::to_string(i - 1) + " %one");
  }
  EXPECT_EQ(status_of(text), Status::limit);
}

TEST(TypesTest, ContradictionsAreErrors) {
  for (const char* text : {
           "%a = OpTypeArray %uint %zero\n%zero = OpConstant %uint 0\n",  // used before it
           "%zero = OpConstant %uint 0\n%a = OpTypeArray %uint %zero\n",
           "%minus = OpConstant %int -1\n%a = OpTypeArray %uint %minus\n",
           "%a = OpTypeArray %uint %uint\n",
           "%a = OpTypeArray %one %one\n",
           "%a = OpTypeStruct %function\n",
           "%a = OpTypeStruct %a\n",
           "%a = OpTypeVector %uint 0\n",
           "%v = OpTypeVector %uint 2\n%a = OpTypeVector %v 2\n",
           "%a = OpTypeMatrix %float 2\n",
           "%a = OpTypePointer Function %b\n%b = OpTypeStruct %uint\n",
           "%a = OpConstantTrue %uint\n",
           "%v = OpTypeVector %uint 2\n%a = OpConstantComposite %v %one\n",
           "%v = OpTypeVector %uint 2\n%a = OpConstantComposite %v %one %one %one\n",
           "%a = OpConstantNull %one\n",
       }) {
    EXPECT_EQ(status_of(std::string(scalars) + text), Status::bad_input) << text;
  }
}

TEST(ConstantsTest, ScalarsAreMaskedToTheirWidth) {
  const Specialized s = create(named("a b c d e"), std::string(scalars) + R"(
%a = OpConstant %int8 -3
%b = OpConstant %int16 -1
%c = OpConstant %uint64 18446744073709551614
%d = OpConstant %half 1
%e = OpConstant %double -0.5
)");
  EXPECT_EQ(s.bits("a"), 0xFDu);
  EXPECT_EQ(s.types.integer(s.id("a")), -3);
  EXPECT_EQ(s.bits("b"), 0xFFFFu);
  EXPECT_EQ(s.bits("c"), 0xFFFFFFFFFFFFFFFEu);
  EXPECT_EQ(s.bits("d"), 0x3C00u);
  EXPECT_EQ(s.bits("e"), 0xBFE0000000000000u);
  EXPECT_EQ(s.types.integer(s.id("e")), std::nullopt);
}

TEST(ConstantsTest, CompositesAreConcatenated) {
  const Specialized s = create(named("c null replicated undefined"), std::string(scalars) + R"(
%vector = OpTypeVector %uint 2
%structure = OpTypeStruct %vector %uint
%pointer = OpTypePointer Function %uint
%v = OpConstantComposite %vector %one %two
%c = OpConstantComposite %structure %v %three
%null = OpConstantNull %structure
%undefined = OpUndef %vector
%nullptr = OpConstantNull %pointer
)");
  EXPECT_EQ(s.bits("c", 0), 1u);
  EXPECT_EQ(s.bits("c", 1), 2u);
  EXPECT_EQ(s.bits("c", 2), 3u);
  const ConstantValue& null = *s.types.constant(s.id("null"));
  EXPECT_TRUE(std::ranges::all_of(null, [](auto& c) { return c.bits == 0 && !c.undefined; }));
  const ConstantValue& undefined = *s.types.constant(s.id("undefined"));
  EXPECT_TRUE(std::ranges::all_of(undefined, [](auto& c) { return c.undefined; }));
}

TEST(ConstantsTest, ReplicatedCompositesRepeatTheirPart) {
  const Specialized s = create("OpName %c \"c\"\n", std::string(scalars) + R"(
%vector = OpTypeVector %uint 2
%array = OpTypeArray %vector %three
%v = OpConstantComposite %vector %one %two
%c = OpConstantCompositeReplicateEXT %array %v
)");
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(s.bits("c", i), 1 + i % 2);
}

TEST(ConstantsTest, SpecializationReplacesDefaults) {
  const std::string annotations =
      named("flag number array") + "OpDecorate %flag SpecId 0\nOpDecorate %number SpecId 1\n";
  const std::string text = std::string(scalars) + R"(
%flag = OpSpecConstantTrue %bool
%number = OpSpecConstant %int 5
%other = OpSpecConstant %int 6
%array = OpTypeArray %uint %number
)";
  const Specialized plain = create(annotations, text);
  EXPECT_EQ(plain.bits("flag"), 1u);
  EXPECT_EQ(plain.type("array").count, 5u);
  const Specialized given = create(annotations, text, {{0, 0}, {1, 9}, {77, 1}});
  EXPECT_EQ(given.bits("flag"), 0u);
  EXPECT_EQ(given.types.integer(given.id("number")), 9);
  EXPECT_EQ(given.type("array").count, 9u);
  EXPECT_EQ(status_of(text, {{1, 0}}, annotations), Status::bad_input);
}

TEST(ConstantsTest, SpecializationMustFitTheType) {
  const std::string annotations = "OpDecorate %c SpecId 1\n";
  const std::string text = std::string(scalars) + "%c = OpSpecConstant %int8 5\n";
  EXPECT_EQ(status_of(text, {{1, 0xFF}}, annotations), Status::ok);
  EXPECT_EQ(status_of(text, {{1, ~std::uint64_t{0}}}, annotations), Status::ok);
  EXPECT_EQ(status_of(text, {{1, 0x100}}, annotations), Status::bad_input);
  EXPECT_EQ(status_of(text, {{1, ~std::uint64_t{0xFF}}}, annotations), Status::bad_input);
}

Result<ConstantValue> add_evaluator(const SpecializedModule& types, const Instruction& instruction,
                                    const void*) {
  EXPECT_EQ(static_cast<spv::Op>(instruction.literal(2)), spv::Op::OpIAdd);
  const auto a = types.integer(instruction.id(3)), b = types.integer(instruction.id(4));
  return ConstantValue{{static_cast<std::uint64_t>(*a + *b), false}};
}

TEST(ConstantsTest, TheEvaluatorComputesWhatDependsOnSpecialization) {
  const auto module = test::parse(
      declarations(named("sum array") + "OpDecorate %c SpecId 1\n",
                   std::string(scalars) +
                       "%c = OpSpecConstant %uint 5\n%sum = OpSpecConstantOp %uint IAdd %c %three\n"
                       "%array = OpTypeArray %uint %sum\n"));
  const auto types = try_create(*module, {{1, 7}}, &add_evaluator);
  ASSERT_TRUE(types.has_value()) << types.error().message;
  EXPECT_EQ(types->type(test::find_id(*module, "array")).count, 10u);
  const auto without = try_create(*module);
  ASSERT_TRUE(without.has_value());
  EXPECT_TRUE(without->constant(test::find_id(*module, "sum"))->front().undefined);
}

TEST(ConstantsTest, CountTowardTheMemoryLimit) {
  std::string text = std::string(scalars) +
                     "%many = OpConstant %uint 65536\n"
                     "%array = OpTypeArray %uint %many\n";
  for (int i = 0; i < 30; ++i) text += "%" + std::to_string(100 + i) + " = OpConstantNull %array\n";
  const auto module = test::parse(declarations("", text));
  const auto fitting = try_create(*module, {}, nullptr, std::uint64_t{31} << 20);
  ASSERT_TRUE(fitting.has_value());
  EXPECT_GE(fitting->memory_of_constants(), std::uint64_t{30} << 20);
  const auto too_large = try_create(*module, {}, nullptr, std::uint64_t{29} << 20);
  ASSERT_FALSE(too_large.has_value());
  EXPECT_EQ(too_large.error().status, Status::limit);
}

std::optional<Dim3> size_of(const std::string& annotations, const std::string& text) {
  const Specialized s = create(annotations, std::string(scalars) + text);
  const auto size = local_size(s.types, s.module->entry_points().front());
  EXPECT_TRUE(size.has_value());
  return size ? *size : std::nullopt;
}

TEST(LocalSizeTest, TheWorkgroupSizeConstantWins) {
  EXPECT_EQ(size_of("", ""), (Dim3{1, 1, 1}));
  EXPECT_EQ(size_of("OpExecutionModeId %main LocalSizeId %two %three %one\n", ""), (Dim3{2, 3, 1}));
  EXPECT_EQ(size_of("OpExecutionModeId %main LocalSizeId %two %three %one\n"
                    "OpDecorate %size BuiltIn WorkgroupSize\n",
                    "%vector = OpTypeVector %uint 3\n"
                    "%size = OpConstantComposite %vector %three %two %two\n"),
            (Dim3{3, 2, 2}));
}

TEST(LocalSizeTest, ZeroIsAnError) {
  const Specialized s = create("OpExecutionModeId %main LocalSizeId %zero %two %two\n",
                               std::string(scalars) + "%zero = OpConstant %uint 0\n");
  EXPECT_FALSE(local_size(s.types, s.module->entry_points().front()).has_value());
}

}  // namespace
}  // namespace spirv_oracle
