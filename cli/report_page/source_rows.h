// The lines that a report page shows: those of the source files, or of the assembly if a module contains no source.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/assembly.h"
#include "interpreter/execution_trace.h"
#include "interpreter/findings/finding.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

// A row is a line of one of the files. Rows are numbered across all files.
class SourceRows {
 public:
  // The page omits further rows, and says so.
  static constexpr std::size_t max_rows = 20'000;

  SourceRows(const Module& module, const ExecutionTrace& trace, const AssemblyMap& assembly);

  // None if unknown.
  std::optional<std::size_t> row_of(std::uint32_t instruction) const;
  std::optional<std::size_t> row_of(const SourceLocation& source, std::uint32_t word) const;

  // Whether the instruction belongs to no line and only leads on: what compilers put between lines. The page leaves these
  // out.
  bool is_mere_jump(std::uint32_t instruction) const;

  // { kind, files: [{ name, lines }], left_out }
  nlohmann::ordered_json as_json() const;

 private:
  struct File {
    std::string name;
    std::vector<std::string> lines;
    std::size_t first_row = 0;
  };

  void show_sources(const std::set<std::uint32_t>& files);
  void show_assembly(const AssemblyMap& assembly);
  void show_listing();
  void add_file(std::string name, std::vector<std::string> lines);

  const Module& module_;
  const char* kind_ = "source";
  std::vector<File> files_;
  std::map<std::uint32_t, std::size_t> file_of_;  // index into files_; by index into Module::files
  std::map<std::string, std::size_t> named_;      // index into files_; by name
  std::map<std::uint32_t, std::size_t> row_of_instruction_;  // for modules without source text
  std::map<std::uint32_t, std::size_t> row_of_word_;         // likewise
  std::size_t rows_ = 0;
  std::size_t left_out_ = 0;
};

}  // namespace spirv_oracle
