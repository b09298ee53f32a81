#include "support/json_writer.h"

#include <algorithm>
#include <sstream>

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

std::string scalar_text(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool holds_object(const Json& value) {
  return value.is_object() ||
         (value.is_array() && std::any_of(value.begin(), value.end(), holds_object));
}

void write_on_one_line(const Json& value, std::ostream& out) {
  if (!value.is_array()) {
    out << scalar_text(value);
    return;
  }
  out << '[';
  const char* separator = "";
  for (const Json& item : value) {
    out << separator;
    separator = ", ";
    write_on_one_line(item, out);
  }
  out << ']';
}

}  // namespace

void JsonWriter::start_line(std::size_t depth) { out_ << '\n' << std::string(2 * depth, ' '); }

// Members are separated by key().
void JsonWriter::start_item() {
  if (levels_.empty() || !levels_.back().is_list) return;
  Level& list = levels_.back();
  if (!list.is_empty) out_ << (list.is_spread ? "," : ", ");
  list.is_empty = false;
  if (list.is_spread) start_line(levels_.size());
}

void JsonWriter::begin_object() {
  start_item();
  out_ << '{';
  levels_.push_back({.is_spread = true});
}

void JsonWriter::end_object() {
  const bool is_empty = levels_.back().is_empty;
  levels_.pop_back();
  if (!is_empty) start_line(levels_.size());
  out_ << '}';
}

void JsonWriter::key(std::string_view name) {
  if (!levels_.back().is_empty) out_ << ',';
  levels_.back().is_empty = false;
  start_line(levels_.size());
  out_ << scalar_text(Json(name)) << ": ";
}

void JsonWriter::begin_list(bool has_objects) {
  start_item();
  out_ << '[';
  levels_.push_back({.is_list = true, .is_spread = has_objects});
}

void JsonWriter::end_list() {
  const Level list = levels_.back();
  levels_.pop_back();
  if (list.is_spread && !list.is_empty) start_line(levels_.size());
  out_ << ']';
}

void JsonWriter::value(const Json& value) {
  start_item();
  spread(value, levels_.size());
}

void JsonWriter::spread(const Json& value, std::size_t depth) {
  if (value.empty() || !holds_object(value)) return write_on_one_line(value, out_);
  const bool is_object = value.is_object();
  out_ << (is_object ? '{' : '[');
  const char* separator = "";
  for (auto item = value.begin(); item != value.end(); ++item) {
    out_ << separator;
    separator = ",";
    start_line(depth + 1);
    if (is_object) out_ << scalar_text(Json(item.key())) << ": ";
    spread(*item, depth + 1);
  }
  start_line(depth);
  out_ << (is_object ? '}' : ']');
}

std::string json_text(const Json& document) {
  std::ostringstream text;
  JsonWriter(text).value(document);
  text << '\n';
  return std::move(text).str();
}

}  // namespace spirv_oracle
