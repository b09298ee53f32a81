#include "data/optimal_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "data/data.h"

namespace spirv_oracle {
namespace {

ShadowedBytes data_of(std::string_view text) {
  const auto data = parse_data(text, {});
  EXPECT_TRUE(data.has_value()) << text << ": " << (data ? "" : data.error().message);
  return data.value_or(ShadowedBytes{});
}

std::string message(std::string_view text) {
  const auto data = parse_data(text, {});
  return data ? "no error" : data.error().message;
}

TEST(OptimalMatrix, EachElementHasAPlaceOfItsOwn) {
  for (const OptimalLayout layout : {OptimalLayout::inferencing, OptimalLayout::training}) {
    for (std::uint64_t rows = 1; rows <= 19; ++rows) {
      for (std::uint64_t columns = 1; columns <= 19; ++columns) {
        const OptimalPlacement placement{layout, rows, columns};
        std::set<std::uint64_t> places;
        for (std::uint64_t row = 0; row < rows; ++row) {
          for (std::uint64_t column = 0; column < columns; ++column)
            places.insert(placement.place(row, column));
        }
        EXPECT_EQ(places.size(), rows * columns);
        EXPECT_LT(*places.rbegin(), placement.elements());
        EXPECT_LT(placement.elements(), rows * columns + 16 * (rows + columns));
      }
    }
  }
}

// Two rows of eight columns, and eight rows of two columns, are one tile.
TEST(OptimalMatrix, TilesAreConsecutive) {
  EXPECT_EQ(data_of("uint8:inferencing_optimal(2x9,iota(18))").bytes,
            data_of("uint8:0,9,1,10,2,11,3,12,4,13,5,14,6,15,7,16,8,17,fill(14,0)").bytes);
  EXPECT_EQ(data_of("uint8:training_optimal(9x2,iota(18))").bytes,
            data_of("uint8:iota(18),fill(14,0)").bytes);
  EXPECT_EQ(data_of("uint8:training_optimal(2x3,1,2,3,4,5,6)").bytes,
            data_of("uint8:1,2,4,5,fill(12,0),3,0,6,fill(13,0)").bytes);
}

TEST(OptimalMatrix, OnlyArraysOfFloatsAreNotOpaque) {
  const auto state = [](std::string_view text) { return data_of(text).shadow[0]; };
  EXPECT_EQ(state("float32:training_optimal(1x1,1)"), Definedness::defined);
  EXPECT_EQ(state("float16:training_optimal(1x1,1)"), Definedness::defined);
  for (const char* text :
       {"float32:inferencing_optimal(1x1,1)", "float16:inferencing_optimal(1x1,1)",
        "float64:training_optimal(1x1,1)", "int32:training_optimal(1x1,1)",
        "bfloat16:training_optimal(1x1,1)", "float8e4m3:training_optimal(1x1,1)"})
    EXPECT_EQ(state(text), Definedness::implementation_dependent) << text;
  EXPECT_EQ(state("int8:inferencing_optimal(1x1,undef)"), Definedness::uninitialized);
}

TEST(OptimalMatrix, ConvertsBack) {
  const ShadowedBytes elements = data_of("float16:1,2,undef,4,5,6,7,8,9,10");
  for (const char* type : {"float16:inferencing_optimal(5x2)", "float16:training_optimal(2x5)"}) {
    const auto matrix = parse_optimal_matrix(type);
    ASSERT_TRUE(matrix && *matrix) << type;
    const ShadowedBytes bytes = in_optimal_layout(**matrix, elements);
    EXPECT_EQ(from_optimal_layout(**matrix, bytes), elements) << type;
    ShadowedBytes fewer = bytes;
    fewer.bytes.pop_back();
    fewer.shadow.pop_back();
    EXPECT_FALSE(from_optimal_layout(**matrix, fewer)) << type;
  }
}

TEST(OptimalMatrix, Mistakes) {
  EXPECT_EQ(message("float16:training_optimal(2x2,1,2,3)"),
            "training_optimal needs 4 values of 2 bytes after its size, but has 6 bytes");
  EXPECT_EQ(message("float16:training_optimal(2,1,2)"),
            "the size of a matrix must be ROWSxCOLUMNS, not '2'");
  EXPECT_EQ(message("float16:training_optimal(0x2)"),
            "a matrix must have from 1 to 65536 rows and columns, not 0x2");
  EXPECT_EQ(message("float16:training_optimal(99999999999x2)"),
            "a matrix must have from 1 to 65536 rows and columns, not 99999999999x2");
  EXPECT_EQ(message("float16x2:training_optimal(1x1,1,2)"), "the elements of a matrix are scalars");
  EXPECT_EQ(message("float16:training_optimal(1x1,training_optimal(1x1,1))"),
            "the elements of a matrix are scalars");
  EXPECT_FALSE(parse_optimal_matrix("float16"));
  EXPECT_FALSE(parse_optimal_matrix("{float x;}"));
  EXPECT_FALSE(parse_optimal_matrix("float16:fill(2x2)"));
  EXPECT_FALSE(*parse_optimal_matrix("float99:training_optimal(2x2)"));
}

}  // namespace
}  // namespace spirv_oracle
