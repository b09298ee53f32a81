#include "interpreter/lowering/synchronization/own_part_finder.h"

#include <algorithm>
#include <limits>

#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

using Numbers = std::optional<InvocationNumbers>;

// Numbers beyond it count as unknown, so that sums and products of a few of them do not overflow.
constexpr std::int64_t most_number = std::int64_t{1} << 48;
constexpr std::int64_t most_factor = std::int64_t{1} << 31;
// Limits the work on hostile modules.
constexpr unsigned most_depth = 200;

bool is_small(const InvocationNumbers& numbers, std::int64_t most) {
  const auto fits = [&](std::int64_t number) { return number >= -most && number <= most; };
  return std::ranges::all_of(numbers.by_workgroup, fits) &&
         std::ranges::all_of(numbers.by_invocation, fits) && fits(numbers.low) &&
         fits(numbers.high);
}

Numbers range(std::int64_t low, std::int64_t high) {
  InvocationNumbers numbers;
  numbers.low = low;
  numbers.high = high;
  return is_small(numbers, most_number) ? Numbers(numbers) : std::nullopt;
}

Numbers product(const Numbers& numbers, std::int64_t factor) {
  if (!numbers || !is_small(*numbers, most_factor) || factor < -most_factor || factor > most_factor)
    return std::nullopt;
  InvocationNumbers result = *numbers;
  for (std::int64_t& by : result.by_workgroup) by *= factor;
  for (std::int64_t& by : result.by_invocation) by *= factor;
  result.low = std::min(numbers->low * factor, numbers->high * factor);
  result.high = std::max(numbers->low * factor, numbers->high * factor);
  return is_small(result, most_number) ? Numbers(result) : std::nullopt;
}

Numbers product(const Numbers& first, const Numbers& second) {
  if (!first || !second) return std::nullopt;
  if (second->is_constant()) return product(first, second->low);
  return first->is_constant() ? product(second, first->low) : std::nullopt;
}

Numbers sum(const Numbers& first, const Numbers& second) {
  if (!first || !second) return std::nullopt;
  InvocationNumbers result = *first;
  for (std::size_t i = 0; i < 3; ++i) {
    result.by_workgroup[i] += second->by_workgroup[i];
    result.by_invocation[i] += second->by_invocation[i];
  }
  result.low += second->low;
  result.high += second->high;
  return is_small(result, most_number) ? Numbers(result) : std::nullopt;
}

// Numbers that are one or the other.
Numbers either(const Numbers& first, const Numbers& second) {
  if (!first || !second || !first->has_factors_of(*second)) return std::nullopt;
  InvocationNumbers result = *first;
  result.low = std::min(first->low, second->low);
  result.high = std::max(first->high, second->high);
  return result;
}

std::int64_t greatest_signed(unsigned bytes) {
  return bytes >= 8 ? std::numeric_limits<std::int64_t>::max()
                    : (std::int64_t{1} << (8 * bytes - 1)) - 1;
}

}  // namespace

class OwnPartFinder::Alternatives {
 public:
  // False if the numbers are not known from now on.
  bool add(const Numbers& numbers) {
    found_ = is_first_ ? numbers : either(found_, numbers);
    is_first_ = false;
    return found_.has_value();
  }
  const Numbers& found() const { return found_; }

 private:
  bool is_first_ = true;
  Numbers found_;
};

// --- accesses ---

Numbers OwnPartFinder::bytes(const std::vector<Id>& variables) {
  Numbers bytes;
  for (const Id variable : variables) {
    const Id type = data_type(module_, *module_.definition(variable));
    if (types_.type(type).kind != Type::Kind::structure ||
        !add_accesses(variable, {{}, type}, bytes))
      return std::nullopt;
  }
  return bytes;
}

