#include "debugger/engine/program/names.h"

#include <algorithm>

#include "debugger/engine/program/kept_values.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

Object object_from(const LaneContext& context, Id id, const DebugValue& value) {
  Object object;
  object.type = context.module().definition(id)->type;
  if (context.tables->types->type(object.type).element == 0)
    object.untyped_pointee = pointee_type(context.module(), id);
  object.where = Object::Where::planes;
  object.slots = value.slots;
  object.suspended = context.suspended;
  object.subgroup = context.suspended ? context.suspended.get() : context.subgroup;
  const PausedRun& run = *context.run;
  if (run.temporaries != nullptr && run.temporaries->contain(context.frame.call, id)) {
    object.temporary = id;
    if (run.kept != nullptr) {
      KeptValues::KeptPlanes kept = run.kept->find(*context.subgroup, context.frame.call, id);
      object.slots = std::move(kept.slots);
      object.subgroup = kept.subgroup;
    } else if (run.misses_kept != nullptr) {
      *run.misses_kept = true;
    }
  }
  object.points_to_planes = value.points_to_planes;
  object.matrix_stride = value.matrix_stride;
  object.row_major = value.row_major;
  object.component_stride = value.component_stride;
  object.lane = context.lane;
  object = context.objects().without_descriptor(std::move(object));
  if (object.where == Object::Where::planes && object.slots.empty() &&
      context.tables->types->type(object.type).component_count != 0) {
    object.where = Object::Where::nowhere;
    object.reason = "it is an array of descriptors";
  }
  return object;
}

// Constants that no instruction uses have no registers.
Object constant(const LaneContext& context, Id id, const ConstantValue& value) {
  Object object;
  object.type = context.module().definition(id)->type;
  object.where = Object::Where::numbers;
  for (const ConstantComponent& component : value) {
    object.numbers.push_back(
        {component.bits, component.undefined ? Definedness::undefined : Definedness::defined});
  }
  object.subgroup = context.subgroup;
  object.lane = context.lane;
  return object;
}

// Where the lane is in the function of the context's frame; 0: it is not in it.
std::uint32_t instruction_in_frame(const LaneContext& context) {
  const Program& program = context.program();
  if (context.place.record == nullptr) return 0;
  for (std::uint32_t origin = context.place.record->origin;;) {
    const Origin at = program.origins[origin];
    if (at.call == context.frame.call)
      return at.instruction == 0 ? context.frame.instruction : at.instruction;
    if (at.call == 0) return 0;
    origin = at.call;
  }
}

bool has_registers(const LaneContext& context) { return context.inputs == nullptr; }

std::string why_no_registers(const LaneContext& context) {
  return context.subgroup->state == SubgroupState::finished
             ? "the subgroup has ended, and another one uses its registers"
             : "the subgroup has not started";
}

// A variable of the module that is an array of buffers, images or samplers.
bool is_descriptor_array(const LaneContext& context, const Instruction& definition) {
  if (!is_variable(definition.opcode) || context.program().is_kernel()) return false;
  const auto storage = static_cast<spv::StorageClass>(definition.literal(2));
  const bool has_descriptors = storage == spv::StorageClass::UniformConstant ||
                               storage == spv::StorageClass::Uniform ||
                               storage == spv::StorageClass::StorageBuffer;
  const SpecializedModule& types = *context.tables->types;
  const Type::Kind kind = types.type(data_type(types.module(), definition)).kind;
  return has_descriptors && (kind == Type::Kind::array || kind == Type::Kind::runtime_array);
}

Object descriptor_array(const LaneContext& context, const Instruction& definition) {
  Object object;
  object.type = definition.type;
  object.where = Object::Where::descriptors;
  object.variable = definition.result;
  object.untyped_pointee = data_type(context.module(), definition);
  object.subgroup = context.subgroup;
  object.lane = context.lane;
  return object;
}

template <class Plane>
bool are_among(const std::vector<Slot>& slots, const std::vector<Plane>& planes) {
  return std::ranges::all_of(slots, [&](Slot slot) {
    return std::ranges::find(planes, slot, &Plane::slot) != planes.end();
  });
}

}  // namespace

Object object_of_id(const LaneContext& context, Id id) {
  const Instruction* definition = context.module().definition(id);
  const Id type = definition == nullptr ? 0 : definition->type;
  if (type == 0) return Objects::unavailable(0, "it has no value");
  const auto global = context.tables->global_values.find(id);
  if (global != context.tables->global_values.end()) {
    if (is_descriptor_array(context, *definition)) return descriptor_array(context, *definition);
    Object object = object_from(context, id, global->second);
    const Program& program = context.program();
    if (has_registers(context) || are_among(object.slots, program.registers.constants))
      return object;
    if (!are_among(object.slots, program.registers.inputs))
      return Objects::unavailable(type, why_no_registers(context));
    object.suspended = context.inputs;
    object.subgroup = context.inputs.get();
    return object;
  }
  if (const ConstantValue* value = context.tables->types->constant(id))
    return constant(context, id, *value);
  const auto index = static_cast<std::uint32_t>(definition - &context.module().instruction(0));
  const Function* function = context.symbols->function_of(index);
  const DebugInstance* instance = context.instance();
  const bool is_parameter = definition->opcode == spv::Op::OpFunctionParameter;
  if (function == nullptr && !is_parameter)
    return Objects::unavailable(type, "the entry point does not use it");
  const auto found = instance == nullptr ? decltype(instance->values)::const_iterator{}
                                         : instance->values.find(id);
  if (instance == nullptr || found == instance->values.end())
    return Objects::unavailable(type, "it belongs to another function");
  const std::uint32_t at = instruction_in_frame(context);
  if (at == 0) return Objects::unavailable(type, "the lane is not in the function");
  if (!has_registers(context)) return Objects::unavailable(type, why_no_registers(context));
  if (!is_parameter && !context.symbols->dominates(index, at))
    return Objects::unavailable(type, "it has no value yet");
  return object_from(context, id, found->second);
}

