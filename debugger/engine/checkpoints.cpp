#include "debugger/engine/checkpoints.h"

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
  Json message = make_in(checkpoints_, moment, client);
  last_ = Clock::now();
  return message;
}

Json Checkpoints::make_start(std::uint64_t moment, Channel& client) {
  return make_in(starts_, moment, client);
}

Json Checkpoints::make_in(Processes& list, std::uint64_t moment, Channel& client) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return nullptr;
  const pid_t process = fork();
  if (process != 0) {
    close(ends[1]);
    if (process > 0) {
      list.push_back({moment, process, ends[0]});
      limit_memory();
    } else {
      close(ends[0]);  // no more processes: the run continues without a checkpoint
    }
    return nullptr;
  }
  client = Channel();
  list.push_back({moment, getpid(), ends[0]});
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
      keep_only(checkpoints_, message->at("checkpoints"));
      keep_only(starts_, message->at("starts"));
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

void Checkpoints::wake(std::size_t index, Json message, const Channel& client) {
  const Process process = checkpoints_[index];
  forget_from(checkpoints_, process.moment + 1);
  forget_from(starts_, process.moment + 1);
  wake_process(process, std::move(message), client);
}

void Checkpoints::wake_start(Json message, const Channel& client) {
  const Process process = starts_.back();
  forget_from(checkpoints_, process.moment);
  wake_process(process, std::move(message), client);
}

void Checkpoints::wake_process(const Process& process, Json message, const Channel& client) {
  message["checkpoints"] = numbers_of(checkpoints_);
  message["starts"] = numbers_of(starts_);
  const Channel to(process.socket);
  to.send_with(message, client.descriptor());
  _exit(0);
}

void Checkpoints::forget_start() {
  if (!starts_.empty()) remove(starts_, starts_.size() - 1);
}

void Checkpoints::remove(Processes& list, std::size_t index) {
  kill(list[index].number, SIGKILL);
  waitpid(list[index].number, nullptr, 0);  // unless it is the child of another copy
  close(list[index].socket);
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
}

void Checkpoints::forget_from(Processes& list, std::uint64_t moment) {
  while (!list.empty() && list.back().moment >= moment) remove(list, list.size() - 1);
}

Json Checkpoints::numbers_of(const Processes& list) {
  Json numbers = Json::array();
  for (const Process& process : list) numbers.push_back(process.number);
  return numbers;
}

void Checkpoints::keep_only(Processes& list, const Json& numbers) {
  std::erase_if(list, [&](const Process& process) {
    const bool has_ended =
        std::find(numbers.begin(), numbers.end(), process.number) == numbers.end();
    if (has_ended) close(process.socket);
    return has_ended;
  });
}

// Ends every second checkpoint except the first, and doubles the distance of the next ones.
void Checkpoints::thin_out() {
  for (std::size_t i = checkpoints_.size(); i-- > 1;) {
    if (i % 2 == 1) remove(checkpoints_, i);
  }
  interval_ *= 2;
}

// A start is for a dispatch that runs or has a checkpoint. A run that comes to another dispatch makes its start again.
void Checkpoints::forget_unused_starts() {
  for (std::size_t i = starts_.size(); i-- > 0 && i + 1 < starts_.size();) {
    const bool is_used = std::ranges::any_of(checkpoints_, [&](const Process& checkpoint) {
      return checkpoint.moment >= starts_[i].moment && checkpoint.moment < starts_[i + 1].moment;
    });
    if (!is_used) remove(starts_, i);
  }
}

void Checkpoints::limit_memory() {
  if (checkpoints_.size() > most_checkpoints) thin_out();
  // A process shares pages until this one writes them, so that its own bytes grow. At most, they are as many as this
  // process has now. To count them exactly takes time.
  if (process_count() * anonymous_bytes() <= max_bytes_) return;
  const bool is_near =
      measured_count_ == 0 || measured_bytes_ / measured_count_ * process_count() > max_bytes_ / 2;
  if (!is_near && process_count() < 2 * measured_count_) return;
  const auto begin = Clock::now();
  for (;;) {
    measured_bytes_ = own_bytes();
    measured_count_ = process_count();
    if (checkpoints_.size() <= 1 || measured_bytes_ <= max_bytes_) break;
    thin_out();
    forget_unused_starts();
  }
  const auto taken = std::chrono::ceil<std::chrono::milliseconds>(Clock::now() - begin);
  interval_ = std::max(interval_, 5 * taken);
}

std::uint64_t Checkpoints::own_bytes() const {
  std::uint64_t bytes = 0;
  for (const Process& process : checkpoints_) bytes += private_bytes(process.number);
  for (const Process& process : starts_) bytes += private_bytes(process.number);
  return bytes;
}

Json Checkpoints::describe() const {
  Json moments = Json::array();
  for (const Process& checkpoint : checkpoints_) moments.push_back(checkpoint.moment);
  return {{"moments", moments}, {"starts", starts_.size()}, {"bytes", own_bytes()}};
}

}  // namespace spirv_oracle
