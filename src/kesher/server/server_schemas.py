"""JSON of what a server tells of itself."""

from typing import Literal

from pydantic import Field

from kesher.server.schemas import Schema


class Health(Schema):
    """That the process serves."""

    status: Literal["ok"]


class Ready(Schema):
    """Whether requests can be served."""

    ready: bool
    wrong: dict[str, str] = Field(
        description="What is not well and why: `database`, `tables`, `disk`, `indexes`."
    )
    embedder_ready: bool = Field(
        description="Whether the embedding model answers at once; else with its first use."
    )


class DoctorFinding(Schema):
    """One thing of the server that was looked at."""

    name: str
    well: bool
    optional: bool = Field(description="All else works without it.")
    detail: str = Field(description="What was found and, where it is not well, what to do.")


class SettingInForce(Schema):
    """A setting of the server that holds a number."""

    name: str = Field(description="As in `kesher.toml`; in capitals after `KESHER_` elsewhere.")
    value: float = Field(description="In the unit that the name ends in; 0 may mean no limit.")
    is_default: bool


class ModelInfo(Schema):
    """What writes answers and what makes vectors."""

    chat: str | None = Field(description="The answering model's name; null: extractive answers.")
    embedder: str
    dimensions: int
    embedder_ready: bool = Field(description="False while the local model is being built.")


class Info(Schema):
    """What this server is and can do."""

    version: str
    models: ModelInfo
    upload_limit_bytes: int
    question_limit_chars: int
    prompt_budget_tokens: int
    ocr_languages: list[str] = Field(description="Tesseract data that is installed.")
    libreoffice: bool
    media_types: list[str] = Field(description="File name endings that can be read: `.pdf` ...")
    sample_room: str = Field(description="Name of the room that the sample is loaded into.")


class SampleQuestion(Schema):
    """A question that the sample's documents answer."""

    language: str = Field(description="he, en, ru or ar.")
    text: str


class SessionRequest(Schema):
    """The token that the server was started with."""

    token: str
