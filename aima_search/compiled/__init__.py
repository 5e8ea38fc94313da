"""Search in machine code: kernels, forms of problems made into functions of it, engines."""
