// The version in bundles and in --version.
#pragma once

namespace spirv_oracle::golden {

inline constexpr const char* tool_version = SPIRV_ORACLE_VERSION;

}  // namespace spirv_oracle::golden
