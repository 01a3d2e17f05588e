"""What each viewer is shown of a table: from the state to HTML, and nothing is sent."""
