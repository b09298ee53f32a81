#include "golden/make/derive_acceptance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "data/scalar.h"
#include "golden/bundle/components.h"

namespace spirv_oracle::golden {
namespace {

ValueLayoutPointer vector_of(ScalarKind scalar, unsigned components, std::uint64_t stride) {
  ValueLayout layout;
  layout.scalar = scalar;
  layout.components = components;
  layout.component_stride = stride;
  return std::make_shared<const ValueLayout>(layout);
}

std::vector<std::uint64_t> offsets_of(const std::vector<Component>& components) {
  std::vector<std::uint64_t> offsets;
  for (const Component& component : components) offsets.push_back(component.offset);
  return offsets;
}

TEST(Components, PaddingAndTrailingBytesAreBytes) {
  ValueLayout element;
  element.kind = ValueLayout::Kind::structure;
  element.members = {{"a", 0, vector_of(ScalarKind::uint16, 1, 0)},
                     {"b", 4, vector_of(ScalarKind::float32, 1, 0)}};
  ValueLayout array;
  array.kind = ValueLayout::Kind::array;
  array.stride = 8;
  array.element = std::make_shared<const ValueLayout>(element);
  const auto components = components_of(11, std::make_shared<const ValueLayout>(array), {});
  EXPECT_EQ(offsets_of(components), (std::vector<std::uint64_t>{0, 2, 3, 4, 8, 10}));
  EXPECT_EQ(components[3].type, ScalarKind::float32);
  EXPECT_EQ(components[5].type, ScalarKind::uint8);
}

TEST(Components, RowsOfRowMajorMatricesInterleave) {
  ValueLayout matrix;
  matrix.kind = ValueLayout::Kind::array;
  matrix.count = 2;
  matrix.stride = 4;  // from a column to the next
  matrix.element = vector_of(ScalarKind::float32, 2, 16);
  const auto components = components_of(24, std::make_shared<const ValueLayout>(matrix), {});
  EXPECT_EQ(offsets_of(components),
            (std::vector<std::uint64_t>{0, 4, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20}));
}

template <class T>
BufferResult buffer_of(const std::vector<T>& values) {
  BufferResult buffer;
  buffer.contents = ShadowedBytes::zero(values.size() * sizeof(T));
  std::memcpy(buffer.contents.bytes.data(), values.data(), buffer.contents.size());
  buffer.written = true;
  return buffer;
}

OutputAcceptance derived(const BufferResult& buffer, ScalarKind type) {
  ReasonList reasons;
  return derive_acceptance(
      buffer, components_of(buffer.contents.size(), nullptr, {type}), {},
      [](std::uint32_t) { return CodeLocation(); }, reasons);
}

TEST(DeriveAcceptance, NanIsAnyNanWhereSomethingWasWritten) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  BufferResult buffer = buffer_of<float>({1, nan, -0.0f});
  const auto written = derived(buffer, ScalarKind::float32);
  ASSERT_EQ(written.size(), 3u);
  EXPECT_EQ(written[1].acceptance.kind, AcceptanceKind::nan);
  EXPECT_EQ(written[2].acceptance.kind, AcceptanceKind::exact);
  buffer.written = false;
  EXPECT_EQ(derived(buffer, ScalarKind::float32).size(), 1u);
}

EnclosedComponent enclosed_number(std::uint64_t offset, double low, double high, bool is_float) {
  EnclosedComponent enclosed;
  enclosed.offset = offset;
  enclosed.bytes = 4;
  enclosed.is_float = is_float;
  enclosed.low = low;
  enclosed.high = high;
  return enclosed;
}

TEST(DeriveAcceptance, EnclosuresAreAccepted) {
  BufferResult buffer = buffer_of<float>({1, 2, 0, 4, 5});
  buffer.enclosures = {enclosed_number(0, 0.5, 1.5, true), enclosed_number(12, 4, 4, false),
                       enclosed_number(16, -1, 5, true)};
  buffer.enclosures[1].is_unknown = true;
  buffer.enclosures[2].may_be_nan = true;
  const auto output = derived(buffer, ScalarKind::float32);
  ASSERT_EQ(output.size(), 4u);
  EXPECT_EQ(output[0].acceptance.kind, AcceptanceKind::range);
  EXPECT_TRUE(
      accepts(ScalarKind::float32, output[0].acceptance, 0, float_bits(ScalarKind::float32, 1.5)));
  EXPECT_FALSE(
      accepts(ScalarKind::float32, output[0].acceptance, 0, float_bits(ScalarKind::float32, 1.6)));
  EXPECT_EQ(output[1].count, 2u);  // and the zero is exact: it is not enclosed
  EXPECT_EQ(output[1].acceptance.kind, AcceptanceKind::exact);
  EXPECT_EQ(output[2].acceptance.kind, AcceptanceKind::any);
  EXPECT_TRUE(output[3].acceptance.special.nan && output[3].acceptance.special.negative_zero);
}

TEST(DeriveAcceptance, ZeroAloneMayHaveEitherSign) {
  BufferResult buffer = buffer_of<float>({0, 0});
  buffer.enclosures = {enclosed_number(0, 0, 0, true), enclosed_number(4, 0, 0, true)};
  buffer.enclosures[1].may_be_nan = true;
  const auto output = derived(buffer, ScalarKind::float32);
  ASSERT_EQ(output.size(), 2u);
  EXPECT_EQ(output[0].acceptance.set, (std::vector<std::uint64_t>{0, 0x80000000}));
  EXPECT_TRUE(accepts(ScalarKind::float32, output[1].acceptance, 0, 0x7FC00001));
  EXPECT_TRUE(accepts(ScalarKind::float32, output[1].acceptance, 0, 0x80000000));
  EXPECT_FALSE(accepts(ScalarKind::float32, output[1].acceptance, 0, 1));
}

TEST(DeriveAcceptance, FewValuesAreASet) {
  BufferResult buffer = buffer_of<float>({1});
  buffer.enclosures = {enclosed_number(0, 1, 3, true)};
  buffer.enclosures[0].values = {float_bits(ScalarKind::float32, 1),
                                 float_bits(ScalarKind::float32, 3)};
  const auto output = derived(buffer, ScalarKind::float32);
  ASSERT_EQ(output.size(), 1u);
  EXPECT_EQ(output[0].acceptance.kind, AcceptanceKind::set);
  EXPECT_TRUE(
      accepts(ScalarKind::float32, output[0].acceptance, 0, float_bits(ScalarKind::float32, 3)));
  EXPECT_FALSE(
      accepts(ScalarKind::float32, output[0].acceptance, 0, float_bits(ScalarKind::float32, 2)));
}

// An integer of a buffer has the bits of a float, or the reverse, if variables of two types access it.
TEST(DeriveAcceptance, ComponentsHaveTheTypeOfTheirEnclosure) {
  BufferResult floats = buffer_of<float>({1});
  floats.enclosures = {enclosed_number(0, 1, 3, true)};
  const AcceptanceRun as_float = derived(floats, ScalarKind::uint32)[0];
  EXPECT_EQ(as_float.type, ScalarKind::float32);
  EXPECT_TRUE(accepts(as_float.type, as_float.acceptance, 0, float_bits(ScalarKind::float32, 2)));
  EXPECT_FALSE(accepts(as_float.type, as_float.acceptance, 0, 2));
  BufferResult integers = buffer_of<std::int32_t>({-1});
  integers.enclosures = {enclosed_number(0, -2, -1, false)};
  const AcceptanceRun as_integer = derived(integers, ScalarKind::float32)[0];
  EXPECT_EQ(as_integer.type, ScalarKind::int32);
  EXPECT_TRUE(accepts(as_integer.type, as_integer.acceptance, 0, 0xFFFFFFFE));
  EXPECT_FALSE(accepts(as_integer.type, as_integer.acceptance, 0, 0xFFFFFFFD));
  // Bounds without a sign, of an integer that has one.
  integers.enclosures = {enclosed_number(0, 4294967294.0, 4294967295.0, false)};
  const AcceptanceRun with_sign = derived(integers, ScalarKind::int32)[0];
  EXPECT_TRUE(accepts(with_sign.type, with_sign.acceptance, 0, 0xFFFFFFFE));
  EXPECT_FALSE(accepts(with_sign.type, with_sign.acceptance, 0, 2));
}

// A component that is implementation-dependent only because of its floats.
TEST(DeriveAcceptance, EnclosuresOfMarkedComponentsAreAccepted) {
  BufferResult buffer = buffer_of<float>({1, 2});
  for (Definedness& state : buffer.contents.shadow) state = Definedness::implementation_dependent;
  buffer.enclosures = {enclosed_number(0, 0.5, 1.5, true), enclosed_number(4, 1, 3, true)};
  buffer.enclosures[1].is_unknown = true;
  const auto output = derived(buffer, ScalarKind::float32);
  ASSERT_EQ(output.size(), 2u);
  EXPECT_EQ(output[0].acceptance.kind, AcceptanceKind::range);
  EXPECT_EQ(output[1].acceptance.kind, AcceptanceKind::any);
}

TEST(DeriveAcceptance, EnclosedIntegersMustFitTheirType) {
  BufferResult buffer = buffer_of<std::uint32_t>({1, 2, 3});
  buffer.enclosures = {enclosed_number(0, 1, 3, false), enclosed_number(4, -1, 3, false),
                       enclosed_number(8, 2, 4294967295.0, false)};
  const auto output = derived(buffer, ScalarKind::uint32);
  ASSERT_EQ(output.size(), 3u);
  EXPECT_EQ(output[0].acceptance.kind, AcceptanceKind::range);
  EXPECT_TRUE(accepts(ScalarKind::uint32, output[0].acceptance, 0, 3));
  EXPECT_FALSE(accepts(ScalarKind::uint32, output[0].acceptance, 0, 4));
  EXPECT_EQ(output[1].acceptance.kind, AcceptanceKind::any);
  EXPECT_EQ(output[2].acceptance.high, 0xFFFFFFFFu);
  const auto as_signed = derived(buffer, ScalarKind::int32);
  EXPECT_EQ(as_signed[1].acceptance.low, 0xFFFFFFFFu);
  EXPECT_EQ(as_signed[2].acceptance.kind, AcceptanceKind::any);
}

// An enclosure that does not have exactly the bytes of a component does not restrict it.
TEST(DeriveAcceptance, EnclosuresOfOtherBytesLeaveAComponentOpen) {
  BufferResult buffer = buffer_of<std::uint64_t>({1, 2});
  buffer.enclosures = {enclosed_number(4, 1, 3, true)};
  const auto output = derived(buffer, ScalarKind::uint64);
  ASSERT_EQ(output.size(), 2u);
  EXPECT_EQ(output[0].acceptance.kind, AcceptanceKind::any);
  EXPECT_EQ(output[1].acceptance.kind, AcceptanceKind::exact);
}

TEST(DeriveAcceptance, AComponentIsDividedOnlyWhereItsBytesDiffer) {
  BufferResult buffer = buffer_of<std::uint32_t>({1, 2, 3});
  buffer.contents.shadow[5] = Definedness::undefined;
  for (int i = 8; i < 12; ++i) buffer.contents.shadow[i] = Definedness::undefined;
  const auto output = derived(buffer, ScalarKind::uint32);
  ASSERT_EQ(output.size(), 5u);
  EXPECT_EQ(output[1], (AcceptanceRun{4, 1, ScalarKind::uint8, {}}));
  EXPECT_EQ(output[2].acceptance.kind, AcceptanceKind::any);
  EXPECT_EQ(output[3], (AcceptanceRun{6, 2, ScalarKind::uint8, {}}));
  EXPECT_EQ(output[4].acceptance.kind, AcceptanceKind::any);
  EXPECT_EQ(output[4].type, ScalarKind::uint32);
}

// The bounds are doubles: a number of the type is inside exactly if it is between them.
TEST(DeriveAcceptance, BoundsBecomeTheNumbersBetweenThem) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<ValueBounds> all{{-1e-9, 1e-9}, {1 + 1e-9, 2 - 1e-9}, {-3.0001, -2.9999},
                                     {65519, 1e9},  {-infinity, 5},       {-1e9, infinity},
                                     {1e-6, 7}};
  for (const ValueBounds& bounds : all) {
    BufferResult buffer = buffer_of<std::uint16_t>({0});
    buffer.contents.shadow = {Definedness::implementation_dependent,
                              Definedness::implementation_dependent};
    buffer.indeterminate = {{0, 2, {}, bounds}};
    EXPECT_EQ(derived(buffer, ScalarKind::float16)[0].acceptance.kind, AcceptanceKind::any)
        << "the bounds of the order alone";
    EnclosedComponent enclosed;
    enclosed.bytes = 2;
    enclosed.low = bounds.low;
    enclosed.high = bounds.high;
    buffer.enclosures = {enclosed};
    const auto output = derived(buffer, ScalarKind::float16);
    ASSERT_EQ(output.size(), 1u);
    ASSERT_NE(output[0].acceptance.kind, AcceptanceKind::any);
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
      const double value = float_value(ScalarKind::float16, bits);
      if (std::isinf(value)) continue;  // of a bound beyond the largest number, either is sound
      EXPECT_EQ(accepts(ScalarKind::float16, output[0].acceptance, 0, bits),
                bounds.low <= value && value <= bounds.high)
          << bounds.low << ".." << bounds.high << ": " << value;
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::golden
