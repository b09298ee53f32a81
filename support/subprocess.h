// Runs other programs without a shell.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/deadline.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// The path of a program on PATH; "" if there is none.
std::string find_program(const std::string& name);

struct ProgramResult {
  int status = 0;      // exit status; 128 + N if signal N ended it
  std::string output;  // of both output streams
};

// Runs a program to its end, with empty standard input. `arguments` does not contain the program.
// Errors: bad_input if it cannot be started; limit if it still runs at the deadline, and is then
// killed.
Result<ProgramResult> run_program(const std::string& path,
                                  const std::vector<std::string>& arguments,
                                  Deadline deadline = no_deadline);

// A folder for temporary files. The destructor removes it with its contents.
class TemporaryFolder {
 public:
  static Result<TemporaryFolder> create();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)) {
    other.path_.clear();
  }
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace spirv_oracle
