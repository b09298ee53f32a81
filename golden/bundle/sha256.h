// SHA-256.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace spirv_oracle::golden {

// 64 lower-case hexadecimal digits.
std::string sha256(std::span<const std::byte> bytes);
std::string sha256(const std::string& text);

}  // namespace spirv_oracle::golden
