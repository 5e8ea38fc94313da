"""A board that a person plays: how it stands, what can be done, what helps."""
