// Rules for single bits, against the definition: a bit of the result is indeterminate unless it is the same for
// all patterns of the indeterminate bits of the operands.
#include <array>
#include <functional>

#include "interpreter/instructions/group/combination/non_uniform_for_test.h"
#include "interpreter/instructions/scalar_bits_for_test.h"

namespace spirv_oracle {
namespace {

using test::Bits;
using test::Instance;
using test::mask_of;

struct Operand {
  const char* type;
  unsigned width;  // 1: a Boolean
  bool may_be_indeterminate = true;
  Bits below = 0;  // defined values are less than this; 0: any
};

// The result of an operation on its operands; none if the specification does not define it.
using Model = std::function<std::optional<Bits>(const std::vector<Bits>&)>;

struct Operation {
  const char* text;  // of operands %x0, %x1, ...
  std::vector<Operand> operands;
  unsigned result_width;
  Model model;
  bool is_exact = true;  // false: more bits may be said to be indeterminate
};

struct Component {
  Bits value = 0;
  Bits indeterminate = 0;
};

// The bits that differ among the results for all patterns of the indeterminate bits.
Bits indeterminate_bits_of_model(const Operation& operation,
                                 const std::vector<Component>& operands) {
  std::vector<std::pair<unsigned, unsigned>> places;  // operand, bit
  for (unsigned k = 0; k < operands.size(); ++k) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      if ((operands[k].indeterminate >> bit & 1) != 0) places.emplace_back(k, bit);
    }
  }
  std::optional<Bits> first;
  Bits differing = 0;
  for (Bits pattern = 0; pattern < Bits{1} << places.size(); ++pattern) {
    std::vector<Bits> values;
    for (const Component& operand : operands) values.push_back(operand.value);
    for (unsigned i = 0; i < places.size(); ++i) {
      const Bits bit = Bits{1} << places[i].second;
      Bits& value = values[places[i].first];
      value = (pattern >> i & 1) != 0 ? value | bit : value & ~bit;
    }
    const std::optional<Bits> result = operation.model(values);
    if (!result) return mask_of(operation.result_width);
    if (!first) first = result;
    differing |= *first ^ *result;
  }
  return differing & mask_of(operation.result_width);
}

class OneOperation {
 public:
  explicit OneOperation(const Operation& operation) : operation_(operation) {
    std::string text;
    for (unsigned k = 0; k < operation.operands.size(); ++k)
      text += "%x" + std::to_string(k) + " = OpUndef %" + operation.operands[k].type + "\n";
    instance_.emplace(declarations, text + "%r = " + operation.text, lanes);
  }

  static constexpr unsigned lanes = 128;
  static constexpr const char* declarations =
      "OpCapability Shader\nOpCapability Int8\nOpCapability Int16\nOpCapability Int64\n";

  Instance& instance() { return *instance_; }

  void put(unsigned operand, unsigned lane, Component component) {
    Subgroup& subgroup = instance_->subgroup();
    const Slot slot = instance_->input_slot(operand);
    write(subgroup, slot, operation_.operands[operand].width, lane, component.value);
    PlaneHeader& header = subgroup.header(slot);
    header.undefined.reset(lane);
    header.implementation_dependent.reset(lane);
    if (component.indeterminate == 0) return;
    header.undefined.set(lane);
    if (component.indeterminate == mask_of(operation_.operands[operand].width)) {
      subgroup.indeterminate_bits.set_all(slot, lane);
    } else {
      subgroup.indeterminate_bits.set(slot, lane, component.indeterminate);
    }
  }

  Component result(unsigned lane) {
    Subgroup& subgroup = instance_->subgroup();
    const Slot slot = instance_->result_slot();
    Component component{read(subgroup, slot, operation_.result_width, lane), 0};
    if (subgroup.header(slot).undefined.test(lane))
      component.indeterminate =
          subgroup.indeterminate_bits.of(slot, lane) & mask_of(operation_.result_width);
    return component;
  }

