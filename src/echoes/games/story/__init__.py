"""Stories: chapters with characters who know, hide, tell and lie; knowledge is the inventory."""
