"""What a run has used of what it may use. A sub-agent's use counts for all above it too."""


class Meter:
    """Counts requests and tokens against limits.

    Args:
        iterations: Most requests.
        tokens: Most input and output tokens.
        above: Of the agent that delegated; None: a person's own run.
    """

    def __init__(self, iterations: int, tokens: int, above: "Meter | None" = None) -> None:
        self._iterations = iterations
        self._tokens = tokens
        self._above = above
        self.iterations = 0
        self.tokens = 0

    def add(self, *, iterations: int = 0, tokens: int = 0) -> None:
        """Count use here and in all above."""
        self.iterations += iterations
        self.tokens += tokens
        if self._above is not None:
            self._above.add(iterations=iterations, tokens=tokens)

    def restore(self, *, iterations: int, tokens: int) -> None:
        """Set what was used before a restart; those above restore their own."""
        self.iterations, self.tokens = iterations, tokens

    @property
    def iterations_left(self) -> int:
        """Requests that may still be made, by the tightest limit."""
        left = max(0, self._iterations - self.iterations)
        return left if self._above is None else min(left, self._above.iterations_left)

    @property
    def tokens_left(self) -> int:
        """Tokens that may still be used, by the tightest limit."""
        left = max(0, self._tokens - self.tokens)
        return left if self._above is None else min(left, self._above.tokens_left)
