"""What a network learns in a few minutes."""
