"""How long things are kept, as the settings say."""

from kesher.config.settings import Settings
from kesher.domain.retention import Kept, Retention


def make_retention(settings: Settings) -> Retention:
    """Return the rules for rooms without rules of their own."""
    return Retention(
        {
            Kept.THREADS: settings.retention_threads_days,
            Kept.REQUESTS: settings.retention_requests_days,
            Kept.VERSIONS: settings.retention_versions_days,
            Kept.JOBS: settings.retention_jobs_days,
        }
    )
