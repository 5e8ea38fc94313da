"""The page that plays, steps and compares: what it asks, and the ways to bring it to a reader."""
