// Answers of the functions clGet*Info.
#pragma once

#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "opencl/findings/reporter.h"

namespace spirv_oracle::opencl {

// Where an answer goes: the last three parameters of such a function.
struct Info {
  size_t size;
  void* value;       // may be null
  size_t* size_ret;  // may be null

  cl_int bytes(const void* data, size_t count) const {
    if (size_ret != nullptr) *size_ret = count;
    if (value == nullptr) return CL_SUCCESS;
    if (size < count)
      return fail(CL_INVALID_VALUE, "param_value_size is " + std::to_string(size) +
                                        ", but the value has " + std::to_string(count) + " bytes");
    if (count != 0) std::memcpy(value, data, count);
    return CL_SUCCESS;
  }
  template <class T>
  cl_int give(const T& one) const {
    return bytes(&one, sizeof one);
  }
  cl_int flag(bool one) const { return give<cl_bool>(one ? CL_TRUE : CL_FALSE); }
  template <class T>
  cl_int list(const std::vector<T>& all) const {
    return bytes(all.data(), all.size() * sizeof(T));
  }
  // With a terminating zero.
  cl_int text(const std::string& one) const { return bytes(one.c_str(), one.size() + 1); }
  static cl_int unknown(cl_uint param_name) {
    return fail(CL_INVALID_VALUE, "param_name " + std::to_string(param_name) + " is unknown");
  }
};

}  // namespace spirv_oracle::opencl
