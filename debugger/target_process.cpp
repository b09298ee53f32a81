#include "debugger/target_process.h"

#include <unistd.h>

#include <exception>
#include <ostream>
#include <streambuf>

#include "builtins/register_all.h"
#include "debugger/bundle_program.h"
#include "spirv_run/run.h"
#include "support/large_stack.h"

namespace spirv_oracle {
namespace {

// Sends the program's output to the client, line by line.
class OutputBuffer final : public std::streambuf {
 public:
  OutputBuffer(DebugTarget& target, std::string category)
      : target_(target), category_(std::move(category)) {}

 protected:
  int_type overflow(int_type character) override {
    if (character == traits_type::eof()) return traits_type::not_eof(character);
    text_ += traits_type::to_char_type(character);
    if (text_.back() == '\n') sync();
    return character;
  }

  int sync() override {
    if (!text_.empty()) target_.send_output(category_, std::exchange(text_, {}));
    return 0;
  }

 private:
  DebugTarget& target_;
  std::string category_;
  std::string text_;
};

int run_program(DebugTarget& target, const std::vector<std::string>& arguments) {
  OutputBuffer out_buffer(target, "stdout"), err_buffer(target, "stderr");
  std::ostream out(&out_buffer), err(&err_buffer);
  int status = static_cast<int>(Status::bad_input);
  try {
    if (arguments.size() == 1 && is_bundle(arguments[0])) {
      status = run_bundle(arguments[0], target, out, err);
    } else {
      status = spirv_run(arguments, default_registry(), {out, err, false, false}, &target, &target);
    }
  } catch (const std::exception& error) {
    err << "spirv-debug: internal error (a bug in this program; please report it): " << error.what()
        << '\n';
  }
  out.flush();
  err.flush();
  return status;
}

}  // namespace

void run_target(Channel client, const std::vector<std::string>& arguments,
                const DebugTargetOptions& options) {
  // Copies of the process can be ended together.
  setpgid(0, 0);
  const std::string too_deep = "spirv-debug: the input nests deeper than the stack allows\n";
  run_with_large_stack({STDERR_FILENO, too_deep}, [&] {
    DebugTarget target(std::move(client), options);
    target.serve_after_end(run_program(target, arguments));
    _exit(0);  // in a copy, the thread that started this one does not exist
    return 0;
  });
  _exit(0);
}

}  // namespace spirv_oracle
