#include "data/format.h"

#include <gtest/gtest.h>

#include <sstream>

#include "data/data.h"

namespace spirv_oracle {
namespace {

ShadowedBytes data(std::string_view text) { return parse_data(text, {}).value(); }

ElementType type(std::string_view text) { return parse_element_type(text).value(); }

std::string text_of(const ShadowedBytes& contents, std::string_view as) {
  std::ostringstream text;
  print_buffer(text, "0.0", contents, type(as));
  return text.str();
}

std::string text_of(std::string_view contents, std::string_view as) {
  return text_of(data(contents), as);
}

nlohmann::ordered_json json_of(const ShadowedBytes& contents, std::string_view as) {
  std::ostringstream text;
  JsonWriter json(text);
  json.begin_object();
  write_buffer(json, contents, type(as));
  json.end_object();
  return nlohmann::ordered_json::parse(text.str());
}

// The text as written, not as it is after parsing.
std::string data_of(std::string_view contents, std::string_view as) {
  std::ostringstream text;
  JsonWriter json(text);
  json.begin_object();
  write_buffer(json, data(contents), type(as));
  json.end_object();
  const std::string start = "\"data\": ";
  const std::size_t first = text.str().find(start) + start.size();
  return text.str().substr(first, text.str().find(",\n", first) - first) + '\n';
}

TEST(Format, ShortText) {
  EXPECT_EQ(text_of("int32:1,-2,undef", "int32"), "0.0: int32[3] = 1 -2 undef\n");
  EXPECT_EQ(text_of("float32:0.1,1,-0,nan,-inf,1e30", "float32"),
            "0.0: float32[6] = 0.1 1 -0 nan -inf 1e+30\n");
  EXPECT_EQ(text_of("uint16x2:1,2,3,undef", "uint16x2"), "0.0: uint16x2[2] = (1 2) (3 undef)\n");
  EXPECT_EQ(text_of("zero(0)", "uint32"), "0.0: uint32[0] =\n");
}

TEST(Format, LongTextIsNumbered) {
  EXPECT_EQ(text_of("uint32:iota(40,100)", "uint32"),
            "0.0: uint32[40] =\n"
            "   0: 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115\n"
            "  16: 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131\n"
            "  32: 132 133 134 135 136 137 138 139\n");
}

TEST(Format, TrailingBytes) {
  EXPECT_EQ(text_of("uint8:1,2,3,4,5,undef", "uint32"),
            "0.0: uint32[1] = 67305985\n  and bytes after the last whole element: rest: uint8[2] = "
            "5 undef\n");
  const auto json = json_of(data("uint8:1,2,3,4,5,undef"), "uint32");
  EXPECT_EQ(json["trailing_bytes"].dump(), "[5,null]");
}

TEST(Format, ImplementationDependent) {
  ShadowedBytes contents = data("uint32:7,8,9,undef");
  contents.shadow[5] = Definedness::implementation_dependent;
  EXPECT_EQ(text_of(contents, "uint32"),
            "0.0: uint32[4] = 7 8? 9 undef\n  implementation-dependent (?): 1\n");
  EXPECT_EQ(json_of(contents, "uint32").dump(),
            R"({"type":"uint32","data":[7,8,9,null],"implementation_dependent":[1]})");
  // An undefined component does not hide its neighbor.
  contents.shadow[8] = Definedness::implementation_dependent;
  EXPECT_EQ(json_of(contents, "uint32x2").dump(),
            R"({"type":"uint32x2","data":[[7,8],[9,null]],"implementation_dependent":[0,1]})");
}

TEST(Format, UndefinedByteMakesAnUndefinedElement) {
  EXPECT_EQ(data_of("uint8:1,2,undef,4;uint32:5", "uint32"), "[null, 5]\n");
}

TEST(Format, JsonNumbers) {
  EXPECT_EQ(data_of("int64:-9223372036854775808,-1", "int64"), "[-9223372036854775808, -1]\n");
  EXPECT_EQ(data_of("uint64:18446744073709551615", "uint64"), "[18446744073709551615]\n");
  EXPECT_EQ(data_of("int8:-1,127", "int8"), "[-1, 127]\n");
  EXPECT_EQ(data_of("float32:0.1,3,-0,3.4028235e38", "float32"),
            "[0.1, 3.0, -0.0, 3.4028235e+38]\n");
  EXPECT_EQ(data_of("float32:nan,-nan,inf,-inf", "float32"),
            "[\"nan\", \"nan\", \"inf\", \"-inf\"]\n");
  EXPECT_EQ(data_of("float64:0.1", "float64"), "[0.1]\n");
  EXPECT_EQ(data_of("float32x3:1,2,undef", "float32x3"), "[[1.0, 2.0, null]]\n");
}

TEST(Format, HalvesAreShortAndGiveTheSameValueBack) {
  EXPECT_EQ(data_of("float16:0.1,65504,1,0x1p-24", "float16"), "[0.1, 65504.0, 1.0, 6e-08]\n");
  for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
    const double value = float_value(ScalarKind::float16, bits);
    if (value != value) continue;
    const auto back = parse_scalar(ScalarKind::float16, format_scalar(ScalarKind::float16, bits));
    ASSERT_TRUE(back.has_value()) << bits;
    EXPECT_EQ(*back, bits);
  }
}

TEST(Format, JsonDocument) {
  const nlohmann::ordered_json document{{"status", 0},
                                        {"list", {1, nullptr}},
                                        {"none", nlohmann::ordered_json::array()},
                                        {"objects", {{{"a", "x\n"}}}},
                                        {"bad", "\xff"}};
  EXPECT_EQ(json_text(document),
            "{\n"
            "  \"status\": 0,\n"
            "  \"list\": [1, null],\n"
            "  \"none\": [],\n"
            "  \"objects\": [\n    {\n      \"a\": \"x\\n\"\n    }\n  ],\n"
            "  \"bad\": \"\xEF\xBF\xBD\"\n"
            "}\n");
}

TEST(Format, JsonPieces) {
  std::ostringstream text;
  JsonWriter json(text);
  json.begin_object();
  json.key("none");
  json.begin_object();
  json.end_object();
  json.key("inner");
  json.begin_object();
  json.key("empty");
  json.begin_list();
  json.end_list();
  json.key("pairs");
  json.begin_list();
  for (int i = 0; i < 2; ++i) {
    json.begin_list();
    json.value(i);
    json.value(nullptr);
    json.end_list();
  }
  json.end_list();
  json.key("objects");
  json.begin_list(true);
  json.begin_object();
  json.key("a");
  json.value(1);
  json.end_object();
  json.end_list();
  json.end_object();
  json.end_object();
  text << '\n';
  EXPECT_EQ(text.str(), json_text(nlohmann::ordered_json::parse(text.str())));
  EXPECT_EQ(text.str(),
            "{\n"
            "  \"none\": {},\n"
            "  \"inner\": {\n"
            "    \"empty\": [],\n"
            "    \"pairs\": [[0, null], [1, null]],\n"
            "    \"objects\": [\n      {\n        \"a\": 1\n      }\n    ]\n"
            "  }\n"
            "}\n");
}

}  // namespace
}  // namespace spirv_oracle
