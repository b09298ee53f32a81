// The language from which a module was compiled.
#pragma once

#include <optional>

#include "interpreter/loader/module.h"

namespace spirv_oracle {

// As OpSource or DebugCompilationUnit (NonSemantic.Shader.DebugInfo) names it. None: the module does not name it.
std::optional<spv::SourceLanguage> declared_source_language(const Module& module);

}  // namespace spirv_oracle
