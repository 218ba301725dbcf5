"""Every setting of Kesher, in one place: its name, unit, default and meaning.

Each is set by an environment variable (`KESHER_` and the name in capitals) or in `kesher.toml`;
docs/reference/settings.md is made from this file.
"""

from pathlib import Path
from typing import Literal, Self
from zoneinfo import available_timezones

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import SettingsConfigDict

from kesher.config.people_settings import PeopleSettings
from kesher.config.secret_settings import SecretSettings
from kesher.config.telemetry_settings import TelemetrySettings
from kesher.config.usage_settings import UsageSettings


class Settings(PeopleSettings, SecretSettings, UsageSettings, TelemetrySettings):
    """All settings. An unknown name is an error, so that a typing mistake does not pass unseen."""

    model_config = SettingsConfigDict(
        env_prefix="KESHER_", extra="forbid", frozen=True, validate_default=True
    )

    data_folder: Path = Field(
        Path("kesher-data"), description="Folder of the database, the files and the indexes."
    )
    database_url: str = Field(
        "",
        description="SQLAlchemy URL of a PostgreSQL database "
        "(`postgresql+psycopg://user:password@host/name`). Empty: SQLite in the data folder.",
    )
    files_folder: Path | None = Field(
        None,
        description="Folder of the files that were added. Empty: `files` in the data folder. "
        "Servers on several machines name one that they share (docs/how-to/grow.md).",
    )
    cache_folder: Path | None = Field(
        None,
        description="Folder for models built from packages. Empty: `kesher` in the user's cache.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Least severe log lines that are written to stderr."
    )

    # serving
    host: str = Field(
        "127.0.0.1", description="Address to serve on. Any but loopback needs accounts or `token`."
    )
    port: int = Field(8765, ge=0, le=65535, description="Port to serve on; 0 takes a free one.")
    token: SecretStr = Field(
        SecretStr(""),
        description="Secret that every request must carry where the server is not on loopback.",
    )
    trusted_proxies: str = Field(
        "",
        description="Addresses of proxies in front, with commas (`127.0.0.1`), whose word on the "
        "person's address and on https counts (`X-Forwarded-For`, `X-Forwarded-Proto`). "
        "`*`: whoever connects. Empty: nobody's.",
    )

    # limits of requests
    request_limit_bytes: int = Field(
        8 * 1024 * 1024, gt=0, description="Largest body of a request that carries no file."
    )
    headers_seconds: float = Field(
        15.0, gt=0, description="How long a connection may take to bring a request's headers."
    )
    body_seconds: float = Field(
        30.0,
        gt=0,
        description="Longest pause while a request's body arrives. A body that comes on the whole "
        "more slowly than 1 KiB a second is cut off, too.",
    )
    stalled_seconds: float = Field(
        60.0,
        gt=0,
        description="How long a connection is kept whose reader takes nothing of what is sent.",
    )
    connections_limit: int = Field(
        4_000, ge=0, description="Most open connections; others are told to come back. 0: no limit."
    )
    streams_limit: int = Field(
        1_000, ge=0, description="Most event streams at once, of all callers. 0: no limit."
    )
    streams_per_caller: int = Field(
        20, ge=0, description="Most event streams at once of one account. 0: no limit."
    )
    uploads_limit: int = Field(
        64, ge=0, description="Most uploads that arrive at once, of all callers. 0: no limit."
    )
    uploads_per_caller: int = Field(
        8, ge=0, description="Most uploads that arrive at once from one account. 0: no limit."
    )
    room_documents_limit: int = Field(
        0, ge=0, description="Most documents of one room. 0: no limit."
    )
    store_limit_bytes: int = Field(
        0, ge=0, description="Most bytes of all original files together. 0: no limit."
    )

    # work behind the requests
    jobs_here: bool = Field(
        True,
        description="Whether a server does the work on documents, memory and vectors itself. "
        "`false`: it only queues it for `kesher worker`, which needs PostgreSQL.",
    )
    jobs_parallel: int = Field(
        2, ge=1, le=64, description="Documents that one process works on at the same time."
    )
    job_lease_seconds: float = Field(
        60.0,
        ge=3,
        description="After so long without a sign of life of its process a document is taken up "
        "by another.",
    )

    # backups
    backup_folder: Path | None = Field(
        None, description="Folder of backups. Empty: `backups` in the data folder."
    )
    backup_every_hours: float = Field(
        0.0,
        ge=0,
        description="How often a server makes a backup by itself, in hours; 0: never.",
    )
    backup_keep: int = Field(
        7, ge=1, description="Backups that stay in their folder when a server has made another."
    )

    # documents
    upload_limit_bytes: int = Field(
        200 * 1024 * 1024, gt=0, description="Largest file that is taken in."
    )
    pages_limit: int = Field(5_000, gt=0, description="Most pages of one document.")
    text_limit_chars: int = Field(
        4_000_000,
        gt=0,
        description="Most characters of a file without pages of its own: laying out takes time.",
    )
    unpacked_limit_bytes: int = Field(
        1024 * 1024 * 1024,
        gt=0,
        description="Most bytes that a zipped file may unpack to.",
    )
    page_seconds: float = Field(
        60.0, gt=0, description="Time limit for reading one page, its OCR apart."
    )
    ocr_page_seconds: float = Field(180.0, gt=0, description="Time limit for the OCR of one page.")
    convert_seconds: float = Field(
        300.0, gt=0, description="Time limit for converting or laying out one document."
    )
    task_memory_bytes: int = Field(
        2 * 1024 * 1024 * 1024, gt=0, description="Memory limit of a process that reads pages."
    )
    read_processes: int = Field(
        0, ge=0, description="Processes that read pages at the same time; 0: one a core, at most 4."
    )
    ocr_dpi: int = Field(
        300, ge=72, le=600, description="Resolution at which scans are recognised."
    )
    chunk_chars: int = Field(1_200, gt=0, description="Most characters (code points) of a chunk.")
    chunk_overlap_chars: int = Field(
        200, ge=0, description="Characters that a chunk repeats of the one before it."
    )

    @model_validator(mode="after")
    def _overlap_fits(self) -> Self:
        if self.chunk_overlap_chars >= self.chunk_chars:
            raise ValueError("`chunk_overlap_chars` must be less than `chunk_chars`")
        return self

    # how long things are kept; a room may have days of its own
    retention_threads_days: int = Field(
        0, ge=0, description="Days a thread is kept, with all of its answers. 0: for ever."
    )
    retention_requests_days: int = Field(
        0, ge=0, description="Days the texts of what models were sent are kept. 0: for ever."
    )
    retention_versions_days: int = Field(
        0, ge=0, description="Days a superseded version of a document is kept. 0: for ever."
    )
    retention_jobs_days: int = Field(
        0, ge=0, description="Days that ended work on documents is remembered. 0: for ever."
    )

    # embeddings
    embedding: Literal["local", "openai"] = Field(
        "local",
        description="`local`: the built-in multilingual-e5-small. `openai`: any endpoint that "
        "speaks OpenAI's protocol, Gemini's among them.",
    )
    embedding_url: str = Field(
        "https://generativelanguage.googleapis.com/v1beta/openai",
        description="Base URL of the embedding endpoint.",
    )
    embedding_model: str = Field(
        "gemini-embedding-001", description="The embedding model's name at the endpoint."
    )
    embedding_dimensions: int = Field(
        768, gt=0, description="Numbers a vector, asked of the endpoint."
    )
    embedding_key: SecretStr = Field(SecretStr(""), description="Key for the embedding endpoint.")
    embedding_threads: int = Field(
        0, ge=0, description="Threads of the local model for batches; 0: one a core."
    )

    # search
    search_top: int = Field(10, ge=1, le=100, description="Ranked chunks that a question brings.")
    search_neighbours: int = Field(
        4, ge=0, le=20, description="Most chunks beside the closest ones that come with them."
    )
    fusion: Literal["scores", "ranks"] = Field(
        "scores",
        description="How the rankings of a question become one: by the sum of their standard "
        "scores (by meaning, words and pieces of words), or by Reciprocal Rank Fusion (by meaning "
        "and words). Deep research always takes the second.",
    )
    fusion_k: int = Field(60, ge=1, description="Damping of Reciprocal Rank Fusion, in ranks.")
    fusion_depth: int = Field(
        200, ge=10, description="Chunks that each retriever gives to the fusion."
    )
    question_limit_chars: int = Field(8_000, gt=0, description="Longest question.")
    earlier_questions: int = Field(
        3,
        ge=0,
        description="Last questions of a thread that the search for a follow-up takes along. The "
        "prompt holds earlier questions and answers as far as a quarter of its budget takes them.",
    )
    followups: Literal["rule", "model"] = Field(
        "rule",
        description='How a follow-up ("And part-timers?") is searched: `rule` joins it with the '
        "questions that it leans on; `model` has it written anew to stand alone, one short call "
        "more for such questions, and falls back on the rule.",
    )
    prompt_budget_tokens: int = Field(
        3_400, ge=500, description="Most tokens of the whole prompt of a question."
    )
    quote_held_fraction: float = Field(
        0.2,
        ge=0,
        le=1,
        description="Without a model: how likely the passages must hold an answer for sentences of "
        "them to be quoted; below it the room is said not to hold one. 0 always quotes.",
    )

    # answering
    chat: Literal["none", "openai", "anthropic"] = Field(
        "none",
        description="Who writes answers. `none`: the best sentences, quoted. `openai`: any "
        "endpoint that speaks OpenAI's protocol. `anthropic`: Anthropic's.",
    )
    chat_url: str = Field("", description="Base URL of the endpoint; empty: the provider's own.")
    chat_model: str = Field("", description="The answering model's name at its endpoint.")
    chat_key: SecretStr = Field(SecretStr(""), description="Key for the answering endpoint.")
    chat_profile: Literal["", "openai", "anthropic", "gemini", "deepseek", "qwen3", "generic"] = (
        Field(
            "",
            description="Whose rules (reasoning, cache marks, prices) the answering model "
            "follows: `openai`, `anthropic`, `gemini`, `deepseek`, `qwen3`, or `generic`, which "
            "promises and costs nothing. Empty: `anthropic` or `openai` as `chat` says, `generic` "
            "where `openai` is spoken at another `chat_url`.",
        )
    )
    chat_tokens_margin_fraction: float = Field(
        0.0,
        ge=0,
        description="By how much tokens are counted higher than the profile's tokenizer does, for "
        "a model whose own vocabulary makes more of your language; 0.5: half as many again.",
    )
    chat_output_tokens: int = Field(1_200, gt=0, description="Most tokens of one answer.")
    chat_timeout_seconds: float = Field(
        60.0, gt=0, description="Longest silence of a model before it is given up."
    )
    chat_retries: int = Field(
        2, ge=0, description="Tries again after 429 or a failed connection, before any text came."
    )

    # deep research
    research_top: int = Field(
        10, ge=1, le=30, description="Ranked chunks of one search; a model grades them all."
    )
    research_rounds: int = Field(
        2, ge=1, le=5, description="Most searches for one aspect, the first included."
    )
    research_least_grade: int = Field(
        2, ge=1, le=3, description="Lowest grade (0-3) of a passage that goes into the answer."
    )
    research_ungraded: int = Field(
        5, ge=1, le=30, description="Passages of a search that no model graded that go into it."
    )
    research_step_tokens: int = Field(
        2_000,
        ge=200,
        description="Most tokens that a model may write in one step, its thinking included.",
    )
    research_prompt_tokens: int = Field(
        8_000, ge=2_000, description="Most tokens of the whole prompt of one step or of the answer."
    )
    research_output_tokens: int = Field(
        1_600, gt=0, description="Most tokens of the answer of a research."
    )
    research_limit_tokens: int = Field(
        120_000,
        ge=0,
        description="Most input and output tokens of one research; before it would be passed, the "
        "answer is written from what was found. 0: no limit.",
    )
    research_limit_usd: float = Field(
        0.0,
        ge=0,
        description="Most US dollars of one research at the profile's prices, likewise. 0: no "
        "limit.",
    )

    # agents
    agent_iterations: int = Field(
        25, ge=1, description="Most requests to the model in one run of an agent, sub-agents' too."
    )
    agent_tokens: int = Field(
        400_000, ge=1_000, description="Most input and output tokens of one run, likewise."
    )
    agent_budget_tokens: int = Field(
        0,
        ge=0,
        description="Most tokens of one request of an agent; above four fifths of it the "
        "trajectory is compacted. 0: what the profile's window leaves beside the output.",
    )
    agent_output_tokens: int = Field(
        4_096, gt=0, description="Most tokens that an agent's model may write in one answer."
    )
    agent_tool_seconds: float = Field(
        60.0, gt=0, description="Time limit of one tool call that states none of its own."
    )
    mcp_servers_file: Path | None = Field(
        None,
        description="JSON file of the MCP servers whose tools agents get "
        "(docs/how-to/mcp-tools.md). Empty: none.",
    )
    time_zone: str = Field(
        "Asia/Jerusalem",
        description="IANA name of the zone in which an agent is told the time (`Europe/Berlin`).",
    )

    memory_schema_file: Path | None = Field(
        None,
        description="TOML file of keys of facts, over those that come with Kesher "
        "(docs/how-to/memory.md). Empty: the shipped ones.",
    )
    memory_reading: Literal["background", "at_once", "off"] = Field(
        "background",
        description="When a chat model reads messages for facts beside the rules: `background` in "
        "batches, `at_once` before the message is answered, `off` never.",
    )
    memory_batch_messages: int = Field(
        8, ge=1, le=50, description="Most messages of a thread that one such call reads."
    )
    memory_delay_seconds: float = Field(
        20.0, ge=0, description="How long a message waits for others to be read with it."
    )
    memory_context_tokens: int = Field(
        300, ge=30, description="Tokens of a memory context where none are asked for."
    )
    memory_indexes_kept: int = Field(
        100, ge=1, description="Tenants whose memory indexes stay in this process at once."
    )

    @property
    def is_shared(self) -> bool:
        """Whether several processes may be on the data: a database of PostgreSQL's is named."""
        return self.database_url.startswith("postgres")

    @model_validator(mode="after")
    def _somebody_works(self) -> Self:
        if not self.jobs_here and not self.is_shared:
            raise ValueError(
                "`jobs_here` is `false`, and no worker can be on a SQLite file: nothing would be "
                "read. Set `database_url` to a PostgreSQL database, or leave `jobs_here` out"
            )
        return self

    @field_validator("time_zone")
    @classmethod
    def _zone_is_known(cls, name: str) -> str:
        if name not in available_timezones():
            raise ValueError(f"`{name}` is no IANA time zone; `Asia/Jerusalem` is one")
        return name
