// The streams of the C library for copies of static libraries, in builds with SPIRV_ORACLE_PORTABLE (cmake/Portable.cmake).
#include <cstdio>

extern "C" {
extern std::FILE* spirv_oracle_stdin;
extern std::FILE* spirv_oracle_stdout;
extern std::FILE* spirv_oracle_stderr;

std::FILE* spirv_oracle_stdin = nullptr;
std::FILE* spirv_oracle_stdout = nullptr;
std::FILE* spirv_oracle_stderr = nullptr;
}

namespace {

// Before any other constructor may use a stream.
[[gnu::constructor(101)]] void name_streams() {
  spirv_oracle_stdin = stdin;
  spirv_oracle_stdout = stdout;
  spirv_oracle_stderr = stderr;
}

}  // namespace
