#include "data/data.h"

#include <fmt/format.h>

#include <cmath>
#include <random>
#include <vector>

#include "data/npy.h"
#include "data/optimal_matrix.h"
#include "data/picture.h"
#include "data/scalar.h"
#include "interpreter/kernels/sign_extension.h"
#include "support/file.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

__extension__ using Wide = __int128;  // holds every int64 and uint64

struct Call {
  std::string_view name;
  std::vector<std::string_view> arguments;
};

// Reads `NAME(argument,...)`.
std::optional<Call> parse_call(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return std::nullopt;
  Call call{trimmed(text.substr(0, open)), {}};
  const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  for (const std::string_view argument : split_outside_parentheses(inside, ',')) {
    call.arguments.push_back(trimmed(argument));
  }
  return call;
}

// One scalar of a resource.
struct Element {
  std::uint64_t bits = 0;
  Definedness definedness = Definedness::defined;
};

// Appends the parts of a DATA text to bytes.
class DataParser {
 public:
  explicit DataParser(const DataContext& context) : context_(context) {}

  Result<void> parse(std::string_view text);
  ShadowedBytes take() { return std::move(result_); }

 private:
  Result<void> part(std::string_view text);
  Result<void> bytes_call(std::string_view text);
  Result<void> file(std::string_view name);
  Result<void> masked_file(std::string_view name);
  Result<void> picture(std::string_view name);
  Result<void> items(std::string_view text);
  Result<void> item(std::string_view text);
  Result<void> fill(const Call& call);
  Result<void> iota(const Call& call);
  Result<void> float_iota(const Call& call, std::uint64_t count);
  Result<void> random(const Call& call);
  Result<void> optimal_matrix(const Call& call);
  Result<void> random_integers(const Call& call, std::uint64_t count, std::mt19937_64& generator);
  Result<void> random_floats(const Call& call, std::uint64_t count, std::mt19937_64& generator);

  Result<Element> element(std::string_view text) const;
  Result<Element> address(const Call& call) const;
  // Checks that `count` more elements of `size` bytes fit into the memory, and reserves room for them.
  Result<void> check_room(std::uint64_t count, std::size_t size);
  Result<std::uint64_t> scalar_count(const Call& call);
  Wide integer(std::uint64_t bits) const;
  void append(const Element& value);

  const DataContext& context_;
  ElementType type_;  // of the items being read
  ShadowedBytes result_;
};

Result<void> wrong_arguments(const Call& call, std::string_view form) {
  return bad_input(fmt::format("invalid arguments of {}: expected {}", call.name, form));
}

Result<void> DataParser::parse(std::string_view text) {
  for (;;) {
    text = trimmed(text);
    if (text.starts_with('@')) return file(text.substr(1));
    if (text.starts_with("masked@")) return masked_file(text.substr(7));
    const std::size_t end = text.find(';');
    if (auto done = part(trimmed(text.substr(0, end))); !done) return done;
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
}

Result<void> DataParser::part(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    const auto type = parse_element_type(trimmed(text.substr(0, colon)));
    if (!type) return tl::unexpected(type.error());
    type_ = *type;
    return items(trimmed(text.substr(colon + 1)));
  }
  return bytes_call(text);
}

Result<void> DataParser::bytes_call(std::string_view text) {
  const auto call = parse_call(text);
  if (!call || (call->name != "zero" && call->name != "undef")) {
    return bad_input(
        fmt::format("invalid DATA '{}': expected TYPE:value,value,... or TYPE:fill(N,value), "
                    "zero(BYTES), undef(BYTES) or @FILE",
                    text));
  }
  if (call->arguments.size() != 1)
    return wrong_arguments(*call, fmt::format("{}(BYTES)", call->name));
  const auto size = parse_unsigned(call->arguments[0], "the number of bytes");
  if (!size) return tl::unexpected(size.error());
  if (auto room = check_room(*size, 1); !room) return room;
  const auto shadow = call->name == "undef" ? Definedness::uninitialized : Definedness::defined;
  result_.bytes.resize(result_.bytes.size() + static_cast<std::size_t>(*size));
  result_.shadow.resize(result_.bytes.size(), shadow);
  return {};
}

Result<void> DataParser::file(std::string_view name) {
  if (name.empty() || name == "-") return bad_input("@ must be followed by the name of a file");
  if (is_picture_file(name)) return picture(name);
  const std::string path(name);
  auto content = read_file(path, context_.left() / 2);
  if (content && name.ends_with(".npy")) content = npy_elements(std::move(*content), path);
  if (!content) return tl::unexpected(content.error());
  if (auto room = check_room(content->size(), 1); !room) return room;
  if (result_.bytes.empty()) {
    result_.bytes = std::move(*content);
  } else {
    result_.bytes.insert(result_.bytes.end(), content->begin(), content->end());
  }
  result_.shadow.resize(result_.bytes.size(), Definedness::defined);
  return {};
}

