"""Optional parts of the package; a part imports the core, but no other optional part."""
