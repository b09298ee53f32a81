#include "data/structure.h"

#include <gtest/gtest.h>

#include <sstream>

#include "data/data.h"
#include "data/structure_type.h"

namespace spirv_oracle {
namespace {

ShadowedBytes data(std::string_view text) { return parse_data(text, {}).value(); }

ValueLayoutPointer structure(std::string_view text) { return parse_structure(text).value(); }

std::string text_of(std::string_view contents, std::string_view type,
                    std::uint64_t most_elements = 256) {
  std::ostringstream out;
  print_structure(out, "0.0", data(contents), *structure(type), {most_elements});
  return out.str();
}

std::string json_of(std::string_view contents, std::string_view type) {
  std::ostringstream text;
  JsonWriter json(text);
  write_structure(json, data(contents), *structure(type));
  return nlohmann::ordered_json::parse(text.str()).dump();
}

// The error message for a text that cannot be parsed.
std::string mistake(std::string_view type) {
  const auto parsed = parse_structure(type);
  return parsed ? "" : parsed.error().message;
}

TEST(StructureType, MembersAreAlignedAsInStd430) {
  const auto array = structure("{float32x3 a; uint32 b; uint8 c; float64 d; float32x2 e[2]}");
  ASSERT_EQ(array->kind, ValueLayout::Kind::array);
  const auto& members = array->element->members;
  ASSERT_EQ(members.size(), 5U);
  EXPECT_EQ(members[1].offset, 12U);
  EXPECT_EQ(members[2].offset, 16U);
  EXPECT_EQ(members[3].offset, 24U);
  EXPECT_EQ(members[4].offset, 32U);
  EXPECT_EQ(members[4].type->stride, 8U);
  EXPECT_EQ(array->stride, 48U);
}

TEST(StructureType, OtherRules) {
  EXPECT_EQ(structure("std140{float32 a[2]; float32 b}")->element->members[1].offset, 20U);
  EXPECT_EQ(structure("std140{float32 a}")->stride, 16U);
  EXPECT_EQ(structure("scalar {uint8 a; float32x3 b}")->element->members[1].offset, 4U);
  EXPECT_EQ(structure("scalar{float32x3 a}")->stride, 12U);
  EXPECT_EQ(structure("{uint32 a; uint32 b @ 12;}")->element->members[1].offset, 12U);
  EXPECT_EQ(structure("{uint8 a; {uint8 b; uint16 c} d; uint8 e}")->element->members[2].offset, 6U);
}

TEST(StructureType, Mistakes) {
  EXPECT_NE(mistake("{}").find("at least one member"), std::string::npos);
  EXPECT_NE(mistake("{uint33 a}").find("unknown type 'uint33'"), std::string::npos);
  EXPECT_NE(mistake("{uint32}").find("expected the name of a member before '}'"),
            std::string::npos);
  EXPECT_NE(mistake("{uint32 a").find("expected ';' or '}' at the end"), std::string::npos);
  EXPECT_NE(mistake("{uint32 a} b").find("expected nothing more before 'b'"), std::string::npos);
  EXPECT_NE(mistake("{uint32 a; uint32 a}").find("two members are named 'a'"), std::string::npos);
  EXPECT_NE(mistake("{uint32 a; uint32 b@2}").find("overlaps"), std::string::npos);
  EXPECT_NE(mistake("{uint32 a[]; uint32 b}").find("only the last member"), std::string::npos);
  EXPECT_NE(mistake("{{uint32 a[]} b[2]}").find("only the last member"), std::string::npos);
  EXPECT_NE(mistake("{uint32 a[0]}").find("at least one element"), std::string::npos);
  EXPECT_NE(mistake("{uint32 a[4294967296][4294967296]}").find("bytes"), std::string::npos);
  EXPECT_NE(mistake(std::string(40, '{')).find("32 levels"), std::string::npos);
  EXPECT_NE(mistake("{uint32 a[1}").find("expected ']'"), std::string::npos);
}

TEST(Structure, ElementsThatFitAreOnOneLine) {
  EXPECT_EQ(text_of("float32:1,2,3;uint32:7;float32:2,undef,4;undef(4)",
                    "{float32x3 position; uint32 kind}"),
            "0.0: {float32x3 position; uint32 kind}[2] =\n"
            "  0: {position = (1 2 3), kind = 7}\n"
            "  1: {position = (2 undef 4), kind = undef}\n");
}

TEST(Structure, AnArrayWithoutALengthTakesTheRest) {
  EXPECT_EQ(text_of("uint32:3;float32:1,2,3", "{uint32 count; float32 values[]}"),
            "0.0:\n"
            "  count: uint32 = 3\n"
            "  values: float32[3] = 1 2 3\n");
}

TEST(Structure, LongMembersAreSpread) {
  EXPECT_EQ(text_of("uint32:iota(41,100)", "{uint32 values[40]; uint32 last}"),
            "0.0: {uint32 values[40]; uint32 last}[1] =\n"
            "  0:\n"
            "    values: uint32[40] =\n"
            "       0: 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115\n"
            "      16: 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131\n"
            "      32: 132 133 134 135 136 137 138 139\n"
            "    last: uint32 = 140\n");
}

TEST(Structure, NestedStructuresAndArrays) {
  EXPECT_EQ(text_of("uint32:1,2,3,4,5", "{{uint32 x; uint32 y} pairs[2]; uint32 last}"),
            "0.0: {{uint32 x; uint32 y} pairs[2]; uint32 last}[1] =\n"
            "  0: {pairs = [{x = 1, y = 2} {x = 3, y = 4}], last = 5}\n");
}

TEST(Structure, MembersOutsideTheBuffer) {
  EXPECT_EQ(text_of("uint32:1,2,3", "{uint32 a; uint32 b}"),
            "0.0: {uint32 a; uint32 b}[1] =\n"
            "  0: {a = 1, b = 2}\n"
            "  and 4 bytes after the last member\n");
  EXPECT_EQ(text_of("uint32:1", "{uint32 a; uint32 b; uint32 c[]}"),
            "0.0:\n"
            "  a: uint32 = 1\n"
            "  b: uint32 = (beyond the end of the buffer)\n"
            "  c: uint32[0] =\n");
  EXPECT_EQ(json_of("uint32:1", "{uint32 a; uint32 b; uint32 c[]}"), R"({"a":1,"b":null,"c":[]})");
  EXPECT_EQ(json_of("uint32:1,2", "{uint32 a[1000000000]; uint32 b[]}"), R"({"a":[1,2],"b":[]})");
}

TEST(Structure, LongTypesAreNotSpelledOut) {
  std::string type = "{uint32 a0";
  for (int i = 1; i < 20; ++i) type += "; uint32 a" + std::to_string(i);
  const std::string text = text_of("uint32:iota(20)", type + "}");
  EXPECT_EQ(text.substr(0, text.find('\n')), "0.0: {...}[1] =");
}

TEST(Structure, ManyElementsAreCut) {
  EXPECT_EQ(text_of("uint32:iota(40)", "{uint32 a; uint32 b}", 16),
            "0.0: {uint32 a; uint32 b}[20] =\n"
            "   0: {a = 0, b = 1}\n   1: {a = 2, b = 3}\n   2: {a = 4, b = 5}\n"
            "   3: {a = 6, b = 7}\n   4: {a = 8, b = 9}\n   5: {a = 10, b = 11}\n"
            "   6: {a = 12, b = 13}\n   7: {a = 14, b = 15}\n"
            "  ...\n"
            "  12: {a = 24, b = 25}\n  13: {a = 26, b = 27}\n  14: {a = 28, b = 29}\n"
            "  15: {a = 30, b = 31}\n  16: {a = 32, b = 33}\n  17: {a = 34, b = 35}\n"
            "  18: {a = 36, b = 37}\n  19: {a = 38, b = 39}\n");
}

TEST(Structure, Json) {
  EXPECT_EQ(json_of("float32:1,2,3;uint32:7;float32:nan,undef,-0;uint32:8",
                    "{float32x3 position; uint32 kind}"),
            R"([{"position":[1.0,2.0,3.0],"kind":7},{"position":["nan",null,-0.0],"kind":8}])");
  EXPECT_EQ(json_of("uint8:1,2,3,4", "{uint8 a[2]}"), R"([{"a":[1,2]},{"a":[3,4]}])");
}

TEST(Structure, MembersThatHaveAState) {
  ShadowedBytes contents = ShadowedBytes::zero(32);
  const auto particles = structure("{float32x3 position; uint8 flags[4]}");
  EXPECT_EQ(members_with(Definedness::undefined, contents, *particles), "");
  contents.shadow[4] = contents.shadow[12] = contents.shadow[14] = contents.shadow[15] =
      contents.shadow[20] = Definedness::undefined;
  EXPECT_EQ(members_with(Definedness::undefined, contents, *particles),
            "[0].position, [0].flags[0,2-3], [1].position");
}

}  // namespace
}  // namespace spirv_oracle
