"""`KermesseGame`: a game as OpenSpiel knows one, by a name and parameters, and its registration."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import pyspiel

from kermesse.core.errors import KermesseError, brief
from kermesse.core.game import Game
from kermesse.core.minis import FILE, mini, mini_names
from kermesse.core.options import nearest
from kermesse.core.registry import game as game_by_name
from kermesse.core.registry import game_names
from kermesse.core.variants import read_variant
from kermesse.interop.engine import Which, found
from kermesse.interop.openspiel.dealers import Dealer, dealer
from kermesse.interop.openspiel.observers import Observer, observer
from kermesse.interop.openspiel.states import KermesseState

PREFIX = "kermesse_"
MINI = "_mini"
CHANCES = SAMPLED, EXPLICIT = "sampled", "explicit"
RECALL = range(4097)  # rows of a tensor
OWN_PARAMETERS: Mapping[str, int | str] = {"chance": SAMPLED, "samples": 16, "recall": 32}

_names: dict[str, Game] = {}  # what is registered


class KermesseGame(pyspiel.Game):  # type: ignore[misc]
    """A game for so many players, with its options. Each game has a subclass, below."""

    name: ClassVar[str]  # by which OpenSpiel knows it
    find: ClassVar[Callable[[], Game]]
    usual_chance: ClassVar[str]

    def __init__(self, params: Mapping[str, Any]) -> None:
        try:
            self.kermesse_game = type(self).find()
            self.dealer = asked_dealer(self.kermesse_game, params)
            check_chance(self.dealer)
        except KermesseError as refused:
            raise pyspiel.SpielError(str(refused)) from None
        # no match is longer than its bound, and rows that stay empty help nobody
        self.recall = min(checked_recall(params["recall"]), 1 + self.dealer.bound)
        kind = game_type(self.name, self.kermesse_game, self.dealer.seats, self.usual_chance)
        super().__init__(kind, game_info(self.dealer), dict(params))

    def new_initial_state(self) -> KermesseState:
        """A match before the deal."""
        return KermesseState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance decides at most."""
        return self.dealer.most_draws

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Observer | None:
        """Who looks at states for a player."""
        seats = self.dealer.seats
        return observer(self.kermesse_game, seats, self.recall, iig_obs_type, params)

    def __reduce__(self) -> tuple[Any, ...]:  # a variant has to be registered where it comes to
        return restored, (self.name, self.kermesse_game, self.get_parameters())


def asked_dealer(game: Game, params: Mapping[str, Any]) -> Dealer:
    """The dealer for some parameters."""
    chance = checked_word("chance", params["chance"], CHANCES)
    seats = game.checked_seats(params["players"])
    options = tuple((option.name, params[option.name]) for option in game.options)
    return dealer(game, seats, options, params["samples"] if chance == SAMPLED else None)


def check_chance(dealer: Dealer) -> None:
    """Refuse a game whose deals are too many to be told apart, where they have to be."""
    start = dealer.start()
    if start.awaits is not None:
        dealer.outcomes(start)


def game_type(
    name: str, game: Game, seats: int | None = None, chance: str = SAMPLED
) -> pyspiel.GameType:
    """What OpenSpiel wants to know before it loads a game; with seats, of a loaded one."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if game.is_open
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM
        if adds_up(game, game.checked_seats(seats))
        else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(game) | {"chance": chance},
    )


def game_info(dealer: Dealer) -> pyspiel.GameInfo:
    """The numbers of a loaded game."""
    game = dealer.game
    teams = int(dealer.teams.max()) + 1
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions,
        max_chance_outcomes=dealer.most_outcomes,
        num_players=dealer.seats,
        min_utility=-1.0 / max(1, teams - 1),
        max_utility=1.0,
        utility_sum=0.0 if adds_up(game, dealer.seats) else None,
        max_game_length=dealer.bound,
    )


def adds_up(game: Game, seats: int) -> bool:
    """Whether payoffs add up to 0 over the seats: several teams, all of one size."""
    teams = game.teams(seats)
    return len({teams.count(team) for team in teams}) == 1 and len(set(teams)) > 1


def parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game and their defaults: options, players, and what is ours."""
    options = {option.name: option.default for option in game.options}
    return {**options, "players": game.checked_seats(None), **OWN_PARAMETERS}


def checked_word(name: str, value: object, allowed: tuple[str, ...]) -> str:
    """A parameter that is one of some words."""
    if not isinstance(value, str) or value not in allowed:
        raise pyspiel.SpielError(f"{name} is {' or '.join(allowed)}, not {brief(value)}")
    return value


def checked_recall(recall: int) -> int:
    """How many of the last sights a tensor holds."""
    if recall not in RECALL:
        raise pyspiel.SpielError(
            f"recall is a whole number from 0 to {RECALL[-1]}, not {brief(recall)}"
        )
    return recall


# --- registration ---------------------------------------------------------------------------------


def register(game: Game) -> str:
    """Let `pyspiel.load_game` know a game; return the name it has there."""
    name = PREFIX + game.name
    if _names.get(name) is not game:
        enter(game_type(name, game), lambda: game)
        _names[name] = game
    return name


def register_mini(name: str) -> None:
    """Let `pyspiel.load_game` know a mini game, as `kermesse_viva_mini`. It is made when loaded."""
    original = game_by_name(name)
    described = read_variant(original.home / FILE)
    changed = dict(described.options)
    options = tuple(
        replace(option, default=changed.get(option.name, option.default))
        for option in original.options
    )
    likeness = replace(original, title=f"{original.title} · {described.title}", options=options)
    kind = game_type(f"{PREFIX}{original.name}{MINI}", likeness, chance=EXPLICIT)
    enter(kind, partial(mini, name))


def enter(kind: pyspiel.GameType, find: Callable[[], Game]) -> None:
    """Enter a game into OpenSpiel's register.

    As a class and not as a function: OpenSpiel lets go of it when Python has gone already, which
    only a class survives, because it refers to itself.
    """
    members = {
        "name": kind.short_name,
        "find": staticmethod(find),
        "usual_chance": kind.parameter_specification["chance"],
    }
    pyspiel.register_game(kind, type(kind.short_name, (KermesseGame,), members))


def register_installed() -> None:
    """Register all installed games and their mini games; a broken one keeps nobody away."""
    for name in game_names():
        try:
            register(game_by_name(name))
            if name in mini_names():
                register_mini(name)
        except KermesseError as broken:
            warnings.warn(f"not registered with OpenSpiel: {broken}", stacklevel=2)


def load(
    which: Which,
    players: int | None = None,
    **parameters: Any,
) -> KermesseGame:
    """A game for OpenSpiel: by its name, a variant by its name, file or content, or a `Game`.

    Parameters are the game's options, and `chance`, `samples` and `recall`.
    """
    try:
        game = found(which)
    except KermesseError as refused:
        raise pyspiel.SpielError(str(refused)) from None
    if players is not None:
        parameters["players"] = players
    known = sorted({option.name for option in game.options} | {"players"} | set(OWN_PARAMETERS))
    for name in parameters:
        if name not in known:
            raise pyspiel.SpielError(f"no parameter {brief(name)}{nearest(name, known)}")
    loaded: KermesseGame = pyspiel.load_game(register(game), parameters)
    return loaded


def restored(name: str, game: Game, parameters: Mapping[str, Any]) -> KermesseGame:
    """A game from a pickle; a variant may be unknown here."""
    if name == PREFIX + game.name:
        register(game)
    loaded: KermesseGame = pyspiel.load_game(name, parameters)
    return loaded
