// The oracle as a device that runs bundles.
#pragma once

#include "golden/bundle.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// The dispatch that a bundle describes.
Result<Dispatch> dispatch_of(const Bundle& bundle);

// Whether all outputs of a run are accepted. A resource that the run lacks is not.
bool accepts_run(const Bundle& bundle, const Dispatch& dispatch, const DispatchResult& result);

}  // namespace spirv_oracle::golden
