#include "golden/bundle/sha256.h"

#include <fmt/format.h>
#include <openssl/sha.h>

#include <array>

namespace spirv_oracle::golden {

std::string sha256(std::span<const std::byte> bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  std::string text;
  for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

std::string sha256(const std::string& text) { return sha256(std::as_bytes(std::span(text))); }

}  // namespace spirv_oracle::golden
