// The resources of a dispatch as resources of a bundle.
#pragma once

#include <vector>

#include "golden/bundle/bundle.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// All resources of the dispatch with their inputs, without outputs.
std::vector<BundleResource> resources_of(const EntryPointInfo& entry, const Dispatch& dispatch);

// Whether the contents of the resource after the dispatch are compared, because a shader may write
// it.
bool is_output(const EntryPointInfo& entry, const BundleResource& resource);

// The contents of the resource after the dispatch; null if it is not a buffer or memory.
const BufferResult* find_result(const DispatchResult& result, const Dispatch& dispatch,
                                const BundleResource& resource);

ShadowedBytes shadowed_bytes(const InputBytes& input);

// Adds all inputs of the bundle to the resources of a run, except those of draw_kinds. Errors: bad_input for a range of a memory that
// is missing.
Result<void> bind_inputs(const Bundle& bundle, Bindings& bindings);

}  // namespace spirv_oracle::golden
