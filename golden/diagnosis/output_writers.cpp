#include "golden/diagnosis/output_writers.h"

#include <fmt/format.h>

#include <algorithm>

#include "builtins/register_all.h"
#include "cli/report/report.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::size_t max_exchanges = 3, max_store_paths = 4;

std::string workgroup_text(const Dim3& workgroup) {
  return fmt::format("workgroup ({},{},{})", workgroup[0], workgroup[1], workgroup[2]);
}

std::string place_text(const CodeLocation& where) {
  if (where.source.line == 0) return where.disassembly;
  return fmt::format("{}:{}: {}", where.source.file, where.source.line, where.disassembly);
}

}  // namespace

Result<OutputWriters> OutputWriters::find(const Bundle& bundle, const Module& module,
                                          const Dispatch& dispatch) {
  auto writers = find_writers(module, default_registry(), dispatch);
  if (!writers) return tl::unexpected(writers.error());
  OutputWriters found;
  found.writers_ = std::move(*writers);
  found.subgroup_size_ = dispatch.subgroup_size;
  for (const BundleResource& resource : bundle.resources) {
    if (resource.kind == "memory" && resource.input) found.memories_.push_back(resource.name);
  }
  return found;
}

const std::vector<Writer>* OutputWriters::writers_of(const BundleResource& resource) const {
  if (resource.kind == "memory") {
    const auto name = std::ranges::find(memories_, resource.name);
    const auto index = static_cast<std::size_t>(name - memories_.begin());
    return index < writers_.memories.size() ? &writers_.memories[index] : nullptr;
  }
  const auto found = writers_.buffers.find(resource.key);
  return found == writers_.buffers.end() ? nullptr : &found->second;
}

const Writer* OutputWriters::writer_of(const BundleResource& resource, std::uint64_t offset) const {
  const std::vector<Writer>* writers = writers_of(resource);
  if (writers == nullptr) return nullptr;
  const auto behind = std::ranges::upper_bound(*writers, offset, {}, &Writer::offset);
  if (behind == writers->begin()) return nullptr;
  const Writer& writer = *std::prev(behind);
  return offset < writer.offset + writer.bytes ? &writer : nullptr;
}

std::vector<const GroupExecution*> OutputWriters::executions_behind(const Writer& writer) const {
  std::vector<const GroupExecution*> behind;
  for (std::uint32_t at = writer.value_from; at != 0 && behind.size() < max_exchanges;
       at = writers_.executions[at].before)
    behind.push_back(&writers_.executions[at]);
  return behind;
}

std::string invocation_text(const Writer& writer) {
  return fmt::format("lane {} of subgroup {}, {}", writer.lane, writer.subgroup,
                     workgroup_text(writer.workgroup));
}

std::vector<StorePath> store_paths(const OutputWriters& writers, const BundleResource& resource,
                                   const OutputComparison& comparison) {
  std::vector<StorePath> paths;
  for (const DifferentComponent& difference : comparison.differences) {
    const Writer* writer = writers.writer_of(resource, difference.offset);
    if (writer == nullptr) continue;
    StorePath path{writer->instruction, {}, 1, writer};
    for (const GroupExecution* execution : writers.executions_behind(*writer))
      path.exchanges.push_back(execution->instruction);
    const auto known = std::ranges::find_if(paths, [&path](const StorePath& other) {
      return other.store == path.store && other.exchanges == path.exchanges;
    });
    if (known == paths.end()) {
      paths.push_back(std::move(path));
    } else {
      ++known->components;
    }
  }
  return paths;
}

std::string store_paths_text(const OutputWriters& writers, const Module& module,
                             const std::vector<StorePath>& paths) {
  std::string text;
  const auto where = [&module](std::uint32_t instruction) {
    return place_text(locate(module, default_registry(), instruction));
  };
  for (std::size_t i = 0; i < std::min(paths.size(), max_store_paths); ++i) {
    const StorePath& path = paths[i];
    text += fmt::format("  {} component{} stored at {}\n", path.components,
                        path.components == 1 ? " is" : "s are", where(path.store));
    std::string_view from = "the value comes from";
    for (const GroupExecution* execution : writers.executions_behind(*path.first)) {
      text += fmt::format("    {} {}, executed by {} of subgroup {}, {}\n", from,
                          where(execution->instruction), lanes_text(execution->active),
                          execution->subgroup, workgroup_text(execution->workgroup));
      from = "and before that from";
    }
  }
  if (paths.size() > max_store_paths) {
    text += fmt::format("  {} more paths lead to the other components\n",
                        paths.size() - max_store_paths);
  }
  return text;
}

}  // namespace spirv_oracle::golden
