"""The process of a submission: starting it, talking to it, ending it; nothing of it is trusted."""
