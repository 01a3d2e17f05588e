"""Tiny games for tests: an honest one, and mutants that each break the contract in one way."""
