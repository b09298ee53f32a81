// Specialization of constant data: "Specialization", as SPV_KHR_constant_data changes it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// The SpecIds of the module's OpSpecConstantDataKHR.
std::set<std::uint32_t> spec_ids_of_data(std::span<const std::uint32_t> words);

// The module with other Data in its OpSpecConstantDataKHR, by SpecId. The last word of Data is padded with zeros. Errors:
// bad_input for more data than an instruction may have.
Result<std::vector<std::uint32_t>> with_specialized_data(
    std::span<const std::uint32_t> words,
    const std::map<std::uint32_t, std::vector<std::uint8_t>>& data);

}  // namespace spirv_oracle
