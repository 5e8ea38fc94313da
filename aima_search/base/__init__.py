"""What everything stands on: errors, options, limits, registries, plug-ins, seeds."""

__version__ = "0.3.0"  # the one place: setup.cfg reads it here
