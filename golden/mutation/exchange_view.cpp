#include "golden/mutation/exchange_view.h"

#include "interpreter/exec/state/component_bits.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/registry.h"
#include "interpreter/kernels/float_encoding.h"
#include "interpreter/kernels/sign_extension.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle::golden {
namespace {

std::uint32_t encoded_plane(const ViewedPlane& plane) {
  return static_cast<std::uint32_t>(plane.type.encoding) << 16 |
         static_cast<std::uint32_t>(plane.type.scalar_class) << 8 | plane.type.bytes;
}

void encode(const std::vector<ViewedPlane>& planes, std::vector<std::uint32_t>& words) {
  words.push_back(static_cast<std::uint32_t>(planes.size()));
  for (const ViewedPlane& plane : planes) {
    words.push_back(plane.slot);
    words.push_back(encoded_plane(plane));
  }
}

std::vector<ViewedPlane> decode(const std::uint32_t*& words) {
  std::vector<ViewedPlane> planes(*words++);
  for (ViewedPlane& plane : planes) {
    plane.slot = *words++;
    plane.type.encoding = static_cast<FloatEncoding>(*words >> 16);
    plane.type.scalar_class = static_cast<ScalarType::Class>(*words >> 8 & 0xFF);
    plane.type.bytes = static_cast<std::uint8_t>(*words++ & 0xFF);
  }
  return planes;
}

}  // namespace

std::vector<std::uint32_t> ViewedInstruction::encoded() const {
  std::vector<std::uint32_t> words{opcode, form};
  encode(results, words);
  words.push_back(static_cast<std::uint32_t>(operands.size()));
  for (const auto& planes : operands) encode(planes, words);
  words.push_back(flags);
  for (const ViewedMatrix& matrix : matrices) {
    words.insert(words.end(),
                 {matrix.rows, matrix.columns, static_cast<std::uint32_t>(matrix.elements.size())});
    words.insert(words.end(), matrix.elements.begin(), matrix.elements.end());
  }
  return words;
}

ViewedInstruction ViewedInstruction::decoded(const std::uint32_t* words) {
  ViewedInstruction instruction;
  instruction.opcode = *words++;
  instruction.form = *words++;
  instruction.results = decode(words);
  instruction.operands.resize(*words++);
  for (auto& planes : instruction.operands) planes = decode(words);
  instruction.flags = *words++;
  instruction.matrices.resize(1 + instruction.operands.size());
  for (ViewedMatrix& matrix : instruction.matrices) {
    matrix.rows = *words++;
    matrix.columns = *words++;
    const std::uint32_t count = *words++;
    matrix.elements.assign(words, words + count);
    words += count;
  }
  return instruction;
}

std::string_view ExchangeView::name() const {
  return subgroup_.program->registry->find(static_cast<spv::Op>(instruction_.opcode))->name;
}

std::uint64_t ExchangeView::read(const ViewedPlane& plane, unsigned lane) const {
  return component_bits(subgroup_, plane.slot, plane.type.bytes, lane);
}

std::uint64_t ExchangeView::result(std::size_t component, unsigned lane) const {
  return read(instruction_.results[component], lane);
}

void ExchangeView::set_result(std::size_t component, unsigned lane, std::uint64_t bits) {
  const ViewedPlane& plane = instruction_.results[component];
  switch (plane.type.bytes) {
    case 0:
      if (bits != 0) {
        subgroup_.truth(plane.slot).set(lane);
      } else {
        subgroup_.truth(plane.slot).reset(lane);
      }
      break;
    case 1:
      subgroup_.values<std::uint8_t>(plane.slot)[lane] = static_cast<std::uint8_t>(bits);
      break;
    case 2:
      subgroup_.values<std::uint16_t>(plane.slot)[lane] = static_cast<std::uint16_t>(bits);
      break;
    case 4:
      subgroup_.values<std::uint32_t>(plane.slot)[lane] = static_cast<std::uint32_t>(bits);
      break;
    default:
      subgroup_.values<std::uint64_t>(plane.slot)[lane] = bits;
      break;
  }
}

std::uint64_t ExchangeView::operand(std::size_t index, std::size_t component, unsigned lane) const {
  if (component >= operand_components(index)) return 0;
  return read(instruction_.operands[index][component], lane);
}

LaneMask ExchangeView::ballot(std::size_t operand_index, unsigned lane) const {
  LaneMask bits;
  for (unsigned word = 0; word < 4; ++word)
    bits.words[word / 2] |= operand(operand_index, word, lane) << (32 * (word % 2));
  return bits;
}

void ExchangeView::set_ballot(unsigned lane, const LaneMask& bits) {
  for (unsigned word = 0; word < 4; ++word)
    set_result(word, lane, bits.words[word / 2] >> (32 * (word % 2)) & 0xFFFFFFFF);
}

unsigned ExchangeView::source(unsigned lane) const {
  const LaneExchange& exchange =
      subgroup_.program->registry->find(static_cast<spv::Op>(instruction_.opcode))->exchange;
  LaneReader reader{.id = lane,
                    .cluster_size = size(),
                    .size = size(),
                    .local_size = {size(), 1, 1},
                    .active = active()};
  // Operands of the view are counted from the value on.
  const unsigned selector = exchange.selector - exchange.value;
  for (std::size_t c = 0; exchange.selector != 0 && c < reader.selector.size(); ++c)
    reader.selector[c] = operand(selector, c, lane);
  const unsigned cluster = exchange.cluster_size - exchange.value;
  if (exchange.cluster_size != 0 && operand_components(cluster) != 0)
    reader.cluster_size = operand(cluster, 0, lane);
  return static_cast<unsigned>(exchange.source(reader).id);
}

void ExchangeView::take(unsigned lane, unsigned from) {
  for (std::size_t c = 0; c < components(); ++c)
    set_result(c, lane, from < size() ? value(c, from) : 0);
}

bool is_float_type(ScalarType type) { return type.scalar_class == ScalarType::Class::floating; }

bool is_nan_bits_of(ScalarType type, std::uint64_t bits) {
  return is_float_type(type) && (bits & ~sign_of(type)) > infinity_of(type);
}

std::uint64_t all_bits_of(ScalarType type) {
  return type.bytes == 0 ? 1 : ~std::uint64_t{0} >> (64 - 8 * type.bytes);
}

std::uint64_t sign_of(ScalarType type) {
  return type.bytes == 0 ? 0 : std::uint64_t{1} << (8 * type.bytes - 1);
}
std::uint64_t infinity_of(ScalarType type) {
  const unsigned width = significand_width_of(type.bytes);
  return (sign_of(type) - 1) >> width << width;
}

ScalarKind float_kind(ScalarType type) {
  return type.bytes == 2   ? ScalarKind::float16
         : type.bytes == 4 ? ScalarKind::float32
                           : ScalarKind::float64;
}

double number_of(ScalarType type, std::uint64_t bits, bool is_signed) {
  if (type.is_encoded())
    return spirv_oracle::decode(format_of(type.encoding), static_cast<std::uint32_t>(bits));
  if (is_float_type(type)) return float_value(float_kind(type), bits);
  return is_signed ? static_cast<double>(sign_extended(bits, 8u * type.bytes))
                   : static_cast<double>(bits);
}

}  // namespace spirv_oracle::golden
