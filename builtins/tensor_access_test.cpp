// Loads and stores of cooperative matrices in tensors, in whole modules, and the pseudocode of SPV_NV_cooperative_matrix2.

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "builtins/cooperative_matrix_for_test.h"

namespace spirv_oracle::test {
namespace {

// --- the definition ---

enum class ClampMode { undefined, constant, to_edge, repeat, repeat_mirrored };

struct Layout {
  std::vector<int> block_size, dimension, stride, offset, span;
  ClampMode mode = ClampMode::undefined;
  std::uint32_t clamp_value = 0;

  std::size_t count() const { return dimension.size(); }
};
struct View {
  bool has_dimensions = false;
  std::vector<int> permutation, dimension, stride;
  std::array<int, 4> clip{0, 64, 0, 64};  // row offset and span, column offset and span

  std::size_t count() const { return permutation.size(); }
};

struct Found {
  enum class Kind { element, clipped, clamped, undefined } kind = Kind::element;
  int index = 0;
  std::vector<int> block, in_block;
};

// OpSMod
int modulo(int value, int divisor) { return ((value % divisor) + divisor) % divisor; }

int clamp(ClampMode mode, int c, int size) {
  if (mode == ClampMode::to_edge) return std::min(std::max(c, 0), size - 1);
  if (mode == ClampMode::repeat) return modulo(c, size);
  c = modulo(c, 2 * size - 2);
  return c >= size ? 2 * size - 2 - c : c;
}

// From an index in the view to that in the span.
int view_index(const Layout& layout, const View& view, int index) {
  const std::vector<int>& dimensions = view.has_dimensions ? view.dimension : layout.span;
  std::vector<int> coordinates(view.count()), stride = view.stride;
  for (auto place = view.permutation.rbegin(); place != view.permutation.rend(); ++place) {
    const auto i = static_cast<std::size_t>(*place);
    coordinates[i] = index % dimensions[i];
    index /= dimensions[i];
  }
  if (!view.has_dimensions) {
    stride.assign(view.count(), 1);
    for (std::size_t i = view.count() - 1; i > 0; --i) stride[i - 1] = stride[i] * layout.span[i];
  }
  int result = 0;
  for (std::size_t i = 0; i < view.count(); ++i) result += coordinates[i] * stride[i];
  return result;
}

Found find_element(const Layout& layout, const View* view, int row, int column, int columns,
                   bool is_store) {
  Found found;
  if (view != nullptr) {
    const auto& [row_offset, row_span, column_offset, column_span] = view->clip;
    const bool is_inside = row >= row_offset && row < row_offset + row_span &&
                           column >= column_offset && column < column_offset + column_span;
    if (!is_inside) {
      found.kind = Found::Kind::clipped;
      return found;
    }
    row -= row_offset;
    column -= column_offset;
    columns = std::min(columns, column_span);
  }
  int index = row * columns + column;
  if (view != nullptr) index = view_index(layout, *view, index);
  std::vector<int> coordinates(layout.count());
  for (std::size_t i = layout.count(); i-- > 0;) {
    coordinates[i] = index % layout.span[i];
    index /= layout.span[i];
  }
  for (std::size_t i = 0; i < layout.count(); ++i) {
    int c = coordinates[i] + layout.offset[i];
    if (c < 0 || c >= layout.dimension[i]) {
      if (layout.mode == ClampMode::undefined) {
        found.kind = Found::Kind::undefined;
        return found;
      }
      if (layout.mode == ClampMode::constant || is_store) {
        found.kind = Found::Kind::clamped;
        return found;
      }
      c = clamp(layout.mode, c, layout.dimension[i]);
    }
    found.in_block.push_back(c % layout.block_size[i]);
    found.block.push_back(c / layout.block_size[i]);
    found.index += found.block.back() * layout.stride[i];
  }
  return found;
}

// --- modules ---

constexpr const char* tensor_declarations = R"(
    OpCapability Shader
    OpCapability Int8
    OpCapability Int64
    OpCapability Float16
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpCapability BFloat16TypeKHR
    OpCapability BFloat16CooperativeMatrixKHR
    OpCapability CooperativeMatrixKHR
    OpCapability CooperativeMatrixTensorAddressingNV
    OpCapability CooperativeMatrixBlockLoadsNV
    OpCapability TensorAddressingNV
    OpCapability PhysicalStorageBufferAddresses
    OpCapability VulkanMemoryModel
    OpExtension "SPV_KHR_bfloat16"
    OpExtension "SPV_KHR_cooperative_matrix"
    OpExtension "SPV_KHR_physical_storage_buffer"
    OpExtension "SPV_NV_cooperative_matrix2"
    OpExtension "SPV_NV_tensor_addressing"
    OpMemoryModel PhysicalStorageBuffer64 Vulkan
    OpEntryPoint GLCompute %main "main" %a_buffer %r_buffer
    OpExecutionMode %main LocalSize INVOCATIONS 1 1
    OpDecorate %a_buffer DescriptorSet 0
    OpDecorate %a_buffer Binding 0
    OpDecorate %r_buffer DescriptorSet 0
    OpDecorate %r_buffer Binding 1
    OpMemberDecorate %Packed 0 Offset 0
    OpDecorate %Packed Block
    OpDecorate %from Restrict
    ANNOTATIONS
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %bool = OpTypeBool
    %u32 = OpTypeInt 32 0
    %i8 = OpTypeInt 8 1
    %i32 = OpTypeInt 32 1
    %f16 = OpTypeFloat 16
    %bf16 = OpTypeFloat 16 BFloat16KHR
    %f32 = OpTypeFloat 32
    %true = OpConstantTrue %bool
    %false = OpConstantFalse %bool
    %zero = OpConstant %u32 0
    %scope = OpConstant %u32 SCOPE
    %two = OpConstant %u32 2
    %rows = OpConstant %u32 ROWS
    %columns = OpConstant %u32 COLUMNS
    %M = OpTypeCooperativeMatrixKHR %TYPE %scope %rows %columns %two
)";

constexpr int clip_place = 600;  // of the matrix Object in the source buffer

struct Access {
  ComponentType type;
  Layout layout;
  std::optional<View> view{};
  int rows = 4, columns = 4;
  bool stores = false, decodes = false;
  unsigned lanes = 32;
  MatrixMapping mapping = MatrixMapping::rows;
  unsigned subgroups = 0;

