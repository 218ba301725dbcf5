"""The words of OpenTelemetry's GenAI conventions that Kesher's spans use.

Written out, since the package that has them loads slowly and calls them incubating; a test compares
them with it.

Source: OpenTelemetry semantic conventions, GenAI (opentelemetry-semantic-conventions 0.66b2).
"""

OPERATION = "gen_ai.operation.name"
PROVIDER = "gen_ai.provider.name"
REQUEST_MODEL = "gen_ai.request.model"
REQUEST_MAX_TOKENS = "gen_ai.request.max_tokens"
REQUEST_TEMPERATURE = "gen_ai.request.temperature"
REQUEST_STREAM = "gen_ai.request.stream"
FINISH_REASONS = "gen_ai.response.finish_reasons"
FIRST_CHUNK_SECONDS = "gen_ai.response.time_to_first_chunk"
INPUT_TOKENS = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS = "gen_ai.usage.output_tokens"
CACHED_TOKENS = "gen_ai.usage.cache_read.input_tokens"
WRITTEN_TOKENS = "gen_ai.usage.cache_creation.input_tokens"
REASONING_TOKENS = "gen_ai.usage.reasoning.output_tokens"
DIMENSIONS = "gen_ai.embeddings.dimension.count"
TOOL_NAME = "gen_ai.tool.name"
TOOL_CALL_ID = "gen_ai.tool.call.id"

# Content: only where the setting `trace_content` is on.
INPUT_MESSAGES = "gen_ai.input.messages"
OUTPUT_MESSAGES = "gen_ai.output.messages"
QUERY_TEXT = "gen_ai.retrieval.query.text"
TOOL_ARGUMENTS = "gen_ai.tool.call.arguments"
TOOL_RESULT = "gen_ai.tool.call.result"

CHAT, EMBEDDINGS, RETRIEVAL, EXECUTE_TOOL = "chat", "embeddings", "retrieval", "execute_tool"
