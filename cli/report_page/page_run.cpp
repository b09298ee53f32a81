#include "cli/report_page/page_run.h"

#include <algorithm>
#include <map>

#include "cli/report/report.h"
#include "cli/report_page/page_buffers.h"
#include "cli/report_page/page_races.h"
#include "cli/report_page/source_rows.h"
#include "cli/report_page/timeline.h"
#include "cli/resources.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_findings = 200;
constexpr std::size_t max_access_rows = 400;
constexpr std::size_t max_samples = 8;  // of each instruction

Json row_or_null(const std::optional<std::size_t>& row) { return row ? Json(*row) : Json(nullptr); }

// [{ row, executions, partial, lanes, possible }]: `executions` and `partial` of the instruction of the line that was
// executed most often, `lanes` and `possible` summed over all of them. The row null is that of instructions without one.
Json lines_as_json(const ExecutionTrace& trace, const SourceRows& rows) {
  std::map<std::optional<std::size_t>, InstructionCount> lines;
  for (const auto& [instruction, count] : trace.counts) {
    if (rows.is_mere_jump(instruction)) continue;
    InstructionCount& line = lines[rows.row_of(instruction)];
    line.executions = std::max(line.executions, count.executions);
    line.partial = std::max(line.partial, count.partial);
    line.lanes += count.lanes;
    line.possible += count.possible;
  }
  Json json = Json::array();
  for (const auto& [row, line] : lines) {
    json.push_back({{"row", row_or_null(row)},
                    {"executions", line.executions},
                    {"partial", line.partial},
                    {"lanes", line.lanes},
                    {"possible", line.possible}});
  }
  return json;
}

Json access_as_json(const ExecutionTrace& trace, const TracedAccess& access) {
  Json lanes = Json::array(), offsets = Json::array(), objects = Json::array();
  std::uint64_t place = access.first;
  access.lanes.for_each([&](unsigned lane) {
    const TracedAddress& at = trace.places[place++];
    lanes.push_back(lane);
    offsets.push_back(at.offset);
    objects.push_back(trace.objects.at(at.object));
  });
  return {{"workgroup", access.workgroup}, {"subgroup", access.subgroup},
          {"bytes", access.bytes},         {"count", access.count},
          {"stride", access.stride},       {"lanes", std::move(lanes)},
          {"offsets", std::move(offsets)}, {"objects", std::move(objects)}};
}

// The first accesses of each instruction.
std::map<std::pair<std::uint32_t, TracedMemory>, Json> samples_of(const ExecutionTrace& trace) {
  std::map<std::pair<std::uint32_t, TracedMemory>, Json> samples;
  for (const TracedAccess& access : trace.accesses) {
    Json& list = samples[{access.instruction, access.memory}];
    if (list.size() < max_samples) list.push_back(access_as_json(trace, access));
  }
  return samples;
}

const char* memory_name(TracedMemory memory) {
  switch (memory) {
    case TracedMemory::workgroup:
      return "workgroup";
    case TracedMemory::image:
      return "image";
    case TracedMemory::buffer:
      break;
  }
  return "buffer";
}

Json accesses_as_json(const PageRun& run, const SourceRows& rows) {
  Json json = Json::array();
  auto samples = samples_of(run.trace);
  for (const auto& [key, count] : run.trace.access_counts) {
    if (json.size() == max_access_rows) break;
    const auto [instruction, memory] = key;
    // None for images, and for accesses after the limit of the recording.
    const auto sample = samples.find(key);
    json.push_back(
        {{"row", row_or_null(rows.row_of(instruction))},
         {"instruction", run.module.disassemble(run.module.instruction(instruction))},
         {"memory", memory_name(memory)},
         {"reads", count.reads},
         {"writes", count.writes},
         {"atomic", count.atomic},
         {"accesses", count.accesses},
         {"lanes", count.lanes},
         {"bytes", count.bytes},
         {"segments32", count.segments32},
         {"segments128", count.segments128},
         {"most_segments32", count.most_segments32},
         {"samples", sample == samples.end() ? Json::array() : std::move(sample->second)}});
  }
  return json;
}

Json finding_with_rows(const ReportedFinding& finding, const SourceRows& rows) {
  Json json = finding_as_json(finding);
  json["row"] = row_or_null(rows.row_of(finding.where.source, finding.where.word));
  json["lane_text"] = finding.lanes.none() ? "" : lanes_text(finding.lanes);
  for (std::size_t i = 0; i < finding.notes.size(); ++i) {
    const Note& note = finding.notes[i];
    json["notes"][i]["row"] = row_or_null(rows.row_of(note.source, note.word));
  }
  return json;
}

Json shape_as_json(const PageRun& run) {
  const Dispatch& dispatch = run.run.dispatch;
  const Dim3 local = workgroup_size(run.module, dispatch).value_or(Dim3{1, 1, 1});
  return {
      {"entry_point", run.run.entry.name},
      {"groups", dispatch.groups},
      {"global_size", dispatch.global_size ? Json(*dispatch.global_size) : Json(nullptr)},
      {"local_size", local},
      {"subgroup_size", dispatch.subgroup_size},
      {"mapping", mapping_text(dispatch.subgroup_mapping)},
      {"reconvergence", dispatch.reconvergence == Reconvergence::maximal ? "maximal" : "minimal"},
      {"seed", dispatch.seed},
      {"check_races", dispatch.check_races}};
}

}  // namespace

Json page_run_as_json(const PageRun& run) {
  const SourceRows rows(run.module, run.trace, run.assembly);
  const Timeline timeline(run.module, run.trace, rows);
  Json json{
      {"title", run.title},
      {"status", static_cast<int>(run.status)},
      {"error", run.error},
      {"shape", shape_as_json(run)},
      {"steps", run.run.result.steps},
      {"lane_instructions", run.run.result.lane_instructions},
      {"source", rows.as_json()},
      {"lines", lines_as_json(run.trace, rows)},
      {"timeline", timeline.as_json()},
      {"findings", Json::array()},
      {"findings_left_out", run.findings.size() - std::min(run.findings.size(), max_findings)},
      {"buffers", page_buffers(run.run, rows)},
      {"accesses", accesses_as_json(run, rows)},
      {"access_rows_left_out",
       run.trace.access_counts.size() - std::min(run.trace.access_counts.size(), max_access_rows)}};
  for (const ReportedFinding& finding : run.findings) {
    if (json["findings"].size() == max_findings) break;
    json["findings"].push_back(finding_with_rows(finding, rows));
  }
  json["races"] = page_races(run, rows, timeline);
  return json;
}

}  // namespace spirv_oracle
