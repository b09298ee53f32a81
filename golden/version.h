// The version that bundles and --version give.
#pragma once

namespace spirv_oracle::golden {

#ifndef SPIRV_ORACLE_VERSION
#define SPIRV_ORACLE_VERSION "0.1.0"
#endif
inline constexpr const char* tool_version = SPIRV_ORACLE_VERSION;

}  // namespace spirv_oracle::golden
