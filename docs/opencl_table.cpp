#include "docs/opencl_table.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/register_all.h"
#include "docs/rule_table.h"
#include "frontend/opencl/opencl_extensions.h"
#include "frontend/opencl/opencl_headers.h"
#include "grammar/core.h"
#include "interpreter/compile/support.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {
namespace {

// The functions of an extension, and the instructions and capabilities of SPIR-V that they become. The lists of the
// interpreter tell whether it is supported. A name with a colon is a function that modules import, EXTENSION:NAME.
struct ExtensionRow {
  std::string_view extension;
  std::string_view functions;
  std::string_view instructions = {};
  std::string_view capabilities = {};
};

// Extensions of OpenCL C about which readers may ask. If the front end translates the functions of an extension itself,
// they come from its own table.
constexpr std::array rows = {
    ExtensionRow{"cl_khr_3d_image_writes", "write_image{f,i,ui} of image3d_t", "OpImageWrite",
                 "ImageBasic"},
    ExtensionRow{"cl_khr_async_work_group_copy_fence", "async_work_group_copy_fence", "?"},
    ExtensionRow{"cl_khr_byte_addressable_store", "", "", "Int8"},
    ExtensionRow{"cl_khr_depth_images, cl_khr_gl_depth_images",
                 "read_imagef, write_imagef of image2d_depth_t, image2d_array_depth_t",
                 "OpImageSampleExplicitLod OpImageRead OpImageWrite", "ImageBasic"},
    ExtensionRow{"cl_khr_device_enqueue_local_arg_types", "enqueue_kernel", "OpEnqueueKernel",
                 "DeviceEnqueue"},
    ExtensionRow{"cl_khr_expect_assume", "__builtin_expect, __builtin_assume",
                 "OpExpectKHR OpAssumeTrueKHR", "ExpectAssumeKHR"},
    ExtensionRow{"cl_khr_extended_async_copies",
                 "async_work_group_copy_2D2D, async_work_group_copy_3D3D", "OpGroupAsyncCopy"},
    ExtensionRow{"cl_khr_extended_bit_ops",
                 "bitfield_insert, bitfield_extract_{signed,unsigned}, bit_reverse",
                 "OpBitFieldInsert OpBitFieldSExtract OpBitFieldUExtract OpBitReverse",
                 "BitInstructions"},
    ExtensionRow{"cl_khr_fp16", "all functions of half", "", "Float16"},
    ExtensionRow{"cl_khr_fp64", "all functions of double", "", "Float64"},
    ExtensionRow{"cl_khr_gl_msaa_sharing", "read_image{f,i,ui} of image2d_msaa_t and its relatives",
                 "OpImageRead OpImageQuerySamples", "ImageBasic"},
    ExtensionRow{"cl_khr_global_int32_base_atomics, cl_khr_global_int32_extended_atomics, "
                 "cl_khr_local_int32_base_atomics, cl_khr_local_int32_extended_atomics",
                 "atom_{add,sub,xchg,inc,dec,cmpxchg,min,max,and,or,xor}",
                 "OpAtomicIAdd OpAtomicISub OpAtomicExchange OpAtomicIIncrement OpAtomicIDecrement "
                 "OpAtomicCompareExchange OpAtomicSMin OpAtomicSMax OpAtomicUMin OpAtomicUMax "
                 "OpAtomicAnd OpAtomicOr OpAtomicXor"},
    ExtensionRow{"cl_khr_initialize_memory", "local and private memory that begins with zeros",
                 "@"},
    ExtensionRow{"cl_khr_int64_base_atomics, cl_khr_int64_extended_atomics",
                 "the same functions for long and ulong", "OpAtomicIAdd OpAtomicExchange",
                 "Int64Atomics"},
    ExtensionRow{"cl_khr_mipmap_image, cl_khr_mipmap_image_writes",
                 "read_image and write_image with a level or gradients, get_image_num_mip_levels",
                 "OpImageSampleExplicitLod OpImageWrite OpImageQueryLevels", "ImageMipmap"},
    ExtensionRow{"cl_khr_select_fprounding_mode", "the pragma SELECT_ROUNDING_MODE", "!"},
    ExtensionRow{"cl_khr_srgb_image_writes", "write_imagef of images with the order sRGBA",
                 "OpImageWrite", "ImageBasic"},
    ExtensionRow{
        "cl_khr_subgroups",
        "sub_group_{all,any,broadcast,reduce,scan_exclusive,scan_inclusive}*, "
        "get_sub_group_*, sub_group_barrier",
        "OpGroupAll OpGroupAny OpGroupBroadcast OpGroupIAdd OpGroupFAdd OpGroupSMin OpGroupUMin "
        "OpGroupFMin OpGroupSMax OpGroupUMax OpGroupFMax OpControlBarrier",
        "Groups"},
    ExtensionRow{
        "cl_khr_subgroup_ballot",
        "sub_group_ballot*, sub_group_inverse_ballot, sub_group_broadcast_first, "
        "sub_group_non_uniform_broadcast, get_sub_group_*_mask",
        "OpGroupNonUniformBallot OpGroupNonUniformInverseBallot OpGroupNonUniformBallotBitExtract "
        "OpGroupNonUniformBallotBitCount OpGroupNonUniformBallotFindLSB "
        "OpGroupNonUniformBallotFindMSB OpGroupNonUniformBroadcast "
        "OpGroupNonUniformBroadcastFirst",
        "GroupNonUniformBallot"},
    ExtensionRow{"cl_khr_subgroup_clustered_reduce", "sub_group_clustered_reduce_*",
                 "OpGroupNonUniformIAdd OpGroupNonUniformFMul OpGroupNonUniformLogicalAnd",
                 "GroupNonUniformClustered"},
    ExtensionRow{"cl_khr_subgroup_extended_types",
                 "the functions of cl_khr_subgroups for vectors, char, short and half",
                 "OpGroupBroadcast OpGroupIAdd", "Groups"},
    ExtensionRow{"cl_khr_subgroup_named_barrier",
                 "work_group_named_barrier_init, work_group_named_barrier", "!"},
    ExtensionRow{"cl_khr_subgroup_non_uniform_arithmetic",
                 "sub_group_non_uniform_{reduce,scan_exclusive,scan_inclusive}_*",
                 "OpGroupNonUniformIAdd OpGroupNonUniformFAdd OpGroupNonUniformIMul "
                 "OpGroupNonUniformBitwiseXor OpGroupNonUniformLogicalXor",
                 "GroupNonUniformArithmetic"},
    ExtensionRow{"cl_khr_subgroup_non_uniform_vote",
                 "sub_group_elect, sub_group_non_uniform_{all,any,all_equal}",
                 "OpGroupNonUniformElect OpGroupNonUniformAll OpGroupNonUniformAny "
                 "OpGroupNonUniformAllEqual",
                 "GroupNonUniformVote"},
    ExtensionRow{"cl_khr_subgroup_shuffle", "sub_group_shuffle, sub_group_shuffle_xor",
                 "OpGroupNonUniformShuffle OpGroupNonUniformShuffleXor", "GroupNonUniformShuffle"},
    ExtensionRow{"cl_khr_subgroup_shuffle_relative", "sub_group_shuffle_up, sub_group_shuffle_down",
                 "OpGroupNonUniformShuffleUp OpGroupNonUniformShuffleDown",
                 "GroupNonUniformShuffleRelative"},
    ExtensionRow{"cl_ext_float_atomics",
                 "atomic_{load,store,exchange,fetch_add,fetch_sub,fetch_min,fetch_max}* of "
                 "atomic_half, atomic_float and atomic_double",
                 "OpAtomicLoad OpAtomicStore OpAtomicExchange OpAtomicFAddEXT OpAtomicFMinEXT "
                 "OpAtomicFMaxEXT",
                 "AtomicFloat16AddEXT AtomicFloat32AddEXT AtomicFloat64AddEXT "
                 "AtomicFloat16MinMaxEXT AtomicFloat32MinMaxEXT AtomicFloat64MinMaxEXT"},
    ExtensionRow{"cl_intel_subgroups, cl_intel_subgroups_char, cl_intel_subgroups_short, "
                 "cl_intel_subgroups_long",
                 "intel_sub_group_shuffle, intel_sub_group_shuffle_{down,up,xor}",
                 "OpSubgroupShuffleINTEL OpSubgroupShuffleDownINTEL OpSubgroupShuffleUpINTEL "
                 "OpSubgroupShuffleXorINTEL",
                 "SubgroupShuffleINTEL"},
    ExtensionRow{"the same",
                 "intel_sub_group_broadcast, intel_sub_group_{reduce,scan_exclusive,"
                 "scan_inclusive}_{add,min,max} of char and short",
                 "OpGroupBroadcast OpGroupIAdd OpGroupSMin OpGroupUMin OpGroupSMax OpGroupUMax",
                 "Groups"},
    ExtensionRow{"the same", "intel_sub_group_block_{read,write}* of buffers",
                 "OpSubgroupBlockReadINTEL OpSubgroupBlockWriteINTEL",
                 "SubgroupBufferBlockIOINTEL"},
    ExtensionRow{"the same", "intel_sub_group_block_{read,write}* of images",
                 "OpSubgroupImageBlockReadINTEL OpSubgroupImageBlockWriteINTEL",
                 "SubgroupImageBlockIOINTEL"},
    ExtensionRow{"cl_intel_media_block_io", "intel_sub_group_media_block_{read,write}*",
                 "OpSubgroupImageMediaBlockReadINTEL OpSubgroupImageMediaBlockWriteINTEL",
                 "SubgroupImageMediaBlockIOINTEL"},
    ExtensionRow{"cl_intel_required_subgroup_size", "the attribute intel_reqd_sub_group_size", "",
                 "SubgroupDispatch"},
    ExtensionRow{"cl_qcom_reqd_sub_group_size", "the attribute qcom_reqd_sub_group_size", "",
                 "SubgroupSizeQCOM"},
    ExtensionRow{"cl_qcom_subgroup_shuffle",
                 "qcom_sub_group_shuffle_{up,down,rotate_up,rotate_down,xor}",
                 "cl_qcom_subgroup_shuffle:qcom_sub_group_shuffle_up "
                 "cl_qcom_subgroup_shuffle:qcom_sub_group_shuffle_xor"},
    ExtensionRow{
        "OpenCL C: work-item functions",
        "get_work_dim, get_{global,local,enqueued_local}_size, get_{global,local,group}_id, "
        "get_num_groups, get_global_offset, get_{global,local}_linear_id",
        "OpLoad OpVariable", "Kernel"},
    ExtensionRow{"OpenCL C: math, integer, common, geometric and vector data functions, printf",
                 "those of OpenCL.std: instructions.md has each", "OpExtInst"},
    ExtensionRow{"OpenCL C: relational functions",
                 "is{equal,notequal,greater,greaterequal,less,lessequal,lessgreater,finite,inf,nan,"
                 "normal,ordered,unordered}, signbit, any, all, bitselect, select",
                 "OpFOrdEqual OpFUnordNotEqual OpFOrdGreaterThan OpFOrdGreaterThanEqual "
                 "OpFOrdLessThan OpFOrdLessThanEqual OpLessOrGreater OpIsFinite OpIsInf OpIsNan "
                 "OpIsNormal OpOrdered OpUnordered OpSignBitSet OpAny OpAll"},
    ExtensionRow{"OpenCL C: conversions",
                 "convert_T, convert_T_sat, with _rte, _rtz, _rtp and _rtn; as_T",
                 "OpConvertFToU OpConvertFToS OpConvertSToF OpConvertUToF OpUConvert OpSConvert "
                 "OpFConvert OpSatConvertSToU OpSatConvertUToS OpBitcast"},
    ExtensionRow{
        "OpenCL C: synchronization",
        "barrier, work_group_barrier, sub_group_barrier, mem_fence, {read,write}_mem_fence, "
        "atomic_work_item_fence",
        "OpControlBarrier OpMemoryBarrier"},
    ExtensionRow{"OpenCL C: atomics",
                 "atomic_{add,sub,xchg,inc,dec,cmpxchg,min,max,and,or,xor}; with and without "
                 "_explicit: atomic_{load,store,exchange}, atomic_compare_exchange_{strong,weak}, "
                 "atomic_fetch_{add,sub,or,xor,and,min,max}, atomic_flag_{test_and_set,clear}; "
                 "atomic_init",
                 "OpAtomicLoad OpAtomicStore OpAtomicExchange OpAtomicCompareExchange "
                 "OpAtomicCompareExchangeWeak OpAtomicIIncrement OpAtomicIDecrement OpAtomicIAdd "
                 "OpAtomicISub OpAtomicSMin OpAtomicUMin OpAtomicSMax OpAtomicUMax OpAtomicAnd "
                 "OpAtomicOr OpAtomicXor OpAtomicFlagTestAndSet OpAtomicFlagClear",
                 "Int64Atomics"},
    ExtensionRow{"OpenCL C: generic address space", "to_{global,local,private}, get_fence",
                 "OpPtrCastToGeneric OpGenericCastToPtr OpGenericCastToPtrExplicit "
                 "OpGenericPtrMemSemantics",
                 "GenericPointer"},
    ExtensionRow{
        "OpenCL C: images", "read_image{f,i,ui,h}, write_image{f,i,ui,h}, get_image_*, sampler_t",
        "OpSampledImage OpImageSampleExplicitLod OpImageRead OpImageWrite OpImageQuerySize "
        "OpImageQuerySizeLod OpImageQueryFormat OpImageQueryOrder",
        "ImageBasic ImageReadWrite LiteralSampler"},
    ExtensionRow{"OpenCL C: work-group functions",
                 "work_group_{all,any,broadcast,reduce,scan_exclusive,scan_inclusive}*",
                 "OpGroupAll OpGroupAny OpGroupBroadcast OpGroupIAdd OpGroupFMax", "Groups"},
    ExtensionRow{"OpenCL C: asynchronous copies",
                 "async_work_group_copy, async_work_group_strided_copy, wait_group_events",
                 "OpGroupAsyncCopy OpGroupWaitEvents"},
    ExtensionRow{"OpenCL C: pipes",
                 "read_pipe, write_pipe, [work_group_, sub_group_]reserve_{read,write}_pipe, "
                 "[work_group_, sub_group_]commit_{read,write}_pipe, is_valid_reserve_id, "
                 "get_pipe_{num,max}_packets",
                 "OpReadPipe OpWritePipe OpReservedReadPipe OpReservedWritePipe "
                 "OpReserveReadPipePackets OpReserveWritePipePackets OpCommitReadPipe "
                 "OpCommitWritePipe OpIsValidReserveId OpGetNumPipePackets OpGetMaxPipePackets "
                 "OpGroupReserveReadPipePackets OpGroupReserveWritePipePackets "
                 "OpGroupCommitReadPipe OpGroupCommitWritePipe",
                 "Pipes"},
    ExtensionRow{"OpenCL C: device-side enqueue",
                 "enqueue_kernel, get_default_queue, ndrange_*D, ...",
                 "OpEnqueueKernel OpGetDefaultQueue OpBuildNDRange", "DeviceEnqueue"},
};

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool knows_instruction(const InstructionRegistry& registry, const std::string& name) {
  const std::size_t colon = name.find(':');
  const auto has_name = [](std::string_view wanted) {
    return [wanted](const auto& entry) { return entry.second.name == wanted; };
  };
  if (colon == std::string::npos) return std::ranges::any_of(registry.core(), has_name(name));
  const auto set = registry.extended().find(name.substr(0, colon));
  return set != registry.extended().end() &&
         std::ranges::any_of(set->second, has_name(std::string_view(name).substr(colon + 1)));
}

bool knows_capability(const std::string& name) {
  return std::ranges::any_of(grammar::capability_table, [&name](const auto& entry) {
    return entry.name == name && supports_capability(static_cast<spv::Capability>(entry.number));
  });
}

// The missing parts of a row; empty if it is supported.
std::string missing_of(const InstructionRegistry& registry, const ExtensionRow& row) {
  std::string missing;
  const auto add = [&missing](const std::string& name) {
    missing += (missing.empty() ? "" : ", ") + name;
  };
  for (const std::string& name : words_of(row.instructions)) {
    if (name == "?")
      add("SPIR-V has no such instruction");
    else if (name == "!")
      add("clang does not support it; modules from other compilers run");
    else if (name == "@")
      add("a property of the context; initialize the memory in the kernel");
    else if (!knows_instruction(registry, name))
      add(name);
  }
  for (const std::string& name : words_of(row.capabilities)) {
    if (!knows_capability(name)) add("capability " + name);
  }
  return missing;
}

// Outside code, '{' and '|' have a meaning in tables of Markdown.
void print_row(std::ostream& out, std::string_view extension, std::string_view functions,
               const std::string& missing) {
  out << "| " << extension << " | " << (functions.empty() ? "" : "`" + std::string(functions) + "`")
      << " | " << (missing.empty() ? "yes" : "no: " + missing) << " |\n";
}

// The name that programs call. The header gives dot functions of integers names that distinguish the operands.
std::string name_in_source(std::string_view name) {
  if (!name.starts_with("dot_") || name.find("4x8packed") != std::string_view::npos)
    return std::string(name);
  return name.starts_with("dot_acc_sat") ? "dot_acc_sat" : "dot";
}

// The functions of the front end's own table, by extension.
void print_translated(std::ostream& out, const InstructionRegistry& registry) {
  std::string extension, functions, missing;
  const auto finish = [&] {
    if (!extension.empty()) print_row(out, extension, functions, missing);
  };
  for (const OpenClFunction& function : opencl_functions()) {
    // The front end translates a part of the extension.
    if (std::ranges::find(rows, function.extension, &ExtensionRow::extension) != rows.end())
      continue;
    if (function.extension != extension) {
      finish();
      extension = function.extension;
      functions.clear();
      missing.clear();
    }
    const std::string name = name_in_source(function.name);
    if (functions.find(name + ",") == std::string::npos && !functions.ends_with(name))
      functions += (functions.empty() ? "" : ", ") + name;
    if (registry.find(function.integer) == nullptr)
      missing += (missing.empty() ? "" : ", ") + std::string(function.name);
  }
  finish();
}

}  // namespace

void print_opencl_extensions(std::ostream& out) {
  const InstructionRegistry& registry = default_registry();
  out << page_head
      << "# Extensions of OpenCL C\n\n"
         "This page lists the functions that a kernel may call, in addition to those of OpenCL.std "
         "([instructions.md](instructions.md)). A program that uses an unsupported one ends "
         "with status 4, and the message names the missing feature. If clang does not declare the "
         "function, its error names it (status 2).\n\n"
         "| extension | functions | supported |\n| --- | --- | --- |\n";
  for (const ExtensionRow& row : rows)
    print_row(out, row.extension, row.functions, missing_of(registry, row));
  print_translated(out, registry);
  out << "\nThe front end declares the functions of these extensions itself, on any version of "
         "clang: ";
  const char* separator = "";
  for (const OpenClHeader& header : opencl_extension_headers()) {
    out << separator << header.extension;
    separator = ", ";
  }
  out << ".\n";
}

}  // namespace spirv_oracle
