// Two connected channels, for tests of what the debugger sends.
#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>

#include "debugger/engine/transport/channel.h"

namespace spirv_oracle {

class ChannelPairTest : public testing::Test {
 protected:
  void SetUp() override {
    std::array<int, 2> ends{};
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    target_ = Channel(ends[0]);
    client_ = Channel(ends[1]);
  }

  Channel target_, client_;
};

}  // namespace spirv_oracle
