"""One message's play: the entries so far, and the state after them.

All rules act through it. What happens is an event; each is folded at once, so that the next rule sees it.
"""

from collections.abc import Mapping
from typing import Literal

from echoes.core.entries import Entry
from echoes.core.events import Event
from echoes.core.usage import Usage
from echoes.games.heist import events as happened
from echoes.games.heist.events import HeistTrace, WorldKind
from echoes.games.heist.narration.phrases import phrase
from echoes.games.heist.pack.parts import ScoreEffects
from echoes.games.heist.pack.schema import PackVoice, Score
from echoes.games.heist.reducer import heist_after
from echoes.games.heist.rules.clocks import moving_clock, omens_of, tick_of
from echoes.games.heist.rules.phases import HeistMood, HeistPhase, check_mood, check_phase
from echoes.games.heist.rules.progress import heist_progress
from echoes.games.heist.rules.tables import MOST_DICE, MOST_HARM, MOST_HEAT, MOST_STRESS, MOST_WANTED
from echoes.games.heist.rules.throws import DiceSource, Throw, throw
from echoes.games.heist.state import LISTS, HeistState, KeptOutcome, dice_seed

_Amount = Literal["stress", "heat", "wanted", "coin", "harm"]


class Play:
    """The outcome of one message.

    Args:
        score: that is played.
        state: before the message.
        source: of the dice.

    Attributes:
        state: after all entries so far.
        ending: the id of the ending that is due; empty for none.
    """

    def __init__(self, score: Score, state: HeistState, source: DiceSource) -> None:
        self.score, self.source = score, source
        self.state: HeistState = state
        self.language = score.language
        self.ending = ""
        self._entries: list[Entry] = []
        self._noted = HeistTrace()

    def add(self, event: Event) -> None:
        """Record something that happens."""
        self._entries.append(Entry(event))
        self.state = heist_after(self.state, Entry(event))

    def note(self, noted: HeistTrace) -> None:
        """Note something in the trace of the message, and fold it at once."""
        given = {key: getattr(noted, key) for key in noted.model_fields_set}
        hidden = {**self._noted.hidden, **noted.hidden}
        self._noted = self._noted.model_copy(update={**given, **({"hidden": hidden} if hidden else {})})
        self.state = heist_after(self.state, Entry(Event(event="noted"), noted))

    def frame(
        self, event: "happened.ActionFramed", outcomes: "tuple[happened.CommittedOutcome, ...]"
    ) -> None:
        """Frame an action, with the outcomes that its dice buy."""
        self._noted = self._noted.model_copy(update={"outcomes": outcomes})
        self._entries.append(Entry(event))
        self.state = heist_after(self.state, Entry(event, HeistTrace(outcomes=outcomes)))

    @property
    def has_framed(self) -> bool:
        """Return whether an action was framed in this message."""
        return "outcomes" in self._noted.model_fields_set

    def reword(self, words: Mapping[int, str]) -> None:
        """Put committed outcomes into other words; all else of them stands.

        Args:
            words: by the place of the die, from 0.
        """
        outcomes = self._noted.outcomes
        told = [one.model_copy(update={"words": words.get(n, "")}) for n, one in enumerate(outcomes)]
        self._noted = self._noted.model_copy(update={"outcomes": tuple(told)})
        framing = self.state["framing"]
        assert framing is not None
        kept = [KeptOutcome(**outcome.model_dump()) for outcome in told]
        self.state = {**self.state, "framing": {**framing, "outcomes": kept}}

    def compressed(self) -> "happened.SceneCompressed | None":
        """Return the latest summary of a scene in this message; None for none."""
        found = [one.event for one in self._entries if isinstance(one.event, happened.SceneCompressed)]
        return found[-1] if found else None

    def retell(self, summary: "happened.SceneCompressed") -> None:
        """Put other words into the latest summary of a scene."""
        at = max(n for n, one in enumerate(self._entries) if isinstance(one.event, happened.SceneCompressed))
        self._entries[at] = Entry(summary)
        *before, latest = self.state["summaries"]
        self.state = {**self.state, "summaries": [*before, {**latest, "text": summary.summary}]}

    def spent(self, usage: Usage) -> None:
        """Note what models have cost."""
        self._noted = self._noted.model_copy(update={"usage": (self._noted.usage or Usage()) + usage})

    def entries(self) -> list[Entry]:
        """Return the entries so far. What is private stands in the trace of the entry that it belongs to."""
        noted, beside_first = self._noted, {"hidden", "said", "usage"} & self._noted.model_fields_set
        found: list[Entry] = []
        for entry in self._entries:
            event = entry.event
            if isinstance(event, happened.MoveMade):
                event = event.model_copy(update={"progress": heist_progress(self.score, self.state)})
            own = HeistTrace()
            if isinstance(event, happened.ActionFramed):
                own = HeistTrace(outcomes=noted.outcomes)
            if isinstance(event, happened.HeistAsked):
                own = HeistTrace(keys=noted.keys)
            if not found:
                own = own.model_copy(update={key: getattr(noted, key) for key in beside_first})
            found.append(Entry(event, own if own.model_fields_set else None))
        return found

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
