#include "interpreter/exec/race_journal.h"

namespace spirv_oracle {

void RaceJournal::start_workgroup() {
  memory_.used -=
      sizeof(Page) * std::erase_if(pages_, [this](const auto& page) {
        return page.first.resident == resident_ && workgroup_objects_.contains(page.first.object);
      });
  last_page_ = nullptr;
}

void RaceJournal::read(Byte& byte, const SharedByte& place) {
  byte.is_noted = true;
  byte.is_known = *place.state == Definedness::defined;
  byte.value = std::to_integer<std::uint8_t>(*place.value);
}

RaceJournal::Byte* RaceJournal::byte(const SharedByte& place) {
  const bool in_workgroup = place.storage == StorageSemantics::workgroup_memory;
  const PageKey key{place.object, place.offset >> page_bits, in_workgroup ? resident_ : 0};
  if (last_page_ == nullptr || key != last_key_) {
    auto found = pages_.find(key);
    if (found == pages_.end()) {
      if (memory_.used + sizeof(Page) > memory_.limit) return nullptr;
      memory_.used += sizeof(Page);
      found = pages_.emplace(key, std::make_unique<Page>()).first;
      if (in_workgroup) workgroup_objects_.insert(place.object);
    }
    last_key_ = key;
    last_page_ = found->second.get();
  }
  Byte& byte = (*last_page_)[place.offset & ((std::uint64_t{1} << page_bits) - 1)];
  if (!byte.is_noted) read(byte, place);
  return &byte;
}

bool RaceJournal::store(const SharedByte& place, std::optional<std::uint8_t> stored,
                        std::uint16_t site, std::uint32_t invocation) {
  Byte* const noted = byte(place);
  if (noted == nullptr) return false;
  const bool is_unchanged = stored && noted->is_known && noted->value == *stored;
  if (!is_unchanged) {
    *noted = {detector_.record(site, invocation), stored.value_or(0), true, stored.has_value()};
    return false;
  }
  if (noted->changer.empty()) return true;
  const RaceSite& changer = detector_.site(noted->changer.site());
  const bool stored_it_as_well = !changer.atomic && changer.non_private;
  return stored_it_as_well || !detector_.races_with(noted->changer, site, invocation);
}

bool RaceJournal::load(const SharedByte& place, std::uint16_t site, std::uint32_t invocation) {
  const Byte* const noted = byte(place);
  if (noted == nullptr) return false;
  return noted->changer.empty() || !detector_.races_with(noted->changer, site, invocation);
}

void RaceJournal::overwrite(const SharedByte& place, std::uint16_t site, std::uint32_t invocation) {
  Byte* const noted = byte(place);
  if (noted == nullptr) return;
  read(*noted, place);
  noted->changer = detector_.record(site, invocation);
}

void RaceJournal::note_access(std::size_t object, std::uint64_t offset, std::uint16_t site,
                              std::uint32_t invocation, const std::vector<EnclosingLoop>& loops,
                              Stamp flag_epoch) {
  constexpr std::size_t max_iterations = std::size_t{1} << 20;
  if (iterations_.size() >= max_iterations || loops_.size() >= max_iterations) return;
  if (loops_.empty() || loops_.back() != loops) loops_.push_back(loops);
  const RaceRecord record = detector_.record(site, invocation);
  iterations_[{object, offset, detector_.order().agent(invocation), site}] = {
      record.epoch(), loops_.size() - 1, flag_epoch};
}

RaceJournal::NotedAccess RaceJournal::find(std::size_t object, std::uint64_t offset,
                                           const RaceOrder::Access& access) const {
  const auto found = iterations_.find({object, offset, access.agent, access.site});
  const bool is_known = found != iterations_.end() && found->second.epoch == access.epoch;
  if (!is_known) return {};
  return {&loops_[found->second.loops], found->second.flag_epoch};
}

}  // namespace spirv_oracle
