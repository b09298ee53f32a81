// Wraps lines at words, for terminals.
#pragma once

#include <cstddef>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace spirv_oracle {

// The line in lines of at most `width` columns, as far as its words permit. Further lines are indented more than the
// first one. Lines of source ("  12 | code") are not wrapped. Escape sequences take no columns.
std::string wrapped(std::string_view line, std::size_t width);

// Passes text on to another buffer, line by line, wrapped. Text that begins with '\r', such as a progress bar, is passed
// on unchanged when it is flushed.
class WrappingBuffer : public std::streambuf {
 public:
  WrappingBuffer(std::streambuf& target, std::size_t width) : target_(target), width_(width) {}
  ~WrappingBuffer() override;

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  void put(char c);
  void pass(std::string_view text);

  std::streambuf& target_;
  std::size_t width_;
  std::string line_;
};

// Wraps what is written to a stream during its life, if the file descriptor is a terminal.
class TerminalWrapping {
 public:
  TerminalWrapping(std::ostream& stream, int descriptor);
  TerminalWrapping(const TerminalWrapping&) = delete;
  TerminalWrapping& operator=(const TerminalWrapping&) = delete;
  ~TerminalWrapping();

 private:
  std::ostream& stream_;
  std::streambuf* original_ = nullptr;
  std::unique_ptr<WrappingBuffer> buffer_;  // null: not a terminal
};

}  // namespace spirv_oracle
