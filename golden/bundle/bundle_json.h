// The JSON documents of a bundle: manifest.json and acceptance.json. docs/golden_bundle.schema.json describes both.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "golden/bundle/bundle.h"
#include "interpreter/result.h"

namespace spirv_oracle::golden {

// A file of the bundle, other than its manifest.
struct FileEntry {
  std::uint64_t size = 0;
  std::string sha256;
};
using FileTable = std::map<std::string, FileEntry>;

// The names of the files of a bundle.
inline constexpr const char* manifest_file = "manifest.json";
inline constexpr const char* manifest_digest_file = "manifest.sha256";
inline constexpr const char* acceptance_file = "acceptance.json";
inline constexpr const char* module_file = "module.spv";
std::string stage_file(Stage stage);  // of a draw, such as "vertex.spv"
std::string input_file(const BundleResource& resource);
std::string expected_file(const BundleResource& resource);

// All modules of a bundle, by the names of their files.
std::map<std::string, const std::vector<std::uint32_t>*> modules_of(const Bundle& bundle);

nlohmann::ordered_json manifest_as_json(const Bundle& bundle, const FileTable& files);
nlohmann::ordered_json acceptance_as_json(const Bundle& bundle);

struct Manifest {
  Bundle bundle;  // without the contents of its files
  FileTable files;
};

// Errors: bad_input if the text is not a manifest, or has a newer format.
Result<Manifest> parse_manifest(const std::string& text);

// Fills in reasons and the acceptance of the outputs. Errors: bad_input.
Result<void> parse_acceptance(const std::string& text, Bundle& bundle);

}  // namespace spirv_oracle::golden
