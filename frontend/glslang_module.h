// Repairs what glslang gets wrong in the modules that it makes. Modules of a glslang without these faults stay as they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv_oracle {

// ExclusiveScan instead of InclusiveScan: the sums and products of WavePrefixSum and WavePrefixProduct do not contain the value of
// the lane itself. HLSL has no function that makes an inclusive scan.
std::vector<std::uint32_t> with_exclusive_scans(std::span<const std::uint32_t> words);

// A single Input variable for each built-in variable. glslang declares one for each function of HLSL that calls
// WaveGetLaneCount or WaveGetLaneIndex, but an entry point must have only one ("BuiltIn" decoration, client API rules).
std::vector<std::uint32_t> with_single_built_ins(std::span<const std::uint32_t> words);

// Operands of atomic instructions with the type of the result. glslang leaves an int as it is where a method of
// RWByteAddressBuffer takes a uint, such as the literal in InterlockedAdd(0, 1).
std::vector<std::uint32_t> with_converted_atomic_operands(std::span<const std::uint32_t> words);

// The capabilities that extended instructions on 8- and 16-bit types need: Int8, Int16 and Float16. glslang adds them
// for other instructions only. Without them, storage capabilities permit loads, stores and conversions alone.
std::vector<std::uint32_t> with_small_type_capabilities(std::span<const std::uint32_t> words);

// Array types without ArrayStride for workgroup memory, where Vulkan permits no layout. glslang uses the type of an equal array in
// a buffer for it.
std::vector<std::uint32_t> with_plain_workgroup_arrays(std::span<const std::uint32_t> words);

}  // namespace spirv_oracle
