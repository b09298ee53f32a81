// How the language that a module was compiled from writes barriers, for advice.
#pragma once

#include <cstdint>
#include <string>

#include "memory/race_site.h"

namespace spirv_oracle {

class Module;  // loader/module.h

enum class SourceLanguage : std::uint8_t { glsl, hlsl, opencl_c, other };

// What the module's debug instructions say; OpenCL C where they say nothing and it is a kernel.
SourceLanguage source_language(const Module& module, bool is_kernel);

// The barrier of a workgroup that orders accesses to such memory: "barrier()", or in words.
std::string workgroup_barrier(SourceLanguage language, StorageSemantics storage,
                              bool vulkan_memory_model);

}  // namespace spirv_oracle
