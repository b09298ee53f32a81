#include "amber/outcome.h"

namespace spirv_oracle::amber {

std::string_view status_text(Status status) {
  switch (status) {
    case Status::ok:
      return "pass";
    case Status::mismatch:
      return "fail";
    case Status::bad_input:
      return "error";
    case Status::undefined_behavior:
      return "undefined behavior";
    case Status::unsupported:
      return "not supported";
    case Status::limit:
      return "limit reached";
  }
  return "error";
}

int badness(Status status) {
  switch (status) {
    case Status::ok:
      return 0;
    case Status::unsupported:
      return 1;
    case Status::limit:
      return 2;
    case Status::mismatch:
      return 3;
    case Status::undefined_behavior:
      return 4;
    case Status::bad_input:
      return 5;
  }
  return 5;
}

}  // namespace spirv_oracle::amber
