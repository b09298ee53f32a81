// Where #include finds files.
#pragma once

#include <glslang/Public/ShaderLang.h>

#include <string>
#include <vector>

namespace spirv_oracle {

// Looks beside the including file for "name", then in the given folders for "name" and <name>.
class FileIncluder : public glslang::TShader::Includer {
 public:
  explicit FileIncluder(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  IncludeResult* includeLocal(const char* header, const char* includer, std::size_t depth) override;
  IncludeResult* includeSystem(const char* header, const char* includer,
                               std::size_t depth) override;
  void releaseInclude(IncludeResult* result) override;

 private:
  std::vector<std::string> folders_;
};

}  // namespace spirv_oracle
