// How the source language of a module writes barriers, for advice in reports.
#pragma once

#include <cstdint>
#include <string>

#include "memory/race_site.h"

namespace spirv_oracle {

class Module;  // loader/module.h

enum class SourceLanguage : std::uint8_t { glsl, hlsl, opencl_c, other };

// From the module's debug instructions; if they do not say, OpenCL C for kernels.
SourceLanguage source_language(const Module& module, bool is_kernel);

// The workgroup barrier that orders accesses to such memory: "barrier()", or a description.
std::string workgroup_barrier(SourceLanguage language, StorageSemantics storage,
                              bool vulkan_memory_model);

}  // namespace spirv_oracle