namespace {

// An object in a place; "part" is the part of the variable that it is to be.
Object object_in_place(const LaneContext& context, Id id, bool is_pointer) {
  const Objects objects = context.objects();
  Object object = object_of_id(context, id);
  if (!is_pointer || !objects.is_pointer(object)) return object;
  const Id type = pointee_type(context.module(), id);
  if (object.where == Object::Where::nowhere) return Objects::unavailable(type, object.reason);
  auto pointee = objects.pointee(object);
  if (!pointee) return Objects::unavailable(type, pointee.error().message);
  return std::move(*pointee);
}

// Assembles a variable from its places.
class PlacedVariable {
 public:
  PlacedVariable(const LaneContext& context, const SourceVariable& variable)
      : context_(context), variable_(variable), at_(instruction_in_frame(context)) {}

  Object object() {
    if (at_ == 0) return Objects::unavailable(0, "the lane is not in the function");
    return part(variable_.type);
  }

 private:
  static constexpr std::uint64_t max_parts = 1024;

  Object part(SourceType type) {
    if (!Symbols::has_parts_of(variable_, path_)) return whole(type);
    const SourceTypes types(context_.module());
    const std::vector<SourceTypes::Member> members = types.members(type);
    const std::uint64_t count = members.empty() ? types.count(type) : members.size();
    parts_ += count;
    if (count == 0 || parts_ > max_parts)
      return Objects::unavailable(0, "its debug information does not describe its parts");
    Object object;
    object.where = Object::Where::pieces;
    object.source = type;
    object.subgroup = context_.subgroup;
    object.lane = context_.lane;
    for (std::uint32_t i = 0; i < count; ++i) {
      path_.push_back(i);
      object.pieces.push_back(part(members.empty() ? types.element(type) : members[i].type));
      path_.pop_back();
    }
    return object;
  }

  Object whole(SourceType type) const {
    const auto place = context_.symbols->place_at(variable_, path_, at_);
    if (!place) return Objects::unavailable(0, place.error().message);
    const Objects objects = context_.objects();
    Object object = object_in_place(context_, (*place)->id, (*place)->is_pointer);
    for (std::size_t i = (*place)->part.size(); i < path_.size(); ++i) {
      auto element = objects.part(object, path_[i]);
      if (!element) return Objects::unavailable(0, element.error().message);
      object = std::move(*element);
    }
    return context_.program().is_kernel() ? objects.with_source(std::move(object), type) : object;
  }

  const LaneContext& context_;
  const SourceVariable& variable_;
  std::uint32_t at_;
  std::vector<std::uint32_t> path_;
  std::uint64_t parts_ = 0;
};

}  // namespace

namespace {

// Compilers of HLSL put the elements of a structured buffer into a structure that the source does not have.
Object without_wrapper(const LaneContext& context, Object object) {
  const Objects objects = context.objects();
  if (!objects.is_structure(object) || objects.part_count(object) != 1) return object;
  const std::string_view member = context.module().member_name(object.type, 0);
  if (!member.empty() && member != "@data") return object;
  auto elements = objects.part(object, 0);
  const bool is_array = elements && elements->type != 0 &&
                        objects.types().type(elements->type).kind == Type::Kind::runtime_array;
  return is_array ? std::move(*elements) : object;
}

}  // namespace

Object object_of_variable(const LaneContext& context, const SourceVariable& variable) {
  if (variable.id == 0) return PlacedVariable(context, variable).object();
  const Object object = object_in_place(context, variable.id, variable.is_in_variable);
  const Object typed = context.objects().with_source(object, variable.type);
  return variable.name.empty() ? typed : without_wrapper(context, typed);
}

Result<Object> find_variable(const LaneContext& context, std::string_view name) {
  for (const SourceVariable& variable :
       context.symbols->locals(context.frame.instruction, context.frame.scope)) {
    if (variable.name == name) return object_of_variable(context, variable);
  }
  if (const auto built_in = find_built_in(context, name)) return *built_in;
  const SourceVariable* unused = nullptr;
  for (const SourceVariable& variable : context.symbols->globals()) {
    if (variable.name != name) continue;
    Object object = object_of_variable(context, variable);
    if (object.where != Object::Where::nowhere) return object;
    unused = &variable;
  }
  const Objects objects = context.objects();
  for (const SourceVariable& variable : context.symbols->globals()) {
    const Object block = object_of_variable(context, variable);
    if (!objects.is_structure(block)) continue;
    // Members of blocks without a name are in the scope of the module. The name of the block is accepted as well.
    if (!context.symbols->is_anonymous(variable)) continue;
    if (const auto member = objects.member(block, name)) return objects.part(block, *member);
    if (context.module().name(block.type) == name) return block;
  }
  if (unused != nullptr) return object_of_variable(context, *unused);
  return bad_input("unknown variable '" + std::string(name) + "'");
}

Result<Object> find_id(const LaneContext& context, std::string_view text) {
  const Id id = context.symbols->find_id(text);
  if (id == 0) return bad_input("unknown id '" + std::string(text) + "'");
  Object object = object_of_id(context, id);
  if (object.type == 0) return bad_input(std::string(text) + " has no value");
  // The value of a variable is its contents. A pointer into registers has no value of its own.
  const bool is_declared = is_variable(context.module().definition(id)->opcode);
  if (is_declared || object.points_to_planes) return context.objects().pointee(object);
  return object;
}

}  // namespace spirv_oracle
