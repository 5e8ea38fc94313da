"""Search in machine code, with kernels, compiled forms of problems, and a choice of the engine."""
