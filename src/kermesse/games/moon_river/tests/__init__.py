"""Tests of Moon River."""