 private:
  static void write(Subgroup& subgroup, Slot slot, unsigned width, unsigned lane, Bits value) {
    if (width == 1) {
      subgroup.truth(slot).reset(lane);
      if (value != 0) subgroup.truth(slot).set(lane);
      return;
    }
    std::memcpy(subgroup.values<std::byte>(slot) + lane * width / 8, &value, width / 8);
  }
  static Bits read(const Subgroup& subgroup, Slot slot, unsigned width, unsigned lane) {
    if (width == 1) return subgroup.truth(slot).test(lane) ? 1 : 0;
    Bits value = 0;
    std::memcpy(&value, subgroup.values<std::byte>(slot) + lane * width / 8, width / 8);
    return value;
  }

  const Operation& operation_;
  std::optional<Instance> instance_;
};

// At most `most` indeterminate bits, or all of a narrow operand, or none.
Component random_component(const Operand& operand, unsigned most, std::mt19937_64& random) {
  Component component;
  component.value = random() & mask_of(operand.width);
  if (operand.below != 0) component.value = random() % operand.below;
  if (!operand.may_be_indeterminate) return component;
  switch (random() % 16) {
    case 0:
      if (operand.width <= 8) component.indeterminate = mask_of(operand.width);
      break;
    case 1:
    case 2:
    case 3:
      break;
    default:
      for (unsigned i = 0; i < most; ++i)
        component.indeterminate |= Bits{1} << random() % operand.width;
  }
  return component;
}

void expect_agreement(const Operation& operation, unsigned rounds) {
  SCOPED_TRACE(operation.text);
  OneOperation one(operation);
  ASSERT_TRUE(one.instance().ready());
  std::mt19937_64 random(1);
  for (unsigned round = 0; round < rounds; ++round) {
    std::array<std::vector<Component>, OneOperation::lanes> operands;
    for (unsigned lane = 0; lane < OneOperation::lanes; ++lane) {
      for (unsigned k = 0; k < operation.operands.size(); ++k) {
        operands[lane].push_back(random_component(operation.operands[k], 3, random));
        one.put(k, lane, operands[lane].back());
      }
    }
    one.instance().run(LaneMask::first(OneOperation::lanes));
    for (unsigned lane = 0; lane < OneOperation::lanes; ++lane) {
      const Bits expected = indeterminate_bits_of_model(operation, operands[lane]);
      const Component result = one.result(lane);
      std::vector<Bits> values;
      for (const Component& operand : operands[lane]) values.push_back(operand.value);
      const std::string text = "x0 " + std::to_string(operands[lane][0].value) + " open " +
                               std::to_string(operands[lane][0].indeterminate);
      if (operation.is_exact) {
        EXPECT_EQ(result.indeterminate, expected) << text;
      } else {
        EXPECT_EQ(expected & ~result.indeterminate, 0u) << text;
      }
      const Bits defined = mask_of(operation.result_width) & ~result.indeterminate;
      EXPECT_EQ(result.value & defined, operation.model(values).value_or(0) & defined) << text;
    }
  }
}

const Operand u8{"u8", 8}, u16{"u16", 16}, i8{"i8", 8}, boolean{"bool", 1};
const Operand shift_in_range{"u8", 8, false, 8}, any_shift{"u8", 8, true, 12};

TEST(IndeterminateBits, OfBitwiseInstructions) {
  expect_agreement({"OpBitwiseAnd %u8 %x0 %x1", {u8, u8}, 8, [](auto& x) { return x[0] & x[1]; }},
                   4);
  expect_agreement({"OpBitwiseOr %u8 %x0 %x1", {u8, u8}, 8, [](auto& x) { return x[0] | x[1]; }},
                   4);
  expect_agreement({"OpBitwiseXor %u8 %x0 %x1", {u8, u8}, 8, [](auto& x) { return x[0] ^ x[1]; }},
                   4);
  expect_agreement({"OpNot %u8 %x0", {u8}, 8, [](auto& x) { return ~x[0]; }}, 4);
  expect_agreement({"OpBitReverse %u8 %x0",
                    {u8},
                    8,
                    [](auto& x) {
                      Bits result = 0;
                      for (unsigned bit = 0; bit < 8; ++bit)
                        result |= (x[0] >> bit & 1) << (7 - bit);
                      return result;
                    }},
                   4);
}

