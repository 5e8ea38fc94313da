"""The process of a submission: how it is started, asked and ended; it is never trusted."""
