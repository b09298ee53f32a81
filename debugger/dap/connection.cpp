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
#include <climits>
#include <csignal>
#include <cstring>
#include <memory>
#include <utility>

#include "debugger/dap/framing.h"
#include "debugger/dap/server.h"

namespace spirv_oracle::dap {
namespace {

constexpr int tick_ms = 200;            // for the progress of long requests
constexpr int patience_ms = 30 * 1000;  // of writes

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

// Writes everything, unless the other side has gone or takes nothing.
bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    pollfd ready{descriptor, POLLOUT, 0};
    const int polled = ::poll(&ready, 1, patience_ms);
    if (polled < 0 && errno == EINTR) continue;
    if (polled <= 0 || (ready.revents & POLLOUT) == 0) return false;
    // A pipe that is ready takes this many bytes without waiting.
    const ssize_t written =
        ::write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
    if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

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

}  // namespace

Result<void> serve(int in, int out, const TargetStarter& start) {
  std::signal(SIGPIPE, SIG_IGN);
  bool is_connected = true;
  Server server(start, [&](const nlohmann::json& message) {
    is_connected = is_connected && write_all(out, framed(message));
  });
  MessageReader reader;
  std::array<char, 1 << 16> buffer{};
  while (is_connected && !server.has_ended()) {
    std::array<pollfd, 2> ready{{{in, POLLIN, 0}, {server.target_descriptor(), POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), tick_ms) < 0 && errno != EINTR) break;
    server.check_target();
    if ((ready[0].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
    const ssize_t count = ::read(in, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) break;
    reader.feed({buffer.data(), static_cast<std::size_t>(count)});
    for (;;) {
      auto message = reader.next();
      if (!message) return tl::unexpected(message.error());
      if (!*message || server.has_ended()) break;
      server.receive(**message);
    }
  }
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
    log << "spirv-debug: warning: whoever can connect to " << text
        << " can run programs and read files as you\n";
  log << fmt::format("spirv-debug: listening on {} port {}\n", text, port_of(listener.get()))
      << std::flush;
  for (;;) {
    const Descriptor client(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (client.get() < 0) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      return bad_input(fmt::format("cannot accept a client: {}", std::strerror(errno)));
    }
    setsockopt(client.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
    if (auto served = serve(client.get(), client.get(), start); !served)
      log << "spirv-debug: a client was disconnected: " << served.error().message << '\n'
          << std::flush;
  }
}

}  // namespace spirv_oracle::dap
