// The bit instructions, against definitions that process one bit after the other. Shifts and fields
// beyond the width are undefined and excluded here.

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/instructions/elementwise_for_test.h"

namespace spirv_oracle::test {
namespace {

// A result whose bit number n is bit(n).
Row from_bits(unsigned width, const std::function<bool(Bits)>& bit) {
  Bits result = 0;
  for (Bits n = 0; n < width; ++n) result |= Bits{bit(n)} << n;
  return {result};
}
bool bit_of(Bits value, Bits n) { return (value >> n & 1) != 0; }

TEST(ElementwiseBit, BitwiseInstructionsWorkBitByBit) {
  struct Bitwise {
    const char* name;
    std::vector<bool> results;  // by the bit of Operand 1 + 2 * that of Operand 2
  };
  const std::vector<Bitwise> all{{"OpBitwiseOr", {false, true, true, true}},
                                 {"OpBitwiseXor", {false, true, true, false}},
                                 {"OpBitwiseAnd", {false, false, false, true}},
                                 {"OpNot", {true, false}}};
  for (const Bitwise& bitwise : all) {
    for (const std::string& type : integer_types()) {
      const unsigned width = width_of(type);
      check_all_sizes(
          {bitwise.name, type, std::vector<std::string>(bitwise.results.size() / 2, type)},
          [&](const Row& x) -> std::optional<Row> {
            return from_bits(width, [&](Bits n) {
              return bitwise.results[std::size_t{bit_of(x[0], n)} +
                                     (x.size() == 2 ? 2 * std::size_t{bit_of(x[1], n)} : 0)];
            });
          });
    }
  }
}

// Base and Shift may have any two integer types.
TEST(ElementwiseBit, ShiftsMoveBitsAndFillThoseThatBecomeFree) {
  struct Shift {
    const char* name;
    bool left, copies_sign;
  };
  for (const Shift& shift :
       {Shift{"OpShiftLeftLogical", true, false}, Shift{"OpShiftRightLogical", false, false},
        Shift{"OpShiftRightArithmetic", false, true}}) {
    for (const std::string& type : integer_types()) {
      const Bits width = width_of(type);
      for (const std::string shift_type : {"u8", "i16", "u32", "i64"}) {
        const Model model = [&](const Row& x) -> std::optional<Row> {
          if (x[1] >= width) return std::nullopt;
          return from_bits(width_of(type), [&](Bits n) {
            if (shift.left) return n >= x[1] && bit_of(x[0], n - x[1]);
            if (n + x[1] < width) return bit_of(x[0], n + x[1]);
            return shift.copies_sign && bit_of(x[0], width - 1);
          });
        };
        check_elementwise({shift.name, type, {type, shift_type}}, model);
        if (shift_type == type) check_elementwise({shift.name, type, {type, shift_type}, 3}, model);
      }
    }
  }
}

// Whether Offset and Count name a field of the operand.
bool is_field(Bits offset, Bits count, Bits width) {
  return offset <= width && count <= width && offset + count <= width;
}

// Offset and Count are scalars, here of any integer type each.
TEST(ElementwiseBit, BitFieldsAreTakenOutAndPutInAtTheirPlace) {
  for (const std::string& type : integer_types()) {
    const unsigned width = width_of(type);
    for (const char* offset_type : {"u8", "u64"}) {
      for (const char* count_type : {"i16", "u32"}) {
        Elementwise test{"OpBitFieldInsert", type, {type, type, offset_type, count_type}};
        test.first_scalar = 2;
        test.scalars_below = width + 1;
        check_all_sizes(test, [&](const Row& x) -> std::optional<Row> {
          const Bits offset = x[2], count = x[3];
          if (!is_field(offset, count, width)) return std::nullopt;
          return from_bits(width, [&](Bits n) {
            return n >= offset && n < offset + count ? bit_of(x[1], n - offset) : bit_of(x[0], n);
          });
        });
        for (const bool is_signed : {false, true}) {
          Elementwise extract{is_signed ? "OpBitFieldSExtract" : "OpBitFieldUExtract",
                              type,
                              {type, offset_type, count_type}};
          extract.first_scalar = 1;
          extract.scalars_below = width + 1;
          check_all_sizes(extract, [&](const Row& x) -> std::optional<Row> {
            const Bits offset = x[1], count = x[2];
            if (!is_field(offset, count, width)) return std::nullopt;
            return from_bits(width, [&](Bits n) {
              if (n < count) return bit_of(x[0], offset + n);
              return is_signed && count > 0 && bit_of(x[0], offset + count - 1);
            });
          });
        }
      }
    }
  }
}

TEST(ElementwiseBit, ReverseMirrorsBits) {
  for (const std::string& type : integer_types()) {
    const unsigned width = width_of(type);
    check_all_sizes({"OpBitReverse", type, {type}}, [&](const Row& x) -> std::optional<Row> {
      return from_bits(width, [&](Bits n) { return bit_of(x[0], width - 1 - n); });
    });
  }
}

// The result may have any width: 8 bits hold the number of 64.
TEST(ElementwiseBit, CountCountsSetBits) {
  for (const std::string& type : integer_types()) {
    for (const std::string& result : integer_types()) {
      check_all_sizes({"OpBitCount", result, {type}}, [&](const Row& x) -> std::optional<Row> {
        Bits count = 0;
        for (Bits n = 0; n < width_of(type); ++n) count += bit_of(x[0], n) ? 1 : 0;
        return Row{count};
      });
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::test
