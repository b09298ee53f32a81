#include "cli/report/result_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/report/buffer_summary.h"
#include "data/format.h"
#include "data/optimal_matrix.h"
#include "data/structure.h"

namespace spirv_oracle {
namespace {

std::string dump_option(const NamedBuffer& buffer) { return fmt::format("--dump {}", buffer.name); }

void print_structured(std::ostream& out, const NamedBuffer& buffer) {
  StructureStyle style;
  if (!buffer.prints_all) style.most_elements = most_printed_elements;
  if (!print_structure(out, buffer.name, buffer.after->contents, *buffer.structure, style))
    out << fmt::format("  {} prints all\n", dump_option(buffer));
}

// What is printed: with a matrix, its elements row by row.
ShadowedBytes printed_contents(const NamedBuffer& buffer) {
  if (!buffer.matrix) return buffer.after->contents;
  return from_optimal_layout(*buffer.matrix, buffer.after->contents).value_or(ShadowedBytes{});
}

// The indices of the array elements, or of the single value, that have an implementation-dependent scalar.
void write_indeterminate_elements(JsonWriter& json, const ShadowedBytes& contents,
                                  const ValueLayout& layout) {
  const bool is_array = layout.kind == ValueLayout::Kind::array;
  const std::uint64_t stride = is_array ? layout.stride : contents.size();
  std::optional<std::uint64_t> last;
  json.begin_list();
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (contents.shadow[i] != Definedness::implementation_dependent) continue;
    if (last == i / stride) continue;
    last = i / stride;
    json.value(*last);
  }
  json.end_list();
}

// Writes a list of objects; if the structure is not an array, the list has one object.
void write_asked_structure(JsonWriter& json, const NamedBuffer& buffer) {
  const ShadowedBytes& contents = buffer.after->contents;
  json.key("type");
  json.value(buffer.asked_type);
  json.key("data");
  const bool is_one = buffer.structure->kind == ValueLayout::Kind::structure;
  if (is_one) json.begin_list(true);
  write_structure(json, contents, *buffer.structure);
  if (is_one) json.end_list();
  json.key("implementation_dependent");
  write_indeterminate_elements(json, contents, *buffer.structure);
  write_trailing_bytes(json, bytes_behind(contents, *buffer.structure));
}

// What is known about the marked elements: other values with the options that repeat them, and the rest.
void write_marks(JsonWriter& json, const NamedBuffer& buffer) {
  if (buffer.witnesses == nullptr) return;
  const ExaminedMarks marks = examine_marks(buffer.after->contents, *buffer.witnesses, buffer.type);
  if (marks.witnessed.empty() && marks.unproven.empty()) return;
  json.key("witnesses");
  json.begin_list();
  for (const ElementWitness& witness : marks.witnessed) {
    json.begin_object();
    json.key("element");
    json.value(witness.element);
    json.key("value");
    write_element(json, witness.execution->contents, buffer.type, witness.element);
    json.key("options");
    json.value(witness.execution->options);
    json.end_object();
  }
  json.end_list();
  json.key("unproven");
  json.begin_list();
  for (const std::uint64_t element : marks.unproven) json.value(element);
  json.end_list();
  json.key("compared_executions");
  json.value(buffer.witnesses->compared + 1);
}

}  // namespace

void print_result(std::ostream& out, const NamedBuffer& buffer) {
  if (buffer.structure) return print_structured(out, buffer);
  const ShadowedBytes contents = printed_contents(buffer);
  if (buffer.prints_all || contents.size() / element_size(buffer.type) <= most_printed_elements) {
    print_buffer(out, buffer.name, contents, buffer.type);
  } else {
    out << buffer_summary(buffer.name, contents, buffer.type, dump_option(buffer));
  }
}

void write_result(JsonWriter& json, const NamedBuffer& buffer) {
  if (buffer.structure && !buffer.asked_type.empty()) return write_asked_structure(json, buffer);
  write_buffer(json, printed_contents(buffer), buffer.type);
  if (buffer.matrix) return;
  write_marks(json, buffer);
  if (!buffer.structure) return;
  json.key("members");
  write_structure(json, buffer.after->contents, *buffer.structure);
}

std::string json_key(const std::vector<NamedBuffer>& printed, const NamedBuffer& buffer) {
  const auto first = std::ranges::find(printed, buffer.after, &NamedBuffer::after);
  if (&*first == &buffer) return buffer.name;
  return fmt::format("{}:{}", buffer.name,
                     buffer.asked_type.empty() ? element_name(buffer.type) : buffer.asked_type);
}

}  // namespace spirv_oracle
