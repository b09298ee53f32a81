#include "data/data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "data/scalar.h"

namespace spirv_oracle {
namespace {

DataContext context_with_memories() {
  DataContext context;
  context.address_of = [](std::string_view name) -> std::optional<std::uint64_t> {
    if (name == "nodes") return 0x1000;
    return std::nullopt;
  };
  return context;
}

template <class T>
std::vector<T> values(std::string_view text) {
  const auto data = parse_data(text, context_with_memories());
  EXPECT_TRUE(data.has_value()) << text << ": " << (data ? "" : data.error().message);
  if (!data) return {};
  EXPECT_TRUE(std::all_of(data->shadow.begin(), data->shadow.end(),
                          [](Definedness d) { return d == Definedness::defined; }));
  EXPECT_EQ(data->bytes.size(), data->shadow.size());
  std::vector<T> result(data->bytes.size() / sizeof(T));
  EXPECT_EQ(result.size() * sizeof(T), data->bytes.size());
  if (!result.empty()) std::memcpy(result.data(), data->bytes.data(), data->bytes.size());
  return result;
}

std::string message(std::string_view text, Status status = Status::bad_input) {
  const auto data = parse_data(text, context_with_memories());
  if (data) return "no error";
  EXPECT_EQ(data.error().status, status);
  return data.error().message;
}

template <class T>
using Values = std::vector<T>;

TEST(Data, Integers) {
  EXPECT_EQ(values<std::uint32_t>("uint32:1,2,4294967295"),
            (Values<std::uint32_t>{1, 2, 4294967295U}));
  EXPECT_EQ(values<std::uint32_t>("uint32: 0x10 , +7"), (Values<std::uint32_t>{16, 7}));
  EXPECT_EQ(values<std::int8_t>("int8:-128,127,0xff"), (Values<std::int8_t>{-128, 127, -1}));
  EXPECT_EQ(values<std::int64_t>("int64:-9223372036854775808,9223372036854775807"),
            (Values<std::int64_t>{INT64_MIN, INT64_MAX}));
  EXPECT_EQ(values<std::uint64_t>("uint64:18446744073709551615"),
            (Values<std::uint64_t>{UINT64_MAX}));
  EXPECT_EQ(values<std::uint16_t>("uint16:-0"), (Values<std::uint16_t>{0}));
}

TEST(Data, IntegersOutOfRange) {
  EXPECT_EQ(message("uint8:300"), "300 is out of range for uint8 (0 to 255)");
  EXPECT_EQ(message("uint8:-1"), "-1 is out of range for uint8 (0 to 255)");
  EXPECT_EQ(message("int8:128"), "128 is out of range for int8 (-128 to 127)");
  EXPECT_EQ(message("int8:-129"), "-129 is out of range for int8 (-128 to 127)");
  EXPECT_EQ(message("int8:0x100"), "0x100 is out of range for int8 (-128 to 127)");
  EXPECT_EQ(message("int8:-0xff"), "-0xff is out of range for int8 (-128 to 127)");
  EXPECT_EQ(message("uint64:18446744073709551616"),
            "18446744073709551616 is out of range for uint64 (0 to 18446744073709551615)");
}

TEST(Data, Floats) {
  EXPECT_EQ(values<float>("float32:1.5,-2e-3,0x1.8p3,.5,3"),
            (Values<float>{1.5F, -2e-3F, 12.0F, 0.5F, 3.0F}));
  EXPECT_EQ(values<std::uint32_t>("float32:-0,inf,-inf,nan,-nan"),
            (Values<std::uint32_t>{0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000}));
  EXPECT_EQ(values<double>("float64:0.1,1e300"), (Values<double>{0.1, 1e300}));
  EXPECT_EQ(values<std::uint32_t>("float32:1e-45,1e-46"), (Values<std::uint32_t>{1, 0}));
}

TEST(Data, FloatsRoundOnce) {
  // Halfway between two float32 values, plus less than a double can represent.
  EXPECT_EQ(values<std::uint32_t>("float32:1.00000005960464477539062500000000001"),
            (Values<std::uint32_t>{0x3f800001}));
}

// Every value reads back, and the ends of the formats print in full.
TEST(Data, SmallFloats) {
  for (const ScalarKind kind :
       {ScalarKind::float8_e4m3, ScalarKind::float8_e5m2, ScalarKind::bfloat16}) {
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << (8 * scalar_size(kind)); ++bits) {
      const std::string text = format_scalar(kind, bits);
      const auto back = parse_scalar(kind, text);
      ASSERT_TRUE(back) << text;
      if (std::isnan(float_value(kind, bits))) {
        ASSERT_EQ(text, "nan");
        ASSERT_TRUE(std::isnan(float_value(kind, *back)));
      } else {
        ASSERT_EQ(*back, bits) << scalar_name(kind) << " " << text;
      }
    }
  }
  EXPECT_EQ(format_scalar(ScalarKind::float8_e4m3, 0x7E), "448");
  EXPECT_EQ(format_scalar(ScalarKind::float8_e5m2, 0x7B), "57344");
  EXPECT_EQ(format_scalar(ScalarKind::float8_e5m2, 0xFC), "-inf");
  EXPECT_FALSE(parse_scalar(ScalarKind::float8_e4m3, "inf"));
  EXPECT_FALSE(parse_scalar(ScalarKind::float8_e4m3, "465"));
  EXPECT_TRUE(parse_scalar(ScalarKind::float8_e4m3, "464"));
}

// Of 4, 6 and 8 bits.
TEST(Data, MicroscalingTypes) {
  for (const ScalarKind kind :
       {ScalarKind::float6_e2m3, ScalarKind::float6_e3m2, ScalarKind::float4_e2m1,
        ScalarKind::float8_e8m0, ScalarKind::mxint8}) {
    for (std::uint32_t bits = 0; bits <= encoded_format(kind)->all_bits(); ++bits) {
      const std::string text = format_scalar(kind, bits);
      const auto back = parse_scalar(kind, text);
      if (kind == ScalarKind::mxint8 && bits == 0x80) {
        EXPECT_EQ(text, "-2");
        EXPECT_FALSE(back);
        continue;
      }
      ASSERT_TRUE(back) << text;
      ASSERT_EQ(*back, bits) << scalar_name(kind) << " " << text;
    }
  }
  EXPECT_EQ(format_scalar(ScalarKind::float4_e2m1, 0xF), "-6");
  EXPECT_EQ(format_scalar(ScalarKind::float6_e2m3, 0x1F), "7.5");
  EXPECT_EQ(format_scalar(ScalarKind::float8_e8m0, 0xFF), "nan");
  EXPECT_EQ(values<std::uint8_t>("float8e8m0:1,0.5,nan,0x1p127;mxint8:1,-1,-0,0.5"),
            (Values<std::uint8_t>{127, 126, 255, 254, 64, 192, 0, 32}));
  EXPECT_EQ(message("mxint8:2"), "2 is out of range for mxint8");
  EXPECT_EQ(message("mxint8:nan"), "mxint8 has no NaNs");
  EXPECT_EQ(message("float8e8m0:inf"), "float8e8m0 has no infinities");
  EXPECT_EQ(message("float8e8m0:0"), "0 is out of range for float8e8m0");
  EXPECT_EQ(message("float8e8m0:-1"), "-1 is out of range for float8e8m0");
  // Buffers do not have values of 4 and 6 bits.
  EXPECT_FALSE(parse_element_type("float4e2m1"));
  EXPECT_FALSE(parse_element_type("float6e3m2"));
}

TEST(Data, HalfFloats) {
  EXPECT_EQ(values<std::uint16_t>("float16:0,-0,1,65504,-2,nan,inf"),
            (Values<std::uint16_t>{0, 0x8000, 0x3c00, 0x7bff, 0xc000, 0x7e00, 0x7c00}));
  // The least value, half of it (a tie, to even), a little more; and the least normal value.
  EXPECT_EQ(values<std::uint16_t>("float16:0x1p-24,0x1p-25,0x1.01p-25,0x1p-14"),
            (Values<std::uint16_t>{1, 0, 1, 0x0400}));
  // Ties at the last place, and a carry into the exponent.
  EXPECT_EQ(values<std::uint16_t>("float16:2049,2051,4095.5"),
            (Values<std::uint16_t>{0x6800, 0x6802, 0x6c00}));
  EXPECT_EQ(message("float16:65520"),
            "65520 is out of range for float16: write inf if infinity is meant");
}

TEST(Data, MalformedValues) {
  EXPECT_EQ(message("uint32:1.5"),
            "'1.5' is not a value of type uint32: write a decimal or 0x integer");
  EXPECT_EQ(message("uint32:"), "no values: write zero(0) for an empty resource");
  EXPECT_EQ(message("uint32:1,,2"),
            "a value is missing: two consecutive commas, or a comma at the start or end");
  EXPECT_EQ(message("uint32:1,"),
            "a value is missing: two consecutive commas, or a comma at the start or end");
  for (const char* text : {"float32:0x10", "float32:1f", "float32:--1", "float32:1e", "float32:x",
                           "float32:1 2", "uint32:0x", "uint32:-", "uint32:1e3"}) {
    EXPECT_NE(message(text).find("is not a value of type"), std::string::npos) << text;
  }
  EXPECT_EQ(message("float32:1e39"),
            "1e39 is out of range for float32: write inf if infinity is meant");
}

TEST(Data, Types) {
  EXPECT_NE(message("uint9:1").find("unknown type 'uint9': use int8 "), std::string::npos);
  EXPECT_NE(message("uint32x5:1").find("unknown type 'uint32x5'"), std::string::npos);
  EXPECT_NE(message("bool:true").find("unknown type 'bool'"), std::string::npos);
  EXPECT_NE(message("12").find("invalid DATA '12': expected TYPE:value"), std::string::npos);
  EXPECT_NE(message("").find("invalid DATA ''"), std::string::npos);
}

TEST(Data, VectorsAreTightlyPacked) {
  EXPECT_EQ(values<std::uint16_t>("uint16x3:1,2,3,4,5,6"),
            (Values<std::uint16_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values<std::uint32_t>("uint32x2:fill(2,7)"), (Values<std::uint32_t>{7, 7, 7, 7}));
  EXPECT_EQ(values<std::uint32_t>("uint32x2:fill(2,7,8)"), (Values<std::uint32_t>{7, 8, 7, 8}));
  EXPECT_EQ(values<std::uint32_t>("uint32x2:iota(2,5)"), (Values<std::uint32_t>{5, 6, 7, 8}));
  EXPECT_EQ(
      message("uint32x3:1,2,3,4"),
      "4 values do not form whole elements of type uint32x3: the number must be a multiple of 3");
}

TEST(Data, Fill) {
  EXPECT_EQ(values<std::int32_t>("int32:1,fill(2,-3),4"), (Values<std::int32_t>{1, -3, -3, 4}));
  EXPECT_TRUE(values<std::int32_t>("int32:fill(0,1)").empty());
  EXPECT_EQ(message("int32:fill(2)"), "invalid arguments of fill: expected fill(N,value)");
  EXPECT_EQ(message("int32:fill(-2,1)"),
            "the number of elements of fill must be an integer, not '-2'");
}

TEST(Data, Iota) {
  EXPECT_EQ(values<std::uint8_t>("uint8:iota(4)"), (Values<std::uint8_t>{0, 1, 2, 3}));
  EXPECT_EQ(values<std::uint8_t>("uint8:iota(3,5,-2)"), (Values<std::uint8_t>{5, 3, 1}));
  EXPECT_EQ(values<std::uint64_t>("uint64:iota(2,0xfffffffffffffffe)"),
            (Values<std::uint64_t>{UINT64_MAX - 1, UINT64_MAX}));
  EXPECT_EQ(values<float>("float32:iota(3,0.5,0.25)"), (Values<float>{0.5F, 0.75F, 1.0F}));
  EXPECT_EQ(message("uint8:iota(300)"),
            "iota exceeds the range of uint8: its last value would be 299");
  EXPECT_EQ(message("uint8:iota(3,1,-1)"),
            "iota exceeds the range of uint8: its last value would be -1");
}

// The expected values come from another implementation of the generator.
TEST(Data, Random) {
  EXPECT_EQ(values<std::uint32_t>("uint32:random(5,7,0,99)"),
            (Values<std::uint32_t>{15, 50, 78, 46, 21}));
  EXPECT_EQ(values<std::int8_t>("int8:random(5,7,-5,5)"), (Values<std::int8_t>{-5, 2, 4, -3, 0}));
  EXPECT_EQ(values<std::uint32_t>("uint32:random(3,7)"),
            (Values<std::uint32_t>{3949386151, 2050277730, 543778766}));
  EXPECT_EQ(values<std::uint64_t>("uint64:random(2,7)"),
            (Values<std::uint64_t>{13915952638675311015U, 17511516338625233250U}));
  EXPECT_EQ(values<double>("float64:random(2,3)"),
            (Values<double>{0.558765989623179, 0.1957637547611618}));
  EXPECT_EQ(values<double>("float64:random(2,3,-2,3)"),
            (Values<double>{0x1.9670e1037c7dbp-1, -0x1.056c2201cb110p+0}));
}

TEST(Data, RandomKeepsItsBounds) {
  for (const float value : values<float>("float32:random(1000,1,1,1.0000002)")) {
    EXPECT_GE(value, 1.0F);
    EXPECT_LT(value, 1.0000002F);
  }
  EXPECT_EQ(values<std::int64_t>("int64:random(2,1,9,9)"), (Values<std::int64_t>{9, 9}));
  EXPECT_EQ(message("int32:random(2,1,3,2)"), "random requires lo <= hi");
  EXPECT_EQ(message("float32:random(2,1,1,1)"), "random requires lo < hi, both finite");
  EXPECT_EQ(message("float64:random(2,1,-1e308,1e308)"), "random requires lo < hi, both finite");
  EXPECT_EQ(message("int32:random(2)"),
            "invalid arguments of random: expected random(N,seed) or random(N,seed,lo,hi)");
}

TEST(Data, Undefined) {
  const auto data = parse_data("uint16:1,undef,fill(2,undef)", {});
  ASSERT_TRUE(data.has_value());
  const auto u = Definedness::uninitialized;
  const auto d = Definedness::defined;
  EXPECT_EQ(data->shadow, (Values<Definedness>{d, d, u, u, u, u, u, u}));
  const auto bytes = parse_data("undef(3)", {});
  ASSERT_TRUE(bytes.has_value());
  EXPECT_EQ(bytes->shadow, (Values<Definedness>{u, u, u}));
}

TEST(Data, Bytes) {
  EXPECT_EQ(values<std::uint8_t>("zero(2)"), (Values<std::uint8_t>{0, 0}));
  EXPECT_TRUE(values<std::uint8_t>("zero(0)").empty());
  EXPECT_EQ(message("zero(1,2)"), "invalid arguments of zero: expected zero(BYTES)");
  EXPECT_EQ(message("uint32:zero(4)"),
            "zero(4) counts bytes and has no TYPE; among values write fill(N,0)");
  EXPECT_EQ(message("uint32:foo(4)"),
            "unknown function 'foo': use fill, iota, random, address, "
            "inferencing_optimal or training_optimal");
}

TEST(Data, PartsFollowEachOther) {
  EXPECT_EQ(values<std::uint8_t>("uint16:258;uint8:3; zero(1)"),
            (Values<std::uint8_t>{2, 1, 3, 0}));
  EXPECT_NE(message("uint8:1;").find("invalid DATA ''"), std::string::npos);
}

TEST(Data, Addresses) {
  EXPECT_EQ(values<std::uint64_t>("uint64:address(nodes),address(nodes+0x10)"),
            (Values<std::uint64_t>{0x1000, 0x1010}));
  EXPECT_EQ(message("uint64:address(other)"), "no memory 'other': add --memory other=DATA");
  EXPECT_EQ(message("uint32:address(nodes)"), "address() is a 64-bit value: use it in uint64 data");
}

TEST(Data, Limits) {
  DataContext context;
  context.max_memory = 200;
  for (const char* text : {"zero(101)", "uint32:fill(26,0)", "uint32:fill(0xffffffffffffffff,0)",
                           "uint32x4:random(4611686018427387904,1)", "zero(50);zero(51)"}) {
    const auto data = parse_data(text, context);
    ASSERT_FALSE(data.has_value()) << text;
    EXPECT_EQ(data.error().status, Status::limit);
    EXPECT_NE(data.error().message.find("--max-memory"), std::string::npos);
  }
  EXPECT_TRUE(parse_data("uint32:fill(25,0)", context).has_value());
}

class DataFile : public ::testing::Test {
 public:
  ~DataFile() override {
    for (const std::string& path : paths_) std::filesystem::remove(path);
  }

 protected:
  std::string write(const std::string& name, const std::string& content) {
    std::string path = testing::TempDir() + "spirv_oracle_data_test_" + name;
    std::ofstream(path, std::ios::binary) << content;
    paths_.push_back(path);
    return path;
  }

  static std::string npy(const std::string& header, const std::string& data) {
    std::string file = std::string("\x93NUMPY\x01\x00", 8);
    file += static_cast<char>(header.size());
    file += '\0';
    return file + header + data;
  }

 private:
  std::vector<std::string> paths_;
};

TEST_F(DataFile, Raw) {
  const std::string path = write("a;b.bin", "abc");
  EXPECT_EQ(values<char>("@" + path), (Values<char>{'a', 'b', 'c'}));
  EXPECT_EQ(values<char>("uint8:1;@" + path), (Values<char>{1, 'a', 'b', 'c'}));
  EXPECT_EQ(message("uint8:@a.bin"), "a file has no TYPE: write @a.bin");
  EXPECT_EQ(message("@/no/such/file"), "cannot read /no/such/file: No such file or directory");
  EXPECT_EQ(message("@"), "@ must be followed by the name of a file");
}

TEST_F(DataFile, Masked) {
  const std::string path = write("masked.bin", "abcdefghi");
  write("masked.bin.undef", std::string("\x82\x01", 2));
  const auto data = parse_data("uint8:7;masked@" + path, {});
  ASSERT_TRUE(data.has_value());
  ASSERT_EQ(data->size(), 10u);
  for (std::size_t i = 0; i < data->size(); ++i) {
    const bool is_undefined = i == 1 + 1 || i == 1 + 7 || i == 1 + 8;
    EXPECT_EQ(data->shadow[i] != Definedness::defined, is_undefined) << i;
  }
  write("masked.bin.undef", std::string("\x82", 1));
  EXPECT_NE(message("masked@" + path).find("a mask of the 9 bytes"), std::string::npos);
  write("masked.bin.undef", std::string("\x82\x01\x00", 3));
  EXPECT_NE(message("masked@" + path).find("a mask of the 9 bytes"), std::string::npos);
  const std::string other = write("unmasked.bin", "a");
  EXPECT_EQ(message("masked@" + other),
            "cannot read " + other + ".undef: No such file or directory");
}

TEST_F(DataFile, Npy) {
  const std::string shape = "'fortran_order': False, 'shape': (2,), }\n";
  const auto little = write("little.npy", npy("{'descr': '<u2', " + shape, "\1\2\3\4"));
  EXPECT_EQ(values<std::uint16_t>("@" + little), (Values<std::uint16_t>{0x0201, 0x0403}));
  const auto big = write("big.npy", npy("{'descr': '>u2', " + shape, "\1\2\3\4"));
  EXPECT_EQ(values<std::uint16_t>("@" + big), (Values<std::uint16_t>{0x0102, 0x0304}));
  const auto scalar =
      write("scalar.npy", npy("{'descr': '|i1', 'fortran_order': False, 'shape': (), }", "\7"));
  EXPECT_EQ(values<std::uint8_t>("@" + scalar), (Values<std::uint8_t>{7}));
}

TEST_F(DataFile, MalformedNpy) {
  const auto error = [this](const std::string& content) {
    const std::string path = write("bad.npy", content);
    const std::string text = message("@" + path);
    return text.substr(std::min(text.size(), path.size() + 2));
  };
  EXPECT_EQ(error("abc"), "not a NumPy .npy file");
  EXPECT_EQ(error(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (2,), }", "\1\2")),
            "the header declares 2 elements of 2 bytes, but 2 bytes follow");
  EXPECT_EQ(error(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", "12345678")),
            "the array's dtype must be an integer or float type of 1, 2, 4 or 8 bytes");
  EXPECT_EQ(error(npy("{'descr': '<u1', 'fortran_order': True, 'shape': (1, 2), }", "ab")),
            "the array is in Fortran order; save numpy.ascontiguousarray(array) instead");
  EXPECT_EQ(error(npy("{'descr': '<u1', 'shape': (1, 2), }", "ab")), "malformed .npy header");
  EXPECT_EQ(error(npy("{}", "").substr(0, 10) + "          "), "malformed .npy header");
  EXPECT_EQ(error(std::string("\x93NUMPY\x01\x00\xff\xff    ", 14)),
            "the .npy header is truncated");
}

}  // namespace
}  // namespace spirv_oracle
