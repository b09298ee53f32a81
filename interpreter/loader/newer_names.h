// Capabilities and instructions that the SPIRV-Tools of this build do not know, so that they are named all the same.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "interpreter/result.h"

namespace spirv_oracle {

// Those in a module, for a message: "capability TensorsARM, OpTypeTensorARM"; "" if there are none. The words are in
// the byte order of this machine.
std::string newer_features(std::span<const std::uint32_t> words);

// A name in assembly text as newer_features() shows it; "" if it is not such a name.
std::string newer_feature(std::string_view name);

// Error: unsupported, with the names.
tl::unexpected<Error> newer_than_tools(const std::string& features);

}  // namespace spirv_oracle
