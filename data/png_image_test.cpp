#include "data/png_image.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace spirv_oracle {
namespace {

constexpr std::uint32_t max_side = 1 << 16;
constexpr std::uint64_t max_bytes = 1 << 20;

enum ColorType : std::uint8_t { grey = 0, rgb = 2, palette = 3, grey_alpha = 4, rgba = 6 };

using Bytes = std::vector<std::uint8_t>;

// A naive writer of PNG files, by their specification: checksums bit by bit, texels not compressed.
class PngFile {
 public:
  PngFile(std::uint32_t width, std::uint32_t height, int depth, ColorType type, bool adam7 = false)
      : file_{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'} {
    Bytes header = big_endian(width);
    for (const std::uint8_t byte : big_endian(height)) header.push_back(byte);
    for (const int byte : {depth, int{type}, 0, 0, adam7 ? 1 : 0})
      header.push_back(static_cast<std::uint8_t>(byte));
    chunk("IHDR", header);
  }

  PngFile& chunk(const std::string& name, const Bytes& data) {
    append(big_endian(static_cast<std::uint32_t>(data.size())));
    Bytes named(name.begin(), name.end());
    named.insert(named.end(), data.begin(), data.end());
    append(named);
    append(big_endian(crc32(named)));
    return *this;
  }

  // Each row with its filter 0 in front, in one stored block.
  PngFile& rows(const std::vector<Bytes>& all) {
    Bytes raw;
    for (const Bytes& row : all) {
      raw.push_back(0);
      raw.insert(raw.end(), row.begin(), row.end());
    }
    const auto size = static_cast<std::uint16_t>(raw.size());
    const auto low = static_cast<std::uint8_t>(size), high = static_cast<std::uint8_t>(size >> 8);
    Bytes stream{0x78,
                 0x01,
                 0x01,
                 low,
                 high,
                 static_cast<std::uint8_t>(~low),
                 static_cast<std::uint8_t>(~high)};
    stream.insert(stream.end(), raw.begin(), raw.end());
    for (const std::uint8_t byte : big_endian(adler32(raw))) stream.push_back(byte);
    return chunk("IDAT", stream);
  }

  PngFile& end() { return chunk("IEND", {}); }
  Bytes& bytes() { return file_; }

  Result<PngImage> decode(std::uint32_t side = max_side, std::uint64_t bytes = max_bytes) const {
    return decode_png(std::as_bytes(std::span(file_)), side, bytes);
  }

 private:
  static Bytes big_endian(std::uint32_t value) {
    return {static_cast<std::uint8_t>(value >> 24), static_cast<std::uint8_t>(value >> 16),
            static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
  }
  static std::uint32_t crc32(const Bytes& data) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const std::uint8_t byte : data) {
      crc ^= byte;
      for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
    }
    return ~crc;
  }
  static std::uint32_t adler32(const Bytes& data) {
    std::uint32_t a = 1, b = 0;
    for (const std::uint8_t byte : data) {
      a = (a + byte) % 65521;
      b = (b + a) % 65521;
    }
    return (b << 16) | a;
  }
  void append(const Bytes& bytes) { file_.insert(file_.end(), bytes.begin(), bytes.end()); }

  Bytes file_;
};

// The texels as 0xRRGGBBAA.
std::vector<std::uint32_t> colors(const Result<PngImage>& image) {
  std::vector<std::uint32_t> colors;
  if (!image) return colors;
  for (std::size_t i = 0; i < image->texels.size(); i += 4) {
    std::uint32_t color = 0;
    for (std::size_t c = 0; c < 4; ++c)
      color = (color << 8) | std::to_integer<std::uint32_t>(image->texels[i + c]);
    colors.push_back(color);
  }
  return colors;
}

using Colors = std::vector<std::uint32_t>;

TEST(PngImage, RedGreenBlueAlphaRowByRow) {
  const auto image = PngFile(2, 2, 8, rgba)
                         .rows({{1, 2, 3, 4, 5, 6, 7, 8}, {9, 10, 11, 12, 13, 14, 15, 16}})
                         .end()
                         .decode();
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->width, 2u);
  EXPECT_EQ(image->height, 2u);
  EXPECT_EQ(colors(image), (Colors{0x01020304, 0x05060708, 0x090A0B0C, 0x0D0E0F10}));
}

