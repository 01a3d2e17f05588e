"""The tests of Muvuca: by rule, by example, against an oracle, and as readable playthroughs."""
