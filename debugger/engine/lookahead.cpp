#include "debugger/engine/lookahead.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace spirv_oracle {
namespace {

constexpr std::uint64_t max_lookahead_moments = 50'000'000;

}  // namespace

Lookahead::Result Lookahead::run(std::uint64_t moment) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return Result::failed;
  const pid_t process = fork();
  if (process == 0) {
    close(ends[0]);
    result_ = ends[1];
    last_moment_ = moment + max_lookahead_moments;
    return Result::in_lookahead;
  }
  close(ends[1]);
  char lacks_marks = 0;
  while (process > 0 && read(ends[0], &lacks_marks, 1) < 0 && errno == EINTR) {
  }
  close(ends[0]);
  if (process < 0) return Result::failed;
  waitpid(process, nullptr, 0);
  return lacks_marks != 0 ? Result::lacks_marks : Result::complete;
}

void Lookahead::end(bool lacks_marks) const {
  const char answer = lacks_marks ? 1 : 0;
  (void)!write(result_, &answer, 1);
  _exit(0);
}

}  // namespace spirv_oracle
