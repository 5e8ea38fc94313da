"""Child processes: start, requests within limits, and a complete end."""
