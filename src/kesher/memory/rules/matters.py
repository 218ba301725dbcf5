"""The rules of transactions and care, by who speaks: orders, refunds, appointments, health."""

from collections.abc import Callable, Iterable

from kesher.domain.fact import Statement
from kesher.memory.rules import (
    appointments,
    care,
    deliveries,
    health,
    meetings,
    occasions,
    orders,
    refunds,
    summaries,
    tasks,
    tickets,
)
from kesher.memory.rules.clause import Clause, Context

Rule = Callable[[Clause, Context], Iterable[Statement]]

USER_MATTERS: tuple[Rule, ...] = (
    orders.placed,
    orders.numbered,
    orders.statuses,
    orders.in_use,
    orders.issues,
    orders.wants,
    occasions.occasions,
    summaries.sizes,
    deliveries.agreed,
    tickets.chosen,
    tickets.findings,
    refunds.got_back,
    refunds.pays_with,
    appointments.appointments,
    appointments.moved,
    appointments.took_place,
    meetings.meetings,
    tasks.tasks,
    tasks.projects,
    tasks.finished,
    tasks.reminders,
    tasks.waits,
    tasks.answered,
    care.medications,
    care.doses,
    care.added,
    care.stopped,
    care.exchanged,
    health.pressures,
    health.weights,
    health.fevers,
    health.results,
    health.symptoms,
    health.restrictions,
    health.allergy_findings,
)
"""Run on each clause of what a person says."""

ASSISTANT_MATTERS: tuple[Rule, ...] = (
    summaries.greeted,
    summaries.summary,
    summaries.charges,
    summaries.replacements,
    summaries.made,
    summaries.sizes,
    summaries.told_status,
    summaries.plans,
    summaries.colors,
    summaries.couriers,
    deliveries.windows,
    deliveries.estimates,
    deliveries.addresses,
    refunds.refunds,
    tickets.ticket_states,
    tickets.technicians,
    tickets.promises,
    tickets.deadlines,
)
"""Run on each clause of what the assistant reads out of its records."""
