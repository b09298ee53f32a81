// Samplers.
#pragma once

#include "interpreter/images/image_shape.h"
#include "opencl/objects/context.h"

namespace spirv_oracle::opencl {

struct Sampler : Object {
  static constexpr ObjectType object_type = ObjectType::sampler;
  static constexpr cl_int invalid = CL_INVALID_SAMPLER;
  Sampler() : Object(object_type) {}

  std::shared_ptr<Context> context;
  cl_bool is_normalized = CL_TRUE;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
  std::vector<cl_sampler_properties> properties;
  SamplerState state;
};

}  // namespace spirv_oracle::opencl
