"""What is true of a table, folded from its log: no input, no output, no clocks."""
