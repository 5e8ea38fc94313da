"""Child processes: starting them, sending requests with limits, and ending them completely."""
