// why, last_write, who_else, diff.
#include "interpreter/debugger/history.h"
#include "interpreter/debugger/view_request.h"

namespace spirv_oracle {

Result<nlohmann::json> answer_why(const ViewRequest&) { return unsupported("not supported: why"); }
Result<nlohmann::json> answer_last_write(const ViewRequest&) {
  return unsupported("not supported: last_write");
}
Result<nlohmann::json> answer_who_else(const ViewRequest&) {
  return unsupported("not supported: who_else");
}
Result<nlohmann::json> answer_diff(const ViewRequest&) {
  return unsupported("not supported: diff");
}

}  // namespace spirv_oracle
