#include "cli/report_page/report_page.h"

#include <span>

#include "cli/report_page/page_files.h"
#include "support/file.h"

namespace spirv_oracle {
namespace {

// JSON that may be inside of a <script> element: neither its end nor a comment can be written without a '<'.
std::string embedded(const nlohmann::ordered_json& data) {
  const std::string text = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      escaped += "\\u003c";  // a '<' is always in a string
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace

std::string report_page(const nlohmann::ordered_json& data) {
  std::string_view rest = page_html();
  std::string page;
  const auto put = [&](std::string_view mark, std::string_view text) {
    const std::size_t at = rest.find(mark);
    page += rest.substr(0, at);
    page += text;
    rest.remove_prefix(at + mark.size());
  };
  put("@STYLE@", page_style());
  put("@DATA@", embedded(data));
  put("@SCRIPT@", page_script());
  page += rest;
  return page;
}

Result<void> write_report_page(const std::string& file, const nlohmann::ordered_json& data) {
  const std::string page = report_page(data);
  return write_file(file, std::as_bytes(std::span(page)));
}

}  // namespace spirv_oracle
