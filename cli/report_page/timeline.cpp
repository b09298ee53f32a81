#include "cli/report_page/timeline.h"

#include <fmt/format.h>

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

std::string mask_text(const LaneMask& lanes) {
  if (lanes.words[1] == 0) return fmt::format("{:x}", lanes.words[0]);
  return fmt::format("{:x}{:016x}", lanes.words[1], lanes.words[0]);
}

}  // namespace

BarrierKind barrier_kind(const Module& module, std::uint32_t index) {
  const Instruction& instruction = module.instruction(index);
  if (instruction.opcode == spv::Op::OpMemoryBarrier) return BarrierKind::memory;
  if (instruction.opcode != spv::Op::OpControlBarrier) return BarrierKind::none;
  const Instruction* scope = module.definition(instruction.id(0));
  const bool is_subgroup = scope != nullptr && scope->opcode == spv::Op::OpConstant &&
                           scope->literal(2) == static_cast<std::uint32_t>(spv::Scope::Subgroup);
  return is_subgroup ? BarrierKind::subgroup : BarrierKind::workgroup;
}

Timeline::Timeline(const Module& module, const ExecutionTrace& trace, const SourceRows& rows)
    : module_(module), trace_(trace), rows_(rows) {
  steps_.reserve(trace.events.size());
  for (const TraceEvent& event : trace.events) add(event);
}

std::size_t Timeline::mask_index(const LaneMask& lanes) {
  const auto [entry, is_new] = mask_numbers_.try_emplace(mask_text(lanes), masks_.size());
  if (is_new) masks_.push_back(entry->first);
  return entry->second;
}

void Timeline::add(const TraceEvent& event) {
  const auto [number, is_new] =
      numbers_.try_emplace({event.workgroup, event.subgroup}, subgroups_.size());
  if (is_new) subgroups_.push_back({event.workgroup, event.subgroup, 0, 0, {}});
  SubgroupTimeline& subgroup = subgroups_[number->second];
  steps_.push_back(subgroup.steps);
  if (rows_.is_mere_jump(event.instruction)) return;
  ++subgroup.steps;
  const auto row = rows_.row_of(event.instruction);
  const Segment next{1, row ? static_cast<std::int64_t>(*row) : -1, mask_index(event.lanes),
                     barrier_kind(module_, event.instruction)};
  if (!subgroup.segments.empty() && subgroup.left_out == 0) {
    Segment& last = subgroup.segments.back();
    if (last.row == next.row && last.mask == next.mask && last.barrier == BarrierKind::none &&
        next.barrier == BarrierKind::none) {
      ++last.executions;
      return;
    }
  }
  const bool is_full = subgroup.segments.size() >= max_segments_of_subgroup ||
                       segments_ >= max_segments || number->second >= max_subgroups;
  if (is_full || subgroup.left_out != 0) {
    ++subgroup.left_out;
    return;
  }
  ++segments_;
  subgroup.segments.push_back(next);
}

std::optional<std::uint64_t> Timeline::step_of(std::uint64_t time) const {
  // The events are the first ones.
  return time < steps_.size() ? std::optional(steps_[time]) : std::nullopt;
}

Json Timeline::as_json() const {
  Json json{{"masks", masks_},
            {"subgroups", Json::array()},
            {"subgroups_left_out", 0},
            {"executions", trace_.executions},
            {"recorded", trace_.events.size()}};
  std::size_t left_out = 0;
  for (const SubgroupTimeline& subgroup : subgroups_) {
    if (subgroup.segments.empty()) {
      ++left_out;
      continue;
    }
    Json segments = Json::array();
    for (const Segment& segment : subgroup.segments) {
      segments.push_back(
          {segment.executions, segment.row, segment.mask, static_cast<int>(segment.barrier)});
    }
    json["subgroups"].push_back({{"workgroup", subgroup.workgroup},
                                 {"subgroup", subgroup.subgroup},
                                 {"segments", std::move(segments)},
                                 {"left_out", subgroup.left_out}});
  }
  json["subgroups_left_out"] = left_out;
  return json;
}

}  // namespace spirv_oracle
