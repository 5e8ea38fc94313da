"""Search in machine code: kernels, compiled forms of problems, and the choice of the engine."""
