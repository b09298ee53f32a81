#include "opencl/commands/svm_hazards.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/options.h"
#include "opencl/objects/event.h"

namespace spirv_oracle::opencl {
namespace {

constexpr std::size_t most_snapshot_bytes = std::size_t{1} << 24;  // of an allocation

// Before the host ends a user event, it may write to memory of the commands that wait for it.
bool has_open_user_event(const Context& context) {
  return std::ranges::any_of(live_objects(), [&](const auto& object) {
    if (object->type != ObjectType::event) return false;
    const auto& event = static_cast<const Event&>(*object);
    return event.is_user() && event.context.get() == &context && !event.is_over();
  });
}

}  // namespace

void check_unmapped_writes(const std::string& place, const SvmAllocation& allocation) {
  if (allocation.is_fine_grained || !driver_options().checks_races) return;
  ByteSpans mapped;
  {
    const std::lock_guard lock(allocation.store->mutex);
    for (const Mapping& mapping : allocation.store->mappings) {
      if (mapping.is_active && mapping.is_write)
        mapped.insert(mapped.end(), mapping.ranges.begin(), mapping.ranges.end());
    }
  }
  normalize(mapped);
  ByteSpans changed;
  for (const ByteSpan& span : without({{0, allocation.size}}, mapped)) {
    const ByteSpans some = allocation.store->take(span);
    changed.insert(changed.end(), some.begin(), some.end());
  }
  if (changed.empty()) return;
  Reporter::get().report(
      rules::svm_not_mapped,
      fmt::format("before {}, the host changed byte {} of {}, which is coarse-grained and not "
                  "mapped for writing",
                  place, changed.front().begin, allocation.text()));
}

SvmSnapshot::SvmSnapshot(const std::shared_ptr<Context>& context) {
  const bool checks = driver_options().checks_races && !has_open_user_event(*context);
  for (const auto& allocation : svm_allocations(*context)) {
    if (!allocation->is_fine_grained) continue;
    const bool keeps = checks && allocation->size <= most_snapshot_bytes;
    const std::byte* const begin = allocation->address;
    all_.push_back({allocation, {begin, begin + (keeps ? allocation->size : 0)}, {}});
  }
}

void SvmSnapshot::begin() {
  for (One& one : all_) {
    for (const ByteSpan& span : one.allocation->store->take({0, one.allocation->size})) {
      for (std::uint64_t i = span.begin; i < span.end && !one.bytes.empty(); ++i) {
        if (one.allocation->address[i] != one.bytes[i]) append(one.late, i);
      }
    }
  }
}

void SvmSnapshot::end() {
  for (const One& one : all_) {
    one.allocation->store->take({0, one.allocation->size});
    one.allocation->store->show_changes({0, one.allocation->size});
  }
}

void SvmSnapshot::check(const DispatchAccesses& accesses) {
  for (One& one : all_) {
    const ByteSpans meanwhile = one.allocation->store->take({0, one.allocation->size});
    if (!driver_options().checks_races) continue;
    one.late.insert(one.late.end(), meanwhile.begin(), meanwhile.end());
    normalize(one.late);
    if (one.late.empty()) continue;
    const auto& store = one.allocation->store;
    bool is_accessed = std::ranges::any_of(accesses.written, [&](const auto& written) {
      return written.first == store && overlaps(written.second, one.late);
    });
    if (!is_accessed) {
      std::vector<MemoryPart> parts;
      for (const ByteSpan& span : one.late) parts.push_back({store, span.begin, span.size()});
      is_accessed = accesses.reads.includes(parts);
    }
    if (!is_accessed) continue;
    Reporter::get().report(
        rules::svm_write_in_use,
        fmt::format("{}: the host changed byte {} of {}, which the kernel accesses, after it "
                    "enqueued the command",
                    accesses.place, one.late.front().begin, one.allocation->text()));
  }
}

}  // namespace spirv_oracle::opencl
