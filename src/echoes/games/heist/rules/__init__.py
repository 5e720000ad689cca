"""Rules of a heist, all of them pure but for dice from the session's seed."""
