#include "cli/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/file.h"
#include "cli/output_check.h"
#include "cli/resources.h"
#include "cli/suppression.h"
#include "cli/undefined_values.h"

namespace spirv_oracle {
namespace {

std::optional<std::size_t> memory_index(const Dispatch& dispatch, const std::string& name) {
  for (std::size_t i = 0; i < dispatch.memories.size(); ++i) {
    if (dispatch.memories[i].name == name) return i;
  }
  return std::nullopt;
}

Result<void> check_requested(const EntryPointInfo& entry, const Dispatch& dispatch,
                             const BufferName& name) {
  if (!name.memory.empty()) {
    if (memory_index(dispatch, name.memory)) return {};
    return bad_input(fmt::format("there is no memory '{}'", name.memory));
  }
  if (dispatch.buffers.count(name.key) != 0 || dispatch.memory_buffers.count(name.key) != 0)
    return {};
  return bad_input(fmt::format("entry point '{}' has no buffer {}; {}", entry.name,
                               buffer_text(name), existing_buffers(entry)));
}

// Texels print as their format has them, which the user may have given.
ElementType default_type(const EntryPointInfo& entry, const Dispatch& dispatch,
                         const BindingKey& key) {
  BufferName name;
  name.key = key;
  const auto image = dispatch.images.find(key);
  if (image != dispatch.images.end() && image->second.format) {
    const ElementInfo element = texel_element(*image->second.format);
    return {element.scalar, element.components};
  }
  const ResourceInfo* resource = find_resource(entry, name);
  if (resource == nullptr || !resource->scalar || *resource->scalar == ScalarKind::boolean)
    return {};
  return {*resource->scalar, resource->components};
}

NamedBuffer memory_buffer(const FinishedRun& run, std::size_t index) {
  return {run.dispatch.memories[index].name, {}, &run.result.memories[index]};
}

NamedBuffer descriptor_buffer(const FinishedRun& run, const BindingKey& key) {
  return {buffer_label(run.entry, key), default_type(run.entry, run.dispatch, key),
          &run.result.buffers.at(key)};
}

// The buffer of a name that check_requested_buffers has let pass.
NamedBuffer named_buffer(const FinishedRun& run, const BufferName& name) {
  if (name.memory.empty()) return descriptor_buffer(run, name.key);
  return memory_buffer(run, *memory_index(run.dispatch, name.memory));
}

// One bit per byte, the lowest first: 1 for a byte with more than one possible value.
std::vector<std::byte> mask_of(const ShadowedBytes& contents) {
  std::vector<std::byte> mask((contents.size() + 7) / 8);
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (contents.shadow[i] != Definedness::defined) mask[i / 8] |= std::byte{1} << (i % 8);
  }
  return mask;
}

std::vector<const BufferResult*> contents_of(const std::vector<NamedBuffer>& buffers) {
  std::vector<const BufferResult*> contents;
  for (const NamedBuffer& buffer : buffers) contents.push_back(buffer.after);
  return contents;
}

}  // namespace

Result<void> check_requested_buffers(const EntryPointInfo& entry, const Dispatch& dispatch,
                                     const RunOptions& options) {
  const auto in_option = [](std::string_view option, const Result<void>& found) -> Result<void> {
    return bad_input(fmt::format("{}: {}", option, found.error().message));
  };
  for (const DumpOption& dump : options.dumps) {
    if (const auto found = check_requested(entry, dispatch, dump.name); !found)
      return in_option("--dump", found);
  }
  for (const OutputOption& output : options.outputs) {
    if (const auto found = check_requested(entry, dispatch, output.name); !found)
      return in_option("--output", found);
  }
  return {};
}

std::vector<NamedBuffer> all_buffers(const FinishedRun& run) {
  std::vector<NamedBuffer> buffers;
  for (const auto& [key, result] : run.result.buffers)
    buffers.push_back(descriptor_buffer(run, key));
  for (std::size_t i = 0; i < run.result.memories.size(); ++i)
    buffers.push_back(memory_buffer(run, i));
  return buffers;
}

std::vector<NamedBuffer> buffers_to_print(const FinishedRun& run) {
  std::vector<NamedBuffer> buffers;
  if (run.options.dumps.empty()) {
    buffers = all_buffers(run);
    std::erase_if(buffers, [](const NamedBuffer& buffer) { return !buffer.after->written; });
    return buffers;
  }
  for (const DumpOption& dump : run.options.dumps) {
    NamedBuffer buffer = named_buffer(run, dump.name);
    if (dump.type) buffer.type = *dump.type;
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

std::vector<Finding> findings_to_report(const FinishedRun& run,
                                        const std::vector<NamedBuffer>& printed) {
  std::vector<Finding> findings = run.result.findings;
  std::vector<NamedBuffer> outputs = printed;
  for (const OutputOption& output : run.options.outputs) {
    const NamedBuffer buffer = named_buffer(run, output.name);
    const auto same = [&buffer](const NamedBuffer& other) { return other.after == buffer.after; };
    if (std::none_of(outputs.begin(), outputs.end(), same)) outputs.push_back(buffer);
  }
  for (const NamedBuffer& output : outputs) {
    if (!output.after->written) continue;
    const std::vector<Finding> more =
        check_output({output.name, output.type, &output.after->contents, output.after->open});
    findings.insert(findings.end(), more.begin(), more.end());
  }
  if (!run.options.strict) leave_out_unused_values(run.result, contents_of(outputs), findings);
  const std::vector<std::string>& ignored = run.options.ignored_kinds;
  std::erase_if(findings, [&ignored](const Finding& finding) {
    return std::find(ignored.begin(), ignored.end(), finding.kind) != ignored.end() ||
           is_suppressed_in_source(finding);
  });
  return findings;
}

Status exit_status(const FinishedRun& run, const std::vector<Finding>& findings) {
  if (run.result.status == Status::limit) return Status::limit;
  for (const Finding& finding : findings) {
    const bool open_output = finding.severity == Severity::undefined_output ||
                             finding.severity == Severity::implementation_dependent;
    if (finding.severity == Severity::undefined_behavior || (run.options.strict && open_output))
      return Status::undefined_behavior;
  }
  return Status::ok;
}

Result<void> write_outputs(const FinishedRun& run) {
  for (const OutputOption& output : run.options.outputs) {
    const ShadowedBytes& contents = named_buffer(run, output.name).after->contents;
    if (auto done = write_file(output.file, contents.bytes); !done) return done;
    if (!run.options.output_mask) continue;
    if (auto done = write_file(output.file + ".undef", mask_of(contents)); !done) return done;
  }
  return {};
}

}  // namespace spirv_oracle
