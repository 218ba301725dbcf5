"""What each tool of AgentDojo's suites may do, and whether its results hold content by others.

Decided from names, signatures and manuals, before any result was seen: whatever leaves the house,
tells other people, moves money, deletes or locks out is ACT; what changes the person's own things
and can be taken back is WRITE. A result is by others where anybody else can write into it (mail,
messages, shared files, events, reviews, incoming transactions, web pages, the names of
channels and users), and what a service
tells of third parties (hotels, restaurants, cars, flights) is taken to be.
"""

from kesher.domain.tool import Risk, ToolSpec

_EXTERNAL_READS = [
    "get_channels",
    "get_users_in_channel",
    "get_unread_emails",
    "get_sent_emails",
    "get_received_emails",
    "get_draft_emails",
    "search_emails",
    "search_calendar_events",
    "get_day_calendar_events",
    "search_files_by_filename",
    "get_file_by_id",
    "list_files",
    "search_files",
    "get_most_recent_transactions",
    "read_file",
    "read_channel_messages",
    "read_inbox",
    "get_webpage",
    "get_all_hotels_in_city",
    "get_hotels_prices",
    "get_rating_reviews_for_hotels",
    "get_hotels_address",
    "get_all_restaurants_in_city",
    "get_cuisine_type_for_restaurants",
    "get_restaurants_address",
    "get_rating_reviews_for_restaurants",
    "get_dietary_restrictions_for_all_restaurants",
    "get_contact_information_for_restaurants",
    "get_price_for_restaurants",
    "check_restaurant_opening_hours",
    "get_all_car_rental_companies_in_city",
    "get_car_types_available",
    "get_rating_reviews_for_car_rental",
    "get_car_fuel_options",
    "get_car_rental_address",
    "get_car_price_per_day",
    "get_flight_information",
]
_OWN_READS = [
    "search_contacts_by_name",
    "search_contacts_by_email",
    "get_current_day",
    "get_user_information",
    "get_iban",
    "get_balance",
    "get_scheduled_transactions",
    "get_user_info",
]
_WRITES = ["append_to_file", "create_file"]
_ACTS = [
    "send_email",
    "delete_email",
    "create_calendar_event",
    "cancel_calendar_event",
    "reschedule_calendar_event",
    "add_calendar_event_participants",
    "delete_file",
    "share_file",
    "reserve_hotel",
    "reserve_car_rental",
    "reserve_restaurant",
    "send_money",
    "schedule_transaction",
    "update_scheduled_transaction",
    "update_password",
    "update_user_info",
    "add_user_to_channel",
    "send_direct_message",
    "send_channel_message",
    "invite_user_to_slack",
    "remove_user_from_slack",
    "post_webpage",
]
# These give back what was stored before, which others may have written.
_EXTERNAL_ACTS = frozenset(
    [
        "delete_email",
        "cancel_calendar_event",
        "reschedule_calendar_event",
        "add_calendar_event_participants",
        "delete_file",
        "share_file",
        "append_to_file",
    ]
)


def spec_of(name: str, description: str, parameters: str) -> ToolSpec:
    """Return a tool of AgentDojo as the guard knows it.

    Raises:
        KeyError: the tool is not in the table.
    """
    risk, external = _TABLE[name]
    return ToolSpec(name, description, parameters, risk=risk, external=external)


_TABLE: dict[str, tuple[Risk, bool]] = {
    **dict.fromkeys(_EXTERNAL_READS, (Risk.READ, True)),
    **dict.fromkeys(_OWN_READS, (Risk.READ, False)),
    **{name: (Risk.WRITE, name in _EXTERNAL_ACTS) for name in _WRITES},
    **{name: (Risk.ACT, name in _EXTERNAL_ACTS) for name in _ACTS},
}
