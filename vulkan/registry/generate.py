#!/usr/bin/env python3
"""Writes C++ from the registry of Vulkan: the entry points of the driver, and the structures of features.

    generate.py VK_XML OUTPUT_FOLDER

CLAIMED_VERSION and EXTENSIONS below are what the driver claims. Written are OUTPUT_FOLDER/vulkan/generated/entry_points.h,
which declares a function for each command of these (vkCmdCopyBuffer is cmd_copy_buffer), and entry_points.cpp with the
table of all of them: a command that is not implemented is an undefined symbol when the driver is linked. Commands that need
a queue with graphics have a body that reports their use. structures.cpp names the members of all structures of features.
CMake runs this while it configures; a file that would not change is left alone.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

CLAIMED_VERSION = (1, 4)

INSTANCE_EXTENSIONS = """
    VK_EXT_debug_utils VK_KHR_device_group_creation VK_KHR_external_fence_capabilities
    VK_KHR_external_memory_capabilities VK_KHR_external_semaphore_capabilities VK_KHR_get_physical_device_properties2
""".split()

DEVICE_EXTENSIONS = """
    VK_KHR_16bit_storage VK_KHR_8bit_storage VK_KHR_bind_memory2 VK_KHR_buffer_device_address VK_KHR_copy_commands2 VK_KHR_dedicated_allocation
    VK_KHR_descriptor_update_template VK_KHR_device_group VK_KHR_driver_properties VK_KHR_get_memory_requirements2
    VK_KHR_external_memory VK_KHR_external_memory_fd VK_KHR_format_feature_flags2 VK_KHR_global_priority
    VK_KHR_maintenance1 VK_KHR_maintenance2 VK_KHR_maintenance3 VK_KHR_maintenance4 VK_KHR_maintenance5
    VK_KHR_maintenance6 VK_KHR_maintenance7 VK_KHR_maintenance8 VK_KHR_maintenance9 VK_KHR_map_memory2
    VK_KHR_pipeline_binary VK_KHR_push_descriptor VK_KHR_sampler_mirror_clamp_to_edge VK_KHR_cooperative_matrix
    VK_KHR_compute_shader_derivatives VK_KHR_shader_clock VK_KHR_shader_expect_assume
    VK_KHR_shader_float_controls2 VK_KHR_shader_relaxed_extended_instruction
    VK_KHR_workgroup_memory_explicit_layout VK_EXT_global_priority VK_EXT_global_priority_query
    VK_EXT_host_image_copy VK_EXT_pipeline_creation_feedback VK_EXT_pipeline_robustness
    VK_EXT_shader_replicated_composites
    VK_KHR_relaxed_block_layout VK_EXT_descriptor_indexing
    VK_KHR_shader_atomic_int64 VK_KHR_shader_float16_int8 VK_KHR_shader_float_controls
    VK_KHR_shader_integer_dot_product VK_KHR_shader_non_semantic_info VK_KHR_shader_subgroup_extended_types
    VK_KHR_spirv_1_4 VK_KHR_storage_buffer_storage_class VK_KHR_synchronization2 VK_KHR_timeline_semaphore
    VK_KHR_uniform_buffer_standard_layout VK_KHR_variable_pointers VK_KHR_vulkan_memory_model
    VK_KHR_zero_initialize_workgroup_memory VK_EXT_host_query_reset VK_EXT_inline_uniform_block
    VK_EXT_pipeline_creation_cache_control VK_EXT_private_data VK_EXT_robustness2
    VK_EXT_scalar_block_layout VK_EXT_shader_atomic_float VK_EXT_shader_atomic_float2 VK_EXT_shader_subgroup_ballot
    VK_EXT_shader_subgroup_vote VK_EXT_subgroup_size_control VK_KHR_shader_maximal_reconvergence
    VK_KHR_shader_subgroup_rotate VK_KHR_shader_subgroup_uniform_control_flow VK_NV_shader_subgroup_partitioned
""".split()

CORE = [f"VK_VERSION_1_{minor}" for minor in range(CLAIMED_VERSION[1] + 1)]

# Commands that make objects for queues with graphics only. For vkCmd*, the registry says which queues execute them.
GRAPHICS = set("""
    vkCreateRenderPass vkCreateRenderPass2 vkDestroyRenderPass vkCreateFramebuffer vkDestroyFramebuffer
    vkCreateGraphicsPipelines vkGetRenderAreaGranularity vkGetRenderingAreaGranularity
