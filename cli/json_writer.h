// JSON documents, written piece by piece: a document with large buffers never exists as a whole in memory.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace spirv_oracle {

// Writes values in the order of the calls. Objects spread over lines, and so do lists that contain them; any other list
// is on one line.
class JsonWriter {
 public:
  explicit JsonWriter(std::ostream& out) : out_(out) {}

  void begin_object();
  void end_object();
  // The name of the member whose value comes next.
  void key(std::string_view name);
  // A list of values that contain no object; with `has_objects`, of values that do.
  void begin_list(bool has_objects = false);
  void end_list();
  // A complete value. Outside of lists, arrays that contain an object spread over lines.
  void value(const nlohmann::ordered_json& value);

 private:
  struct Level {
    bool is_list = false;
    bool is_spread = false;  // each item on lines of its own
    bool is_empty = true;
  };
  void start_item();
  void start_line(std::size_t depth);
  void spread(const nlohmann::ordered_json& value, std::size_t depth);

  std::ostream& out_;
  std::vector<Level> levels_;
};

// A document as text, as JsonWriter writes it.
std::string json_text(const nlohmann::ordered_json& document);

}  // namespace spirv_oracle
