// The draw of a bundle on a device.
#pragma once

#include <string>

#include "golden/bundle/bundle.h"
#include "golden/bundle/comparison.h"
#include "golden/vulkan/device.h"

namespace spirv_oracle::golden {

// Draws in one render pass, and waits for the attachments. `fragment` describes the bundle's module. Errors: unsupported
// (formats and images that the device lacks), mismatch if the driver fails.
Result<Outputs> draw_on_device(const VulkanDevice& device, const Bundle& bundle,
                               const ModuleInfo& fragment);

// The bit of a stage of graphics pipelines.
VkShaderStageFlagBits stage_flag(Stage stage);

// What the device lacks for the state of the draw; "" if nothing.
std::string missing_draw_feature(const DeviceDescription& device, const Bundle& bundle);

}  // namespace spirv_oracle::golden
