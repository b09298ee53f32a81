#include "interpreter/lowering/interface_scalars.h"

#include <algorithm>
#include <optional>
#include <set>

#include "grammar/core.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t components_of_location = 4;
constexpr std::uint32_t bytes_of_component = 4;

// The members of a block that instructions access: all, if one accesses the whole block. `first_index`: the operand of an
// access chain that selects the member.
std::set<std::uint32_t> accessed_members(const SpecializedModule& types,
                                         const Instruction& variable, unsigned first_index,
                                         std::uint32_t member_count) {
  std::set<std::uint32_t> accessed;
  for (const Instruction& user : types.module().instructions()) {
    const bool is_chain =
        user.opcode == spv::Op::OpAccessChain || user.opcode == spv::Op::OpInBoundsAccessChain;
    if (is_chain && user.id(2) == variable.result && user.has(first_index)) {
      if (const auto member = types.integer(user.id(first_index)))
        accessed.insert(static_cast<std::uint32_t>(*member));
      continue;
    }
    const bool is_data_access = user.opcode == spv::Op::OpLoad || user.opcode == spv::Op::OpStore ||
                                user.opcode == spv::Op::OpCopyMemory || is_chain ||
                                user.opcode == spv::Op::OpFunctionCall ||
                                user.opcode == spv::Op::OpCopyObject;
    for (unsigned i = 0; is_data_access && i < user.operand_count(); ++i) {
      if (user.operands[i].operand_class == OperandClass::id && user.id(i) == variable.result)
        for (std::uint32_t member = 0; member < member_count; ++member) accessed.insert(member);
    }
  }
  return accessed;
}

// Whether a decoration is that of the variable or of a member of its block.
bool has_decoration(const SpecializedModule& types, const Instruction& variable, Id block,
                    spv::Decoration decoration) {
  const Module& module = types.module();
  if (module.has_decoration(variable.result, decoration)) return true;
  const auto members = static_cast<std::uint32_t>(types.type(block).members.size());
  for (std::uint32_t member = 0; member < members; ++member) {
    if (module.member_decoration(block, member, decoration)) return true;
  }
  return false;
}

// Whether the elements of the variable's array are those of the vertices of a primitive or patch (Vulkan, "Interface
// Matching").
bool has_vertices(const SpecializedModule& types, spv::ExecutionModel model,
                  const Instruction& variable) {
  const Type& type = types.type(types.type(variable.type).element);
  if (type.kind != Type::Kind::array) return false;
  const bool is_input =
      static_cast<spv::StorageClass>(variable.literal(2)) == spv::StorageClass::Input;
  const auto has = [&](spv::Decoration decoration) {
    return has_decoration(types, variable, type.element, decoration);
  };
  switch (model) {
    case spv::ExecutionModel::TessellationControl:
      return !has(spv::Decoration::Patch);
    case spv::ExecutionModel::TessellationEvaluation:
      return is_input && !has(spv::Decoration::Patch);
    case spv::ExecutionModel::Geometry:
      return is_input;
    case spv::ExecutionModel::Fragment:
      return is_input && has(spv::Decoration::PerVertexKHR);
    default:
      return false;
  }
}

// Walks over a type, and assigns Locations.
class Assignment {
 public:
  Assignment(const SpecializedModule& types, spv::ExecutionModel model, const Instruction& variable)
      : types_(types), variable_(variable), has_vertices_(has_vertices(types, model, variable)) {}

  std::vector<InterfaceScalar> all() {
    const Module& module = types_.module();
    const Id type = types_.type(variable_.type).element;
    for (const Decoration& decoration : module.decorations(variable_.result))
      apply(decoration, at_, declared_);
    if (types_.type(type).component_count > SpecializedModule::max_components) return {};
    const std::uint32_t vertices = has_vertices_ ? types_.type(type).count : 1;
    for (std::uint32_t vertex = 0; vertex < vertices; ++vertex) {
      InterfaceComponent at = at_;
      at.vertex = vertex;
      add(has_vertices_ ? types_.type(type).element : type, at, declared_);
    }
    return std::move(scalars_);
  }

 private:
  void apply(const Decoration& decoration, InterfaceComponent& at, InterfaceVariable& declared) {
    const std::uint32_t value = decoration.literals.empty() ? 0 : decoration.literals[0];
    switch (decoration.kind) {
      case spv::Decoration::BuiltIn:
        at.kind = InterfaceComponent::Kind::built_in;
        at.number = value;
        at.component = 0;
        break;
      case spv::Decoration::Location:
        at.number = value;
        at.component = 0;
        break;
      case spv::Decoration::Component:
        at.component = value;
        break;
      case spv::Decoration::Index:
        at.index = value;
        break;
      case spv::Decoration::Patch:
        at.per_patch = true;
        break;
      case spv::Decoration::Stream:
        declared.stream = value;
        break;
      case spv::Decoration::PerVertexKHR:
        declared.is_per_vertex = true;
        break;
      case spv::Decoration::Flat:
        declared.is_flat = true;
        break;
      case spv::Decoration::NoPerspective:
        declared.has_no_perspective = true;
        break;
      case spv::Decoration::Centroid:
        declared.is_centroid = true;
        break;
      case spv::Decoration::Sample:
        declared.is_sample = true;
        break;
      default:
        break;
    }
  }

