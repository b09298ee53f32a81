// cl_khr_extended_async_copies: a copy of a rectangle or a box is one copy for each line, and all of them share an event.
#define cl_khr_extended_async_copies 1
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : begin
// Reports name the line of the call, because the functions have no debug information.
#define __COPY \
  static event_t __attribute__((overloadable, always_inline, nodebug, convergent, unused))
#define __COPIES(to, from)                                                                        \
  __COPY async_work_group_copy_2D2D(                                                              \
      to void* dst, size_t dst_offset, const from void* src, size_t src_offset,                   \
      size_t num_bytes_per_element, size_t num_elements_per_line, size_t num_lines,               \
      size_t src_total_line_length, size_t dst_total_line_length, event_t event) {                \
    if (num_lines == 0)                                                                           \
      return async_work_group_copy((to uchar*)dst, (const from uchar*)src, 0, event);             \
    for (size_t line = 0; line < num_lines; ++line)                                               \
      event = async_work_group_copy(                                                              \
          (to uchar*)dst + (dst_offset + line * dst_total_line_length) * num_bytes_per_element,   \
          (const from uchar*)src +                                                                \
              (src_offset + line * src_total_line_length) * num_bytes_per_element,                \
          num_elements_per_line * num_bytes_per_element, event);                                  \
    return event;                                                                                 \
  }                                                                                               \
  __COPY async_work_group_copy_3D3D(                                                              \
      to void* dst, size_t dst_offset, const from void* src, size_t src_offset,                   \
      size_t num_bytes_per_element, size_t num_elements_per_line, size_t num_lines,               \
      size_t num_planes, size_t src_total_line_length, size_t src_total_plane_area,               \
      size_t dst_total_line_length, size_t dst_total_plane_area, event_t event) {                 \
    if (num_planes == 0)                                                                          \
      return async_work_group_copy((to uchar*)dst, (const from uchar*)src, 0, event);             \
    for (size_t plane = 0; plane < num_planes; ++plane)                                           \
      event = async_work_group_copy_2D2D(dst, dst_offset + plane * dst_total_plane_area, src,     \
                                         src_offset + plane * src_total_plane_area,               \
                                         num_bytes_per_element, num_elements_per_line, num_lines, \
                                         src_total_line_length, dst_total_line_length, event);    \
    return event;                                                                                 \
  }
__COPIES(__local, __global)
__COPIES(__global, __local)
#undef __COPIES
#undef __COPY
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : end
