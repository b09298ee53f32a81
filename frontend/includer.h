// Finds the files of #include directives.
#pragma once

#include <glslang/Public/ShaderLang.h>

#include <string>
#include <vector>

#include "frontend/module_options.h"

namespace spirv_oracle {

// Searches the virtual files for "name" and <name>; then the folder of the including file for
// "name", and the given folders for both.
class FileIncluder : public glslang::TShader::Includer {
 public:
  // The virtual files must outlive it; null if there are none.
  explicit FileIncluder(std::vector<std::string> folders, const VirtualFiles* virtual_files)
      : folders_(std::move(folders)), virtual_files_(virtual_files) {}

  IncludeResult* includeLocal(const char* header, const char* includer, std::size_t depth) override;
  IncludeResult* includeSystem(const char* header, const char* includer,
                               std::size_t depth) override;
  void releaseInclude(IncludeResult* result) override;

 private:
  IncludeResult* open_virtual(const char* header) const;

  std::vector<std::string> folders_;
  const VirtualFiles* virtual_files_;
};

}  // namespace spirv_oracle
