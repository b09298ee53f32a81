#include "golden/bundle/bundle_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <system_error>

#include "golden/bundle/bundle_json.h"
#include "golden/bundle/sha256.h"
#include "support/file.h"
#include "support/json_writer.h"

namespace spirv_oracle::golden {
namespace {

namespace fs = std::filesystem;

using Bytes = std::vector<std::byte>;
using Files = std::map<std::string, Bytes>;

Bytes bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::string text_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// All files except the manifest and its digest.
Files files_of(const Bundle& bundle) {
  Files files;
  for (const auto& [name, words] : modules_of(bundle)) {
    const auto bytes = std::as_bytes(std::span(*words));
    files[name] = {bytes.begin(), bytes.end()};
  }
  files[acceptance_file] = bytes_of(json_text(acceptance_as_json(bundle)));
  for (const BundleResource& resource : bundle.resources) {
    if (resource.input) files[input_file(resource)] = resource.input->bytes;
    if (resource.output) files[expected_file(resource)] = resource.output->expected;
  }
  return files;
}

Result<void> write_files(const Files& files, const fs::path& folder) {
  for (const auto& [name, bytes] : files) {
    if (auto done = write_file((folder / name).string(), bytes); !done) return done;
  }
  return {};
}

Result<void> failed(const std::string& what, const fs::path& path, const std::error_code& error) {
  return bad_input(fmt::format("cannot {} {}: {}", what, path.string(), error.message()));
}

// Replaces the folder `target` if it exists. After a crash, one of the two is complete.
Result<void> move_in_place(const fs::path& written, const fs::path& target) {
  std::error_code error;
  const fs::path old = target.parent_path() / ("." + target.filename().string() + ".old");
  fs::remove_all(old, error);
  if (fs::exists(target, error)) {
    fs::rename(target, old, error);
    if (error) return failed("replace", target, error);
  }
  fs::rename(written, target, error);
  if (error) return failed("create", target, error);
  fs::remove_all(old, error);
  return {};
}

std::string digest_line(const std::string& digest) {
  return fmt::format("{}  {}\n", digest, manifest_file);
}

// The bytes of a file of the bundle. Names come from the manifest.
class FileReader {
 public:
  FileReader(const fs::path& folder, const FileTable& table) : folder_(folder), table_(table) {}

  Result<Bytes> read(const std::string& name) const {
    if (name.find('/') != std::string::npos)
      return bad_input(fmt::format("'{}' is not the name of a file in the bundle", name));
    const auto entry = table_.find(name);
    if (entry == table_.end()) return bad_input(fmt::format("the manifest lacks {}", name));
    auto bytes = read_file((folder_ / name).string(), entry->second.size);
    if (!bytes && bytes.error().status == Status::limit) return wrong_size(name);
    if (!bytes) return bytes;
    if (bytes->size() != entry->second.size) return wrong_size(name);
    if (sha256(*bytes) == entry->second.sha256) return bytes;
    return bad_input(fmt::format("{} is damaged: its SHA-256 differs from the manifest's", name));
  }

 private:
  Result<Bytes> wrong_size(const std::string& name) const {
    return bad_input(fmt::format("{} is damaged: it does not have the {} bytes of the manifest",
                                 name, table_.at(name).size));
  }

