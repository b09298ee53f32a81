#include "debugger/engine/transport/output.h"

#include <gtest/gtest.h>

#include "debugger/engine/transport/channel_pair_for_test.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

class DebugOutputTest : public ChannelPairTest {
 protected:
  // What the client has received since the last call.
  std::vector<Json> received() {
    std::vector<Json> messages;
    while (client_.is_ready(0)) messages.push_back(client_.receive().value_or(Json()));
    return messages;
  }
  static Json event(const std::string& category, const std::string& text) {
    return {{"event", "output"}, {"category", category}, {"text", text}};
  }

  DebugOutput output_{target_};
};

TEST_F(DebugOutputTest, TextsOfOneCategoryWaitAndBecomeOneEvent) {
  output_.start(false);
  output_.send_program_text("stdout", "a\n");
  output_.send_program_text("stdout", "b\n");
  EXPECT_TRUE(received().empty());
  output_.send_console_text("c\n");
  EXPECT_EQ(received(), std::vector<Json>{event("stdout", "a\nb\n")});
  output_.send({{"id", 1}});
  EXPECT_EQ(received(), (std::vector<Json>{event("console", "c\n"), {{"id", 1}}}));
}

TEST_F(DebugOutputTest, ManyTextsDoNotWait) {
  output_.start(false);
  const std::string text(20'000, 'x');
  output_.send_program_text("stdout", text);
  output_.send_program_text("stdout", text);
  EXPECT_EQ(received(), std::vector<Json>{event("stdout", text + text)});
}

TEST_F(DebugOutputTest, TextBeforeTheStartWaitsForIt) {
  output_.send_program_text("stderr", "warning\n");
  output_.flush();
  EXPECT_TRUE(received().empty());
  EXPECT_EQ(output_.text_before_start(), "warning\n");
  output_.start(false);
  output_.flush();
  EXPECT_EQ(received(), std::vector<Json>{event("stderr", "warning\n")});
  EXPECT_EQ(output_.sent_program_texts(), 1u);
}

TEST_F(DebugOutputTest, AReplaySendsOnlyTextThatTheClientHasNotGot) {
  output_.send_program_text("stderr", "warning\n");
  output_.start(true);
  output_.set_sent_program_texts(2);
  output_.send_program_text("stdout", "sent\n");
  output_.send_program_text("stdout", "new\n");
  output_.flush();
  EXPECT_EQ(received(), std::vector<Json>{event("stdout", "new\n")});
  EXPECT_EQ(output_.sent_program_texts(), 3u);
}

TEST_F(DebugOutputTest, ProgressIsNotSentAllTheTime) {
  constexpr std::uint64_t calls = 1000;
  for (std::uint64_t moment = 1; moment <= calls; ++moment) output_.send_progress(moment, calls);
  const std::vector<Json> messages = received();
  ASSERT_FALSE(messages.empty());
  EXPECT_EQ(messages[0], Json({{"event", "progress"}, {"moment", 1}, {"target", calls}}));
  EXPECT_LT(messages.size(), calls);
}

TEST_F(DebugOutputTest, ASilentOneSendsNothing) {
  output_.start(false);
  output_.send_console_text("waiting\n");
  output_.silence();
  output_.send_program_text("stdout", "a\n");
  output_.send_console_text("b\n");
  output_.send({{"id", 1}});
  EXPECT_TRUE(received().empty());
}

}  // namespace
}  // namespace spirv_oracle
