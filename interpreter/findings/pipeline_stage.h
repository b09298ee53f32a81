// The stages of pipelines.
#pragma once

#include <cstdint>

namespace spirv_oracle {

// The stage of a pipeline that an entry point is for; kernels count as compute.
enum class Stage : std::uint8_t {
  compute,
  vertex,
  tessellation_control,
  tessellation_evaluation,
  geometry,
  fragment,
};

}  // namespace spirv_oracle
