// The user's line, with editing, history and completion by libedit.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spirv_oracle {

class LineEditor {
 public:
  // Of a line up to the cursor: the beginning of the word that is completed, and what it may become.
  struct Completion {
    std::string word;
    std::vector<std::string> candidates;
    bool is_command = false;
  };
  using Completer = std::function<Completion(std::string_view line)>;

  // The history is kept in the file; "": nowhere.
  LineEditor(std::string prompt, std::string history_file, Completer completer);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // The next line, without its end; none at the end of input. Ctrl-C begins a new line.
  std::optional<std::string> read();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Where the history of this user is kept, by XDG_STATE_HOME; makes the folder. "" if there is none.
std::string history_path();

}  // namespace spirv_oracle
