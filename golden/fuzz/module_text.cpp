#include "golden/fuzz/module_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "data/scalar.h"

namespace spirv_oracle::golden {

std::string_view capability_of(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::int8:
    case ScalarKind::uint8:
      return "Int8";
    case ScalarKind::int16:
    case ScalarKind::uint16:
      return "Int16";
    case ScalarKind::float16:
      return "Float16";
    case ScalarKind::int64:
    case ScalarKind::uint64:
      return "Int64";
    case ScalarKind::float64:
      return "Float64";
    default:
      return "";
  }
}

void ModuleText::declare(const std::string& name, const std::string& text) {
  if (declared_.insert(name).second) declarations_ += fmt::format("{} = {}\n", name, text);
}

std::string ModuleText::type(ValueType type) {
  const std::string scalar = scalar_type_id(type.scalar);
  scalars_[scalar] = type_declaration(type.scalar);
  if (const std::string_view capability = capability_of(type.scalar); !capability.empty())
    need_capability(std::string(capability));
  if (is_float(type.scalar)) {
    // Without it, implementations may assume that there are no NaNs and infinities, and zeros may have any sign.
    need_capability("SignedZeroInfNanPreserve");
    add_mode(fmt::format("SignedZeroInfNanPreserve {}", 8 * scalar_size(type.scalar)));
  }
  if (type.components == 1) return scalar;
  const std::string id = type_id(type);
  vectors_[id] = fmt::format("OpTypeVector {} {}", scalar, type.components);
  return id;
}

std::string ModuleText::constant(std::uint32_t number) {
  return constant(ScalarKind::uint32, std::to_string(number));
}

std::string ModuleText::constant(ScalarKind kind, const std::string& literal) {
  std::string id = fmt::format("%c_{}_{}", scalar_name(kind), literal);
  std::ranges::replace(id, '-', 'm');
  std::ranges::replace(id, '.', '_');
  constants_[id] = fmt::format("OpConstant {} {}", scalar(kind), literal);
  return id;
}

std::string ModuleText::boolean(bool value) {
  const std::string id = value ? "%true" : "%false";
  constants_[id] = fmt::format("OpConstant{} {}", value ? "True" : "False", type(boolean_value));
  return id;
}

std::string ModuleText::null(ValueType type) {
  const std::string id = "%null_" + type_name(type);
  constants_[id] = "OpConstantNull " + this->type(type);
  return id;
}

void ModuleText::begin_function(const std::string& opening) {
  block_ = fresh();
  opening_ = fmt::format("{}\n{} = OpLabel\n", opening, block_);
  variables_.clear();
  body_.clear();
}

void ModuleText::end_function() { functions_ += opening_ + variables_ + body_ + "OpFunctionEnd\n"; }

std::string ModuleText::variable(const std::string& pointer_type) {
  const std::string id = fresh();
  variables_ += fmt::format("{} = OpVariable {} Function\n", id, pointer_type);
  return id;
}

std::string ModuleText::op(std::string_view opcode, const std::string& type,
                           const std::string& operands) {
  const std::string id = fresh();
  line(fmt::format("{} = {} {} {}", id, opcode, type, operands));
  return id;
}

void ModuleText::label(const std::string& name) {
  block_ = name;
  line(name + " = OpLabel");
}

std::string ModuleText::assembly(const std::vector<std::string>& interface,
                                 std::uint32_t local_size) const {
  std::string text;
  for (const std::string& name : capabilities_) text += fmt::format("OpCapability {}\n", name);
  for (const std::string& name : extensions_) text += fmt::format("OpExtension \"{}\"\n", name);
  text += "OpMemoryModel Logical GLSL450\n";
  text += fmt::format("OpEntryPoint GLCompute %main \"main\" {}\n", fmt::join(interface, " "));
  text += fmt::format("OpExecutionMode %main LocalSize {} 1 1\n", local_size);
  for (const std::string& mode : modes_) text += fmt::format("OpExecutionMode %main {}\n", mode);
  text += names_ + annotations_;
  for (const auto* const part : {&scalars_, &vectors_, &constants_}) {
    for (const auto& [id, definition] : *part) text += fmt::format("{} = {}\n", id, definition);
  }
  return text + declarations_ + functions_;
}

}  // namespace spirv_oracle::golden
