#include "data/png_image.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>

namespace spirv_oracle {
namespace {

constexpr std::size_t signature_size = 8;
constexpr std::size_t texel_size = 4;
constexpr png_alloc_size_t max_chunk_bytes = 1 << 24;  // other than header and texels
constexpr std::uint64_t max_compression = 1032;        // the most bytes that deflate makes of one

// libpng uses longjmp for errors in the file. Therefore all code between the setjmp and libpng is
// here and in plain functions, and owns nothing that C++ would have to destroy.
struct Reader {
  std::span<const std::byte> rest;
  std::array<char, 128> error{};
};

// Leaves with longjmp.
[[noreturn]] void stop(png_structp png, png_const_charp message) {
  auto& reader = *static_cast<Reader*>(png_get_error_ptr(png));
  std::strncpy(reader.error.data(), message, reader.error.size() - 1);
  png_longjmp(png, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

void read_bytes(png_structp png, png_bytep to, png_size_t count) {
  auto& reader = *static_cast<Reader*>(png_get_io_ptr(png));
  if (count > reader.rest.size()) png_error(png, "the file is truncated");
  std::memcpy(to, reader.rest.data(), count);
  reader.rest = reader.rest.subspan(count);
}

// The structures of libpng for one file.
struct Session {
  explicit Session(Reader& reader)
      : png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, stop, ignore_warning)),
        info(png == nullptr ? nullptr : png_create_info_struct(png)) {
    if (info != nullptr) png_set_read_fn(png, &reader, read_bytes);
  }
  ~Session() { png_destroy_read_struct(&png, &info, nullptr); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  png_structp png;
  png_infop info;
};

// Reads everything before the texels, and sets how to convert them. False: the reader has the error.
bool read_header(Session& session, std::size_t file_size, std::uint32_t& width,
                 std::uint32_t& height) {
  if (setjmp(png_jmpbuf(session.png)) != 0) return false;
  // The caller limits the sides, with its own message.
  png_set_user_limits(session.png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(session.png, max_chunk_bytes);
  png_read_info(session.png, session.info);
  width = png_get_image_width(session.png, session.info);
  height = png_get_image_height(session.png, session.info);
  // Reported before memory is allocated for texels that cannot exist.
  const std::uint64_t bytes = std::uint64_t{png_get_rowbytes(session.png, session.info)} * height;
  if (bytes / max_compression > file_size) png_error(session.png, "the file is truncated");
  return true;
}

// Into 4 * width bytes for each of `height` rows.
bool read_texels(Session& session, std::byte* texels, std::uint32_t width, std::uint32_t height) {
  if (setjmp(png_jmpbuf(session.png)) != 0) return false;
  png_set_strip_16(session.png);
  png_set_expand(session.png);
  png_set_gray_to_rgb(session.png);
  png_set_add_alpha(session.png, 0xFF, PNG_FILLER_AFTER);
  const int passes = png_set_interlace_handling(session.png);
  png_read_update_info(session.png, session.info);
  const std::size_t row_bytes = texel_size * width;
  if (png_get_rowbytes(session.png, session.info) != row_bytes)
    png_error(session.png, "the texels must have four bytes each");
  for (int pass = 0; pass < passes; ++pass) {
    for (std::uint32_t row = 0; row < height; ++row)
      png_read_row(session.png, reinterpret_cast<png_bytep>(texels + row_bytes * row), nullptr);
  }
  png_read_end(session.png, nullptr);
  return true;
}

tl::unexpected<Error> wrong(const Reader& reader) {
  return bad_input(fmt::format("malformed PNG file: {}", reader.error.data()));
}

}  // namespace

Result<PngImage> decode_png(std::span<const std::byte> file, std::uint32_t max_side,
                            std::uint64_t max_bytes) {
  const auto* const begin = reinterpret_cast<png_const_bytep>(file.data());
  if (file.size() < signature_size || png_sig_cmp(begin, 0, signature_size) != 0)
    return bad_input("not a PNG file");
  Reader reader{file};
  Session session(reader);
  if (session.info == nullptr) return limit_reached("out of memory while reading a PNG file");
  PngImage image;
  if (!read_header(session, file.size(), image.width, image.height)) return wrong(reader);
  const std::uint64_t bytes = std::uint64_t{texel_size} * image.width * image.height;
  if (std::max(image.width, image.height) > max_side || bytes > max_bytes) {
    return limit_reached(
        fmt::format("the picture of {} x {} texels is too large: a side may have {}, and all of "
                    "them {} bytes",
                    image.width, image.height, max_side, max_bytes));
  }
  image.texels.resize(bytes);
  if (!read_texels(session, image.texels.data(), image.width, image.height)) return wrong(reader);
  return image;
}

Result<std::vector<std::byte>> encode_png(const PngImage& image) {
  png_image description{};
  description.version = PNG_IMAGE_VERSION;
  description.width = image.width;
  description.height = image.height;
  description.format = PNG_FORMAT_RGBA;
  const auto write = [&](void* memory, png_alloc_size_t& size) {
    return png_image_write_to_memory(&description, memory, &size, 0, image.texels.data(), 0,
                                     nullptr) != 0;
  };
  png_alloc_size_t size = 0;
  std::vector<std::byte> file;
  if (write(nullptr, size)) {
    file.resize(size);
    if (write(file.data(), size)) return file;
  }
  return limit_reached(fmt::format("cannot write a PNG file: {}", description.message));
}

}  // namespace spirv_oracle
