// Faults of wrong drivers in what draws do beside single instructions: state, vertex fetch, subgroups of quads, demotion.
#pragma once

#include <span>
#include <string_view>

#include "golden/bundle/bundle.h"
#include "golden/draws/draw_run.h"

namespace spirv_oracle::golden {

struct DrawFault {
  std::string_view name, description;
  // Changes what is drawn, and how. Returns false if that makes no difference.
  bool (*change)(Bundle& bundle, DrawChoices& choices);
};

std::span<const DrawFault> all_draw_faults();

}  // namespace spirv_oracle::golden
