#include "frontend/shader_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace spirv_oracle {
namespace {

namespace fs = std::filesystem;

constexpr const char* shader =
    "#version 450\nlayout(local_size_x = 1) in;\n"
    "layout(std430, binding = 0) buffer B { uint b[]; };\nvoid main() { b[0] = 1; }\n";

class ShaderCache : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("shader_cache_test_" + std::to_string(getpid()));
    fs::remove_all(folder_);
    options_.file = "a.comp";
    options_.shader_cache = folder_.string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  Result<CompiledSource> compile(const std::string& text) const {
    return compile_source_cached(text, ShaderLanguage::glsl, "compute", options_);
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    if (!fs::exists(folder_)) return found;
    for (const auto& entry : fs::directory_iterator(folder_)) found.push_back(entry.path());
    return found;
  }

  fs::path folder_;
  ModuleOptions options_;
};

TEST_F(ShaderCache, StoresCompiledModules) {
  const auto first = compile(shader);
  ASSERT_TRUE(first);
  ASSERT_EQ(files().size(), 1u);
  const auto written = fs::last_write_time(files()[0]);
  const auto second = compile(shader);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->words, first->words);
  EXPECT_EQ(second->warnings, first->warnings);
  EXPECT_EQ(fs::last_write_time(files()[0]), written);
}

TEST_F(ShaderCache, EverythingCounts) {
  ASSERT_TRUE(compile(shader));
  ASSERT_TRUE(compile(std::string(shader) + "\n"));
  options_.target_env = "vulkan1.1";
  ASSERT_TRUE(compile(shader));
  options_.defines = {"X"};
  ASSERT_TRUE(compile(shader));
  options_.file = "b.comp";
  ASSERT_TRUE(compile(shader));
  EXPECT_EQ(files().size(), 5u);
}

TEST_F(ShaderCache, DoesNotTrustDamagedFiles) {
  const auto first = compile(shader);
  ASSERT_TRUE(first);
  const auto size = fs::file_size(files()[0]);
  for (const std::uintmax_t left : {std::uintmax_t{0}, std::uintmax_t{4}, size / 2, size - 1}) {
    fs::resize_file(files()[0], left);
    const auto again = compile(shader);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->words, first->words);
    EXPECT_EQ(fs::file_size(files()[0]), size);
  }
  // The key of another source under the same name.
  const std::string path = files()[0].string();
  ASSERT_TRUE(compile(std::string(shader) + "// other\n"));
  for (const fs::path& file : files()) {
    if (file != path) fs::rename(file, path);
  }
  EXPECT_EQ(compile(shader)->words, first->words);
}

TEST_F(ShaderCache, SourcesWithIncludesAreNotKept) {
  EXPECT_FALSE(compile("#version 450\n#  include \"no_such_file\"\nvoid main() {}\n"));
  ASSERT_TRUE(compile("#version 450\n// # include\nvoid main() {}\n"));
  EXPECT_TRUE(files().empty());
  for (const char* text :
       {"#include <a>", "%: include <a>", "#in\\\nclude <a>", "#in\\\r\nclude <a>",
        "# \\\ninclude <a>", "#if __has_include(<a>)", "#/**/include <a>"})
    EXPECT_TRUE(may_include(text)) << text;
  for (const char* text : {"", "include", "// may include", "void includes();", "#define A \\\n 1"})
    EXPECT_FALSE(may_include(text)) << text;
}

TEST_F(ShaderCache, MistakesAreNotKept) {
  EXPECT_FALSE(compile("#version 450\nvoid main() { missing = 1; }\n"));
  EXPECT_TRUE(files().empty());
}

TEST_F(ShaderCache, AFolderThatCannotBeWritten) {
  std::ofstream(folder_.string()) << "a file";
  EXPECT_EQ(compile(shader).error().status, Status::bad_input);
}

}  // namespace
}  // namespace spirv_oracle
