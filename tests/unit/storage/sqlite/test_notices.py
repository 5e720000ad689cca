"""Notices in a file: a damaged one is replaced, and nothing of what was told stays behind."""

from pathlib import Path

from echoes.storage.notices import Notice
from echoes.storage.sqlite.notices import SqliteNotices


async def test_a_damaged_file_is_replaced_and_notices_are_heard_again(tmp_path: Path):
    path = tmp_path / "notices.sqlite"
    notices = SqliteNotices(path)
    for _ in range(3):
        notices.publish("before")
    heard = notices.listen()
    assert await anext(heard) == Notice()
    notices.close()
    path.write_bytes(b"this is no database" * 400)
    for word in ("lost", "one", "two"):
        notices.publish(word)
    assert [await anext(heard) for _ in range(2)] == [Notice(message="one"), Notice(message="two")]
    assert path.with_name(f"{path.name}.damaged").exists()
    await heard.aclose()
    notices.close()


def test_nothing_of_what_was_told_stays_behind(tmp_path: Path):
    path = tmp_path / "notices.sqlite"
    notices = SqliteNotices(path)
    notices.publish("zzsecret")
    notices.purge()
    assert not any(b"zzsecret" in one.read_bytes() for one in tmp_path.iterdir())
    notices.close()
