#include "debugger/dap/connection.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "debugger/dap/framing.h"

namespace spirv_oracle::dap {
namespace {

const TargetStarter no_target = [](const SessionOptions&, const auto&) {
  return Result<std::unique_ptr<Target>>(bad_input("no target"));
};

// Serves a client that sends these bytes, and then leaves or stays.
Result<void> serve_client(const std::string& bytes, bool leaves,
                          std::optional<std::chrono::seconds> patience) {
  std::array<int, 2> ends{};
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  EXPECT_EQ(write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  if (leaves) shutdown(ends[1], SHUT_WR);
  auto served = serve(ends[0], ends[0], no_target, patience);
  close(ends[0]);
  close(ends[1]);
  return served;
}

std::string initialize() {
  return framed({{"seq", 1},
                 {"type", "request"},
                 {"command", "initialize"},
                 {"arguments", {{"adapterID", "spirv"}}}});
}

TEST(Connection, SilentClientsDoNotStay) {
  for (const std::string bytes : {"", "Content-Length: 50\r\n\r\n{}"}) {
    const auto served = serve_client(bytes, false, std::chrono::seconds(0));
    ASSERT_FALSE(served);
    EXPECT_EQ(served.error().message, "it has not sent the request initialize");
  }
  EXPECT_TRUE(serve_client("", true, std::nullopt));
  // A client that has begun stays as long as it likes: here until it leaves.
  EXPECT_TRUE(serve_client(initialize(), true, std::chrono::seconds(0)));
}

}  // namespace
}  // namespace spirv_oracle::dap
