"""Abstractions of sliding tiles, and the tables of their costs."""
