"""The 78 cards, three of which tell past, present and future."""

from echoes.games.heist.rules.throws import DiceSource

PLACES = ("past", "present", "future")
TRUMPS, RANKS = 22, 14
SUITS = ("cups", "coins", "swords", "wands")
DECK = tuple(
    [f"trumps_{n}" for n in range(TRUMPS)] + [f"{suit}_{n}" for suit in SUITS for n in range(1, RANKS + 1)]
)


def suit_of(card: str) -> str:
    """Return the suit of a card; `trumps` is one too."""
    return card.partition("_")[0]


def draw_cards(source: DiceSource, seed: str) -> list[str]:
    """Draw three different cards.

    Args:
        source: of chance.
        seed: of the session.
    """
    deck, drawn = list(DECK), list[str]()
    for place in PLACES:
        [number] = source.roll(seed, f"card/{place}", 1, len(deck))
        drawn.append(deck.pop(number - 1))
    return drawn
