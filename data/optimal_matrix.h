// Matrices in our optimal layouts (interpreter/kernels/optimal_layout.h) as DATA, and as the TYPE of --dump.
#pragma once

#include <optional>
#include <string_view>

#include "data/scalar.h"
#include "interpreter/kernels/optimal_layout.h"
#include "interpreter/result.h"
#include "memory/definedness.h"

namespace spirv_oracle {

struct OptimalMatrix {
  ScalarKind scalar = ScalarKind::float32;
  OptimalPlacement placement;
};

// `inferencing_optimal` or `training_optimal`.
std::optional<OptimalLayout> optimal_layout_of(std::string_view name);
// ROWSxCOLUMNS.
Result<OptimalPlacement> parse_optimal_placement(OptimalLayout layout, std::string_view size);
// TYPE:inferencing_optimal(ROWSxCOLUMNS), or with training_optimal; none: not such a text.
std::optional<Result<OptimalMatrix>> parse_optimal_matrix(std::string_view text);

// `elements`: row by row; must have their number. Bytes of which a program knows nothing are implementation-dependent. Padding is 0.
ShadowedBytes in_optimal_layout(const OptimalMatrix& matrix, const ShadowedBytes& elements);
// Row by row: the elements at the begin of the bytes. None: there are too few bytes.
std::optional<ShadowedBytes> from_optimal_layout(const OptimalMatrix& matrix,
                                                 const ShadowedBytes& bytes);

}  // namespace spirv_oracle