std::optional<Bits> shifted(Bits base, Bits shift, bool left, bool arithmetic) {
  if (shift >= 8) return std::nullopt;
  if (left) return base << shift;
  return arithmetic ? static_cast<Bits>(test::as_signed(base, 8) >> shift) & 0xFF : base >> shift;
}

TEST(IndeterminateBits, OfShifts) {
  const auto of = [](const char* text, const Operand& base, const Operand& shift, bool left,
                     bool arithmetic, bool exact) {
    expect_agreement({text,
                      {base, shift},
                      8,
                      [=](auto& x) { return shifted(x[0], x[1], left, arithmetic); },
                      exact},
                     4);
  };
  of("OpShiftLeftLogical %u8 %x0 %x1", u8, shift_in_range, true, false, true);
  of("OpShiftRightLogical %u8 %x0 %x1", u8, shift_in_range, false, false, true);
  of("OpShiftRightArithmetic %i8 %x0 %x1", i8, shift_in_range, false, true, true);
  // An indeterminate Shift makes all bits indeterminate, even if only its low bits are indeterminate.
  of("OpShiftLeftLogical %u8 %x0 %x1", u8, any_shift, true, false, false);
  of("OpShiftRightLogical %u8 %x0 %x1", u8, any_shift, false, false, false);
  of("OpShiftRightArithmetic %i8 %x0 %x1", i8, any_shift, false, true, false);
}

std::optional<Bits> inserted(Bits base, Bits insert, Bits offset, Bits count) {
  if (offset + count > 8) return std::nullopt;
  for (Bits bit = 0; bit < count; ++bit) {
    const Bits place = Bits{1} << (offset + bit);
    base = (insert >> bit & 1) != 0 ? base | place : base & ~place;
  }
  return base;
}

std::optional<Bits> extracted(Bits base, Bits offset, Bits count, bool sign) {
  if (offset + count > 8) return std::nullopt;
  if (count == 0) return 0;
  const Bits field = base >> offset & mask_of(static_cast<unsigned>(count));
  const auto width = static_cast<unsigned>(count);
  return sign ? static_cast<Bits>(test::as_signed(field, width)) & 0xFF : field;
}

TEST(IndeterminateBits, OfBitFields) {
  const Operand place{"u32", 32, false, 6};
  expect_agreement({"OpBitFieldInsert %u8 %x0 %x1 %x2 %x3",
                    {u8, u8, place, place},
                    8,
                    [](auto& x) { return inserted(x[0], x[1], x[2], x[3]); }},
                   4);
  expect_agreement({"OpBitFieldUExtract %u8 %x0 %x1 %x2",
                    {u8, place, place},
                    8,
                    [](auto& x) { return extracted(x[0], x[1], x[2], false); }},
                   4);
  expect_agreement({"OpBitFieldSExtract %i8 %x0 %x1 %x2",
                    {i8, place, place},
                    8,
                    [](auto& x) { return extracted(x[0], x[1], x[2], true); }},
                   4);
  const Operand indeterminate_place{"u32", 32, true, 6};
  expect_agreement({"OpBitFieldUExtract %u8 %x0 %x1 %x2",
                    {u8, indeterminate_place, place},
                    8,
                    [](auto& x) { return extracted(x[0], x[1], x[2], false); },
                    false},
                   4);
}

TEST(IndeterminateBits, OfConversions) {
  const Operand i16{"i16", 16};
  expect_agreement({"OpUConvert %u8 %x0", {u16}, 8, [](auto& x) { return x[0] & 0xFF; }}, 4);
  expect_agreement({"OpUConvert %u16 %x0", {u8}, 16, [](auto& x) { return x[0]; }}, 4);
  expect_agreement({"OpSConvert %i8 %x0", {i16}, 8, [](auto& x) { return x[0] & 0xFF; }}, 4);
  expect_agreement({"OpSConvert %i16 %x0",
                    {i8},
                    16,
                    [](auto& x) { return static_cast<Bits>(test::as_signed(x[0], 8)) & 0xFFFF; }},
                   4);
}

