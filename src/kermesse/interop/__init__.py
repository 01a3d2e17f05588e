"""Adapters: the games as environments that other libraries know."""
