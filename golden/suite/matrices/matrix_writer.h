// Writes a module that works on cooperative matrices, with its buffers.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite/matrices/matrices.h"

namespace spirv_oracle::golden {

struct MatrixType {
  ScalarKind component = ScalarKind::float32;
  std::uint32_t rows = 16, columns = 16;
  char use = 'a';  // 'a', 'b', or 'c' for MatrixAccumulatorKHR
  friend auto operator<=>(const MatrixType&, const MatrixType&) = default;
};

// A matrix in a buffer, between other elements: before it, and after each of its rows (or columns, if it is column-major).
struct MatrixTile {
  MatrixType type;
  bool is_column_major = false;
  std::uint32_t begin = 0;  // the index of the first element of the region

  static constexpr std::uint32_t gap = 16;  // elements
  std::uint32_t lines() const { return is_column_major ? type.columns : type.rows; }
  std::uint32_t stride() const { return gap + (is_column_major ? type.rows : type.columns); }
  std::uint32_t first() const { return begin + gap; }
  std::uint32_t size() const { return gap + lines() * stride(); }  // of the region
  std::uint32_t index(std::uint32_t row, std::uint32_t column) const {
    return first() + (is_column_major ? column * stride() + row : row * stride() + column);
  }
};

// The bits of an element, by row and column.
using MatrixValues = std::function<std::uint64_t(std::uint32_t row, std::uint32_t column)>;

class MatrixWriter {
 public:
  explicit MatrixWriter(const SuiteShape& shape) : shape_(shape) {}

  // --- data ---

  // Puts a matrix into the input buffer of its component type; unused elements have a value that is unlikely in a result.
  MatrixTile input(const MatrixType& type, bool is_column_major, const MatrixValues& values);
  // Stores a matrix in a part of the result buffer of its component type, which is a case of the module.
  MatrixTile result(const std::string& name, const MatrixType& type, bool is_column_major,
                    std::string_view value);

  // Pointers to elements in the input buffer, and to a part of the result buffer that is a case of the module. The number of
  // elements is a multiple of 16.
  std::string input_place(ScalarKind kind, const std::vector<std::uint64_t>& elements);
  std::string result_place(const std::string& name, ScalarKind kind, std::uint32_t count);

  // --- code; these functions return ids ---

  std::string load(const MatrixTile& tile);
  std::string computed(std::string_view operation);  // "OpFAdd %type %a %b"
  void line(std::string_view text);
  std::string type(const MatrixType& type);
  std::string scalar(ScalarKind kind);
  std::string constant(std::uint32_t number);
  std::string constant_of(ScalarKind kind, std::uint64_t bits);
  void need(std::string_view capability, std::string_view extension) {
    capabilities_.emplace(capability);
    extensions_.emplace(extension);
  }
  // Declared after types and constants; `text` defines it.
  std::string declared(const std::string& id, const std::string& text);
  // A variable in workgroup memory that holds a region of elements.
  std::string shared(ScalarKind kind, std::uint32_t count);
  // A function in addition to main().
  void function(const std::string& text) { functions_ += text; }
  void decorate(const std::string& text) { decorations_ += text; }
  // A variable of main().
  void variable(const std::string& text) { variables_ += text; }

  SuiteModule module(const std::string& name, const std::string& instruction) const;

 private:
  struct Buffer {
    ScalarKind kind;
    unsigned binding = 0;
    bool is_result = false;
    std::vector<std::uint64_t> elements;
  };

  Buffer& buffer(ScalarKind kind, bool is_result);
  std::string pointer_to(const Buffer& buffer, std::uint32_t index);
  std::string layout(bool is_column_major);
  void need(ScalarKind kind, bool in_matrix);
  std::string text() const;

  SuiteShape shape_;
  std::vector<Buffer> buffers_;
  std::vector<BundleCase> cases_;
  std::set<std::string> capabilities_{"Shader", "CooperativeMatrixKHR", "VulkanMemoryModel"};
  std::set<std::string> extensions_{"SPV_KHR_cooperative_matrix"};
  std::set<std::string> declared_;
  std::string declarations_, decorations_, interface_, functions_, variables_, body_;
  unsigned next_id_ = 0;
};

std::string type_name(const MatrixType& type);  // "float16_16x8_a"

}  // namespace spirv_oracle::golden
