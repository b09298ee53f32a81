// Texels of every format of Image Format. Compares the results of reads and writes with the definition of the format in
// exact arithmetic.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/dispatch.h"
#include "interpreter/instructions/image/texel_steps.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t count = 64;  // texels

std::vector<TexelFormat> all_formats() {
  std::vector<TexelFormat> formats;
  for (std::uint32_t i = 1; find_texel_format(i) != nullptr; ++i)
    formats.push_back(*find_texel_format(i));
  return formats;
}

std::string indices() {
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i)
    text += "%i" + std::to_string(i) + " = OpConstant %uint " + std::to_string(i) + "\n";
  return text;
}

// One after the other, because the module has no built-in inputs.
std::string copies() {
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::string copy = R"(
    %texel# = OpImageRead %vector %source %i#
    %p# = OpAccessChain %to_vector %read %zero %i#
    OpStore %p# %texel#
    %q# = OpAccessChain %to_vector %written %zero %i#
    %value# = OpLoad %vector %q#
    OpImageWrite %target %i# %value#
)";
    for (std::size_t at = copy.find('#'); at != std::string::npos; at = copy.find('#'))
      copy.replace(at, 1, std::to_string(i));
    text += copy;
  }
  return text;
}

// A shader that copies texel i of the buffer at binding 0 to element i at binding 1, and element i at
// binding 2 to texel i at binding 3. Elements are vectors of four.
std::string copying_shader(const TexelFormat& format) {
  const bool wide = format.components[0].bits == 64;
  const bool is_signed = format.components[0].encoding == TexelEncoding::sint;
  const std::string scalar = !format.is_integer() ? "OpTypeFloat 32"
                             : wide ? (is_signed ? "OpTypeInt 64 1" : "OpTypeInt 64 0")
                                    : (is_signed ? "OpTypeInt 32 1" : "OpTypeInt 32 0");
  const bool is_index = scalar == "OpTypeInt 32 0";
  return std::string(
             "OpCapability Shader\nOpCapability ImageBuffer\n"
             "OpCapability StorageImageExtendedFormats\n") +
         (wide ? "OpCapability Int64\nOpCapability Int64ImageEXT\n"
                 "OpExtension \"SPV_EXT_shader_image_int64\"\n"
               : "") +
         R"(
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %in %read %written %out
    OpExecutionMode %main LocalSize 1 1 1
    OpDecorate %array ArrayStride )" +
         (wide ? "32" : "16") + R"(
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %in DescriptorSet 0
    OpDecorate %in Binding 0
    OpDecorate %read DescriptorSet 0
    OpDecorate %read Binding 1
    OpDecorate %written DescriptorSet 0
    OpDecorate %written Binding 2
    OpDecorate %out DescriptorSet 0
    OpDecorate %out Binding 3
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %uint = OpTypeInt 32 0
)" + (is_index ? "" : "    %scalar = " + scalar + "\n") +
         "    %vector = OpTypeVector " + (is_index ? "%uint" : "%scalar") + " 4\n" +
         "    %image = OpTypeImage " + (is_index ? "%uint" : "%scalar") + " Buffer 0 0 0 2 " +
         std::string(format.name) + R"(
    %to_image = OpTypePointer UniformConstant %image
    %array = OpTypeRuntimeArray %vector
    %block = OpTypeStruct %array
    %to_block = OpTypePointer StorageBuffer %block
    %to_vector = OpTypePointer StorageBuffer %vector
    %zero = OpConstant %uint 0
    %in = OpVariable %to_image UniformConstant
    %out = OpVariable %to_image UniformConstant
    %read = OpVariable %to_block StorageBuffer
    %written = OpVariable %to_block StorageBuffer
)" + indices() +
         R"(
    %main = OpFunction %void None %function
    %entry = OpLabel
    %source = OpLoad %image %in
    %target = OpLoad %image %out
)" + copies() +
         "OpReturn\nOpFunctionEnd\n";
}

struct Copied {
  ShadowedBytes read;     // of binding 1
  ShadowedBytes written;  // of binding 3
};

Copied copy_texels(const TexelFormat& format, const std::vector<std::byte>& texels,
                   const std::vector<std::byte>& values) {
  const auto module = test::load(copying_shader(format));
  if (module == nullptr) return {};
  InstructionRegistry registry;
  register_core_instructions(registry);
  Dispatch dispatch;
  dispatch.check_races = true;
  dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero(texels.size());
  dispatch.buffers[{0, 0, 0}].bytes = texels;
  dispatch.buffers[{0, 1, 0}] = ShadowedBytes::uninitialized(values.size());
  dispatch.buffers[{0, 2, 0}] = ShadowedBytes::zero(values.size());
  dispatch.buffers[{0, 2, 0}].bytes = values;
  dispatch.buffers[{0, 3, 0}] = ShadowedBytes::uninitialized(texels.size());
  auto ran = run(*module, registry, dispatch);
  if (!ran) {
    ADD_FAILURE() << ran.error().message;
    return {};
  }
  return {ran->buffers[{0, 1, 0}].contents, ran->buffers[{0, 3, 0}].contents};
}

