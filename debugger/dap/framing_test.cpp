#include "debugger/dap/framing.h"

#include <gtest/gtest.h>

namespace spirv_oracle::dap {
namespace {

TEST(MessageReader, ReadsWhatFramedWrites) {
  const nlohmann::json message = {{"text", "naïve"}};
  MessageReader reader;
  reader.feed(framed(message) + framed(message));
  for (int i = 0; i < 2; ++i) {
    const auto content = reader.next();
    ASSERT_TRUE(content && *content);
    EXPECT_EQ(nlohmann::json::parse(**content), message);
  }
  const auto nothing = reader.next();
  ASSERT_TRUE(nothing);
  EXPECT_FALSE(*nothing);
}

TEST(MessageReader, BytesMayComeOneByOne) {
  const std::string bytes = "content-length: 2\r\nOther: x\r\n\r\n{}Content-Length: 0\r\n\r\n";
  MessageReader reader;
  std::vector<std::string> contents;
  for (const char byte : bytes) {
    reader.feed({&byte, 1});
    for (;;) {
      const auto content = reader.next();
      ASSERT_TRUE(content) << content.error().message;
      if (!*content) break;
      contents.push_back(**content);
    }
  }
  EXPECT_EQ(contents, (std::vector<std::string>{"{}", ""}));
}

TEST(MessageReader, RefusesWhatItCannotFollow) {
  for (const std::string bytes :
       {"Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 1 2\r\n\r\n",
        "Content-Length:\r\n\r\n", "No-Length: 1\r\n\r\n", "nonsense\r\n\r\n", "\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 999999999\r\n\r\n"}) {
    MessageReader reader;
    reader.feed(bytes);
    EXPECT_FALSE(reader.next()) << bytes;
  }
  MessageReader endless;
  endless.feed(std::string(max_header_bytes + 1, 'x'));
  EXPECT_FALSE(endless.next());
}

}  // namespace
}  // namespace spirv_oracle::dap