  static constexpr std::size_t buffer_size = 2048;

  std::string module_text() const;
  ShadowedBytes run(const ShadowedBytes& a, DispatchResult& result) const;
  Found find(int row, int column) const {
    return find_element(layout, view ? &*view : nullptr, row, column, columns, stores);
  }
};

// Declares constants as they are used.
class Constants {
 public:
  std::string of(int value) {
    const std::string name =
        value < 0 ? "%minus_" + std::to_string(-value) : "%number_" + std::to_string(value);
    if (names_.emplace(value, name).second) {
      text_ +=
          name + " = OpConstant %u32 " + std::to_string(static_cast<std::uint32_t>(value)) + "\n";
    }
    return name;
  }
  std::string list(const std::vector<int>& values) {
    std::string text;
    for (const int value : values) text += " " + of(value);
    return text;
  }
  const std::string& text() const { return text_; }

 private:
  std::map<int, std::string> names_;
  std::string text_;
};

// What the decode function of a block in %packed returns: a number that depends on the block and on all coordinates.
int decoded(const Found& found, int packed) {
  int value = packed;
  for (std::size_t i = 0; i < found.block.size(); ++i)
    value += found.block[i] + 2 * static_cast<int>(i + 1) * found.in_block[i];
  return value;
}

std::string decode_function(std::size_t dimensions, Constants& constants) {
  std::string text =
      "%decode = OpFunction %TYPE None %Decode\n%from = OpFunctionParameter %to_Packed\n"
      "%block = OpFunctionParameter %Coordinates\n%in_block = OpFunctionParameter %Coordinates\n"
      "%decode_label = OpLabel\n"
      "%packed_place = OpAccessChain %to_packed %from %zero\n"
      "%v0 = OpLoad %u32 %packed_place Aligned 4\n";
  std::string value = "%v0";
  for (std::size_t i = 0; i < dimensions; ++i) {
    const std::string n = std::to_string(i);
    text += "%b" + n + " = OpCompositeExtract %u32 %block " + n + "\n%c" + n +
            " = OpCompositeExtract %u32 %in_block " + n + "\n%d" + n + " = OpIMul %u32 %c" + n +
            " " + constants.of(2 * static_cast<int>(i + 1)) + "\n%e" + n + " = OpIAdd %u32 " +
            value + " %b" + n + "\n%f" + n + " = OpIAdd %u32 %e" + n + " %d" + n + "\n";
    value = "%f" + n;
  }
  return text + "%result = CONVERT %TYPE " + value + "\nOpReturnValue %result\nOpFunctionEnd\n";
}

std::string Access::module_text() const {
  Constants constants;
  const auto count = std::to_string(layout.count());
  std::string code = "%l0 = OpCreateTensorLayoutNV %Layout\n";
  code += "%l1 = OpTensorLayoutSetBlockSizeNV %Layout %l0" + constants.list(layout.block_size);
  code += "\n%l2 = OpTensorLayoutSetDimensionNV %Layout %l1" + constants.list(layout.dimension);
  code += "\n%l3 = OpTensorLayoutSetStrideNV %Layout %l2" + constants.list(layout.stride);
  code += "\n%l4 = OpTensorLayoutSliceNV %Layout %l3";
  for (std::size_t i = 0; i < layout.count(); ++i)
    code += " " + constants.of(layout.offset[i]) + " " + constants.of(layout.span[i]);
  code += "\n%layout = OpTensorLayoutSetClampValueNV %Layout %l4 " +
          constants.of(static_cast<int>(layout.clamp_value)) + "\n";
  std::string types = "%Layout = OpTypeTensorLayoutNV " +
                      constants.of(static_cast<int>(layout.count())) + " " +
                      constants.of(static_cast<int>(layout.mode)) + "\n";
  std::string operands;
  if (view) {
    types += "%View = OpTypeTensorViewNV " + constants.of(static_cast<int>(view->count())) +
             (view->has_dimensions ? " %true" : " %false") + constants.list(view->permutation) +
             "\n";
    code += "%v1 = OpCreateTensorViewNV %View\n%v2 = OpTensorViewSetDimensionNV %View %v1" +
            constants.list(view->dimension) + "\n%v3 = OpTensorViewSetStrideNV %View %v2" +
            constants.list(view->stride) + "\n%view = OpTensorViewSetClipNV %View %v3" +
            constants.list({view->clip.begin(), view->clip.end()}) + "\n";
    operands += "TensorView";
  }
  std::string function;
  if (decodes) {
    operands += operands.empty() ? "DecodeFunc" : "|DecodeFunc";
    types +=
        "%Packed = OpTypeStruct %u32\n%to_Packed = OpTypePointer PhysicalStorageBuffer %Packed"
        "\n%to_packed = OpTypePointer PhysicalStorageBuffer %u32\n%Coordinates = OpTypeArray "
        "%u32 " +
        constants.of(static_cast<int>(layout.count())) +
        "\n%Decode = OpTypeFunction %TYPE %to_Packed %Coordinates %Coordinates\n";
    function = decode_function(layout.count(), constants);
  }
  if (operands.empty()) operands = "None";
  if (view) operands += " %view";
  if (decodes) operands += " %decode";
  const std::string clip = constants.of(clip_place);
  std::string body =
      "%main = OpFunction %void None %function\n%entry = OpLabel\n"
      "%a_place = OpAccessChain %a_pointer %a_buffer %zero %zero\n"
      "%clip_place = OpAccessChain %a_pointer %a_buffer %zero " +
      clip +
      "\n%r_place = OpAccessChain %r_pointer %r_buffer %zero %zero\n"
      "%object = OpCooperativeMatrixLoadKHR %M %clip_place %zero %columns\n";
  if (stores) {
    code += "OpCooperativeMatrixStoreTensorNV %r_place %object %layout None " + operands;
  } else {
    code += "%m = OpCooperativeMatrixLoadTensorNV %M %a_place %object %layout None " + operands +
            "\nOpCooperativeMatrixStoreKHR %r_place %m %zero %columns";
  }
  std::string declarations = tensor_declarations;
  if (!decodes) {
    declarations = replaced(declarations, {{"OpMemberDecorate %Packed 0 Offset 0", ""},
                                           {"OpDecorate %Packed Block", ""},
                                           {"OpDecorate %from Restrict", ""}});
  }
  return with_buffers(declarations + constants.text() + types, {{"a", type}, {"r", type}}) +
         function + body + code + "\nOpReturn\nOpFunctionEnd\n";
}

ShadowedBytes Access::run(const ShadowedBytes& a, DispatchResult& result) const {
  const bool is_narrow = !type.is_float && type.bytes == 1;
  const std::string text =
      replaced(module_text(), {{"INVOCATIONS", std::to_string(lanes * std::max(subgroups, 1u))},
                               {"SCOPE", subgroups == 0 ? "3" : "2"},
                               {"ROWS", std::to_string(rows)},
                               {"COLUMNS", std::to_string(columns)},
                               {"CONVERT", type.is_float ? "OpConvertUToF"
                                           : is_narrow   ? "OpSConvert"
                                                         : "OpBitcast"},
                               {"%TYPE", std::string("%") + type.name}});
  Dispatch dispatch;
  dispatch.subgroup_size = lanes;
  dispatch.matrix_mapping = mapping;
  dispatch.buffers[{0, 0, 0}] = a;
  dispatch.buffers[{0, 1, 0}] = ShadowedBytes::uninitialized(buffer_size * type.bytes);
  return run_module(text, dispatch, {0, 1, 0}, result);
}

// --- random accesses ---

class RandomAccess {
 public:
  explicit RandomAccess(std::mt19937_64& random) : random_(random) {}

