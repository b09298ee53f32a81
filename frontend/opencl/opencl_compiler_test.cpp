#include "frontend/opencl/opencl_compiler.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/subprocess.h"

namespace spirv_oracle {
namespace {

// PATH while it lives: a folder with programs of these names, which do nothing.
class Programs {
 public:
  explicit Programs(std::initializer_list<const char*> names)
      : folder_(std::move(*TemporaryFolder::create())), path_(std::getenv("PATH")) {
    for (const char* name : names) {
      std::ofstream(folder_.file(name)) << "#!/bin/sh\n";
      std::filesystem::permissions(folder_.file(name), std::filesystem::perms::owner_all);
    }
    setenv("PATH", folder_.file("").c_str(), 1);
  }
  ~Programs() { setenv("PATH", path_.c_str(), 1); }
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

 private:
  TemporaryFolder folder_;
  std::string path_;
};

std::string name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

TEST(OpenClCompiler, NamesTheProgramThatIsMissing) {
  const Programs none{};
  const auto found = find_opencl_programs();
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().status, Status::unsupported);
  EXPECT_EQ(found.error().message,
            "OpenCL C is compiled by the programs clang and llvm-spirv: clang is not on PATH");
}

TEST(OpenClCompiler, TheTranslatorMustBeOfTheSameVersion) {
  const Programs programs{"clang-15", "llvm-spirv-14"};
  const auto found = find_opencl_programs();
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(
      found.error().message,
      "OpenCL C is compiled by the programs clang and llvm-spirv: llvm-spirv-15 is not on PATH");
}

TEST(OpenClCompiler, TakesTheNewestVersionThatIsComplete) {
  const Programs programs{"clang",    "clang-13",      "llvm-spirv-13",
                          "clang-14", "llvm-spirv-14", "clang-16"};
  const auto found = find_opencl_programs();
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(name_of(found->clang), "clang-14");
  EXPECT_EQ(name_of(found->translator), "llvm-spirv-14");
}

TEST(OpenClCompiler, TakesVersion15Last) {
  const Programs programs{"clang-14", "llvm-spirv-14", "clang-15", "llvm-spirv-15"};
  EXPECT_EQ(name_of(find_opencl_programs()->clang), "clang-14");
}

TEST(OpenClCompiler, OnlyOptionsOfProgramsAreAllowed) {
  for (const char* option : {"-o", "-Xclang", "-fplugin=x.so", "--help", "file.cl"}) {
    const auto compiled = compile_opencl("", {option}, {});
    ASSERT_FALSE(compiled.has_value()) << option;
    EXPECT_EQ(compiled.error().status, Status::bad_input) << option;
  }
}

TEST(Subprocess, GivesStatusAndOutput) {
  const auto result = run_program("/bin/sh", {"-c", "echo one; echo two >&2; exit 3"});
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->status, 3);
  EXPECT_EQ(result->output, "one\ntwo\n");
  EXPECT_FALSE(run_program("/nonexistent/program", {}).has_value());
}

TEST(Subprocess, TemporaryFoldersVanish) {
  std::string file;
  {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder.has_value());
    file = folder->file("a");
    std::ofstream(file) << "text";
    EXPECT_TRUE(std::filesystem::exists(file));
  }
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace spirv_oracle
