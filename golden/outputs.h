// The resources of a dispatch as those of a bundle.
#pragma once

#include <vector>

#include "golden/bundle.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// All resources of the dispatch with their inputs, without outputs.
std::vector<BundleResource> resources_of(const EntryPointInfo& entry, const Dispatch& dispatch);

// Whether what the resource holds after the dispatch is compared: what a shader may write.
bool is_output(const EntryPointInfo& entry, const BundleResource& resource);

// What the resource holds after the dispatch; null if it is no buffer or memory.
const BufferResult* find_result(const DispatchResult& result, const Dispatch& dispatch,
                                const BundleResource& resource);

}  // namespace spirv_oracle::golden
