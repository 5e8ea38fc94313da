"""Optional parts of the package: each imports the core, but no other optional part."""
