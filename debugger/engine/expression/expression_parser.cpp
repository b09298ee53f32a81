// Text to the tree of an expression.
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

#include "debugger/engine/expression/expression_node.h"

namespace spirv_oracle {
namespace {

using Node = Expression::Node;
using NodePointer = std::unique_ptr<Node>;

constexpr std::size_t max_length = 1000;
constexpr unsigned max_nesting = 50;
constexpr unsigned max_nodes = 400;

constexpr ScalarType int_type{ScalarType::Class::integer, 4, true};

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

struct Binary {
  std::string_view text;
  Operator op;
  unsigned precedence;  // a larger one binds more tightly
};

// Longer texts come before those that they begin with.
constexpr std::array binaries{
    Binary{"||", Operator::logical_or, 1},    Binary{"^^", Operator::logical_xor, 2},
    Binary{"&&", Operator::logical_and, 3},   Binary{"==", Operator::equal, 7},
    Binary{"!=", Operator::not_equal, 7},     Binary{"<<", Operator::shift_left, 9},
    Binary{">>", Operator::shift_right, 9},   Binary{"<=", Operator::less_equal, 8},
    Binary{">=", Operator::greater_equal, 8}, Binary{"<", Operator::less, 8},
    Binary{">", Operator::greater, 8},        Binary{"|", Operator::bitwise_or, 4},
    Binary{"^", Operator::bitwise_xor, 5},    Binary{"&", Operator::bitwise_and, 6},
    Binary{"+", Operator::add, 10},           Binary{"-", Operator::subtract, 10},
    Binary{"*", Operator::multiply, 11},      Binary{"/", Operator::divide, 11},
    Binary{"%", Operator::remainder, 11},
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<NodePointer> parse() {
    if (text_.size() > max_length)
      return bad_input("the expression is longer than " + std::to_string(max_length) +
                       " characters");
    NodePointer root = conditional();
    skip_space();
    if (!error_ && at_ < text_.size()) fail("unexpected '" + character() + "'");
    if (error_) return tl::unexpected(*error_);
    return root;
  }

 private:
  // The next one, of one or several bytes.
  std::string character() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
    return std::string(text_.substr(at_, end - at_));
  }

  // All that follow return null after an error.
  NodePointer fail(const std::string& message) {
    if (!error_) {
      error_ = Error{Status::bad_input, "column " + std::to_string(at_ + 1) + ": " + message};
    }
    return nullptr;
  }

  NodePointer make(Operator op, std::string name = {}) {
    if (++nodes_ > max_nodes) return fail("the expression is too long");
    auto node = std::make_unique<Node>();
    node->op = op;
    node->name = std::move(name);
    node->column = at_ + 1;
    return node;
  }