  int from(int least, int greatest) {
    return least + static_cast<int>(random_() % static_cast<std::uint64_t>(greatest - least + 1));
  }

  // `with_blocks`: of several elements.
  Layout layout(int dimensions, bool with_blocks) {
    Layout layout;
    layout.mode = static_cast<ClampMode>(from(0, 4));
    layout.clamp_value = static_cast<std::uint32_t>(random_());
    for (int i = 0; i < dimensions; ++i) {
      layout.block_size.push_back(with_blocks ? from(1, 3) : 1);
      // RepeatMirrored needs two.
      layout.dimension.push_back(from(2, 5));
      layout.offset.push_back(layout.mode == ClampMode::undefined ? 0 : from(-2, 2));
      layout.span.push_back(layout.mode == ClampMode::undefined ? from(1, layout.dimension.back())
                                                                : from(1, 5));
    }
    layout.stride.assign(static_cast<std::size_t>(dimensions), 1);
    for (std::size_t i = layout.count() - 1; i > 0; --i) {
      const int blocks = (layout.dimension[i] + layout.block_size[i] - 1) / layout.block_size[i];
      layout.stride[i - 1] = layout.stride[i] * blocks + (i == 1 ? from(0, 1) : 0);
    }
    return layout;
  }

  View view(const Layout& layout) {
    View view;
    view.has_dimensions = from(0, 1) != 0;
    const int count = view.has_dimensions ? from(1, 5) : from(1, static_cast<int>(layout.count()));
    for (int i = 0; i < count; ++i) {
      view.permutation.push_back(i);
      view.dimension.push_back(from(1, 4));
      view.stride.push_back(from(0, 6));
    }
    std::ranges::shuffle(view.permutation, random_);
    if (from(0, 1) != 0) view.clip = {from(0, 2), from(0, 4), from(0, 2), from(1, 4)};
    return view;
  }

