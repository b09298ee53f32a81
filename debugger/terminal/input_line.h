// A line that the user types on the full screen, in UTF-8, with a cursor.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace spirv_oracle {

class InputLine {
 public:
  const std::string& text() const { return text_; }
  std::string before_cursor() const { return text_.substr(0, cursor_); }

  // Replaces the text; the cursor goes to its end.
  void set(std::string text);
  // One byte of a character, or whole text.
  void insert(std::string_view bytes);
  // The character before the cursor, and the one at it.
  void erase_before();
  void erase_at();

  void left();
  void right();
  void to_begin() { cursor_ = 0; }
  void to_end() { cursor_ = text_.size(); }

 private:
  std::size_t begin_before() const;
  std::size_t end_after() const;

  std::string text_;
  std::size_t cursor_ = 0;  // in bytes, never within a character that is complete
};

}  // namespace spirv_oracle
