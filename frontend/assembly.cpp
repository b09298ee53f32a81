// SPIRV-Headers define which instructions have a result.
#define SPV_ENABLE_UTILITY_CODE

#include "frontend/assembly.h"

#include <fmt/format.h>
#include <spirv-tools/libspirv.h>

#include <algorithm>
#include <memory>
#include <spirv/unified1/spirv.hpp11>

#include "data/scalar.h"
#include "interpreter/loader/binary.h"
#include "interpreter/loader/newer_names.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

struct DestroyContext {
  void operator()(spv_context context) const { spvContextDestroy(context); }
};
struct DestroyBinary {
  void operator()(spv_binary binary) const { spvBinaryDestroy(binary); }
};
struct DestroyText {
  void operator()(spv_text text) const { spvTextDestroy(text); }
};
struct DestroyDiagnostic {
  void operator()(spv_diagnostic diagnostic) const { spvDiagnosticDestroy(diagnostic); }
};
using Context = std::unique_ptr<spv_context_t, DestroyContext>;
using Diagnostic = std::unique_ptr<spv_diagnostic_t, DestroyDiagnostic>;

// A word of assembly text. A quoted string is one word.
struct Token {
  std::string_view text;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

// The tokens of assembly text, without comments.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  std::optional<Token> next() {
    skip_blanks();
    if (at_ == text_.size()) return std::nullopt;
    const std::size_t start = at_;
    const Token place{{}, line_, static_cast<std::uint32_t>(start - line_start_ + 1)};
    bool quoted = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') quoted = !quoted;
      if (c == '\\' && quoted && at_ + 1 < text_.size()) ++at_;
      if (!quoted && (is_blank(c) || c == ';')) break;
      if (text_[at_] == '\n') start_line();
    }
    return Token{text_.substr(start, at_ - start), place.line, place.column};
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  void start_line() {
    ++line_;
    line_start_ = at_ + 1;
  }

  void skip_blanks() {
    bool comment = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        start_line();
        comment = false;
      } else if (c == ';') {
        comment = true;
      } else if (!comment && !is_blank(c)) {
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

// The position of each instruction, in order: its opcode, or the `%result =` before it.
std::vector<Token> instruction_starts(std::string_view text) {
  std::vector<Token> starts;
  Tokens tokens(text);
  std::optional<Token> previous;
  bool assigned = false;  // the previous token is the = of an assignment
  while (const auto token = tokens.next()) {
    if (token->text == "=" && previous) {
      starts.push_back(*previous);
      assigned = true;
    } else {
      if (!assigned && token->text.starts_with("Op")) starts.push_back(*token);
      assigned = false;
    }
    previous = token;
  }
  return starts;
}

// The capabilities and instructions in the text that the assembler does not know.
std::string newer_features_of(std::string_view text) {
  std::vector<std::string> features;
  Tokens tokens(text);
  while (const auto token = tokens.next()) {
    std::string feature = newer_feature(token->text);
    if (!feature.empty() && std::ranges::count(features, feature) == 0)
      features.push_back(std::move(feature));
  }
  return fmt::format("{}", fmt::join(features, ", "));
}

std::vector<std::uint32_t> instruction_offsets(std::span<const std::uint32_t> words) {
  std::vector<std::uint32_t> offsets;
  for (std::size_t at = header_words; at < words.size();) {
    offsets.push_back(static_cast<std::uint32_t>(at));
    const std::uint32_t length = words[at] >> 16;
    if (length == 0) break;
    at += length;
  }
  return offsets;
}

// The result id of the instruction that begins at a word; 0 if it has none.
std::uint32_t result_id(std::span<const std::uint32_t> words, std::uint32_t offset) {
  bool has_result = false, has_type = false;
  spv::HasResultAndType(static_cast<spv::Op>(words[offset] & 0xFFFF), &has_result, &has_type);
  const std::size_t at = offset + (has_type ? 2 : 1);
  return has_result && at < words.size() ? words[at] : 0;
}

bool is_number(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Result<std::vector<std::uint32_t>> assemble(std::string_view text, const std::string& name,
                                            const std::string& target_env) {
  spv_target_env environment = SPV_ENV_UNIVERSAL_1_6;
  if (!target_env.empty() && !spvParseTargetEnv(target_env.c_str(), &environment)) {
    return bad_input(fmt::format("unknown environment '{}'", target_env));
  }
  const Context context(spvContextCreate(environment));
  spv_binary binary = nullptr;
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result = spvTextToBinaryWithOptions(
      context.get(), text.data(), text.size(), SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS,
      &binary, &diagnostic);
  const std::unique_ptr<spv_binary_t, DestroyBinary> owned_binary(binary);
  const Diagnostic owned_diagnostic(diagnostic);
  if (result != SPV_SUCCESS || binary == nullptr) {
    if (diagnostic == nullptr) return bad_input(fmt::format("{} does not assemble", name));
    if (const std::string newer = newer_features_of(text); !newer.empty())
      return newer_than_tools(newer);
    return bad_input(fmt::format("{0} does not assemble:\n{0}:{1}:{2}: error: {3}", name,
                                 diagnostic->position.line + 1, diagnostic->position.column + 1,
                                 diagnostic->error));
  }
  return std::vector<std::uint32_t>(binary->code, binary->code + binary->wordCount);
}

std::optional<std::uint32_t> declared_version(std::string_view text) {
  constexpr std::string_view label = "Version:";
  while (!text.empty()) {
    const std::string_view line = trimmed(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    if (line.empty()) continue;
    if (!line.starts_with(';')) break;
    const std::string_view comment = trimmed(line.substr(1));
    if (!comment.starts_with(label)) continue;
    const std::string_view version = trimmed(comment.substr(label.size()));
    const std::size_t dot = version.find('.');
    if (dot == std::string_view::npos) continue;
    const auto major = parse_unsigned(version.substr(0, dot), "the version");
    const auto minor = parse_unsigned(version.substr(dot + 1), "the version");
    if (major && minor && *major < 256 && *minor < 256)
      return static_cast<std::uint32_t>(*major << 16 | *minor << 8);
  }
  return std::nullopt;
}

Result<std::string> disassemble(std::span<const std::uint32_t> words) {
  const Context context(spvContextCreate(SPV_ENV_UNIVERSAL_1_6));
  spv_text text = nullptr;
  spv_diagnostic diagnostic = nullptr;
  constexpr std::uint32_t options =
      SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
  const spv_result_t result =
      spvBinaryToText(context.get(), words.data(), words.size(), options, &text, &diagnostic);
  const std::unique_ptr<spv_text_t, DestroyText> owned_text(text);
  const Diagnostic owned_diagnostic(diagnostic);
  if (result != SPV_SUCCESS || text == nullptr) {
    return bad_input(fmt::format("the module cannot be disassembled: {}",
                                 diagnostic != nullptr ? diagnostic->error : "unknown reason"));
  }
  return std::string(text->str, text->length);
}

AssemblyMap::AssemblyMap(std::span<const std::uint32_t> words, std::string_view text,
                         const std::string& name)
    : text_(text), file_(name) {
  const std::vector<Token> starts = instruction_starts(text);
  const std::vector<std::uint32_t> offsets = instruction_offsets(words);
  if (starts.size() != offsets.size()) return;  // no position is better than a wrong one
  const std::vector<std::string> lines = lines_of(text);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t line = starts[i].line;
    locations_[offsets[i]] = {name, starts[i].line, starts[i].column, lines[line - 1],
                              line > 1 ? lines[line - 2] : std::string()};
    const std::uint32_t result = result_id(words, offsets[i]);
    if (result == 0 || !starts[i].text.starts_with('%')) continue;
    const std::string_view id_name = starts[i].text.substr(1);
    if (!is_number(id_name)) id_names_.emplace(result, id_name);
  }
}

std::optional<SourceLocation> AssemblyMap::at(std::uint32_t word_offset) const {
  const auto found = locations_.find(word_offset);
  if (found == locations_.end()) return std::nullopt;
  return found->second;
}

void place_in_assembly(Finding& finding, const AssemblyMap& assembly) {
  const auto place = [&assembly](SourceLocation& source, std::uint32_t word) {
    if (source.line != 0 || word == 0) return;
    if (const auto found = assembly.at(word)) source = *found;
  };
  place(finding.where.source, finding.where.word);
  for (LoopIteration& loop : finding.loops) place(loop.loop.source, loop.loop.word);
  for (Note& note : finding.notes) place(note.source, note.word);
}

}  // namespace spirv_oracle
