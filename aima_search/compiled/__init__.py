"""Modules that run searches in machine code, and that choose between Python and machine code."""
