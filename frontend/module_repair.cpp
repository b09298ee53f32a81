#include "frontend/module_repair.h"

#include <filesystem>
#include <map>
#include <set>

#include "frontend/spirv_words.h"
#include "support/file.h"

namespace spirv_oracle {
namespace {

using spirv_words::append;
using spirv_words::for_each_instruction;
using spirv_words::InstructionWords;
using spirv_words::opcode_of;
using spirv_words::text_at;
using spirv_words::Words;

constexpr std::uint32_t version_1_4 = 0x00010400;

// OpSource with its text and file, in as many instructions as that takes.
void append_source(InstructionWords source, std::uint32_t file, const std::string& text,
                   Words& words) {
  constexpr std::size_t most_characters = 4 * 0xFF00;
  for (std::size_t at = 0; at == 0 || at < text.size(); at += most_characters) {
    const Words part = spirv_words::string_words(text.substr(at, most_characters));
    if (at == 0) {
      append(spv::Op::OpSource, {source[1], source[2], file}, part, words);
    } else {
      append(spv::Op::OpSourceContinued, {}, part, words);
    }
  }
}

// The name of a file as the user wrote it: clang makes names absolute.
std::string relative_name(const std::string& file, const std::string& main_file) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path folder = fs::current_path(error);
  if (error) return file;
  const fs::path path = fs::path(file).lexically_normal();
  if (path == (folder / main_file).lexically_normal()) return main_file;
  const fs::path relative = path.lexically_relative(folder);
  return relative.empty() || relative.begin()->string() == ".." ? file : relative.string();
}

// "" where it cannot be read.
std::string text_of_file(const std::string& path) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;
  const auto bytes = read_file(path, most_bytes);
  return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "";
}

// The ids of the files that lines are in.
std::set<std::uint32_t> files_of_lines(std::span<const std::uint32_t> words) {
  std::set<std::uint32_t> files;
  for_each_instruction(words, [&files](InstructionWords instruction) {
    if (opcode_of(instruction) == spv::Op::OpLine && instruction.size() > 1)
      files.insert(instruction[1]);
  });
  return files;
}

// Copies a module one instruction after the other.
class SourceAdder {
 public:
  SourceAdder(std::span<const std::uint32_t> words, const std::string& file_name,
              const std::string& text)
      : file_name_(file_name),
        text_(text),
        files_(files_of_lines(words)),
        result_(words.begin(), words.begin() + spirv_words::header_words) {}

  void copy(InstructionWords instruction) {
    if (!is_replaced(instruction)) append(instruction, result_);
  }
  Words result() { return std::move(result_); }

 private:
  bool is_replaced(InstructionWords instruction) {
    switch (opcode_of(instruction)) {
      case spv::Op::OpString:
        return instruction.size() > 2 && files_.contains(instruction[1]) && rename(instruction);
      case spv::Op::OpSource:
        if (instruction.size() < 3 || texts_.empty()) return false;
        for (const auto& [file, contents] : texts_)
          append_source(instruction, file, contents, result_);
        return true;
      default:
        return false;
    }
  }

  bool rename(InstructionWords file) {
    const std::string path = text_at(file, 2);
    const std::string name = relative_name(path, file_name_);
    texts_[file[1]] = name == file_name_ ? text_ : text_of_file(path);
    append(spv::Op::OpString, {file[1]}, spirv_words::string_words(name), result_);
    return true;
  }

  const std::string& file_name_;
  const std::string& text_;
  std::set<std::uint32_t> files_;
  std::map<std::uint32_t, std::string> texts_;
  Words result_;
};

// Copies a module one instruction after the other, with an OpBitcast where a constant needs the address of a variable as a
// constant of its own or as a pointer of another type.
class ConstantAddresses {
 public:
  explicit ConstantAddresses(std::span<const std::uint32_t> words)
      : bound_(words[3]), result_(words.begin(), words.begin() + spirv_words::header_words) {}

  void copy(InstructionWords instruction) {
    switch (opcode_of(instruction)) {
      case spv::Op::OpVariable:
        if (instruction.size() > 2) types_[instruction[2]] = instruction[1];
        break;
      case spv::Op::OpConstantComposite:
        return copy_composite(instruction);
      case spv::Op::OpSpecConstantOp:
        return copy_operation(instruction);
      default:
        break;
    }
    append(instruction, result_);
  }
  Words result() {
    result_[3] = bound_;
    return std::move(result_);
  }

 private:
  void copy_composite(InstructionWords composite) {
    Words parts(composite.begin() + 1, composite.end());
    for (std::size_t i = 2; i < parts.size(); ++i) {
      const auto variable = types_.find(parts[i]);
      if (variable != types_.end()) parts[i] = constant(parts[i], variable->second);
    }
    append(spv::Op::OpConstantComposite, {}, parts, result_);
  }

