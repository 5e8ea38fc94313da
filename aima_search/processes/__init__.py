"""Child processes: start them, send requests with limits, and end them with all descendants."""
