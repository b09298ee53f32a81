#include "golden/bundle/bundle_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "golden/bundle/bundle_json.h"
#include "golden/bundle/sha256.h"
#include "support/json_writer.h"
#include "support/subprocess.h"

namespace spirv_oracle::golden {
namespace {

namespace fs = std::filesystem;

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

// A bundle that uses every feature of the format.
Bundle sample() {
  Bundle bundle;
  bundle.name = "sample.s8";
  bundle.tool_version = "0";
  bundle.source = "sample.comp";
  bundle.options = {"--groups", "2"};
  bundle.request = std::string(64, 'a');
  bundle.words = {0x07230203, 1, 2, 3};
  bundle.entry_point = "main";
  bundle.capabilities = {"Shader"};
  bundle.instructions = {"OpIAdd"};
  bundle.workgroup_size = Dim3{8, 1, 1};
  bundle.specialization = {{3, 0xFFFFFFFFFFFFFFFF}};
  bundle.assumptions.environment = "Vulkan";
  bundle.reasons = {{"OpUDiv.operand-2-zero", "text", "a.comp:3", "lane 0"}};
  BundleResource buffer;
  buffer.name = "0.1[2]";
  buffer.kind = "storage_buffer";
  buffer.key = {0, 1, 2};
  buffer.variable = "Out";
  buffer.type = ScalarKind::float32;
  buffer.input = InputBytes{bytes_of({0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9}), {{0, 4}}};
  BundleOutput output;
  output.expected = bytes_of({0, 0, 128, 63, 0, 0, 192, 127, 1, 0, 0, 0, 7, 7, 7, 7});
  Acceptance range{AcceptanceKind::range, {}, 0x3F800000, 0x3F800002, {.nan = true}, 0};
  append(output.acceptance, {0, 1, ScalarKind::float32, range});
  append(output.acceptance,
         {4, 1, ScalarKind::float32, {AcceptanceKind::nan, {}, 0, 0, {}, Acceptance::no_reason}});
  append(output.acceptance, {8, 1, ScalarKind::uint32, {AcceptanceKind::set, {1, 2}, 0, 0, {}, 0}});
  append(output.acceptance, {12, 4, ScalarKind::uint8, {AcceptanceKind::any, {}, 0, 0, {}, 0}});
  output.depends_on_mapping = {{8, 1, ScalarKind::uint32, {"quads"}}};
  output.witnesses = {{8, ScalarKind::uint32, "--seed 3", {2}},
                      {12, ScalarKind::uint8, "--reconvergence minimal", {1, 255}}};
  buffer.output = output;
  bundle.resources.push_back(buffer);
  BundleResource image;
  image.name = "0.2";
  image.kind = "combined_image_sampler";
  image.key = {0, 2, 0};
  image.image = ImageShape{*find_texel_format("Rgba8"), {4, 4, 1}, 1, 3, 1};
  image.sampler = SamplerState{};
  image.sampler->compare = CompareOperation::less_or_equal;
  image.input = InputBytes{std::vector<std::byte>(84), {}};
  bundle.resources.push_back(image);
  return bundle;
}

// Reading a bundle takes milliseconds, so only some bytes of long files are changed.
std::size_t step_for(std::size_t size) { return size < 200 ? 3 : 37; }

class BundleFolder : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    temporary_.emplace(std::move(*folder));
    root_ = fs::path(temporary_->file(""));
    ASSERT_TRUE(write_bundle(sample(), root_));
    folder_ = root_ / "sample.s8";
  }

  static std::string read(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static void write(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
  }
  // Replaces the manifest and computes its digest, as an attacker could.
  void write_manifest(const std::string& text) const {
    write(folder_ / manifest_file, text);
    write(folder_ / manifest_digest_file, sha256(text) + "  manifest.json\n");
  }
  std::string error() const {
    const auto bundle = read_bundle(folder_);
    if (bundle) return "";
    EXPECT_EQ(bundle.error().status, Status::bad_input);
    return bundle.error().message;
  }

  std::optional<TemporaryFolder> temporary_;
  fs::path root_, folder_;
};

TEST_F(BundleFolder, GivesBackWhatWasWritten) {
  const auto bundle = read_bundle(folder_);
  ASSERT_TRUE(bundle) << bundle.error().message;
  const Bundle written = sample();
  EXPECT_EQ(json_text(manifest_as_json(*bundle, {})), json_text(manifest_as_json(written, {})));
  EXPECT_EQ(json_text(acceptance_as_json(*bundle)), json_text(acceptance_as_json(written)));
  EXPECT_EQ(bundle->words, written.words);
  EXPECT_EQ(bundle->resources[0].input->bytes, written.resources[0].input->bytes);
  EXPECT_EQ(bundle->resources[0].output->expected, written.resources[0].output->expected);
  EXPECT_EQ(bundle->resources[0].output->acceptance, written.resources[0].output->acceptance);
  ASSERT_EQ(bundle->resources[0].output->witnesses.size(), 2u);
  EXPECT_EQ(bundle->resources[0].output->witnesses[1].values, (std::vector<std::uint64_t>{1, 255}));
  EXPECT_EQ(bundle->specialization, written.specialization);
}

TEST_F(BundleFolder, WritingAgainReplacesAllOfIt) {
  write(folder_ / "stray", "x");
  Bundle other = sample();
  other.source = "other.comp";
  ASSERT_TRUE(write_bundle(other, root_));
  const auto bundle = read_bundle(folder_);
  ASSERT_TRUE(bundle) << bundle.error().message;
  EXPECT_EQ(bundle->source, "other.comp");
  EXPECT_FALSE(fs::exists(folder_ / "stray"));
  EXPECT_EQ(std::distance(fs::directory_iterator(root_), {}), 1);
}

TEST_F(BundleFolder, DamagedBytesAreNoticed) {
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string original = read(entry.path());
    for (std::size_t i = 0; i < original.size(); i += step_for(original.size())) {
      std::string damaged = original;
      damaged[i] = static_cast<char>(damaged[i] ^ 1);
      write(entry.path(), damaged);
      ASSERT_NE(error(), "") << entry.path() << " byte " << i;
    }
    write(entry.path(), original);
  }
  EXPECT_EQ(error(), "");
}

