#include "cli/report_page/report_page.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

// The member `file` of the page's data.
std::string file_in(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t at = page.find(begin) + begin.size();
  const auto data = nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
  return data.at("file").get<std::string>();
}

TEST(ReportPage, DataCannotEndItsElement) {
  const nlohmann::ordered_json hostile{{"file", "</script><script>alert(1)</script><!--"},
                                       {"runs", nlohmann::ordered_json::array()}};
  const std::string page = report_page(hostile);
  EXPECT_EQ(count(page, "<script"), 2u);
  EXPECT_EQ(count(page, "</script>"), 2u);
  EXPECT_EQ(count(page, "<!--"), 0u);
  EXPECT_EQ(file_in(page), hostile["file"].get<std::string>());
}

// Placeholders of the template are not replaced inside inserted text.
TEST(ReportPage, DataMayLookLikeTheTemplate) {
  const nlohmann::ordered_json data{{"file", "@SCRIPT@ @DATA@ @STYLE@"}};
  EXPECT_EQ(file_in(report_page(data)), "@SCRIPT@ @DATA@ @STYLE@");
}

TEST(ReportPage, NamesWithInvalidUtf8StayReadable) {
  const nlohmann::ordered_json data{{"file", "caf\xE9.comp"}};
  EXPECT_EQ(file_in(report_page(data)), "caf\xEF\xBF\xBD.comp");
}

TEST(ReportPage, TakesNothingFromTheNetwork) {
  const std::string page = report_page({{"file", "a.comp"}});
  for (const char* part : {"http://", "https://", "src=", "@import", "fetch(", "XMLHttpRequest"}) {
    const std::size_t allowed = part == std::string("http://") ? 1 : 0;  // the namespace of SVG
    EXPECT_EQ(count(page, part), allowed) << part;
  }
}

}  // namespace
}  // namespace spirv_oracle
