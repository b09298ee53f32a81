#include "golden/make/permutations.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "data/scalar.h"
#include "golden/make/tickets.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint64_t element_size = 4;
// More values make a manifest too long.
constexpr std::uint64_t max_values = 1u << 16;

// Bytes of an output.
struct Region {
  std::uint64_t begin = 0, end = 0;
};

std::optional<std::uint32_t> defined_word(const ShadowedBytes& contents, std::uint64_t at) {
  if (at + element_size > contents.size()) return std::nullopt;
  const auto shadow = std::span(contents.shadow).subspan(at, element_size);
  if (std::ranges::any_of(shadow, [](Definedness state) { return state != Definedness::defined; }))
    return std::nullopt;
  return static_cast<std::uint32_t>(load_bits(std::span(contents.bytes).subspan(at, element_size)));
}

bool is_marked(Definedness state) { return state == Definedness::implementation_dependent; }

// The words of the output that have a mark, if they are adjacent.
std::optional<Region> marked_region(const ShadowedBytes& contents) {
  const auto first = std::ranges::find_if(contents.shadow, is_marked);
  const auto last = std::find_if(contents.shadow.rbegin(), contents.shadow.rend(), is_marked);
  if (first == contents.shadow.end()) return std::nullopt;
  const Region region{static_cast<std::uint64_t>(first - contents.shadow.begin()),
                      static_cast<std::uint64_t>(contents.shadow.rend() - last)};
  const auto shadow = std::span(contents.shadow).subspan(region.begin, region.end - region.begin);
  if (!std::ranges::all_of(shadow, is_marked) || region.begin % element_size != 0 ||
      region.end % element_size != 0)
    return std::nullopt;
  return region;
}

// Whether all components of the region have the size of a word and defined bits.
bool has_words(const BundleOutput& output, const ShadowedBytes& contents, const Region& region) {
  if (region.end > output.expected.size() || region.begin >= region.end) return false;
  const bool have_size = std::ranges::all_of(output.acceptance, [&](const AcceptanceRun& run) {
    return run.end() <= region.begin || run.offset >= region.end ||
           (scalar_size(run.type) == element_size && run.offset % element_size == 0);
  });
  const auto shadow = std::span(contents.shadow).subspan(region.begin, region.end - region.begin);
  return have_size && std::ranges::all_of(shadow, [](Definedness state) {
           return state == Definedness::defined || is_marked(state);
         });
}

Acceptance permutation_in(const BundleOutput& output, const Region& region) {
  Acceptance acceptance;
  acceptance.kind = AcceptanceKind::permutation;
  for (std::uint64_t at = region.begin; at < region.end; at += element_size)
    acceptance.set.push_back(load_bits(std::span(output.expected).subspan(at, element_size)));
  std::ranges::sort(acceptance.set);
  return acceptance;
}

// The output with the permutation in a region. Outside of it, components keep their acceptance; if they also keep their
// contents, they must have the bits of `input`.
void replace(BundleOutput& output, const Region& region, const Acceptance& permutation,
             const ShadowedBytes* input) {
  OutputAcceptance replaced;
  ScalarKind type = ScalarKind::uint32;
  const auto add_outside = [&](const AcceptanceRun& run, std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t size = scalar_size(run.type);
    for (std::uint64_t at = begin; at < end; at += size) {
      Acceptance acceptance = run.acceptance;
      const bool is_kept =
          input != nullptr &&
          std::ranges::all_of(std::span(input->shadow).subspan(at, size),
                              [](Definedness state) { return state == Definedness::defined; });
      if (is_kept) acceptance = {};
      append(replaced, {at, 1, run.type, acceptance});
    }
  };
  for (const AcceptanceRun& run : output.acceptance) {
    if (run.offset <= region.begin && region.begin < run.end()) type = run.type;
    add_outside(run, run.offset, std::min(run.end(), region.begin));
    if (run.offset <= region.begin && region.begin < run.end()) {
      append(replaced,
             {region.begin, (region.end - region.begin) / element_size, type, permutation});
    }
    add_outside(run, std::max(run.offset, region.end), run.end());
  }
  output.acceptance = std::move(replaced);
}

// The elements that a store with tickets writes, and how many there are.
std::optional<Region> written_region(const TicketStore& store, std::uint32_t first_ticket,
                                     std::uint32_t count, const ShadowedBytes& target) {
  if (store.appends) {
    if (store.stride != element_size) return std::nullopt;
    const std::uint64_t begin = store.first + store.stride * first_ticket;
    return Region{begin, begin + store.stride * count};
  }
  const auto region = marked_region(target);
  if (!region || region->end - region->begin != count * element_size) return std::nullopt;
  return region;
}

}  // namespace

void accept_permutations(const Module& module, const Dispatch& dispatch,
                         const DispatchResult& result, const Locate& locate, Bundle& bundle) {
  const auto entry =
      std::ranges::find(module.entry_points(), dispatch.entry_point, &EntryPoint::name);
  // Robust accesses store elements that do not fit nowhere, or anywhere.
  if (entry == module.entry_points().end() || dispatch.robust_buffer_access ||
      !dispatch.memory_buffers.empty() || result.ignores_atomic_order)
    return;
  for (const TicketStore& store : find_ticket_stores(module, *entry)) {
    const auto before = dispatch.buffers.find(store.counter);
    const auto after = result.buffers.find(store.counter);
    const auto input = dispatch.buffers.find(store.target);
    const auto target = result.buffers.find(store.target);
    const auto resource = std::ranges::find(bundle.resources, store.target, &BundleResource::key);
    if (before == dispatch.buffers.end() || after == result.buffers.end() ||
        input == dispatch.buffers.end() || target == result.buffers.end() ||
        resource == bundle.resources.end() || !resource->output)
      continue;
    const auto first = defined_word(before->second, store.counter_at);
    const auto last = defined_word(after->second.contents, store.counter_at);
    if (!first || !last || *last <= *first || *last - *first > max_values) continue;
    const ShadowedBytes& contents = target->second.contents;
    const auto region = written_region(store, *first, *last - *first, contents);
    BundleOutput& output = *resource->output;
    if (!region || !has_words(output, contents, *region)) continue;
    Acceptance permutation = permutation_in(output, *region);
    permutation.reason = static_cast<std::uint32_t>(bundle.reasons.size());
    const CodeLocation where = locate(store.atomic);
    bundle.reasons.push_back(
        {"",
         fmt::format("the order of {} decides which element has which value", where.disassembly),
         where.source.line == 0 ? "" : fmt::format("{}:{}", where.source.file, where.source.line),
         ""});
    replace(output, *region, permutation, store.appends ? &input->second : nullptr);
  }
}

}  // namespace spirv_oracle::golden
