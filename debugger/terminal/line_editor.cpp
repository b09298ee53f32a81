#include "debugger/terminal/line_editor.h"

#include <histedit.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace spirv_oracle {

struct LineEditor::State {
  std::string prompt;
  std::string history_file;
  Completer completer;
  EditLine* editor = nullptr;
  History* history = nullptr;
};

namespace {

constexpr int history_size = 1000;

void ignore_signal(int /*signal*/) {}

// While it lives, Ctrl-C ends a read instead of the process.
class InterruptEndsRead {
 public:
  InterruptEndsRead() {
    struct sigaction action {};
    action.sa_handler = &ignore_signal;  // without SA_RESTART, so read() returns
    sigaction(SIGINT, &action, &before_);
  }
  ~InterruptEndsRead() { sigaction(SIGINT, &before_, nullptr); }
  InterruptEndsRead(const InterruptEndsRead&) = delete;
  InterruptEndsRead& operator=(const InterruptEndsRead&) = delete;

 private:
  struct sigaction before_ {};
};

std::size_t common_length(const std::vector<std::string>& words) {
  std::size_t length = words.front().size();
  for (const std::string& word : words) {
    const auto differs =
        std::mismatch(word.begin(), word.end(), words.front().begin(), words.front().end());
    length = std::min(length, static_cast<std::size_t>(differs.first - word.begin()));
  }
  return length;
}

void print_candidates(const std::vector<std::string>& words) {
  std::string text = "\n";
  for (const std::string& word : words) text += word + "  ";
  std::fputs((text + '\n').c_str(), stdout);
}

}  // namespace

LineEditor::LineEditor(std::string prompt, std::string history_file, Completer completer)
    : state_(std::make_unique<State>()) {
  state_->prompt = std::move(prompt);
  state_->history_file = std::move(history_file);
  state_->completer = std::move(completer);
  state_->history = history_init();
  HistEvent event{};
  history(state_->history, &event, H_SETSIZE, history_size);
  history(state_->history, &event, H_SETUNIQUE, 1);
  if (!state_->history_file.empty())
    history(state_->history, &event, H_LOAD, state_->history_file.c_str());
  state_->editor = el_init("spirv-debug", stdin, stdout, stderr);
  EditLine* const editor = state_->editor;
  el_set(editor, EL_CLIENTDATA, state_.get());
  using PromptFunction = char* (*)(EditLine*);
  const PromptFunction prompt_of = [](EditLine* from) {
    State* state = nullptr;
    el_get(from, EL_CLIENTDATA, &state);
    return state->prompt.data();
  };
  el_set(editor, EL_PROMPT, prompt_of);
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_HIST, history, state_->history);
  using CompleteFunction = unsigned char (*)(EditLine*, int);
  const CompleteFunction complete = [](EditLine* from, int) -> unsigned char {
    State* state = nullptr;
    el_get(from, EL_CLIENTDATA, &state);
    const LineInfo* line = el_line(from);
    const Completion found =
        state->completer({line->buffer, static_cast<std::size_t>(line->cursor - line->buffer)});
    if (found.candidates.empty()) return CC_REFRESH_BEEP;
    const std::size_t common = common_length(found.candidates);
    std::string more = found.candidates.front().substr(
        std::min(found.word.size(), common), common - std::min(found.word.size(), common));
    // A blank follows the name of a command, because arguments come next.
    if (found.candidates.size() == 1 && found.is_command) more += ' ';
    if (!more.empty()) el_insertstr(from, more.c_str());
    if (!more.empty() || found.candidates.size() == 1) return CC_REFRESH;
    print_candidates(found.candidates);
    return CC_REDISPLAY;
  };
  el_set(editor, EL_ADDFN, "complete-name", "Complete a command or a name", complete);
  el_set(editor, EL_BIND, "^I", "complete-name", nullptr);
  el_source(editor, nullptr);
}

LineEditor::~LineEditor() {
  HistEvent event{};
  if (!state_->history_file.empty())
    history(state_->history, &event, H_SAVE, state_->history_file.c_str());
  el_end(state_->editor);
  history_end(state_->history);
}

std::optional<std::string> LineEditor::read() {
  const InterruptEndsRead interrupt;
  int count = 0;
  const char* line = el_gets(state_->editor, &count);
  if (line == nullptr && count == -1) {  // Ctrl-C
    std::fputs("\n", stdout);
    el_reset(state_->editor);
    return "";
  }
  if (line == nullptr || count == 0) return std::nullopt;
  std::string text(line, static_cast<std::size_t>(count));
  while (text.ends_with('\n')) text.pop_back();
  HistEvent event{};
  if (!text.empty()) history(state_->history, &event, H_ENTER, text.c_str());
  return text;
}

std::string history_path() {
  std::filesystem::path folder;
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/') {
    folder = state;
  } else if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
    folder = std::filesystem::path(home) / ".local/state";
  } else {
    return "";
  }
  folder /= "spirv-debug";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error ? "" : (folder / "history").string();
}

}  // namespace spirv_oracle
