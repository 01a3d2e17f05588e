"""Tests of Muckle: rules by their ids, views, texts, and whole matches."""
