"""Names of persons in a Chinese text, by the tags of jieba."""


def person_names(text: str) -> list[str]:
    """Return the names of persons in a text, in order; a surname alone has its 小 or 老 with it."""
    import rjieba

    found: list[str] = []
    before = ""
    for word, tag in rjieba.tag(text):
        if tag.startswith("nr"):
            name = before + word if len(word) == 1 and before in ("小", "老", "阿") else word
            found += [name] if len(name) > 1 else []
        before = word
    return found
