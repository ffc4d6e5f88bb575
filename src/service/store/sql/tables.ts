import type { GeneratedAlways } from 'kysely'
import type { ConnectSessionRecord } from '../../../auth/connect-session-store.ts'
import type {
  ConnectionGap,
  ConnectionPlace,
  ConnectionRecord,
  SealedCredentials,
} from '../../../auth/connection-store.ts'
import type { ConnectorMove, ConnectorVersionRecord, DataConnectorRecord } from '../../../auth/data-connector-store.ts'
import type { FlowRecord } from '../../../auth/flow-store.ts'
import type { OAuthAppRecord } from '../../../auth/oauth-app-store.ts'
import type { Expectation } from '../../../checks/controls/expectation-store.ts'
import type { DecidedVerdict, UndecidedVerdict } from '../../../checks/controls/outcome-groups.ts'
import type { MappingEdition } from '../../../checks/controls/statements/mapping-edition-store.ts'
import type { DueDays } from '../../../checks/findings/due.ts'
import type {
  Finding,
  FindingChange,
  FindingEvent,
  FindingList,
  NewestOutcome,
} from '../../../checks/findings/finding-store.ts'
import type { StoredJudgement } from '../../../checks/judgements/judgement-store.ts'
import type { Statement, StoredTask, TaskTerms } from '../../../checks/obligations/task.ts'
import type { StatementVerdict, TaskState } from '../../../checks/obligations/task-state.ts'
import type { RunHead } from '../../../checks/runs/recorded-run.ts'
import type { RunRecord } from '../../../checks/runs/run-store.ts'
import type { StoredWaiver } from '../../../checks/waivers/waiver-store.ts'
import type { StoredCrossCheckVariables } from '../../../crosscheck/cross-check-variable-store.ts'
import type { Departure } from '../../../crosscheck/define/directory.ts'
import type { LinkTarget } from '../../../crosscheck/define/stored-link.ts'
import type { DismissedProposal } from '../../../crosscheck/links/dismissal-store.ts'
import type { AliasRecord, LinkRecord } from '../../../crosscheck/links/link-store.ts'
import type { StoredSource, SystemSettings } from '../../../crosscheck/people/directory-store.ts'
import type { DomainAnswer } from '../../../crosscheck/people/domain-answer-store.ts'
import type { StoredImport } from '../../../crosscheck/people/imported-people-store.ts'
import type { StoredView, ViewPiece } from '../../../crosscheck/people/people-view-store.ts'
import type {
  AccountDecision,
  RemovalOutcome,
  StoredAccessReview,
  StoredReviewedAccount,
} from '../../../crosscheck/reviews/access-review.ts'
import type { CrossCheckRunHead } from '../../../crosscheck/run/cross-check-run.ts'
import type { JsonValue, ResultRecord, ResultStatus, Severity } from '../../../define/index.ts'
import type { SigningKeyRecord } from '../../../evidence/bundle/signing-key-store.ts'
import type { LogKind } from '../../../evidence/log/log-entry.ts'
import type { InventoryPiece, StoredInventory } from '../../../inventory/inventory-store.ts'
import type { FileRecord } from '../../files/files.ts'
import type { DeliveryRecord } from '../../notices/delivery.ts'
import type { NoticeRecord } from '../../notices/notice.ts'
import type { WebhookRecord } from '../../notices/webhook.ts'
import type { RunProgress, RunRequest } from '../../queue/queue.ts'
import type { ScheduleRecord } from '../../queue/schedule-store.ts'
import type { ApiKeyRecord } from '../../records/api-keys.ts'
import type { LogoType, OwnAppearance } from '../../records/appearances.ts'
import type { AuditEntry } from '../../records/audit.ts'
import type { CommentRecord } from '../../records/comments.ts'
import type { IdempotencyRecord } from '../../records/idempotency.ts'
import type { MailAddressRecord } from '../../records/mail-addresses.ts'
import type { ManualAnswer } from '../../records/manual-answers.ts'
import type { InvitationRecord, Membership, OperatorRecord } from '../../records/memberships.ts'
import type { OrganizationProfile } from '../../records/organization-profiles.ts'
import type { Organization } from '../../records/organizations.ts'
import type { PackageRecord } from '../../records/packages.ts'
import type { SignInIdentityRecord, SignInIssuerRecord } from '../../records/sign-in-issuers.ts'
import type { User } from '../../records/users.ts'
import type { SignInLinkRecord, WebSessionRecord } from '../../records/web-sessions.ts'
import type { DataKeyRecord, KeyCheckRecord } from '../keys/data-key-store.ts'
import type { JsonText } from './json-text.ts'

