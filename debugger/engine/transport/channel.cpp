#include "debugger/engine/transport/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace spirv_oracle {

using Json = nlohmann::json;

Channel::Channel(Channel&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), received_(std::move(other.received_)) {}

Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(received_, other.received_);
  return *this;
}

Channel::~Channel() {
  if (socket_ >= 0) close(socket_);
}

bool Channel::send(const Json& message) const {
  const std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t count = ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<Json> Channel::take_line() {
  const std::size_t end = received_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  Json message = Json::parse(received_.begin(),
                             received_.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
  received_.erase(0, end + 1);
  return message;
}

std::optional<Json> Channel::receive() {
  for (;;) {
    if (auto message = take_line())
      return message->is_discarded() ? std::nullopt : std::move(message);
    std::array<char, 65536> part;
    const ssize_t count = recv(socket_, part.data(), part.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    received_.append(part.data(), static_cast<std::size_t>(count));
  }
}

bool Channel::is_ready(int milliseconds) {
  if (has_received()) return true;
  pollfd wanted{socket_, POLLIN, 0};
  return poll(&wanted, 1, milliseconds) > 0;
}

bool Channel::send_with(const Json& message, int descriptor) const {
  char first = '\n';  // an empty line, which carries the descriptor
  iovec data{&first, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr header{};
  header.msg_iov = &data;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  cmsghdr* const part = CMSG_FIRSTHDR(&header);
  part->cmsg_level = SOL_SOCKET;
  part->cmsg_type = SCM_RIGHTS;
  part->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(part), &descriptor, sizeof(int));
  return sendmsg(socket_, &header, MSG_NOSIGNAL) == 1 && send(message);
}

std::optional<Json> Channel::receive_with(int& descriptor) {
  char first = 0;
  iovec data{&first, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr header{};
  header.msg_iov = &data;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  if (recvmsg(socket_, &header, 0) != 1) return std::nullopt;
  const cmsghdr* const part = CMSG_FIRSTHDR(&header);
  if (part == nullptr || part->cmsg_type != SCM_RIGHTS) return std::nullopt;
  std::memcpy(&descriptor, CMSG_DATA(part), sizeof(int));
  return receive();
}

}  // namespace spirv_oracle