// Without a rule for bits, all bits of a result are indeterminate.
TEST(IndeterminateBits, WithoutARule) {
  expect_agreement({"OpBitCount %u8 %x0",
                    {u8},
                    8,
                    [](auto& x) { return static_cast<Bits>(std::popcount(x[0])); },
                    false},
                   4);
}

TEST(IndeterminateBits, OfDivisions) {
  const Operand factor{"u8", 8, false, 20};
  const auto quotient = [](auto& x) {
    return x[1] == 0 ? std::nullopt : std::optional(x[0] / x[1]);
  };
  const auto remainder = [](auto& x) {
    return x[1] == 0 ? std::nullopt : std::optional(x[0] % x[1]);
  };
  expect_agreement({"OpUDiv %u8 %x0 %x1", {u8, factor}, 8, quotient, false}, 32);
  expect_agreement({"OpUDiv %u8 %x0 %x1", {u8, u8}, 8, quotient, false}, 32);
  expect_agreement({"OpUMod %u8 %x0 %x1", {u8, factor}, 8, remainder, false}, 32);
  expect_agreement({"OpUMod %u8 %x0 %x1", {u8, u8}, 8, remainder, false}, 32);
}

TEST(IndeterminateBits, OfSumsDifferencesAndProducts) {
  const auto sum = [](auto& x) { return x[0] + x[1]; };
  const auto difference = [](auto& x) { return x[0] - x[1]; };
  const auto product = [](auto& x) { return x[0] * x[1]; };
  for (const Operand& type : {u8, i8, u16}) {
    const std::string operands = std::string(" %") + type.type + " %x0 %x1";
    const auto expect = [&](const char* name, const auto& model) {
      const std::string text = name + operands;
      const unsigned width = type.width;
      const auto modulo = [&](auto& x) { return static_cast<Bits>(model(x)) & mask_of(width); };
      expect_agreement({text.c_str(), {type, type}, width, modulo, false}, 32);
    };
    expect("OpIAdd", sum);
    expect("OpISub", difference);
    expect("OpIMul", product);
  }
}

// The remainder of any number and 4, and so on.
TEST(IndeterminateBits, KnowTheRangeOfAnUndefinedOperand) {
  const auto bits_of = [](const char* text, Component x0, Component x1) {
    const Operation operation{text, {u8, u8}, 8, {}};
    OneOperation one(operation);
    EXPECT_TRUE(one.instance().ready());
    one.put(0, 3, x0);
    one.put(1, 3, x1);
    one.instance().run(LaneMask::single(3));
    return one.result(3).indeterminate;
  };
  EXPECT_EQ(bits_of("OpUMod %u8 %x0 %x1", {0, 0xFF}, {4, 0}), 3u);
  EXPECT_EQ(bits_of("OpUMod %u8 %x0 %x1", {0, 0xFF}, {5, 0}), 7u);
  EXPECT_EQ(bits_of("OpUMod %u8 %x0 %x1", {40, 3}, {10, 0}), 3u);
  EXPECT_EQ(bits_of("OpUDiv %u8 %x0 %x1", {0, 0xFF}, {64, 0}), 3u);
  EXPECT_EQ(bits_of("OpIAdd %u8 %x0 %x1", {0, 3}, {4, 0}), 3u);
  EXPECT_EQ(bits_of("OpIAdd %u8 %x0 %x1", {0, 3}, {1, 0}), 7u);
  EXPECT_EQ(bits_of("OpIAdd %u8 %x0 %x1", {0, 4}, {0, 8}), 12u);
  EXPECT_EQ(bits_of("OpIAdd %u8 %x0 %x1", {0, 0xF0}, {0x20, 0}), 0xF0u);
  EXPECT_EQ(bits_of("OpISub %u8 %x0 %x1", {3, 0}, {0, 3}), 3u);
  EXPECT_EQ(bits_of("OpIMul %u8 %x0 %x1", {0, 1}, {2, 0}), 3u);
  EXPECT_EQ(bits_of("OpIMul %u8 %x0 %x1", {0, 0xFF}, {0, 0}), 0u);
}

