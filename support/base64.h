// RFC 4648, section 4, as the protocols have bytes in JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spirv_oracle {

std::string encode_base64(std::string_view bytes);
// None if the text is not base64 with padding.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace spirv_oracle
