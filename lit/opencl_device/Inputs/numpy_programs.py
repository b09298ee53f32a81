"""Ten programs on an OpenCL device, each compared with NumPy: numpy_programs.py [NAME...]. Prints the name of each that agrees."""

import sys

import numpy as np
import pyopencl as cl

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
READ, WRITE = cl.mem_flags.READ_ONLY, cl.mem_flags.READ_WRITE
COPY = cl.mem_flags.COPY_HOST_PTR
random = np.random.default_rng(1)


def build(source, options=()):
    return cl.Program(context, source).build(list(options))


def buffer_of(array):
    return cl.Buffer(context, WRITE | COPY, hostbuf=array)


def result_of(buffer, like):
    result = np.empty_like(like)
    cl.enqueue_copy(queue, result, buffer)
    return result


def reduction():
    """The sum of each work-group in local memory; the host adds them."""
    values = random.integers(0, 1000, 512).astype(np.int32)
    kernel = build("""
        kernel void sum(global const int* in, global int* out, local int* part) {
          const int i = get_local_id(0);
          part[i] = in[get_global_id(0)];
          for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (i < half_size) part[i] += part[i + half_size];
          }
          if (i == 0) out[get_group_id(0)] = part[0];
        }""").sum
    sums = cl.Buffer(context, WRITE, 8 * 4)
    kernel(queue, (512,), (64,), buffer_of(values), sums, cl.LocalMemory(64 * 4))
    assert result_of(sums, np.empty(8, np.int32)).sum() == values.sum()


def scan():
    """An inclusive scan of one work-group (Hillis and Steele)."""
    values = random.integers(0, 100, 128).astype(np.int32)
    kernel = build("""
        kernel void scan(global int* values, local int* a, local int* b) {
          const int i = get_local_id(0);
          a[i] = values[i];
          for (int distance = 1; distance < get_local_size(0); distance *= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            b[i] = i >= distance ? a[i] + a[i - distance] : a[i];
            local int* other = a; a = b; b = other;
          }
          values[i] = a[i];
        }""").scan
    memory = buffer_of(values)
    kernel(queue, (128,), (128,), memory, cl.LocalMemory(512), cl.LocalMemory(512))
    assert (result_of(memory, values) == np.cumsum(values)).all()


def sort():
    """A bitonic sort: a dispatch for each step."""
    values = random.integers(-1000, 1000, 128).astype(np.int32)
    kernel = build("""
        kernel void step(global int* values, int block, int distance) {
          const int i = get_global_id(0), other = i ^ distance;
          if (other <= i) return;
          const bool ascending = (i & block) == 0;
          const int a = values[i], b = values[other];
          if ((a > b) == ascending) { values[i] = b; values[other] = a; }
        }""").step
    memory = buffer_of(values)
    block = 2
    while block <= 128:
        distance = block // 2
        while distance:
            kernel(queue, (128,), None, memory, np.int32(block), np.int32(distance))
            distance //= 2
        block *= 2
    assert (result_of(memory, values) == np.sort(values)).all()


def histogram():
    """Atomics in local and in global memory."""
    values = random.integers(0, 16, 1024).astype(np.uint8)
    kernel = build("""
        kernel void count(global const uchar* values, global int* bins) {
          local int part[16];
          const int i = get_local_id(0);
          if (i < 16) part[i] = 0;
          barrier(CLK_LOCAL_MEM_FENCE);
          atomic_inc(&part[values[get_global_id(0)]]);
          barrier(CLK_LOCAL_MEM_FENCE);
          if (i < 16) atomic_add(&bins[i], part[i]);
        }""").count
    bins = buffer_of(np.zeros(16, np.int32))
    kernel(queue, (1024,), (64,), buffer_of(values), bins)
    assert (result_of(bins, np.empty(16, np.int32)) == np.bincount(values, minlength=16)).all()


def transpose():
    """Tiles in local memory, and a two-dimensional range."""
    values = random.random((32, 64)).astype(np.float32)
    kernel = build("""
        kernel void transpose(global const float* in, global float* out, int width, int height) {
          local float tile[8][9];
          const int x = get_local_id(0), y = get_local_id(1);
          tile[y][x] = in[get_global_id(1) * width + get_global_id(0)];
          barrier(CLK_LOCAL_MEM_FENCE);
          out[(get_group_id(0) * 8 + y) * height + get_group_id(1) * 8 + x] = tile[x][y];
        }""").transpose
    out = cl.Buffer(context, WRITE, values.nbytes)
    kernel(queue, (64, 32), (8, 8), buffer_of(values), out, np.int32(64), np.int32(32))
    assert (result_of(out, np.empty((64, 32), np.float32)) == values.T).all()


