"""Interfaces: sessions are shown to people, in a terminal, as Markdown and on the web.

`event_blocks` says what an event is shown as; `terminal`, `transcript` and `web/` each draw that.
`cli/` holds the commands.
"""
