#include "interpreter/instructions/debug_printf.h"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <limits>

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/kernels/float16.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle {
namespace {

// One conversion of a format string: "%" flags, width, precision, "vN", length, letter.
struct Specifier {
  std::string flags;    // in the syntax of printf
  std::string size;     // likewise, width and precision
  unsigned count = 1;   // components of a vector
  char letter = 0;      // 0: the text ends too early
  std::size_t end = 0;  // the position after the letter
};

Specifier parse_specifier(const std::string& format, std::size_t begin) {
  Specifier specifier;
  std::size_t i = begin + 1;
  const auto more = [&] { return i < format.size(); };
  const auto digit = [&] { return std::isdigit(static_cast<unsigned char>(format[i])) != 0; };
  // printf never gets a conversion that it leaves undefined, or a width of more than three digits.
  const auto take_number = [&] {
    for (unsigned digits = 0; more() && digit(); ++i, ++digits) {
      if (digits < 3) specifier.size += format[i];
    }
  };
  while (more() && std::string_view("+- #0").find(format[i]) != std::string_view::npos) {
    if (specifier.flags.find(format[i]) == std::string::npos) specifier.flags += format[i];
    ++i;
  }
  take_number();
  if (more() && format[i] == '.') {
    specifier.size += format[i++];
    take_number();
  }
  if (more() && format[i] == 'v') {
    ++i;
    if (more() && digit()) specifier.count = static_cast<unsigned>(format[i++] - '0');
  }
  while (more() && (format[i] == 'l' || format[i] == 'h')) ++i;
  if (more()) specifier.letter = format[i++];
  // The validation layers print "%ul", unlike "%lu", as a hexadecimal number.
  if (specifier.letter == 'u' && more() && format[i] == 'l') {
    specifier.letter = 'x';
    ++i;
  }
  specifier.end = i;
  return specifier;
}

double floating_value(const Subgroup& subgroup, Slot slot, unsigned bytes, unsigned lane) {
  switch (bytes) {
    case 2:
      return to_float(subgroup.values<Float16>(slot)[lane]);
    case 4:
      return subgroup.values<float>(slot)[lane];
    default:
      return subgroup.values<double>(slot)[lane];
  }
}

std::int64_t integer_value(const Subgroup& subgroup, Slot slot, ScalarType type, bool sign,
                           unsigned lane) {
  const std::uint64_t bits = component_bits(subgroup, slot, type.bytes, lane);
  if (!sign || type.bytes == 0) return static_cast<std::int64_t>(bits);
  return sign_extended(bits, 8u * type.bytes);
}

bool takes_float(const Specifier& specifier) {
  return std::string_view("aAeEfFgG").find(specifier.letter) != std::string_view::npos;
}

// Values out of the range of a 64-bit integer become the nearest one; NaN becomes 0.
std::int64_t to_integer(double value) {
  constexpr double limit = 9223372036854775808.0;  // 2^63
  if (std::isnan(value)) return 0;
  if (value >= limit) return std::numeric_limits<std::int64_t>::max();
  if (value < -limit) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(value);
}

// The text of a value that is an integer, or a float for a floating-point conversion.
std::string format_value(const Specifier& specifier, std::int64_t integer, double number) {
  char buffer[2048];  // the longest: 999 digits after the 309 of the largest double
  const std::string start = "%" + specifier.flags + specifier.size;
  if (takes_float(specifier)) {
    std::snprintf(buffer, sizeof buffer, (start + specifier.letter).c_str(), number);
  } else if (specifier.letter == 'c') {
    return std::string(1, static_cast<char>(integer));
  } else if (specifier.letter == 'p') {
    std::snprintf(buffer, sizeof buffer, "%llx", static_cast<unsigned long long>(integer));
    const std::string address = std::string("0x") + buffer;
    const bool is_left = specifier.flags.find('-') != std::string::npos;
    const std::string width = specifier.size.substr(0, specifier.size.find('.'));
    std::snprintf(buffer, sizeof buffer, ((is_left ? "%-" : "%") + width + "s").c_str(),
                  address.c_str());
  } else {
    std::snprintf(buffer, sizeof buffer, (start + "ll" + specifier.letter).c_str(),
                  static_cast<long long>(integer));
  }
  return buffer;
}

std::string format_one(const Subgroup& subgroup, const Specifier& specifier, Slot slot,
                       ScalarType type, unsigned lane) {
  if (subgroup.header(slot).undefined.test(lane)) return "undef";
  if (type.scalar_class == ScalarType::Class::floating) {
    const double value = floating_value(subgroup, slot, type.bytes, lane);
    return format_value(specifier, to_integer(value), value);
  }
  const bool sign = specifier.letter == 'd' || specifier.letter == 'i' || takes_float(specifier);
  const std::int64_t value = integer_value(subgroup, slot, type, sign, lane);
  return format_value(specifier, value, static_cast<double>(value));
}

// Whether a specifier takes an argument. Other text is printed unchanged.
bool takes_argument(const Specifier& specifier) {
  return specifier.letter != 0 &&
         std::string_view("diouxXcpaAeEfFgG").find(specifier.letter) != std::string_view::npos;
}

std::string format_lane(const Subgroup& subgroup, const DebugPrintfFormat& printf, unsigned lane) {
  std::string text;
  std::size_t argument = 0;
  for (std::size_t i = 0; i < printf.format.size();) {
    if (printf.format[i] != '%') {
      text += printf.format[i++];
      continue;
    }
    const Specifier specifier = parse_specifier(printf.format, i);
    if (specifier.letter == '%') {
      text += '%';
    } else if (!takes_argument(specifier) || argument >= printf.arguments.size()) {
      text += printf.format.substr(i, specifier.end - i);
    } else {
      const auto& [type, slots] = printf.arguments[argument++];
      for (std::size_t k = 0; k < specifier.count; ++k) {
        if (k != 0) text += ", ";
        // The components that a shorter vector lacks are zeros, as the validation layers print them.
        text += k < slots.size() ? format_one(subgroup, specifier, slots[k], type, lane)
                                 : format_value(specifier, 0, 0);
      }
    }
    i = specifier.end;
  }
  return text;
}

// The number of arguments that the format requires.
std::size_t arguments_of(const std::string& format) {
  std::size_t count = 0;
  for (std::size_t i = format.find('%'); i != std::string::npos; i = format.find('%', i)) {
    const Specifier specifier = parse_specifier(format, i);
    if (takes_argument(specifier)) ++count;
    i = specifier.end;
  }
  return count;
}

const Record* report_too_few_arguments(Subgroup& subgroup, const Record* record) {
  report(subgroup, *record, DebugPrintf::too_few_arguments, subgroup.active);
  return record + 1;
}

const Record* print(Subgroup& subgroup, const Record* record) {
  const DebugPrintfFormat& printf = subgroup.program->formats[record->extra];
  if (FindingExplainer* explainer = subgroup.workgroup->observers().values.explainer;
      explainer != nullptr)
    explainer->note_use(subgroup, record->origin, subgroup.active);
  note_printed_values(subgroup, printf);
  subgroup.active.for_each(
      [&](unsigned lane) { print_text(subgroup, lane, format_lane(subgroup, printf, lane)); });
  return record + 1;
}

}  // namespace

std::vector<Slot> planes_of(const DebugPrintfFormat& printf) {
  std::vector<Slot> planes;
  for (const auto& [type, slots] : printf.arguments)
    planes.insert(planes.end(), slots.begin(), slots.end());
  return planes;
}

void note_printed_values(Subgroup& subgroup, const DebugPrintfFormat& printf) {
  bool is_uncertain = subgroup.uncertain != nullptr && subgroup.uncertain->is_inside();
  for (const auto& [type, slots] : printf.arguments) {
    for (const Slot slot : slots)
      is_uncertain =
          is_uncertain || (subgroup.header(slot).implementation_dependent & subgroup.active).any();
  }
  if (is_uncertain) subgroup.workgroup->knowledge().unfollowed.text = true;
}

void print_text(Subgroup& subgroup, unsigned lane, std::string text) {
  Workgroup& workgroup = *subgroup.workgroup;
  if (!workgroup.observers().prints_places) return workgroup.output().print(text);
  if (!text.ends_with('\n')) text += '\n';
  const Dim3& group = workgroup.shape().id();
  workgroup.output().print("[workgroup (" + std::to_string(group[0]) + ", " +
                           std::to_string(group[1]) + ", " + std::to_string(group[2]) +
                           ") subgroup " + std::to_string(subgroup.id) + " lane " +
                           std::to_string(lane) + "] " + text);
}

void lower_debug_printf(Lowering& lowering, const Instruction& instruction) {
  DebugPrintfFormat printf;
  printf.format = lowering.module().text(instruction.id(4));
  while (!printf.format.empty() && printf.format.back() == '\n') printf.format.pop_back();
  for (unsigned i = 5; i < instruction.operand_count(); ++i) {
    printf.arguments.emplace_back(lowering.type_of(instruction.id(i)).scalar,
                                  lowering.value(instruction.id(i)).slots);
  }
  if (printf.arguments.size() < arguments_of(printf.format))
    lowering.emit(&report_too_few_arguments, no_slot);
  const std::vector<Slot> planes = planes_of(printf);
  lowering.describe(lowering.emit(&print, no_slot, {}, lowering.builder().add(std::move(printf))),
                    {.reads = planes});
}

}  // namespace spirv_oracle
