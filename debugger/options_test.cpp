#include "debugger/options.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

using Words = std::vector<std::string>;

TEST(DebugOptions, OptionsOfBothProgramsMix) {
  const auto options = parse_debug_options(
      {"-e", "break 3", "-x", "commands.txt", "a.comp", "-g", "2", "--batch", "-e", "main"});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->session.arguments, (Words{"a.comp", "-g", "2", "-e", "main"}));
  EXPECT_TRUE(options->batch);
  ASSERT_EQ(options->commands.size(), 2U);
  EXPECT_EQ(options->commands[0].text, "break 3");
  EXPECT_FALSE(options->commands[0].is_file);
  EXPECT_EQ(options->commands[1].text, "commands.txt");
  EXPECT_TRUE(options->commands[1].is_file);
}

TEST(DebugOptions, OptionsOfSpirvRunMayComeFirst) {
  const auto options = parse_debug_options({"--subgroup-size", "4", "a.comp", "--execute=print 1"});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->session.arguments, (Words{"--subgroup-size", "4", "a.comp"}));
  ASSERT_EQ(options->commands.size(), 1U);
  EXPECT_EQ(options->commands[0].text, "print 1");
}

TEST(DebugOptions, Sizes) {
  const auto options = parse_debug_options({"--checkpoint-memory", "2M", "a.comp"});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->session.checkpoint_bytes, 2U << 20U);
  EXPECT_FALSE(parse_debug_options({"--checkpoint-memory", "2X", "a.comp"}));
}

TEST(DebugOptions, Adapter) {
  const auto options = parse_debug_options({"--dap-port", "4711", "--listen", "::1"});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->mode, DebugMode::adapter);
  EXPECT_EQ(options->port, 4711);
  EXPECT_EQ(options->listen, "::1");
  EXPECT_FALSE(parse_debug_options({"--dap-port", "65536"}));
  EXPECT_FALSE(parse_debug_options({"--dap", "a.comp"}));
  EXPECT_FALSE(parse_debug_options({"--dap", "--batch"}));
}

TEST(DebugOptions, Mistakes) {
  EXPECT_FALSE(parse_debug_options({}));
  EXPECT_FALSE(parse_debug_options({"--batch"}));
  EXPECT_FALSE(parse_debug_options({"a.comp", "--element"}));
  EXPECT_FALSE(parse_debug_options({"--tui", "--batch", "a.comp"}));
  EXPECT_TRUE(parse_debug_options({"--help"}));
}

}  // namespace
}  // namespace spirv_oracle
