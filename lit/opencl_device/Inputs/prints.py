"""A kernel that prints."""

import pyopencl as cl

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, """
    kernel void greet() { printf("item %d of %d\\n", (int)get_global_id(0), (int)get_global_size(0)); }""").build()
program.greet(queue, (2,), None)
queue.finish()
