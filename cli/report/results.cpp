#include "cli/report/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "cli/report/finding_order.h"
#include "cli/report/output_check.h"
#include "cli/report/undefined_values.h"
#include "cli/resource_text.h"
#include "cli/resources.h"
#include "cli/suppression.h"
#include "data/picture.h"
#include "support/file.h"

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
  if (!name.memory.empty()) return {};  // a name that is known
  if (dispatch.buffers.count(name.key) != 0 || dispatch.memory_buffers.count(name.key) != 0)
    return {};
  return bad_input(fmt::format("entry point '{}' has no buffer {}; {}", entry.name,
                               buffer_text(name), existing_buffers(entry)));
}

// Texels are printed in their format, which the user may have given.
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

// The bytes of a buffer or memory that exist.
std::uint64_t size_of(const Dispatch& dispatch, const BufferName& name) {
  if (!name.memory.empty())
    return dispatch.memories[*memory_index(dispatch, name.memory)].contents.size();
  const auto range = dispatch.memory_buffers.find(name.key);
  if (range != dispatch.memory_buffers.end()) return range->second.size;
  return dispatch.buffers.at(name.key).size();
}

NamedBuffer memory_buffer(const FinishedRun& run, std::size_t index) {
  const std::string& name = run.dispatch.memories[index].name;
  const auto type = run.memory_types.find(name);
  NamedBuffer buffer{name, type == run.memory_types.end() ? ElementType{} : type->second,
                     &run.result.memories[index]};
  if (const auto found = run.memory_witnesses.find(name); found != run.memory_witnesses.end())
    buffer.witnesses = &found->second;
  return buffer;
}

bool is_array_of_scalars(const ValueLayout& layout) {
  if (layout.kind == ValueLayout::Kind::vector) return layout.components == 1;
  return layout.kind == ValueLayout::Kind::array && layout.stride == layout.element->size &&
         is_array_of_scalars(*layout.element);
}

// Whether the contents are scalars and arrays of scalars, one after the other: a list of numbers shows them well.
bool is_plain(const ValueLayout& layout) {
  if (layout.kind != ValueLayout::Kind::structure) return is_array_of_scalars(layout);
  std::uint64_t end = 0;
  return std::ranges::all_of(layout.members, [&end](const ValueLayout::Member& member) {
    const bool is_adjacent = member.offset == end;
    end += member.type->size;
    return is_adjacent && is_array_of_scalars(*member.type);
  });
}

NamedBuffer descriptor_buffer(const FinishedRun& run, const BindingKey& key) {
  NamedBuffer buffer{buffer_label(run.entry, key), default_type(run.entry, run.dispatch, key),
                     &run.result.buffers.at(key)};
  if (const auto found = run.witnesses.find(key); found != run.witnesses.end())
    buffer.witnesses = &found->second;
  BufferName name;
  name.key = key;
  const ResourceInfo* resource = find_resource(run.entry, name);
  const auto layout = run.layouts.find({key.set, key.binding, 0});
  if (resource == nullptr || layout == run.layouts.end()) return buffer;
  const bool is_list =
      resource->scalar && (is_argument(resource->kind) || is_plain(*layout->second));
  // A member that extends past the buffer may have any number of missing members.
  if (!is_list && layout->second->size <= buffer.after->contents.size())
    buffer.structure = layout->second;
  return buffer;
}

// The buffer with a name that check_requested_buffers has accepted.
NamedBuffer named_buffer(const FinishedRun& run, const BufferName& name) {
  if (name.memory.empty()) return descriptor_buffer(run, name.key);
  return memory_buffer(run, *memory_index(run.dispatch, name.memory));
}

bool means_all(const Dispatch& dispatch, const DumpOption& dump) {
  return dump.is_all && !memory_index(dispatch, dump.name.memory);
}

// A buffer that is named in addition to `all` is printed once with each type.
std::vector<NamedBuffer> without_repetitions(std::vector<NamedBuffer> buffers) {
  std::vector<NamedBuffer> kept;
  for (NamedBuffer& buffer : buffers) {
    const bool is_known =
        std::any_of(kept.begin(), kept.end(), [&buffer](const NamedBuffer& other) {
          return other.after == buffer.after && other.asked_type == buffer.asked_type;
        });
    if (!is_known) kept.push_back(std::move(buffer));
  }
  return kept;
}

