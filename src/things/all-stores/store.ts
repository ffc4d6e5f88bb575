import type { ConnectSessionStore } from '../../auth/connect-session-store.ts'
import type { ConnectionStore } from '../../auth/connection-store.ts'
import type { DataConnectorStore } from '../../auth/data-connector-store.ts'
import type { DisabledConnectorStore } from '../../auth/disabled-connectors.ts'
import type { FlowStore } from '../../auth/flow-store.ts'
import type { LeaseStore } from '../../auth/lease.ts'
import type { OAuthAppStore } from '../../auth/oauth-app-store.ts'
import type { ExpectationStore } from '../../checks/controls/expectation-store.ts'
import type { MappingEditionStore } from '../../checks/controls/statements/mapping-edition-store.ts'
import type { FindingStore } from '../../checks/findings/finding-store.ts'
import type { JudgementStore } from '../../checks/judgements/judgement-store.ts'
import type { ResultStore } from '../../checks/runs/result-store.ts'
import type { RetentionStore } from '../../checks/runs/retention-store.ts'
import type { CheckStateStore, RunStore } from '../../checks/runs/run-store.ts'
import type { WaiverStore } from '../../checks/waivers/waiver-store.ts'
import type { CrossCheckVariableStore } from '../../crosscheck/cross-check-variable-store.ts'
import type { InventoryChangeStore } from '../../crosscheck/inventory-changes.ts'
import type { DismissalStore } from '../../crosscheck/links/dismissal-store.ts'
import type { AccountLinkStore } from '../../crosscheck/links/link-store.ts'
import type { DirectorySourceStore } from '../../crosscheck/people/directory-store.ts'
import type { DomainAnswerStore } from '../../crosscheck/people/domain-answer-store.ts'
import type { ImportedPeopleStore } from '../../crosscheck/people/imported-people-store.ts'
import type { PeopleViewStore } from '../../crosscheck/people/people-view-store.ts'
import type { AccessReviewStore } from '../../crosscheck/reviews/access-review-store.ts'
import type { SigningKeyStore } from '../../evidence/bundle/signing-key-store.ts'
import type { LogStore } from '../../evidence/log/log-store.ts'
import type { RateStore } from '../../http/pace/shared-rate.ts'
import type { InventoryStore } from '../../inventory/inventory-store.ts'
import type { ThingTables } from '../../service/fields/thing-store.ts'
import type { EvidenceUploadStore } from '../../service/files/evidence-uploads.ts'
import type { FileStore } from '../../service/files/files.ts'
import type { ObjectStore } from '../../service/files/objects.ts'
import type { NoticeStore } from '../../service/notices/delivery.ts'
import type { WebhookStore } from '../../service/notices/webhook.ts'
import type { RunQueue } from '../../service/queue/queue.ts'
import type { ScheduleStore } from '../../service/queue/schedule-store.ts'
import type { WorkerStore } from '../../service/queue/worker-store.ts'
import type { ApiKeyStore } from '../../service/records/api-keys.ts'
import type { AppearanceStore } from '../../service/records/appearances.ts'
import type { AuditStore } from '../../service/records/audit.ts'
import type { CommentStore } from '../../service/records/comments.ts'
import type { ExpiryStore } from '../../service/records/expiry-store.ts'
import type { IdempotencyStore } from '../../service/records/idempotency.ts'
import type { MailAddressStore } from '../../service/records/mail-addresses.ts'
import type { ManualAnswerStore } from '../../service/records/manual-answers.ts'
import type { MembershipStore, OperatorStore } from '../../service/records/memberships.ts'
import type { OrganizationProfileStore } from '../../service/records/organization-profiles.ts'
import type { OrganizationStore } from '../../service/records/organizations.ts'
import type { PackageStore } from '../../service/records/packages.ts'
import type { PolicyStore } from '../../service/records/policies.ts'
import type { SecretStore } from '../../service/records/secrets.ts'
import type { SignInIssuerStore } from '../../service/records/sign-in-issuers.ts'
import type { TrustCentreStore } from '../../service/records/trust-centres.ts'
import type { UserStore } from '../../service/records/users.ts'
import type { WebSessionStore } from '../../service/records/web-sessions.ts'
import type { DataKeyStore } from '../../service/store/keys/data-key-store.ts'
import type { DestinationStore } from '../destinations/store/tell-destinations.ts'
import type { TaskStore } from '../obligations/store/task-store.ts'
import type { TicketStore } from '../tickets/store/ticket-store.ts'