TEST_F(BundleFolder, TruncatedAndMissingFilesAreNoticed) {
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string original = read(entry.path());
    for (std::size_t size = 0; size < original.size(); size += step_for(original.size())) {
      write(entry.path(), original.substr(0, size));
      ASSERT_NE(error(), "") << entry.path() << " cut to " << size;
    }
    write(entry.path(), original + "x");
    EXPECT_NE(error(), "") << entry.path();
    fs::remove(entry.path());
    EXPECT_NE(error(), "") << entry.path();
    write(entry.path(), original);
  }
}

TEST_F(BundleFolder, ANewerFormatIsNamed) {
  std::string text = read(folder_ / manifest_file);
  const std::string version = "\"format_version\": 1";
  text.replace(text.find(version), version.size(), "\"format_version\": 5");
  write_manifest(text);
  EXPECT_NE(error().find("format version 5, but this spirv-golden reads versions 1 to 4"),
            std::string::npos)
      << error();
}

// Whatever a manifest with a correct digest says, reading ends with an error or a bundle.
TEST_F(BundleFolder, ManipulatedManifestsAreErrorsOrBundles) {
  const std::string original = read(folder_ / manifest_file);
  std::mt19937 random(1);
  const std::string snippets[] = {
      "null", "-1", "1e99", "\"x\"", "[]", "{}", "true", "\"\"", "99999999999999999999", "0"};
  int errors = 0;
  for (int i = 0; i < 400; ++i) {
    std::string text = original;
    const std::size_t at = random() % text.size();
    const std::size_t end = text.find_first_of(",\n}]", at);
    const std::size_t begin = text.find_last_of(" [{", at);
    if (end == std::string::npos || begin == std::string::npos || begin >= end) continue;
    text.replace(begin + 1, end - begin - 1, snippets[random() % std::size(snippets)]);
    write_manifest(text);
    if (!error().empty()) ++errors;
  }
  EXPECT_GT(errors, 100);
}

TEST_F(BundleFolder, ManipulatedAcceptanceIsAnErrorOrABundle) {
  const std::string original = read(folder_ / acceptance_file);
  const Bundle bundle = *read_bundle(folder_);
  std::mt19937 random(2);
  const std::string snippets[] = {"null", "-1",      "18446744073709551615", "\"0x\"", "[]", "{}",
                                  "7",    "\"0xg\"", "\"float64\""};
  int errors = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = original;
    const std::size_t at = random() % text.size();
    const std::size_t end = text.find_first_of(",\n}]", at);
    const std::size_t begin = text.find_last_of(" [{", at);
    if (end == std::string::npos || begin == std::string::npos || begin >= end) continue;
    text.replace(begin + 1, end - begin - 1, snippets[random() % std::size(snippets)]);
    Bundle copy = bundle;
    copy.reasons.clear();
    const auto done = parse_acceptance(text, copy);
    if (done) continue;
    EXPECT_EQ(done.error().status, Status::bad_input);
    ++errors;
  }
  EXPECT_GT(errors, 1000);
}

TEST_F(BundleFolder, OnlyTheSameRequestIsKept) {
  EXPECT_TRUE(is_bundle_of(folder_, sample().request));
  EXPECT_FALSE(is_bundle_of(folder_, std::string(64, 'b')));
  EXPECT_FALSE(is_bundle_of(root_ / "absent", sample().request));
  write(folder_ / module_file, "damaged");
  EXPECT_FALSE(is_bundle_of(folder_, sample().request));
}

TEST(Sha256, KnowsThePublishedDigests) {
  EXPECT_EQ(sha256(std::string()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256(std::string("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace spirv_oracle::golden
