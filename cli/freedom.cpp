#include "cli/freedom.h"

#include <fmt/format.h>

#include "data/option_values.h"
#include "interpreter/exec/report/control_flow_clauses.h"
#include "interpreter/findings/freedom.h"

namespace spirv_oracle {
namespace {

std::string schedule_text(const Freedom& freedom) {
  const std::string turns =
      freedom.workgroups_in_flight == 1
          ? std::string()
          : fmt::format("{} workgroups in flight", freedom.workgroups_in_flight);
  if (freedom.seed == 0) return turns.empty() ? turns : ", " + turns;
  return fmt::format(", schedule of seed {}{}", freedom.seed,
                     turns.empty() ? turns : fmt::format(" ({})", turns));
}

constexpr std::uint64_t seeds[] = {1, 2, 3, 4};  // other schedules
constexpr SubgroupOrder orders[] = {SubgroupOrder::linear, SubgroupOrder::quads,
                                    SubgroupOrder::columns, SubgroupOrder::random};

}  // namespace

std::string freedom_text(const Freedom& freedom) {
  return fmt::format(
      "subgroup size {}, {} reconvergence{}{}{}{}{}{}{}", freedom.subgroup_size,
      freedom.reconvergence == Reconvergence::maximal ? "maximal" : "minimal",
      schedule_text(freedom),
      freedom.mapping.order == SubgroupOrder::linear
          ? std::string()
          : fmt::format(", mapping {}", mapping_text(freedom.mapping)),
      freedom.matrix_mapping == MatrixMapping::rows
          ? std::string()
          : fmt::format(", matrix mapping {}", matrix_mapping_text(freedom.matrix_mapping)),
      freedom.arithmetic == ArithmeticChoices{}
          ? std::string()
          : fmt::format(", arithmetic {}", arithmetic_text(freedom.arithmetic)),
      named(freedom.filtering) == nullptr
          ? std::string()
          : fmt::format(", filtering {}", named(freedom.filtering)->name),
      freedom.rasterization == nullptr
          ? std::string()
          : fmt::format(", rasterization {}", freedom.rasterization->name),
      freedom.candidate_order == CandidateOrder{}
          ? std::string()
          : fmt::format(", candidate order {}", candidate_order_text(freedom.candidate_order)));
}

const ArithmeticChoice* other_choice(const Freedom& freedom, const Freedom& reference) {
  for (const ArithmeticChoice& choice : arithmetic_choices()) {
    if (freedom.arithmetic.*choice.member != reference.arithmetic.*choice.member) return &choice;
  }
  return nullptr;
}

bool has_other_rasterization(const Freedom& freedom, const Freedom& reference) {
  return freedom.rasterization != nullptr && freedom.rasterization != reference.rasterization;
}

bool has_other_filtering(const Freedom& freedom, const Freedom& reference) {
  return freedom.filtering != Filtering::exact && freedom.filtering != reference.filtering;
}

std::string_view reason_of(const Freedom& freedom, const Freedom& reference) {
  if (has_other_rasterization(freedom, reference)) return freedom.rasterization->reason;
  if (has_other_filtering(freedom, reference)) return named(freedom.filtering)->reason;
  return {};
}

const Clause& freedom_clause(const Freedom& freedom, const Freedom& reference) {
  if (const ArithmeticChoice* choice = other_choice(freedom, reference)) return choice->clause;
  if (has_other_rasterization(freedom, reference)) return *freedom.rasterization->clause;
  if (has_other_filtering(freedom, reference)) return named(freedom.filtering)->clause;
  if (freedom.subgroup_size != reference.subgroup_size) return ExecutionFreedom::subgroup_size;
  if (freedom.reconvergence != reference.reconvergence)
    return TangledInstruction::membership_not_guaranteed;
  if (freedom.candidate_order != reference.candidate_order)
    return ExecutionFreedom::candidate_order;
  if (freedom.seed != reference.seed) return ExecutionFreedom::order;
  if (freedom.matrix_mapping != reference.matrix_mapping) return ExecutionFreedom::matrix_mapping;
  return ExecutionFreedom::subgroup_mapping;
}

Freedom freedom_of(const Dispatch& dispatch) {
  return {dispatch.subgroup_size,
          dispatch.reconvergence,
          dispatch.seed,
          workgroups_in_flight(dispatch, dispatch),
          dispatch.subgroup_mapping,
          dispatch.arithmetic,
          dispatch.matrix_mapping,
          dispatch.filtering,
          nullptr,
          dispatch.candidate_order};
}

std::vector<Freedom> freedoms_to_try(const Freedom& reference, std::uint32_t in_flight_with_seed,
                                     const std::vector<std::uint32_t>& subgroup_sizes) {
  std::vector<Freedom> freedoms;
  const auto other_policy = reference.reconvergence == Reconvergence::maximal
                                ? Reconvergence::minimal
                                : Reconvergence::maximal;
  const auto add = [&](auto change) {
    Freedom freedom = reference;
    change(freedom);
    freedoms.push_back(freedom);
  };
  add([&](Freedom& freedom) { freedom.reconvergence = other_policy; });
  for (const std::uint64_t seed : seeds) {
    if (seed == reference.seed) continue;
    add([&](Freedom& freedom) {
      freedom.seed = seed;
      freedom.workgroups_in_flight = in_flight_with_seed;
    });
  }
  for (const SubgroupOrder order : orders) {
    if (order == reference.mapping.order) continue;
    add([&](Freedom& freedom) {
      freedom.mapping.order = order;
      freedom.mapping.seed = 1;
    });
  }
  for (const std::uint32_t size : subgroup_sizes) {
    if (size == reference.subgroup_size) continue;
    for (const Reconvergence policy : {reference.reconvergence, other_policy}) {
      add([&](Freedom& freedom) {
        freedom.subgroup_size = size;
        freedom.reconvergence = policy;
      });
    }
  }
  return freedoms;
}

std::vector<Freedom> candidate_orders_to_try(const Freedom& reference) {
  using Kind = CandidateOrder::Kind;
  std::vector<Freedom> freedoms;
  for (const CandidateOrder order :
       {CandidateOrder{Kind::forward}, CandidateOrder{Kind::backward},
        CandidateOrder{Kind::random, 1}, CandidateOrder{Kind::random, 2},
        CandidateOrder{Kind::repeated}}) {
    if (order == reference.candidate_order) continue;
    freedoms.push_back(reference);
    freedoms.back().candidate_order = order;
  }
  return freedoms;
}

std::vector<Freedom> rasterizations_to_try(const Freedom& reference) {
  std::vector<Freedom> freedoms;
  for (const NamedVariation& variation : raster_variations()) {
    if (reference.rasterization == &variation) continue;
    freedoms.push_back(reference);
    freedoms.back().rasterization = &variation;
  }
  return freedoms;
}

std::vector<Freedom> filterings_to_try(const Freedom& reference) {
  std::vector<Freedom> freedoms;
  for (const NamedFiltering& other : filterings()) {
    if (reference.filtering == other.filtering) continue;
    freedoms.push_back(reference);
    freedoms.back().filtering = other.filtering;
  }
  return freedoms;
}

}  // namespace spirv_oracle
