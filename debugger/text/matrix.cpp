#include "debugger/text/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "debugger/fields.h"
#include "debugger/text/values.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

struct Row {
  std::string name;
  std::vector<std::string> cells;  // one for each lane
};

std::string activity(const json& lane) {
  if (flag_field(lane, "active")) return "*";
  return field(lane, "alive") == false ? "x" : ".";
}

bool all_active(const json& lanes) {
  return std::ranges::all_of(lanes, [](const json& lane) { return flag_field(lane, "active"); });
}

std::vector<Row> rows_of(const json& matrix) {
  const json& lanes = list_field(matrix, "lanes");
  std::vector<Row> rows(all_active(lanes) ? 1 : 2);
  rows[0].name = "lane";
  if (rows.size() > 1) rows[1].name = "active";
  for (const json& lane : lanes) {
    rows[0].cells.push_back(std::to_string(integer_field_or(lane, "lane", 0)));
    if (rows.size() > 1) rows[1].cells.push_back(activity(lane));
  }
  for (const json& expression : list_field(matrix, "rows")) {
    Row row{text_field(expression, "name"), {}};
    for (const json& cell : list_field(expression, "cells")) {
      const char* mark = text_field(cell, "enclosure").empty() ? "" : "~";
      row.cells.push_back(text_field(cell, "state") == "unavailable" ? "-"
                                                                     : value_text(cell) + mark);
    }
    row.cells.resize(lanes.size(), "-");
    rows.push_back(std::move(row));
  }
  return rows;
}

std::size_t column_width(const std::vector<Row>& rows, std::size_t lane) {
  std::size_t width = 1;
  for (const Row& row : rows) width = std::max(width, columns_of(row.cells[lane]));
  return width;
}

// The first lane that is too much for a line that begins with `first`.
std::size_t end_of_table(const std::vector<Row>& rows, std::size_t first, std::size_t name_width,
                         std::size_t line_width) {
  const std::size_t count = rows[0].cells.size();
  std::size_t used = name_width;
  std::size_t lane = first;
  for (; lane < count; ++lane) {
    used += 2 + column_width(rows, lane);
    if (used > line_width && lane > first) break;
  }
  return lane;
}

}  // namespace

std::string matrix_text(const json& matrix, const TextStyle& style) {
  const std::vector<Row> rows = rows_of(matrix);
  std::size_t name_width = 0;
  for (const Row& row : rows) name_width = std::max(name_width, columns_of(row.name));
  std::string text;
  for (std::size_t first = 0; first < rows[0].cells.size();) {
    const std::size_t end = end_of_table(rows, first, name_width, style.width);
    if (first > 0) text += '\n';
    for (const Row& row : rows) {
      std::string line = left_aligned(row.name, name_width);
      for (std::size_t lane = first; lane < end; ++lane)
        line += "  " + right_aligned(row.cells[lane], column_width(rows, lane));
      text += &row == rows.data() ? painted(style, Emphasis::dim, line) : line;
      text += '\n';
    }
    first = end;
  }
  return text;
}

std::string lane_list_text(const json& matrix) {
  std::string text;
  const json& lanes = list_field(matrix, "lanes");
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const std::string mark = activity(lanes[i]);
    const bool is_fragment = field(lanes[i], "pixel").is_array();
    text += fmt::format("lane {}, {} {}{}{}\n", integer_field_or(lanes[i], "lane", 0),
                        is_fragment ? "pixel" : "global id",
                        coordinates_text(field(lanes[i], is_fragment ? "pixel" : "invocation")),
                        flag_field(lanes[i], "helper") ? ", helper" : "",
                        mark == "*"   ? ""
                        : mark == "x" ? ", ended"
                                      : ", inactive");
    for (const json& row : list_field(matrix, "rows")) {
      const json& cells = list_field(row, "cells");
      if (i >= cells.size()) continue;
      text += fmt::format("  {} = {}\n", text_field(row, "name"), enclosed_text(cells[i]));
    }
  }
  return text;
}

}  // namespace spirv_oracle
