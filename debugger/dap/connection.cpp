#include "debugger/dap/connection.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstring>
#include <memory>
#include <utility>

#include "debugger/dap/framing.h"
#include "debugger/dap/server.h"

namespace spirv_oracle::dap {
namespace {

constexpr int tick_ms = 200;                         // for the progress of long requests
constexpr int patience_ms = 5 * 1000;                // of the last writes
constexpr std::chrono::seconds patience_of_tcp{10};  // with clients that do not speak the protocol
// For clients that read slowly. From many_waiting_bytes of unread output on, we read nothing more from the target, which
// therefore waits. If the client then reads nothing for patience_of_output, or max_waiting_bytes accumulate, we disconnect it.
constexpr std::size_t max_waiting_bytes = 64 << 20;
constexpr std::size_t many_waiting_bytes = 1 << 20;
constexpr std::chrono::seconds patience_of_output{60};

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int get() const { return number_; }

 private:
  int number_;
};

// Bytes for a client. They accumulate while the client does not read, up to a limit.
class Outbox {
 public:
  explicit Outbox(int descriptor) : descriptor_(descriptor) {}

  void add(std::string_view bytes) {
    if (is_empty()) progress_ = Clock::now();
    if (!failed_) bytes_ += bytes;
    if (size() > max_waiting_bytes) failed_ = true;
  }
  bool is_empty() const { return size() == 0; }
  bool has_many() const { return size() >= many_waiting_bytes; }
  // The client has gone, or takes nothing.
  bool has_failed() const {
    return failed_ || (has_many() && Clock::now() - progress_ > patience_of_output);
  }

  // Writes some bytes. To be called when the descriptor is ready for them.
  void write_some() {
    const char* next = bytes_.data() + written_;
    ssize_t count = ::send(descriptor_, next, size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    // A pipe that is ready takes this many bytes without waiting.
    if (count < 0 && errno == ENOTSOCK)
      count = ::write(descriptor_, next, std::min<std::size_t>(size(), PIPE_BUF));
    if (count < 0 && errno != EINTR && errno != EAGAIN) failed_ = true;
    if (count <= 0) return;
    progress_ = Clock::now();
    written_ += static_cast<std::size_t>(count);
    if (written_ < bytes_.size() / 2) return;
    bytes_.erase(0, written_);
    written_ = 0;
  }

  // Writes everything, unless the client takes nothing for a while.
  void flush() {
    while (!is_empty() && !failed_) {
      pollfd ready{descriptor_, POLLOUT, 0};
      const int polled = ::poll(&ready, 1, patience_ms);
      if (polled < 0 && errno == EINTR) continue;
      if (polled <= 0 || (ready.revents & POLLOUT) == 0) return;
      write_some();
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t size() const { return bytes_.size() - written_; }

  int descriptor_;
  std::string bytes_;
  std::size_t written_ = 0;  // of `bytes_`
  Clock::time_point progress_;
  bool failed_ = false;
};

struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;
  bool is_loopback = false;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

Result<Address> parse_address(const std::string& text, std::uint16_t port) {
  Address address;
  auto* v4 = reinterpret_cast<sockaddr_in*>(&address.storage);
  auto* v6 = reinterpret_cast<sockaddr_in6*>(&address.storage);
  if (inet_pton(AF_INET, text.c_str(), &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(port);
    address.size = sizeof(sockaddr_in);
    address.is_loopback = (ntohl(v4->sin_addr.s_addr) >> 24U) == 127;
    return address;
  }
  if (inet_pton(AF_INET6, text.c_str(), &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(port);
    address.size = sizeof(sockaddr_in6);
    address.is_loopback = IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr) != 0;
    return address;
  }
  return bad_input(fmt::format("--listen: '{}' is not an IP address", text));
}

std::uint16_t port_of(int listener) {
  sockaddr_storage storage{};
  socklen_t size = sizeof(storage);
  getsockname(listener, reinterpret_cast<sockaddr*>(&storage), &size);
  return ntohs(storage.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_port
                   : reinterpret_cast<const sockaddr_in*>(&storage)->sin_port);
}

// Reads the bytes that have arrived, and passes the messages in them to the server. False: the input has ended.
Result<bool> read_some(int in, MessageReader& reader, Server& server) {
  std::array<char, 1 << 16> buffer{};
  const ssize_t count = ::read(in, buffer.data(), buffer.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (count <= 0) return false;
  reader.feed({buffer.data(), static_cast<std::size_t>(count)});
  while (!server.has_ended()) {
    auto message = reader.next();
    if (!message) return tl::unexpected(message.error());
    if (!*message) break;
    server.receive(**message);
  }
  return true;
}

}  // namespace

Result<void> serve(int in, int out, const TargetStarter& start,
                   std::optional<std::chrono::seconds> patience) {
  const auto begin = std::chrono::steady_clock::now();
  std::signal(SIGPIPE, SIG_IGN);
  Outbox outbox(out);
  Server server(start, [&outbox](const nlohmann::json& message) { outbox.add(framed(message)); });
  MessageReader reader;
  Result<bool> goes_on = true;
  while (goes_on && *goes_on && !outbox.has_failed() && !server.has_ended()) {
    const bool takes_output = !outbox.has_many();
    std::array<pollfd, 3> ready{{{in, POLLIN, 0},
                                 {takes_output ? server.target_descriptor() : -1, POLLIN, 0},
                                 {outbox.is_empty() ? -1 : out, POLLOUT, 0}}};
    if (::poll(ready.data(), ready.size(), tick_ms) < 0 && errno != EINTR) break;
    if (takes_output) server.check_target();
    if (ready[2].revents != 0) outbox.write_some();
    if (ready[0].revents != 0) goes_on = read_some(in, reader, server);
    // Others may be waiting for this one to end.
    if (patience && !server.is_initialized() &&
        std::chrono::steady_clock::now() - begin > *patience)
      return bad_input("it has not sent the request initialize");
  }
  outbox.flush();
  if (!goes_on) return tl::unexpected(goes_on.error());
  return {};
}

Result<void> serve_tcp(const std::string& text, std::uint16_t port, const TargetStarter& start,
                       std::ostream& log) {
  const auto address = parse_address(text, port);
  if (!address) return tl::unexpected(address.error());
  const Descriptor listener(::socket(address->storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  if (::bind(listener.get(), address->get(), address->size) != 0 ||
      ::listen(listener.get(), 4) != 0)
    return bad_input(
        fmt::format("cannot listen on {} port {}: {}", text, port, std::strerror(errno)));
  if (!address->is_loopback)
    log << "spirv-debug: warning: anyone who can connect to " << text
        << " can run programs and read files with your permissions\n";
  log << fmt::format("spirv-debug: listening on {} port {}\n", text, port_of(listener.get()))
      << std::flush;
  for (;;) {
    const Descriptor client(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (client.get() < 0) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      return bad_input(fmt::format("cannot accept a client: {}", std::strerror(errno)));
    }
    setsockopt(client.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
    if (auto served = serve(client.get(), client.get(), start, patience_of_tcp); !served)
      log << "spirv-debug: a client was disconnected: " << served.error().message << '\n'
          << std::flush;
  }
}

}  // namespace spirv_oracle::dap
