#include "data/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "data/scalar.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

struct Header {
  char byte_order = '<';
  std::size_t item_size = 0;
  std::uint64_t count = 1;  // elements
  unsigned dimensions = 0;
  bool fortran_order = false;
  std::size_t data_offset = 0;
};

// The text after `'key':` in the header's dictionary.
std::optional<std::string_view> value_of(std::string_view dictionary, std::string_view key) {
  const std::size_t found = dictionary.find(fmt::format("'{}':", key));
  if (found == std::string_view::npos) return std::nullopt;
  return trimmed(dictionary.substr(found + key.size() + 3));
}

bool parse_type(std::string_view text, Header& header) {
  if (text.size() < 5 || text.front() != '\'') return false;
  const std::size_t end = text.find('\'', 1);
  if (end == std::string_view::npos || end < 4) return false;
  header.byte_order = text[1];
  const std::string_view letter = text.substr(2, 1);
  const auto size = parse_unsigned(text.substr(3, end - 3), "size");
  if (!size || std::string_view("<>|=").find(header.byte_order) == std::string_view::npos)
    return false;
  header.item_size = static_cast<std::size_t>(*size);
  if (letter == "i" || letter == "u") return *size == 1 || *size == 2 || *size == 4 || *size == 8;
  return letter == "f" && (*size == 2 || *size == 4 || *size == 8);
}

bool parse_shape(std::string_view text, Header& header) {
  const std::size_t end = text.find(')');
  if (!text.starts_with('(') || end == std::string_view::npos) return false;
  for (const std::string_view part : split_outside_parentheses(text.substr(1, end - 1), ',')) {
    const std::string_view extent = trimmed(part);
    if (extent.empty()) continue;  // after the comma of a one-dimensional shape
    const auto value = parse_unsigned(extent, "extent");
    if (!value || __builtin_mul_overflow(header.count, *value, &header.count)) return false;
    ++header.dimensions;
  }
  return true;
}

Result<Header> parse_header(std::span<const std::byte> file, const std::string& name) {
  const auto wrong = [&](std::string_view what) {
    return bad_input(fmt::format("{}: {}", name, what));
  };
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (!text.starts_with(magic) || text.size() < 12) return wrong("not a NumPy .npy file");
  const auto version = std::to_integer<unsigned>(file[6]);
  if (version < 1 || version > 3) return wrong("unknown version of the .npy format");
  const std::size_t length_size = version == 1 ? 2 : 4;
  const std::uint64_t length = load_bits(file.subspan(8, length_size));
  Header header;
  header.data_offset = 8 + length_size + static_cast<std::size_t>(length);
  if (header.data_offset > file.size()) return wrong("the .npy header is truncated");
  const std::string_view dictionary =
      text.substr(8 + length_size, static_cast<std::size_t>(length));
  const auto type = value_of(dictionary, "descr");
  const auto order = value_of(dictionary, "fortran_order");
  const auto shape = value_of(dictionary, "shape");
  if (!type || !order || !shape || !parse_shape(*shape, header))
    return wrong("malformed .npy header");
  if (!parse_type(*type, header)) {
    return wrong("the array's dtype must be an integer or float type of 1, 2, 4 or 8 bytes");
  }
  header.fortran_order = order->starts_with("True");
  return header;
}

}  // namespace

Result<std::vector<std::byte>> npy_elements(std::vector<std::byte> file, const std::string& name) {
  const auto header = parse_header(file, name);
  if (!header) return tl::unexpected(header.error());
  if (header->fortran_order && header->dimensions > 1) {
    return bad_input(fmt::format(
        "{}: the array is in Fortran order; save numpy.ascontiguousarray(array) instead", name));
  }
  file.erase(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(header->data_offset));
  std::uint64_t size = 0;
  if (__builtin_mul_overflow(header->count, header->item_size, &size) || size != file.size()) {
    return bad_input(
        fmt::format("{}: the header declares {} elements of {} bytes, but {} bytes follow", name,
                    header->count, header->item_size, file.size()));
  }
  if (header->byte_order == '>') {
    for (std::size_t at = 0; at < file.size(); at += header->item_size) {
      const auto first = file.begin() + static_cast<std::ptrdiff_t>(at);
      std::reverse(first, first + static_cast<std::ptrdiff_t>(header->item_size));
    }
  }
  return file;
}

}  // namespace spirv_oracle