/** The tables of a store, each with the interface of its user. `kysely-store.ts` makes them. */
export interface StoreTables {
  readonly organizations: OrganizationStore
  readonly users: UserStore
  readonly apiKeys: ApiKeyStore
  readonly oauthApps: OAuthAppStore
  readonly connections: ConnectionStore
  readonly flows: FlowStore
  readonly connectSessions: ConnectSessionStore
  readonly leases: LeaseStore
  readonly rates: RateStore
  readonly runs: RunStore
  readonly queue: RunQueue
  readonly workers: WorkerStore
  readonly schedules: ScheduleStore
  readonly results: ResultStore
  readonly findings: FindingStore
  readonly inventories: InventoryStore
  readonly inventoryChanges: InventoryChangeStore
  readonly crossCheckVariables: CrossCheckVariableStore
  readonly expectations: ExpectationStore
  readonly mappingEditions: MappingEditionStore
  readonly directorySources: DirectorySourceStore
  readonly importedPeople: ImportedPeopleStore
  readonly accountLinks: AccountLinkStore
  readonly dismissals: DismissalStore
  readonly domainAnswers: DomainAnswerStore
  readonly peopleViews: PeopleViewStore
  readonly waivers: WaiverStore
  readonly judgements: JudgementStore
  readonly accessReviews: AccessReviewStore
  readonly tasks: TaskStore
  readonly retention: RetentionStore
  readonly checkState: CheckStateStore
  readonly organizationProfiles: OrganizationProfileStore
  readonly appearances: AppearanceStore
  readonly files: FileStore
  readonly comments: CommentStore
  readonly evidenceUploads: EvidenceUploadStore
  readonly packages: PackageStore
  readonly manualAnswers: ManualAnswerStore
  readonly audit: AuditStore
  readonly idempotency: IdempotencyStore
  readonly expiry: ExpiryStore
  readonly secrets: SecretStore
  readonly disabledConnectors: DisabledConnectorStore
  readonly dataConnectors: DataConnectorStore
  readonly dataKeys: DataKeyStore
  readonly signingKeys: SigningKeyStore
  readonly webSessions: WebSessionStore
  readonly memberships: MembershipStore
  readonly operators: OperatorStore
  readonly signInIssuers: SignInIssuerStore
  readonly log: LogStore
  readonly mailAddresses: MailAddressStore
  readonly webhooks: WebhookStore
  readonly notices: NoticeStore
  readonly policies: PolicyStore
  readonly trustCentres: TrustCentreStore
  readonly tickets: TicketStore
  readonly destinations: DestinationStore
  readonly things: ThingTables
  /** Version of the tables, which another process may have updated since they were opened. */
  schemaVersion(): Promise<number>
}

/**
 * Everything that Checkwright stores. Secrets arrive sealed (see `Vault`); a store gets no plaintext. Every method may
 * throw StoreError `STORE_UNAVAILABLE` (retryable while another process holds the database) and `STORE_CORRUPT`.
 */
export interface Store extends StoreTables {
  /** Bytes of files: in a folder beside the SQLite file, in PostgreSQL itself, or in memory. */
  readonly objects: ObjectStore
  /**
   * Calls back when another process may have put a run into the queue. Some are missed, so look now and then too. SQLite never calls.
   * @returns stops it
   */
  watchQueue(onWaiting: () => void): () => void
  /** Waits for running work, then closes the database. Calling it again does nothing. */
  close(): Promise<void>
}
