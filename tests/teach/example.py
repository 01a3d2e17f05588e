"""A lesson of VIVA that several tests share."""

LESSON = """
title = "VIVA!"
teaches = ["VV-33"]
seed = 3
position = '''
seats: 2
turn: 9
block: R
house 1: Y
house 2: YB
hand 0: 3Y G
hand 1: P O B OG GB
'''

[[step]]
say = "Two houses show yellow, the third is empty."
show = ["H1", "H2"]
ask = "Make VIVA."
goal = { event = "viva" }
praise = "VIVA!"
refuse = [{ try = "G H1", rule = "VV-18" }]
wrong = [
  { action = ["Y H1", "Y H2"], rule = "VV-33", say = "That house showed yellow before." },
  { action = ["G *"], rule = "VV-33", say = "Now the third house shows green." },
  { action = ["draw"], rule = "VV-29", say = "You hold what you need." },
]

[[step]]
say = "The next blocking card is yours to choose."
ask = "Which card would you like to be rid of?"
accept = [["block Y"], ["block G"]]
praise = "One card fewer."
wrong = [{ action = ["pile"], rule = "VV-40", say = "Then you keep all your cards." }]

[[step]]
back = 1
say = "Once more, and better."
ask = "Make VIVA and get rid of all three yellow cards."
goal = { event = "viva", within = 3 }
best = { fewest = "hand 0" }
praise = "Three cards at once!"
wrong = [
  { event = "viva", rule = "VV-36", say = "VIVA came too soon." },
  { action = ["stop"], rule = "VV-28", say = "You stopped before VIVA." },
  { action = ["Y *"], rule = "VV-33", say = "The third house is empty: no VIVA." },
  { action = ["*"], rule = "VV-26", say = "Begin with a yellow card." },
]

[[step]]
say = "Next: how to get rid of the last one."
reply = [[1, "draw"], [1, "keep"]]
"""
