#include "debugger/terminal/line_editor.h"

#include <fcntl.h>
#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <filesystem>
#include <system_error>

namespace spirv_oracle {

struct LineEditor::State {
  std::string prompt;
  std::string history_file;
  Completer completer;
  bool is_cancelled = false;  // by Ctrl-C
  EditLine* editor = nullptr;
  History* history = nullptr;
};

namespace {

constexpr int history_size = 1000;

constexpr wchar_t control_c = 3;

// Ctrl-C writes a byte into this pipe. Another thread may get the signal, so that it does not end a read.
int interrupt_pipe[2] = {-1, -1};

void note_interrupt(int /*signal*/) {
  const int error = errno;
  (void)!::write(interrupt_pipe[1], "", 1);
  errno = error;
}

// While it lives, Ctrl-C is a character that read_character() reads, and does not end the process.
class InterruptIsCharacter {
 public:
  InterruptIsCharacter() {
    if (interrupt_pipe[0] < 0 && pipe2(interrupt_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return;
    struct sigaction action {};
    action.sa_handler = &note_interrupt;
    sigaction(SIGINT, &action, &before_);
    is_set_ = true;
  }
  ~InterruptIsCharacter() {
    if (is_set_) sigaction(SIGINT, &before_, nullptr);
  }
  InterruptIsCharacter(const InterruptIsCharacter&) = delete;
  InterruptIsCharacter& operator=(const InterruptIsCharacter&) = delete;

 private:
  struct sigaction before_ {};
  bool is_set_ = false;
};

// Reads a character for libedit. Returns how many it has read, or -1.
int read_character(EditLine* /*from*/, wchar_t* character) {
  std::mbstate_t state{};
  for (;;) {
    char byte = 0;
    pollfd ready[2] = {{STDIN_FILENO, POLLIN, 0}, {interrupt_pipe[0], POLLIN, 0}};
    if (::poll(ready, 2, -1) < 0 && errno == EINTR) continue;
    if ((ready[1].revents & POLLIN) != 0 && ::read(interrupt_pipe[0], &byte, 1) == 1) {
      *character = control_c;
      return 1;
    }
    const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return static_cast<int>(count);
    const std::size_t used = std::mbrtowc(character, &byte, 1, &state);
    if (used == static_cast<std::size_t>(-2)) continue;  // the character has more bytes
    if (used != static_cast<std::size_t>(-1)) return 1;
    state = {};  // not a character in this encoding: left out
  }
}

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
  std::setlocale(LC_CTYPE, "");  // in which the user types
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
  using CancelFunction = unsigned char (*)(EditLine*, int);
  const CancelFunction cancel = [](EditLine* from, int) -> unsigned char {
    State* state = nullptr;
    el_get(from, EL_CLIENTDATA, &state);
    state->is_cancelled = true;
    return CC_NEWLINE;
  };
  el_set(editor, EL_ADDFN, "cancel-line", "Begin a new line", cancel);
  el_set(editor, EL_BIND, "^C", "cancel-line", nullptr);
  el_set(editor, EL_GETCFN, &read_character);
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
  const InterruptIsCharacter interrupt;
  int count = 0;
  const char* line = nullptr;
  el_resize(state_->editor);
  do {
    state_->is_cancelled = false;
    line = el_gets(state_->editor, &count);
  } while (state_->is_cancelled);
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