// The bits of a component, counted one by one from the lowest of the first byte.
std::uint64_t field(const std::byte* texel, const TexelComponent& component) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < component.bits; ++i) {
    const unsigned bit = component.first_bit + i;
    const auto set = static_cast<std::uint64_t>(texel[bit / 8] >> (bit % 8) & std::byte{1});
    bits |= set << i;
  }
  return bits;
}

std::int64_t as_signed(std::uint64_t bits, unsigned count_of_bits) {
  if (count_of_bits == 64) return static_cast<std::int64_t>(bits);
  const std::int64_t half = std::int64_t{1} << (count_of_bits - 1);
  return (static_cast<std::int64_t>(bits) ^ half) - half;
}

// All numbers here have less than 64 significant bits, so that long double holds them exactly.
static_assert(LDBL_MANT_DIG >= 64);

// Whether no float is nearer to numerator / denominator.
bool is_nearest_float(float value, std::int64_t numerator, std::int64_t denominator) {
  const auto error = [&](float candidate) {
    return std::fabs(static_cast<long double>(candidate) * denominator - numerator);
  };
  const float inf = std::numeric_limits<float>::infinity();
  return error(value) <= error(std::nextafter(value, inf)) &&
         error(value) <= error(std::nextafter(value, -inf));
}

// The number that a float with `fraction` bits and an exponent of 5 bits represents.
long double small_float(std::uint64_t bits, unsigned fraction) {
  const std::uint64_t exponent = bits >> fraction & 31;
  const auto part = static_cast<long double>(bits & ((1u << fraction) - 1)) /
                    static_cast<long double>(1u << fraction);
  if (exponent == 31) return part == 0 ? HUGE_VALL : static_cast<long double>(NAN);
  return exponent == 0 ? std::ldexp(part, -14)
                       : std::ldexp(1 + part, static_cast<int>(exponent) - 15);
}

void expect_float(const TexelComponent& component, std::uint64_t bits, float value) {
  const unsigned n = component.bits;
  switch (component.encoding) {
    case TexelEncoding::unorm:
      EXPECT_TRUE(is_nearest_float(value, static_cast<std::int64_t>(bits), (1 << n) - 1))
          << bits << " of " << n << " bits gave " << value;
      break;
    case TexelEncoding::snorm: {
      const std::int64_t largest = (1 << (n - 1)) - 1;
      EXPECT_TRUE(is_nearest_float(value, std::max(as_signed(bits, n), -largest), largest))
          << as_signed(bits, n) << " of " << n << " bits gave " << value;
      break;
    }
    case TexelEncoding::ufloat:
    case TexelEncoding::sfloat: {
      if (n == 32) {
        std::uint32_t given = 0;
        std::memcpy(&given, &value, 4);
        EXPECT_EQ(given, bits);
        break;
      }
      const unsigned fraction = n == 16 ? 10 : n - 5;
      const bool negative = n == 16 && (bits >> 15) != 0;
      const long double expected = small_float(bits & 0x7FFF, fraction) * (negative ? -1 : 1);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(value));
      } else {
        EXPECT_EQ(static_cast<long double>(value), expected);
      }
      break;
    }
    default:
      FAIL() << "no float";
  }
}

// Texels with the lowest and highest bits first, then random ones.
std::vector<std::byte> some_texels(const TexelFormat& format, std::mt19937& random) {
  std::vector<std::byte> texels(std::size_t{count} * format.bytes);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    const std::size_t texel = i / format.bytes;
    texels[i] = texel == 0   ? std::byte{0}
                : texel == 1 ? std::byte{0xFF}
                : texel == 2 ? std::byte{0x80}
                             : static_cast<std::byte>(random());
  }
  return texels;
}

