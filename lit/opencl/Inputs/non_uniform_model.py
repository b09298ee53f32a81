"""Compares the work-item and work-group functions of spirv-run with a model of OpenCL C, "Work-Item Functions", for global
sizes that need not be multiples of the local size.

    non_uniform_model.py KERNELS OPTIONS

KERNELS: sizes, sums, subgroups, groups; OPTIONS are for spirv-run. `subgroups` needs the linear mapping."""

import itertools
import json
import pathlib
import subprocess
import sys

KERNELS = pathlib.Path(__file__).with_name("work_item_functions.cl")
# Global size, local size, global offset, subgroup size.
CASES = [
    ((10, 1, 1), (4, 1, 1), (0, 0, 0), 4),
    ((3, 1, 1), (8, 1, 1), (5, 0, 0), 2),
    ((8, 1, 1), (4, 1, 1), (0, 0, 0), 32),
    ((70, 1, 1), (64, 1, 1), (0, 0, 0), 8),
    ((7, 5, 1), (4, 2, 1), (1, 2, 0), 4),
    ((6, 5, 1), (3, 4, 1), (0, 0, 0), 1),
    ((5, 3, 4), (2, 2, 3), (0, 7, 1), 8),
    ((131, 1, 1), (130, 1, 1), (0, 0, 0), 128),
    ((1, 7, 1), (1, 3, 1), (0, 0, 0), 16),
]


def text(sizes):
    return ",".join(map(str, sizes))


def work_items(global_size):
    """Ids without the offset, x first."""
    return [(x, y, z) for z, y, x in itertools.product(*(range(n) for n in reversed(global_size)))]


def local_size_of(group, global_size, local_size):
    return tuple(min(n, g - w * n) for g, n, w in zip(global_size, local_size, group))


def linear(position, size):
    return (position[2] * size[1] + position[1]) * size[0] + position[0]


def count(sizes):
    return sizes[0] * sizes[1] * sizes[2]


def sizes(item, global_size, local_size, offset, _):
    group = tuple(i // n for i, n in zip(item, local_size))
    local_id = tuple(i % n for i, n in zip(item, local_size))
    size = local_size_of(group, global_size, local_size)
    numbers = []
    for d in range(3):
        numbers += [item[d] + offset[d], local_id[d], group[d], size[d], local_size[d],
                    (global_size[d] + local_size[d] - 1) // local_size[d], global_size[d], offset[d]]
    return numbers + [linear(item, global_size), linear(local_id, size)]


def subgroups(item, global_size, local_size, _, subgroup_size):
    group = tuple(i // n for i, n in zip(item, local_size))
    size = local_size_of(group, global_size, local_size)
    index = linear(tuple(i % n for i, n in zip(item, local_size)), size)
    subgroup = index // subgroup_size
    return [min(subgroup_size, count(size) - subgroup * subgroup_size), subgroup_size,
            (count(size) + subgroup_size - 1) // subgroup_size, (count(local_size) + subgroup_size - 1) // subgroup_size,
            subgroup, index % subgroup_size]


def members(item, global_size, local_size):
    """The numbers of the work-items of the work-group, in the order of their local linear ids, and the place of `item`."""
    group = tuple(i // n for i, n in zip(item, local_size))
    size = local_size_of(group, global_size, local_size)
    own = linear(tuple(i % n for i, n in zip(item, local_size)), size)
    found = sorted(
        (linear(tuple(i % n for i, n in zip(other, local_size)), size), linear(other, global_size))
        for other in work_items(global_size) if tuple(i // n for i, n in zip(other, local_size)) == group)
    assert len(found) == count(size)
    return [number for _, number in found], own


def sums(item, global_size, local_size, _, __):
    return [sum(members(item, global_size, local_size)[0])]


def groups(item, global_size, local_size, _, __):
    numbers, own = members(item, global_size, local_size)
    return [sum(numbers), sum(numbers[:own + 1]), max(numbers[:own], default=0), numbers[-1], int(min(numbers) > 0)]


MODELS = {"sizes": sizes, "sums": sums, "subgroups": subgroups, "groups": groups}


def main():
    different = compared = 0
    for kernel in sys.argv[1].split(","):
        for case in CASES:
            global_size, local_size, offset, subgroup_size = case
            expected = [n for item in work_items(global_size) for n in MODELS[kernel](item, *case)]
            command = ["spirv-run", str(KERNELS), "--entry", kernel, "--global-size", text(global_size), "--local-size",
                       text(local_size), "--global-offset", text(offset), "--subgroup-size", str(subgroup_size),
                       "--arg", f"0=uint64:fill({len(expected)},12345)", "--strict", "--format", "json",
                       *(["--arg", f"1=local({8 * count(local_size)})"] if kernel == "sums" else []), *sys.argv[2:]]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"{' '.join(command)}\nexits with status {done.returncode}: {done.stderr}{done.stdout}")
            found = json.loads(done.stdout)["buffers"]["arg.0"]["data"]
            compared += len(expected)
            if found != expected:
                different += 1
                place = next(i for i, (a, b) in enumerate(zip(found, expected)) if a != b)
                print(f"{kernel} {case}: number {place} is {found[place]}, the model has {expected[place]}")
    print(f"{compared} numbers compared, {different} runs differ")
    sys.exit(1 if different else 0)


main()