  Access access(const ComponentType& type) {
    const int shapes[][2] = {{4, 4}, {3, 5}, {1, 1}, {8, 2}};
    const auto& shape = shapes[from(0, 3)];
    Access access{.type = type, .layout = {}, .rows = shape[0], .columns = shape[1]};
    access.decodes = from(0, 2) == 0;
    access.layout = layout(from(1, 5), access.decodes);
    if (from(0, 1) != 0) access.view = view(access.layout);
    access.lanes = 1u << from(0, 7);
    access.mapping = mappings[from(0, 3)];
    access.subgroups = from(0, 3) == 0 ? 2 : 0;
    return access;
  }

 private:
  std::mt19937_64& random_;
};

std::string text_of(const Access& access) {
  return access.module_text() + "\nlanes " + std::to_string(access.lanes) + ", subgroups " +
         std::to_string(access.subgroups) + ", mapping " +
         std::to_string(static_cast<int>(access.mapping)) + ", type " + access.type.name;
}

// Small whole numbers, so that decoding is exact.
ShadowedBytes numbers(const Access& access, std::mt19937_64& random) {
  ShadowedBytes buffer = ShadowedBytes::zero(Access::buffer_size * access.type.bytes);
  for (std::size_t i = 0; i + 4 <= buffer.bytes.size(); i += 4) {
    const auto bits = static_cast<std::uint32_t>(access.decodes ? random() % 16 : random());
    std::memcpy(buffer.bytes.data() + i, &bits, 4);
  }
  return buffer;
}

std::uint64_t bits_of_number(int value, const ComponentType& type) {
  if (type.is_float) return bits_of_float(value, type);
  return static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - 8 * type.bytes));
}

// Among the elements of the matrix, row by row.
std::size_t index_of(const Access& access, int row, int column) {
  return static_cast<std::size_t>(std::int64_t{row} * access.columns + column);
}

std::uint64_t expected_bits_of_load(const Access& access, const ShadowedBytes& a, int row,
                                    int column) {
  const Found found = access.find(row, column);
  const unsigned bytes = access.type.bytes;
  const auto at = index_of(access, row, column);
  if (found.kind == Found::Kind::clipped) return bits_at(a, bytes, clip_place + at);
  if (found.kind == Found::Kind::clamped)
    return access.layout.clamp_value & (~std::uint64_t{0} >> (64 - 8 * bytes));
  const auto index = static_cast<std::size_t>(found.index);
  if (!access.decodes) return bits_at(a, bytes, index);
  return bits_of_number(decoded(found, static_cast<int>(bits_at(a, 4, index))), access.type);
}

