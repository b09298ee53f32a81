#include "data/memory_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "data/scalar.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view memory_function = "memory(";

}  // namespace

bool is_memory_range(std::string_view data) { return data.starts_with(memory_function); }

Result<MemoryRange> parse_memory_range(std::string_view text,
                                       const std::vector<NamedMemory>& memories) {
  if (!text.ends_with(')')) return bad_input("the ')' of memory( is missing");
  std::string_view inside = text.substr(memory_function.size());
  inside.remove_suffix(1);
  std::optional<std::uint64_t> size;
  if (const std::size_t comma = inside.find(','); comma != std::string_view::npos) {
    const auto given = parse_unsigned(inside.substr(comma + 1), "the size in memory()");
    if (!given) return tl::unexpected(given.error());
    size = *given;
    inside = inside.substr(0, comma);
  }
  MemoryRange range;
  if (const std::size_t plus = inside.find('+'); plus != std::string_view::npos) {
    const auto given = parse_unsigned(inside.substr(plus + 1), "the offset in memory()");
    if (!given) return tl::unexpected(given.error());
    range.begin = *given;
    inside = inside.substr(0, plus);
  }
  const auto found = std::find_if(memories.begin(), memories.end(),
                                  [&](const NamedMemory& memory) { return memory.name == inside; });
  if (found == memories.end())
    return bad_input(fmt::format("no memory '{0}': add --memory {0}=DATA", inside));
  range.memory = static_cast<std::size_t>(found - memories.begin());
  const std::uint64_t whole = found->contents.size();
  if (range.begin > whole) {
    return bad_input(fmt::format("offset {} is outside memory '{}', which has {} bytes",
                                 range.begin, inside, whole));
  }
  range.size = size.value_or(whole - range.begin);
  if (range.size > whole - range.begin) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t end = range.size > most - range.begin ? most : range.begin + range.size;
    return bad_input(
        fmt::format("the range ends at byte {}, but memory '{}' has {} bytes", end, inside, whole));
  }
  return range;
}

}  // namespace spirv_oracle
