# random_bot.py
"""A bot for Kermesse that plays at random: it reads messages and answers each question."""

import json
import random
import sys


def choose(question):
    """The index of an action in the list of legal ones. Put your own logic here."""
    chance = random.Random(question.get("seed"))  # in an arena: repeatable
    return chance.randrange(len(question["legal"]))


def main():
    """Answer every question of every match."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "decide":
            answer = {"id": message["id"], "action": choose(message)}
            print(json.dumps(answer), flush=True)
        elif message["type"] == "error":
            print(message["text"], file=sys.stderr)  # the question comes again


if __name__ == "__main__":
    main()
