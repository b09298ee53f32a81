// Loads and stores of cooperative matrices in tensors: layouts, clamp modes, views, and functions that decode blocks.

#include <fmt/format.h>

#include "data/scalar.h"
#include "golden/suite/matrices/matrix_writer.h"

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;

// A tile of 16 rows and columns of a tensor with 20 rows and 24 columns.
struct TensorCase {
  std::string_view name;
  unsigned clamp_mode = 0;
  std::uint32_t row = 2, column = 5;  // where it begins; negative numbers wrap
  bool is_transposed = false;
  bool is_clipped = false;
};

constexpr std::uint32_t tensor_rows = 20, tensor_columns = 24, tile_size = 16;
constexpr std::uint32_t minus_3 = 0xFFFFFFFD;

constexpr TensorCase tensor_cases[] = {
    {.name = "slice"},
    {.name = "transposed", .is_transposed = true},
    {.name = "clipped", .is_clipped = true},
    {.name = "transposed and clipped", .is_transposed = true, .is_clipped = true},
    {.name = "Constant", .clamp_mode = 1, .row = 9, .column = minus_3},
    {.name = "ClampToEdge", .clamp_mode = 2, .row = 9, .column = minus_3},
    {.name = "Repeat", .clamp_mode = 3, .row = 9, .column = minus_3},
    {.name = "RepeatMirrored", .clamp_mode = 4, .row = 9, .column = minus_3},
};

void need_tensors(MatrixWriter& writer) {
  writer.need("CooperativeMatrixTensorAddressingNV", "SPV_NV_cooperative_matrix2");
  writer.need("TensorAddressingNV", "SPV_NV_tensor_addressing");
}

// The layout of a case. `block`: its rows and columns.
std::string layout_of(MatrixWriter& writer, const TensorCase& of, std::uint32_t block_rows,
                      std::uint32_t block_columns) {
  const std::string two = writer.constant(2), mode = writer.constant(of.clamp_mode);
  const std::string type = writer.declared(fmt::format("%layout_{}", of.clamp_mode),
                                           fmt::format("OpTypeTensorLayoutNV {} {}", two, mode));
  const auto changed = [&](std::string_view instruction, const std::string& layout,
                           std::initializer_list<std::uint32_t> numbers) {
    std::string text = fmt::format("{} {} {}", instruction, type, layout);
    for (const std::uint32_t number : numbers) text += " " + writer.constant(number);
    return writer.computed(text);
  };
  std::string layout = writer.computed(fmt::format("OpCreateTensorLayoutNV {}", type));
  layout = changed("OpTensorLayoutSetBlockSizeNV", layout, {block_rows, block_columns});
  layout = changed("OpTensorLayoutSetDimensionNV", layout, {tensor_rows, tensor_columns});
  layout = changed("OpTensorLayoutSliceNV", layout, {of.row, tile_size, of.column, tile_size});
  return changed("OpTensorLayoutSetClampValueNV", layout, {0x4200});
}

// The Tensor Addressing Operands of a case.
std::string addressing_of(MatrixWriter& writer, const TensorCase& of) {
  if (!of.is_transposed && !of.is_clipped) return "None";
  const std::string two = writer.constant(2), zero = writer.constant(0), one = writer.constant(1);
  const std::string no = writer.declared(
      "%no", fmt::format("OpConstantFalse {}", writer.declared("%bool", "OpTypeBool")));
  const std::string type =
      writer.declared(of.is_transposed ? "%transposed" : "%straight",
                      fmt::format("OpTypeTensorViewNV {} {} {} {}", two, no,
                                  of.is_transposed ? one : zero, of.is_transposed ? zero : one));
  std::string view = writer.computed(fmt::format("OpCreateTensorViewNV {}", type));
  if (of.is_clipped) {
    view = writer.computed(fmt::format("OpTensorViewSetClipNV {} {} {} {} {} {}", type, view,
                                       writer.constant(3), writer.constant(7), writer.constant(1),
                                       writer.constant(12)));
  }
  return "TensorView " + view;
}

// Different bits in all elements. Floats are numbers.
std::uint64_t tensor_element(ScalarKind kind, std::uint32_t number) {
  return is_float(kind) ? float_bits(kind, 1 + static_cast<double>(number) / 512)
                        : scrambled(number) & all_bits(kind);
}

std::vector<std::uint64_t> tensor_elements(ScalarKind kind) {
  std::vector<std::uint64_t> elements;
  for (std::uint32_t i = 0; i < tensor_rows * tensor_columns; ++i)
    elements.push_back(tensor_element(kind, i));
  return elements;
}

std::string object_of(MatrixWriter& writer, const MatrixType& type) {
  return writer.load(writer.input(type, false, [type](std::uint32_t row, std::uint32_t column) {
    return tensor_element(type.component, 600 + row * tile_size + column);
  }));
}

SuiteModule make_tensor_loads(const SuiteShape& shape, ScalarKind kind, const std::string& name) {
  MatrixWriter writer(shape);
  need_tensors(writer);
  const MatrixType type{kind, tile_size, tile_size, 'c'};
  const std::string object = object_of(writer, type);
  const std::string place = writer.input_place(kind, tensor_elements(kind));
  for (const TensorCase& each : tensor_cases) {
    const std::string layout = layout_of(writer, each, 1, 1);
    const std::string addressing = addressing_of(writer, each);
    writer.result(
        std::string(each.name), type, false,
        writer.computed(fmt::format("OpCooperativeMatrixLoadTensorNV {} {} {} {} None {}",
                                    writer.type(type), place, object, layout, addressing)));
  }
  return writer.module(name, "OpCooperativeMatrixLoadTensorNV");
}