Result<void> DataParser::masked_file(std::string_view name) {
  const std::size_t begin = result_.bytes.size();
  if (auto done = file(name); !done) return done;
  const std::size_t size = result_.bytes.size() - begin;
  const std::string mask_name = std::string(name) + ".undef";
  const auto mask = read_file(mask_name, size / 8 + 2);
  if (!mask) return tl::unexpected(mask.error());
  if (mask->size() != (size + 7) / 8)
    return bad_input(fmt::format("{} has {} bytes, but a mask of the {} bytes of {} has {}",
                                 mask_name, mask->size(), size, name, (size + 7) / 8));
  for (std::size_t i = 0; i < size; ++i) {
    if (((*mask)[i / 8] >> (i % 8) & std::byte{1}) != std::byte{0})
      result_.shadow[begin + i] = never_stored;
  }
  return {};
}

Result<void> DataParser::picture(std::string_view name) {
  const auto picture = read_picture(name, context_.left() / 2);
  if (!picture) return tl::unexpected(picture.error());
  if (auto room = check_room(picture->texels.size(), 1); !room) return room;
  result_.bytes.insert(result_.bytes.end(), picture->texels.begin(), picture->texels.end());
  result_.shadow.resize(result_.bytes.size(), Definedness::defined);
  return {};
}

Result<void> DataParser::items(std::string_view text) {
  if (text.empty()) return bad_input("no values: write zero(0) for an empty resource");
  if (text.starts_with('@')) return bad_input(fmt::format("a file has no TYPE: write {}", text));
  const std::size_t start = result_.bytes.size();
  for (const std::string_view part : split_outside_parentheses(text, ',')) {
    if (auto done = item(trimmed(part)); !done) return done;
  }
  const std::size_t scalars = (result_.bytes.size() - start) / scalar_size(type_.scalar);
  if (scalars % type_.components != 0) {
    return bad_input(fmt::format(
        "{} values do not form whole elements of type {}: the number must be a multiple of {}",
        scalars, element_name(type_), type_.components));
  }
  return {};
}

Result<void> DataParser::item(std::string_view text) {
  const auto call = parse_call(text);
  if (call && call->name == "fill") return fill(*call);
  if (call && call->name == "iota") return iota(*call);
  if (call && call->name == "random") return random(*call);
  if (call && optimal_layout_of(call->name)) return optimal_matrix(*call);
  if (call && (call->name == "zero" || call->name == "undef")) {
    return bad_input(fmt::format("{} counts bytes and has no TYPE; among values write fill(N,{})",
                                 text, call->name == "zero" ? "0" : "undef"));
  }
  const auto value = element(text);
  if (!value) return tl::unexpected(value.error());
  if (auto room = check_room(1, scalar_size(type_.scalar)); !room) return room;
  append(*value);
  return {};
}

// The number of scalars for the first argument, which is a number of elements.
Result<std::uint64_t> DataParser::scalar_count(const Call& call) {
  auto count =
      parse_unsigned(call.arguments[0], fmt::format("the number of elements of {}", call.name));
  if (!count) return count;
  if (auto room = check_room(*count, element_size(type_)); !room)
    return tl::unexpected(room.error());
  return *count * type_.components;
}

Result<void> DataParser::fill(const Call& call) {
  const std::size_t values = call.arguments.size() - 1;
  if (values != 1 && values != type_.components) return wrong_arguments(call, "fill(N,value)");
  const auto count = scalar_count(call);
  if (!count) return tl::unexpected(count.error());
  std::vector<Element> pattern;
  for (std::size_t i = 1; i < call.arguments.size(); ++i) {
    const auto value = element(call.arguments[i]);
    if (!value) return tl::unexpected(value.error());
    pattern.push_back(*value);
  }
  for (std::uint64_t i = 0; i < *count; ++i) append(pattern[i % pattern.size()]);
  return {};
}

