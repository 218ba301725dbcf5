"""What a model is told where a call was not done: four layers, each on a line of its own.

The four are what happened, why, whether anything was done, and the remedy: the loop knows them,
since it is the loop's own refusal. Another thing is `kesher.context.status.errors.layered`, for an
exception of a tool that ran: its layers are the error, the arguments, the call stack and what to
try, none of which exists where no tool ran, and it is a technique of the status that can be
switched off. Where it is, `raised` here says the same in the loop's own words.
"""


def failure(what: str, why: str, effect: str, remedy: str) -> str:
    """Return an error as a model reads it.

    Args:
        what: What happened.
        why: The cause, with the value.
        effect: What it means: was anything done?
        remedy: What to do now.
    """
    return f"Error: {what}\nCause: {why}\nEffect: {effect}\nWhat to do: {remedy}"


NOTHING_DONE = "Nothing was done."
MAY_HAVE = "It is not known whether it took effect."


def unknown_tool(name: str, near: list[str], known: list[str]) -> str:
    """Return the error for a tool that there is not."""
    meant = f"Did you mean {', '.join(f'`{each}`' for each in near)}? " if near else ""
    listed = ", ".join(f"`{each}`" for each in known[:30]) or "none"
    why = "The call has no name." if not name else "No tool of that name is on offer."
    return failure(
        f"There is no tool `{name}`.", why, NOTHING_DONE, f"{meant}Tools on offer: {listed}."
    )


def malformed(name: str, why: str) -> str:
    """Return the error for arguments that are no JSON object."""
    return failure(
        f"The arguments of `{name}` are not a JSON object.",
        why,
        NOTHING_DONE,
        "Call again with one complete JSON object as the tool's schema describes it.",
    )


def cut_off(name: str, limit_tokens: int) -> str:
    """Return the error for arguments that the output limit cut off."""
    return failure(
        f"The arguments of `{name}` were cut off.",
        f"The answer reached its limit of {limit_tokens:,} tokens.",
        NOTHING_DONE,
        "Call again with shorter arguments, or do it in several smaller calls.",
    )


def unfit(name: str, problems: tuple[str, ...]) -> str:
    """Return the error for arguments that do not follow the schema."""
    return failure(
        f"The arguments of `{name}` do not fit its schema.",
        " ".join(problems),
        NOTHING_DONE,
        "Correct what is named and call again.",
    )


def refused(name: str, why: str) -> str:
    """Return the error for a call that a person refused."""
    return failure(
        f"`{name}` was not allowed.",
        why,
        NOTHING_DONE,
        "Do not try it again by another way. Go on without it, or ask the user what they want.",
    )


def timed_out(name: str, seconds: float) -> str:
    """Return the error for a tool that did not come back."""
    return failure(
        f"`{name}` did not answer.",
        f"It took longer than its limit of {seconds:g} seconds and was stopped.",
        MAY_HAVE,
        "Find out what has happened before you call it again, or ask for less at a time.",
    )


def raised(name: str, error: BaseException) -> str:
    """Return the error for a tool that failed."""
    said = str(error).strip() or "It gave no reason."
    return failure(
        f"`{name}` failed.",
        f"{type(error).__name__}: {said}",
        MAY_HAVE,
        "Correct the arguments if they are the cause; the same call again will fail the same way.",
    )


def cancelled(name: str) -> str:
    """Return what is said of a call that was running when the run was stopped."""
    return failure(
        f"`{name}` was cancelled.",
        "The run was stopped while it was under way.",
        MAY_HAVE,
        "Find out what has happened before you call it again.",
    )


def interrupted(name: str) -> str:
    """Return what is said of a call that was running when the program ended."""
    return failure(
        f"`{name}` was interrupted, outcome unknown.",
        "The program ended while it was under way.",
        MAY_HAVE,
        "Find out what has happened before you call it again.",
    )


def shortened(text: str, *, shown_chars: int, limit_tokens: int) -> str:
    """Return the beginning and the end of a result that is too long, and say so between them."""
    head, tail = shown_chars * 3 // 4, shown_chars // 4
    left = len(text) - head - tail
    note = (
        f"[{left:,} of {len(text):,} characters left out: a result may take {limit_tokens:,} "
        f"tokens. Ask for less at a time to see them.]"
    )
    return f"{text[:head]}\n{note}\n{text[len(text) - tail :]}"
