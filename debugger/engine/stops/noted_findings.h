// The findings of the run so far, for the user.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "interpreter/ir/record.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

struct Clause;
struct DispatchEnd;
struct Program;
struct Subgroup;

// A record breaks a clause in these lanes.
struct NotedFinding {
  const Subgroup& subgroup;
  const Record& record;
  const Clause& clause;
  const LaneMask& lanes;
  const std::string& message;  // in addition to the clause's own text; may be empty
};

// The fields of a finding, see docs/debugger_protocol.md. `moment`: before the record.
nlohmann::json describe_finding(const NotedFinding& finding, const Program& program,
                                std::uint64_t moment);

class NotedFindings {
 public:
  // Leaves out findings if there are very many.
  void add(const NotedFinding& finding, const Program& program, std::uint64_t moment);
  const nlohmann::json& as_json() const { return list_; }
  // The reason of a stop for a dispatch that ends early.
  nlohmann::json reason_of(const DispatchEnd& end) const;

 private:
  nlohmann::json list_ = nlohmann::json::array();
};

}  // namespace spirv_oracle
