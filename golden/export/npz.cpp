#include <fmt/format.h>
#include <zlib.h>

#include <span>
#include <string_view>

#include "data/scalar.h"
#include "golden/export/exports.h"

namespace spirv_oracle::golden {
namespace {

using Bytes = std::vector<std::byte>;

void append_text(std::string_view text, Bytes& bytes) {
  const auto more = std::as_bytes(std::span(text));
  bytes.insert(bytes.end(), more.begin(), more.end());
}

// A zip archive whose files are stored, not compressed (PKWARE's APPNOTE, sections 4.3.7 to 4.3.16).
class Zip {
 public:
  void add(const std::string& name, const Bytes& contents) {
    const auto offset = static_cast<std::uint32_t>(bytes_.size());
    const Bytes common = common_fields(name, contents);
    append_bits(0x04034B50, 4, bytes_);
    bytes_.insert(bytes_.end(), common.begin(), common.end());
    append_text(name, bytes_);
    bytes_.insert(bytes_.end(), contents.begin(), contents.end());
    append_bits(0x02014B50, 4, directory_);
    append_bits(version, 2, directory_);  // made by
    directory_.insert(directory_.end(), common.begin(), common.end());
    append_bits(0, 2, directory_);  // length of the comment
    append_bits(0, 2, directory_);  // disk
    append_bits(0, 2, directory_);  // attributes
    append_bits(0, 4, directory_);
    append_bits(offset, 4, directory_);
    append_text(name, directory_);
    ++count_;
  }

  Bytes finish() {
    const std::size_t offset = bytes_.size();
    bytes_.insert(bytes_.end(), directory_.begin(), directory_.end());
    append_bits(0x06054B50, 4, bytes_);
    append_bits(0, 4, bytes_);  // disks
    append_bits(count_, 2, bytes_);
    append_bits(count_, 2, bytes_);
    append_bits(directory_.size(), 4, bytes_);
    append_bits(offset, 4, bytes_);
    append_bits(0, 2, bytes_);
    return std::move(bytes_);
  }

 private:
  static constexpr std::uint64_t version = 20;
  static constexpr std::uint64_t first_day = 0x0021;  // 1 January 1980, the same every day

  static Bytes common_fields(const std::string& name, const Bytes& contents) {
    const uLong crc = crc32_z(0, reinterpret_cast<const Bytef*>(contents.data()), contents.size());
    Bytes fields;
    append_bits(version, 2, fields);
    append_bits(0, 2, fields);  // flags
    append_bits(0, 2, fields);  // stored
    append_bits(0, 2, fields);  // time
    append_bits(first_day, 2, fields);
    append_bits(crc, 4, fields);
    append_bits(contents.size(), 4, fields);
    append_bits(contents.size(), 4, fields);
    append_bits(name.size(), 2, fields);
    append_bits(0, 2, fields);  // length of extra fields
    return fields;
  }

  Bytes bytes_, directory_;
  std::uint64_t count_ = 0;
};

std::string type_code(ScalarKind type) {
  const std::size_t size = scalar_size(type);
  // NumPy does not have bfloat16, 8-bit floats or MXINT8, so their bits are exported.
  const char kind = is_ieee_float(type) ? 'f' : is_signed_integer(type) ? 'i' : 'u';
  return fmt::format("{}{}{}", size == 1 ? '|' : '<', kind, size);
}

// An array of one dimension as a .npy file, version 1.0 of the format.
Bytes npy(ScalarKind type, std::span<const std::byte> contents) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}",
                                   type_code(type), contents.size() / scalar_size(type));
  constexpr std::size_t before_header = 10, alignment = 64;
  while ((before_header + header.size() + 1) % alignment != 0) header += ' ';
  header += '\n';
  Bytes file;
  append_text("\x93NUMPY", file);
  append_bits(1, 2, file);  // major 1, minor 0
  append_bits(header.size(), 2, file);
  append_text(header, file);
  file.insert(file.end(), contents.begin(), contents.end());
  return file;
}

// Bytes, if their number is not a multiple of the size of the type.
Bytes npy_of(ScalarKind type, const Bytes& contents) {
  return npy(contents.size() % scalar_size(type) == 0 ? type : ScalarKind::uint8, contents);
}

std::uint64_t bits_of(const SpecialValues& special) {
  return (special.nan ? 1u : 0u) | (special.positive_infinity ? 2u : 0u) |
         (special.negative_infinity ? 4u : 0u) | (special.positive_zero ? 8u : 0u) |
         (special.negative_zero ? 16u : 0u);
}

// The values of the set of component i are set[set_begin[i]:set_begin[i + 1]].
void add_acceptance(const BundleResource& resource, Zip& zip) {
  Bytes offsets, sizes, kinds, lows, highs, specials, set, set_begins;
  std::uint64_t set_size = 0;
  for (const AcceptanceRun& run : resource.output->acceptance) {
    const std::size_t size = scalar_size(run.type);
    for (std::uint64_t i = 0; i < run.count; ++i) {
      append_bits(run.offset + i * size, 8, offsets);
      append_bits(size, 1, sizes);
      // Each element says what it accepts by itself.
      const bool is_permutation = run.acceptance.kind == AcceptanceKind::permutation;
      const AcceptanceKind kind = is_permutation ? AcceptanceKind::any : run.acceptance.kind;
      append_bits(static_cast<std::uint64_t>(kind), 1, kinds);
      append_bits(run.acceptance.low, 8, lows);
      append_bits(run.acceptance.high, 8, highs);
      append_bits(bits_of(run.acceptance.special), 1, specials);
      append_bits(set_size, 8, set_begins);
      if (is_permutation) continue;
      for (const std::uint64_t bits : run.acceptance.set) append_bits(bits, 8, set);
      set_size += run.acceptance.set.size();
    }
  }
  append_bits(set_size, 8, set_begins);
  const auto add = [&](std::string_view what, ScalarKind type, const Bytes& contents) {
    zip.add(fmt::format("{}.{}.npy", what, resource.name), npy(type, contents));
  };
  add("offset", ScalarKind::uint64, offsets);
  add("size", ScalarKind::uint8, sizes);
  add("accept", ScalarKind::uint8, kinds);
  add("low", ScalarKind::uint64, lows);
  add("high", ScalarKind::uint64, highs);
  add("special", ScalarKind::uint8, specials);
  add("set", ScalarKind::uint64, set);
  add("set_begin", ScalarKind::uint64, set_begins);
}

}  // namespace

std::vector<std::byte> as_npz(const Bundle& bundle) {
  Zip zip;
  for (const BundleResource& resource : bundle.resources) {
    if (resource.input) {
      zip.add(fmt::format("input.{}.npy", resource.name),
              npy_of(resource.type, resource.input->bytes));
    }
    if (!resource.output) continue;
    zip.add(fmt::format("expected.{}.npy", resource.name),
            npy_of(resource.type, resource.output->expected));
    add_acceptance(resource, zip);
  }
  return zip.finish();
}

}  // namespace spirv_oracle::golden
