"""The 78 cards, three of which tell past, present and future."""

from collections.abc import Callable, Sequence

PLACES = ("past", "present", "future")
TRUMPS, RANKS = 22, 14
SUITS = ("cups", "coins", "swords", "wands")
DECK = tuple(
    [f"trumps_{n}" for n in range(TRUMPS)] + [f"{suit}_{n}" for suit in SUITS for n in range(1, RANKS + 1)]
)


def suit_of(card: str) -> str:
    """Return the suit of a card; `trumps` is one too."""
    return card.partition("_")[0]


def draw_cards(draw: Callable[[str, int, int], Sequence[int]]) -> list[str]:
    """Draw three different cards.

    Args:
        draw: a number by key, such as `Play.draw`.
    """
    deck, drawn = list(DECK), list[str]()
    for place in PLACES:
        [number] = draw(f"card/{place}", 1, len(deck))
        drawn.append(deck.pop(number - 1))
    return drawn
