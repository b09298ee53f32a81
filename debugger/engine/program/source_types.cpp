#include "debugger/engine/program/source_types.h"

#include <algorithm>

namespace spirv_oracle {
namespace {

// Numbers of the instructions; the first operand is that number 4 of OpExtInst.
constexpr std::uint32_t type_basic = 2, type_pointer = 3, type_qualifier = 4, type_array = 5,
                        type_vector = 6, type_typedef = 7, type_enum = 9, type_composite = 10,
                        type_member = 11, type_matrix = 108;
constexpr unsigned first_member = 13, first_enumerator = 12;
constexpr unsigned max_depth = 16;

// "Encoding" of DebugTypeBasic.
constexpr std::uint32_t boolean_encoding = 2, float_encoding = 3, signed_encoding = 4,
                        signed_char_encoding = 5, unsigned_encoding = 6, unsigned_char_encoding = 7;

std::string_view address_space(std::uint32_t storage_class) {
  switch (static_cast<spv::StorageClass>(storage_class)) {
    case spv::StorageClass::CrossWorkgroup:
      return "global ";
    case spv::StorageClass::Workgroup:
      return "local ";
    case spv::StorageClass::UniformConstant:
      return "constant ";
    default:
      return "";
  }
}

}  // namespace

bool has_source_types(std::string_view extended_set) {
  return extended_set.starts_with("NonSemantic.Shader.DebugInfo.") ||
         extended_set == "OpenCL.DebugInfo.100";
}

const Instruction* SourceTypes::definition(Id id) const {
  const Instruction* found = module_->definition(id);
  const bool is_type = found != nullptr && found->opcode == spv::Op::OpExtInst &&
                       has_source_types(module_->extended_set(found->id(2)));
  return is_type ? found : nullptr;
}

const Instruction* SourceTypes::resolve(Id id) const {
  for (unsigned depth = 0; depth < max_depth; ++depth) {
    const Instruction* found = definition(id);
    if (found == nullptr) return nullptr;
    switch (found->literal(3)) {
      case type_typedef:
        id = found->id(5);
        break;
      case type_qualifier:
        id = found->id(4);
        break;
      default:
        return found;
    }
  }
  return nullptr;
}

// One of the sets has constants where the other has literal numbers.
std::uint32_t SourceTypes::number(const Instruction& instruction, unsigned operand) const {
  if (!instruction.has(operand)) return 0;
  const std::uint32_t value = instruction.literal(operand);
  if (instruction.operands[operand].operand_class != OperandClass::id) return value;
  const Instruction* constant = module_->definition(value);
  return constant != nullptr && constant->opcode == spv::Op::OpConstant ? constant->literal(2) : 0;
}

SourceTypes::Kind SourceTypes::kind(SourceType type) const {
  const Instruction* found = resolve(type);
  if (found == nullptr) return Kind::unknown;
  switch (found->literal(3)) {
    case type_basic:
      switch (number(*found, 6)) {
        case boolean_encoding:
          return Kind::boolean;
        case float_encoding:
          return Kind::floating;
        case signed_encoding:
        case signed_char_encoding:
        case unsigned_encoding:
        case unsigned_char_encoding:
          return Kind::integer;
        default:
          return Kind::unknown;
      }
    case type_pointer:
      return Kind::pointer;
    case type_array:
      return Kind::array;
    case type_vector:
      return Kind::vector;
    case type_enum:
      return Kind::enumeration;
    case type_composite:
      return Kind::structure;
    case type_matrix:
      return Kind::matrix;
    default:
      return Kind::unknown;
  }
}

bool SourceTypes::is_signed(SourceType type) const {
  const Instruction* found = resolve(type);
  if (found == nullptr) return false;
  if (found->literal(3) == type_enum) return is_signed(SourceType{found->id(5)});
  if (found->literal(3) == type_vector || found->literal(3) == type_matrix)
    return is_signed(element(type));
  if (found->literal(3) != type_basic) return false;
  const std::uint32_t encoding = number(*found, 6);
  return encoding == signed_encoding || encoding == signed_char_encoding;
}

// Operands after the counts may be lower bounds, which translators write as DebugInfoNone.
unsigned SourceTypes::dimensions(const Instruction& array) const {
  unsigned end = array.operand_count();
  while (end > 6 && definition(array.id(end - 1)) != nullptr) --end;
  return end - 5;
}

std::uint64_t SourceTypes::count(SourceType type) const {
  const Instruction* found = resolve(type);
  if (found == nullptr) return 0;
  return number(*found, 5 + (found->literal(3) == type_array ? type.dimension : 0));
}

SourceType SourceTypes::element(SourceType type) const {
  const Instruction* found = resolve(type);
  if (found == nullptr) return {};
  switch (found->literal(3)) {
    case type_array:
      if (type.dimension + 1 < dimensions(*found)) return {found->result, type.dimension + 1};
      return {found->id(4)};
    case type_pointer:
    case type_vector:
    case type_matrix:
      return {found->id(4)};
    default:
      return {};
  }
}

std::vector<SourceTypes::Member> SourceTypes::members(SourceType structure) const {
  std::vector<Member> list;
  const Instruction* found = resolve(structure);
  if (found == nullptr || found->literal(3) != type_composite) return list;
  for (unsigned i = first_member; i < found->operand_count(); ++i) {
    const Instruction* member = definition(found->id(i));
    if (member == nullptr || member->literal(3) != type_member) continue;
    // The sets differ in an operand that names the structure.
    const unsigned offset = definition(member->id(9)) != nullptr ? 10 : 9;
    list.push_back({module_->text(member->id(4)),
                    {member->id(5)},
                    number(*member, offset),
                    number(*member, offset + 1)});
  }
  // glslang gives members of the same type the same name.
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto same = [&](const Member& other) { return other.name == list[i].name; };
    if (!list[i].name.empty() && std::ranges::count_if(list, same) > 1) {
      for (Member& member : list) member.name.clear();
    }
  }
  return list;
}

