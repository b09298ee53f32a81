#include "golden/fuzz/exchange_writer.h"

#include <fmt/format.h>

#include <bit>

#include "data/scalar.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint32_t subgroup_scope = 3;
constexpr unsigned quad_size = 4;
// Sums of this many numbers are exact in each float type.
constexpr std::uint32_t number_mask = 31, half_mask = 7;

}  // namespace

std::string ExchangeWriter::u32(std::string_view opcode, const std::string& operands) {
  return text_.op(opcode, text_.scalar(ScalarKind::uint32), operands);
}

std::string ExchangeWriter::boolean(std::string_view opcode, const std::string& operands) {
  return text_.op(opcode, text_.type(boolean_value), operands);
}

std::string ExchangeWriter::from_boolean(const std::string& condition) {
  return u32("OpSelect", fmt::format("{} {} {}", condition, text_.constant(1), text_.constant(0)));
}

std::string ExchangeWriter::condition() {
  const std::string modulus = text_.constant(random_.below(5) + 2);
  const std::string rest = u32("OpUMod", fmt::format("{} {}", value_(), modulus));
  return boolean("OpINotEqual", fmt::format("{} {}", rest, text_.constant(0)));
}

std::string ExchangeWriter::ballot(const std::string& predicate) {
  text_.need_capability("GroupNonUniformBallot");
  return text_.op("OpGroupNonUniformBallot", text_.type(ballot_value),
                  fmt::format("{} {}", text_.constant(subgroup_scope), predicate));
}

std::string ExchangeWriter::takes_part(const std::string& id) {
  const std::string all = ballot(text_.boolean(true));
  return boolean("OpGroupNonUniformBallotBitExtract",
                 fmt::format("{} {} {}", text_.constant(subgroup_scope), all, id));
}

std::string ExchangeWriter::wrapped(const std::string& id) {
  return u32("OpBitwiseAnd", fmt::format("{} {}", id, text_.constant(settings_.subgroup_size - 1)));
}

std::string ExchangeWriter::any_bits() {
  std::string parts = u32("OpBitwiseOr", fmt::format("{} {}", value_(), text_.constant(1)));
  for (int i = 1; i < 4; ++i) parts += " " + value_();
  return text_.op("OpCompositeConstruct", text_.type(ballot_value), parts);
}

ValueType ExchangeWriter::some_type() {
  return random_.one_in(8) ? boolean_value : some_number_type();
}

ValueType ExchangeWriter::some_number_type() {
  ValueType type{random_.pick(settings_.kinds), 1};
  if (random_.one_in(6)) type.components = random_.below(3) + 2;
  return type;
}

std::string ExchangeWriter::component(ScalarKind kind) {
  if (kind == ScalarKind::boolean) return condition();
  const std::string value = value_(), type = text_.scalar(kind);
  if (is_float(kind)) {
    const std::uint32_t mask = kind == ScalarKind::float16 ? half_mask : number_mask;
    const std::string low = u32("OpBitwiseAnd", fmt::format("{} {}", value, text_.constant(mask)));
    return text_.op("OpConvertUToF", type, low);
  }
  if (kind == ScalarKind::uint32) return value;
  if (kind == ScalarKind::int32) return text_.op("OpBitcast", type, value);
  const std::string converted =
      text_.op(is_signed_integer(kind) ? "OpSConvert" : "OpUConvert", type, value);
  if (scalar_size(kind) < 8) return converted;
  // Sets bits in the upper half as well.
  return text_.op("OpIMul", type,
                  fmt::format("{} {}", converted, text_.constant(kind, "4294967311")));
}

std::string ExchangeWriter::sign(ScalarKind kind) {
  return text_.op(
      "OpSelect", text_.scalar(kind),
      fmt::format("{} {} {}", condition(), text_.constant(kind, "1"), text_.constant(kind, "-1")));
}

std::string ExchangeWriter::fraction(ScalarKind kind) {
  return text_.op("OpFMul", text_.scalar(kind),
                  fmt::format("{} {}", component(kind), text_.constant(kind, "0.3")));
}

std::string ExchangeWriter::make(ValueType type,
                                 const std::function<std::string(ScalarKind)>& makes) {
  if (type.components == 1) return makes(type.scalar);
  std::string parts;
  for (unsigned i = 0; i < type.components; ++i) parts += " " + makes(type.scalar);
  return text_.op("OpCompositeConstruct", text_.type(type), parts.substr(1));
}

std::string ExchangeWriter::make(ValueType type) {
  return make(type, [this](ScalarKind kind) { return component(kind); });
}

