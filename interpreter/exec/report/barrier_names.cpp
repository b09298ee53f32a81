#include "interpreter/exec/report/barrier_names.h"

#include "interpreter/loader/source_language.h"

namespace spirv_oracle {
namespace {

SourceLanguage known_language(spv::SourceLanguage language) {
  switch (language) {
    case spv::SourceLanguage::GLSL:
    case spv::SourceLanguage::ESSL:
      return SourceLanguage::glsl;
    case spv::SourceLanguage::HLSL:
      return SourceLanguage::hlsl;
    case spv::SourceLanguage::OpenCL_C:
    case spv::SourceLanguage::OpenCL_CPP:
    case spv::SourceLanguage::CPP_for_OpenCL:
      return SourceLanguage::opencl_c;
    default:
      return SourceLanguage::other;
  }
}

}  // namespace

SourceLanguage source_language(const Module& module, bool is_kernel) {
  if (const auto declared = declared_source_language(module)) return known_language(*declared);
  return is_kernel ? SourceLanguage::opencl_c : SourceLanguage::other;
}

std::string workgroup_barrier(SourceLanguage language, StorageSemantics storage,
                              bool vulkan_memory_model) {
  const bool is_shared = storage == StorageSemantics::workgroup_memory;
  const bool is_image = storage == StorageSemantics::image_memory;
  switch (language) {
    case SourceLanguage::glsl:
      if (is_shared) return "barrier()";
      if (vulkan_memory_model) {
        return std::string("controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, ") +
               (is_image ? "gl_StorageSemanticsImage" : "gl_StorageSemanticsBuffer") +
               ", gl_SemanticsAcquireRelease)";
      }
      return is_image ? "memoryBarrierImage() and barrier()"
                      : "memoryBarrierBuffer() and barrier()";
    case SourceLanguage::hlsl:
      return is_shared ? "GroupMemoryBarrierWithGroupSync()" : "DeviceMemoryBarrierWithGroupSync()";
    case SourceLanguage::opencl_c:
      if (is_image) return "barrier(CLK_IMAGE_MEM_FENCE)";
      return is_shared ? "barrier(CLK_LOCAL_MEM_FENCE)" : "barrier(CLK_GLOBAL_MEM_FENCE)";
    case SourceLanguage::other:
      break;
  }
  const char* const memory = is_shared  ? "WorkgroupMemory"
                             : is_image ? "ImageMemory"
                                        : "UniformMemory";
  return std::string("OpControlBarrier with scope Workgroup and semantics AcquireRelease | ") +
         memory;
}

std::string workgroup_barrier_code(SourceLanguage language, StorageSemantics storage,
                                   bool vulkan_memory_model) {
  if (language == SourceLanguage::other) return "";
  const bool needs_two = language == SourceLanguage::glsl && !vulkan_memory_model &&
                         storage != StorageSemantics::workgroup_memory;
  if (needs_two) return memory_barrier_code(language, storage) + " barrier();";
  return workgroup_barrier(language, storage, vulkan_memory_model) + ";";
}

std::string memory_barrier(SourceLanguage language, StorageSemantics storage) {
  const bool is_shared = storage == StorageSemantics::workgroup_memory;
  const bool is_image = storage == StorageSemantics::image_memory;
  switch (language) {
    case SourceLanguage::glsl:
      return is_shared  ? "memoryBarrierShared()"
             : is_image ? "memoryBarrierImage()"
                        : "memoryBarrierBuffer()";
    case SourceLanguage::hlsl:
      return is_shared ? "GroupMemoryBarrier()" : "DeviceMemoryBarrier()";
    case SourceLanguage::opencl_c:
      return "atomic_work_item_fence(" + storage_in_source(language, storage) +
             ", memory_order_acq_rel, memory_scope_device)";
    case SourceLanguage::other:
      break;
  }
  return "OpMemoryBarrier with semantics AcquireRelease";
}

std::string memory_barrier_of_all(SourceLanguage language) {
  switch (language) {
    case SourceLanguage::glsl:
      return "memoryBarrier()";
    case SourceLanguage::hlsl:
      return "AllMemoryBarrier()";
    case SourceLanguage::opencl_c:
      return "atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, "
             "memory_order_acq_rel, memory_scope_device)";
    case SourceLanguage::other:
      break;
  }
  return "OpMemoryBarrier with semantics AcquireRelease and both storage classes";
}

std::string memory_barrier_code(SourceLanguage language, StorageSemantics storage) {
  return language == SourceLanguage::other ? "" : memory_barrier(language, storage) + ";";
}

std::string storage_in_source(SourceLanguage language, StorageSemantics storage) {
  const bool is_shared = storage == StorageSemantics::workgroup_memory;
  const bool is_image = storage == StorageSemantics::image_memory;
  if (language == SourceLanguage::glsl) {
    return is_shared  ? "gl_StorageSemanticsShared"
           : is_image ? "gl_StorageSemanticsImage"
                      : "gl_StorageSemanticsBuffer";
  }
  if (language != SourceLanguage::opencl_c) return "";
  return is_shared  ? "CLK_LOCAL_MEM_FENCE"
         : is_image ? "CLK_IMAGE_MEM_FENCE"
                    : "CLK_GLOBAL_MEM_FENCE";
}

}  // namespace spirv_oracle
