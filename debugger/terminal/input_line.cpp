#include "debugger/terminal/input_line.h"

#include <utility>

namespace spirv_oracle {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

void InputLine::set(std::string text) {
  text_ = std::move(text);
  to_end();
}

void InputLine::insert(std::string_view bytes) {
  text_.insert(cursor_, bytes);
  cursor_ += bytes.size();
}

std::size_t InputLine::begin_before() const {
  std::size_t at = cursor_;
  while (at > 0 && continues_character(text_[--at])) {
  }
  return at;
}

std::size_t InputLine::end_after() const {
  std::size_t at = cursor_;
  if (at < text_.size()) ++at;
  while (at < text_.size() && continues_character(text_[at])) ++at;
  return at;
}

void InputLine::erase_before() {
  const std::size_t begin = begin_before();
  text_.erase(begin, cursor_ - begin);
  cursor_ = begin;
}

void InputLine::erase_at() { text_.erase(cursor_, end_after() - cursor_); }

void InputLine::left() { cursor_ = begin_before(); }

void InputLine::right() { cursor_ = end_after(); }

}  // namespace spirv_oracle