std::string SourceTypes::enumerator(SourceType enumeration, std::uint64_t value) const {
  const Instruction* found = resolve(enumeration);
  if (found == nullptr || found->literal(3) != type_enum) return "";
  for (unsigned i = first_enumerator; found->has(i + 1); i += 2) {
    if (number(*found, i) == static_cast<std::uint32_t>(value))
      return module_->text(found->id(i + 1));
  }
  return "";
}

SourceType SourceTypes::fitting(SourceType type, const SpecializedModule& types,
                                Id spirv_type) const {
  return type && fits(type, types, spirv_type, 0) ? type : SourceType{};
}

bool SourceTypes::fits(SourceType type, const SpecializedModule& types, Id spirv_type,
                       unsigned depth) const {
  if (spirv_type == 0) return false;
  const Type& form = types.type(spirv_type);
  const bool is_scalar = form.kind == Type::Kind::scalar;
  switch (kind(type)) {
    case Kind::boolean:
      return is_scalar && form.scalar.scalar_class != ScalarType::Class::floating;
    case Kind::integer:
      return is_scalar && form.scalar.scalar_class == ScalarType::Class::integer &&
             8u * form.scalar.bytes == number(*resolve(type), 5);
    case Kind::enumeration:
      return is_scalar && form.scalar.scalar_class == ScalarType::Class::integer;
    case Kind::floating:
      return is_scalar && form.scalar.scalar_class == ScalarType::Class::floating &&
             8u * form.scalar.bytes == number(*resolve(type), 5);
    case Kind::vector:
      return form.kind == Type::Kind::vector && form.count == count(type) &&
             fits(element(type), types, form.element, depth + 1);
    case Kind::array:
      return (form.kind == Type::Kind::array || form.kind == Type::Kind::runtime_array) &&
             (depth > max_depth || fits(element(type), types, form.element, depth + 1));
    case Kind::pointer:
      return form.kind == Type::Kind::pointer;
    case Kind::structure:
      return form.kind == Type::Kind::structure;
    case Kind::matrix:
      return form.kind == Type::Kind::matrix;
    case Kind::unknown:
      break;
  }
  return false;
}

std::string SourceTypes::name(SourceType type) const { return name(type, 0); }

std::string SourceTypes::name(SourceType type, unsigned depth) const {
  const Instruction* found = definition(type.id);
  if (found == nullptr || depth > max_depth) return "";
  constexpr std::uint32_t const_qualifier = 0, volatile_qualifier = 1;
  switch (found->literal(3)) {
    case type_basic:
    case type_typedef:
    case type_enum:
    case type_composite: {
      const std::string own = module_->text(found->id(4));
      if (!own.empty() || found->literal(3) != type_composite) return own.empty() ? "enum" : own;
      return number(*found, 5) == 2 ? "union" : "struct";
    }
    case type_qualifier: {
      const std::uint32_t qualifier = number(*found, 5);
      return (qualifier == const_qualifier      ? "const "
              : qualifier == volatile_qualifier ? "volatile "
                                                : "") +
             name({found->id(4)}, depth + 1);
    }
    case type_pointer:
      return pointer_name(*found, depth);
    case type_vector:
      return name({found->id(4)}, depth + 1) + std::to_string(number(*found, 5));
    case type_array: {
      std::string text = name({found->id(4)}, depth + 1);
      for (unsigned i = type.dimension; i < dimensions(*found); ++i) {
        const std::uint32_t extent = number(*found, 5 + i);
        text += "[" + (extent == 0 ? "" : std::to_string(extent)) + "]";
      }
      return text;
    }
    default:
      return "";
  }
}

std::string SourceTypes::pointer_name(const Instruction& pointer, unsigned depth) const {
  const SourceType pointee{pointer.id(4)};
  std::string target = name(pointee, depth + 1);
  if (target.empty()) target = "void";
  const std::string space(address_space(number(pointer, 5)));
  if (kind(pointee) == Kind::array && definition(pointee.id)->literal(3) == type_array) {
    const std::size_t bracket = target.find('[');
    return space + target.substr(0, bracket) + " (*)" + target.substr(bracket);
  }
  return space + target + "*";
}

}  // namespace spirv_oracle