  const fs::path& folder_;
  const FileTable& table_;
};

Result<void> read_resources(const FileReader& files, Bundle& bundle) {
  for (BundleResource& resource : bundle.resources) {
    if (resource.input) {
      auto bytes = files.read(input_file(resource));
      if (!bytes) return tl::unexpected(bytes.error());
      resource.input->bytes = std::move(*bytes);
      for (const auto& [first, last] : resource.input->undefined) {
        if (first >= last || last > resource.input->bytes.size())
          return bad_input(
              fmt::format("the undefined bytes of {} are outside of it", resource.name));
      }
    }
    if (!resource.output) continue;
    auto bytes = files.read(expected_file(resource));
    if (!bytes) return tl::unexpected(bytes.error());
    resource.output->expected = std::move(*bytes);
  }
  return {};
}

Result<void> read_words(const FileReader& files, const std::string& name,
                        std::vector<std::uint32_t>& words) {
  const auto module = files.read(name);
  if (!module) return tl::unexpected(module.error());
  if (module->size() % 4 != 0)
    return bad_input(fmt::format("the size of {} is not a multiple of 4 bytes", name));
  words.resize(module->size() / 4);
  std::memcpy(words.data(), module->data(), module->size());
  return {};
}

Result<Bundle> read_checked(const fs::path& folder) {
  const auto manifest_bytes = read_file((folder / manifest_file).string());
  if (!manifest_bytes) return tl::unexpected(manifest_bytes.error());
  const auto digest = read_file((folder / manifest_digest_file).string());
  if (!digest) return tl::unexpected(digest.error());
  auto manifest = parse_manifest(text_of(*manifest_bytes));
  // A newer format may store its digests elsewhere, so the version of the manifest is checked first.
  if (!manifest) return bad_input(fmt::format("{}: {}", manifest_file, manifest.error().message));
  if (text_of(*digest) != digest_line(sha256(*manifest_bytes))) {
    return bad_input(fmt::format("{} is damaged: its SHA-256 is not the one in {}", manifest_file,
                                 manifest_digest_file));
  }
  const FileReader files(folder, manifest->files);
  Bundle& bundle = manifest->bundle;
  if (auto done = read_resources(files, bundle); !done) return tl::unexpected(done.error());
  if (auto done = read_words(files, module_file, bundle.words); !done)
    return tl::unexpected(done.error());
  if (bundle.draw) {
    for (BundleStage& stage : bundle.draw->stages) {
      if (auto done = read_words(files, stage_file(stage.stage), stage.words); !done)
        return tl::unexpected(done.error());
    }
    if (auto done = check_draw(bundle); !done) return tl::unexpected(done.error());
  }
  const auto acceptance = files.read(acceptance_file);
  if (!acceptance) return tl::unexpected(acceptance.error());
  if (auto done = parse_acceptance(text_of(*acceptance), bundle); !done)
    return bad_input(fmt::format("{}: {}", acceptance_file, done.error().message));
  return std::move(bundle);
}

}  // namespace

Result<void> write_bundle(const Bundle& bundle, const fs::path& parent) {
  std::error_code error;
  fs::create_directories(parent, error);
  if (error) return failed("create", parent, error);
  const fs::path partial = parent / ("." + bundle.name + ".partial");
  fs::remove_all(partial, error);
  fs::create_directory(partial, error);
  if (error) return failed("create", partial, error);
  Files files = files_of(bundle);
  FileTable table;
  for (const auto& [name, bytes] : files) table[name] = {bytes.size(), sha256(bytes)};
  files[manifest_file] = bytes_of(json_text(manifest_as_json(bundle, table)));
  files[manifest_digest_file] = bytes_of(digest_line(sha256(files[manifest_file])));
  auto done = write_files(files, partial);
  if (done) done = move_in_place(partial, parent / bundle.name);
  if (!done) fs::remove_all(partial, error);
  return done;
}

Result<Bundle> read_bundle(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return bad_input(fmt::format("{} is not a folder", folder.string()));
  auto bundle = read_checked(folder);
  if (bundle) return bundle;
  return tl::unexpected(
      Error{bundle.error().status, fmt::format("{}: {}", folder.string(), bundle.error().message)});
}

bool is_bundle_of(const fs::path& folder, const std::string& request) {
  std::error_code error;
  if (!fs::exists(folder / manifest_file, error)) return false;
  const auto bundle = read_bundle(folder);
  return bundle && bundle->request == request;
}

Result<std::vector<std::string>> find_bundles(const std::vector<std::string>& paths) {
  std::vector<std::string> bundles;
  for (const std::string& path : paths) {
    std::error_code error;
    if (fs::exists(fs::path(path) / manifest_file, error)) {
      bundles.push_back(path);
      continue;
    }
    std::vector<std::string> below;
    fs::recursive_directory_iterator folder(path, error);
    if (error) return bad_input(fmt::format("cannot read {}: {}", path, error.message()));
    for (auto entry = begin(folder); entry != end(folder); entry.increment(error)) {
      const fs::path& found = entry->path();
      // Bundles that are being written begin with a dot.
      if (found.filename().string().starts_with(".")) {
        entry.disable_recursion_pending();
      } else if (found.filename() == manifest_file) {
        below.push_back(found.parent_path().string());
      }
    }
    if (below.empty()) return bad_input(fmt::format("{} contains no bundles", path));
    std::ranges::sort(below);
    bundles.insert(bundles.end(), below.begin(), below.end());
  }
  return bundles;
}

}  // namespace spirv_oracle::golden
