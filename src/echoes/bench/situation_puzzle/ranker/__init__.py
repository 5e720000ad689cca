"""The ranker of authored questions: learning its weights, `echoes bench ranker`."""
