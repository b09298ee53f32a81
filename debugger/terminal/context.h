// What the commands of the terminal work on: the target, where it is, and what the user has set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/target.h"
#include "debugger/text/style.h"
#include "debugger/text/workgroups.h"

namespace spirv_oracle {

// A breakpoint, watchpoint or other stop point of the user.
struct UserStopPoint {
  std::int64_t id = 0;
  nlohmann::json request;   // as `set_stops` takes it
  std::int64_t line = 0;    // in the current RUN, if it is at a line
  std::string description;  // "reduce.comp:14", "write of sums[0]"; for people
  bool enabled = true;
  std::string
      message;  // of the target; "" if the stop point is verified and there is nothing to say
};

struct Display {
  std::int64_t id = 0;
  std::string expression;
};

class Context {
 public:
  Context(Target& target, std::ostream& out, const TextStyle& style);

  // Sends a request and waits; Ctrl-C pauses a run meanwhile.
  Result<nlohmann::json> ask(std::string_view command,
                             nlohmann::json arguments = nlohmann::json::object());

  // Asks for a result that is a list. Errors: bad_input where it is not one.
  Result<nlohmann::json> ask_list(std::string_view command,
                                  nlohmann::json arguments = nlohmann::json::object());

  // Prints text, in lines that are not longer than the terminal is wide.
  void print(std::string_view text) { out_ << wrapped_lines(text, style_.width); }

  // Sends a request that resumes. stop() is then where the run stops.
  Result<void> resume(std::string_view command, nlohmann::json arguments);
  // Shows the current stop, and what `display` asks for.
  Result<void> show_stop();

  // Puts the focus elsewhere ({"lane": 3}, or {} to leave it); the focus, with the coordinates of its workgroup.
  Result<nlohmann::json> change_focus(nlohmann::json arguments);
  // Puts the focus elsewhere, and shows what it is on.
  Result<void> focus(nlohmann::json arguments);
  // Both names of a workgroup; `given`: one of them. Errors: bad_input if the dispatch has no such workgroup.
  Result<WorkgroupName> workgroup(const nlohmann::json& given);
  // The place that the selected frame of the focused lane is at: one of `stack`, or the stop itself.
  Result<nlohmann::json> place();

  // Tells the target the enabled stop points, and remembers what it says about each: it may be different for each run of a
  // script.
  Result<void> send_stop_points();

  // Whether an enabled stop point is at a line.
  bool has_stop_point(const std::string& file, std::size_t line) const;
  // The lines of a source file of the program; empty if it is not known. The end of the path is enough.
  const std::vector<std::string>& source_lines(const std::string& file);
  std::string source_line(const std::string& file, std::int64_t line);

  std::ostream& out() { return out_; }
  const TextStyle& style() const { return style_; }
  // The terminal has another size now.
  void set_width(std::size_t columns) { style_.width = columns; }
  const nlohmann::json& stop() const { return stop_; }
  std::vector<UserStopPoint>& stop_points() { return stop_points_; }
  std::vector<Display>& displays() { return displays_; }
  std::int64_t next_id() { return next_id_++; }
  std::size_t frame = 0;  // the selected one
  bool quits = false;     // the user has asked to quit
  int file_depth = 0;     // of command files that run command files

 private:
  Result<void> load_sources();
  void forget_hit_once();

  Target& target_;
  std::ostream& out_;
  TextStyle style_;
  nlohmann::json stop_;
  std::vector<UserStopPoint> stop_points_;
  std::vector<Display> displays_;
  std::int64_t next_id_ = 1;
  std::int64_t sources_of_dispatch_ = -1;  // whose sources have been loaded
  std::map<std::string, std::vector<std::string>, std::less<>> sources_;
};

}  // namespace spirv_oracle
