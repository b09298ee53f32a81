// Expected offsets are those of the tables that the format gives for memory layouts.
#include "amber/script/layout.h"

#include <gtest/gtest.h>

#include <tuple>
#include <utility>

namespace spirv_oracle::amber {
namespace {

struct Layouts {
  ElementLayout std140, std430;
};

Layouts layouts(const DataType& type) {
  return {layout_of(type, LayoutRule::std140).value(), layout_of(type, LayoutRule::std430).value()};
}

Layouts layouts(std::string_view name) { return layouts(parse_amber_type(name).value()); }

std::vector<std::uint64_t> offsets(const ElementLayout& layout) {
  std::vector<std::uint64_t> list;
  for (const Field& field : layout.fields) list.push_back(field.offset);
  return list;
}

using Offsets = std::vector<std::uint64_t>;

TEST(Layout, Scalars) {
  for (const auto& [name, size] :
       {std::pair{"int8", 1u}, std::pair{"uint16", 2u}, std::pair{"float16", 2u},
        std::pair{"float", 4u}, std::pair{"int64", 8u}, std::pair{"double", 8u}}) {
    EXPECT_EQ(layouts(name).std140.stride, size) << name;
    EXPECT_EQ(layouts(name).std430.stride, size) << name;
  }
}

TEST(Layout, ArraysOfScalars) {
  for (const auto& [name, size] : {std::pair{"int8[]", 1u}, std::pair{"int16[]", 2u},
                                   std::pair{"float[]", 4u}, std::pair{"int64[]", 8u}}) {
    EXPECT_EQ(layouts(name).std140.stride, 16u) << name;
    EXPECT_EQ(layouts(name).std430.stride, size) << name;
  }
}

TEST(Layout, Vectors) {
  for (const auto& [name, size] :
       {std::pair{"vec2<float>", 8u}, std::pair{"vec3<float>", 16u}, std::pair{"vec4<float>", 16u},
        std::pair{"vec3<int8>", 4u}, std::pair{"vec3<int16>", 8u}, std::pair{"vec4<int16>", 8u},
        std::pair{"vec3<double>", 32u}}) {
    EXPECT_EQ(layouts(name).std140.stride, size) << name;
    EXPECT_EQ(layouts(name).std430.stride, size) << name;
  }
  EXPECT_EQ(layouts("vec2<int8>[]").std140.stride, 16u);
  EXPECT_EQ(layouts("vec2<int8>[]").std430.stride, 2u);
  EXPECT_EQ(layouts("vec3<int8>[]").std430.stride, 4u);
  EXPECT_EQ(layouts("vec4<int32>[]").std140.stride, 16u);
}

TEST(Layout, Matrices) {
  EXPECT_EQ(offsets(layouts("mat2x2<float>").std140), (Offsets{0, 4, 16, 20}));
  EXPECT_EQ(offsets(layouts("mat2x2<float>").std430), (Offsets{0, 4, 8, 12}));
  EXPECT_EQ(offsets(layouts("mat2x3<float>").std430), (Offsets{0, 4, 8, 16, 20, 24}));
  EXPECT_EQ(offsets(layouts("mat2x2<int8>").std140), (Offsets{0, 1, 16, 17}));
  EXPECT_EQ(offsets(layouts("mat2x2<int8>").std430), (Offsets{0, 1, 2, 3}));
  EXPECT_EQ(offsets(layouts("mat2x2<float16>").std140), (Offsets{0, 2, 16, 18}));
  for (const auto& [name, std140, std430] :
       {std::tuple{"mat2x2<float>", 32u, 16u}, std::tuple{"mat3x2<float>", 48u, 24u},
        std::tuple{"mat4x2<float>", 64u, 32u}, std::tuple{"mat4x3<float>", 64u, 64u},
        std::tuple{"mat2x4<float>[]", 32u, 32u}, std::tuple{"mat3x2<float>[]", 48u, 24u},
        std::tuple{"mat2x2<float16>[]", 32u, 8u}}) {
    EXPECT_EQ(layouts(name).std140.stride, std140) << name;
    EXPECT_EQ(layouts(name).std430.stride, std430) << name;
  }
}

StructMember member(const char* name, const char* type) {
  return {name, parse_amber_type(type).value(), {}, {}, {}};
}

DataType structure(std::vector<StructMember> members) {
  StructType type{"s", std::move(members), {}, {}, 0};
  EXPECT_TRUE(complete_struct(type));
  DataType result;
  result.name = "s";
  result.structure = std::make_shared<const StructType>(std::move(type));
  return result;
}

StructMember nested(const char* name, std::vector<StructMember> members) {
  return {name, structure(std::move(members)), {}, {}, {}};
}

TEST(Layout, StructsOfScalarsAndVectors) {
  const Layouts two = layouts(structure({member("w", "int32"), member("x", "float")}));
  EXPECT_EQ(two.std140.stride, 16u);
  EXPECT_EQ(two.std430.stride, 8u);
  const Layouts vec2 =
      layouts(structure({member("w", "int32"), member("x", "vec2<float>"), member("y", "float")}));
  EXPECT_EQ(vec2.std140.stride, 32u);
  EXPECT_EQ(vec2.std430.stride, 24u);
  EXPECT_EQ(offsets(vec2.std430), (Offsets{0, 8, 12, 16}));
  const Layouts vec3 =
      layouts(structure({member("w", "int32"), member("x", "vec3<float>"), member("y", "float")}));
  EXPECT_EQ(vec3.std140.stride, 32u);
  EXPECT_EQ(vec3.std430.stride, 32u);
  EXPECT_EQ(offsets(vec3.std140), (Offsets{0, 16, 20, 24, 28}));
  const Layouts last = layouts(
      structure({member("w", "int32"), member("x", "vec3<float>"), member("y", "vec2<float>")}));
  EXPECT_EQ(last.std140.stride, 48u);
  EXPECT_EQ(last.std430.stride, 48u);
  const Layouts matrix = layouts(
      structure({member("w", "int32"), member("x", "mat2x2<float>"), member("y", "float")}));
  EXPECT_EQ(matrix.std140.stride, 64u);
  EXPECT_EQ(matrix.std430.stride, 32u);
  EXPECT_EQ(offsets(matrix.std140), (Offsets{0, 16, 20, 32, 36, 48}));
}

TEST(Layout, StructsInStructs) {
  const Layouts first = layouts(
      structure({nested("x", {member("a", "int32"), member("b", "float")}), member("y", "float")}));
  EXPECT_EQ(first.std140.stride, 32u);
  EXPECT_EQ(first.std430.stride, 12u);
  EXPECT_EQ(offsets(first.std140), (Offsets{0, 4, 16}));
  StructMember list = member("c", "float");
  list.type.array_length = 3;
  const Layouts arrays = layouts(structure(
      {member("w", "int32"), nested("x", {member("a", "int32"), member("b", "int32"), list}),
       member("y", "float")}));
  EXPECT_EQ(arrays.std140.stride, 96u);
  EXPECT_EQ(arrays.std430.stride, 28u);
  EXPECT_EQ(offsets(arrays.std140), (Offsets{0, 16, 20, 32, 48, 64, 80}));
  EXPECT_EQ(offsets(arrays.std430), (Offsets{0, 4, 8, 12, 16, 20, 24}));
  EXPECT_EQ(arrays.std430.fields[4].path, ".x.c[1]");
}

TEST(Layout, OffsetsAndStridesOfTheScript) {
  StructMember list = member("list", "uint32");
  list.type.array_length = 2;
  list.offset = 16;
  list.array_stride = 8;
  StructMember matrix = member("matrix", "mat2x2<float>");
  matrix.matrix_stride = 12;
  EXPECT_EQ(offsets(layouts(structure({list, matrix})).std430), (Offsets{16, 24, 32, 36, 44, 48}));
}

TEST(Layout, AStrideThatIsTooSmall) {
  StructType type{"s", {member("a", "vec4<float>")}, 8, {}, 0};
  ASSERT_TRUE(complete_struct(type));
  DataType small;
  small.name = "s";
  small.structure = std::make_shared<const StructType>(std::move(type));
  EXPECT_EQ(layout_of(small, LayoutRule::std430).error().message,
            "s takes more than its stride of 8 bytes");
}

TEST(Layout, ImageFormats) {
  EXPECT_EQ(layouts("R32G32B32_SFLOAT").std140.stride, 12u);
  EXPECT_EQ(offsets(layouts("R8G8B8A8_UNORM").std430), (Offsets{0, 1, 2, 3}));
  EXPECT_EQ(layouts("R8G8_SNORM").std430.fields[1].kind, ScalarKind::int8);
  EXPECT_EQ(layouts("R64G64_UINT").std430.fields[1].kind, ScalarKind::uint64);
  EXPECT_EQ(layouts("R16_SFLOAT").std430.fields[0].kind, ScalarKind::float16);
  EXPECT_EQ(layouts("A2B10G10R10_UINT_PACK32").std430.fields.size(), 1u);
  EXPECT_EQ(layouts("R5G6B5_UNORM_PACK16").std430.stride, 2u);
  EXPECT_EQ(offsets(layouts("D32_SFLOAT_S8_UINT").std430), (Offsets{0, 4}));
  EXPECT_EQ(layouts("D24_UNORM_S8_UINT").std430.stride, 4u);
}

TEST(DataType, NamesOfAmberScript) {
  for (const char* wrong : {"", "vec2", "vec5<float>", "vec2<float", "mat2<float>", "mat2x5<float>",
                            "uint", "float32", "vec2<vec2<float>>", "R8G8B8A8", "float[3]"}) {
    EXPECT_FALSE(parse_amber_type(wrong)) << wrong;
  }
  EXPECT_EQ(parse_amber_type("mat2x3<double>")->columns, 2u);
  EXPECT_EQ(parse_amber_type("mat2x3<double>")->rows, 3u);
}

TEST(DataType, NamesOfVkScript) {
  EXPECT_EQ(parse_vk_type("u8vec3")->scalar, ScalarKind::uint8);
  EXPECT_EQ(parse_vk_type("i64vec2")->rows, 2u);
  EXPECT_EQ(parse_vk_type("dmat3x2")->columns, 3u);
  EXPECT_EQ(parse_vk_type("mat3")->columns, 3u);
  EXPECT_EQ(parse_vk_type("mat3")->rows, 3u);
  EXPECT_EQ(parse_vk_type("dmat2")->scalar, ScalarKind::float64);
  EXPECT_EQ(parse_vk_type("uint16_t")->scalar, ScalarKind::uint16);
  EXPECT_EQ(parse_vk_type("vec4")->scalar, ScalarKind::float32);
  for (const char* wrong : {"", "imat2x2", "vec5", "mat5", "imat2", "xvec2", "int32", "vec2x"}) {
    EXPECT_FALSE(parse_vk_type(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace spirv_oracle::amber
