#include "golden/vulkan/loader.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <type_traits>

namespace spirv_oracle::golden {

Result<VulkanFunctions> open_vulkan(const std::string& icd) {
  if (!icd.empty()) {  // older loaders read the second one
    setenv("VK_DRIVER_FILES", icd.c_str(), 1);
    setenv("VK_ICD_FILENAMES", icd.c_str(), 1);
  }
  void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return unsupported(
        fmt::format("no Vulkan loader ({}): install it (on Debian, the package "
                    "libvulkan1), and a driver",
                    dlerror()));
  }
  VulkanFunctions vulkan;
  vulkan.get_instance_proc_addr =
      reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  if (vulkan.get_instance_proc_addr == nullptr)
    return unsupported("libvulkan.so.1 is not a Vulkan loader");
  vulkan.create_instance = reinterpret_cast<PFN_vkCreateInstance>(
      vulkan.get_instance_proc_addr(nullptr, "vkCreateInstance"));
  return vulkan;
}

void load_functions(VkInstance instance, VulkanFunctions& vulkan) {
  const auto load = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
        vulkan.get_instance_proc_addr(instance, name));
  };
  load(vulkan.destroy_instance, "vkDestroyInstance");
  load(vulkan.enumerate_physical_devices, "vkEnumeratePhysicalDevices");
  load(vulkan.get_properties, "vkGetPhysicalDeviceProperties2");
  load(vulkan.get_features, "vkGetPhysicalDeviceFeatures2");
  load(vulkan.get_format_properties, "vkGetPhysicalDeviceFormatProperties");
  load(vulkan.get_image_format_properties, "vkGetPhysicalDeviceImageFormatProperties");
  load(vulkan.get_memory_properties, "vkGetPhysicalDeviceMemoryProperties");
  load(vulkan.get_queue_families, "vkGetPhysicalDeviceQueueFamilyProperties");
  load(vulkan.enumerate_extensions, "vkEnumerateDeviceExtensionProperties");
  load(vulkan.create_device, "vkCreateDevice");
  load(vulkan.destroy_device, "vkDestroyDevice");
  load(vulkan.get_queue, "vkGetDeviceQueue");
  load(vulkan.create_buffer, "vkCreateBuffer");
  load(vulkan.destroy_buffer, "vkDestroyBuffer");
  load(vulkan.get_memory_requirements, "vkGetBufferMemoryRequirements");
  load(vulkan.allocate_memory, "vkAllocateMemory");
  load(vulkan.free_memory, "vkFreeMemory");
  load(vulkan.bind_memory, "vkBindBufferMemory");
  load(vulkan.map_memory, "vkMapMemory");
  load(vulkan.create_image, "vkCreateImage");
  load(vulkan.destroy_image, "vkDestroyImage");
  load(vulkan.get_image_memory_requirements, "vkGetImageMemoryRequirements");
  load(vulkan.bind_image_memory, "vkBindImageMemory");
  load(vulkan.create_image_view, "vkCreateImageView");
  load(vulkan.destroy_image_view, "vkDestroyImageView");
  load(vulkan.create_buffer_view, "vkCreateBufferView");
  load(vulkan.destroy_buffer_view, "vkDestroyBufferView");
  load(vulkan.create_sampler, "vkCreateSampler");
  load(vulkan.destroy_sampler, "vkDestroySampler");
  load(vulkan.copy_buffer_to_image, "vkCmdCopyBufferToImage");
  load(vulkan.copy_image_to_buffer, "vkCmdCopyImageToBuffer");
  load(vulkan.create_set_layout, "vkCreateDescriptorSetLayout");
  load(vulkan.destroy_set_layout, "vkDestroyDescriptorSetLayout");
  load(vulkan.create_pool, "vkCreateDescriptorPool");
  load(vulkan.destroy_pool, "vkDestroyDescriptorPool");
  load(vulkan.allocate_sets, "vkAllocateDescriptorSets");
  load(vulkan.update_sets, "vkUpdateDescriptorSets");
  load(vulkan.create_pipeline_layout, "vkCreatePipelineLayout");
  load(vulkan.destroy_pipeline_layout, "vkDestroyPipelineLayout");
  load(vulkan.create_shader_module, "vkCreateShaderModule");
  load(vulkan.destroy_shader_module, "vkDestroyShaderModule");
  load(vulkan.create_pipelines, "vkCreateComputePipelines");
  load(vulkan.create_graphics_pipelines, "vkCreateGraphicsPipelines");
  load(vulkan.create_render_pass, "vkCreateRenderPass");
  load(vulkan.destroy_render_pass, "vkDestroyRenderPass");
  load(vulkan.create_framebuffer, "vkCreateFramebuffer");
  load(vulkan.destroy_framebuffer, "vkDestroyFramebuffer");
  load(vulkan.destroy_pipeline, "vkDestroyPipeline");
  load(vulkan.create_command_pool, "vkCreateCommandPool");
  load(vulkan.destroy_command_pool, "vkDestroyCommandPool");
  load(vulkan.allocate_command_buffers, "vkAllocateCommandBuffers");
  load(vulkan.begin_command_buffer, "vkBeginCommandBuffer");
  load(vulkan.end_command_buffer, "vkEndCommandBuffer");
  load(vulkan.bind_pipeline, "vkCmdBindPipeline");
  load(vulkan.bind_sets, "vkCmdBindDescriptorSets");
  load(vulkan.push_constants, "vkCmdPushConstants");
  load(vulkan.pipeline_barrier, "vkCmdPipelineBarrier");
  load(vulkan.dispatch, "vkCmdDispatch");
  load(vulkan.begin_render_pass, "vkCmdBeginRenderPass");
  load(vulkan.end_render_pass, "vkCmdEndRenderPass");
  load(vulkan.bind_vertex_buffers, "vkCmdBindVertexBuffers");
  load(vulkan.bind_index_buffer, "vkCmdBindIndexBuffer");
  load(vulkan.draw, "vkCmdDraw");
  load(vulkan.draw_indexed, "vkCmdDrawIndexed");
  load(vulkan.dispatch_base, "vkCmdDispatchBase");
  load(vulkan.submit, "vkQueueSubmit");
  load(vulkan.wait_idle, "vkQueueWaitIdle");
}

std::string result_name(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "VK_ERROR_OUT_OF_HOST_MEMORY";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "VK_ERROR_OUT_OF_DEVICE_MEMORY";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "VK_ERROR_INITIALIZATION_FAILED";
    case VK_ERROR_DEVICE_LOST:
      return "VK_ERROR_DEVICE_LOST";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "VK_ERROR_INCOMPATIBLE_DRIVER";
    case VK_ERROR_INVALID_SHADER_NV:
      return "VK_ERROR_INVALID_SHADER_NV";
    default:
      return fmt::format("VkResult {}", static_cast<int>(result));
  }
}

}  // namespace spirv_oracle::golden
