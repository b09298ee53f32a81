// Bundles as folders.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "golden/bundle.h"
#include "interpreter/result.h"

namespace spirv_oracle::golden {

// Writes the bundle as the folder `parent`/NAME, all of it or nothing, in the place of one that is there. Errors: bad_input.
Result<void> write_bundle(const Bundle& bundle, const std::filesystem::path& parent);

// Reads a bundle and checks the digests of its files. Errors: bad_input, with the folder and what is wrong with it.
Result<Bundle> read_bundle(const std::filesystem::path& folder);

// Whether the folder is a complete bundle that was made from this request (Bundle::request).
bool is_bundle_of(const std::filesystem::path& folder, const std::string& request);

// The bundles that are meant: folders with a manifest as they are, others replaced by the bundles below them, sorted by name.
// Errors: bad_input for a folder without any.
Result<std::vector<std::string>> find_bundles(const std::vector<std::string>& paths);

}  // namespace spirv_oracle::golden
