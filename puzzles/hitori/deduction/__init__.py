"""What follows from a Hitori board: named deductions, all solutions, explanations."""
