# llm_bot.py
"""A bot for Kermesse that asks a language model: python llm_bot.py COMMAND.

COMMAND is any program that reads a prompt and writes the model's reply: a client of a provider, or
a model on this machine.
"""

import json
import re
import shlex
import subprocess
import sys

PROMPT = """You play {title} at seat {seat} of {seats}. Other seats are called "Seat 0" and so on.

# Rules
{rules}

# What happened
{events}

# The table, as you see it
{board}

# Your choices
{choices}

{prompt} Think it over briefly. Then write the number of your choice as the last number you write.
"""


def send(message):
    """Say something to the table."""
    print(json.dumps(message), flush=True)


def prompt_for(match, question, story):
    """Everything that a person would look at, as one text."""
    choices = "\n".join(f"{place}: {text}" for place, text in enumerate(question["legal"]))
    latest = "\n".join(story[-60:])
    return PROMPT.format(**match, **question | {"events": latest, "choices": choices})


def answer(words, question):
    """The last number that the model wrote, if it is a choice; else the first choice."""
    numbers = [int(number) for number in re.findall(r"\d+", words)]
    allowed = range(len(question["legal"]))
    action = numbers[-1] if numbers and numbers[-1] in allowed else 0
    return {"id": question["id"], "action": action, "comment": words.strip()[-500:]}


def main(command):
    """Answer every question of every match."""
    match, story, waiting = {}, [], None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            match = {"title": message["title"], "seat": message["seat"], "seats": message["seats"]}
            send({"ask": "rules"})
        elif message["type"] == "rules":
            match["rules"] = message["text"]
        elif message["type"] == "decide":
            story = ([] if message["anew"] else story) + message["events"]
            waiting = message
        if waiting and "rules" in match:  # the question may come before the rules do
            text = prompt_for(match, waiting, story)
            model = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
            send(answer(model.stdout, waiting))
            waiting = None


if __name__ == "__main__":
    main(shlex.split(sys.argv[1]))