/**
 * The tables in queries; in the database every name is snake_case. Portable columns only: text, integers below 2^53
 * (times are epoch ms), JSON as text, booleans as 0 and 1.
 */
export interface Schema {
  readonly organizations: Organization
  readonly users: Omit<User, 'deactivated'> & {
    readonly deactivated: 0 | 1 | null
    /** The name in lower case, which lists are ordered by. */
    readonly sortName: string
    /** The name and the address in lower case. */
    readonly searchText: string
  }
  readonly apiKeys: WithJson<ApiKeyRecord, 'scopes'>
  readonly oauthApps: WithJson<OAuthAppRecord, 'settings' | 'secrets'>
  readonly connections: WithJson<ConnectionRecord, 'variables' | 'grantedScopes'> &
    ConnectionPlace & {
      /** 0: it has no schedule. 1: it may have one. */
      readonly scheduled: 0 | 1
      /** The version before an operator moved it, and the move. */
      readonly beforeSha256: string | null
      readonly moveId: string | null
    }
  readonly credentials: {
    readonly connectionId: string
    readonly generation: number
    readonly sealedValues: JsonText<SealedCredentials['values']>
    readonly expiresAtMs: number | null
    readonly refreshAtMs: number | null
    readonly refreshFailures: number
    readonly destination: string
    /** 1: a sign-in got the tokens for this connection. */
    readonly granted: 0 | 1
  }
  readonly flows: WithJson<FlowRecord, 'scopes' | 'secrets'> & { readonly expiresAtMs: number }
  readonly runs: Omit<RunRecord, 'scoped'> & { readonly scoped: 0 | 1 }
  readonly runJobs: {
    readonly runId: string
    readonly organizationId: string
    readonly connectionId: string
    readonly connectorId: string
    readonly queuedAtMs: number
    readonly turn: number
    readonly request: JsonText<RunRequest>
    readonly state: 'queued' | 'running' | 'ending'
    readonly attempt: number
    readonly losses: number
    readonly owner: string | null
    readonly isCancelled: 0 | 1
    readonly isDispatched: 0 | 1
    readonly progress: JsonText<RunProgress>
  }
  readonly workers: { readonly id: string; readonly beat: number; readonly startedAtMs: number }
  readonly schedules: WithJson<ScheduleRecord, 'checks' | 'inventories'>
  readonly resultSets: {
    readonly id: string
    readonly runId: string
    readonly stagedAtMs: number
    /** null: it is being written, and is hidden. */
    readonly head: JsonText<RunHead | CrossCheckRunHead> | null
    readonly places: JsonText<{ readonly [checkId: string]: ResultRange }> | null
  }
  readonly results: {
    readonly setId: string
    readonly number: number
    readonly checkId: string
    readonly status: ResultStatus
    readonly severity: Severity
    readonly waived: 0 | 1
    readonly findingId: string
    readonly record: JsonText<ResultRecord>
    /** Of what fails; null for the rest. */
    readonly searchText: string | null
  }
  readonly findings: Omit<WithJson<Finding, 'controls'>, 'waived' | 'result'> & {
    readonly waived: 0 | 1
    readonly record: JsonText<ResultRecord>
    /** 0 for the most severe. */
    readonly urgency: number
    /** In lower case. */
    readonly searchText: string
    /** The due day that a notice has told to be over. */
    readonly noticeDueAtMs: number | null
    /** 1: its connection is disconnected. Lists leave it out. */
    readonly hidden: 0 | 1
    /** The list that it is on; the database computes it. */
    readonly listedAs: GeneratedAlways<FindingList | 'hidden'>
  }
  /** Connections whose state decides what their findings are listed as, until `hidden` of all of them says the same. */
  readonly connectionGaps: ConnectionGap & { readonly organizationId: string }
  readonly relistedConnections: { readonly connectionId: string; readonly organizationId: string }
  readonly findingChanges: FindingChange
  readonly dueDays: { readonly organizationId: string; readonly sinceMs: number; readonly days: JsonText<DueDays> }
  readonly findingEvents: FindingEvent & {
    readonly findingId: string
    /** The run of the result that was judged; `runId` is then an id of the event alone. */
    readonly judgedRunId: string | null
  }
  readonly newestOutcomes: Omit<WithJson<NewestOutcome, 'error'>, 'complete'> & {
    readonly complete: 0 | 1
    readonly organizationId: string
    readonly connectorId: string
    /** 0: its connection is disconnected. */
    readonly present: 0 | 1
    readonly manualResults: number
    readonly verdict: UndecidedVerdict
    readonly shape: string
    /** What people have decided about its results makes it this. null: nothing. */
    readonly decided: DecidedVerdict | null
    /** The first time at which a decision about its connection ends, epoch ms. null: waivers alone, which tell it themselves, or none. */
    readonly decidedUntilMs: number | null
    /** How often there was something new to decide it by. */
    readonly decisions: number
    /** How many of `manualResults` people have accepted, and refused. They count unless `decided` is `unsettled`. */
    readonly acceptedResults: number
    readonly refusedResults: number
  }
  readonly dailyStandings: {
    readonly organizationId: string
    readonly connectionId: string
    readonly day: string
    readonly pass: number
    readonly fail: number
    readonly manual: number
    readonly notApplicable: number
    readonly error: number
  }
  /** Numbers of an organization: those of a bucket are the sums of its rows. */
  readonly trendTallies: {
    readonly organizationId: string
    /** A day, which has how its numbers differ from those of the day before; or a name. */
    readonly bucket: string
    readonly id: string
    readonly connections: number
    readonly pass: number
    readonly fail: number
    readonly manual: number
    readonly notApplicable: number
    readonly error: number
  }
  readonly waivers: WithJson<StoredWaiver, 'waiver'> & {
    /** The end of its last day. */
    readonly expiresAtMs: number
    /** What notices have told of it. */
    readonly lastNotice: 'expiring' | 'expired' | null
    /** When findings have to be settled by it next. null: never again. */
    readonly settleAtMs: number | null
    /** The digest of the checks by which it was, if it depends on what they are. */
    readonly settledBy: string | null
  }
  readonly judgements: Omit<WithJson<StoredJudgement, 'files' | 'result'>, 'by' | 'at'> & { readonly judgedBy: string }
  readonly checkStates: {
    readonly connectionId: string
    readonly checkId: string
    readonly state: JsonText<Readonly<Record<string, JsonValue>>>
  }
  readonly inventories: Omit<StoredInventory, 'of' | 'part'> & {
    readonly kind: StoredInventory['of']
    /** Empty: the only one of its kind. */
    readonly part: string
    /** null: it is being written, or was replaced, and is hidden. */
    readonly sealedHead: string | null
  }
  readonly inventoryPieces: Omit<InventoryPiece, 'from'> & { readonly inventoryId: string; readonly position: number }
  readonly inventoryChanges: {
    readonly organizationId: string
    readonly isPending: 0 | 1
    readonly judgedAtMs: number
  }
  readonly tasks: Pick<StoredTask, 'id' | 'organizationId' | 'template' | 'createdAtMs'> & {
    /** Of the declared thing that it follows from. null: people or a template made it. */
    readonly recordId: string | null
    readonly endedAtMs: number | null
    readonly endedBy: string | null
    readonly noticeDueMs: number | null
    readonly lookedAtMs: number
    /** null: it has to be found out. */
    readonly verdict: JsonText<StatementVerdict> | null
    /** As in `said`, if they tell it. */
    readonly state: TaskState | null
    readonly dueDay: string | null
    readonly verdictFromMs: number
    readonly verdictUntilMs: number
    /** How often there was something new to find it out by. */
    readonly decisions: number
  }
  readonly taskVersions: WithJson<
    TaskTerms & Pick<StoredTask, 'changedAtMs' | 'changedBy'>,
    'controls' | 'satisfiedBy'
  > & {
    readonly taskId: string
    readonly number: number
  }
  readonly taskStatements: WithJson<Statement, 'files'>
  readonly accessReviews: Omit<
    WithJson<StoredAccessReview, 'filter' | 'reviewers' | 'systems' | 'controls'>,
    'byManager'
  > & {
    readonly byManager: 0 | 1
    readonly hidden: 0 | 1
    /** What notices have told of it. */
    readonly lastNotice: 'due_soon' | 'overdue' | 'removals' | null
    /** How often outcomes have changed since it was finished, and how often when they were last signed. */
    readonly outcomeRevision: number
    readonly signedOutcomeRevision: number
    /** A `SaidByReview`, as JSON. null: it has to be found out. */
    readonly verdict: string | null
    /** How often there was something new to find it out by. */
    readonly follows: number
  }
  readonly accessReviewPieces: Omit<InventoryPiece, 'from'> & {
    readonly reviewId: string
    readonly connectionId: string
    /** Empty: the only list of accounts. */
    readonly part: string
    readonly position: number
  }
  /** Accounts of finished reviews from which nothing follows. */
  readonly accessReviewCounts: {
    readonly reviewId: string
    readonly connectionId: string
    readonly decision: 'keep' | 'undecided'
    readonly accounts: number
  }
  readonly accessReviewAccounts: Omit<StoredReviewedAccount, 'part' | 'decision' | 'outcome' | 'seen'> & {
    readonly reviewId: string
    readonly part: string
    readonly decision: AccountDecision['is'] | null
    readonly change: string | null
    readonly reason: string | null
    readonly decidedBy: string | null
    readonly userId: string | null
    readonly decidedAtMs: number | null
    readonly outcome: RemovalOutcome['is'] | null
    readonly outcomeBecause: string | null
    readonly outcomeAtMs: number | null
    readonly outcomeDigest: string | null
    readonly outcomeSinceMs: number | null
    readonly seen: string | null
  }
  readonly expectations: Expectation
  readonly mappingEditions: MappingEdition & { readonly text: string }
  readonly crossCheckVariables: WithJson<StoredCrossCheckVariables, 'variables'>
  readonly dismissedProposals: DismissedProposal
  readonly directoryVersions: { readonly organizationId: string; readonly version: number }
  readonly directorySources: Omit<StoredSource, 'accountsArePeople'> & {
    readonly position: number
    readonly accountsArePeople: 0 | 1
  }
  readonly directorySystems: WithJson<SystemSettings, 'enforcedDomains' | 'exempt'> & {
    readonly organizationId: string
  }
  readonly domainAnswers: Omit<DomainAnswer, 'isOurs'> & { readonly organizationId: string; readonly isOurs: 0 | 1 }
  readonly departures: Departure & { readonly organizationId: string }
  readonly peopleImports: WithJson<StoredImport, 'tells'> & {
    /** 0: it is being written, or was replaced, and is hidden. */
    readonly shown: 0 | 1
  }
  readonly peopleImportPieces: Omit<InventoryPiece, 'from'> & { readonly importId: string; readonly position: number }
  readonly accountLinks: Pick<
    LinkRecord,
    'id' | 'organizationId' | 'connectionId' | 'recordId' | 'createdAtMs' | 'endedAtMs' | 'endedBy'
  > & {
    readonly kind: LinkRecord['of']
    readonly recordKey: string
    readonly target: LinkTarget['is']
    readonly personId: string | null
    readonly madeBy: LinkRecord['by']
    readonly actor: string | null
    readonly reason: string | null
    readonly expires: string | null
    readonly despite: string | null
    /** Of the directory: from which it was there, and from which it was not. */
    readonly madeVersion: number
    readonly endedVersion: number | null
  }
  readonly confirmedAliases: AliasRecord
  readonly peopleViews: StoredView & {
    /** null: it is being written, and is hidden. */
    readonly sealedHead: string | null
  }
  readonly peopleViewPieces: ViewPiece & { readonly viewId: string }
  readonly dataConnectors: DataConnectorRecord
  readonly connectorVersions: WithJson<ConnectorVersionRecord, 'posts'>
  readonly connectorMoves: ConnectorMove
  readonly disabledConnectors: { readonly connectorId: string; readonly disabledAtMs: number }
  readonly dataKeys: DataKeyRecord
  readonly keyChecks: KeyCheckRecord
  readonly signingKeys: SigningKeyRecord
  readonly connectSessions: WithJson<ConnectSessionRecord, 'connectors'> & { readonly claimedUntilMs: number }
  readonly leases: { readonly name: string; readonly owner: string; readonly expiresAtMs: number }
  readonly rates: { readonly name: string; readonly usedUntilUs: number }
  readonly organizationProfiles: {
    readonly organizationId: string
    /** null: yes. */
    readonly keepsInventories: 0 | 1 | null
    /** null: UTC. */
    readonly timeZone: string | null
  } & WithJson<OrganizationProfile, 'metadata'>
  readonly appearances: Omit<OwnAppearance, 'logo'> & {
    readonly organizationId: string
    readonly logoId: string | null
    readonly logoType: LogoType | null
    readonly logoBase64: string | null
  }
  readonly files: FileRecord
  readonly comments: WithJson<CommentRecord, 'author'>
  readonly thingVersions: {
    readonly id: string
    readonly organizationId: string
    /** Id of the declared thing. */
    readonly thing: string
    readonly recordId: string
    readonly atMs: number
    readonly changedBy: string | null
    /** What it had then; null: it was deleted. */
    readonly record: string | null
  }
  readonly attachments: {
    readonly fileId: string
    readonly organizationId: string
    readonly commentId: string
    readonly position: number
    readonly description: string | null
  }
  readonly evidenceUploads: {
    readonly fileId: string
    readonly organizationId: string
    readonly formType: string
    /** As of the file. */
    readonly createdAtMs: number
  }
  readonly manualAnswers: WithJson<ManualAnswer, 'tags'> & {
    readonly questionSha256: string
    readonly searchText: string
    readonly searchWords: string
  }
  readonly auditEntries: WithJson<Omit<AuditEntry, 'actor'>, 'fields'> & {
    readonly actorType: AuditEntry['actor']['type']
    readonly actorId: string
  }
  readonly idempotencyKeys: IdempotencyRecord
  readonly sealedSecrets: { readonly name: string; readonly sealed: string; readonly createdAtMs: number }
  readonly signInLinks: SignInLinkRecord
  readonly webSessions: WebSessionRecord
  readonly operators: OperatorRecord
  /** `sortName`: of a person who is not among the users, the id in lower case. */
  readonly memberships: Membership & { readonly sortName: string | null }
  readonly invitations: InvitationRecord
  readonly signInIssuers: WithJson<SignInIssuerRecord, 'domains'>
  readonly signInIdentities: SignInIdentityRecord
  readonly webhooks: Omit<WithJson<WebhookRecord, 'types'>, 'details'> & { readonly details: 0 | 1 }
  readonly mailAddresses: MailAddressRecord
  /** Letters of a day. */
  readonly mailTallies: {
    readonly subject: string
    readonly day: string
    readonly letters: number
    readonly expiresAtMs: number
  }
  readonly notices: WithJson<NoticeRecord, 'data' | 'details'>
  /** The number of the newest notice of each stream. */
  readonly noticeStreams: { readonly stream: string; readonly last: number }
  readonly noticeDeliveries: Omit<DeliveryRecord, 'type'> & {
    readonly webhookId: string
    readonly stream: string
    readonly number: number
    readonly sinceMs: number
    readonly reached: JsonText<readonly string[]> | null
  }
  readonly noticeLanes: {
    readonly webhookId: string
    readonly stream: string
    readonly nextAtMs: number
    readonly owner: string | null
    readonly leaseUntilMs: number
  }
  /** Entries of logs that wait for their numbers. */
  readonly logEntries: {
    readonly id: string
    readonly organizationId: string
    readonly kind: LogKind
    readonly subject: string
    readonly atMs: number
    readonly record: string
  }
  readonly logLeaves: {
    readonly organizationId: string
    readonly number: number
    readonly id: string
    readonly kind: LogKind
    readonly subject: string
    readonly atMs: number
    readonly record: string | null
    /** base64 */
    readonly hash: string
  }
  readonly logNodes: {
    readonly organizationId: string
    readonly level: number
    readonly position: number
    /** base64 */
    readonly hash: string
  }
  readonly logHeads: {
    readonly organizationId: string
    readonly origin: string
    readonly size: number
    /** base64 of each full subtree, the largest first, with a space between. */
    readonly nodes: string
  }
  readonly packages: Omit<PackageRecord, 'isWhole'> & { readonly isWhole: 0 | 1 }
  /** Runs that retention keeps, because a package names them. */
  readonly packageRuns: { readonly runId: string; readonly packageId: string }
  readonly objects: {
    readonly id: string
    readonly organizationId: string
    readonly createdAtMs: number
    /** 0 while its bytes arrive. */
    readonly complete: 0 | 1
  }
  /** `bytes` is the only column that is neither text nor a number; only PostgreSQL has rows here. */
  readonly objectChunks: { readonly objectId: string; readonly position: number; readonly bytes: Uint8Array }
  readonly migrations: { readonly version: number; readonly name: string; readonly appliedAtMs: number }
}

/** The range of a check's results among those of its run. */
export interface ResultRange {
  readonly from: number
  readonly count: number
}

/** The record with some members as JSON text; null stays null, so that queries can test it. */
type WithJson<Row, Member extends keyof Row> = {
  readonly [K in keyof Row]: K extends Member ? JsonText<NonNullable<Row[K]>> | Extract<Row[K], null> : Row[K]
}
