#include <gtest/gtest.h>

#include <algorithm>

#include "debugger/text/hexadecimal.h"
#include "debugger/text/history.h"
#include "debugger/text/matrix.h"
#include "debugger/text/stops.h"
#include "debugger/text/style.h"
#include "debugger/text/tables.h"
#include "debugger/text/values.h"
#include "support/base64.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

TEST(Base64, TheExamplesOfRfc4648) {
  const std::pair<std::string, std::string> examples[] = {{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(encode_base64(bytes), text);
    EXPECT_EQ(decode_base64(text), bytes);
  }
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_EQ(decode_base64(encode_base64(all)), all);
  for (const char* wrong : {"Zg=", "Z", "Zg==Zg==", "Z===", "====", "Zm 9v", "=Zm9"})
    EXPECT_FALSE(decode_base64(wrong)) << wrong;
}

TEST(Hexadecimal, IntegersOnly) {
  EXPECT_EQ(hexadecimal_text("255", "uint"), "0xff");
  EXPECT_EQ(hexadecimal_text("-1", "int"), "0xffffffff");
  EXPECT_EQ(hexadecimal_text("-1", "int16_t"), "0xffff");
  EXPECT_EQ(hexadecimal_text("-1", "int64_t"), "0xffffffffffffffff");
  EXPECT_EQ(hexadecimal_text("-2", "char8"), "0xfe");
  EXPECT_EQ(hexadecimal_text("{1, -2, 1.5, undef}", "int"), "{0x1, 0xfffffffe, 1.5, undef}");
  EXPECT_EQ(hexadecimal_text("18446744073709551615", "ulong"), "0xffffffffffffffff");
}

TEST(Wrapped, BreaksAtBlanks) {
  EXPECT_EQ(wrapped_lines("aa bb cc", 80), "aa bb cc");
  EXPECT_EQ(wrapped_lines("aa bb cc", 5), "aa bb\n    cc");
  EXPECT_EQ(wrapped_lines("  aa bb cc\nd", 7), "  aa bb\n      cc\nd");
  EXPECT_EQ(wrapped_lines("", 5), "");
  EXPECT_EQ(wrapped_lines("a-long-word-alone", 5), "a-long-word-alone");
  EXPECT_EQ(wrapped_lines("x a-long-word-alone y\n\n", 5), "x\n    a-long-word-alone\n    y\n\n");
}

TEST(ValueText, Marks) {
  EXPECT_EQ(value_text({{"value", "7"}, {"state", "defined"}}), "7");
  EXPECT_EQ(value_text({{"value", "7"}, {"state", "undefined"}}), "undef");
  EXPECT_EQ(value_text({{"value", "7"}, {"state", "implementation-dependent"}}), "7?");
  EXPECT_EQ(value_text({{"value", "7?"}, {"state", "implementation-dependent"}}), "7?");
  EXPECT_EQ(value_text({{"value", "{1, undef}"}, {"state", "undefined"}}), "{1, undef}");
  EXPECT_EQ(value_text({{"value", ""}, {"state", "unavailable"}}), "-");
  EXPECT_EQ(value_text(json()), "-");
}

json matrix_of(int lanes) {
  json matrix{{"lanes", json::array()}, {"rows", json::array()}};
  json cells = json::array();
  for (int lane = 0; lane < lanes; ++lane) {
    matrix["lanes"].push_back(
        {{"lane", lane}, {"invocation", {lane, 0, 0}}, {"active", true}, {"alive", true}});
    cells.push_back({{"value", std::to_string(lane * 100)}, {"state", "defined"}});
  }
  matrix["rows"].push_back({{"name", "x"}, {"type", "uint"}, {"cells", cells}});
  return matrix;
}

TEST(Matrix, FitsIntoTheWidth) {
  for (const int lanes : {1, 2, 31, 128}) {
    const std::string text = matrix_text(matrix_of(lanes), {false, 80});
    std::size_t found = 0;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      EXPECT_LE(end - begin, 80U);
      begin = end + 1;
    }
    for (int lane = 0; lane < lanes; ++lane)
      if (text.find(std::to_string(lane * 100)) != std::string::npos) ++found;
    EXPECT_EQ(found, static_cast<std::size_t>(lanes));
  }
  EXPECT_EQ(matrix_text(matrix_of(3), {false, 80}), "lane  0    1    2\nx     0  100  200\n");
  EXPECT_EQ(matrix_text(matrix_of(2), {false, 9}), "lane  0\nx     0\n\nlane    1\nx     100\n");
}

TEST(Matrix, InactiveLanes) {
  json matrix = matrix_of(3);
  matrix["lanes"][1]["active"] = false;
  matrix["lanes"][2]["active"] = matrix["lanes"][2]["alive"] = false;
  EXPECT_EQ(matrix_text(matrix, {false, 80}),
            "lane    0    1    2\nactive  *    .    x\nx       0  100  200\n");
  matrix["rows"][0]["cells"][0]["enclosure"] = "[1, 2]";
  EXPECT_EQ(lane_list_text(matrix),
            "lane 0, global id (0,0,0)\n  x = 0 in [1, 2]\n"
            "lane 1, global id (1,0,0), inactive\n  x = 100\n"
            "lane 2, global id (2,0,0), ended\n  x = 200\n");
}

