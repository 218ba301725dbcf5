"""The lint of prompts: system messages, few-shot examples and tool definitions."""
