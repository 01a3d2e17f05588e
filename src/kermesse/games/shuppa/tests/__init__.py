"""Tests of Shuppa's rules: each test cites the rules that it would see broken."""
