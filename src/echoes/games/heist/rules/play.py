"""One message's play in a heist: all rules act through it."""

from collections.abc import Mapping
from typing import Literal, TypeVar

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.games.heist import events as happened
from echoes.games.heist.events import HeistTrace, WorldKind
from echoes.games.heist.narration.phrases import phrase
from echoes.games.heist.pack.parts import ScoreEffects
from echoes.games.heist.pack.schema import PackVoice, Score
from echoes.games.heist.reducer import heist_after
from echoes.games.heist.rules.clocks import heist_progress, moving_clock, omens_of, tick_of
from echoes.games.heist.rules.phases import HeistMood, HeistPhase, check_mood, check_phase
from echoes.games.heist.rules.tables import MOST_DICE, MOST_HARM, MOST_HEAT, MOST_STRESS, MOST_WANTED
from echoes.games.heist.rules.throws import DiceSource, Throw, throw
from echoes.games.heist.state import LISTS, HeistState, dice_seed
from echoes.games.world.play import Play

EventT = TypeVar("EventT", bound=Event)
_Amount = Literal["stress", "heat", "wanted", "coin", "harm"]


class HeistPlay(Play[HeistState, HeistTrace]):
    """The outcome of one message to a heist.

    Args:
        score: that is played.
        state: before the message.
        source: of the dice.

    Attributes:
        ending: the id of the ending that is due; empty for none.
    """

    def __init__(self, score: Score, state: HeistState, source: DiceSource) -> None:
        super().__init__(state, heist_after, HeistTrace)
        self.score, self.source = score, source
        self.language = score.language
        self.ending = ""

    def last(self, kind: type[EventT]) -> tuple[int, EventT] | None:
        """Return the latest event of a kind in this message, and its place; None for none."""
        found = [(n, event) for n, event in enumerate(self.events()) if isinstance(event, kind)]
        return found[-1] if found else None

    def reword(self, words: Mapping[int, str]) -> None:
        """Put the outcomes of the action that was framed into other words; all else of them stands.

        Args:
            words: by the place of the die, from 0.
        """
        if framed := self.last(happened.ActionFramed):
            place, event = framed
            trace = self._entries[place].traced(HeistTrace)
            told = [
                one.model_copy(update={"words": words.get(n, "")}) for n, one in enumerate(trace.outcomes)
            ]
            self.replace(place, Entry(event, trace.model_copy(update={"outcomes": tuple(told)})))

    def entries(self) -> list[Entry]:
        """Return the entries so far; a move is told with the progress that it led to."""
        return [
            one.changed(progress=heist_progress(self.score, self.state))
            if isinstance(one.event, happened.MoveMade)
            else one
            for one in super().entries()
        ]

    def say(self, key: str, **values: object) -> str:
        """Return a phrase in the language of the score."""
        return phrase(self.language, key, **values)

    def voice(self, by: PackVoice, moment: str) -> None:
        """Speak a voice's next line, once at each moment, until it has none left.

        Args:
            by: the voice.
            moment: what it speaks at.
        """
        line, spoken = f"{by}:{moment}", [one for one in self.state["told"] if one.startswith(f"{by}:")]
        lines = self.score.voices.get(by, ())
        if line not in spoken and len(spoken) < len(lines):
            self.add(happened.Told(by=by, text=lines[len(spoken)], line=line))

    def draw(self, key: str, count: int, sides: int) -> tuple[int, ...]:
        """Draw numbers from 1 to `sides`, which follow from the seed and the key."""
        return self.source.roll(dice_seed(self.state), key, count, sides)

    def throw(self, purpose: str, key: str, rating: int) -> Throw:
        """Throw as many dice as a rating has dots, and show them."""
        thrown = throw(self.source, dice_seed(self.state), key, rating)
        self.add(
            happened.DiceThrown(purpose=purpose, dice=[*thrown.dice], best=thrown.best, result=thrown.result)
        )
        return thrown

    def gain_dice(self, count: int, purpose: str) -> None:
        """Throw dice into the pool, as many as it holds."""
        pool = self.state["pool"]
        count = min(count, MOST_DICE - len(pool))
        if count <= 0 or self.state["dice"] == "roll":
            return
        dice = self.draw(f"pool/{self.state['thrown']}/{purpose}", count, 6)
        whole = [*pool, *dice]
        self.add(happened.DiceThrown(purpose=purpose, dice=[*dice], pool=whole))

    def phase(self, new: HeistPhase) -> None:
        """Go on to another phase; its mood ends."""
        check_phase(self.state["phase"], new)
        if self.state["mood"]:
            self.mood("")
        self.add(happened.PhaseChanged(old=self.state["phase"], new=new))

    def mood(self, new: HeistMood, variant: str = "") -> None:
        """Change the mood."""
        check_mood(self.state["mood"], new)
        self.add(happened.MoodChanged(old=self.state["mood"], new=new, variant=variant))

    def stress(self, by: int, reason: str) -> None:
        """Add stress, or take it away."""
        self._amount(happened.StressChanged, "stress", by, reason, 0, MOST_STRESS)

    def heat(self, by: int, reason: str) -> None:
        """Add heat, or take it away."""
        self._amount(happened.HeatChanged, "heat", by, reason, 0, MOST_HEAT)

    def wanted(self, by: int, reason: str) -> None:
        """Change the wanted level."""
        self._amount(happened.WantedChanged, "wanted", by, reason, 0, MOST_WANTED)

    def coin(self, by: int, reason: str) -> None:
        """Gain or pay coin; it may be owed."""
        self._amount(happened.CoinChanged, "coin", by, reason, -9, 99)

    def harm(self, by: int, reason: str) -> None:
        """Add harm, or heal it."""
        self._amount(happened.HarmChanged, "harm", by, reason, 0, MOST_HARM)

    def _amount(
        self, kind: "type[happened.NumberChanged]", name: _Amount, by: int, reason: str, least: int, most: int
    ) -> None:
        old = self.state[name]
        new = max(least, min(most, old + by))
        if new != old:
            self.add(kind(old=old, new=new, reason=reason))

    def tick(self, clock: str, by: int, reason: str) -> None:
        """Move a clock; what would move a full one moves the one that waited for it, or else is heat."""
        clock = moving_clock(self.score, self.state, clock)
        if not clock:
            self.heat(max(0, by), reason)
            return
        tick = tick_of(self.score, self.state, clock, by)
        if tick is None:
            return
        spec = tick.spec
        if spec.visibility == "open":
            moved = happened.ClockTicked(
                clock=clock,
                name=spec.name,
                segments=spec.segments,
                old=tick.old,
                filled=tick.filled,
                reason=reason,
            )
            self.add(moved)
        else:
            self.note(HeistTrace(hidden={clock: tick.filled}))
        for omen in omens_of(tick):
            if omen.line not in self.state["told"]:
                self.add(omen)
        if tick.filled == spec.segments:
            self.fill(clock, spec.name, spec.kind, spec.full.text, spec.full.effects)

    def fill(self, clock: str, name: str, kind: str, text: str, effects: ScoreEffects) -> None:
        """Apply the consequences of a full clock."""
        self.add(happened.ClockFilled(clock=clock, name=name, kind=kind, text=text))
        self.effects(effects, name)

    def effects(self, effects: ScoreEffects, reason: str) -> None:
        """Apply the consequences that a score names, in a fixed order."""
        self.stress(effects.stress, reason)
        self.heat(effects.heat, reason)
        self.wanted(effects.wanted, reason)
        self.coin(effects.coin, reason)
        self.harm(effects.harm, reason)
        self.gain_dice(effects.dice, "gift")
        for clock, by in effects.ticks.items():
            self.tick(clock, by, reason)
        self._world(effects)
        if effects.interrupt and effects.interrupt not in self.state["full"]:
            self.add(happened.InterruptChanged(obstacle=effects.interrupt))
        self.ending = self.ending or effects.end or ""

    def _world(self, effects: ScoreEffects) -> None:
        score, state = self.score, self.state
        for flag in effects.flags:
            self.world("flag", flag)
        for thread in effects.threads:
            self.world("thread", thread, score.threads[thread])
        for thread in effects.resolved:
            if thread in state["threads"]:
                self.world("thread", thread, on=False)
        for rumour in effects.rumours:
            if rumour not in state["rumours"]:
                self.world("rumour", rumour, score.rumours[rumour])
        for goal in effects.goals:
            self.world("goal", goal, score.goals[goal])
        for item in effects.items:
            self.world("item", item, score.items[item].label)
        for person, by in effects.bonds.items():
            value = state["scoundrel"]["bonds"].get(person, 0) + by
            self.add(
                happened.WorldChanged(kind="bond", id=person, value=value, text=score.people[person].name)
            )
        for faction, by in effects.factions.items():
            was = state["factions"].get(faction, score.factions[faction].status)
            value, name = max(-3, min(3, was + by)), score.factions[faction].name
            self.add(happened.WorldChanged(kind="faction", id=faction, value=value, text=name))

    def world(self, kind: WorldKind, id: str, text: str = "", on: bool = True) -> None:
        """Change something of the world that is there or not; nothing where it is so already."""
        if kind not in LISTS or (id in self.state[LISTS[kind]]) != on:
            self.add(happened.WorldChanged(kind=kind, id=id, on=on, text=text))
