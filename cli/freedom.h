// The choices that an implementation makes in a run, and which of them to try.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphics/variations.h"
#include "interpreter/dispatch.h"
#include "support/arithmetic.h"
#include "support/filtering.h"

namespace spirv_oracle {

// The choices of one run.
struct Freedom {
  std::uint32_t subgroup_size = 32;
  Reconvergence reconvergence = Reconvergence::maximal;
  std::uint64_t seed = 0;
  std::uint32_t workgroups_in_flight = 1;
  SubgroupMapping mapping;
  ArithmeticChoices arithmetic;
  MatrixMapping matrix_mapping = MatrixMapping::rows;
  Filtering filtering = Filtering::exact;
  const NamedVariation* rasterization = nullptr;  // of draws; null: as usual
  CandidateOrder candidate_order = {};            // of ray queries
  bool has_candidates = false;                    // whether the module has any
};
std::string freedom_text(const Freedom& freedom);

// The arithmetic choice of a run that the reference does not make; null: none.
const ArithmeticChoice* other_choice(const Freedom& freedom, const Freedom& reference);
bool has_other_rasterization(const Freedom& freedom, const Freedom& reference);
bool has_other_filtering(const Freedom& freedom, const Freedom& reference);
// Why an implementation may rasterize or filter otherwise than the reference; "" if this run does neither.
std::string_view reason_of(const Freedom& freedom, const Freedom& reference);
// The rule about the first choice that differs from the reference. One does.
const Clause& freedom_clause(const Freedom& freedom, const Freedom& reference);

// Those of a dispatch.
Freedom freedom_of(const Dispatch& dispatch);

// The runs besides `reference`: each size under each policy; and, at the size of the reference,
// other schedules and other mappings.
std::vector<Freedom> freedoms_to_try(const Freedom& reference, std::uint32_t in_flight_with_seed,
                                     const std::vector<std::uint32_t>& subgroup_sizes);

// The reference with each order of candidates.
std::vector<Freedom> candidate_orders_to_try(const Freedom& reference);

// The reference with each variation of rasterization, and of filtering.
std::vector<Freedom> rasterizations_to_try(const Freedom& reference);
std::vector<Freedom> filterings_to_try(const Freedom& reference);

}  // namespace spirv_oracle
