#include "frontend/opencl/opencl_includes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/subprocess.h"

namespace spirv_oracle {
namespace {

class OpenClIncludes : public testing::Test {
 protected:
  OpenClIncludes() : folder_(std::move(*TemporaryFolder::create())) {
    std::filesystem::create_directories(folder_.file("library/deep"));
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.file(name)) << text;
  }
  bool finds(const std::string& text, const std::string& word) const {
    return with_included_files(text, folder_.file("program.cl"), {folder_.file("library")})
               .find(word) != std::string::npos;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(OpenClIncludes, SearchesTheFolderOfTheFileAndThenTheGivenOnes) {
  write("near.h", "first");
  write("library/near.h", "second");
  write("library/far.h", "third");
  EXPECT_TRUE(finds("#include \"near.h\"", "first"));
  EXPECT_FALSE(finds("#include \"near.h\"", "second"));
  EXPECT_TRUE(finds("  #  include <far.h> // comment\n", "third"));
  EXPECT_TRUE(finds("text\n#include \"far.h\"", "text"));
}

TEST_F(OpenClIncludes, FollowsFilesThatIncludeOthersOrThemselves) {
  write("library/deep/one.h", "#include \"two.h\"\n");
  write("library/deep/two.h", "#include \"one.h\"\n#include \"far.h\"\n");
  write("library/far.h", "found");
  EXPECT_TRUE(finds("#include \"deep/one.h\"", "found"));
}

TEST_F(OpenClIncludes, LeavesOutWhatDoesNotExistOrIsNoFile) {
  EXPECT_FALSE(finds("#include \"missing.h\"\n#include MACRO\n#include \"open", "missing.h\"\nx"));
  EXPECT_TRUE(finds("#include \"missing.h\"\nrest", "rest"));
  EXPECT_TRUE(finds("#include \"library\"\nrest", "rest"));
}

}  // namespace
}  // namespace spirv_oracle