Result<void> DataParser::iota(const Call& call) {
  if (call.arguments.size() > 3)
    return wrong_arguments(call, "iota(N), iota(N,start) or iota(N,start,step)");
  const auto count = scalar_count(call);
  if (!count) return tl::unexpected(count.error());
  if (is_float(type_.scalar)) return float_iota(call, *count);
  Wide start = 0;
  Wide step = 1;
  if (call.arguments.size() > 1) {
    const auto bits = parse_scalar(type_.scalar, call.arguments[1]);
    if (!bits) return tl::unexpected(bits.error());
    start = integer(*bits);
  }
  if (call.arguments.size() > 2) {  // may be negative even for an unsigned type
    const auto bits = parse_scalar(ScalarKind::int64, call.arguments[2]);
    if (!bits) return tl::unexpected(bits.error());
    step = static_cast<std::int64_t>(*bits);
  }
  if (*count == 0) return {};
  const Wide last = start + static_cast<Wide>(*count - 1) * step;
  const std::uint64_t all_ones = ~std::uint64_t{0} >> (64 - 8 * scalar_size(type_.scalar));
  const Wide highest = is_signed_integer(type_.scalar) ? static_cast<Wide>(all_ones >> 1)
                                                       : static_cast<Wide>(all_ones);
  const Wide lowest = is_signed_integer(type_.scalar) ? -highest - 1 : Wide{0};
  if (last < lowest || last > highest) {
    return bad_input(fmt::format("iota exceeds the range of {}: its last value would be {}",
                                 scalar_name(type_.scalar), last));
  }
  for (std::uint64_t i = 0; i < *count; ++i)
    append({static_cast<std::uint64_t>(start + static_cast<Wide>(i) * step)});
  return {};
}

Result<void> DataParser::float_iota(const Call& call, std::uint64_t count) {
  double numbers[2] = {0, 1};  // start, step
  for (std::size_t i = 1; i < call.arguments.size(); ++i) {
    const auto bits = parse_scalar(ScalarKind::float64, call.arguments[i]);
    if (!bits) return tl::unexpected(bits.error());
    numbers[i - 1] = float_value(ScalarKind::float64, *bits);
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    append({float_bits(type_.scalar, std::fma(static_cast<double>(i), numbers[1], numbers[0]))});
  }
  return {};
}

Result<void> DataParser::random(const Call& call) {
  if (call.arguments.size() != 2 && call.arguments.size() != 4) {
    return wrong_arguments(call, "random(N,seed) or random(N,seed,lo,hi)");
  }
  const auto count = scalar_count(call);
  if (!count) return tl::unexpected(count.error());
  const auto seed = parse_unsigned(call.arguments[1], "the seed of random");
  if (!seed) return tl::unexpected(seed.error());
  std::mt19937_64 generator(*seed);
  return is_float(type_.scalar) ? random_floats(call, *count, generator)
                                : random_integers(call, *count, generator);
}

Result<void> DataParser::random_integers(const Call& call, std::uint64_t count,
                                         std::mt19937_64& generator) {
  const std::uint64_t all_ones = ~std::uint64_t{0} >> (64 - 8 * scalar_size(type_.scalar));
  std::uint64_t low = is_signed_integer(type_.scalar) ? (all_ones >> 1) + 1 : 0;
  std::uint64_t high = is_signed_integer(type_.scalar) ? all_ones >> 1 : all_ones;
  if (call.arguments.size() == 4) {
    const auto first = parse_scalar(type_.scalar, call.arguments[2]);
    const auto last = parse_scalar(type_.scalar, call.arguments[3]);
    if (!first) return tl::unexpected(first.error());
    if (!last) return tl::unexpected(last.error());
    low = *first;
    high = *last;
  }
  if (integer(low) > integer(high)) return bad_input("random requires lo <= hi");
  const auto span =
      static_cast<std::uint64_t>(integer(high) - integer(low)) + 1;  // 0: all 2^64 values
  // The last outputs, 2^64 mod span of them, would make some values more likely than others.
  const std::uint64_t skipped = span == 0 ? 0 : (std::uint64_t{0} - span) % span;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t output = generator();
    while (output > ~std::uint64_t{0} - skipped) output = generator();
    append({low + (span == 0 ? output : output % span)});
  }
  return {};
}

Result<void> DataParser::random_floats(const Call& call, std::uint64_t count,
                                       std::mt19937_64& generator) {
  double low = 0;
  double high = 1;
  if (call.arguments.size() == 4) {
    const auto first = parse_scalar(type_.scalar, call.arguments[2]);
    const auto last = parse_scalar(type_.scalar, call.arguments[3]);
    if (!first) return tl::unexpected(first.error());
    if (!last) return tl::unexpected(last.error());
    low = float_value(type_.scalar, *first);
    high = float_value(type_.scalar, *last);
  }
  if (!(low < high) || !std::isfinite(high - low))
    return bad_input("random requires lo < hi, both finite");
  for (std::uint64_t i = 0; i < count;) {
    const double fraction = static_cast<double>(generator() >> 11) * 0x1p-53;
    const std::uint64_t bits = float_bits(type_.scalar, std::fma(fraction, high - low, low));
    if (float_value(type_.scalar, bits) >= high) continue;
    append({bits});
    ++i;
  }
  return {};
}