  template <class... Operands>
  NodePointer make_with(Operator op, Operands... operands) {
    if (error_) return nullptr;
    NodePointer node = make(op);
    if (node != nullptr) (node->operands.push_back(std::move(operands)), ...);
    return node;
  }

  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool accept(std::string_view token) {
    skip_space();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  bool expect(std::string_view token) {
    if (accept(token)) return true;
    fail("expected '" + std::string(token) + "'");
    return false;
  }
  std::string name() {
    skip_space();
    const std::size_t begin = at_;
    if (at_ < text_.size() && begins_name(text_[at_])) {
      while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  NodePointer conditional() {
    if (++depth_ > max_nesting) return fail("the expression is nested too deeply");
    NodePointer condition = binary(1);
    if (!error_ && accept("?")) {
      NodePointer first = conditional();
      if (!error_ && expect(":")) {
        NodePointer second = conditional();
        condition = make_with(Operator::conditional, std::move(condition), std::move(first),
                              std::move(second));
      }
    }
    --depth_;
    return error_ ? nullptr : std::move(condition);
  }

  const Binary* next_binary() {
    skip_space();
    for (const Binary& candidate : binaries) {
      if (text_.substr(at_).starts_with(candidate.text)) return &candidate;
    }
    return nullptr;
  }

  NodePointer binary(unsigned precedence) {
    NodePointer left = unary();
    while (!error_) {
      const Binary* found = next_binary();
      if (found == nullptr || found->precedence < precedence) break;
      at_ += found->text.size();
      NodePointer right = binary(found->precedence + 1);
      left = make_with(found->op, std::move(left), std::move(right));
    }
    return left;
  }

  NodePointer unary() {
    if (++depth_ > max_nesting) return fail("the expression is nested too deeply");
    NodePointer result;
    skip_space();
    const char next = at_ < text_.size() ? text_[at_] : '\0';
    const std::optional<Operator> op = next == '-'   ? std::optional(Operator::negate)
                                       : next == '!' ? std::optional(Operator::logical_not)
                                       : next == '~' ? std::optional(Operator::bitwise_not)
                                       : next == '*' ? std::optional(Operator::dereference)
                                       : next == '&' ? std::optional(Operator::address)
                                                     : std::nullopt;
    if (op) {
      ++at_;
      result = make_with(*op, unary());
    } else if (next == '+') {
      ++at_;
      result = unary();
    } else {
      result = postfix();
    }
    --depth_;
    return result;
  }

  // "lane 7" in brackets; "lane" alone may be the name of a variable.
  bool accept_lane() {
    const std::size_t begin = at_;
    if (name() == "lane") {
      skip_space();
      const char next = at_ < text_.size() ? text_[at_] : '\0';
      if (continues_name(next) || next == '(') return true;
      const bool is_id = next == '%' && at_ + 1 < text_.size() && continues_name(text_[at_ + 1]);
      if (is_id) return true;
    }
    at_ = begin;
    return false;
  }

  NodePointer postfix() {
    NodePointer result = primary();
    while (!error_) {
      if (accept("[")) {
        const Operator op = accept_lane() ? Operator::lane : Operator::element;
        NodePointer index = conditional();
        if (error_ || !expect("]")) return nullptr;
        result = make_with(op, std::move(result), std::move(index));
      } else if (accept("->")) {
        result = member(Operator::arrow, std::move(result));
      } else if (accept(".")) {
        result = member(Operator::member, std::move(result));
      } else {
        break;
      }
    }
    return result;
  }

  NodePointer member(Operator op, NodePointer whole) {
    std::string found = name();
    if (found.empty()) return fail("expected the name of a member");
    NodePointer node = make_with(op, std::move(whole));
    if (node == nullptr) return nullptr;
    if (found == "length" && accept("(")) {
      if (!expect(")")) return nullptr;
      node->op = Operator::call;
    }
    node->name = std::move(found);
    return node;
  }

  NodePointer primary() {
    skip_space();
    if (at_ == text_.size()) return fail("expected an expression");
    const char next = text_[at_];
    if (next == '(') {
      ++at_;
      NodePointer inner = conditional();
      if (error_) return nullptr;
      if (accept(")")) return inner;
      NodePointer list = make_with(Operator::list, std::move(inner));
      return list == nullptr || !accept(",") ? fail("expected ')'") : operands(std::move(list));
    }
    if (next == '%') return id();
    if (std::isdigit(static_cast<unsigned char>(next)) != 0 || next == '.') return number();
    if (!begins_name(next)) return fail("unexpected '" + character() + "'");
    std::string found = name();
    if (found == "true" || found == "false") {
      NodePointer node = make(Operator::literal);
      if (node != nullptr) {
        node->object = Objects::number(ScalarType::boolean(), {found == "true" ? 1u : 0u, {}});
      }
      return node;
    }
    if (!accept("(")) return make(Operator::variable, std::move(found));
    NodePointer call = make(Operator::call, std::move(found));
    return call == nullptr || accept(")") ? std::move(call) : operands(std::move(call));
  }

  // Up to the closing parenthesis.
  NodePointer operands(NodePointer node) {
    do {
      NodePointer operand = conditional();
      if (error_) return nullptr;
      node->operands.push_back(std::move(operand));
    } while (accept(","));
    return expect(")") ? std::move(node) : nullptr;
  }

  NodePointer id() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
    if (at_ == begin + 1) return fail("expected an id such as %42");
    return make(Operator::id, std::string(text_.substr(begin, at_ - begin)));
  }

  NodePointer literal(ScalarType type, std::uint64_t bits) {
    NodePointer node = make(Operator::literal);
    if (node != nullptr) node->object = Objects::number(type, {bits, {}});
    return node;
  }

  NodePointer number() {
    const std::size_t begin = at_;
    const bool is_hex = text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
    if (is_hex) at_ += 2;
    const std::size_t digits = at_;
    bool is_float = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool sign_of_exponent =
          !is_hex && (c == '+' || c == '-') && at_ > begin && (text_[at_ - 1] | 0x20) == 'e';
      if (is_hex ? std::isxdigit(static_cast<unsigned char>(c)) == 0
                 : std::isdigit(static_cast<unsigned char>(c)) == 0 && c != '.' &&
                       (c | 0x20) != 'e' && !sign_of_exponent) {
        break;
      }
      is_float |= !is_hex && (c == '.' || (c | 0x20) == 'e');
      ++at_;
    }
    const std::string_view body = text_.substr(digits, at_ - digits);
    if (is_float) return floating(body);
    if (body.empty()) return fail("expected a digit");
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(body.data(), body.data() + body.size(), value, is_hex ? 16 : 10);
    if (error != std::errc() || end != body.data() + body.size())
      return fail("the number is too large");
    const std::string suffix = name();
    if (suffix == "f" || suffix == "F") return floating(body);
    ScalarType type = int_type;
    bool is_long = value > 0x7FFFFFFF && !(is_hex && value <= 0xFFFFFFFF);
    for (const char c : suffix) {
      if (c == 'u' || c == 'U') {
        type.is_signed = false;
        is_long = value > 0xFFFFFFFF;
      } else if (c == 'l' || c == 'L') {
        is_long = true;
      } else {
        return fail("unexpected '" + suffix + "' after a number");
      }
    }
    for (const char c : suffix) is_long |= c == 'l' || c == 'L';
    if (is_hex && value > 0x7FFFFFFF) type.is_signed = false;
    if (is_long) type.bytes = 8;
    return literal(type, value);
  }

  NodePointer floating(std::string_view body) {
    double value = 0;
    const auto [end, error] = std::from_chars(body.data(), body.data() + body.size(), value);
    if (error != std::errc() || end != body.data() + body.size())
      return fail("'" + std::string(body) + "' is not a number");
    ScalarType type{ScalarType::Class::floating, 8, true};
    if (accept("lf") || accept("LF")) return literal(type, std::bit_cast<std::uint64_t>(value));
    if (!accept("f")) accept("F");
    type.bytes = 4;
    return literal(type, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  unsigned nodes_ = 0;
  std::optional<Error> error_;
};

}  // namespace

bool continues_name(char c) {
  return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

Result<Expression> Expression::parse(std::string_view text) {
  auto root = Parser(text).parse();
  if (!root) return tl::unexpected(root.error());
  return Expression(std::move(*root));
}

}  // namespace spirv_oracle
