"""The web app: `middleware` lets requests in, `actions` answers them, `app` is the state that they share.

`pages/` makes pages, `live/` keeps them up with the log, `views/` draws games; `templates/` holds the HTML.
"""
