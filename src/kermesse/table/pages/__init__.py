"""The pages, each a function from plain data to HTML."""
