// Reads bundles of spirv-golden. The reader is this one header; it needs C++17 and nlohmann/json.
//
//   const auto bundle = spirv_golden::Bundle::load("goldens/scan.s32");
//   ... run bundle.module on a device, with the input of each of bundle.resources ...
//   for (const auto& difference : bundle.resources[i].check(bytes_of_the_device)) ...
//
// docs/golden_bundle.schema.json describes the documents. The reader does not check the digests of files: `spirv-golden
// show BUNDLE` does, and `sha256sum -c manifest.sha256` checks the manifest's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace spirv_golden {

// The newest version of the format that this reader supports.
inline constexpr int format_version = 4;

enum class Accept { exact, nan, set, range, any, permutation };

// Adjacent components of one type with the same acceptance.
struct Run {
  std::uint64_t offset = 0;  // bytes
  std::uint64_t count = 0;
  std::string type;  // "int8", "uint32", "float16" ...
  Accept accept = Accept::exact;
  std::vector<std::uint64_t> values;  // for a set, and for all components of a permutation: bits
  std::uint64_t low = 0, high = 0;    // for a range: bits of the least and the greatest number
  bool nan = false, positive_infinity = false, negative_infinity = false;
  bool positive_zero = false, negative_zero = false;

  std::size_t size() const {
    if (type.size() >= 2 && type.substr(type.size() - 2) == "64") return 8;
    if (type.size() >= 2 && type.substr(type.size() - 2) == "32") return 4;
    return type.size() >= 2 && type.substr(type.size() - 2) == "16" ? 2 : 1;
  }
  bool is_float() const { return type.find("float") != std::string::npos; }
  bool is_signed() const { return type.rfind("int", 0) == 0; }

  // Whether a component may have the bits `actual` if the oracle has the bits `expected`. For a permutation: whether any
  // component may.
  bool accepts(std::uint64_t expected, std::uint64_t actual) const;
};

struct Difference {
  std::uint64_t offset = 0;  // bytes
  std::string type;
  std::uint64_t expected = 0, actual = 0;  // bits
};

struct Resource {
  std::string name;  // "0.1", "0.1[2]", "push", "arg.0", or of a memory
  std::string kind;  // "storage_buffer" ...
  std::uint32_t set = 0, binding = 0, element = 0;
  bool has_input = false, has_output = false;
  std::vector<std::byte> input, expected;
  std::vector<Run> acceptance;  // for all bytes of the output, in ascending order

  // The components of the contents after the dispatch that are not accepted. Throws
  // std::runtime_error if the size is wrong.
  std::vector<Difference> check(const std::vector<std::byte>& actual) const;
};

struct Bundle {
  std::string name;
  nlohmann::json manifest;
  std::vector<std::uint32_t> module;
  std::string entry_point;
  std::uint32_t groups[3] = {1, 1, 1};
  std::uint32_t subgroup_size = 32;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> specialization;  // SpecId and bits
  std::vector<Resource> resources;

  // Throws std::exception if the folder is not a bundle, or has another format version.
  static Bundle load(const std::filesystem::path& folder);
};

namespace detail {

inline std::uint64_t bits_at(const std::vector<std::byte>& bytes, std::uint64_t offset,
                             std::size_t size) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < size; ++i)
    bits |= std::to_integer<std::uint64_t>(bytes[offset + i]) << (8 * i);
  return bits;
}

