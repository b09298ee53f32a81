#include "support/line_wrapping.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace spirv_oracle {
namespace {

constexpr std::size_t extra_indent = 4;
constexpr std::size_t least_width = 40;  // of a terminal whose lines are wrapped

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The bytes of the character or escape sequence at the beginning of the text, which is not empty.
std::size_t character_size(std::string_view text) {
  if (text.starts_with("\x1b[")) {
    const std::size_t end = text.find_first_of("ABCDEFGHJKSTfmhlnsu", 2);
    return std::min(end, text.size() - 1) + 1;
  }
  std::size_t size = 1;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) ++size;
  return size;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size(); at += character_size(text.substr(at)))
    columns += text[at] == '\x1b' || text[at] == '\r' ? 0 : 1;
  return columns;
}

// "  12 | code" or "     | ^".
bool is_source(std::string_view line) {
  const std::size_t number = std::min(line.find_first_not_of(' '), line.size());
  const auto bar =
      std::find_if_not(line.begin() + static_cast<std::ptrdiff_t>(number), line.end(), is_digit);
  const std::string_view rest = line.substr(static_cast<std::size_t>(bar - line.begin()));
  return number > 0 && (rest.starts_with(" |") || rest.starts_with("|"));
}

// The part of a line that fits, without the spaces at its end.
struct Part {
  std::size_t size = 0;  // bytes
  std::size_t next = 0;  // where the next part begins
};

// A word that does not fit by itself is a part of its own.
Part first_part(std::string_view text, std::size_t columns) {
  Part fitting;
  std::size_t used = 0;
  for (std::size_t at = 0; at < text.size(); at = fitting.size) {
    const std::size_t word = std::min(text.find_first_not_of(' ', at), text.size());
    const std::size_t end = std::min(text.find(' ', word), text.size());
    used += columns_of(text.substr(at, end - at));
    if (used > columns && fitting.size != 0) break;
    fitting = {end, std::min(text.find_first_not_of(' ', end), text.size())};
  }
  return fitting;
}

}  // namespace

std::string wrapped(std::string_view line, std::size_t width) {
  if (line.size() <= width || is_source(line)) return std::string(line);
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size()) + extra_indent;
  if (indent >= width) return std::string(line);
  std::string text;
  std::size_t columns = width;
  while (!line.empty()) {
    const Part part = first_part(line, columns);
    if (!text.empty()) text += '\n' + std::string(indent, ' ');
    text += line.substr(0, part.size);
    line.remove_prefix(part.next);
    columns = width - indent;
  }
  return text;
}

WrappingBuffer::~WrappingBuffer() { pass(line_); }

void WrappingBuffer::pass(std::string_view text) {
  target_.sputn(text.data(), static_cast<std::streamsize>(text.size()));
}

void WrappingBuffer::put(char c) {
  if (c != '\n') {
    line_ += c;
    return;
  }
  pass(wrapped(line_, width_) + '\n');
  line_.clear();
}

WrappingBuffer::int_type WrappingBuffer::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  put(traits_type::to_char_type(c));
  return c;
}

std::streamsize WrappingBuffer::xsputn(const char* text, std::streamsize size) {
  for (const char c : std::string_view(text, static_cast<std::size_t>(size))) put(c);
  return size;
}

int WrappingBuffer::sync() {
  if (line_.starts_with('\r')) {
    pass(line_);
    line_.clear();
  }
  return target_.pubsync();
}

TerminalWrapping::TerminalWrapping(std::ostream& stream, int descriptor) : stream_(stream) {
  winsize size{};
  if (isatty(descriptor) == 0 || ioctl(descriptor, TIOCGWINSZ, &size) != 0 ||
      size.ws_col < least_width)
    return;
  original_ = stream.rdbuf();
  buffer_ = std::make_unique<WrappingBuffer>(*original_, size.ws_col);
  stream.rdbuf(buffer_.get());
}

TerminalWrapping::~TerminalWrapping() {
  if (buffer_ == nullptr) return;
  stream_.flush();
  stream_.rdbuf(original_);
}

}  // namespace spirv_oracle
