"""The visibility matrix: which role sees which prompt section.

| | scenario | secret | evidence | player | notes | summary | turns | message |
|---|---|---|---|---|---|---|---|---|
| referee | all | all | all | | | all | all | all |
| hint master | all | | all | all | | all | all | |
| narrator | all | | | all | | all | all | all |
| AI player | all | | | | own | all | all | |
| observer | all | | | | | all | all | |

The referee does not see who plays: a ruling is the same for everybody. Evidence comes from
the role's own retriever, and so from its tiers only.
"""

from echoes.core.seats.roles import Role
from echoes.games.context_window import Part, VisibilityMatrix
from echoes.games.situation_puzzle.roles import HINT_MASTER

VISIBILITY: VisibilityMatrix = {
    Role.REFEREE: {
        Part.SCENARIO: "all",
        Part.SECRET: "all",
        Part.EVIDENCE: "all",
        Part.SUMMARY: "all",
        Part.TURNS: "all",
        Part.MESSAGE: "all",
    },
    HINT_MASTER: {
        Part.SCENARIO: "all",
        Part.EVIDENCE: "all",
        Part.PLAYER: "all",
        Part.SUMMARY: "all",
        Part.TURNS: "all",
    },
    Role.NARRATOR: {
        Part.SCENARIO: "all",
        Part.PLAYER: "all",
        Part.SUMMARY: "all",
        Part.TURNS: "all",
        Part.MESSAGE: "all",
    },
    Role.PLAYER: {
        Part.SCENARIO: "all",
        Part.NOTES: "own",
        Part.SUMMARY: "all",
        Part.TURNS: "all",
    },
    Role.OBSERVER: {Part.SCENARIO: "all", Part.SUMMARY: "all", Part.TURNS: "all"},
}
