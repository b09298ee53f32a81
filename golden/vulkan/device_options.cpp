#include "golden/vulkan/device_options.h"

#include <algorithm>

#include "cli/scalar.h"

namespace spirv_oracle::golden {

std::vector<OptionRow> device_rows(DeviceChoice& choice) {
  const auto set_index = [&choice](const std::string& value) -> Result<void> {
    const auto index = parse_unsigned(value, "the number of a device");
    if (!index) return tl::unexpected(index.error());
    choice.index = static_cast<std::uint32_t>(std::min<std::uint64_t>(*index, 1u << 30));
    return {};
  };
  const auto set_icd = [&choice](const std::string& value) -> Result<void> {
    choice.icd = value;
    return {};
  };
  return {{"Device", "device", '\0', "N", false, "", "", set_index},
          {"Device", "icd", '\0', "FILE", false, "", "", set_icd}};
}

}  // namespace spirv_oracle::golden
