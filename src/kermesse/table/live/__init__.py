"""Tables in memory: the parts that hold sockets, clocks, bots and the log."""