template <class T>
T element(const ShadowedBytes& contents, std::size_t index) {
  T value{};
  std::memcpy(&value, contents.bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

TEST(ImageFormats, HaveTheirTexelsReadAsDefined) {
  std::mt19937 random(1);
  for (const TexelFormat& format : all_formats()) {
    SCOPED_TRACE(std::string(format.name));
    const std::vector<std::byte> texels = some_texels(format, random);
    const bool wide = format.components[0].bits == 64;
    const Copied copied =
        copy_texels(format, texels, std::vector<std::byte>(count * 4 * (wide ? 8 : 4)));
    ASSERT_FALSE(copied.read.bytes.empty());
    EXPECT_EQ(std::ranges::count(copied.read.shadow, Definedness::defined),
              static_cast<std::ptrdiff_t>(copied.read.size()));
    for (std::size_t i = 0; i < std::size_t{count} * 4; ++i) {
      const TexelComponent& component = format.components[i % 4];
      const std::uint64_t bits = field(texels.data() + i / 4 * format.bytes, component);
      const bool is_alpha = i % 4 == 3;
      if (!format.is_integer()) {
        const auto value = element<float>(copied.read, i);
        if (component.bits == 0) {
          EXPECT_EQ(value, is_alpha ? 1 : 0);
        } else {
          expect_float(component, bits, value);
        }
        continue;
      }
      const std::int64_t expected = component.bits == 0 ? (is_alpha ? 1 : 0)
                                    : component.encoding == TexelEncoding::sint
                                        ? as_signed(bits, component.bits)
                                        : static_cast<std::int64_t>(bits);
      if (wide) {
        EXPECT_EQ(element<std::int64_t>(copied.read, i), expected);
      } else {
        EXPECT_EQ(element<std::uint32_t>(copied.read, i), static_cast<std::uint32_t>(expected));
      }
    }
  }
}

Definedness state_of(const ShadowedBytes& contents, std::size_t texel, const TexelFormat& format,
                     const TexelComponent& component) {
  Definedness worst = Definedness::defined;
  for (unsigned bit = component.first_bit; bit < component.first_bit + component.bits; ++bit)
    worst = std::max(worst, contents.shadow[texel * format.bytes + bit / 8]);
  return worst;
}

// The best numbers of a small float for a value, and whether it is one of them.
bool is_nearest_small_float(float value, std::uint64_t bits, unsigned fraction) {
  const long double stored = small_float(bits, fraction);
  for (std::uint64_t other = 0; other < std::uint64_t{31} << fraction; ++other) {
    if (std::fabs(small_float(other, fraction) - value) < std::fabs(stored - value)) return false;
  }
  return true;
}

void expect_stored(const TexelComponent& component, float value, std::uint64_t bits,
                   Definedness state) {
  const unsigned n = component.bits;
  if (component.encoding == TexelEncoding::unorm || component.encoding == TexelEncoding::snorm) {
    const bool is_signed = component.encoding == TexelEncoding::snorm;
    const std::int64_t largest = (1 << (is_signed ? n - 1 : n)) - 1;
    const long double exact =
        std::clamp(static_cast<long double>(value), is_signed ? -1.0L : 0.0L, 1.0L) * largest;
    const std::int64_t stored = is_signed ? as_signed(bits, n) : static_cast<std::int64_t>(bits);
    const long double error = std::fabs(exact - static_cast<long double>(stored));
    EXPECT_LE(error, 0.5L) << value;
    // One of the two nearest integers, unless the product is an integer as a 32-bit float.
    const float product =
        std::clamp(value, is_signed ? -1.0f : 0.0f, 1.0f) * static_cast<float>(largest);
    const bool is_certain = std::trunc(product) == product;
    if (is_certain) {
      EXPECT_EQ(static_cast<float>(stored), product);
    }
    // Packed components share bytes with others.
    EXPECT_TRUE(n % 8 != 0 || (state == Definedness::defined) == is_certain) << value;
  } else if (component.encoding == TexelEncoding::ufloat) {
    const float positive = std::max(value, 0.0f);
    EXPECT_TRUE(is_nearest_small_float(positive, bits, n - 5)) << value << " became " << bits;
  } else if (n == 16) {
    const bool negative = (bits >> 15) != 0;
    EXPECT_EQ(negative, std::signbit(value));
    EXPECT_TRUE(is_nearest_small_float(std::fabs(value), bits & 0x7FFF, 10)) << value;
    const bool is_exact =
        small_float(bits & 0x7FFF, 10) == std::fabs(static_cast<long double>(value));
    EXPECT_EQ(state == Definedness::defined, is_exact) << value;
  } else {
    std::uint32_t given = 0;
    std::memcpy(&given, &value, 4);
    EXPECT_EQ(bits, given);
  }
}

TEST(ImageFormats, StoreFloatsAsDefined) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> unit(-1.25f, 1.25f);
  std::vector<float> values(std::size_t{count} * 4);
  for (std::size_t i = 0; i < values.size(); ++i) {
    constexpr float special[] = {0, 1, -1, 0.5f, -0.0f, 2, 1e-7f, 60000};
    values[i] = i < std::size(special) * 4 ? special[i / 4] : unit(random);
  }
  std::vector<std::byte> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  for (const TexelFormat& format : all_formats()) {
    if (format.is_integer()) continue;
    SCOPED_TRACE(std::string(format.name));
    const Copied copied =
        copy_texels(format, std::vector<std::byte>(std::size_t{count} * format.bytes), bytes);
    ASSERT_FALSE(copied.written.bytes.empty());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const TexelComponent& component = format.components[i % 4];
      if (component.bits == 0) continue;
      expect_stored(component, values[i],
                    field(copied.written.bytes.data() + i / 4 * format.bytes, component),
                    state_of(copied.written, i / 4, format, component));
    }
  }
}

