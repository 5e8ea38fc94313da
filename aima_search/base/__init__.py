"""Basic modules that all other packages use, such as errors, options, limits and registries."""

__version__ = "0.3.0"  # setup.cfg reads the version here