TEST(PngImage, EveryColorTypeBecomesFourBytes) {
  EXPECT_EQ(colors(PngFile(1, 1, 8, rgb).rows({{1, 2, 3}}).end().decode()), Colors{0x010203FF});
  EXPECT_EQ(colors(PngFile(1, 1, 8, grey).rows({{9}}).end().decode()), Colors{0x090909FF});
  EXPECT_EQ(colors(PngFile(1, 1, 8, grey_alpha).rows({{9, 7}}).end().decode()), Colors{0x09090907});
  // Of fewer bits, the largest number is full intensity.
  EXPECT_EQ(colors(PngFile(4, 1, 2, grey).rows({{0x1B}}).end().decode()),
            (Colors{0x000000FF, 0x555555FF, 0xAAAAAAFF, 0xFFFFFFFF}));
  // Of 16 bits, the upper 8.
  EXPECT_EQ(colors(PngFile(1, 1, 16, rgb).rows({{1, 0xFF, 2, 0, 3, 0x80}}).end().decode()),
            Colors{0x010203FF});
}

TEST(PngImage, PalettesAndTransparentColors) {
  const auto with_palette = PngFile(3, 1, 8, palette)
                                .chunk("PLTE", {1, 2, 3, 4, 5, 6, 7, 8, 9})
                                .chunk("tRNS", {10, 20})
                                .rows({{2, 1, 0}})
                                .end()
                                .decode();
  EXPECT_EQ(colors(with_palette), (Colors{0x070809FF, 0x04050614, 0x0102030A}));
  const auto with_key = PngFile(2, 1, 8, rgb)
                            .chunk("tRNS", {0, 4, 0, 5, 0, 6})
                            .rows({{1, 2, 3, 4, 5, 6}})
                            .end()
                            .decode();
  EXPECT_EQ(colors(with_key), (Colors{0x010203FF, 0x04050600}));
}

TEST(PngImage, GammaIsNotApplied) {
  const auto image = PngFile(1, 1, 8, rgb)
                         .chunk("gAMA", {0, 1, 0x86, 0xA0})  // 1.0
                         .rows({{100, 150, 200}})
                         .end()
                         .decode();
  EXPECT_EQ(colors(image), Colors{0x6496C8FF});
}

TEST(PngImage, InterlacedFiles) {
  // Adam7 of 2 x 2 texels: the first, its right neighbor, then the row below.
  const auto image = PngFile(2, 2, 8, grey, true).rows({{10}, {20}, {30, 40}}).end().decode();
  EXPECT_EQ(colors(image), (Colors{0x0A0A0AFF, 0x141414FF, 0x1E1E1EFF, 0x282828FF}));
}

TEST(PngImage, EveryPartOfAFileIsAnError) {
  PngFile whole = PngFile(2, 2, 8, rgb).rows({{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}}).end();
  ASSERT_TRUE(whole.decode());
  while (!whole.bytes().empty()) {
    whole.bytes().pop_back();
    const auto image = whole.decode();
    ASSERT_FALSE(image) << whole.bytes().size() << " bytes";
    EXPECT_EQ(image.error().status, Status::bad_input);
  }
}

TEST(PngImage, EveryChangedBitIsFoundOrHarmless) {
  const Bytes whole =
      PngFile(2, 2, 8, rgb).rows({{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}}).end().bytes();
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    PngFile changed(1, 1, 8, rgb);
    changed.bytes() = whole;
    changed.bytes()[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
    const auto image = changed.decode();
    if (!image) continue;
    // Checksums cover all but the signature's and a chunk's name bits that make it ancillary.
    EXPECT_EQ(colors(image), (Colors{0x010203FF, 0x040506FF, 0x070809FF, 0x0A0B0CFF})) << bit;
  }
}

TEST(PngImage, SizesAreLimited) {
  const std::vector<Bytes> rows{{1, 2, 3}};
  const auto limited = PngFile(3, 1, 8, grey).rows(rows).end();
  EXPECT_TRUE(limited.decode(3, 12));
  EXPECT_EQ(limited.decode(2, 12).error().status, Status::limit);
  EXPECT_EQ(limited.decode(3, 11).error().status, Status::limit);
}

TEST(PngImage, NoMemoryIsTakenForTexelsThatCannotBeThere) {
  for (const std::uint32_t side : {60000u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu}) {
    const auto image = PngFile(side, side, 8, rgba)
                           .rows({{1, 2, 3, 4}})
                           .end()
                           .decode(max_side, std::uint64_t{1} << 40);
    ASSERT_FALSE(image) << side;
    EXPECT_EQ(image.error().status, Status::bad_input) << image.error().message;
  }
  EXPECT_FALSE(PngFile(0, 1, 8, grey).rows({{}}).end().decode());
}

TEST(PngImage, OtherFilesAreNotPng) {
  for (const std::string text : {"", "\x89PNG", "GIF89a..........", "#!amber\n"}) {
    const auto image = decode_png(std::as_bytes(std::span(text)), max_side, max_bytes);
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().message, "not a PNG file");
  }
}

}  // namespace
}  // namespace spirv_oracle
