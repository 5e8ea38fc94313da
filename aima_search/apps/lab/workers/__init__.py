"""Workers: the processes in which runs are searched, and what keeps the runs apart."""
