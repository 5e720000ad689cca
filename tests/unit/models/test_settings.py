"""A role inherits from the section around it, but sends nothing of one server to another."""

from pydantic import SecretStr

from echoes.models.settings import EndpointSettings, ModelSettings, redacted_url

SECTION = ModelSettings(
    provider="api",
    base_url="http://one",
    api_key=SecretStr("s3cret"),
    api_version="v1",
    structured="json",
    llm_model_name="large",
    timeout_s=7,
)


def for_player(**own: object) -> ModelSettings:
    return SECTION.model_copy(update={"roles": {"player": EndpointSettings(**own)}}).for_role("player")  # type: ignore[arg-type]


def test_a_role_without_an_endpoint_has_the_section_s():
    assert SECTION.for_role("referee") is SECTION


def test_another_model_on_the_same_server_inherits_everything_else():
    own = for_player(llm_model_name="small", temperature=None)
    assert (own.llm_model_name, own.base_url, own.api_key) == ("small", "http://one", SECTION.api_key)
    assert (own.timeout_s, own.temperature) == (7, None)


def test_another_server_or_provider_inherits_no_key_and_no_address():
    for own in (for_player(base_url="http://two"), for_player(provider="ollama")):
        assert (own.api_key, own.api_version, own.structured) == (None, None, None)
        assert own.base_url in ("http://two", None)
        assert (own.llm_model_name, own.timeout_s) == ("large", 7)


def test_an_address_is_shown_without_its_password():
    shown = redacted_url(ModelSettings(base_url="https://ann:s3cret@host:1/v1"))
    assert shown == "https://host:1/v1"
    assert redacted_url(ModelSettings()) is None
