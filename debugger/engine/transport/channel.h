// JSON objects, one per line, over a socket.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace spirv_oracle {

class Channel {
 public:
  // Takes ownership of the socket. -1: none.
  explicit Channel(int socket = -1) : socket_(socket) {}
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;
  ~Channel();

  int descriptor() const { return socket_; }
  // False if the other side has closed the connection.
  bool send(const nlohmann::json& message) const;
  // Waits for the next message. None if the other side has closed the connection, or sent text that is not JSON.
  std::optional<nlohmann::json> receive();
  // Whether receive() returns at once. Waits at most this time for a message; -1: without limit.
  bool is_ready(int milliseconds);
  // Whether receive() has a message without reading from the socket.
  bool has_received() const { return received_.find('\n') != std::string::npos; }
  // Send a message with the file descriptor of a socket, and receive one. The caller closes the descriptors.
  bool send_with(const nlohmann::json& message, int descriptor) const;
  std::optional<nlohmann::json> receive_with(int& descriptor);

 private:
  std::optional<nlohmann::json> take_line();

  int socket_;
  std::string received_;
};

}  // namespace spirv_oracle