bool OwnPartFinder::add_accesses(Id pointer, const Place& place, Numbers& bytes) {
  return std::ranges::all_of(analysis_.uses(pointer), [&](const Use& use) {
    const Instruction& user = module_.instruction(use.instruction);
    switch (user.opcode) {
      case spv::Op::OpLoad:
        return add_access(place, bytes);
      case spv::Op::OpStore:
        return use.operand == 0 && add_access(place, bytes);
      case spv::Op::OpArrayLength:
        return true;
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain: {
        if (depth_ == most_depth) return false;
        const auto part = place_of(user, place);
        ++depth_;
        const bool is_known = part && add_accesses(user.result, *part, bytes);
        --depth_;
        return is_known;
      }
      default:
        return false;
    }
  });
}

bool OwnPartFinder::add_access(const Place& place, Numbers& bytes) const {
  const Type& type = types_.type(place.type);
  if (type.kind != Type::Kind::scalar && type.kind != Type::Kind::vector) return false;
  InvocationNumbers accessed = place.offset;
  accessed.high += static_cast<std::int64_t>(type.size) - 1;
  bytes = bytes ? either(bytes, accessed) : accessed;
  return bytes.has_value();
}

std::optional<OwnPartFinder::Place> OwnPartFinder::place_of(const Instruction& chain, Place place) {
  for (unsigned i = first_index_operand(chain.opcode); i < chain.operand_count(); ++i) {
    const Type& type = types_.type(place.type);
    const Numbers index = numbers({chain.id(i), 0});
    if (!index) return std::nullopt;
    Numbers distance;
    switch (type.kind) {
      case Type::Kind::structure: {
        const auto member = static_cast<std::uint64_t>(index->low);
        if (!index->is_constant() || member >= type.members.size()) return std::nullopt;
        distance = range(static_cast<std::int64_t>(type.members[member].offset),
                         static_cast<std::int64_t>(type.members[member].offset));
        place.type = type.members[member].type;
        break;
      }
      case Type::Kind::array:
      case Type::Kind::runtime_array:
        distance = product(index, static_cast<std::int64_t>(type.stride));
        place.type = type.element;
        break;
      case Type::Kind::vector:
        distance = product(index, type.scalar.bytes);
        place.type = type.element;
        break;
      default:
        return std::nullopt;
    }
    results_.push_back({*index, greatest_signed(4)});
    const Numbers offset = sum(place.offset, distance);
    if (!offset) return std::nullopt;
    place.offset = *offset;
  }
  return place;
}

// --- values ---

// A value that depends on itself is not known.
Numbers OwnPartFinder::numbers(Component of) {
  if (const auto known = values_.find(of); known != values_.end()) return known->second;
  if (depth_ == most_depth) return std::nullopt;
  values_[of] = std::nullopt;
  Numbers found = constant(of);
  const Instruction* definition = module_.definition(of.first);
  if (!found && definition != nullptr) {
    ++depth_;
    found = compute(*definition, of.second);
    --depth_;
  }
  values_[of] = found;
  return found;
}

Numbers OwnPartFinder::constant(Component of) const {
  const ConstantValue* value = types_.constant(of.first);
  const Instruction* definition = module_.definition(of.first);
  if (value == nullptr || definition == nullptr || of.second >= value->size()) return std::nullopt;
  const ScalarType& scalar = types_.type(definition->type).scalar;
  const ConstantComponent& component = (*value)[of.second];
  if (component.undefined || scalar.scalar_class != ScalarType::Class::integer) return std::nullopt;
  const unsigned unused = 64 - 8 * scalar.bytes;
  const std::int64_t number = static_cast<std::int64_t>(component.bits << unused) >> unused;
  return range(number, number);
}