  // An access chain without indices is of its base's type. Where it is not, the base was meant to be a pointer of the chain's
  // type: the pointers that llvm-spirv translates have no types, and it forgets the conversion.
  void copy_operation(InstructionWords operation) {
    constexpr std::size_t base = 3, size_without_indices = 5;
    Words operands(operation.begin() + 1, operation.end());
    if (operands.size() == size_without_indices && is_pointer_chain(operands[base - 1])) {
      const auto variable = types_.find(operands[base]);
      if (variable != types_.end() && variable->second != operands[0])
        operands[base] = constant(operands[base], operands[0]);
    }
    append(spv::Op::OpSpecConstantOp, {}, operands, result_);
  }

  static bool is_pointer_chain(std::uint32_t opcode) {
    return static_cast<spv::Op>(opcode) == spv::Op::OpPtrAccessChain ||
           static_cast<spv::Op>(opcode) == spv::Op::OpInBoundsPtrAccessChain;
  }

  // A constant with the address of the variable.
  std::uint32_t constant(std::uint32_t variable, std::uint32_t type) {
    const auto [known, is_new] = constants_.try_emplace({variable, type}, bound_);
    if (is_new) {
      const auto bitcast = static_cast<std::uint32_t>(spv::Op::OpBitcast);
      append(spv::Op::OpSpecConstantOp, {type, bound_++, bitcast, variable}, {}, result_);
    }
    return known->second;
  }

  std::map<std::uint32_t, std::uint32_t> types_;  // by variable
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> constants_;
  std::uint32_t bound_;
  Words result_;
};

}  // namespace

Words with_declarations_first(std::span<const std::uint32_t> words) {
  Words result(words.begin(), words.begin() + spirv_words::header_words);
  Words definitions, function;
  bool has_body = false, in_function = false;
  for_each_instruction(words, [&](InstructionWords instruction) {
    const spv::Op opcode = opcode_of(instruction);
    if (opcode == spv::Op::OpFunction) in_function = true;
    if (!in_function) return append(instruction, definitions.empty() ? result : definitions);
    append(instruction, function);
    has_body = has_body || opcode == spv::Op::OpLabel;
    if (opcode != spv::Op::OpFunctionEnd) return;
    Words& part = has_body ? definitions : result;
    part.insert(part.end(), function.begin(), function.end());
    function.clear();
    has_body = in_function = false;
  });
  result.insert(result.end(), definitions.begin(), definitions.end());
  result.insert(result.end(), function.begin(), function.end());
  return result;
}

Words with_strong_exchanges(std::span<const std::uint32_t> words) {
  Words result(words.begin(), words.begin() + spirv_words::header_words);
  const bool lacks_weak = words[1] >= version_1_4;
  for_each_instruction(words, [&](InstructionWords instruction) {
    append(instruction, result);
    if (lacks_weak && opcode_of(instruction) == spv::Op::OpAtomicCompareExchangeWeak)
      result[result.size() - instruction.size()] =
          static_cast<std::uint32_t>(spv::Op::OpAtomicCompareExchange) |
          (instruction[0] & ~0xFFFFu);
  });
  return result;
}

Words with_constant_addresses(std::span<const std::uint32_t> words) {
  ConstantAddresses addresses(words);
  for_each_instruction(words,
                       [&addresses](InstructionWords instruction) { addresses.copy(instruction); });
  return addresses.result();
}

Words with_interfaces(std::span<const std::uint32_t> words) {
  Words result(words.begin(), words.end());
  if (words[1] < version_1_4) return result;
  Words variables;
  bool in_function = false;
  for_each_instruction(words, [&](InstructionWords instruction) {
    in_function = in_function || opcode_of(instruction) == spv::Op::OpFunction;
    if (!in_function && opcode_of(instruction) == spv::Op::OpVariable && instruction.size() > 2)
      variables.push_back(instruction[2]);
  });
  result.resize(spirv_words::header_words);
  for_each_instruction(words, [&](InstructionWords instruction) {
    if (opcode_of(instruction) != spv::Op::OpEntryPoint || instruction.size() < 4)
      return append(instruction, result);
    const std::size_t interface = 3 + text_at(instruction, 3).size() / 4 + 1;
    Words operands(instruction.begin() + 1,
                   instruction.begin() + static_cast<std::ptrdiff_t>(interface));
    operands.insert(operands.end(), variables.begin(), variables.end());
    append(spv::Op::OpEntryPoint, {}, operands, result);
  });
  return result;
}

Words without_temporary_names(std::span<const std::uint32_t> words, const std::string& source,
                              const std::string& file_name) {
  const std::string folder = source.substr(0, source.rfind('/') + 1);
  Words result(words.begin(), words.begin() + spirv_words::header_words);
  for_each_instruction(words, [&](InstructionWords instruction) {
    const std::string text =
        opcode_of(instruction) == spv::Op::OpString ? text_at(instruction, 2) : std::string();
    if (!text.starts_with(folder)) return append(instruction, result);
    const std::string name = text == source ? file_name : text.substr(folder.size());
    append(spv::Op::OpString, {instruction[1]}, spirv_words::string_words(name), result);
  });
  return result;
}

Words with_source(std::span<const std::uint32_t> words, const std::string& file_name,
                  const std::string& text) {
  SourceAdder adder(words, file_name, text);
  for_each_instruction(words, [&adder](InstructionWords instruction) { adder.copy(instruction); });
  return adder.result();
}

}  // namespace spirv_oracle