std::string ExchangeWriter::guarded(const std::string& condition, ValueType type,
                                    const std::string& result) {
  return text_.op("OpSelect", text_.type(type),
                  fmt::format("{} {} {}", condition, result, text_.null(type)));
}

std::string ExchangeWriter::to_bits(ScalarKind kind, const std::string& value) {
  if (kind == ScalarKind::boolean) return from_boolean(value);
  if (kind == ScalarKind::uint32) return value;
  if (kind == ScalarKind::int32) return u32("OpBitcast", value);
  if (is_float(kind)) {
    const std::string integer = text_.op("OpConvertFToS", text_.scalar(ScalarKind::int32), value);
    return u32("OpBitcast", integer);
  }
  if (scalar_size(kind) == 8) {
    const std::string type = text_.scalar(kind);
    const std::string upper =
        text_.op("OpShiftRightLogical", type, fmt::format("{} {}", value, text_.constant(32)));
    const std::string both = text_.op("OpBitwiseXor", type, fmt::format("{} {}", value, upper));
    return u32("OpUConvert", both);
  }
  if (!is_signed_integer(kind)) return u32("OpUConvert", value);
  return u32("OpBitcast", text_.op("OpSConvert", text_.scalar(ScalarKind::int32), value));
}

std::string ExchangeWriter::to_number(ScalarKind kind, const std::string& value) {
  if (kind == ScalarKind::float32) return value;
  return text_.op("OpFConvert", text_.scalar(ScalarKind::float32), value);
}

Exchanged ExchangeWriter::finish(std::string name, ValueType type, const std::string& result,
                                 bool exact) {
  Exchanged done;
  done.name = std::move(name);
  if (!(type == boolean_value) && !(type == ballot_value)) done.name += " of " + type_name(type);
  const std::string scalar = text_.scalar(type.scalar);
  const auto part = [&](unsigned index) {
    if (type.components == 1) return result;
    return text_.op("OpCompositeExtract", scalar, fmt::format("{} {}", result, index));
  };
  if (!exact) {
    done.number = to_number(type.scalar, part(random_.below(type.components)));
    return done;
  }
  done.bits = to_bits(type.scalar, part(0));
  for (unsigned i = 1; i < type.components; ++i) {
    const std::string scaled = u32("OpIMul", fmt::format("{} {}", done.bits, text_.constant(31)));
    done.bits = u32("OpIAdd", fmt::format("{} {}", scaled, to_bits(type.scalar, part(i))));
  }
  return done;
}

Exchanged ExchangeWriter::elect() {
  return finish("OpGroupNonUniformElect", boolean_value,
                boolean("OpGroupNonUniformElect", text_.constant(subgroup_scope)));
}

std::string ExchangeWriter::vote() {
  text_.need_capability("GroupNonUniformVote");
  const std::string opcode = random_.one_in(2) ? "OpGroupNonUniformAll" : "OpGroupNonUniformAny";
  return boolean(opcode, fmt::format("{} {}", text_.constant(subgroup_scope), condition()));
}

Exchanged ExchangeWriter::all_equal() {
  text_.need_capability("GroupNonUniformVote");
  const ValueType type = some_number_type();
  const std::string opcode = "OpGroupNonUniformAllEqual";
  const auto makes = [this](ScalarKind kind) {
    return is_float(kind) ? sign(kind) : component(kind);
  };
  const std::string result =
      boolean(opcode, fmt::format("{} {}", text_.constant(subgroup_scope), make(type, makes)));
  return finish(opcode + " of " + type_name(type), boolean_value, result);
}

Exchanged ExchangeWriter::ballot_use() {
  text_.need_capability("GroupNonUniformBallot");
  const std::string scope = text_.constant(subgroup_scope);
  const unsigned choice = random_.below(5);
  if (choice == 0) return finish("OpGroupNonUniformBallot", ballot_value, ballot(condition()));
  if (choice == 1) {  // whose operand must be the same for all
    const std::string opcode = "OpGroupNonUniformInverseBallot", votes = ballot(condition());
    return finish(opcode, boolean_value, boolean(opcode, scope + " " + votes));
  }
  const bool is_ballot = random_.one_in(2);
  const std::string predicate = condition();
  const std::string votes = is_ballot ? ballot(predicate) : any_bits();
  if (choice == 2) {
    const std::string opcode = "OpGroupNonUniformBallotBitExtract", index = wrapped(value_());
    return finish(opcode, boolean_value,
                  boolean(opcode, fmt::format("{} {} {}", scope, votes, index)));
  }
  if (choice == 3) {
    const auto* const form = random_.pick({"Reduce", "InclusiveScan", "ExclusiveScan"});
    const std::string operands = fmt::format("{} {} {}", scope, form, votes);
    return finish(fmt::format("OpGroupNonUniformBallotBitCount {}", form), uint32_value,
                  u32("OpGroupNonUniformBallotBitCount", operands));
  }
  const std::string opcode =
      random_.one_in(2) ? "OpGroupNonUniformBallotFindLSB" : "OpGroupNonUniformBallotFindMSB";
  if (!is_ballot) return finish(opcode, uint32_value, u32(opcode, scope + " " + votes));
  text_.need_capability("GroupNonUniformVote");
  const std::string any = boolean("OpGroupNonUniformAny", scope + " " + predicate);
  return finish(opcode, uint32_value, guarded(any, uint32_value, u32(opcode, scope + " " + votes)));
}

