"""The web app: a Gradio page over the engine."""
