"""Makes one mistake on an OpenCL device: mistakes.py NAME. Without a name: prints the names."""

import sys

import numpy as np
import pyopencl as cl


class Device:
    def __init__(self, out_of_order=False):
        self.context = cl.create_some_context(interactive=False)
        properties = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE if out_of_order else 0
        self.queue = cl.CommandQueue(self.context, properties=properties)

    def buffer(self, count, contents=None, flags=cl.mem_flags.READ_WRITE):
        if contents is None:
            return cl.Buffer(self.context, flags, count * 4)
        data = np.array(contents, np.int32)
        return cl.Buffer(self.context, flags | cl.mem_flags.COPY_HOST_PTR, hostbuf=data)

    def kernel(self, source, name="k", options=()):
        return getattr(cl.Program(self.context, source).build(list(options)), name)

    def read(self, buffer, count):
        result = np.empty(count, np.int32)
        cl.enqueue_copy(self.queue, result, buffer)
        return result


def run(source, *arguments, size=4, local=4, options=()):
    """Runs a kernel on buffers of integers (lists), local memory (its bytes) or numbers. Reads the first buffer."""
    device = Device()
    given = [device.buffer(len(a), a) if isinstance(a, list) else a for a in arguments]
    device.kernel(source, options=options)(device.queue, (size,), (local,), *given)
    return device.read(given[0], len(arguments[0]))


FOUR = [1, 2, 3, 4]


def read_outside_global():
    run("kernel void k(global int* a, global int* b) { a[get_global_id(0)] = b[get_global_id(0) + 1]; }", FOUR, FOUR)


def write_outside_global():
    run("kernel void k(global int* a) { a[get_global_id(0) + 1] = 1; }", FOUR)


def read_outside_local():
    run("kernel void k(global int* a, local int* b) { const int i = get_local_id(0); b[i] = i; "
        "barrier(CLK_LOCAL_MEM_FENCE); a[i] = b[i + 1]; }", FOUR, cl.LocalMemory(16))


def write_outside_private():
    run("kernel void k(global int* a, int n) { int b[4]; for (int i = 0; i <= n; ++i) b[i] = i; "
        "a[get_global_id(0)] = b[get_global_id(0)]; }", FOUR, np.int32(4))


def null_pointer():
    device = Device()
    kernel = device.kernel("kernel void k(global int* a, global int* b) { a[0] = b[0]; }")
    memory = device.buffer(4, FOUR)
    kernel(device.queue, (1,), (1,), memory, None)
    device.read(memory, 4)


def misaligned():
    run("kernel void k(global int* a) { global char* p = (global char*)a + 1; a[3] = *(global int*)p; }", FOUR,
        size=1, local=1)


def race_in_local_memory():
    run("kernel void k(global int* a, local int* b) { const int i = get_local_id(0); b[i] = i; a[i] = b[3 - i]; }",
        FOUR, cl.LocalMemory(16))


def race_between_groups():
    run("kernel void k(global int* a) { a[0] += get_group_id(0) + 1; }", FOUR, size=8, local=4)


def divergent_barrier():
    run("kernel void k(global int* a) { if (get_local_id(0) < 2) barrier(CLK_GLOBAL_MEM_FENCE); "
        "a[get_global_id(0)] = 1; }", FOUR)


def uninitialized_private():
    run("kernel void k(global int* a) { int x; if (get_global_id(0) > 9) x = 1; if (x > 3) a[0] = 1; }", FOUR)


def uninitialized_local():
    run("kernel void k(global int* a, local int* b) { if (b[get_local_id(0)] > 3) a[get_global_id(0)] = 7; }",
        FOUR, cl.LocalMemory(16))


def uninitialized_global():
    device = Device()
    kernel = device.kernel("kernel void k(global int* a, global int* b) { if (b[get_global_id(0)] > 3) a[get_global_id(0)] = 7; }")
    memory = device.buffer(4, FOUR)
    kernel(device.queue, (4,), (4,), memory, device.buffer(4))
    device.read(memory, 4)


def uninitialized_through_a_dispatch():
    device = Device()
    kernel = device.kernel("kernel void k(global int* a, global int* b) { a[get_global_id(0)] = b[get_global_id(0)]; }")
    memory = device.buffer(4)
    kernel(device.queue, (4,), (4,), memory, device.buffer(4))
    device.read(memory, 4)


def host_reads_uninitialized():
    device = Device()
    device.read(device.buffer(4), 4)


def division_by_zero():
    run("kernel void k(global int* a, int zero) { a[get_global_id(0)] /= zero; }", FOUR, np.int32(0))


def conversion_out_of_range():
    run("kernel void k(global float* a) { a[get_global_id(0)] = (float)(int)1e20f; }", FOUR)


def async_copy_divergence():
    run("kernel void k(global int* a, local int* b) { event_t e = async_work_group_copy(b, a, get_local_id(0) + 1, 0); "
        "wait_group_events(1, &e); a[get_global_id(0)] = b[0]; }", FOUR, cl.LocalMemory(64))


def wrong_argument_size():
    device = Device()
    kernel = device.kernel("kernel void k(global int* a, int n) { a[0] = n; }")
    try:
        kernel.set_arg(1, np.int64(3))
    except cl.LogicError:
        pass


def argument_not_set():
    device = Device()
    kernel = device.kernel("kernel void k(global int* a, int n) { a[0] = n; }")
    try:
        cl.enqueue_nd_range_kernel(device.queue, kernel, (1,), None)
    except cl.LogicError:
        pass


def missing_event():
    device = Device(out_of_order=True)
    kernel = device.kernel("kernel void k(global int* a) { a[get_global_id(0)] = 7; }")
    memory = device.buffer(4, FOUR)
    kernel(device.queue, (4,), (4,), memory)
    device.read(memory, 4)


def kernel_writes_mapped_memory():
    device = Device()
    kernel = device.kernel("kernel void k(global int* a) { a[get_global_id(0)] = 7; }")
    memory = device.buffer(4, FOUR)
    mapped = cl.enqueue_map_buffer(device.queue, memory, cl.map_flags.READ, 0, (4,), np.int32)
    kernel(device.queue, (4,), (4,), memory)
    device.queue.finish()
    del mapped


def host_changes_source_of_write():
    device = Device()
    memory = device.buffer(4)
    data = np.array(FOUR, np.int32)
    event = cl.enqueue_copy(device.queue, memory, data, is_blocking=False)
    data[1] = 20
    event.wait()


NAMES = [name for name, value in list(globals().items())
         if callable(value) and name[0].islower() and name not in ("run",)]
if len(sys.argv) == 1:
    print("\n".join(NAMES))
else:
    globals()[sys.argv[1]]()
