// The data of a binary is the module, because compiling it takes less time than reading a program would. Before it come the
// identifier of the device and a checksum, so that data that is damaged or foreign is found.

#include "vulkan/objects/pipeline_binary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"
#include "vulkan/objects/pipeline_cache.h"

namespace spirv_oracle::vulkan {
namespace {

struct DataHeader {
  std::uint64_t global_key, program, checksum;
};

// Of all pipelines: another version of the driver may have other data.
std::uint64_t global_key() {
  PipelineHash hash;
  hash.add(std::string("spirv-oracle " SPIRV_ORACLE_VERSION));
  return hash.value();
}

std::uint64_t checksum_of(std::span<const std::uint32_t> words) {
  PipelineHash hash;
  for (const std::uint32_t word : words) hash.add(word);
  return hash.value();
}

void write_key(std::uint64_t number, VkPipelineBinaryKeyKHR& key) {
  key.keySize = sizeof number;
  std::memcpy(key.key, &number, sizeof number);
}

std::vector<std::byte> data_of(const PipelineBinary& binary) {
  const std::vector<std::uint32_t>& words = binary.shader->words;
  const DataHeader header{global_key(), binary.program, checksum_of(words)};
  std::vector<std::byte> data(sizeof header + words.size() * sizeof(std::uint32_t));
  std::memcpy(data.data(), &header, sizeof header);
  std::ranges::copy(std::as_bytes(std::span(words)), data.begin() + sizeof header);
  return data;
}

// Null if the data is not what this driver has written for the key.
std::shared_ptr<PipelineBinary> read_binary(Device& device, const VkPipelineBinaryKeyKHR& key,
                                            const VkPipelineBinaryDataKHR& data) {
  DataHeader header{};
  if (data.dataSize < sizeof header || (data.dataSize - sizeof header) % 4 != 0) return nullptr;
  std::memcpy(&header, data.pData, sizeof header);
  std::vector<std::uint32_t> words((data.dataSize - sizeof header) / 4);
  std::memcpy(words.data(), static_cast<const std::byte*>(data.pData) + sizeof header,
              words.size() * 4);
  VkPipelineBinaryKeyKHR expected{};
  write_key(header.program, expected);
  if (header.global_key != global_key() || header.checksum != checksum_of(words) ||
      key.keySize != expected.keySize || std::memcmp(key.key, expected.key, key.keySize) != 0)
    return nullptr;
  auto binary = std::make_shared<PipelineBinary>();
  binary->program = header.program;
  binary->shader = std::make_shared<ShaderModule>(std::move(words));
  binary->shader->device = &device;
  return binary;
}

std::shared_ptr<PipelineBinary> binary_of(const ComputePipeline& pipeline) {
  auto binary = std::make_shared<PipelineBinary>();
  binary->shader = std::make_shared<ShaderModule>(pipeline.shader_module->words);
  binary->shader->device = pipeline.device;
  binary->program = PipelineCache::number_of_program(*binary->shader, pipeline.program->options());
  return binary;
}

// The pipeline whose data a call uses; null after a finding.
std::shared_ptr<ComputePipeline> find_captured(const Device& device, VkPipeline handle,
                                               const char* vuid) {
  auto pipeline = find<ComputePipeline>(handle, "pipeline", &device);
  if (!pipeline || pipeline->has_captured_data) return pipeline;
  complain(
      rules::argument_invalid, *pipeline,
      "has no captured data: it was created without VK_PIPELINE_CREATE_2_CAPTURE_DATA_BIT_KHR, "
      "or the data was released",
      vuid);
  return nullptr;
}

}  // namespace

bool uses_binaries(const VkComputePipelineCreateInfo& info) {
  const auto* used = find_in_chain<VkPipelineBinaryInfoKHR>(
      info.pNext, VK_STRUCTURE_TYPE_PIPELINE_BINARY_INFO_KHR);
  return used != nullptr && used->binaryCount != 0;
}

std::shared_ptr<PipelineBinary> find_binary(const Device& device,
                                            const VkComputePipelineCreateInfo& info) {
  const auto* used = find_in_chain<VkPipelineBinaryInfoKHR>(
      info.pNext, VK_STRUCTURE_TYPE_PIPELINE_BINARY_INFO_KHR);
  return find<PipelineBinary>(used->pPipelineBinaries[0], "pPipelineBinaries", &device);
}

VKAPI_ATTR VkResult VKAPI_CALL get_pipeline_key_khr(VkDevice device_handle,
                                                    const VkPipelineCreateInfoKHR* info,
                                                    VkPipelineBinaryKeyKHR* key) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  if (info == nullptr) {
    write_key(global_key(), *key);
    return VK_SUCCESS;
  }
  const auto* compute = find_in_chain<VkComputePipelineCreateInfo>(
      info->pNext, VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  const auto source = compute == nullptr ? std::nullopt : source_of(*device, *compute);
  if (!source) return VK_ERROR_UNKNOWN;
  write_key(PipelineCache::number_of_program(*source->shader, source->options), *key);
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL create_pipeline_binaries_khr(
    VkDevice device_handle, const VkPipelineBinaryCreateInfoKHR* info,
    const VkAllocationCallbacks* /*allocator*/, VkPipelineBinaryHandlesInfoKHR* binaries) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  std::vector<std::shared_ptr<PipelineBinary>> made;
  VkResult result = VK_SUCCESS;
  if (info->pKeysAndDataInfo != nullptr) {
    const VkPipelineBinaryKeysAndDataKHR& given = *info->pKeysAndDataInfo;
    for (std::uint32_t i = 0; i < given.binaryCount; ++i) {
      made.push_back(
          read_binary(*device, given.pPipelineBinaryKeys[i], given.pPipelineBinaryData[i]));
    }
  } else if (number_of(info->pipeline) != 0) {
    const auto pipeline =
        find_captured(*device, info->pipeline, "VUID-VkPipelineBinaryCreateInfoKHR-pipeline-09607");
    if (!pipeline) return VK_ERROR_UNKNOWN;
    made.push_back(binary_of(*pipeline));
  } else {
    return VK_PIPELINE_BINARY_MISSING_KHR;  // the driver keeps no binaries itself
  }
  if (binaries->pPipelineBinaries == nullptr) {
    binaries->pipelineBinaryCount = static_cast<std::uint32_t>(made.size());
    return VK_SUCCESS;
  }
  if (binaries->pipelineBinaryCount < made.size()) result = VK_INCOMPLETE;
  made.resize(std::min<std::size_t>(made.size(), binaries->pipelineBinaryCount));
  binaries->pipelineBinaryCount = static_cast<std::uint32_t>(made.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    binaries->pPipelineBinaries[i] = VkPipelineBinaryKHR{};
    if (made[i]) {
      give_handle(*device, made[i], &binaries->pPipelineBinaries[i]);
    } else {
      result = VK_ERROR_INITIALIZATION_FAILED;
    }
  }
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_pipeline_binary_khr(VkDevice device_handle,
                                                       VkPipelineBinaryKHR handle,
                                                       const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<PipelineBinary>(handle, "pipelineBinary", device.get());
}

VKAPI_ATTR VkResult VKAPI_CALL get_pipeline_binary_data_khr(VkDevice device_handle,
                                                            const VkPipelineBinaryDataInfoKHR* info,
                                                            VkPipelineBinaryKeyKHR* key,
                                                            std::size_t* size, void* data) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto binary = find<PipelineBinary>(info->pipelineBinary, "pipelineBinary", device.get());
  if (!binary) return VK_ERROR_UNKNOWN;
  write_key(binary->program, *key);
  const std::vector<std::byte> whole = data_of(*binary);
  const std::size_t room = *size;
  *size = whole.size();
  if (data == nullptr) return VK_SUCCESS;
  if (room < whole.size()) return VK_ERROR_NOT_ENOUGH_SPACE_KHR;
  std::ranges::copy(whole, static_cast<std::byte*>(data));
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL release_captured_pipeline_data_khr(
    VkDevice device_handle, const VkReleaseCapturedPipelineDataInfoKHR* info,
    const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto pipeline = find_captured(*device, info->pipeline,
                                      "VUID-VkReleaseCapturedPipelineDataInfoKHR-pipeline-09613");
  if (!pipeline) return VK_ERROR_UNKNOWN;
  pipeline->has_captured_data = false;
  return VK_SUCCESS;
}

}  // namespace spirv_oracle::vulkan
