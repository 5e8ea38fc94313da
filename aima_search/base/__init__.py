"""What all other packages use: errors, options, limits, registries, plug-ins, seeds."""

__version__ = "0.3.0"  # setup.cfg reads it here
