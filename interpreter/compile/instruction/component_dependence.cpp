#include "interpreter/compile/instruction/component_dependence.h"

#include "grammar/glsl_std_450.h"
#include "grammar/opencl_std.h"

namespace spirv_oracle {
namespace {

namespace glsl = grammar::glsl_std_450;
namespace opencl = grammar::opencl_std;

// Instructions that work component by component and apply a scalar operand to all components.
bool by_component(std::size_t of_result, std::size_t results, std::size_t of_operand,
                  std::size_t count) {
  return count != results || of_result == of_operand;
}

}  // namespace

std::size_t ComponentDependence::rows_of_result() const {
  return lowering.type(lowering.type(instruction.type).element).count;
}

bool ComponentDependence::has(std::size_t of_result, std::size_t results, std::size_t of_operand,
                              std::size_t count) const {
  if (instruction.opcode != spv::Op::OpExtInst)
    return of_core(of_result, results, of_operand, count);
  const std::string_view set = lowering.module().extended_set(instruction.id(2));
  if (set == "GLSL.std.450") return of_glsl(of_result, results, of_operand, count);
  if (set == "OpenCL.std") {
    switch (instruction.literal(3)) {
      case opencl::cross::number:
        return of_operand != of_result;
      case opencl::normalize::number:
      case opencl::fast_normalize::number:
      case opencl::shuffle::number:
      case opencl::shuffle2::number:
        return true;
      default:
        break;
    }
  }
  return by_component(of_result, results, of_operand, count);
}

bool ComponentDependence::of_core(std::size_t of_result, std::size_t results,
                                  std::size_t of_operand, std::size_t count) const {
  switch (instruction.opcode) {
    case spv::Op::OpMatrixTimesVector:
      return operand == 1 || of_operand % results == of_result;
    case spv::Op::OpVectorTimesMatrix:
      return operand == 0 || of_operand / (count / results) == of_result;
    case spv::Op::OpMatrixTimesMatrix: {
      const std::size_t rows = rows_of_result();
      if (operand == 0) return of_operand % rows == of_result % rows;
      return of_operand / (count / (results / rows)) == of_result / rows;
    }
    case spv::Op::OpOuterProduct:
      return of_operand ==
             (operand == 0 ? of_result % rows_of_result() : of_result / rows_of_result());
    // The result of an extended instruction is a structure of the sums and the carries.
    case spv::Op::OpIAddCarry:
    case spv::Op::OpISubBorrow:
    case spv::Op::OpUMulExtended:
    case spv::Op::OpSMulExtended:
      return of_operand == of_result % count;
    default:
      return by_component(of_result, results, of_operand, count);
  }
}

bool ComponentDependence::of_glsl(std::size_t of_result, std::size_t results,
                                  std::size_t of_operand, std::size_t count) const {
  switch (instruction.literal(3)) {
    case glsl::Cross::number:
      return of_operand != of_result;
    case glsl::MatrixInverse::number:
    case glsl::Normalize::number:
      return true;
    case glsl::FaceForward::number:
      return operand != 0 || of_operand == of_result;
    // A component of the result depends on a whole row and a whole column.
    case glsl::Reflect::number:
    case glsl::Refract::number:
      return true;
    case glsl::ModfStruct::number:
    case glsl::FrexpStruct::number:
      return of_operand == of_result % count;
    default:
      return by_component(of_result, results, of_operand, count);
  }
}

}  // namespace spirv_oracle