Exchanged ExchangeWriter::broadcast() {
  const std::string scope = text_.constant(subgroup_scope);
  const ValueType type = some_type();
  const std::string value = make(type);
  if (random_.one_in(2)) {
    text_.need_capability("GroupNonUniformBallot");
    return finish(
        "OpGroupNonUniformBroadcastFirst", type,
        text_.op("OpGroupNonUniformBroadcastFirst", text_.type(type), scope + " " + value));
  }
  const std::string opcode =
      random_.one_in(2) ? "OpGroupNonUniformBallotFindLSB" : "OpGroupNonUniformBallotFindMSB";
  const std::string id = u32(opcode, scope + " " + ballot(text_.boolean(true)));
  return finish("OpGroupNonUniformBroadcast", type,
                text_.op("OpGroupNonUniformBroadcast", text_.type(type),
                         fmt::format("{} {} {}", scope, value, id)));
}

Exchanged ExchangeWriter::shuffle() {
  const ValueType type = some_type();
  const unsigned way = random_.below(4);
  const std::string lane = lane_(), operand = wrapped(value_());
  std::string opcode = "OpGroupNonUniformShuffle", source = operand, exists;
  if (way == 1) {
    opcode += "Xor";
    source = u32("OpBitwiseXor", fmt::format("{} {}", lane, operand));
  } else if (way == 2) {
    opcode += "Up";
    source = u32("OpISub", fmt::format("{} {}", lane, operand));
    exists = boolean("OpULessThanEqual", fmt::format("{} {}", operand, lane));
  } else if (way == 3) {
    opcode += "Down";
    source = u32("OpIAdd", fmt::format("{} {}", lane, operand));
    exists = boolean("OpULessThan",
                     fmt::format("{} {}", source, text_.constant(settings_.subgroup_size)));
  }
  text_.need_capability(way < 2 ? "GroupNonUniformShuffle" : "GroupNonUniformShuffleRelative");
  const std::string result =
      text_.op(opcode, text_.type(type),
               fmt::format("{} {} {}", text_.constant(subgroup_scope), make(type), operand));
  std::string defined = takes_part(wrapped(source));
  if (!exists.empty()) defined = boolean("OpLogicalAnd", fmt::format("{} {}", defined, exists));
  return finish(opcode, type, guarded(defined, type, result));
}

Exchanged ExchangeWriter::quad() {
  text_.need_capability("GroupNonUniformQuad");
  const ValueType type = some_type();
  const std::string lane = lane_();
  const bool swaps = random_.one_in(2);
  const std::string operand = text_.constant(random_.below(swaps ? quad_size - 1 : quad_size));
  std::string source;
  std::string opcode = "OpGroupNonUniformQuadSwap";
  if (swaps) {  // directions 0, 1 and 2: horizontal, vertical, diagonal
    const std::string mask = u32("OpIAdd", fmt::format("{} {}", operand, text_.constant(1)));
    source = u32("OpBitwiseXor", fmt::format("{} {}", lane, mask));
  } else {
    opcode = "OpGroupNonUniformQuadBroadcast";
    const std::string first =
        u32("OpBitwiseAnd", fmt::format("{} {}", lane, text_.constant(~(quad_size - 1))));
    source = u32("OpBitwiseOr", fmt::format("{} {}", first, operand));
  }
  const std::string result =
      text_.op(opcode, text_.type(type),
               fmt::format("{} {} {}", text_.constant(subgroup_scope), make(type), operand));
  return finish(opcode, type, guarded(takes_part(source), type, result));
}

