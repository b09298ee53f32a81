#include "cli/report_page/page_buffers.h"

#include <fmt/format.h>

#include <algorithm>

#include "data/component.h"
#include "data/format.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_cells = 1024;
constexpr std::size_t max_later = 256;
constexpr std::size_t max_indeterminate = 256;

Definedness element_state(const ShadowedBytes& contents, ElementType type, std::uint64_t offset) {
  Definedness state = Definedness::defined;
  const std::size_t size = scalar_size(type.scalar);
  for (unsigned i = 0; i < type.components; ++i)
    state = std::max(state, component_state(contents, type.scalar, offset + i * size));
  return state;
}

char digit(Definedness state) { return static_cast<char>('0' + static_cast<int>(state)); }

// The cells of one buffer.
class Cells {
 public:
  Cells(const NamedBuffer& buffer, Json& json)
      : contents_(buffer.after->contents), witnesses_(buffer.witnesses), json_(json) {
    json_["marks"] = Json::array();
    if (witnesses_ != nullptr) json_["compared_executions"] = witnesses_->compared + 1;
  }

  void show_elements(ElementType type);
  void show_members(const ValueLayout& layout);

 private:
  void visit(const ValueLayout& layout, const std::string& path, std::uint64_t offset);
  void add_member(const ValueLayout& vector, const std::string& path, std::uint64_t offset);
  // What is known about an implementation-dependent cell. `text_in` writes it with the contents of another execution.
  template <class Text>
  void add_mark(std::uint64_t offset, std::uint64_t bytes, Definedness state, const Text& text_in);
  bool is_full() const { return states_.size() == max_cells; }
  void count(Definedness state) {
    if (state == Definedness::undefined) ++undefined_;
    if (state == Definedness::implementation_dependent) ++dependent_;
  }
  void finish(std::uint64_t all) {
    json_["count"] = all;
    json_["states"] = states_;
    json_["undefined"] = undefined_;
    json_["implementation_dependent"] = dependent_;
  }

  const ShadowedBytes& contents_;
  const Witnesses* witnesses_;
  Json& json_;
  std::string states_;
  std::uint64_t members_ = 0, undefined_ = 0, dependent_ = 0;
};

template <class Text>
void Cells::add_mark(std::uint64_t offset, std::uint64_t bytes, Definedness state,
                     const Text& text_in) {
  if (witnesses_ == nullptr || state != Definedness::implementation_dependent ||
      json_["marks"].size() == max_indeterminate)
    return;
  const OtherExecution* other = witness_of(contents_, *witnesses_, offset, offset + bytes);
  Json mark{{"offset", offset}, {"bytes", bytes}};
  if (other != nullptr) {
    std::string text = text_in(other->contents);
    std::erase(text, '?');
    mark["value"] = text;
    mark["options"] = other->options;
  }
  json_["marks"].push_back(std::move(mark));
}

void Cells::show_elements(ElementType type) {
  const std::size_t size = element_size(type);
  const std::size_t all = contents_.size() / size;
  json_["type"] = element_name(type);
  json_["element_bytes"] = size;
  json_["cells"] = Json::array();
  json_["later"] = Json::array();
  for (std::size_t i = 0; i < all; ++i) {
    const Definedness state = element_state(contents_, type, i * size);
    count(state);
    add_mark(i * size, size, state,
             [&](const ShadowedBytes& contents) { return element_as_text(contents, type, i); });
    if (i < max_cells) {
      json_["cells"].push_back(element_as_text(contents_, type, i));
      states_ += digit(state);
    } else if (state != Definedness::defined && json_["later"].size() < max_later) {
      json_["later"].push_back({i, element_as_text(contents_, type, i), static_cast<int>(state)});
    }
  }
  finish(all);
}

// A scalar, or "(1 2)".
std::string vector_text(const ShadowedBytes& contents, const ValueLayout& vector,
                        std::uint64_t offset) {
  std::string text;
  for (unsigned i = 0; i < vector.components; ++i) {
    text += (i == 0 ? "" : " ") +
            component_text(contents, vector.scalar, offset + i * vector.component_stride);
  }
  return vector.components == 1 ? text : fmt::format("({})", text);
}

void Cells::add_member(const ValueLayout& vector, const std::string& path, std::uint64_t offset) {
  const std::size_t scalar = scalar_size(vector.scalar);
  if (offset > contents_.size() || vector.size > contents_.size() - offset) return;
  Definedness state = Definedness::defined;
  for (unsigned i = 0; i < vector.components; ++i) {
    const std::uint64_t at = offset + i * vector.component_stride;
    if (at + scalar > contents_.size()) return;
    state = std::max(state, component_state(contents_, vector.scalar, at));
  }
  ++members_;
  count(state);
  const auto text_in = [&](const ShadowedBytes& contents) {
    return vector_text(contents, vector, offset);
  };
  add_mark(offset, vector.size, state, text_in);
  if (is_full()) return;
  json_["cells"].push_back(text_in(contents_));
  json_["labels"].push_back(path);
  json_["offsets"].push_back(offset);
  states_ += digit(state);
}

void Cells::visit(const ValueLayout& layout, const std::string& path, std::uint64_t offset) {
  if (layout.kind == ValueLayout::Kind::vector) return add_member(layout, path, offset);
  if (layout.kind == ValueLayout::Kind::structure) {
    for (const ValueLayout::Member& member : layout.members) {
      const std::string name = path.empty() ? member.name : path + "." + member.name;
      visit(*member.type, name, offset + member.offset);
    }
    return;
  }
  const std::uint64_t room = contents_.size() - std::min(contents_.size(), offset);
  const std::uint64_t fitting = room / std::max<std::uint64_t>(1, layout.stride) + 1;
  const std::uint64_t all = std::min(layout.count.value_or(fitting), fitting);
  for (std::uint64_t i = 0; i < all; ++i) {
    // The page only counts the others, so they need no name.
    const std::string name = is_full() ? "" : fmt::format("{}[{}]", path, i);
    visit(*layout.element, name, offset + i * layout.stride);
  }
}

void Cells::show_members(const ValueLayout& layout) {
  json_["type"] = "members";
  json_["cells"] = json_["labels"] = json_["offsets"] = json_["later"] = Json::array();
  visit(layout, "", 0);
  finish(members_);
}

Json indeterminate_components(const BufferResult& buffer, const SourceRows& rows) {
  Json json = Json::array();
  for (const IndeterminateComponent& component : buffer.indeterminate) {
    if (json.size() == max_indeterminate) break;
    Json history = Json::array();
    for (const Note& note : component.history) {
      const auto row = rows.row_of(note.source, note.word);
      history.push_back({{"message", note.message}, {"row", row ? Json(*row) : Json(nullptr)}});
    }
    json.push_back({{"offset", component.offset},
                    {"bytes", component.bytes},
                    {"history", std::move(history)}});
  }
  return json;
}

}  // namespace

Json page_buffers(const FinishedRun& run, const SourceRows& rows) {
  Json json = Json::array();
  for (const NamedBuffer& buffer : all_buffers(run)) {
    const ShadowedBytes& contents = buffer.after->contents;
    Json entry{
        {"name", buffer.name}, {"bytes", contents.size()}, {"written", buffer.after->written}};
    Cells cells(buffer, entry);
    if (buffer.structure) {
      cells.show_members(*buffer.structure);
    } else {
      cells.show_elements(buffer.type);
    }
    entry["indeterminate"] = indeterminate_components(*buffer.after, rows);
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace spirv_oracle
