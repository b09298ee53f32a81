// JSON objects, one per line, over a socket.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace spirv_oracle {

class Channel {
 public:
  // Takes the socket, and closes it in the end. -1: none.
  explicit Channel(int socket = -1) : socket_(socket) {}
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;
  ~Channel();

  int descriptor() const { return socket_; }
  // False: the other side has gone.
  bool send(const nlohmann::json& message) const;
  // Waits for the next message. Nothing: the other side has gone, or sent what is not JSON.
  std::optional<nlohmann::json> receive();
  // Whether receive() has something to do at once; waits so long for it. -1: as long as it takes.
  bool is_ready(int milliseconds);
  // Sends the socket `descriptor` along with a message, and receives one. `receive_with` closes nothing.
  bool send_with(const nlohmann::json& message, int descriptor) const;
  std::optional<nlohmann::json> receive_with(int& descriptor);

 private:
  std::optional<nlohmann::json> take_line();

  int socket_;
  std::string received_;
};

}  // namespace spirv_oracle
