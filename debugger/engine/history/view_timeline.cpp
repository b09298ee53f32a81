// Which lanes executed which lines, one after the other.
#include <algorithm>

#include "debugger/engine/history/history_queries.h"
#include "debugger/engine/history/history_state.h"
#include "debugger/engine/views/view_request.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::uint64_t most_segments = 5000;

struct Segment {
  std::uint64_t begin = 0, end = 0;  // moments
  LaneMask lanes;
  LineInfo line;
  std::uint32_t origin = 0;  // of its first record

  bool continues_as(const Segment& next) const {
    return lanes == next.lanes && line.line == next.line.line && line.file == next.line.file;
  }
};

}  // namespace

json HistoryQueries::timeline(std::uint64_t count) const {
  const Program& program = *state_.program;
  const Module& module = *program.module;
  const auto stream = state_.find_stream(context_.subgroup->workgroup_index, context_.subgroup->id);
  std::vector<Segment> segments;
  for (const HistoryEvent& event : state_.events) {
    if (stream != event.stream) continue;
    const std::uint32_t origin = program.records[event.first_record].origin;
    const std::uint32_t instruction = program.origins[origin].instruction;
    const LineInfo line = module.line(module.instruction(instruction).line);
    const Segment next{event.moment, event.moment + (event.last_record - event.first_record) + 1,
                       event.active, line, origin};
    // What has no line, jumps for example, belongs to the line before it.
    const bool has_no_line =
        line.line == 0 && !segments.empty() && segments.back().lanes == next.lanes;
    if (has_no_line || (!segments.empty() && segments.back().continues_as(next))) {
      segments.back().end = next.end;
    } else {
      segments.push_back(next);
    }
  }
  const auto shown = static_cast<std::size_t>(std::min<std::uint64_t>(count, segments.size()));
  json list = json::array();
  for (std::size_t i = segments.size() - shown; i < segments.size(); ++i) {
    const Segment& segment = segments[i];
    const CodeLocation where =
        locate(module, *program.registry, program.origins[segment.origin].instruction);
    list.push_back({{"begin", segment.begin},
                    {"end", segment.end},
                    {"lanes", lanes_json(segment.lanes)},
                    {"file", where.source.file},
                    {"line", where.source.line},
                    {"function", where.function}});
  }
  return list;
}

Result<json> answer_timeline(const ViewRequest& request) {
  const auto count = request.number("count", 500);
  if (!count) return tl::unexpected(count.error());
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  return HistoryQueries(*request.history, *context).timeline(std::min(*count, most_segments));
}

}  // namespace spirv_oracle