inline std::vector<std::byte> read(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::vector<std::byte> bytes(text.size());
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

inline nlohmann::json read_json(const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = read(file);
  const auto* first = reinterpret_cast<const char*>(bytes.data());
  try {
    return nlohmann::json::parse(first, first + bytes.size());
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(file.string() + ": " + error.what());
  }
}

inline std::uint64_t hexadecimal(const nlohmann::json& text) {
  return std::stoull(text.get<std::string>(), nullptr, 16);
}

inline Run run_of(const nlohmann::json& json) {
  Run run;
  run.offset = json.at("offset").get<std::uint64_t>();
  run.count = json.at("count").get<std::uint64_t>();
  run.type = json.at("type").get<std::string>();
  const auto accept = json.at("accept").get<std::string>();
  run.accept = accept == "exact"         ? Accept::exact
               : accept == "nan"         ? Accept::nan
               : accept == "set"         ? Accept::set
               : accept == "range"       ? Accept::range
               : accept == "permutation" ? Accept::permutation
                                         : Accept::any;
  if (run.accept == Accept::set || run.accept == Accept::permutation) {
    for (const auto& value : json.at("values")) run.values.push_back(hexadecimal(value));
  }
  if (run.accept != Accept::range) return run;
  run.low = hexadecimal(json.at("low"));
  run.high = hexadecimal(json.at("high"));
  for (const auto& special : json.at("special")) {
    if (special == "nan") run.nan = true;
    if (special == "positive_infinity") run.positive_infinity = true;
    if (special == "negative_infinity") run.negative_infinity = true;
    if (special == "positive_zero") run.positive_zero = true;
    if (special == "negative_zero") run.negative_zero = true;
  }
  return run;
}

inline void read_acceptance(const nlohmann::json& runs, Resource& resource) {
  std::uint64_t end = 0;
  for (const auto& json : runs) {
    resource.acceptance.push_back(run_of(json));
    const Run& run = resource.acceptance.back();
    if (run.offset != end || run.count > (resource.expected.size() - end) / run.size())
      throw std::runtime_error("the acceptance of " + resource.name + " does not fit its output");
    end += run.count * run.size();
  }
  if (end != resource.expected.size())
    throw std::runtime_error("the acceptance of " + resource.name + " does not fit its output");
}

inline Resource resource_of(const nlohmann::json& json, const nlohmann::json& acceptance,
                            const std::filesystem::path& folder) {
  Resource resource;
  resource.name = json.at("name").get<std::string>();
  resource.kind = json.at("kind").get<std::string>();
  resource.set = json.value("set", 0u);
  resource.binding = json.value("binding", json.value("argument", 0u));
  resource.element = json.value("element", 0u);
  resource.has_input = json.contains("input");
  resource.has_output = json.contains("output");
  if (resource.has_input)
    resource.input = read(folder / json.at("input").at("file").get<std::string>());
  if (!resource.has_output) return resource;
  resource.expected = read(folder / json.at("output").at("file").get<std::string>());
  read_acceptance(acceptance.at("outputs").at(resource.name), resource);
  return resource;
}

}  // namespace detail

inline bool Run::accepts(std::uint64_t expected, std::uint64_t actual) const {
  if (accept == Accept::any) return true;
  if (accept == Accept::exact) return actual == expected;
  if (accept == Accept::set || accept == Accept::permutation) {
    for (const std::uint64_t value : values) {
      if (value == actual) return true;
    }
    return false;
  }
  const unsigned width = 8 * static_cast<unsigned>(size());
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  if (!is_float()) {  // after flipping the sign bit, signed integers have the order of unsigned ones
    const std::uint64_t flip = is_signed() ? sign : 0;
    return (low ^ flip) <= (actual ^ flip) && (actual ^ flip) <= (high ^ flip);
  }
  const bool is_bfloat16 = type == "bfloat16";
  const unsigned fraction = is_bfloat16   ? 7
                            : width == 8  ? 2
                            : width == 16 ? 10
                            : width == 32 ? 23
                                          : 52;
  // The format E8M0 has neither a sign nor infinities, and one NaN.
  if (type == "float8e8m0" && actual == 0xFF) return accept == Accept::nan || nan;
  if (type == "float8e8m0") return accept != Accept::nan && low <= actual && actual <= high;
  // The format E4M3 has no infinities, and one NaN of each sign.
  if (type == "float8e4m3" && (actual & (sign - 1)) == sign - 1)
    return accept == Accept::nan || nan;
  const std::uint64_t infinity = type == "float8e4m3" ? sign : (sign - 1) >> fraction << fraction;
  const std::uint64_t magnitude = actual & (sign - 1);
  const bool negative = (actual & sign) != 0;
  if (magnitude > infinity) return accept == Accept::nan || nan;
  if (accept == Accept::nan) return false;
  if (magnitude == infinity) return negative ? negative_infinity : positive_infinity;
  if (magnitude == 0) return negative ? negative_zero : positive_zero;
  // The bits of floats with the same sign have the order of integers.
  const auto rank = [sign](std::uint64_t bits) {
    const auto distance = static_cast<std::int64_t>(bits & (sign - 1));
    return (bits & sign) != 0 ? -distance : distance;
  };
  return rank(low) <= rank(actual) && rank(actual) <= rank(high);
}

