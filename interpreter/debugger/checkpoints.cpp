#include "interpreter/debugger/checkpoints.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <algorithm>
#include <fstream>
#include <string>

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_checkpoints = 64;

// What a process has that it does not share.
std::uint64_t private_bytes(pid_t process) {
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

// The memory of this process that is not that of files: at least what its copies can have for themselves.
std::uint64_t anonymous_bytes() {
  std::ifstream counts("/proc/self/statm");
  std::uint64_t all = 0, resident = 0, of_files = 0;
  counts >> all >> resident >> of_files;
  return (resident - std::min(resident, of_files)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
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
void Checkpoints::thin_out() {
  for (std::size_t i = checkpoints_.size(); i-- > 1;) {
    if (i % 2 == 1) remove(i);
  }
  interval_ *= 2;
}

void Checkpoints::limit_memory() {
  if (checkpoints_.size() > most_checkpoints) thin_out();
  // A checkpoint shares pages until this process writes them, so that its own bytes grow. At most, they are as many as this
  // process has now. To count them exactly takes time.
  if (checkpoints_.size() * anonymous_bytes() <= max_bytes_) return;
  const bool is_near = measured_count_ == 0 ||
                       measured_bytes_ / measured_count_ * checkpoints_.size() > max_bytes_ / 2;
  if (!is_near && checkpoints_.size() < 2 * measured_count_) return;
  const auto begin = Clock::now();
  for (;;) {
    measured_bytes_ = own_bytes();
    measured_count_ = checkpoints_.size();
    if (measured_count_ == 1 || measured_bytes_ <= max_bytes_) break;
    thin_out();
  }
  const auto taken = std::chrono::ceil<std::chrono::milliseconds>(Clock::now() - begin);
  interval_ = std::max(interval_, 5 * taken);
}

std::uint64_t Checkpoints::own_bytes() const {
  std::uint64_t bytes = 0;
  for (const Checkpoint& checkpoint : checkpoints_) bytes += private_bytes(checkpoint.process);
  return bytes;
}

Json Checkpoints::describe() const {
  Json moments = Json::array();
  for (const Checkpoint& checkpoint : checkpoints_) moments.push_back(checkpoint.moment);
  return {{"moments", moments}, {"bytes", own_bytes()}};
}

}  // namespace spirv_oracle