// Whether the result of the load of any element is undefined, or its place is outside of the part of the buffer for it.
bool is_unsuitable(const Access& access) {
  for (int row = 0; row < access.rows; ++row) {
    for (int column = 0; column < access.columns; ++column) {
      const Found found = access.find(row, column);
      if (found.kind == Found::Kind::undefined || found.index >= clip_place / 4) return true;
    }
  }
  return false;
}

TEST(TensorAccess, LoadsWithRandomLayoutsAndViews) {
  std::mt19937_64 random(1);
  RandomAccess accesses(random);
  unsigned clipped = 0, clamped = 0, decoding = 0;
  for (unsigned i = 0; i < 800; ++i) {
    const ComponentType types[] = {f16, f32, bf16, i8, i32};
    const Access access = accesses.access(types[i % 5]);
    if (is_unsuitable(access)) continue;
    SCOPED_TRACE(text_of(access));
    const ShadowedBytes a = numbers(access, random);
    DispatchResult result;
    const ShadowedBytes r = access.run(a, result);
    ASSERT_EQ(r.bytes.size(), Access::buffer_size * access.type.bytes);
    ASSERT_TRUE(clauses_of(result).empty()) << clauses_of(result).front();
    decoding += access.decodes ? 1 : 0;
    for (int row = 0; row < access.rows; ++row) {
      for (int column = 0; column < access.columns; ++column) {
        const auto at = index_of(access, row, column);
        ASSERT_EQ(bits_at(r, access.type.bytes, at), expected_bits_of_load(access, a, row, column))
            << "row " << row << ", column " << column;
        ASSERT_EQ(r.shadow[at * access.type.bytes], Definedness::defined);
        const Found::Kind kind = access.find(row, column).kind;
        clipped += kind == Found::Kind::clipped ? 1 : 0;
        clamped += kind == Found::Kind::clamped ? 1 : 0;
      }
    }
  }
  EXPECT_GT(clipped, 100u);
  EXPECT_GT(clamped, 100u);
  EXPECT_GT(decoding, 100u);
}

TEST(TensorAccess, StoresWithRandomLayoutsAndViews) {
  std::mt19937_64 random(2);
  RandomAccess accesses(random);
  unsigned tested = 0;
  for (unsigned i = 0; i < 1500; ++i) {
    const ComponentType types[] = {f16, f32, bf16, i8, i32};
    Access access = accesses.access(types[i % 5]);
    access.stores = true;
    access.decodes = false;
    access.layout.block_size.assign(access.layout.count(), 1);
    if (is_unsuitable(access)) continue;
    std::map<int, std::size_t> sources;  // by index in the tensor
    bool is_race = false;
    for (int row = 0; row < access.rows; ++row) {
      for (int column = 0; column < access.columns; ++column) {
        const Found found = access.find(row, column);
        const auto at = index_of(access, row, column);
        if (found.kind == Found::Kind::element) is_race |= !sources.emplace(found.index, at).second;
      }
    }
    // The strides may be too small for other block sizes.
    if (is_race) continue;
    for (std::size_t k = access.layout.count() - 1; k > 0; --k)
      is_race |= access.layout.stride[k - 1] < access.layout.stride[k] * access.layout.dimension[k];
    if (is_race) continue;
    ++tested;
    SCOPED_TRACE(text_of(access));
    const ShadowedBytes a = numbers(access, random);
    DispatchResult result;
    const ShadowedBytes r = access.run(a, result);
    ASSERT_EQ(r.bytes.size(), Access::buffer_size * access.type.bytes);
    ASSERT_TRUE(clauses_of(result).empty()) << clauses_of(result).front();
    for (std::size_t at = 0; at < Access::buffer_size; ++at) {
      const auto source = sources.find(static_cast<int>(at));
      const std::size_t byte = at * access.type.bytes;
      if (source == sources.end()) {
        ASSERT_EQ(r.shadow[byte], Definedness::uninitialized) << "element " << at;
      } else {
        ASSERT_EQ(r.shadow[byte], Definedness::defined) << "element " << at;
        ASSERT_EQ(bits_at(r, access.type.bytes, at),
                  bits_at(a, access.type.bytes, clip_place + source->second));
      }
    }
  }
  EXPECT_GT(tested, 200u);
}

}  // namespace
}  // namespace spirv_oracle::test