SuiteModule make_tensor_stores(const SuiteShape& shape, ScalarKind kind, const std::string& name) {
  MatrixWriter writer(shape);
  need_tensors(writer);
  const MatrixType type{kind, tile_size, tile_size, 'c'};
  const std::string object = object_of(writer, type);
  for (const TensorCase& each : tensor_cases) {
    const std::string place =
        writer.result_place(std::string(each.name), kind, tensor_rows * tensor_columns);
    const std::string layout = layout_of(writer, each, 1, 1);
    writer.line(fmt::format("OpCooperativeMatrixStoreTensorNV {} {} {} None {}", place, object,
                            layout, addressing_of(writer, each)));
  }
  return writer.module(name, "OpCooperativeMatrixStoreTensorNV");
}

// Blocks of 2 rows and 4 columns. Each is a number, of which the function returns a part that depends on the coordinates.
SuiteModule make_decoding_loads(const SuiteShape& shape, const std::string& name) {
  constexpr std::uint32_t block_rows = 2, block_columns = 4;
  MatrixWriter writer(shape);
  need_tensors(writer);
  writer.need("CooperativeMatrixBlockLoadsNV", "SPV_NV_cooperative_matrix2");
  writer.need("PhysicalStorageBufferAddresses", "SPV_KHR_physical_storage_buffer");
  const MatrixType type{uint32, tile_size, tile_size, 'c'};
  const std::string object = object_of(writer, type);
  const std::string place = writer.input_place(uint32, tensor_elements(uint32));
  const std::string two = writer.constant(2), four = writer.constant(4),
                    hundred = writer.constant(100);
  writer.declared("%to_packed", "OpTypePointer PhysicalStorageBuffer %uint32");
  writer.declared("%coordinates", fmt::format("OpTypeArray %uint32 {}", two));
  writer.declared("%decode_type", "OpTypeFunction %uint32 %to_packed %coordinates %coordinates");
  writer.decorate("OpDecorate %packed Restrict\n");
  // The bits from the place in the block on, and the coordinates of the block.
  writer.function(fmt::format(
      "%decode = OpFunction %uint32 None %decode_type\n%packed = OpFunctionParameter %to_packed\n"
      "%block = OpFunctionParameter %coordinates\n%in_block = OpFunctionParameter %coordinates\n"
      "%decode_entry = OpLabel\n%bits = OpLoad %uint32 %packed Aligned 4\n"
      "%block_row = OpCompositeExtract %uint32 %block 0\n%block_column = OpCompositeExtract "
      "%uint32 %block 1\n%row_in = OpCompositeExtract %uint32 %in_block 0\n%column_in = "
      "OpCompositeExtract %uint32 %in_block 1\n%first = OpIMul %uint32 %row_in {0}\n"
      "%index = OpIAdd %uint32 %first %column_in\n%part = OpShiftRightLogical %uint32 %bits "
      "%index\n%weighted = OpIMul %uint32 %block_row {1}\n%place = OpIAdd %uint32 %weighted "
      "%block_column\n%decoded = OpBitwiseXor %uint32 %part %place\nOpReturnValue %decoded\n"
      "OpFunctionEnd\n",
      four, hundred));
  for (const TensorCase& each : tensor_cases) {
    const std::string layout = layout_of(writer, each, block_rows, block_columns);
    const std::string view = addressing_of(writer, each);
    const std::string addressing = view == "None" ? "DecodeFunc %decode"
                                                  : fmt::format("TensorView|DecodeFunc {} %decode",
                                                                view.substr(view.find(' ')));
    writer.result(
        std::string(each.name), type, false,
        writer.computed(fmt::format("OpCooperativeMatrixLoadTensorNV {} {} {} {} None {}",
                                    writer.type(type), place, object, layout, addressing)));
  }
  return writer.module(name, "OpCooperativeMatrixLoadTensorNV");
}

}  // namespace

void add_tensor_tests(std::vector<MatrixTest>& tests) {
  for (const ScalarKind kind : {float16, uint32}) {
    const std::string load = fmt::format("OpCooperativeMatrixLoadTensorNV.{}", scalar_name(kind));
    tests.push_back(
        {load, "OpCooperativeMatrixLoadTensorNV",
         [kind, load](const SuiteShape& shape) { return make_tensor_loads(shape, kind, load); }});
    const std::string store = fmt::format("OpCooperativeMatrixStoreTensorNV.{}", scalar_name(kind));
    tests.push_back(
        {store, "OpCooperativeMatrixStoreTensorNV", [kind, store](const SuiteShape& shape) {
           return make_tensor_stores(shape, kind, store);
         }});
  }
  const std::string name = "OpCooperativeMatrixLoadTensorNV.decoding";
  tests.push_back({name, "OpCooperativeMatrixLoadTensorNV",
                   [name](const SuiteShape& shape) { return make_decoding_loads(shape, name); }});
}

}  // namespace spirv_oracle::golden
