#include "golden/vulkan/device_options.h"

#include <fmt/format.h>

#include <filesystem>

#include "golden/option_rows.h"

namespace spirv_oracle::golden {

std::vector<OptionRow> device_rows(DeviceChoice& choice) {
  constexpr std::uint64_t most = 1u << 30;
  const auto set_icd = [&choice](const std::string& value) -> Result<void> {
    std::error_code error;
    if (!std::filesystem::is_regular_file(value, error))
      return bad_input(fmt::format("{} is not the manifest of a driver: {}", value,
                                   error ? error.message() : "it is not a file"));
    choice.icd = value;
    return {};
  };
  return {number_option(
              "device", "number of the device (default: 0, the first one)",
              "the number of a device", 0, most,
              [&choice](std::uint64_t index) { choice.index = static_cast<std::uint32_t>(index); }),
          option("icd", "FILE",
                 "manifest of the Vulkan driver, such as "
                 "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json (default: the drivers of the system)",
                 set_icd)};
}

}  // namespace spirv_oracle::golden
