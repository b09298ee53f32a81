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

// The statements for that barrier; "" where the language is unknown.
std::string workgroup_barrier_code(SourceLanguage language, StorageSemantics storage,
                                   bool vulkan_memory_model);
// A memory barrier of such memory for all invocations of the device.
std::string memory_barrier(SourceLanguage language, StorageSemantics storage);
std::string memory_barrier_of_all(SourceLanguage language);  // of all memory
std::string memory_barrier_code(SourceLanguage language, StorageSemantics storage);
// The name of such memory in the semantics of a barrier; "" if the language has none.
std::string storage_in_source(SourceLanguage language, StorageSemantics storage);

}  // namespace spirv_oracle
