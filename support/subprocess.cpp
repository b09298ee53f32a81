#include "support/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "support/text.h"

namespace spirv_oracle {
namespace {

// The interval between checks of a deadline.
constexpr int milliseconds_between_looks = 10;

// Both ends of a pipe, closed by the destructor.
class Pipe {
 public:
  Pipe() { is_open_ = pipe2(ends_.data(), O_CLOEXEC) == 0; }
  ~Pipe() {
    if (!is_open_) return;
    close(ends_[0]);
    close_writing();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  bool is_open() const { return is_open_; }
  int writing() const { return ends_[1]; }
  void close_writing() {
    if (ends_[1] >= 0) close(std::exchange(ends_[1], -1));
  }
  // Appends data until the other end is closed. False: it was not closed at the deadline.
  bool read_all(std::string& text, Deadline deadline) const {
    std::array<char, 4096> chunk{};
    while (wait_for_more(deadline)) {
      const ssize_t count = read(ends_[0], chunk.data(), chunk.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return true;
      text.append(chunk.data(), static_cast<std::size_t>(count));
    }
    return false;
  }

 private:
  bool wait_for_more(Deadline deadline) const {
    if (deadline == no_deadline) return true;  // read() blocks
    while (!is_past(deadline)) {
      pollfd readable{ends_[0], POLLIN, 0};
      if (poll(&readable, 1, milliseconds_between_looks) > 0) return true;
    }
    return false;
  }

  std::array<int, 2> ends_{-1, -1};
  bool is_open_ = false;
};

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void print_to(int descriptor) {
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, descriptor, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, descriptor, STDERR_FILENO);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return "";
  for (const std::string_view folder : split_outside_parentheses(path, ':')) {
    if (folder.empty()) continue;
    std::string file = fmt::format("{}/{}", folder, name);
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

Result<ProgramResult> run_program(const std::string& path,
                                  const std::vector<std::string>& arguments, Deadline deadline) {
  const auto failed = [&](int error) {
    return bad_input(fmt::format("cannot run {}: {}", path, std::strerror(error)));
  };
  Pipe printed;
  if (!printed.is_open()) return failed(errno);
  FileActions actions;
  actions.print_to(printed.writing());
  std::vector<char*> words;
  words.push_back(const_cast<char*>(path.c_str()));
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  pid_t process = 0;
  const int error =
      posix_spawn(&process, path.c_str(), actions.get(), nullptr, words.data(), environ);
  if (error != 0) return failed(error);
  printed.close_writing();
  ProgramResult result;
  const bool in_time = printed.read_all(result.output, deadline);
  if (!in_time) kill(process, SIGKILL);
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return failed(errno);
  }
  if (!in_time) return limit_reached(fmt::format("{} exceeded the time limit", path));
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

Result<TemporaryFolder> TemporaryFolder::create() {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error) folder = "/tmp";
  // mkdtemp requires six X at the end, and replaces them.
  std::string path = (folder / ("spirv-oracle-" + std::string(6, 'X'))).string();
  if (mkdtemp(path.data()) == nullptr)
    return bad_input(fmt::format("cannot make a folder {}: {}", path, std::strerror(errno)));
  return TemporaryFolder(path);
}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace spirv_oracle
