"""What a game is: record, kernels, chance, positions, matches, and the conformance suite."""
