def my_h(node)
    return 0
# outcome: import-failed
