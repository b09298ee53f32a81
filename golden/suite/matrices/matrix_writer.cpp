#include "golden/suite/matrices/matrix_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "data/scalar.h"

namespace spirv_oracle::golden {
namespace {

// Elements that no matrix contains.
std::uint64_t unused_bits(ScalarKind kind) {
  return is_float(kind) ? float_bits(kind, 77) : all_bits(kind) / 2 - 4;
}

unsigned use_of(char use) { return use == 'a' ? 0 : use == 'b' ? 1 : 2; }

}  // namespace

std::string type_name(const MatrixType& type) {
  return fmt::format("{}_{}x{}_{}", scalar_name(type.component), type.rows, type.columns, type.use);
}

// --- declarations ---

std::string MatrixWriter::declared(const std::string& id, const std::string& text) {
  if (declared_.insert(id).second) declarations_ += fmt::format("{} = {}\n", id, text);
  return id;
}

void MatrixWriter::need(ScalarKind kind, bool in_matrix) {
  for (const std::string& capability : capabilities_of(kind)) capabilities_.insert(capability);
  const std::string_view extension = extension_of(kind);
  if (extension.empty()) return;
  extensions_.emplace(extension);
  if (!in_matrix) return;
  capabilities_.insert(kind == ScalarKind::bfloat16 ? "BFloat16CooperativeMatrixKHR"
                                                    : "Float8CooperativeMatrixEXT");
}

std::string MatrixWriter::scalar(ScalarKind kind) {
  need(kind, false);
  return declared(scalar_type_id(kind), type_declaration(kind));
}

std::string MatrixWriter::constant(std::uint32_t number) {
  const std::string of = scalar(ScalarKind::uint32);
  return declared(fmt::format("%c{}", number), fmt::format("OpConstant {} {}", of, number));
}

std::string MatrixWriter::constant_of(ScalarKind kind, std::uint64_t bits) {
  const std::string of = scalar(kind);
  const std::string literal = is_float(kind)            ? fmt::format("{}", float_value(kind, bits))
                              : is_signed_integer(kind) ? format_scalar(kind, bits)
                                                        : fmt::format("{}", bits);
  return declared(fmt::format("%{}_{}", scalar_name(kind), bits),
                  fmt::format("OpConstant {} {}", of, literal));
}

std::string MatrixWriter::type(const MatrixType& type) {
  need(type.component, true);
  const std::string component = scalar(type.component), scope = constant(3);
  const std::string rows = constant(type.rows), columns = constant(type.columns);
  const std::string use = constant(use_of(type.use));
  return declared("%" + type_name(type), fmt::format("OpTypeCooperativeMatrixKHR {} {} {} {} {}",
                                                     component, scope, rows, columns, use));
}

std::string MatrixWriter::layout(bool is_column_major) { return constant(is_column_major ? 1 : 0); }

std::string MatrixWriter::shared(ScalarKind kind, std::uint32_t count) {
  const std::string element = scalar(kind), length = constant(count);
  const std::string name = fmt::format("shared_{}_{}", scalar_name(kind), count);
  const std::string array =
      declared("%array_of_" + name, fmt::format("OpTypeArray {} {}", element, length));
  const std::string pointer =
      declared("%to_" + name, fmt::format("OpTypePointer Workgroup {}", array));
  const std::string id = declared("%" + name, fmt::format("OpVariable {} Workgroup", pointer));
  interface_ += " " + id;
  return id;
}

// --- buffers ---

MatrixWriter::Buffer& MatrixWriter::buffer(ScalarKind kind, bool is_result) {
  const auto found = std::ranges::find_if(buffers_, [&](const Buffer& each) {
    return each.kind == kind && each.is_result == is_result;
  });
  if (found != buffers_.end()) return *found;
  const auto binding = static_cast<unsigned>(buffers_.size());
  const std::string element = scalar(kind);
  const std::string name =
      fmt::format("{}_{}", is_result ? "results" : "inputs", scalar_name(kind));
  decorations_ += fmt::format(
      "OpDecorate %{0} DescriptorSet 0\nOpDecorate %{0} Binding {1}\n"
      "OpDecorate %array_of_{0} ArrayStride {2}\nOpDecorate %block_of_{0} Block\n"
      "OpMemberDecorate %block_of_{0} 0 Offset 0\n",
      name, binding, scalar_size(kind));
  if (!is_result)
    decorations_ += fmt::format("OpMemberDecorate %block_of_{} 0 NonWritable\n", name);
  declared("%array_of_" + name, fmt::format("OpTypeRuntimeArray {}", element));
  declared("%block_of_" + name, fmt::format("OpTypeStruct %array_of_{}", name));
  declared("%to_block_of_" + name, fmt::format("OpTypePointer StorageBuffer %block_of_{}", name));
  declared(fmt::format("%to_{}", scalar_name(kind)),
           fmt::format("OpTypePointer StorageBuffer {}", element));
  declared("%" + name, fmt::format("OpVariable %to_block_of_{} StorageBuffer", name));
  interface_ += " %" + name;
  return buffers_.emplace_back(Buffer{kind, binding, is_result, {}});
}

std::string MatrixWriter::pointer_to(const Buffer& buffer, std::uint32_t index) {
  const std::string zero = constant(0), at = constant(index);
  return computed(fmt::format("OpAccessChain %to_{} %{}_{} {} {}", scalar_name(buffer.kind),
                              buffer.is_result ? "results" : "inputs", scalar_name(buffer.kind),
                              zero, at));
}

MatrixTile MatrixWriter::input(const MatrixType& type, bool is_column_major,
                               const MatrixValues& values) {
  std::vector<std::uint64_t>& elements = buffer(type.component, false).elements;
  const MatrixTile tile{type, is_column_major, static_cast<std::uint32_t>(elements.size())};
  elements.resize(elements.size() + tile.size(), unused_bits(type.component));
  for (std::uint32_t row = 0; row < type.rows; ++row) {
    for (std::uint32_t column = 0; column < type.columns; ++column)
      elements[tile.index(row, column)] = values(row, column) & all_bits(type.component);
  }
  return tile;
}

MatrixTile MatrixWriter::result(const std::string& name, const MatrixType& type,
                                bool is_column_major, std::string_view value) {
  Buffer& results = buffer(type.component, true);
  const MatrixTile tile{type, is_column_major, static_cast<std::uint32_t>(results.elements.size())};
  results.elements.resize(results.elements.size() + tile.size());
  const std::string pointer = pointer_to(results, tile.first());
  line(fmt::format("OpCooperativeMatrixStoreKHR {} {} {} {}", pointer, value,
                   layout(is_column_major), constant(tile.stride())));
  const std::uint64_t bytes = scalar_size(type.component);
  cases_.push_back(
      {name, fmt::format("0.{}", results.binding), tile.begin * bytes, tile.size() * bytes});
  return tile;
}

std::string MatrixWriter::input_place(ScalarKind kind, const std::vector<std::uint64_t>& elements) {
  Buffer& inputs = buffer(kind, false);
  const auto first = static_cast<std::uint32_t>(inputs.elements.size());
  inputs.elements.insert(inputs.elements.end(), elements.begin(), elements.end());
  return pointer_to(inputs, first);
}

std::string MatrixWriter::result_place(const std::string& name, ScalarKind kind,
                                       std::uint32_t count) {
  Buffer& results = buffer(kind, true);
  const auto first = static_cast<std::uint32_t>(results.elements.size());
  results.elements.resize(results.elements.size() + count);
  const std::uint64_t bytes = scalar_size(kind);
  cases_.push_back({name, fmt::format("0.{}", results.binding), first * bytes, count * bytes});
  return pointer_to(results, first);
}

// --- code ---

void MatrixWriter::line(std::string_view text) { body_ += fmt::format("{}\n", text); }

std::string MatrixWriter::computed(std::string_view operation) {
  const std::string id = fmt::format("%x{}", next_id_++);
  line(fmt::format("{} = {}", id, operation));
  return id;
}

std::string MatrixWriter::load(const MatrixTile& tile) {
  const std::string of = type(tile.type);
  const std::string pointer = pointer_to(buffer(tile.type.component, false), tile.first());
  return computed(fmt::format("OpCooperativeMatrixLoadKHR {} {} {} {}", of, pointer,
                              layout(tile.is_column_major), constant(tile.stride())));
}

std::string MatrixWriter::text() const {
  std::string text;
  for (const std::string& capability : capabilities_) text += "OpCapability " + capability + "\n";
  for (const std::string& extension : extensions_)
    text += fmt::format("OpExtension \"{}\"\n", extension);
  const std::string_view addressing = capabilities_.contains("PhysicalStorageBufferAddresses")
                                          ? "PhysicalStorageBuffer64"
                                          : "Logical";
  text += fmt::format(
      "OpMemoryModel {} Vulkan\nOpEntryPoint GLCompute %main \"main\"{}\n"
      "OpExecutionMode %main LocalSize {} 1 1\n",
      addressing, interface_, shape_.subgroup_size);
  text += decorations_;
  text += "%void = OpTypeVoid\n%main_type = OpTypeFunction %void\n" + declarations_ + functions_;
  text += "%main = OpFunction %void None %main_type\n%entry = OpLabel\n" + variables_ + body_;
  return text + "OpReturn\nOpFunctionEnd\n";
}

SuiteModule MatrixWriter::module(const std::string& name, const std::string& instruction) const {
  SuiteModule module;
  module.name = name;
  module.instruction = instruction;
  module.assembly = text();
  module.cases = cases_;
  std::ranges::stable_sort(module.cases, {}, &BundleCase::output);
  Dispatch& dispatch = module.dispatch;
  dispatch.entry_point = "main";
  dispatch.subgroup_size = shape_.subgroup_size;
  dispatch.vulkan_environment = true;
  dispatch.check_races = true;
  for (const Buffer& buffer : buffers_) {
    const std::size_t bytes = scalar_size(buffer.kind);
    ShadowedBytes contents = untouched_buffer(buffer.elements.size() * bytes);
    if (!buffer.is_result) {
      contents.bytes.clear();
      for (const std::uint64_t bits : buffer.elements) append_bits(bits, bytes, contents.bytes);
    }
    dispatch.buffers[{0, buffer.binding, 0}] = std::move(contents);
  }
  return module;
}

}  // namespace spirv_oracle::golden