inline std::vector<Difference> Resource::check(const std::vector<std::byte>& actual) const {
  if (actual.size() != expected.size()) {
    throw std::runtime_error(name + " has " + std::to_string(actual.size()) + " bytes, not " +
                             std::to_string(expected.size()));
  }
  std::vector<Difference> differences;
  for (const Run& run : acceptance) {
    std::map<std::uint64_t, std::uint64_t> left;  // of a permutation
    if (run.accept == Accept::permutation) {
      for (const std::uint64_t value : run.values) ++left[value];
    }
    for (std::uint64_t i = 0; i < run.count; ++i) {
      const std::uint64_t offset = run.offset + i * run.size();
      const std::uint64_t wanted = detail::bits_at(expected, offset, run.size());
      const std::uint64_t found = detail::bits_at(actual, offset, run.size());
      const bool is_surplus = run.accept == Accept::permutation && left[found] == 0;
      if (is_surplus || !run.accepts(wanted, found))
        differences.push_back({offset, run.type, wanted, found});
      else if (run.accept == Accept::permutation)
        --left[found];
    }
  }
  return differences;
}

inline Bundle Bundle::load(const std::filesystem::path& folder) {
  Bundle bundle;
  bundle.manifest = detail::read_json(folder / "manifest.json");
  const nlohmann::json& manifest = bundle.manifest;
  try {
    if (manifest.at("format") != "spirv-golden bundle")
      throw std::runtime_error(folder.string() + " is not a bundle");
    const int version = manifest.at("format_version").get<int>();
    if (version < 1 || version > format_version)
      throw std::runtime_error(folder.string() + " has another format version");
    const nlohmann::json acceptance = detail::read_json(folder / "acceptance.json");
    bundle.name = manifest.at("name").get<std::string>();
    bundle.entry_point = manifest.at("module").at("entry_point").get<std::string>();
    bundle.subgroup_size = manifest.at("assumptions").at("subgroup_size").get<std::uint32_t>();
    const bool draws = manifest.contains("draw");
    const nlohmann::json& launch = manifest.at(draws ? "draw" : "dispatch");
    for (std::size_t i = 0; i < 3 && !draws; ++i)
      bundle.groups[i] = launch.at("groups").at(i).get<std::uint32_t>();
    for (const auto& constant : launch.at("specialization")) {
      bundle.specialization.emplace_back(constant.at("id").get<std::uint32_t>(),
                                         detail::hexadecimal(constant.at("bits")));
    }
    for (const auto& resource : manifest.at("resources"))
      bundle.resources.push_back(detail::resource_of(resource, acceptance, folder));
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(folder.string() + ": " + error.what());
  }
  const std::vector<std::byte> module = detail::read(folder / "module.spv");
  bundle.module.resize(module.size() / 4);
  if (!bundle.module.empty())
    std::memcpy(bundle.module.data(), module.data(), bundle.module.size() * 4);
  return bundle;
}

}  // namespace spirv_golden
