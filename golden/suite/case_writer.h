// Writes the cases of a module of the suite as assembly.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "golden/suite/recipe.h"

namespace spirv_oracle::golden {

// A case is one use of the instruction, in a place that some of the invocations reach.
class CaseWriter {
 public:
  CaseWriter(const SuiteShape& shape, const Recipe& recipe, ValueType type);

  // Writes all cases of the recipe.
  void write();

  struct WrittenCase {
    std::string name;
    std::uint32_t first = 0, count = 0;  // in results per invocation
  };
  const std::vector<WrittenCase>& cases() const { return cases_; }
  std::uint32_t result_count() const { return result_count_; }  // per invocation
  ValueType result_type() const { return result_type_; }
  const std::vector<ValueRow>& rows() const { return rows_; }
  // For each invocation, the words that select variants, one array after the other. The first array
  // has the membership in execution masks.
  std::vector<std::uint32_t> words() const;

  std::string module_text() const;

 private:
  using Shape = void (CaseWriter::*)();
  struct Pattern {
    std::string name;
    Shape shape;
    unsigned mask = 0;
  };
  std::vector<Pattern> patterns(const Variant& variant, bool is_first_row) const;

  void write_full();
  void write_masked();
  void write_nested();
  void write_loop();
  void write_switch();
  void write_behind_nested_selections();
  void write_behind_continue();
  void write_behind_loop();

  // Writes the instruction for the current variant and row. Returns the id of its result.
  std::string exchange();
  void store(const std::string& result, std::uint32_t place);
  // Reserves a place for one result of each invocation.
  std::uint32_t new_place() { return result_count_++; }
  std::string fresh(const char* name) {
    return "%" + std::string(name) + std::to_string(next_id_++);
  }
  void line(const std::string& text) { body_ += text + "\n"; }
  void label(const std::string& id);
  // Begins a selection: the following code executes where the condition holds. Returns the merge
  // block.
  std::string begin_if(const std::string& condition);
  void end_if(const std::string& merge);

  std::string constant(std::uint32_t number);
  std::string mask_id(unsigned mask) const { return "%takes_part" + std::to_string(mask); }
  void write_prologue();
  std::string load_words(std::size_t array, const std::string& result);
  std::string declarations() const;
  std::string header() const;

  const SuiteShape shape_;
  const Recipe& recipe_;
  const ValueType type_, result_type_;
  const std::vector<ValueRow> rows_;

  std::string prologue_, body_;
  std::string block_;  // the label of the current block
  unsigned next_id_ = 0;
  std::uint32_t result_count_ = 0;
  std::map<std::uint32_t, std::string> constants_;
  std::vector<WrittenCase> cases_;
  std::vector<std::vector<std::uint32_t>> words_;  // arrays with a word for each invocation

  // The current variant and row.
  const Variant* variant_ = nullptr;
  std::string value_, choice_, four_words_;
  unsigned mask_ = 0;
};

}  // namespace spirv_oracle::golden
