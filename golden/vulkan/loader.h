// The Vulkan loader of the system. The program opens it only when needed, and runs without one.
#pragma once

#define VK_NO_PROTOTYPES  // NOLINT: what vulkan.h asks for
#include <vulkan/vulkan.h>

#include <string>

#include "interpreter/result.h"

namespace spirv_oracle::golden {

// Functions by name. All are null until they are loaded.
struct VulkanFunctions {
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
  PFN_vkCreateInstance create_instance = nullptr;
  PFN_vkDestroyInstance destroy_instance = nullptr;
  PFN_vkEnumeratePhysicalDevices enumerate_physical_devices = nullptr;
  PFN_vkGetPhysicalDeviceProperties2 get_properties = nullptr;
  PFN_vkGetPhysicalDeviceFeatures2 get_features = nullptr;
  PFN_vkGetPhysicalDeviceFormatProperties get_format_properties = nullptr;
  PFN_vkGetPhysicalDeviceImageFormatProperties get_image_format_properties = nullptr;
  PFN_vkGetPhysicalDeviceMemoryProperties get_memory_properties = nullptr;
  PFN_vkGetPhysicalDeviceQueueFamilyProperties get_queue_families = nullptr;
  PFN_vkEnumerateDeviceExtensionProperties enumerate_extensions = nullptr;
  PFN_vkCreateDevice create_device = nullptr;
  PFN_vkDestroyDevice destroy_device = nullptr;
  PFN_vkGetDeviceQueue get_queue = nullptr;
  PFN_vkCreateBuffer create_buffer = nullptr;
  PFN_vkDestroyBuffer destroy_buffer = nullptr;
  PFN_vkGetBufferMemoryRequirements get_memory_requirements = nullptr;
  PFN_vkAllocateMemory allocate_memory = nullptr;
  PFN_vkFreeMemory free_memory = nullptr;
  PFN_vkBindBufferMemory bind_memory = nullptr;
  PFN_vkMapMemory map_memory = nullptr;
  PFN_vkCreateImage create_image = nullptr;
  PFN_vkDestroyImage destroy_image = nullptr;
  PFN_vkGetImageMemoryRequirements get_image_memory_requirements = nullptr;
  PFN_vkBindImageMemory bind_image_memory = nullptr;
  PFN_vkCreateImageView create_image_view = nullptr;
  PFN_vkDestroyImageView destroy_image_view = nullptr;
  PFN_vkCreateBufferView create_buffer_view = nullptr;
  PFN_vkDestroyBufferView destroy_buffer_view = nullptr;
  PFN_vkCreateSampler create_sampler = nullptr;
  PFN_vkDestroySampler destroy_sampler = nullptr;
  PFN_vkCmdCopyBufferToImage copy_buffer_to_image = nullptr;
  PFN_vkCmdCopyImageToBuffer copy_image_to_buffer = nullptr;
  PFN_vkCreateDescriptorSetLayout create_set_layout = nullptr;
  PFN_vkDestroyDescriptorSetLayout destroy_set_layout = nullptr;
  PFN_vkCreateDescriptorPool create_pool = nullptr;
  PFN_vkDestroyDescriptorPool destroy_pool = nullptr;
  PFN_vkAllocateDescriptorSets allocate_sets = nullptr;
  PFN_vkUpdateDescriptorSets update_sets = nullptr;
  PFN_vkCreatePipelineLayout create_pipeline_layout = nullptr;
  PFN_vkDestroyPipelineLayout destroy_pipeline_layout = nullptr;
  PFN_vkCreateShaderModule create_shader_module = nullptr;
  PFN_vkDestroyShaderModule destroy_shader_module = nullptr;
  PFN_vkCreateComputePipelines create_pipelines = nullptr;
  PFN_vkCreateGraphicsPipelines create_graphics_pipelines = nullptr;
  PFN_vkCreateRenderPass create_render_pass = nullptr;
  PFN_vkDestroyRenderPass destroy_render_pass = nullptr;
  PFN_vkCreateFramebuffer create_framebuffer = nullptr;
  PFN_vkDestroyFramebuffer destroy_framebuffer = nullptr;
  PFN_vkDestroyPipeline destroy_pipeline = nullptr;
  PFN_vkCreateCommandPool create_command_pool = nullptr;
  PFN_vkDestroyCommandPool destroy_command_pool = nullptr;
  PFN_vkAllocateCommandBuffers allocate_command_buffers = nullptr;
  PFN_vkBeginCommandBuffer begin_command_buffer = nullptr;
  PFN_vkEndCommandBuffer end_command_buffer = nullptr;
  PFN_vkCmdBindPipeline bind_pipeline = nullptr;
  PFN_vkCmdBindDescriptorSets bind_sets = nullptr;
  PFN_vkCmdPushConstants push_constants = nullptr;
  PFN_vkCmdPipelineBarrier pipeline_barrier = nullptr;
  PFN_vkCmdDispatch dispatch = nullptr;
  PFN_vkCmdBeginRenderPass begin_render_pass = nullptr;
  PFN_vkCmdEndRenderPass end_render_pass = nullptr;
  PFN_vkCmdBindVertexBuffers bind_vertex_buffers = nullptr;
  PFN_vkCmdBindIndexBuffer bind_index_buffer = nullptr;
  PFN_vkCmdDraw draw = nullptr;
  PFN_vkCmdDrawIndexed draw_indexed = nullptr;
  PFN_vkCmdDispatchBase dispatch_base = nullptr;
  PFN_vkQueueSubmit submit = nullptr;
  PFN_vkQueueWaitIdle wait_idle = nullptr;
};

// Opens the loader; with `icd`, only for the driver of that manifest (a JSON file). Errors:
// unsupported if no loader is installed.
Result<VulkanFunctions> open_vulkan(const std::string& icd);

// Loads the functions of an instance.
void load_functions(VkInstance instance, VulkanFunctions& vulkan);

// For example "VK_ERROR_DEVICE_LOST"; the number if the result is unknown.
std::string result_name(VkResult result);

}  // namespace spirv_oracle::golden
