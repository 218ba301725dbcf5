"""Everything that a database keeps beside the store, each behind a port of its own."""

from dataclasses import dataclass

from kesher.adapters.sql.accounts import SqlAccounts
from kesher.adapters.sql.answer_records import SqlAnswerRecords
from kesher.adapters.sql.api_keys import SqlApiKeys
from kesher.adapters.sql.audit import SqlAudit
from kesher.adapters.sql.branching import SqlConversations
from kesher.adapters.sql.chunk_vectors import SqlChunkVectors
from kesher.adapters.sql.condition import SqlCondition
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.evaluations import SqlEvaluations
from kesher.adapters.sql.feedback import SqlFeedback
from kesher.adapters.sql.headings import SqlHeadings
from kesher.adapters.sql.invitations import SqlInvitations
from kesher.adapters.sql.limits import SqlLimits
from kesher.adapters.sql.memberships import SqlMemberships
from kesher.adapters.sql.memory.store import SqlMemory
from kesher.adapters.sql.memory.vectors import SqlMemoryVectors
from kesher.adapters.sql.model_settings import SqlModelSettings
from kesher.adapters.sql.one_time_links import SqlLinks
from kesher.adapters.sql.quotations import SqlQuotations
from kesher.adapters.sql.readings import SqlReadings
from kesher.adapters.sql.recent_requests import SqlRecentRequests
from kesher.adapters.sql.renewals import SqlRenewals
from kesher.adapters.sql.research import SqlResearch
from kesher.adapters.sql.retention import SqlRetention
from kesher.adapters.sql.sessions import SqlSessions
from kesher.adapters.sql.usage import SqlUsage
from kesher.adapters.sql.versions import SqlVersions
from kesher.adapters.sql.whose import SqlWhose
from kesher.ports.clock import Clock


@dataclass(frozen=True, slots=True)
class SqlParts:
    """The other stores on a database, made as they are asked for: they hold nothing."""

    database: Database
    clock: Clock

    @property
    def memory(self) -> SqlMemory:
        """The memory that the same database keeps, through the same connections."""
        return SqlMemory(self.database, clock=self.clock)

    @property
    def answer_records(self) -> SqlAnswerRecords:
        """The records behind the answers that it stores."""
        return SqlAnswerRecords(self.database)

    @property
    def chunk_vectors(self) -> SqlChunkVectors:
        """The vectors of single passages."""
        return SqlChunkVectors(self.database)

    @property
    def conversations(self) -> SqlConversations:
        """What its threads say, and threads that begin as others did."""
        return SqlConversations(self.database)

    @property
    def headings(self) -> SqlHeadings:
        """What its documents are about."""
        return SqlHeadings(self.database)

    @property
    def feedback(self) -> SqlFeedback:
        """What people say of the answers that it stores."""
        return SqlFeedback(self.database)

    @property
    def research(self) -> SqlResearch:
        """The deep-research runs of its threads."""
        return SqlResearch(self.database, clock=self.clock)

    @property
    def evaluations(self) -> SqlEvaluations:
        """The question sets of its rooms, and the runs over them."""
        return SqlEvaluations(self.database)

    @property
    def renewals(self) -> SqlRenewals:
        """The rooms that go from one embedding model to another."""
        return SqlRenewals(self.database, clock=self.clock)

    @property
    def memory_vectors(self) -> SqlMemoryVectors:
        """The vectors of that memory."""
        return SqlMemoryVectors(self.database)

    @property
    def whose(self) -> SqlWhose:
        """Where things are, and whose they are."""
        return SqlWhose(self.database)

    @property
    def invitations(self) -> SqlInvitations:
        """The links by which people join rooms."""
        return SqlInvitations(self.database, clock=self.clock)

    @property
    def memberships(self) -> SqlMemberships:
        """Who is what in which room."""
        return SqlMemberships(self.database, clock=self.clock)

    @property
    def accounts(self) -> SqlAccounts:
        """The people who may sign in."""
        return SqlAccounts(self.database, clock=self.clock)

    @property
    def sessions(self) -> SqlSessions:
        """Who is signed in."""
        return SqlSessions(self.database, clock=self.clock)

    @property
    def api_keys(self) -> SqlApiKeys:
        """The keys by which programs act for people."""
        return SqlApiKeys(self.database, clock=self.clock)

    @property
    def model_settings(self) -> SqlModelSettings:
        """The models that administrators set."""
        return SqlModelSettings(self.database)

    @property
    def links(self) -> SqlLinks:
        """Links that do one thing once."""
        return SqlLinks(self.database, clock=self.clock)

    @property
    def versions(self) -> SqlVersions:
        """The versions of its rooms' documents."""
        return SqlVersions(self.database, clock=self.clock)

    @property
    def readings(self) -> SqlReadings:
        """Its documents as they were read."""
        return SqlReadings(self.database, clock=self.clock)

    @property
    def quotations(self) -> SqlQuotations:
        """What its answers quote from its documents."""
        return SqlQuotations(self.database, clock=self.clock)

    @property
    def retention(self) -> SqlRetention:
        """How long its rooms keep what they keep."""
        return SqlRetention(self.database, clock=self.clock)

    @property
    def audit(self) -> SqlAudit:
        """Who did what."""
        return SqlAudit(self.database)

    @property
    def usage(self) -> SqlUsage:
        """What models took."""
        return SqlUsage(self.database)

    @property
    def limits(self) -> SqlLimits:
        """How much may be taken."""
        return SqlLimits(self.database)

    @property
    def recent_requests(self) -> SqlRecentRequests:
        """What was sent to models lately."""
        return SqlRecentRequests(self.database)

    @property
    def condition(self) -> SqlCondition:
        """How the database is."""
        return SqlCondition(self.database)
