"""The process around a command: its standard streams, its terminal, its time."""
