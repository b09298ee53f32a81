// Pipes as arguments of a kernel. Bindings::argument_values has the PipeArgument of a pipe, and Bindings::buffers the
// packets in it, the oldest first. After the run, DispatchResult::buffers has the packets that are in the pipe then, or
// that were in it if the kernel reads from it.
#pragma once

#include <cstdint>
#include <cstring>

#include "interpreter/module_info.h"
#include "memory/definedness.h"

namespace spirv_oracle {

// What a run finds about a pipe, and what the next run of the dispatch needs: earlier values depend on it.
struct PipeUse {
  std::uint32_t unordered = 0;  // 1: invocations took packets that nothing orders
  std::uint32_t refused = 0;    // 1: the pipe was empty or full for some instruction

  friend bool operator==(const PipeUse&, const PipeUse&) = default;
};

struct PipeArgument {
  std::uint32_t packet_size = 0;  // bytes
  std::uint32_t max_packets = 0;  // that there is room for
};

inline ShadowedBytes bytes_of(const PipeArgument& pipe) {
  ShadowedBytes bytes = ShadowedBytes::zero(sizeof pipe);
  std::memcpy(bytes.bytes.data(), &pipe, sizeof pipe);
  return bytes;
}

// `value`: that of the argument in Bindings::argument_values.
inline PipeArgument pipe_argument_of(const ShadowedBytes& value) {
  PipeArgument pipe;
  if (value.size() == sizeof pipe) std::memcpy(&pipe, value.bytes.data(), sizeof pipe);
  return pipe;
}

// Unlike other values, a pipe has elements: its packets. Their size is 1 if the module does not say it.
constexpr bool is_pipe(const ResourceInfo& resource) {
  return resource.kind == ResourceKind::value_argument && resource.runtime_stride != 0;
}

}  // namespace spirv_oracle
