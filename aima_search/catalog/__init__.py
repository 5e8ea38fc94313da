"""Names to things: boards, heuristics, expressions, combinations, files of users."""