TEST(IndeterminateBits, OfComparisonsAndLogic) {
  expect_agreement({"OpIEqual %bool %x0 %x1", {u8, u8}, 1, [](auto& x) { return x[0] == x[1]; }},
                   32);
  expect_agreement({"OpINotEqual %bool %x0 %x1", {u8, u8}, 1, [](auto& x) { return x[0] != x[1]; }},
                   32);
  const auto compare = [](const char* name, auto model) {
    const bool is_signed = name[2] == 'S';
    const Operand& operand = is_signed ? i8 : u8;
    const auto number = [is_signed](Bits bits) {
      return is_signed ? test::as_signed(bits, 8) : static_cast<std::int64_t>(bits);
    };
    const std::string text = std::string(name) + " %bool %x0 %x1";
    expect_agreement({text.c_str(),
                      {operand, operand},
                      1,
                      [=](auto& x) { return model(number(x[0]), number(x[1])); }},
                     32);
  };
  compare("OpULessThan", std::less<>());
  compare("OpSLessThan", std::less<>());
  compare("OpULessThanEqual", std::less_equal<>());
  compare("OpSLessThanEqual", std::less_equal<>());
  compare("OpUGreaterThan", std::greater<>());
  compare("OpSGreaterThan", std::greater<>());
  compare("OpUGreaterThanEqual", std::greater_equal<>());
  compare("OpSGreaterThanEqual", std::greater_equal<>());
  expect_agreement(
      {"OpLogicalAnd %bool %x0 %x1", {boolean, boolean}, 1, [](auto& x) { return x[0] & x[1]; }},
      4);
  expect_agreement(
      {"OpLogicalOr %bool %x0 %x1", {boolean, boolean}, 1, [](auto& x) { return x[0] | x[1]; }}, 4);
  expect_agreement({"OpLogicalNotEqual %bool %x0 %x1",
                    {boolean, boolean},
                    1,
                    [](auto& x) { return x[0] ^ x[1]; }},
                   4);
  expect_agreement({"OpLogicalNot %bool %x0", {boolean}, 1, [](auto& x) { return x[0] ^ 1; }}, 4);
}

// With an indeterminate Condition, the bits are indeterminate in which the objects differ.
TEST(IndeterminateBits, OfSelections) {
  const auto model = [](auto& x) { return x[0] != 0 ? x[1] : x[2]; };
  expect_agreement({"OpSelect %u8 %x0 %x1 %x2", {boolean, u8, u8}, 8, model}, 8);
  expect_agreement({"OpSelect %bool %x0 %x1 %x2", {boolean, boolean, boolean}, 1, model}, 8);
}

