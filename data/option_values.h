// The values of options as text. All errors are bad_input, and say what is expected.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "data/scalar.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Stores the value of a result, or passes its error on.
template <class T, class Target>
Result<void> store(Result<T> value, Target& target) {
  if (!value) return tl::unexpected(value.error());
  target = std::move(*value);
  return {};
}

// `what` names the number in messages, such as "the number of threads".
Result<std::uint32_t> parse_u32(std::string_view text, std::string_view what);

// X, X,Y or X,Y,Z. Missing offsets are 0, missing dimensions 1.
Result<std::array<std::uint64_t, 3>> parse_offset(std::string_view text);
Result<Dim3> parse_dim3(std::string_view text, std::uint32_t lowest);

// ORDER, or random:SEED. Does not change whether subgroups must be full.
Result<void> parse_subgroup_mapping(const std::string& text, SubgroupMapping& mapping);
// The mapping as parse_subgroup_mapping() reads it.
std::string mapping_text(const SubgroupMapping& mapping);
Result<MatrixMapping> parse_matrix_mapping(std::string_view text);
std::string_view matrix_mapping_text(MatrixMapping mapping);
// ORDER, or random:SEED.
Result<CandidateOrder> parse_candidate_order(std::string_view text);
std::string candidate_order_text(const CandidateOrder& order);
Result<Reconvergence> parse_reconvergence(std::string_view text);
// A power of two from 1 to 128.
Result<std::uint32_t> parse_subgroup_size(std::string_view text);

Result<std::string> parse_target_env(const std::string& text);
Result<std::string> parse_stage(const std::string& text);
Result<double> parse_seconds(std::string_view text);
Result<std::uint32_t> parse_jobs(std::string_view text);
Result<std::uint32_t> parse_workgroups_in_flight(std::string_view text);

}  // namespace spirv_oracle