// The elements row by row become a matrix in the layout.
Result<void> DataParser::optimal_matrix(const Call& call) {
  if (type_.components != 1) return bad_input("the elements of a matrix are scalars");
  const auto placement = parse_optimal_placement(*optimal_layout_of(call.name), call.arguments[0]);
  if (!placement) return tl::unexpected(placement.error());
  const std::size_t size = scalar_size(type_.scalar);
  if (auto room = check_room(placement->elements(), size); !room) return room;
  DataParser elements(context_);
  elements.type_ = type_;
  for (std::size_t i = 1; i < call.arguments.size(); ++i) {
    const std::string_view text = call.arguments[i];
    const auto inner = parse_call(text);
    if (inner && optimal_layout_of(inner->name))
      return bad_input("the elements of a matrix are scalars");
    auto done = text.starts_with('@') ? elements.file(text.substr(1)) : elements.item(text);
    if (!done) return done;
  }
  const std::uint64_t count = placement->rows * placement->columns;
  if (elements.result_.size() != count * size)
    return bad_input(fmt::format("{} needs {} values of {} bytes after its size, but has {} bytes",
                                 call.name, count, size, elements.result_.size()));
  const ShadowedBytes matrix = in_optimal_layout({type_.scalar, *placement}, elements.result_);
  result_.bytes.insert(result_.bytes.end(), matrix.bytes.begin(), matrix.bytes.end());
  result_.shadow.insert(result_.shadow.end(), matrix.shadow.begin(), matrix.shadow.end());
  return {};
}

Result<Element> DataParser::element(std::string_view text) const {
  if (text == "undef") return Element{0, Definedness::uninitialized};
  if (text.empty())
    return bad_input("a value is missing: two consecutive commas, or a comma at the start or end");
  const auto call = parse_call(text);
  if (call && call->name == "address") return address(*call);
  if (call && call->name.empty()) {
    return bad_input(fmt::format(
        "a vector takes no parentheses: write its components one after the other, not {}", text));
  }
  if (call) {
    return bad_input(
        fmt::format("unknown function '{}': use fill, iota, random, address, "
                    "inferencing_optimal or training_optimal",
                    call->name));
  }
  const auto bits = parse_scalar(type_.scalar, text);
  if (!bits) return tl::unexpected(bits.error());
  return Element{*bits};
}

Result<Element> DataParser::address(const Call& call) const {
  if (type_.scalar != ScalarKind::uint64)
    return bad_input("address() is a 64-bit value: use it in uint64 data");
  if (call.arguments.size() != 1)
    return bad_input("address takes one argument: write address(NAME) or address(NAME+BYTES)");
  const std::string_view argument = call.arguments[0];
  const std::size_t plus = argument.find('+');
  const std::string_view name = trimmed(argument.substr(0, plus));
  std::uint64_t offset = 0;
  if (plus != std::string_view::npos) {
    const auto bytes =
        parse_unsigned(trimmed(argument.substr(plus + 1)), "the offset in address()");
    if (!bytes) return tl::unexpected(bytes.error());
    offset = *bytes;
  }
  const auto base = context_.address_of ? context_.address_of(name) : std::nullopt;
  if (!base) return bad_input(fmt::format("no memory '{0}': add --memory {0}=DATA", name));
  return Element{*base + offset};
}

Result<void> DataParser::check_room(std::uint64_t count, std::size_t size) {
  std::uint64_t total = 0;
  if (__builtin_mul_overflow(count, size, &total) ||
      __builtin_add_overflow(total, result_.bytes.size(), &total) || total > context_.left() / 2) {
    return limit_reached(
        fmt::format("{} elements of {} bytes, with their definedness, exceed the rest of the {} "
                    "bytes that --max-memory allows",
                    count, size, context_.max_memory));
  }
  constexpr std::uint64_t worth_reserving = 1u << 16;
  if (count * size >= worth_reserving) {
    result_.bytes.reserve(total);
    result_.shadow.reserve(total);
  }
  return {};
}

// The value of an integer of the type being read.
Wide DataParser::integer(std::uint64_t bits) const {
  if (!is_signed_integer(type_.scalar)) return static_cast<Wide>(bits);
  return static_cast<Wide>(sign_extended(bits, 8 * scalar_size(type_.scalar)));
}

void DataParser::append(const Element& value) {
  append_bits(value.bits, scalar_size(type_.scalar), result_.bytes);
  result_.shadow.resize(result_.bytes.size(), value.definedness);
}

}  // namespace

Result<ShadowedBytes> parse_data(std::string_view text, const DataContext& context) {
  DataParser parser(context);
  if (auto done = parser.parse(text); !done) return tl::unexpected(done.error());
  return parser.take();
}

}  // namespace spirv_oracle
