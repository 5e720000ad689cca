"""Subscribers: who is told what, from which seat they look, and however far they are behind."""

from contextlib import ExitStack

from echoes.core.seats.visibility import PUBLIC
from echoes.interfaces.web.live.subscribers import Subscriber, Subscribers


def test_updates_are_for_a_seat_or_for_all():
    subscribers = Subscribers()
    with (
        subscribers.join(Subscriber("ann", "Ann", "red")) as ann,
        subscribers.join(Subscriber("bo", "Bo", PUBLIC)) as bo,
    ):
        for queue in (ann, bo):
            while not queue.empty():
                queue.get_nowait()
        subscribers.tell({"for": "red"}, seat="red")
        subscribers.tell({"for": "all"})
        assert [ann.get_nowait()["for"] for _ in range(ann.qsize())] == ["red", "all"]
        assert [bo.get_nowait()["for"] for _ in range(bo.qsize())] == ["all"]
        assert subscribers.has_others("ann") and subscribers.names() == ["Ann", "Bo"]


def test_only_the_pages_of_one_person_that_look_from_one_seat_are_opened_anew():
    subscribers = Subscribers()
    people = [
        Subscriber("ann", "Ann", PUBLIC),
        Subscriber("ann", "Ann", "red"),
        Subscriber("bo", "Bo", PUBLIC),
    ]
    with ExitStack() as stack:
        queues = [stack.enter_context(subscribers.join(one)) for one in people]
        subscribers.reload("ann", "red")
        heard = [[queue.get_nowait() for _ in range(queue.qsize())] for queue in queues]
    assert [{"reload": True} in updates for updates in heard] == [False, True, False]


def test_who_is_behind_still_hears_that_there_is_nothing_more_for_them():
    subscribers = Subscribers()
    with subscribers.join(Subscriber("ann", "Ann", "red")) as queue:
        subscribers.tell({"reload": True})
        for _ in range(1000):
            subscribers.tell({"piece": "word"})
        heard = [queue.get_nowait() for _ in range(queue.qsize())]
    assert any("reload" in update for update in heard)
