// Omitting built-in functions that a source does not name only affects the time.

#include "frontend/glslang_compiler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace spirv_oracle {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Compiles with the functions that are named and with all, and expects no difference.
void expect_the_same(const std::string& text, const ModuleOptions& options,
                     const std::string& stage = "compute") {
  const auto compiled = [&](BuiltInFunctions functions) {
    return compile_source(text, ShaderLanguage::glsl, stage, options, functions);
  };
  const auto named = compiled(BuiltInFunctions::named);
  const auto all = compiled(BuiltInFunctions::all);
  ASSERT_EQ(named.has_value(), all.has_value()) << options.file;
  if (!all) {
    EXPECT_EQ(named.error().message, all.error().message);
    return;
  }
  EXPECT_TRUE(std::ranges::equal(named->words, all->words)) << options.file;
  EXPECT_EQ(named->warnings, all->warnings) << options.file;
}

std::vector<fs::path> shaders() {
  std::vector<fs::path> found;
  for (const char* const folder : {"testcases", "lit", "docs"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(SPIRV_ORACLE_SOURCE_FOLDER) / folder)) {
      const fs::path suffix = entry.path().extension();
      if (suffix == ".comp" || suffix == ".glsl" || suffix == ".frag")
        found.push_back(entry.path());
    }
  }
  std::ranges::sort(found);
  return found;
}

TEST(GlslangCompiler, ShadersOfAllTests) {
  const std::vector<fs::path> files = shaders();
  ASSERT_GT(files.size(), 100u);
  for (const fs::path& path : files) {
    ModuleOptions options;
    options.file = path.string();
    expect_the_same(read(path), options, path.extension() == ".frag" ? "fragment" : "compute");
  }
}

ModuleOptions named(const std::string& file) {
  ModuleOptions options;
  options.file = file;
  return options;
}

std::string shader(const std::string& version, const std::string& globals,
                   const std::string& body) {
  return "#version " + version + "\nlayout(local_size_x = 8) in;\n" + globals +
         "\nlayout(set = 0, binding = 0) buffer Buffer { float x[]; };\nvoid main() {\n" + body +
         "\n}\n";
}

TEST(GlslangCompiler, NamesMadeByThePreprocessor) {
  for (const std::string version : {"450", "460", "430", "310 es", "320 es"}) {
    const auto check = [&](const std::string& globals, const std::string& body) {
      expect_the_same(shader(version, globals, body), named("names.comp"));
    };
    check("", "x[0] = sin(x[1]);");
    check("#define WAVE sin", "x[0] = WAVE(x[1]);");
    check("#define JOIN(a, b) a##b", "x[0] = JOIN(si, n)(x[1]);");
    check("#define JOIN(a, b) a#\\\n#b", "x[0] = JOIN(si, n)(x[1]);");
    check("", "x[0] = si\\\nn(x[1]);");
    check("", "x[0] = si\\\r\nn(x[1]);");
    check("float sin(float x) { return x; }", "x[0] = sin(x[1]);");
    check("float cos = 1;", "x[0] = cos;");
    check("struct mix { float member; };", "x[0] = mix(1.0).member;");
  }
  ModuleOptions options = named("names.comp");
  options.defines = {"WAVE=sin"};
  expect_the_same(shader("450", "", "x[0] = WAVE(x[1]);"), options);
  options.defines = {"WAVE(a,b)=a##b(x[1])"};
  expect_the_same(shader("450", "", "x[0] = WAVE(si, n);"), options);
}

TEST(GlslangCompiler, NamesInIncludedFiles) {
  const VirtualFiles files = {{"a.glsl", "float a() { return sin(x[1]); }\n"},
                              {"b.glsl", "#include \"a.glsl\"\n#define B cos\n"},
                              {"c.glsl", "#include \"c.glsl\"\n"}};
  ModuleOptions options = named("names.comp");
  options.virtual_files = &files;
  const std::string declared = "layout(set = 0, binding = 1) buffer Other { float x[]; } y;\n";
  for (const std::string include :
       {"#include \"a.glsl\"", "#include <b.glsl>", "# /* why */ include \"b.glsl\"",
        "#define NAME \"b.glsl\"\n#include NAME", "// include nothing", "#include \"c.glsl\"",
        "#include \"missing.glsl\"", "#if 0\n#include \"missing.glsl\"\n#endif",
        "#if 0\n#include \"c.glsl\"\n#endif"}) {
    expect_the_same("#version 450\nlayout(set = 0, binding = 0) buffer Buffer { float x[]; };\n" +
                        include + "\nvoid main() { x[0] = B(x[1]) + a(); }\n",
                    options);
    expect_the_same("#version 450\n" + include + "\nvoid main() { }\n", options);
  }
}

TEST(GlslangCompiler, MessagesOfWrongPrograms) {
  for (const std::string version : {"450", "330", "150", "310 es", "300 es", "999", "450 es"}) {
    for (const std::string body :
         {"x[0] = sin();", "x[0] = sin(x);", "x[0] = sinn(x[1]);", "x[0] = sin;",
          "x[0] = texture(x[1], x[2]);", "x[0] = subgroupAdd(x[1]);", "x[0] = gl_Nothing;",
          "x[0] = atomicAdd(x[1], 1);", "barrier(1);", "return sin(1);", "x[0] = imageLoad(x);",
          "x[0] = x[0]", "x[0] = unknown(1);", "EmitVertex();", "x[0] = dFdx(x[1]);"}) {
      expect_the_same(shader(version, "", body), named("wrong.comp"));
      expect_the_same(shader(version, "", body), named("wrong.frag"), "fragment");
    }
  }
  expect_the_same("", named("empty.comp"));
  expect_the_same("void main() {}", named("no_version.comp"));
  expect_the_same("#version 450\nfloat sin(float x);\nvoid main() { sin(1); }", named("a.comp"));
  expect_the_same("#version 450\n#extension GL_EXT_nothing : require\n", named("a.comp"));
}

}  // namespace
}  // namespace spirv_oracle
