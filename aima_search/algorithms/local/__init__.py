"""Local search: climbing, annealing, and the genetic algorithm."""
