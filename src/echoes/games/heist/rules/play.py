"""One message's play: the entries so far, and the state after them.

All rules act through it. What happens is an event; each is folded at once, so that the next rule sees it.
"""

from collections.abc import Mapping
from typing import Any, cast

from echoes.core.entries import Entry
from echoes.core.events import Event
from echoes.core.usage import Usage
from echoes.games.heist import events as happened
from echoes.games.heist.events import HeistTrace
from echoes.games.heist.narration.phrases import phrase
from echoes.games.heist.pack.parts import ClockSpec, Effects
from echoes.games.heist.pack.schema import Score, Voice
from echoes.games.heist.reducer import after_entry
from echoes.games.heist.rules.phases import Mood, Phase, check_mood, check_phase
from echoes.games.heist.rules.tables import MOST_DICE, MOST_HARM, MOST_HEAT, MOST_STRESS, MOST_WANTED
from echoes.games.heist.rules.throws import DiceSource, Throw, throw
from echoes.games.heist.state import HeistState, dice_seed


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
        self.score, self.state, self.source = score, state, source
        self.language = score.language
        self.ending = ""
        self._entries: list[Entry] = []
        self._noted: dict[str, Any] = {}

    def add(self, event: Event) -> None:
        """Let something happen."""
        self._entries.append(Entry(event))
        self.state = after_entry(self.state, Entry(event))

    def note(self, **values: Any) -> None:
        """Note something in the trace of the message, and fold it at once."""
        trace = HeistTrace(**values)
        self._noted.update({key: getattr(trace, key) for key in values if key != "hidden"})
        if trace.hidden:
            self._noted["hidden"] = {**self._noted.get("hidden", {}), **trace.hidden}
        self.state = after_entry(self.state, Entry(Event(event="noted"), trace))

    def frame(
        self, event: "happened.ActionFramed", outcomes: "tuple[happened.CommittedOutcome, ...]"
    ) -> None:
        """Let an action be framed, with the outcomes that its dice buy."""
        self._noted["outcomes"] = outcomes
        self._entries.append(Entry(event))
        self.state = after_entry(self.state, Entry(event, HeistTrace(outcomes=outcomes)))

    @property
    def has_framed(self) -> bool:
        """Return whether an action was framed in this message."""
        return "outcomes" in self._noted

    def reword(self, words: Mapping[int, str]) -> None:
        """Put committed outcomes into other words; all else of them stands.

        Args:
            words: by the place of the die, from 0.
        """
        outcomes: tuple[happened.CommittedOutcome, ...] = self._noted["outcomes"]
        told = [one.model_copy(update={"words": words.get(n, "")}) for n, one in enumerate(outcomes)]
        self._noted["outcomes"] = tuple(told)
        framing = self.state["framing"]
        assert framing is not None
        kept = [outcome.model_dump() for outcome in told]
        after: Any = {**self.state, "framing": {**framing, "outcomes": kept}}
        self.state = after

    def compressed(self) -> "happened.SceneCompressed | None":
        """Return the latest summary of a scene in this message; None for none."""
        found = [one.event for one in self._entries if isinstance(one.event, happened.SceneCompressed)]
        return found[-1] if found else None

    def retell(self, summary: "happened.SceneCompressed") -> None:
        """Put other words into the latest summary of a scene."""
        at = max(n for n, one in enumerate(self._entries) if isinstance(one.event, happened.SceneCompressed))
        self._entries[at] = Entry(summary)
        latest = {**self.state["summaries"][-1], "text": summary.summary}
        self.state = cast("HeistState", {**self.state, "summaries": [*self.state["summaries"][:-1], latest]})

    def spent(self, usage: Usage) -> None:
        """Note what models have cost."""
        self._noted["usage"] = self._noted.get("usage", Usage()) + usage

    def entries(self) -> list[Entry]:
        """Return what happened. What is private stands in the trace of the entry that it belongs to."""
        trace = self._noted
        found: list[Entry] = []
        for entry in self._entries:
            own = {"outcomes": trace["outcomes"]} if isinstance(entry.event, happened.ActionFramed) else {}
            if isinstance(entry.event, happened.HeistAsked):
                own = {"keys": trace.get("keys", ())}
            if not found:
                own |= {key: value for key, value in trace.items() if key in ("hidden", "said", "usage")}
            found.append(Entry(entry.event, HeistTrace(**own) if own else None))
        return found

    def say(self, key: str, **values: object) -> str:
        """Return a phrase in the language of the score."""
        return phrase(self.language, key, **values)

    def voice(self, by: Voice, moment: str) -> None:
        """Let a voice speak its next line, once at each moment, until it has none left.

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

    def phase(self, new: Phase) -> None:
        """Go on to another phase; its mood ends."""
        check_phase(self.state["phase"], new)
        if self.state["mood"]:
            self.mood("")
        self.add(happened.PhaseChanged(old=self.state["phase"], new=new))

    def mood(self, new: Mood, variant: str = "") -> None:
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
        self, kind: "type[happened.Amount]", name: str, by: int, reason: str, least: int, most: int
    ) -> None:
        old: int = cast("dict[str, Any]", self.state)[name]
        new = max(least, min(most, old + by))
        if new != old:
            self.add(kind(old=old, new=new, reason=reason))

    def tick(self, clock: str, by: int, reason: str) -> None:
        """Move a clock; what would move a full one moves the one that waited for it, or else is heat."""
        spec, state = self.score.clocks[clock], self.state
        if clock in state["full"]:
            clocks = self.score.clocks.items()
            waiting = [key for key, one in clocks if one.after == clock and key not in state["full"]]
            if waiting:
                self.tick(waiting[0], by, reason)
            elif by > 0:
                self.heat(by, reason)
            return
        if spec.after is not None and spec.after not in state["full"]:
            return
        old = state["clocks"].get(clock, spec.start)
        new = max(0, min(spec.segments, old + by))
        if new == old:
            return
        if spec.visibility == "open":
            moved = happened.ClockTicked(
                clock=clock, name=spec.name, segments=spec.segments, old=old, filled=new, reason=reason
            )
            self.add(moved)
        else:
            self.note(hidden={clock: new})
        self._omens(clock, spec, old, new)
        if new == spec.segments:
            self.fill(clock, spec.name, spec.kind, spec.full.text, spec.full.effects)

    def _omens(self, clock: str, spec: ClockSpec, old: int, new: int) -> None:
        for filled in range(old + 1, new + 1):
            key = f"omen:{clock}:{filled}"
            if filled in spec.omens and filled < spec.segments and key not in self.state["told"]:
                self.add(happened.OmenShown(text=spec.omens[filled], line=key))

    def fill(self, clock: str, name: str, kind: str, text: str, effects: Effects) -> None:
        """Let a full clock's consequences come about."""
        self.add(happened.ClockFilled(clock=clock, name=name, kind=kind, text=text))
        self.effects(effects, name)

    def effects(self, effects: Effects, reason: str) -> None:
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

    def _world(self, effects: Effects) -> None:
        score, state = self.score, self.state
        for flag in effects.flags:
            self.world("flag", flag)
        for thread in effects.threads:
            self.world("thread", thread, score.threads[thread])
        for thread in effects.resolved:
            if thread in state["threads"]:
                self.world("thread", thread, on=False)
        for rumour in effects.rumours:
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

    def world(self, kind: Any, id: str, text: str = "", on: bool = True) -> None:
        """Change something of the world that is there or not; nothing where it is so already."""
        lists = {"flag": "flags", "thread": "threads", "rumour": "rumours", "goal": "goals", "item": "items"}
        name = lists.get(kind)
        if name is None or (id in cast("dict[str, Any]", self.state)[name]) != on:
            self.add(happened.WorldChanged(kind=kind, id=id, on=on, text=text))
