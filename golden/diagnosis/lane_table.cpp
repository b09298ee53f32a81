#include "golden/diagnosis/lane_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "builtins/register_all.h"
#include "data/scalar.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::size_t max_rows = 128;

using Row = std::array<std::string, 6>;  // lane, active, place, oracle, device, verdict

// The acceptance of the component at an offset; null if the offset is inside a component.
const AcceptanceRun* run_at(const BundleOutput& output, std::uint64_t offset) {
  const auto behind =
      std::ranges::upper_bound(output.acceptance, offset, {}, &AcceptanceRun::offset);
  if (behind == output.acceptance.begin()) return nullptr;
  const AcceptanceRun& run = *std::prev(behind);
  return (offset - run.offset) % scalar_size(run.type) == 0 ? &run : nullptr;
}

class LaneTable {
 public:
  LaneTable(const BundleResource& resource, const OutputComparison& comparison,
            std::span<const std::byte> actual)
      : resource_(resource), actual_(actual) {
    for (const DifferentComponent& difference : comparison.differences)
      differing_.insert(difference.offset);
  }

  void add(const Writer& writer, bool is_active);
  void add_silent(unsigned lane, bool is_active);
  std::string text() const;

 private:
  const BundleResource& resource_;
  std::span<const std::byte> actual_;
  std::set<std::uint64_t> differing_;
  std::vector<Row> rows_;
};

void LaneTable::add(const Writer& writer, bool is_active) {
  const BundleOutput& output = *resource_.output;
  const AcceptanceRun* run = run_at(output, writer.offset);
  if (run == nullptr) return;
  const std::size_t size = scalar_size(run->type);
  const std::uint64_t expected = load_bits(std::span(output.expected).subspan(writer.offset, size));
  const std::uint64_t found = load_bits(actual_.subspan(writer.offset, size));
  std::string verdict;
  if (run->acceptance.kind == AcceptanceKind::any) verdict = "not compared";
  if (differing_.contains(writer.offset)) verdict = "differs";
  rows_.push_back({std::to_string(writer.lane), is_active ? "yes" : "no",
                   std::to_string(writer.offset), format_scalar(run->type, expected),
                   format_scalar(run->type, found), verdict});
}

void LaneTable::add_silent(unsigned lane, bool is_active) {
  rows_.push_back({std::to_string(lane), is_active ? "yes" : "no", "-", "-", "-", ""});
}

std::string LaneTable::text() const {
  const Row head{"lane", "active", "byte", "oracle", "device", ""};
  std::array<std::size_t, head.size()> widths{};
  const std::size_t shown = std::min(rows_.size(), max_rows);
  for (std::size_t c = 0; c < head.size(); ++c) {
    widths[c] = head[c].size();
    for (std::size_t r = 0; r < shown; ++r) widths[c] = std::max(widths[c], rows_[r][c].size());
  }
  const auto line = [&widths](const Row& row) {
    std::string text = "   ";
    for (std::size_t c = 0; c + 1 < row.size(); ++c)
      text += fmt::format(" {:>{}}", row[c], widths[c] + (c == 0 ? 0 : 1));
    if (!row.back().empty()) text += "  " + row.back();
    return text + '\n';
  };
  std::string text = line(head);
  for (std::size_t r = 0; r < shown; ++r) text += line(rows_[r]);
  if (shown < rows_.size()) text += fmt::format("    and {} more\n", rows_.size() - shown);
  return text;
}

}  // namespace

std::string lane_table(const OutputWriters& writers, const Module& module,
                       const BundleResource& resource, const OutputComparison& comparison,
                       std::span<const std::byte> actual) {
  const Writer* first = nullptr;
  for (const DifferentComponent& difference : comparison.differences) {
    first = writers.writer_of(resource, difference.offset);
    if (first != nullptr) break;
  }
  if (first == nullptr) return "";
  const auto executions = writers.executions_behind(*first);
  const LaneMask active = executions.empty() ? first->active : executions.front()->active;
  const std::uint32_t subject =
      executions.empty() ? first->instruction : executions.front()->instruction;
  LaneTable table(resource, comparison, actual);
  for (unsigned lane = 0; lane < writers.subgroup_size(); ++lane) {
    bool stores = false;
    for (const Writer& writer : *writers.writers_of(resource)) {
      if (writer.instruction != first->instruction || writer.lane != lane ||
          writer.subgroup != first->subgroup || writer.workgroup != first->workgroup)
        continue;
      table.add(writer, active.test(lane));
      stores = true;
    }
    if (!stores) table.add_silent(lane, active.test(lane));
  }
  const CodeLocation where = locate(module, default_registry(), subject);
  return fmt::format("  subgroup {} of workgroup ({},{},{}), active at {}:\n{}", first->subgroup,
                     first->workgroup[0], first->workgroup[1], first->workgroup[2],
                     where.source.line == 0
                         ? where.disassembly
                         : fmt::format("{}:{}", where.source.file, where.source.line),
                     table.text());
}

}  // namespace spirv_oracle::golden
