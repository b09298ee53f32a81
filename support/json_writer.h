// Writes JSON documents piece by piece, so that a document with large buffers is never in memory as
// a whole.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace spirv_oracle {

// Writes values in the order of the calls. Objects use several lines, and so do lists that contain
// objects; any other list is on one line.
class JsonWriter {
 public:
  explicit JsonWriter(std::ostream& out) : out_(out) {}

  void begin_object();
  void end_object();
  // Writes the name of the member whose value follows.
  void key(std::string_view name);
  // Begins a list of values without objects; with `has_objects`, of values with objects.
  void begin_list(bool has_objects = false);
  void end_list();
  // Writes a complete value. Outside lists, arrays that contain an object use several lines.
  void value(const nlohmann::ordered_json& value);

 private:
  struct Level {
    bool is_list = false;
    bool is_spread = false;  // each item has lines of its own
    bool is_empty = true;
  };
  void start_item();
  void start_line(std::size_t depth);
  void spread(const nlohmann::ordered_json& value, std::size_t depth);

  std::ostream& out_;
  std::vector<Level> levels_;
};

// A document as text, in the format of JsonWriter.
std::string json_text(const nlohmann::ordered_json& document);

}  // namespace spirv_oracle
