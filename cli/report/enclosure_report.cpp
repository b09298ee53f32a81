#include "cli/report/enclosure_report.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <set>

#include "interpreter/kernels/sign_extension.h"
#include "interpreter/loader/types/describe.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

// The scalar type with which a component is formatted.
ScalarKind kind_of(const EnclosedComponent& component) {
  if (component.encoding != FloatEncoding::none) return kind_of_encoding(component.encoding);
  if (!component.is_float) {
    const bool is_signed = component.low < 0;
    switch (component.bytes) {
      case 1:
        return is_signed ? ScalarKind::int8 : ScalarKind::uint8;
      case 2:
        return is_signed ? ScalarKind::int16 : ScalarKind::uint16;
      case 4:
        return is_signed ? ScalarKind::int32 : ScalarKind::uint32;
      default:
        return is_signed ? ScalarKind::int64 : ScalarKind::uint64;
    }
  }
  switch (component.bytes) {
    case 2:
      return ScalarKind::float16;
    case 4:
      return ScalarKind::float32;
    default:
      return ScalarKind::float64;
  }
}

std::string bound_text(const EnclosedComponent& component, double bound) {
  if (!component.is_float) return fmt::format("{:.0f}", bound);
  const ScalarKind kind = kind_of(component);
  return format_scalar(kind, float_bits(kind, bound));
}

Json bound_json(const EnclosedComponent& component, double bound) {
  const std::string digits = bound_text(component, bound);
  const double number = std::strtod(digits.c_str(), nullptr);
  if (!std::isfinite(number)) return digits;
  if (!component.is_float) return static_cast<std::int64_t>(number);
  return number;
}

Json value_json(const EnclosedComponent& component, std::uint64_t bits) {
  const ScalarKind kind = kind_of(component);
  if (component.is_float) return bound_json(component, float_value(kind, bits));
  if (is_signed_integer(kind)) return sign_extended(bits, 8 * component.bytes);
  return bits;
}

std::vector<std::string> value_texts(const EnclosedComponent& component) {
  std::vector<std::string> texts;
  for (const std::uint64_t bits : component.values)
    texts.push_back(format_scalar(kind_of(component), bits));
  return texts;
}

std::string range_text(const EnclosedComponent& component) {
  if (component.is_unknown) return "may have any value";
  if (!component.has_numbers) return "is a NaN, with any bits";
  if (!component.values.empty())
    return fmt::format("is one of {}", fmt::join(value_texts(component), ", "));
  const std::string low = bound_text(component, component.low);
  const std::string high = bound_text(component, component.high);
  std::string text;
  if (component.low == 0 && component.high == 0)
    text = "is 0 or -0";
  else
    text = fmt::format("lies between {} and {}", low, high);
  if (component.may_be_nan) text += ", or is a NaN";
  return text;
}

std::string place_text(const CodeLocation& where) {
  if (where.source.line == 0) return where.disassembly;
  return fmt::format("{}:{}: {}", where.source.file, where.source.line, where.disassembly);
}

// The components of a buffer whose value one instruction leaves open.
struct Listed {
  std::vector<std::uint64_t> elements;
  const EnclosedComponent* first = nullptr;
};

}  // namespace

std::map<std::uint32_t, CodeLocation> enclosing_instructions(const Module& module,
                                                             const InstructionRegistry& registry,
                                                             const DispatchResult& result,
                                                             const AssemblyMap& assembly) {
  std::set<std::uint32_t> numbers;
  const auto collect = [&numbers](const BufferResult& buffer) {
    for (const EnclosedComponent& component : buffer.enclosures) {
      if (component.instruction != 0) numbers.insert(component.instruction);
    }
  };
  for (const auto& [key, buffer] : result.buffers) collect(buffer);
  for (const BufferResult& memory : result.memories) collect(memory);
  std::map<std::uint32_t, CodeLocation> instructions;
  for (const std::uint32_t number : numbers) {
    Finding at;
    at.where = locate(module, registry, number);
    place_in_assembly(at, assembly);
    instructions.emplace(number, at.where);
  }
  return instructions;
}

Json enclosures_as_json(const BufferResult& buffer,
                        const std::map<std::uint32_t, CodeLocation>& instructions) {
  Json all = Json::array();
  for (const EnclosedComponent& component : buffer.enclosures) {
    Json entry{{"offset", component.offset}, {"bytes", component.bytes}};
    if (component.is_unknown) {
      entry["any"] = true;
    } else {
      if (component.has_numbers) {
        entry["low"] = bound_json(component, component.low);
        entry["high"] = bound_json(component, component.high);
      }
      entry["nan"] = component.may_be_nan;
      for (const std::uint64_t bits : component.values)
        entry["values"].push_back(value_json(component, bits));
    }
    if (component.instruction != 0) {
      const CodeLocation& where = instructions.at(component.instruction);
      entry["instruction"] = where.instruction;
      if (!where.result.empty()) entry["result"] = where.result;
      if (where.source.line != 0)
        entry["source"] = {{"file", where.source.file}, {"line", where.source.line}};
    }
    all.push_back(std::move(entry));
  }
  return all;
}

std::string enclosures_as_text(const std::vector<NamedBuffer>& buffers,
                               const std::map<std::uint32_t, CodeLocation>& instructions) {
  constexpr std::size_t max_listed = 200;  // characters of the list of elements
  std::string text;
  std::set<const BufferResult*> printed;
  for (const NamedBuffer& buffer : buffers) {
    if (!printed.insert(buffer.after).second) continue;
    std::map<std::uint32_t, Listed> listed;  // by instruction
    for (const EnclosedComponent& component : buffer.after->enclosures) {
      Listed& list = listed[component.instruction];
      const std::uint64_t element = component.offset / element_size(buffer.type);
      if (list.elements.empty() || list.elements.back() != element)
        list.elements.push_back(element);
      if (list.first == nullptr) list.first = &component;
    }
    for (const auto& [number, list] : listed) {
      std::string elements = number_ranges(list.elements);
      if (elements.size() > max_listed) {
        elements.resize(elements.rfind(',', max_listed));
        elements += fmt::format(",... ({} in all)", list.elements.size());
      }
      // Members of a structure have no common element type.
      const std::string what = buffer.structure != nullptr ? "word" : "element";
      const std::string reason = number == 0
                                     ? std::string("the direction of branches")
                                     : "the precision of " + place_text(instructions.at(number));
      text += fmt::format(
          "spirv-run: note: {}{} {} of {} ({}) may differ between implementations because of {}; "
          "{} {} {}\n",
          what, list.elements.size() == 1 ? "" : "s", elements, buffer.name,
          element_name(buffer.type), reason, what, list.elements.front(), range_text(*list.first));
    }
  }
  return text;
}

}  // namespace spirv_oracle
