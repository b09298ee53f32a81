#include "spirv_run/batch_worker.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <utility>

namespace spirv_oracle {
namespace {

// Reads exactly that many bytes. False at the end of the stream.
bool read_all(int descriptor, void* bytes, std::size_t count) {
  auto* next = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t got = read(descriptor, next, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    next += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

// Fails if the other side has ended, which the reader notices as well.
void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

std::string contents_of(const Descriptor& file) {
  std::string text;
  std::array<char, 1u << 16> part;
  for (;;) {
    const ssize_t got =
        pread(file.number(), part.data(), part.size(), static_cast<off_t>(text.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
}

void clear(int stream) {
  [[maybe_unused]] const int failed = ftruncate(stream, 0);
  lseek(stream, 0, SEEK_SET);
}

// What the process does until the stream of requests ends.
[[noreturn]] void answer_requests(int channel, const BatchWorker::Execute& execute) {
  std::uint64_t size = 0;
  while (read_all(channel, &size, sizeof size)) {
    std::string request(size, '\0');
    if (!read_all(channel, request.data(), size)) break;
    clear(STDOUT_FILENO);
    clear(STDERR_FILENO);
    const auto status = static_cast<unsigned char>(execute(request));
    std::cout.flush();
    std::cerr.flush();
    write_all(channel, {reinterpret_cast<const char*>(&status), 1});
  }
  _exit(0);
}

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = std::exchange(other.number_, -1);
  }
  return *this;
}

void Descriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

Result<BatchWorker> BatchWorker::start(const Execute& execute) {
  BatchWorker worker;
  std::array<int, 2> ends{};
  const bool has_channel = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0;
  if (has_channel) worker.channel_ = Descriptor(ends[0]);
  const Descriptor other(has_channel ? ends[1] : -1);
  worker.output_ = Descriptor(memfd_create("output", MFD_CLOEXEC));
  worker.messages_ = Descriptor(memfd_create("messages", MFD_CLOEXEC));
  std::cout.flush();
  std::cerr.flush();
  const bool has_files = worker.output_.number() >= 0 && worker.messages_.number() >= 0;
  if (has_channel && has_files) worker.process_ = fork();
  if (!has_channel || !has_files || worker.process_ < 0)
    return limit_reached(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (worker.process_ == 0) {
    worker.channel_.close();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    dup2(worker.output_.number(), STDOUT_FILENO);
    dup2(worker.messages_.number(), STDERR_FILENO);
    answer_requests(other.number(), execute);
  }
  return worker;
}

void BatchWorker::send(std::string_view request) {
  const std::uint64_t size = request.size();
  write_all(channel_.number(), {reinterpret_cast<const char*>(&size), sizeof size});
  write_all(channel_.number(), request);
}

BatchAnswer BatchWorker::receive() {
  BatchAnswer answer;
  unsigned char status = 0;
  if (read_all(channel_.number(), &status, 1)) {
    answer.status = status;
  } else {
    int ended = 0;
    while (waitpid(process_, &ended, 0) < 0 && errno == EINTR) {
    }
    answer.has_crashed = true;
    answer.status = WIFSIGNALED(ended) ? 128 + WTERMSIG(ended) : WEXITSTATUS(ended);
  }
  answer.output = contents_of(output_);
  answer.messages = contents_of(messages_);
  return answer;
}

void BatchWorker::finish() {
  // Later processes have copies of the descriptor.
  shutdown(channel_.number(), SHUT_RDWR);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace spirv_oracle
