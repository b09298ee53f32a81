#include "interpreter/debugger/checkpoints.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <fstream>
#include <string>

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_checkpoints = 64;

// What a process has that it does not share.
std::uint64_t own_bytes(pid_t process) {
  std::ifstream map("/proc/" + std::to_string(process) + "/smaps_rollup");
  std::uint64_t kibibytes = 0;
  for (std::string name; map >> name;) {
    if (name == "Private_Dirty:") {
      map >> kibibytes;
      break;
    }
  }
  return kibibytes * 1024;
}

}  // namespace

bool Checkpoints::is_due() const {
  return checkpoints_.empty() || Clock::now() - last_ >= interval_;
}

Json Checkpoints::make(std::uint64_t moment, Channel& client) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return nullptr;
  const pid_t process = fork();
  if (process != 0) {
    close(ends[1]);
    if (process > 0) {
      checkpoints_.push_back({moment, process, ends[0]});
      limit_memory();
    } else {
      close(ends[0]);  // no more processes: the run goes on without
    }
    last_ = Clock::now();
    return nullptr;
  }
  client = Channel();
  checkpoints_.push_back({moment, getpid(), ends[0]});
  Channel self(ends[1]);
  for (;;) {
    int descriptor = -1;
    auto message = self.receive_with(descriptor);
    if (!message) _exit(0);
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }  // the copies that were woken before
    const pid_t woken = fork();
    if (woken == 0) {
      client = Channel(descriptor);
      last_ = Clock::now();
      return std::move(*message);
    }
    close(descriptor);
  }
}

std::size_t Checkpoints::find(std::uint64_t moment) const {
  std::size_t found = 0;
  for (std::size_t i = 0; i < checkpoints_.size() && checkpoints_[i].moment <= moment; ++i)
    found = i;
  return found;
}

void Checkpoints::wake(std::size_t index, const Json& message, const Channel& client) {
  const Channel to(checkpoints_[index].socket);
  to.send_with(message, client.descriptor());
  forget_from(index + 1);
  _exit(0);
}

void Checkpoints::forget_from(std::size_t index) {
  while (checkpoints_.size() > index) remove(checkpoints_.size() - 1);
}

void Checkpoints::remove(std::size_t index) {
  kill(checkpoints_[index].process, SIGKILL);
  waitpid(checkpoints_[index].process, nullptr, 0);  // unless it is the child of another copy
  close(checkpoints_[index].socket);
  checkpoints_.erase(checkpoints_.begin() + static_cast<std::ptrdiff_t>(index));
}

// Every second one goes, and the next ones are twice as far apart. The first one stays.
void Checkpoints::limit_memory() {
  bool is_over = checkpoints_.size() > most_checkpoints;
  if (!is_over && checkpoints_.size() % 8 == 0) {
    std::uint64_t bytes = 0;
    for (const Checkpoint& checkpoint : checkpoints_) bytes += own_bytes(checkpoint.process);
    is_over = bytes > max_bytes_ && checkpoints_.size() > 1;
  }
  if (!is_over) return;
  for (std::size_t i = checkpoints_.size(); i-- > 1;) {
    if (i % 2 == 1) remove(i);
  }
  interval_ *= 2;
}

Json Checkpoints::describe() const {
  Json moments = Json::array();
  std::uint64_t bytes = 0;
  for (const Checkpoint& checkpoint : checkpoints_) {
    moments.push_back(checkpoint.moment);
    bytes += own_bytes(checkpoint.process);
  }
  return {{"moments", moments}, {"bytes", bytes}};
}

}  // namespace spirv_oracle
