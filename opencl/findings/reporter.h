// Reports findings, also to the program through the callbacks of its contexts (pfn_notify of clCreateContext).
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "driver/call.h"
#include "driver/findings.h"
#include "opencl/api/api.h"
#include "opencl/findings/rules.h"

namespace spirv_oracle::opencl {

class Reporter {
 public:
  static Reporter& get();

  // As Findings::add.
  void report(const Finding& finding, std::uint64_t scope = 0, const std::string& file = "");
  void report(const Clause& rule, const std::string& message, std::vector<Note> notes = {});

  // `context`: a key for remove().
  void add(const void* context, Notify notify, void* user_data);
  void remove(const void* context);

 private:
  struct Listener {
    const void* context;
    Notify notify;
    void* user_data;
  };
  std::mutex mutex_;
  std::vector<Listener> listeners_;
};

// "CL_INVALID_VALUE", or the number of an unknown code.
std::string name_of_error(cl_int code);

// Reports that the current call returns an error code, and why. Returns the code.
cl_int fail(cl_int code, const std::string& reason);

// As fail(), for functions that create objects.
inline tl::unexpected<cl_int> fail_to_create(cl_int code, const std::string& reason) {
  return tl::unexpected<cl_int>(fail(code, reason));
}

}  // namespace spirv_oracle::opencl