// The pixels of a picture, in the order of the buffer.
struct PictureRows {
  TexelFormat format;
  std::uint32_t width = 0, height = 0;
};

// The first level of an image, with its layers and slices below each other.
Result<PictureRows> image_rows(const ImageShape& shape) {
  if (shape.samples != 1)
    return bad_input("a multisampled image cannot be written as a picture: write its bytes");
  const std::uint64_t height =
      std::uint64_t{shape.extent[1]} * shape.extent[2] * std::uint64_t{shape.layers};
  const auto rows = picture_height(height * shape.extent[0], shape.extent[0]);
  if (!rows) return tl::unexpected(rows.error());
  return PictureRows{*shape.format, shape.extent[0], *rows};
}

// For a buffer of `size` bytes.
Result<PictureRows> picture_rows(const EntryPointInfo& entry, const Dispatch& dispatch,
                                 const OutputOption& output, std::uint64_t size) {
  const auto image = dispatch.images.find(output.name.key);
  const bool is_image = output.name.memory.empty() && image != dispatch.images.end() &&
                        !image->second.is_texel_buffer();
  if (is_image && (output.width != 0 || output.type))
    return bad_input("an image has its own width and format: write FILE.png alone");
  if (is_image) return image_rows(image->second);
  if (output.width == 0) return bad_input("a buffer has no width: write FILE.png:WIDTH");
  const ElementType type = output.type.value_or(
      output.name.memory.empty() ? default_type(entry, dispatch, output.name.key) : ElementType{});
  const auto format = picture_format(type);
  if (!format) return tl::unexpected(format.error());
  const auto rows = picture_height(size / element_size(type), output.width);
  if (!rows) return tl::unexpected(rows.error());
  return PictureRows{*format, output.width, *rows};
}

// One bit per byte, the lowest first: 1 for a byte with several possible values.
std::vector<std::byte> mask_of(const ShadowedBytes& contents) {
  std::vector<std::byte> mask((contents.size() + 7) / 8);
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (contents.shadow[i] != Definedness::defined) mask[i / 8] |= std::byte{1} << (i % 8);
  }
  return mask;
}

Result<void> write_output(const FinishedRun& run, const OutputOption& output,
                          std::span<const std::byte> bytes) {
  if (!is_picture_file(output.file)) return write_file(output.file, bytes);
  const auto rows = picture_rows(run.entry, run.dispatch, output, bytes.size());
  if (!rows) return tl::unexpected(rows.error());
  const std::size_t size = std::size_t{rows->format.bytes} * rows->width * rows->height;
  const auto file = encode_png(picture_of_texels(bytes.first(size), rows->format, rows->width));
  if (!file) return tl::unexpected(file.error());
  return write_file(output.file, *file);
}

std::vector<const BufferResult*> contents_of(const std::vector<NamedBuffer>& buffers) {
  std::vector<const BufferResult*> contents;
  for (const NamedBuffer& buffer : buffers) contents.push_back(buffer.after);
  return contents;
}

// Whether the buffer has the bytes of the matrix.
Result<void> check_matrix(const Dispatch& dispatch, const DumpOption& dump) {
  if (!dump.matrix) return {};
  const std::uint64_t needed = dump.matrix->placement.elements() * scalar_size(dump.matrix->scalar);
  const std::uint64_t size = size_of(dispatch, dump.name);
  if (size >= needed) return {};
  return bad_input(fmt::format("a matrix {} has {} bytes with its padding, but {} has {}",
                               dump.type_text, needed, buffer_text(dump.name), size));
}

}  // namespace

Dispatch without_contents(Dispatch& dispatch) {
  auto buffers = std::exchange(dispatch.buffers, {});
  auto memories = std::exchange(dispatch.memories, {});
  Dispatch rest = dispatch;
  for (const NamedMemory& memory : memories) rest.memories.push_back({memory.name, {}});
  dispatch.buffers = std::move(buffers);
  dispatch.memories = std::move(memories);
  return rest;
}

