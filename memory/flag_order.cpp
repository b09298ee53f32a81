#include "memory/flag_order.h"

#include <algorithm>

namespace spirv_oracle {
namespace {

// One storage class is enough, because all atomics and barriers order all memory here.
constexpr StorageSemantics all_memory = StorageSemantics::uniform_memory;

RaceShape generous(RaceShape shape) {
  shape.vulkan_memory_model = false;
  shape.de_facto_order = shape.barriers_acquire_de_facto = true;
  shape.fine_synchronization = true;
  shape.has_wide_atomics.fill(true);
  shape.widely_scoped.fill(false);
  return shape;
}

}  // namespace

FlagOrder::FlagOrder(RaceShape shape) : order_(generous(std::move(shape)), &memory_) {}

MemorySemantics FlagOrder::semantics() {
  MemorySemantics semantics;
  semantics.acquire = semantics.release = true;
  semantics.storage[index(all_memory)] = true;
  return semantics;
}

void FlagOrder::start_workgroup(std::uint64_t number) {
  order_.start_workgroup(number);
  acquisitions_.clear();
}

std::unique_ptr<FlagOrder::Suspended> FlagOrder::make_suspended() const {
  auto suspended = std::make_unique<Suspended>();
  suspended->order = order_.make_suspended();
  return suspended;
}

void FlagOrder::exchange_workgroup(Suspended& other) {
  order_.exchange_workgroup(*other.order);
  std::swap(acquisitions_, other.acquisitions);
}

void FlagOrder::access(std::size_t object, std::uint64_t offset, std::uint32_t invocation,
                       std::uint32_t origin, bool reads, bool writes) {
  if (memory_.exhausted() || memory_.effort > max_effort || order_.has_ended()) return;
  RaceSite site;
  site.atomic = true;
  site.writes = writes;
  const RaceOrder::Atomic atomic{site, invocation, reads, writes, semantics()};
  Location& location = locations_.try_emplace({object, offset}, &memory_).first->second;
  for (const RaceSide::Release& release : location.releases) {
    if (!reads || release.clock == nullptr) continue;
    const RaceClock::Publisher& publisher = release.clock->publisher();
    if (publisher.stamp != 0 &&
        order_.knows(all_memory, invocation, publisher.agent, publisher.stamp))
      continue;
    if (acquisitions_.size() == max_acquisitions) acquisitions_.pop_front();
    acquisitions_.push_back({invocation, origin, release.clock});
  }
  if (writes && publications_.size() < max_publications)
    publications_.push_back({order_.agent(invocation), origin, order_.epoch(invocation)});
  order_.acquire_and_release(location.releases, atomic);
  order_.end_atomic(atomic);
}

const FlagOrder::Publication* FlagOrder::find_publication(std::uint32_t agent, Stamp stamp) const {
  const Publication* found = nullptr;
  for (const Publication& publication : publications_) {
    if (publication.epoch < stamp) continue;
    if (publication.agent == agent) return &publication;
    const bool is_near = order_.workgroup_of(publication.agent) == order_.workgroup_of(agent);
    if (found == nullptr && is_near) found = &publication;
  }
  return found;
}

std::optional<FlagOrder::Flags> FlagOrder::flags_between(std::uint32_t agent, Stamp stamp,
                                                         std::uint32_t invocation) const {
  if (!order_.knows(all_memory, invocation, agent, stamp)) return std::nullopt;
  const Publication* publication = find_publication(agent, stamp);
  if (publication == nullptr) return std::nullopt;
  const auto workgroup = static_cast<std::uint32_t>(order_.workgroup_of(agent));
  const Acquisition* found = nullptr;
  for (auto last = acquisitions_.rbegin(); last != acquisitions_.rend(); ++last) {
    if (last->clock->of(agent, workgroup) < stamp) continue;
    if (found == nullptr || last->invocation == invocation) found = &*last;
    if (last->invocation == invocation) break;
  }
  if (found == nullptr) return std::nullopt;
  return Flags{publication->released_at, found->acquired_at, publication->agent != agent,
               found->invocation != invocation};
}

}  // namespace spirv_oracle
