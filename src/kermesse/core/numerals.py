"""Small numbers in words, in the languages of the rulebooks."""

from __future__ import annotations

WORDS = {
    "en": (
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
        "eighteen", "nineteen", "twenty",
    ),
    "fr": (
        "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
        "onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit",
        "dix-neuf", "vingt",
    ),
    "pt": (
        "zero", "um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez",
        "onze", "doze", "treze", "catorze", "quinze", "dezesseis", "dezessete", "dezoito",
        "dezenove", "vinte",
    ),
}  # fmt: skip
FEMININE = {"fr": {1: "une"}, "pt": {1: "uma", 2: "duas"}}


def in_words(number: int, language: str, *, feminine: bool = False) -> str:
    """A number in words; a large one, or one in a language that is not known, in digits."""
    words = WORDS.get(language, ())
    if not 0 <= number < len(words):
        return str(number)
    return FEMININE.get(language, {}).get(number, words[number]) if feminine else words[number]


def is_one(number: int, language: str) -> bool:
    """Whether a noun beside the number is singular: French says `0 carte`."""
    return number == 1 or (number == 0 and language == "fr")