Exchanged ExchangeWriter::rotate() {
  text_.need_capability("GroupNonUniformRotateKHR");
  text_.need_extension("SPV_KHR_subgroup_rotate");
  const ValueType type = some_type();
  const int steps = std::countr_zero(settings_.subgroup_size) + 1;
  const bool clusters = random_.one_in(2);
  const std::uint32_t size =
      clusters ? 1u << random_.below(static_cast<std::size_t>(steps)) : settings_.subgroup_size;
  const std::string delta = text_.constant(random_.below(settings_.subgroup_size));
  const std::string lane = lane_();
  const std::string result =
      text_.op("OpGroupNonUniformRotateKHR", text_.type(type),
               fmt::format("{} {} {}{}", text_.constant(subgroup_scope), make(type), delta,
                           clusters ? " " + text_.constant(size) : ""));
  const std::string sum = u32("OpIAdd", fmt::format("{} {}", lane, delta));
  const std::string inside =
      u32("OpBitwiseAnd", fmt::format("{} {}", sum, text_.constant(size - 1)));
  const std::string first =
      u32("OpBitwiseAnd", fmt::format("{} {}", lane, text_.constant(~(size - 1))));
  const std::string source = u32("OpBitwiseOr", fmt::format("{} {}", first, inside));
  return finish("OpGroupNonUniformRotateKHR", type, guarded(takes_part(source), type, result));
}

std::string ExchangeWriter::operation(std::string& name) {
  text_.need_capability("GroupNonUniformArithmetic");
  const auto* form = random_.pick({"Reduce", "InclusiveScan", "ExclusiveScan"});
  if (settings_.clusters && random_.one_in(3)) form = "ClusteredReduce";
  name += fmt::format(" {}", form);
  return fmt::format("{} {}", text_.constant(subgroup_scope), form);
}

std::string ExchangeWriter::cluster_size() {
  text_.need_capability("GroupNonUniformClustered");
  const int steps = std::countr_zero(settings_.subgroup_size) + 1;
  return text_.constant(1u << random_.below(static_cast<std::size_t>(steps)));
}

Exchanged ExchangeWriter::logical_reduction() {
  const std::string opcode = random_.pick(
      {"OpGroupNonUniformLogicalAnd", "OpGroupNonUniformLogicalOr", "OpGroupNonUniformLogicalXor"});
  std::string name = opcode;
  const std::string scope_and_form = operation(name);
  std::string operands = fmt::format("{} {}", scope_and_form, condition());
  if (name.ends_with("ClusteredReduce")) operands += " " + cluster_size();
  return finish(name, boolean_value, boolean(opcode, operands));
}

Exchanged ExchangeWriter::reduction() {
  const ValueType type = some_number_type();
  const bool is_number = is_float(type.scalar);
  const std::string opcode =
      is_number ? random_.pick({"OpGroupNonUniformFAdd", "OpGroupNonUniformFMul",
                                "OpGroupNonUniformFMin", "OpGroupNonUniformFMax"})
      : is_signed_integer(type.scalar)
          ? random_.pick({"OpGroupNonUniformIAdd", "OpGroupNonUniformSMin", "OpGroupNonUniformSMax",
                          "OpGroupNonUniformBitwiseXor"})
          : random_.pick({"OpGroupNonUniformIAdd", "OpGroupNonUniformIMul", "OpGroupNonUniformUMin",
                          "OpGroupNonUniformUMax", "OpGroupNonUniformBitwiseAnd",
                          "OpGroupNonUniformBitwiseOr", "OpGroupNonUniformBitwiseXor"});
  std::string name = opcode;
  const std::string scope_and_form = operation(name);
  // The identities of these are infinities.
  const bool is_extremum = opcode.ends_with("FMin") || opcode.ends_with("FMax");
  bool exact = !(is_extremum && name.ends_with("ExclusiveScan"));
  const auto makes = [&](ScalarKind kind) {
    if (opcode.ends_with("FMul")) return sign(kind);
    return is_number && !exact ? fraction(kind) : component(kind);
  };
  if (is_number && random_.one_in(6)) exact = false;
  std::string operands = fmt::format("{} {}", scope_and_form, make(type, makes));
  if (name.ends_with("ClusteredReduce")) operands += " " + cluster_size();
  return finish(name, type, text_.op(opcode, text_.type(type), operands), exact);
}

Exchanged ExchangeWriter::write() {
  text_.need_capability("GroupNonUniform");
  switch (random_.below(16)) {
    case 0:
      return elect();
    case 1:
      return finish("OpGroupNonUniformAll or OpGroupNonUniformAny", boolean_value, vote());
    case 2:
      return all_equal();
    case 3:
    case 4:
      return ballot_use();
    case 5:
      return broadcast();
    case 6:
    case 7:
    case 8:
      return shuffle();
    case 9:
      if (settings_.quads) return quad();
      return reduction();
    case 10:
      if (settings_.rotates) return rotate();
      return reduction();
    case 11:
      return logical_reduction();
    default:
      return reduction();
  }
}

}  // namespace spirv_oracle::golden