TEST(IndeterminateBits, OfBitcastsBetweenWidths) {
  // One component of the result at a time.
  const auto whole = [](const char* text, const char* part_type, unsigned parts) {
    const std::string name = std::string(part_type) + "x" + std::to_string(parts);
    SCOPED_TRACE(text);
    Instance instance("OpCapability Shader\nOpCapability Int8\nOpCapability Int16\n%" + name +
                          " = OpTypeVector %" + part_type + " " + std::to_string(parts),
                      "%x = OpUndef %" + name + "\n%r = OpBitcast %u32 %x", 8);
    ASSERT_TRUE(instance.ready());
    const unsigned width = 32 / parts;
    Subgroup& subgroup = instance.subgroup();
    for (unsigned part = 0; part < parts; ++part) {
      instance.input_header(0, part) = {};
      std::memset(subgroup.values<std::byte>(instance.input_slot(0, part)), 0x55, width);
    }
    instance.input_header(0, 1).undefined.set(3);
    subgroup.indeterminate_bits.set(instance.input_slot(0, 1), 3, 0xF0);
    instance.run(LaneMask::first(8));
    EXPECT_EQ(instance.result_header().undefined, LaneMask::single(3));
    EXPECT_EQ(subgroup.indeterminate_bits.of(instance.result_slot(), 3), Bits{0xF0} << width);
  };
  whole("from bytes", "u8", 4);
  whole("from halves", "u16", 2);

  Instance instance("OpCapability Shader\nOpCapability Int16\n%u16x2 = OpTypeVector %u16 2",
                    "%x = OpUndef %u32\n%r = OpBitcast %u16x2 %x", 8);
  ASSERT_TRUE(instance.ready());
  instance.input_header(0) = {};
  instance.input_header(0).undefined.set(2);
  instance.subgroup().indeterminate_bits.set(instance.input_slot(0), 2, 0x00F00000);
  instance.run(LaneMask::first(8));
  EXPECT_TRUE(instance.result_header(0).undefined.none());
  EXPECT_EQ(instance.result_header(1).undefined, LaneMask::single(2));
  EXPECT_EQ(instance.subgroup().indeterminate_bits.of(instance.result_slot(1), 2), 0x00F0u);
}

// A slot that is written again does not keep the bits of its former value.
TEST(IndeterminateBits, OfAValueThatIsReplaced) {
  const Operation operation{
      "OpBitwiseOr %u8 %x0 %x1", {u8, u8}, 8, [](auto& x) { return x[0] | x[1]; }};
  OneOperation one(operation);
  ASSERT_TRUE(one.instance().ready());
  const LaneMask lane = LaneMask::single(5);
  one.put(0, 5, {0, 0xFF});
  one.put(1, 5, {0x0F, 0});
  one.instance().run(lane);
  EXPECT_EQ(one.result(5).indeterminate, 0xF0u);
  one.put(1, 5, {0, 0});
  one.instance().run(lane);
  EXPECT_EQ(one.result(5).indeterminate, 0xFFu);
  one.put(0, 5, {0, 0});
  one.instance().run(lane);
  EXPECT_EQ(one.result(5).indeterminate, 0u);
}

// The rules are the same for undefined and for implementation-dependent bits.
TEST(IndeterminateBits, OfImplementationDependentValues) {
  const Operation operation{
      "OpBitwiseAnd %u8 %x0 %x1", {u8, u8}, 8, [](auto& x) { return x[0] & x[1]; }};
  OneOperation one(operation);
  ASSERT_TRUE(one.instance().ready());
  for (unsigned lane : {0u, 1u}) {
    one.put(0, lane, {0xFF, 0});
    one.instance().input_header(0).implementation_dependent.set(lane);
  }
  one.put(1, 0, {0x0F, 0});
  one.put(1, 1, {0, 0});
  one.instance().run(LaneMask::first(2));
  const PlaneHeader& header = one.instance().result_header();
  EXPECT_EQ(header.implementation_dependent & LaneMask::first(2), LaneMask::single(0));
  EXPECT_EQ(one.instance().subgroup().indeterminate_bits.of(one.instance().result_slot(), 0),
            0x0Fu);
}

TEST(IndeterminateBits, MergeTakesOverLanes) {
  IndeterminateBits mine, theirs;
  mine.set(7, 1, 0x1);
  mine.set(7, 2, 0x2);
  theirs.set(7, 2, 0x4);
  theirs.set(8, 2, 0x8);
  theirs.set(8, 1, 0x10);
  mine.merge(theirs, LaneMask::single(2));
  EXPECT_EQ(mine.of(7, 1), 0x1u);
  EXPECT_EQ(mine.of(7, 2), 0x4u);
  EXPECT_EQ(mine.of(8, 2), 0x8u);
  EXPECT_EQ(mine.of(8, 1), IndeterminateBits::all);
}

}  // namespace
}  // namespace spirv_oracle
