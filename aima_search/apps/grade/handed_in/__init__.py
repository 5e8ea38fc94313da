"""What is handed in, as it comes: files, folders, archives, the downloads of platforms."""
