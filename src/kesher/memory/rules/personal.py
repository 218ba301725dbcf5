"""The further rules of what people tell of themselves and theirs, in the order they run."""

from kesher.memory.rules.ages import aged_in_brackets, ages, own_round_age
from kesher.memory.rules.feelings import titles, topics
from kesher.memory.rules.papers import car_years, documents, expiries, plates
from kesher.memory.rules.reactions import forbidden, injuries, listed_conditions, reactions

PERSONAL = (
    ages,
    aged_in_brackets,
    own_round_age,
    topics,
    titles,
    reactions,
    forbidden,
    injuries,
    listed_conditions,
    documents,
    expiries,
    plates,
    car_years,
)
