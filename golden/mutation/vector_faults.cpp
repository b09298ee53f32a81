// Faults of cooperative vectors: products, loads, stores and sums.
#include "golden/mutation/fault.h"

namespace spirv_oracle::golden {
namespace {

using OperandsMask = spv::CooperativeMatrixOperandsMask;

bool is_vector_product(std::string_view name) {
  return name == "OpCooperativeVectorMatrixMulNV" || name == "OpCooperativeVectorMatrixMulAddNV";
}
bool gives_vector(std::string_view name) {
  return is_vector_product(name) || name == "OpCooperativeVectorLoadNV";
}
bool is_vector_store(std::string_view name) { return name == "OpCooperativeVectorStoreNV"; }
bool is_vector_sum(std::string_view name) {
  return name == "OpCooperativeVectorReduceSumAccumulateNV";
}

void last_vector_component_lost(ExchangeView& view) {
  const std::size_t last = view.components() - 1;
  view.active().for_each([&](unsigned lane) { view.set_result(last, lane, view.result(0, lane)); });
}

LaneMask all_but_lowest_lane(const Subgroup& subgroup) {
  LaneMask lanes = subgroup.active;
  if (lanes.any()) lanes.reset(lanes.lowest());
  return lanes;
}

std::uint32_t without_signed_input(std::uint32_t flags) {
  return flags & ~static_cast<std::uint32_t>(OperandsMask::MatrixBSignedComponentsKHR);
}

constexpr Fault vector_fault_table[] = {
    {.name = "vector-last-component-lost",
     .description = "The last component of a cooperative vector is that of the first",
     .concerns = gives_vector,
     .change = last_vector_component_lost},
    {.name = "vector-layout-ignored",
     .description = "Matrices for cooperative vectors are loaded row by row, whatever their layout",
     .concerns = is_vector_product,
     .ignores_layout = true},
    {.name = "vector-input-unsigned",
     .description = "The signed components of the factor of a matrix are taken for unsigned ones",
     .concerns = is_vector_product,
     .product_flags = without_signed_input},
    {.name = "vector-of-lowest-lane-lost",
     .description = "The lowest of the lanes that store or add a cooperative vector does not",
     .concerns = [](std::string_view name) { return is_vector_store(name) || is_vector_sum(name); },
     .tangle = all_but_lowest_lane},
};

}  // namespace

std::span<const Fault> vector_faults() { return vector_fault_table; }

}  // namespace spirv_oracle::golden