def matrix_product():
    """Integers, so that the results are exact."""
    a = random.integers(-9, 9, (24, 16)).astype(np.int32)
    b = random.integers(-9, 9, (16, 40)).astype(np.int32)
    kernel = build("""
        kernel void multiply(global const int* a, global const int* b, global int* c, int inner) {
          const int column = get_global_id(0), row = get_global_id(1), columns = get_global_size(0);
          int sum = 0;
          for (int i = 0; i < inner; ++i) sum += a[row * inner + i] * b[i * columns + column];
          c[row * columns + column] = sum;
        }""").multiply
    out = cl.Buffer(context, WRITE, 24 * 40 * 4)
    kernel(queue, (40, 24), None, buffer_of(a), buffer_of(b), out, np.int32(16))
    assert (result_of(out, np.empty((24, 40), np.int32)) == a @ b).all()


def image_blur():
    """A sampler that clamps to the edge, and a second image."""
    pixels = random.integers(0, 256, (16, 24)).astype(np.float32)
    image_format = cl.ImageFormat(cl.channel_order.R, cl.channel_type.FLOAT)
    source = cl.Image(context, READ | COPY, image_format, hostbuf=pixels, shape=(24, 16))
    target = cl.Image(context, cl.mem_flags.WRITE_ONLY, image_format, shape=(24, 16))
    kernel = build("""
        constant sampler_t at_edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
        kernel void blur(read_only image2d_t in, write_only image2d_t out) {
          const int2 at = (int2)(get_global_id(0), get_global_id(1));
          float sum = 0;
          for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x) sum += read_imagef(in, at_edge, at + (int2)(x, y)).x;
          write_imagef(out, at, (float4)(sum, 0, 0, 1));
        }""").blur
    kernel(queue, (24, 16), None, source, target)
    result = np.empty_like(pixels)
    cl.enqueue_copy(queue, result, target, origin=(0, 0), region=(24, 16))
    padded = np.pad(pixels, 1, mode="edge")
    expected = sum(padded[y:y + 16, x:x + 24] for y in range(3) for x in range(3))
    assert (result == expected).all()


def image_channels():
    """An image with a sampler of the host, of bytes, that swaps red and blue."""
    pixels = random.integers(0, 256, (8, 8, 4)).astype(np.uint8)
    image_format = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNSIGNED_INT8)
    source = cl.Image(context, READ | COPY, image_format, hostbuf=pixels, shape=(8, 8))
    target = cl.Image(context, cl.mem_flags.WRITE_ONLY, image_format, shape=(8, 8))
    sampler = cl.Sampler(context, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST)
    kernel = build("""
        kernel void swap(read_only image2d_t in, write_only image2d_t out, sampler_t chosen) {
          const int2 at = (int2)(get_global_id(0), get_global_id(1));
          write_imageui(out, at, read_imageui(in, chosen, at).zyxw);
        }""").swap
    kernel(queue, (8, 8), None, source, target, sampler)
    result = np.empty_like(pixels)
    cl.enqueue_copy(queue, result, target, origin=(0, 0), region=(8, 8))
    assert (result == pixels[:, :, [2, 1, 0, 3]]).all()


def events():
    """A queue out of order, whose commands are ordered by events; profiling."""
    properties = cl.command_queue_properties
    free = cl.CommandQueue(context, properties=properties.OUT_OF_ORDER_EXEC_MODE_ENABLE | properties.PROFILING_ENABLE)
    program = build("""
        kernel void fill(global int* a, int value) { a[get_global_id(0)] = value + get_global_id(0); }
        kernel void add(global const int* a, global const int* b, global int* c) {
          const int i = get_global_id(0);
          c[i] = a[i] + b[i];
        }""")
    a, b, c = (cl.Buffer(context, WRITE, 400) for _ in range(3))
    first = program.fill(free, (100,), None, a, np.int32(5))
    second = program.fill(free, (100,), None, b, np.int32(7))
    sum_event = program.add(free, (100,), None, a, b, c, wait_for=[first, second])
    result = np.empty(100, np.int32)
    cl.enqueue_copy(free, result, c, wait_for=[sum_event])
    assert (result == 12 + 2 * np.arange(100)).all()
    assert sum_event.profile.start >= max(first.profile.end, second.profile.end)


def doubles():
    """Vectors of doubles, structures of arguments by value, and a map."""
    values = random.random((64, 4))
    kernel = build("""
        kernel void dot4(global const double4* in, global double* out, double4 weights) {
          const int i = get_global_id(0);
          const double4 v = in[i];
          out[i] = v.x * weights.x + v.y * weights.y + v.z * weights.z + v.w * weights.w;
        }""").dot4
    weights = np.array([1.0, 2.0, 4.0, 8.0])
    out = cl.Buffer(context, WRITE, 64 * 8)
    kernel(queue, (64,), None, buffer_of(values), out, weights)
    mapped, _ = cl.enqueue_map_buffer(queue, out, cl.map_flags.READ, 0, (64,), np.float64)
    products = values * weights
    expected = ((products[:, 0] + products[:, 1]) + products[:, 2]) + products[:, 3]
    assert (mapped == expected).all()
    mapped.base.release(queue)


PROGRAMS = (reduction, scan, sort, histogram, transpose, matrix_product, image_blur, image_channels, events, doubles)
for program in PROGRAMS:
    if len(sys.argv) == 1 or program.__name__ in sys.argv[1:]:
        program()
        queue.finish()
        print(program.__name__, flush=True)
