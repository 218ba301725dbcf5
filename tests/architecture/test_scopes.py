"""Every call to the database says whose rows it may see; the server's own are listed, with why."""

import ast
from collections.abc import Iterator
from pathlib import Path

import kesher.adapters.sql as package

FOLDER = Path(package.__file__).parent

OVER_ALL_TENANTS = {
    "due_tenants": "finds the tenants whose facts have lapsed",
    "end_all": "lets go of leases when the one server of a folder starts",
    "facts_to_review": "finds what waits for a decision before its tenant is known",
    "find_renewal": "finds a room of any tenant that another model's vectors are made for",
    "find_vectorless": "finds a tenant that lacks vectors",
    "drop_unless_referred_to": "a file is shared by all tenants that have the same bytes",
    "is_any_due": "finds work before its tenant is known",
    "is_any_free": "finds work before its tenant is known",
    "list_rooms": "sweeps every room",
    "list_rules": "sweeps every room",
    "notify": "touches no table",
    "release_jobs": "queues again what a server that was killed had taken",
    "release_memory_jobs": "queues again what a server that was killed had taken",
    "release_renewals": "queues again what a server that was killed had taken",
    "revision_of": "reads the form of the tables",
    "take_job": "finds work before its tenant is known",
    "take_memory_job": "finds work before its tenant is known",
    "take_renewal": "finds work before its tenant is known",
}

IN_A_TRANSACTION_OF_THEIR_OWN = {
    "checking.py": "the doctor looks over the whole database",
    "database.py": "gives the transactions",
    "dumping.py": "a backup is of all tenants",
    "loading.py": "a restoring is of all tenants",
    "migrating.py": "the form of the tables is that of all tenants",
    "traces.py": "whoever looks for traces looks everywhere",
}

SEEING_MORE_FOR_A_MOMENT = {
    "documents.py": "who else has the same bytes, of whatever tenant",
    "erased_threads.py": "a thread may have another tenant's memory; a text stands in other rooms",
    "erasure.py": "what was erased stands in requests of other rooms, and of agents",
    "memory/references.py": "a thread may have the memory of another tenant than its room",
    "retention.py": "a text that another room's request has is not over",
    "same_texts.py": "a text has one vector in all rooms of its tenant",
    "row_security.py": "gives them",
}

WITHOUT_A_SCOPE = {
    "accounts.py": {"hold_accounts": "a lock's number, of no table's rows"},
    "documents.py": {
        "find_documents": "its condition is of its callers, who state the scope in it",
        "hold_sharers": "the same bytes belong to all tenants",
        "orphaned": "the same bytes belong to all tenants",
    },
    "locks.py": {"hold_bytes": "a lock's number, of no table's rows"},
    "memory/turns.py": {"insert_or_update": "makes a statement and executes none"},
    "migrating.py": {
        "lock_form": "the tables' form",
        "upgrade_inside": "the tables' form",
    },
    "raw_tables.py": {"broken_references": "of all tables", "our_tables": "the tables' form"},
    "rows_in_files.py": {"bytes_of_rows": "its condition is of whoever looks for traces"},
    "series.py": {"read_series": "of rows that were found within a scope"},
    "row_security.py": {
        "begin": "says what is seen",
        "everywhere": "says what is seen",
        "is_locked": "asks about the user",
        "refuse_if_hidden": "asks about policies",
        "whole_tenant": "says what is seen",
    },
}


def test_each_call_gives_the_scope_or_is_one_of_the_servers_own() -> None:
    unscoped, own = set(), set()
    for place, method, call in _calls():
        if method in {"read_all", "write_all"}:
            own.add(_last_name(call.args[0]))
        elif method in {"read", "write"} and not _is_scope(call.args[1]):
            unscoped.add(f"{place}:{call.lineno}")
    assert unscoped == set()
    assert own == set(OVER_ALL_TENANTS)


def test_only_what_is_of_all_tenants_opens_transactions_of_its_own() -> None:
    opened = [each for each in _calls() if each[1] in {"reading", "writing", "rebuilding"}]
    blind = [(place, call.lineno) for place, method, call in opened if not _sees(method, call)]
    assert blind == []
    found = {place for place, _, _ in opened}
    assert found | {"database.py"} == set(IN_A_TRANSACTION_OF_THEIR_OWN)


def test_only_what_needs_it_sees_more_than_its_scope_for_a_moment() -> None:
    found = {
        place
        for place, tree in _modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in {"whole_tenant", "everywhere"}
    }
    assert found | {"row_security.py"} == set(SEEING_MORE_FOR_A_MOMENT)


def test_every_public_function_on_a_connection_takes_a_scope_or_says_why_not() -> None:
    without = {
        (place, name)
        for place, tree in _modules()
        for name, kinds in _functions(tree)
        if kinds[:1] == ["Connection"] and kinds[1:2] not in (["Scope"], ["RoomScope"])
    }
    told = {(place, name) for place, names in WITHOUT_A_SCOPE.items() for name in names}
    assert {each for each in without if each[1] not in OVER_ALL_TENANTS} == told


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(FOLDER.rglob("*.py")):
        place = path.relative_to(FOLDER).as_posix()
        if not place.startswith("migrations/"):
            yield place, ast.parse(path.read_text("utf-8"))


def _calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Yield the module, the method and the call, of each call of a database's method."""
    for place, tree in _modules():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if _last_name(node.func.value).lstrip("_") == "database":
                yield place, node.func.attr, node


def _sees(method: str, call: ast.Call) -> bool:
    """Tell whether a transaction says what it sees; one that rebuilds sees everything."""
    return method == "rebuilding" or bool(call.args)


def _last_name(node: ast.expr) -> str:
    """Return `c` of `a.b.c`."""
    return ast.unparse(node).rsplit(".", 1)[-1]


def _is_scope(node: ast.expr) -> bool:
    """Tell whether an argument is the call's scope, or one that is made of what it has."""
    made = {"Scope", "RoomScope", "_of", "_whole"}
    return ast.unparse(node) in {"scope", "self.scope"} or (
        isinstance(node, ast.Call) and ast.unparse(node.func) in made
    )


def _functions(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Yield the public functions and methods, with the kinds of their arguments but `self`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            given = [each for each in node.args.args if each.arg != "self"]
            yield node.name, [ast.unparse(each.annotation) for each in given if each.annotation]
