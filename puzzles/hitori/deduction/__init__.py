"""Deductions on a Hitori board: named rules, all solutions, and explanations."""
