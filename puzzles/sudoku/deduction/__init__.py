"""What follows from a Sudoku: rules beyond a placement, all solutions, explanations."""
