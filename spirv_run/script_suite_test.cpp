#include "amber/suite.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "builtins/register_all.h"
#include "spirv_run/run.h"

namespace spirv_oracle::amber {
namespace {

namespace fs = std::filesystem;

class Suite : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("amber_suite_test_" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, int expected) const {
    std::ofstream(folder_ / name)
        << "#!amber\nBUFFER b DATA_TYPE int32 DATA 1 END\nEXPECT b IDX 0 EQ " << expected << '\n';
  }

  int run(std::vector<std::string> arguments, bool terminal) {
    out_.str("");
    err_.str("");
    arguments.push_back(folder_.string());
    return spirv_run(arguments, default_registry(), {out_, err_, false, terminal});
  }

  fs::path folder_;
  std::ostringstream out_, err_;
};

TEST_F(Suite, ResultsComeInTheOrderOfTheFiles) {
  std::string expected;
  for (int i = 10; i < 50; ++i) {
    const std::string name = std::to_string(i) + ".amber";
    write(name, i % 7 == 0 ? 2 : 1);
    expected += (folder_ / name).string() + (i % 7 == 0 ? ": fail\n" : ": pass\n");
  }
  for (const char* jobs : {"1", "4", "100"}) {
    EXPECT_EQ(run({"--jobs", jobs}, false), 1);
    EXPECT_EQ(out_.str(), expected + "Summary: 34 pass, 6 fail\n");
  }
}

TEST_F(Suite, AProgressBarOnATerminalOnly) {
  write("a.amber", 1);
  write("b.amber", 1);
  EXPECT_EQ(run({}, false), 0);
  EXPECT_EQ(err_.str(), "");
  // How often the progress bar appears depends on the speed of the threads; it is always erased at the end.
  EXPECT_EQ(run({}, true), 0);
  const std::string shown = err_.str();
  EXPECT_EQ(shown.find("\r["), shown.empty() ? std::string::npos : 0);
  EXPECT_TRUE(shown.empty() || shown.ends_with("\r\x1b[K")) << shown;
  EXPECT_TRUE(shown.empty() || shown.find("] 0/2") != std::string::npos ||
              shown.find("] 1/2") != std::string::npos)
      << shown;
}

TEST_F(Suite, AFolderWithoutScripts) {
  EXPECT_EQ(run({}, false), 2);
  EXPECT_EQ(
      err_.str(),
      "spirv-run: error: " + folder_.string() +
          ": the folder has no scripts (.amber, .vkscript, .shader_test or .vk_shader_test)\n");
}

}  // namespace
}  // namespace spirv_oracle::amber