  // Adds the scalars of a value that begins at `at`, and advances `at` past it.
  void add(Id id, InterfaceComponent& at, const InterfaceVariable& declared) {
    const Type& type = types_.type(id);
    switch (type.kind) {
      case Type::Kind::scalar:
        add_scalar(type.scalar, at, declared);
        next_location(at);
        break;
      case Type::Kind::vector:
        add_vector(type, at, declared);
        break;
      case Type::Kind::matrix:
      case Type::Kind::array: {
        // Each element begins at the Component of the first one.
        const std::uint32_t component = at.component;
        for (std::uint32_t i = 0; i < type.count; ++i) {
          if (at.kind == InterfaceComponent::Kind::location) at.component = component;
          add(type.element, at, declared);
        }
        break;
      }
      case Type::Kind::structure:
        add_members(id, type, at, declared);
        break;
      default:
        break;
    }
  }

  void add_members(Id id, const Type& type, InterfaceComponent& at,
                   const InterfaceVariable& declared) {
    const Module& module = types_.module();
    const auto count = static_cast<std::uint32_t>(type.members.size());
    for (std::uint32_t member = 0; member < count; ++member) {
      InterfaceVariable of_member = declared;
      InterfaceComponent own = at;
      bool has_place = false;
      for (const Decoration& decoration : module.member_decorations(id, member)) {
        apply(decoration, own, of_member);
        has_place |= decoration.kind == spv::Decoration::BuiltIn;
      }
      constexpr unsigned first_index = 3;
      if (has_place && !accessed_)
        accessed_ = accessed_members(types_, variable_, first_index + has_vertices_, count);
      const bool is_skipped = has_place && !accessed_->contains(member);
      const std::size_t before = scalars_.size();
      add(type.members[member].type, own, of_member);
      if (is_skipped) scalars_.resize(before);
      if (!has_place) at = own;
    }
  }

  void add_vector(const Type& type, InterfaceComponent& at, const InterfaceVariable& declared) {
    for (std::uint32_t i = 0; i < type.count; ++i) {
      // A vector of 64-bit scalars continues in the next Location.
      if (at.kind == InterfaceComponent::Kind::location && at.component >= components_of_location)
        next_location(at);
      add_scalar(type.scalar, at, declared);
    }
    next_location(at);
  }

  void add_scalar(const ScalarType& type, InterfaceComponent& at,
                  const InterfaceVariable& declared) {
    InterfaceScalar& scalar = scalars_.emplace_back();
    scalar.component = at;
    scalar.declared = declared;
    scalar.declared.bits = type.bytes == 0 ? 1 : 8u * type.bytes;
    scalar.declared.is_float = type.is_float();
    scalar.declared.is_signed = type.is_signed;
    scalar.type = type;
    scalar.number = number_++;
    const bool is_location = at.kind == InterfaceComponent::Kind::location;
    at.component += is_location ? std::max(1u, type.bytes / bytes_of_component) : 1;
  }

  static void next_location(InterfaceComponent& at) {
    if (at.kind != InterfaceComponent::Kind::location) return;
    ++at.number;
    at.component = 0;
  }

  const SpecializedModule& types_;
  const Instruction& variable_;
  bool has_vertices_;
  std::optional<std::set<std::uint32_t>> accessed_;  // members of its block of built-ins
  InterfaceComponent at_;
  InterfaceVariable declared_;
  std::uint32_t number_ = 0;
  std::vector<InterfaceScalar> scalars_;
};

}  // namespace

std::vector<InterfaceScalar> interface_scalars(const SpecializedModule& types,
                                               spv::ExecutionModel model,
                                               const Instruction& variable) {
  return Assignment(types, model, variable).all();
}

std::vector<InterfaceScalar> interface_scalars(const SpecializedModule& types,
                                               const EntryPoint& entry,
                                               spv::StorageClass storage_class) {
  std::vector<InterfaceScalar> all;
  for (const Id id : entry.interface) {
    const Instruction* variable = types.module().definition(id);
    if (variable == nullptr || variable->opcode != spv::Op::OpVariable ||
        static_cast<spv::StorageClass>(variable->literal(2)) != storage_class)
      continue;
    std::ranges::move(interface_scalars(types, entry.model, *variable), std::back_inserter(all));
  }
  return all;
}

}  // namespace spirv_oracle