TEST(Matrix, MissingPartsAreNoDanger) {
  EXPECT_EQ(matrix_text(json(), {false, 80}), "");
  json matrix = matrix_of(2);
  matrix["rows"][0].erase("cells");
  EXPECT_EQ(matrix_text(matrix, {false, 80}), "lane  0  1\nx     -  -\n");
}

TEST(Stops, Reasons) {
  EXPECT_EQ(reason_text({{"reason", "breakpoint"}, {"stop_ids", {1, 3}}}), "breakpoint 1,3");
  EXPECT_EQ(reason_text({{"reason", "divergence"}, {"stop_ids", json::array({2})}}),
            "divergence (catchpoint 2)");
  EXPECT_EQ(reason_text({{"reason", "step"}, {"text", "step"}}), "step");
  EXPECT_EQ(
      reason_text(
          {{"reason", "finding"},
           {"finding", {{"severity", "undefined-behavior"}, {"message", "m"}, {"clause", "c"}}}}),
      "undefined-behavior: m [c]");
}

TEST(Tables, MemoryHasMarksForUndefinedBytes) {
  EXPECT_EQ(
      memory_text({{"bytes", encode_base64("\x01\x02\x03")}, {"states", ".#?"}, {"offset", 16}}),
      "0x0010: 01 ?? 03\n");
}

TEST(Tables, InstructionsFollowTheirSourceLines) {
  const auto instruction = [](int word, const char* text, const char* file, int line) {
    return json{
        {"word", word}, {"text", text}, {"file", file}, {"line", line}, {"current", word == 9}};
  };
  const json instructions{instruction(5, "OpLabel", "", 0),
                          instruction(7, "%1 = OpLoad %2 %3", "a.comp", 4),
                          instruction(9, "OpStore %4 %1", "a.comp", 4),
                          instruction(12, "OpNop", "b.h", 4),
                          instruction(13, "OpNop", "c.h", 1),
                          instruction(14, "OpReturn", "a.comp", 4)};
  const auto source_line = [](const std::string& file, std::int64_t line) {
    return file == "c.h" ? std::string() : file + " line " + std::to_string(line);
  };
  EXPECT_EQ(disassembly_text(instructions, {false, 80}, source_line),
            "        5  OpLabel\n"
            "   4 | a.comp line 4\n"
            "        7  %1 = OpLoad %2 %3\n"
            "=>      9  OpStore %4 %1\n"
            "   4 | b.h line 4\n"
            "       12  OpNop\n"
            "       13  OpNop\n"
            "   4 | a.comp line 4\n"
            "       14  OpReturn\n");
}

TEST(Tables, TanglesNestWithoutLimit) {
  json tangle{{"lanes", {0}}, {"state", "running"}};
  for (int i = 0; i < 200; ++i)
    tangle = {{"lanes", {0}}, {"state", "in"}, {"children", json::array({tangle})}};
  const json tree{
      {"workgroup", {0, 0, 0}},
      {"subgroups", json::array({{{"subgroup", 0}, {"tangles", json::array({tangle})}}})}};
  const std::string text = tangles_text(tree);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 203);
}

TEST(History, Texts) {
  EXPECT_EQ(last_write_text(json()), "No instruction has written it: it has its initial value.\n");
  EXPECT_EQ(who_else_text(json::array()), "No other invocation accesses it.\n");
  EXPECT_EQ(diff_text(json()), "The two lanes have the same history so far.\n");
  EXPECT_EQ(
      why_text({{"text", "x is 3"},
                {"steps",
                 json::array(
                     {{{"moment", 5}, {"lane", 1}, {"text", "x = 3"}, {"value", "3"}, {"depth", 0}},
                      {{"moment", 2}, {"text", "3"}, {"depth", 1}}})}},
               false),
      "x is 3\n[5] lane 1: x = 3 -> 3\n  [2]: 3\n");
}

TEST(History, OfUndefinedValuesOnlyTheWayToTheirOrigin) {
  json steps = json::array();
  const auto add = [&steps](int moment, const char* value, int depth) {
    steps.push_back({{"moment", moment}, {"text", "t"}, {"value", value}, {"depth", depth}});
  };
  add(9, "undefined", 0);
  add(8, "4", 1);
  add(7, "3", 2);
  add(6, "(1, undefined)", 1);
  add(5, "undefined", 2);  // the origin, of 4 and 3
  add(4, "4", 3);
  add(2, "4", 4);
  add(3, "4", 3);
  add(6, "undefined", 1);  // another one, later
  EXPECT_EQ(why_text({{"steps", steps}}, false),
            "[9]: t -> undef\n[6]: t -> (1, undef)\n[5]: t -> undef\n"
            "  [4]: t -> 4\n  [3]: t -> 4\n"
            "4 more steps: why/all shows them\n");
  EXPECT_EQ(why_text({{"steps", steps}}, true).find("more steps"), std::string::npos);
}

}  // namespace
}  // namespace spirv_oracle
