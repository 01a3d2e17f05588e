"""Random play on a CUDA device: the same bytes as on the CPU, and how many decisions a second."""
