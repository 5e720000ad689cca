"""Views, panels and live text: plain data for interfaces to draw."""
