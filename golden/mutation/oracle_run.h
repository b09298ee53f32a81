// Runs bundles with the oracle as the device.
#pragma once

#include "golden/bundle/bundle.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// The dispatch that a bundle describes.
Result<Dispatch> dispatch_of(const Bundle& bundle);

// Whether the bundle accepts all outputs of a run. False if the run lacks a resource.
bool accepts_run(const Bundle& bundle, const Dispatch& dispatch, const DispatchResult& result);

}  // namespace spirv_oracle::golden
