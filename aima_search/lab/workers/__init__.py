"""Workers: the processes in which runs are searched, what keeps them apart and ends them."""
