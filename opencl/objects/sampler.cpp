#include "opencl/objects/sampler.h"

#include <fmt/format.h>

#include "opencl/api/entry_points.h"
#include "opencl/objects/info.h"

namespace spirv_oracle::opencl {
namespace {

std::optional<AddressMode> address_mode_of(cl_addressing_mode mode) {
  switch (mode) {
    case CL_ADDRESS_NONE:
      return AddressMode::none;
    case CL_ADDRESS_CLAMP_TO_EDGE:
      return AddressMode::clamp_to_edge;
    case CL_ADDRESS_CLAMP:
      return AddressMode::clamp_to_border;
    case CL_ADDRESS_REPEAT:
      return AddressMode::repeat;
    case CL_ADDRESS_MIRRORED_REPEAT:
      return AddressMode::mirrored_repeat;
    default:
      return std::nullopt;
  }
}

Created<cl_sampler> make_sampler(cl_context context_handle,
                                 const std::shared_ptr<Sampler>& sampler) {
  sampler->context = find<Context>(context_handle);
  if (!sampler->context) return fail_to_create_with_invalid<Context>();
  const auto mode = address_mode_of(sampler->addressing);
  const bool has_filter =
      sampler->filter == CL_FILTER_NEAREST || sampler->filter == CL_FILTER_LINEAR;
  if (!mode || !has_filter)
    return fail_to_create(CL_INVALID_VALUE, "the addressing mode or the filter mode is unknown");
  const bool repeats = *mode == AddressMode::repeat || *mode == AddressMode::mirrored_repeat;
  if (repeats && sampler->is_normalized == CL_FALSE)
    return fail_to_create(CL_INVALID_VALUE,
                          "an addressing mode that repeats needs normalized coordinates");
  SamplerState& state = sampler->state;
  state.address = {*mode, *mode, *mode};
  state.magnification = state.minification =
      sampler->filter == CL_FILTER_LINEAR ? SamplerFilter::linear : SamplerFilter::nearest;
  state.normalized_coordinates = sampler->is_normalized != CL_FALSE;
  return give_handle<cl_sampler>(sampler);
}

}  // namespace

Created<cl_sampler> create_sampler(cl_context context, cl_bool is_normalized,
                                   cl_addressing_mode addressing, cl_filter_mode filter) {
  const auto sampler = std::make_shared<Sampler>();
  sampler->is_normalized = is_normalized;
  sampler->addressing = addressing;
  sampler->filter = filter;
  return make_sampler(context, sampler);
}

Created<cl_sampler> create_sampler_with_properties(cl_context context,
                                                   const cl_sampler_properties* properties) {
  const auto sampler = std::make_shared<Sampler>();
  for (const auto* at = properties; at != nullptr && *at != 0; at += 2) {
    if (at[0] == CL_SAMPLER_NORMALIZED_COORDS) {
      sampler->is_normalized = static_cast<cl_bool>(at[1]);
    } else if (at[0] == CL_SAMPLER_ADDRESSING_MODE) {
      sampler->addressing = static_cast<cl_addressing_mode>(at[1]);
    } else if (at[0] == CL_SAMPLER_FILTER_MODE) {
      sampler->filter = static_cast<cl_filter_mode>(at[1]);
    } else {
      return fail_to_create(CL_INVALID_VALUE, fmt::format("property {} is unknown", at[0]));
    }
    sampler->properties.insert(sampler->properties.end(), {at[0], at[1]});
  }
  if (properties != nullptr) sampler->properties.push_back(0);
  return make_sampler(context, sampler);
}

cl_int retain_sampler(cl_sampler sampler) { return retain<Sampler>(sampler); }
cl_int release_sampler(cl_sampler sampler) { return release<Sampler>(sampler); }

cl_int get_sampler_info(cl_sampler handle, cl_sampler_info name, size_t size, void* value,
                        size_t* size_ret) {
  const auto sampler = find<Sampler>(handle);
  if (!sampler) return fail_invalid<Sampler>();
  const Info info{size, value, size_ret};
  switch (name) {
    case CL_SAMPLER_REFERENCE_COUNT:
      return info.give<cl_uint>(sampler->references);
    case CL_SAMPLER_CONTEXT:
      return info.give(sampler->context->handle);
    case CL_SAMPLER_NORMALIZED_COORDS:
      return info.give(sampler->is_normalized);
    case CL_SAMPLER_ADDRESSING_MODE:
      return info.give(sampler->addressing);
    case CL_SAMPLER_FILTER_MODE:
      return info.give(sampler->filter);
    case CL_SAMPLER_PROPERTIES:
      return info.list(sampler->properties);
    default:
      return Info::unknown(name);
  }
}

}  // namespace spirv_oracle::opencl
