#include "interpreter/exec/tangles/reconvergence_paths.h"

#include <algorithm>
#include <array>

#include "interpreter/exec/tangles/reconvergence_point.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t bits_in_word = 64;
constexpr std::size_t max_points = 4096;

// Where the record leads to; empty for records that are not branches of unstructured control flow.
std::vector<std::uint32_t> targets_of(const Program& program, const Record& record) {
  static const std::array<Handler, 4> switches{
      unstructured_switch_handler(1), unstructured_switch_handler(2),
      unstructured_switch_handler(4), unstructured_switch_handler(8)};
  if (record.handler == &jump_unstructured) return {record.operand[0]};
  if (record.handler == &branch_unstructured) return {record.operand[1], record.operand[2]};
  if (std::ranges::count(switches, record.handler) == 0) return {};
  const std::uint32_t* table = program.data.data() + record.operand[1];  // see switch_handler()
  std::vector<std::uint32_t> targets{table[2]};
  for (std::uint32_t i = 0; i < table[0]; ++i) targets.push_back(table[5 + 3 * i]);
  return targets;
}

void add_all(std::vector<bool>& points, const std::vector<bool>& others) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (others[i]) points[i] = true;
}

}  // namespace

ReconvergencePaths::ReconvergencePaths(const Program& program) : program_(program) {
  for (const FlowGraph& flow : program.graphs) {
    graph_of_word_.resize(std::max<std::size_t>(graph_of_word_.size(), flow.end_word));
    std::fill(graph_of_word_.begin() + flow.first_word, graph_of_word_.begin() + flow.end_word,
              static_cast<std::uint32_t>(graphs_.size()));
    Graph& graph = graphs_.emplace_back();
    graph.first_point = flow.first_word * bits_in_word;
    graph.successors.resize((flow.end_word - flow.first_word) * bits_in_word);
  }
  if (graphs_.empty()) return;
  std::vector<std::uint32_t> placed;  // points, in the order of their records; 0 has no point
  for (std::uint32_t i = 0; i < program.reconvergence_points.size(); ++i)
    if (program.reconvergence_points[i].record != 0) placed.push_back(i);
  const auto record_of = [&](std::uint32_t point) {
    return program.reconvergence_points[point].record;
  };
  std::ranges::stable_sort(placed, {}, record_of);
  auto next = placed.begin();
  for (std::uint32_t i = 0; i < program.records.size(); ++i) {
    for (; next != placed.end() && record_of(*next) == i; ++next) place(*next);
    add_branch(program.records[i]);
  }
}

// A block has a point, and if it is the header of a loop, another one before each further iteration.
void ReconvergencePaths::place(std::uint32_t point) {
  Graph& graph = graphs_[graph_of_word_[point / bits_in_word]];
  const std::uint32_t number = point - graph.first_point;
  if (!program_.reconvergence_points[point].next_iteration) {
    graph.block = {number};
  } else if (!graph.block.empty()) {
    graph.loops.push_back({graph.block.front(), number});
    graph.block.push_back(number);
  }
}

void ReconvergencePaths::add_branch(const Record& record) {
  for (const std::uint32_t target : targets_of(program_, record)) {
    Graph& graph = graphs_[graph_of_word_[target / bits_in_word]];
    for (const std::uint32_t from : graph.block)
      graph.successors[from].push_back(target - graph.first_point);
  }
}

// The points after a loop to which its iterations lead.
std::vector<bool> ReconvergencePaths::after_loop(const Graph& graph, const Loop& loop) {
  std::vector<bool> after(graph.successors.size()), seen(graph.successors.size());
  std::vector<std::uint32_t> left{loop.first};
  while (!left.empty()) {
    const std::uint32_t point = left.back();
    left.pop_back();
    if (point > loop.last) {
      after[point] = true;
      add_all(after, graph.later[point]);
    } else if (!seen[point]) {
      seen[point] = true;
      left.insert(left.end(), graph.successors[point].begin(), graph.successors[point].end());
    }
  }
  return after;
}

void ReconvergencePaths::find_later_points(Graph& graph) {
  const std::size_t count = graph.successors.size();
  graph.later.assign(count, std::vector<bool>(count));
  for (std::uint32_t point = static_cast<std::uint32_t>(count); point-- > 0;) {
    const auto loop = std::ranges::find(graph.loops, point, &Loop::last);
    if (loop != graph.loops.end()) {
      graph.later[point] = after_loop(graph, *loop);
      continue;
    }
    for (const std::uint32_t next : graph.successors[point]) {
      if (next <= point) continue;
      graph.later[point][next] = true;
      add_all(graph.later[point], graph.later[next]);
    }
  }
}

// Whether lanes at `point` may continue while others wait at another one, or, if these have begun its block, in the block.
bool ReconvergencePaths::may_precede(const Graph& graph, std::uint32_t point, std::uint32_t other,
                                     bool other_has_begun) {
  if (graph.later[other][point]) return false;
  return std::ranges::none_of(graph.loops, [&](const Loop& loop) {
    const bool is_in_loop = other_has_begun ? other >= loop.first : other > loop.first;
    const bool other_is_inside = is_in_loop && other <= loop.last;
    return other_is_inside && (point <= loop.first || point >= loop.last);
  });
}

std::vector<std::uint32_t> ReconvergencePaths::candidates(const Subgroup& subgroup) {
  Graph& graph = graphs_[subgroup.graph];
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t i = 0; i < graph.successors.size(); ++i) {
    const std::uint32_t point = graph.first_point + i;
    if ((subgroup.occupied[point / bits_in_word] >> (point % bits_in_word) & 1) != 0)
      waiting.push_back(i);
  }
  std::vector<std::uint32_t> found;
  if (waiting.size() > 1 && graph.successors.size() <= max_points) {
    if (graph.later.empty()) find_later_points(graph);
    for (const std::uint32_t point : waiting) {
      const bool precedes_all = std::ranges::all_of(waiting, [&](std::uint32_t other) {
        const WaitingAtPoint& others = subgroup.reconvergence_points[graph.first_point + other];
        return other == point || may_precede(graph, point, other, others.paused != nullptr);
      });
      if (precedes_all) found.push_back(graph.first_point + point);
    }
  }
  if (found.empty()) found.push_back(graph.first_point + waiting.front());
  return found;
}

std::optional<std::uint32_t> ReconvergencePaths::point_of_block(const Subgroup& subgroup,
                                                                const Record& record) {
  const Graph& graph = graphs_[subgroup.graph];
  const auto index = static_cast<std::uint32_t>(&record - subgroup.code);
  std::optional<std::uint32_t> block;
  std::uint32_t begin = 0, depth = 0;
  for (std::uint32_t i = 0; i < graph.successors.size(); ++i) {
    const ReconvergencePoint& point = program_.reconvergence_points[graph.first_point + i];
    if (point.record == 0 || point.record > index || point.record < begin) continue;
    // An iteration begins in the block of the header.
    if (!point.next_iteration) block = graph.first_point + i;
    begin = point.record;
    depth = point.depth;
  }
  return depth == subgroup.depth ? block : std::nullopt;
}

}  // namespace spirv_oracle