Numbers OwnPartFinder::compute(const Instruction& definition, std::uint32_t component) {
  switch (definition.opcode) {
    case spv::Op::OpCopyObject:
      return numbers({definition.id(2), component});
    case spv::Op::OpSelect:
      return either(numbers({definition.id(3), component}), numbers({definition.id(4), component}));
    case spv::Op::OpPhi: {
      Alternatives values;
      for (unsigned i = 2; i < definition.operand_count(); i += 2) {
        if (!values.add(numbers({definition.id(i), component}))) return std::nullopt;
      }
      return values.found();
    }
    case spv::Op::OpCompositeExtract: {
      const Type& composite = types_.type(module_.definition(definition.id(2))->type);
      if (composite.kind != Type::Kind::vector) return std::nullopt;
      return numbers({definition.id(2), definition.literal(3)});
    }
    case spv::Op::OpCompositeConstruct: {
      const Type& type = types_.type(definition.type);
      const bool is_of_scalars = definition.operand_count() == 2 + type.count;
      if (type.kind != Type::Kind::vector || !is_of_scalars) return std::nullopt;
      return numbers({definition.id(2 + component), 0});
    }
    case spv::Op::OpLoad:
      return loaded(definition.id(2), component);
    case spv::Op::OpFunctionParameter:
      return passed(definition, component, false);
    default: {
      const Numbers result = result_of(definition, component);
      const ScalarType& scalar = types_.type(definition.type).scalar;
      if (!result || scalar.scalar_class != ScalarType::Class::integer) return std::nullopt;
      results_.push_back({*result, greatest_signed(scalar.bytes)});
      return result;
    }
  }
}

Numbers OwnPartFinder::result_of(const Instruction& definition, std::uint32_t component) {
  const auto operand = [&](unsigned index) { return numbers({definition.id(index), component}); };
  switch (definition.opcode) {
    case spv::Op::OpIAdd:
      return sum(operand(2), operand(3));
    case spv::Op::OpISub:
      return sum(operand(2), product(operand(3), -1));
    case spv::Op::OpIMul:
      return product(operand(2), operand(3));
    case spv::Op::OpShiftLeftLogical: {
      const Numbers shift = operand(3);
      const bool is_known = shift && shift->is_constant() && shift->low >= 0 && shift->low < 31;
      return is_known ? product(operand(2), std::int64_t{1} << shift->low) : std::nullopt;
    }
    case spv::Op::OpUConvert:
    case spv::Op::OpSConvert:
      return operand(2);
    case spv::Op::OpBitwiseAnd:
    case spv::Op::OpUMod:
      return remainder(definition, component);
    default:
      return std::nullopt;
  }
}

// Small numbers, whatever the first operand is.
Numbers OwnPartFinder::remainder(const Instruction& definition, std::uint32_t component) {
  const bool is_mask = definition.opcode == spv::Op::OpBitwiseAnd;
  for (const unsigned index : {3u, 2u}) {
    const Numbers limit = constant({definition.id(index), component});
    if (limit && limit->low >= (is_mask ? 0 : 1)) return range(0, limit->low - (is_mask ? 0 : 1));
    if (!is_mask) break;
  }
  return std::nullopt;
}

// --- variables ---

Numbers OwnPartFinder::loaded(Id pointer, std::uint32_t component) {
  const Instruction* definition = module_.definition(pointer);
  if (definition == nullptr) return std::nullopt;
  Id base = pointer;
  if (definition->opcode == spv::Op::OpAccessChain ||
      definition->opcode == spv::Op::OpInBoundsAccessChain) {
    const auto index = types_.integer(definition->id(3));
    if (definition->operand_count() != 4 || !index || *index < 0 || *index > 3) return std::nullopt;
    base = base_of(*definition);
    component = static_cast<std::uint32_t>(*index);
    definition = module_.definition(base);
    if (definition == nullptr) return std::nullopt;
  }
  const Type& pointee = types_.type(pointee_type(module_, base));
  const bool is_integer =
      (pointee.kind == Type::Kind::scalar || pointee.kind == Type::Kind::vector) &&
      pointee.scalar.scalar_class == ScalarType::Class::integer;
  if (!is_integer) return std::nullopt;
  if (definition->opcode == spv::Op::OpVariable &&
      static_cast<spv::StorageClass>(definition->literal(2)) == spv::StorageClass::Input)
    return built_in(base, component);
  return content({base, component});
}

