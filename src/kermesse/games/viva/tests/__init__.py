"""The tests of VIVA: by rule, by example, against an oracle, and as readable playthroughs."""
