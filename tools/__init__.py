"""Tools for those who work on Kermesse itself."""