""".split())

HEADER = "// Made by vulkan/registry/generate.py from vk.xml: edit that, not this.\n\n"


def snake_case(name):
    name = re.sub(r"^vk", "", name)
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    name = re.sub(r"([A-Z])([A-Z][a-z])", r"\1_\2", name)
    return name.lower()


def is_vulkan(element):
    return "vulkan" in element.get("api", "vulkan").split(",")


class Command:
    def __init__(self, element, name=None):
        self.name = name or element.find("proto/name").text
        self.result = element.find("proto/type").text
        # Newer registries say VK_QUEUE_COMPUTE_BIT for compute.
        self.queues = re.sub(r"vk_queue_|_bit", "", element.get("queues", "").lower()).split(",")
        parameters = [p for p in element.findall("param") if is_vulkan(p)]
        self.parameters = []
        for parameter in parameters:
            text = " ".join("".join(parameter.itertext()).split())
            name = parameter.find("name").text
            array = re.search(re.escape(name) + r"(\[.*)$", text)
            kind = re.sub(r"\s*\b" + re.escape(name) + r"\b(\[.*)?$", "", text)
            self.parameters.append(kind + ("*" if array else ""))
        self.first = parameters[0].find("type").text

    def level(self):
        if self.name == "vkGetInstanceProcAddr":
            return "global"
        return {"VkDevice": "device", "VkQueue": "device", "VkCommandBuffer": "device", "VkInstance": "instance",
                "VkPhysicalDevice": "physical_device"}.get(self.first, "global")

    def needs_graphics(self):
        is_for_others = self.queues != [""] and not {"compute", "transfer"} & set(self.queues)
        return self.name in GRAPHICS or self.name.startswith("vkCmd") and is_for_others

    def declaration(self):
        return (f"VKAPI_ATTR {self.result} VKAPI_CALL {snake_case(self.name)}(" + ", ".join(self.parameters) + ")")

    def body_without_graphics(self):
        named = self.parameters[:]
        named[0] += " handle"
        text = f"VKAPI_ATTR {self.result} VKAPI_CALL {snake_case(self.name)}(" + ", ".join(named) + ") {\n"
        call = f'needs_graphics(handle, "{self.name}")'
        return text + (f"  return {call};\n}}\n" if self.result == "VkResult" else f"  {call};\n}}\n")


def claimed_versions(registry):
    return [f for f in registry.findall("feature")
            if is_vulkan(f) and tuple(int(part) for part in f.get("number").split(".")) <= CLAIMED_VERSION]


def collect(registry):
    """The claimed commands: (name, (extension or "", minor version)), and the extensions: (name, version, is_instance)."""
    claimed, late, extensions = [], [], []
    for feature in claimed_versions(registry):
        minor = int(feature.get("number").split(".")[1])
        claimed += [(c.get("name"), ("", minor)) for c in feature.findall("require/command")]
    by_name = {e.get("name"): e for e in registry.findall("extensions/extension")}
    for name in INSTANCE_EXTENSIONS + DEVICE_EXTENSIONS:
        element = by_name.get(name)
        if element is None:
            sys.exit(f"generate.py: the registry is too old: it has no {name}")
        version = next(e.get("value") for e in element.findall("require/enum") if e.get("name", "").endswith("_SPEC_VERSION"))
        extensions.append((name, version, name in INSTANCE_EXTENSIONS))
        for require in element.findall("require"):
            others = re.findall(r"VK_\w+", f'{require.get("depends", "")} {require.get("extension", "")}')
            if any(other not in INSTANCE_EXTENSIONS + DEVICE_EXTENSIONS + CORE for other in others):
                continue
            # If several extensions have a command, that of which it needs no other one comes first.
            needs_extension = any(other not in CORE for other in others) and not set(others) & set(CORE)
            (late if needs_extension else claimed).extend((c.get("name"), (name, 0)) for c in require.findall("command"))
    first = {}
    for name, source in claimed + late:
        first.setdefault(name, source)
    return list(first.items()), extensions


def feature_structures(registry):
    """(sType, names of the members, is claimed) of the structures of features that the portable headers declare."""
    portable, claimed = set(), set()
    claimed_groups = claimed_versions(registry)
    claimed_groups += [e for e in registry.findall("extensions/extension") if e.get("name") in DEVICE_EXTENSIONS]
    for group in claimed_groups:
        claimed |= {t.get("name") for t in group.findall("require/type")}
    groups = [f for f in registry.findall("feature") if is_vulkan(f)]
    groups += [e for e in registry.findall("extensions/extension")
               if "vulkan" in e.get("supported", "").split(",") and not e.get("platform") and not e.get("provisional")]
    for group in groups:
        portable |= {t.get("name") for t in group.findall("require/type")}
    for structure in registry.findall("types/type[@category='struct']"):
        name = structure.get("name")
        if name not in portable or structure.get("alias") or "VkDeviceCreateInfo" not in structure.get("structextends", ""):
            continue
        members = [m for m in structure.findall("member") if is_vulkan(m)]
        rest = [m for m in members if m.find("name").text not in ("sType", "pNext")]
        if not name.startswith("VkPhysicalDevice") or "Features" not in name or name == "VkPhysicalDeviceFeatures2":
            continue
        if any(m.find("type").text != "VkBool32" for m in rest):
            continue
        kind = next(m.get("values") for m in members if m.find("name").text == "sType")
        yield kind, [m.find("name").text for m in rest], name in claimed


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def names_of_base_features(registry):
    structure = next(s for s in registry.findall("types/type") if s.get("name") == "VkPhysicalDeviceFeatures")
    return [m.find("name").text for m in structure.findall("member")]


def main():
    registry = ElementTree.parse(sys.argv[1]).getroot()
    folder = Path(sys.argv[2]) / "vulkan" / "generated"
    elements = [e for e in registry.findall("commands/command") if is_vulkan(e)]
    by_name = {e.find("proto/name").text: e for e in elements if not e.get("alias")}
    claimed, extensions = collect(registry)
    # An alias of a command that is not claimed, as newer versions have it, has its own name.
    names = {name for name, _ in claimed}
    aliases = {e.get("name"): e.get("alias") for e in elements if e.get("alias") in names}
    commands = {name: Command(element) for name, element in by_name.items()}
    commands |= {e.get("name"): Command(by_name[e.get("alias")], e.get("name"))
                 for e in elements if e.get("alias") in by_name and e.get("alias") not in names}
    used = list(dict.fromkeys(aliases.get(name, name) for name, _ in claimed))

    text = HEADER + '#pragma once\n\n#include "vulkan/api/api.h"\n\nnamespace spirv_oracle::vulkan {\n\n'
    text += "".join(commands[name].declaration() + ";\n" for name in used)
    write(folder / "entry_points.h", text + "\n}  // namespace spirv_oracle::vulkan\n")

    text = HEADER + '#include "vulkan/generated/entry_points.h"\n\n#include "vulkan/registry/entry.h"\n'
    text += '#include "vulkan/registry/registry.h"\n#include "vulkan/registry/without_graphics.h"\n\nnamespace spirv_oracle::vulkan {\n\n'
    text += "\n".join(commands[name].body_without_graphics() for name in used if commands[name].needs_graphics())
    text += "\nnamespace {\n\nconstexpr const char* names[] = {\n"
    text += "".join(f'    "{name}",\n' for name, _ in sorted(claimed))
    text += "};\n\n}  // namespace\n\nstd::span<const EntryPoint> entry_points() {\n  static const EntryPoint table[] = {\n"
    for number, (name, (extension, minor)) in enumerate(sorted(claimed)):
        target = commands[aliases.get(name, name)]
        text += f'      {{names[{number}], Level::{target.level()}, "{extension}", {minor},\n'
        text += f"       entry<&{snake_case(target.name)}, names, {number}>()}},\n"
    text += "  };\n  return table;\n}\n\nstd::span<const Extension> extensions() {\n"
    text += "  static constexpr Extension table[] = {\n"
    text += "".join(f'      {{"{n}", {v}, {str(i).lower()}}},\n' for n, v, i in extensions)
    text += "  };\n  return table;\n}\n\n"
    text += f"std::uint32_t claimed_version() {{ return VK_MAKE_API_VERSION(0, {CLAIMED_VERSION[0]}, {CLAIMED_VERSION[1]}, 0); }}\n"
    write(folder / "entry_points.cpp", text + "\n}  // namespace spirv_oracle::vulkan\n")

    text = HEADER + '#include "vulkan/registry/registry.h"\n\nnamespace spirv_oracle::vulkan {\n\n'
    quoted = lambda names: ", ".join(f'"{n}"' for n in names)  # noqa: E731
    text += f"std::span<const std::string_view> base_features() {{\n  static constexpr std::string_view names[] = {{\n      {quoted(names_of_base_features(registry))}}};\n  return names;\n}}\n\n"
    text += "std::span<const FeatureStructure> feature_structures() {\n"
    rows = ""
    for number, (kind, names, is_claimed) in enumerate(feature_structures(registry)):
        text += f"  static constexpr std::string_view names_{number}[] = {{{quoted(names)}}};\n"
        rows += f"      {{{kind}, names_{number}, {str(is_claimed).lower()}}},\n"
    text += "  static constexpr FeatureStructure table[] = {\n" + rows + "  };\n  return table;\n}\n"
    write(folder / "structures.cpp", text + "\n}  // namespace spirv_oracle::vulkan\n")


if __name__ == "__main__":
    main()
