// Bundles as folders.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "golden/bundle/bundle.h"
#include "interpreter/result.h"

namespace spirv_oracle::golden {

// Writes the bundle as the folder `parent`/NAME, completely or not at all. Replaces an existing
// one. Errors: bad_input.
Result<void> write_bundle(const Bundle& bundle, const std::filesystem::path& parent);

// Reads a bundle and checks the digests of its files. Errors: bad_input, with the folder and the
// reason.
Result<Bundle> read_bundle(const std::filesystem::path& folder);

// Whether the folder is a complete bundle made from this request (Bundle::request).
bool is_bundle_of(const std::filesystem::path& folder, const std::string& request);

// The bundles in these paths: a folder with a manifest is a bundle; for any other folder, the
// bundles below it, sorted by name. Errors: bad_input for a folder without any.
Result<std::vector<std::string>> find_bundles(const std::vector<std::string>& paths);

}  // namespace spirv_oracle::golden