Numbers OwnPartFinder::built_in(Id variable, std::uint32_t component) const {
  const auto decoration = module_.decoration(variable, spv::Decoration::BuiltIn);
  if (!decoration || component > 2) return std::nullopt;
  InvocationNumbers numbers;
  switch (static_cast<spv::BuiltIn>(*decoration)) {
    case spv::BuiltIn::WorkgroupId:
      numbers.by_workgroup[component] = 1;
      return numbers;
    case spv::BuiltIn::LocalInvocationId:
      numbers.by_invocation[component] = 1;
      return numbers;
    case spv::BuiltIn::GlobalInvocationId:
      numbers.by_workgroup[component] = local_size_[component];
      numbers.by_invocation[component] = 1;
      return numbers;
    case spv::BuiltIn::LocalInvocationIndex:
      numbers.by_invocation = {1, std::int64_t{local_size_[0]},
                               std::int64_t{local_size_[0]} * local_size_[1]};
      return numbers;
    default:
      return std::nullopt;
  }
}

// What a variable that holds integers, or the one that a parameter points to, may hold at any time.
Numbers OwnPartFinder::content(Component of) {
  if (const auto known = contents_.find(of); known != contents_.end()) return known->second;
  if (depth_ == most_depth) return std::nullopt;
  contents_[of] = std::nullopt;
  const Instruction& definition = *module_.definition(of.first);
  ++depth_;
  Numbers found;
  if (definition.opcode == spv::Op::OpFunctionParameter) {
    found = passed(definition, of.second, true);
  } else if (definition.opcode == spv::Op::OpVariable &&
             static_cast<spv::StorageClass>(definition.literal(2)) == spv::StorageClass::Function) {
    Alternatives values;
    const bool is_initialized = definition.has(initializer_operand(definition.opcode));
    if (is_initialized) values.add(numbers({definition.id(3), of.second}));
    if (add_stored(of, values)) found = values.found();
  }
  --depth_;
  contents_[of] = found;
  return found;
}

// Adds all values that instructions store through the pointer. False if they are not all known.
bool OwnPartFinder::add_stored(Component of, Alternatives& values) {
  return std::ranges::all_of(analysis_.uses(of.first), [&](const Use& use) {
    const Instruction& user = module_.instruction(use.instruction);
    switch (user.opcode) {
      case spv::Op::OpLoad:
        return true;
      case spv::Op::OpStore:
        return use.operand == 0 && values.add(numbers({user.id(1), of.second}));
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain:
        return add_element_stored(user, of.second, values);
      case spv::Op::OpFunctionCall: {
        const Id parameter = pointer_made_by(module_, use);
        if (parameter == 0 || depth_ == most_depth) return false;
        ++depth_;
        const bool is_known = add_stored({parameter, of.second}, values);
        --depth_;
        return is_known;
      }
      case spv::Op::OpExtInst:
        return is_without_semantics(module_.extended_set(user.id(2)));
      default:
        return false;
    }
  });
}

bool OwnPartFinder::add_element_stored(const Instruction& chain, std::uint32_t component,
                                       Alternatives& values) {
  const auto index = types_.integer(chain.id(first_index_operand(chain.opcode)));
  return index && std::ranges::all_of(analysis_.uses(chain.result), [&](const Use& use) {
           const Instruction& user = module_.instruction(use.instruction);
           if (user.opcode == spv::Op::OpLoad) return true;
           if (user.opcode != spv::Op::OpStore || use.operand != 0) return false;
           return *index != component || values.add(numbers({user.id(1), 0}));
         });
}

Numbers OwnPartFinder::passed(const Instruction& parameter, std::uint32_t component,
                              bool is_pointer) {
  const auto functions = module_.functions();
  const auto function = std::ranges::find_if(functions, [&](const Function& candidate) {
    return std::ranges::find(candidate.parameters, parameter.result) != candidate.parameters.end();
  });
  if (function == functions.end() || is_by_value(module_, parameter.result)) return std::nullopt;
  const auto number = static_cast<unsigned>(
      std::ranges::find(function->parameters, parameter.result) - function->parameters.begin());
  Alternatives values;
  for (const Use& use : analysis_.uses(function->id)) {
    const Instruction& call = module_.instruction(use.instruction);
    const Component argument{call.id(3 + number), component};
    if (call.opcode != spv::Op::OpFunctionCall ||
        !values.add(is_pointer ? content(argument) : numbers(argument)))
      return std::nullopt;
  }
  return values.found();
}

}  // namespace spirv_oracle