Result<void> check_requested_buffers(const EntryPointInfo& entry, const Dispatch& dispatch,
                                     const RunOptions& options) {
  const auto in_option = [](std::string_view option, const Result<void>& found) -> Result<void> {
    return bad_input(fmt::format("{}: {}", option, found.error().message));
  };
  for (const DumpOption& dump : options.dumps) {
    if (means_all(dispatch, dump)) continue;
    if (const auto found = check_requested(entry, dispatch, dump.name); !found)
      return in_option("--dump", found);
    if (const auto found = check_matrix(dispatch, dump); !found) return in_option("--dump", found);
  }
  for (const OutputOption& output : options.outputs) {
    if (const auto found = check_requested(entry, dispatch, output.name); !found)
      return in_option("--output", found);
    if (!is_picture_file(output.file)) continue;
    if (const auto rows = picture_rows(entry, dispatch, output, size_of(dispatch, output.name));
        !rows)
      return in_option(fmt::format("--output {}", buffer_text(output.name)),
                       tl::unexpected(rows.error()));
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
    if (means_all(run.dispatch, dump)) {
      for (NamedBuffer& buffer : all_buffers(run)) buffers.push_back(std::move(buffer));
      continue;
    }
    NamedBuffer buffer = named_buffer(run, dump.name);
    if (!dump.type_text.empty()) {
      buffer.type = dump.type.value_or(ElementType{});
      buffer.structure = dump.structure;
      buffer.matrix = dump.matrix;
      buffer.asked_type = dump.type_text;
    }
    buffers.push_back(std::move(buffer));
  }
  for (NamedBuffer& buffer : buffers) buffer.prints_all = true;
  return without_repetitions(std::move(buffers));
}

std::vector<ReportedFinding> findings_to_report(const FinishedRun& run,
                                                const std::vector<NamedBuffer>& printed) {
  std::vector<NamedBuffer> outputs;
  for (const NamedBuffer& buffer : printed) {
    // With several types, the first one is that of the finding.
    if (std::ranges::find(outputs, buffer.after, &NamedBuffer::after) == outputs.end())
      outputs.push_back(buffer);
  }
  for (const OutputOption& output : run.options.outputs) {
    const NamedBuffer buffer = named_buffer(run, output.name);
    if (std::ranges::find(outputs, buffer.after, &NamedBuffer::after) == outputs.end())
      outputs.push_back(buffer);
  }
  std::vector<Finding> of_run = run.result.findings;
  if (!run.options.strict) leave_out_unused_values(run.result, contents_of(outputs), of_run);
  std::vector<ReportedFinding> findings(of_run.begin(), of_run.end());
  for (const NamedBuffer& output : outputs) {
    if (!output.after->written) continue;
    const std::vector<ReportedFinding> more =
        check_output({output.name, output.type, &output.after->contents,
                      output.after->indeterminate, output.structure, output.witnesses});
    findings.insert(findings.end(), more.begin(), more.end());
  }
  const std::vector<std::string>& ignored = run.options.ignored_kinds;
  std::erase_if(findings, [&ignored](const Finding& finding) {
    return std::find(ignored.begin(), ignored.end(), finding.kind) != ignored.end() ||
           is_suppressed_in_source(finding);
  });
  sort_findings(findings);
  for (ReportedFinding& finding : findings) {
    if (!run.options.launch.origin.empty())
      finding.notes.push_back({"in " + run.options.launch.origin, {}, 0});
  }
  return findings;
}

Status exit_status(const FinishedRun& run, const std::vector<ReportedFinding>& findings) {
  if (run.result.status == Status::limit) return Status::limit;
  for (const Finding& finding : findings) {
    const bool indeterminate_output = finding.severity == Severity::undefined_output ||
                                      finding.severity == Severity::implementation_dependent ||
                                      finding.severity == Severity::possible_undefined_behavior;
    if (finding.severity == Severity::undefined_behavior ||
        (run.options.strict && indeterminate_output))
      return Status::undefined_behavior;
  }
  return Status::ok;
}

Result<void> write_outputs(const FinishedRun& run) {
  for (const OutputOption& output : run.options.outputs) {
    const ShadowedBytes& contents = named_buffer(run, output.name).after->contents;
    if (auto done = write_output(run, output, contents.bytes); !done) return done;
    if (!run.options.output_mask) continue;
    if (auto done = write_file(output.file + ".undef", mask_of(contents)); !done) return done;
  }
  return {};
}

}  // namespace spirv_oracle