// Whether a shader that stores what it read from a component stores the same bits.
template <class T>
void expect_unchanged(std::int64_t bits, float largest) {
  const float value = normalized_value(static_cast<T>(bits), largest);
  const auto stored = texel_steps::FloatToNormalized<T, false>::component(value, largest);
  EXPECT_EQ(stored.broken, nullptr) << bits;
  EXPECT_EQ(static_cast<std::int64_t>(stored.value), bits);
}

TEST(ImageFormats, StoreNormalizedTexelsUnchanged) {
  for (std::int64_t bits = 0; bits < 1 << 16; ++bits) expect_unchanged<std::uint16_t>(bits, 65535);
  for (std::int64_t bits = -32767; bits < 1 << 15; ++bits)
    expect_unchanged<std::int16_t>(bits, 32767);
  for (std::int64_t bits = 0; bits < 256; ++bits) expect_unchanged<std::uint8_t>(bits, 255);
  for (std::int64_t bits = -127; bits < 128; ++bits) expect_unchanged<std::int8_t>(bits, 127);
  for (std::int64_t bits = 0; bits < 1024; ++bits) expect_unchanged<std::uint32_t>(bits, 1023);
}

TEST(ImageFormats, StoreIntegersThatTheyHave) {
  std::mt19937_64 random(3);
  for (const TexelFormat& format : all_formats()) {
    if (!format.is_integer()) continue;
    SCOPED_TRACE(std::string(format.name));
    const std::size_t bytes = format.components[0].bits == 64 ? 8 : 4;
    std::vector<std::byte> values(std::size_t{count} * 4 * bytes);
    for (std::byte& byte : values) byte = static_cast<std::byte>(random());
    // Small numbers in the first half.
    for (std::size_t i = 0; i < values.size() / 2; ++i) {
      if (i % bytes != 0) values[i] = std::byte{0};
    }
    const Copied copied =
        copy_texels(format, std::vector<std::byte>(std::size_t{count} * format.bytes), values);
    ASSERT_FALSE(copied.written.bytes.empty());
    for (std::size_t i = 0; i < std::size_t{count} * 4; ++i) {
      const TexelComponent& component = format.components[i % 4];
      if (component.bits == 0) continue;
      std::uint64_t given = 0;
      std::memcpy(&given, values.data() + i * bytes, bytes);
      const bool is_signed = component.encoding == TexelEncoding::sint;
      const std::uint64_t mask =
          component.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << component.bits) - 1;
      const bool fits = is_signed ? as_signed(given & mask, component.bits) ==
                                        as_signed(given, static_cast<unsigned>(bytes * 8))
                                  : (given & mask) == given;
      const Definedness state = state_of(copied.written, i / 4, format, component);
      if (fits) {
        EXPECT_EQ(field(copied.written.bytes.data() + i / 4 * format.bytes, component),
                  given & mask);
      }
      // Packed components share bytes with others that may not fit.
      EXPECT_TRUE(component.bits % 8 != 0 || (state == Definedness::defined) == fits);
    }
  }
}

TEST(ImageFormats, AreFoundByTheirNames) {
  EXPECT_EQ(find_texel_format("rgba8_snorm")->name, "Rgba8Snorm");
  EXPECT_EQ(find_texel_format("r11f_g11f_b10f")->name, "R11fG11fB10f");
  EXPECT_EQ(find_texel_format("rgb10_a2ui")->name, "Rgb10a2ui");
  EXPECT_EQ(find_texel_format("Rgba32f")->bytes, 16);
  EXPECT_EQ(find_texel_format("rgba9"), nullptr);
  EXPECT_EQ(find_texel_format(std::uint32_t{0}), nullptr);
  EXPECT_EQ(all_formats().size(), 41u);
}

}  // namespace
}  // namespace spirv_oracle
