import type { ConnectionStore } from '../auth/connection-store.ts'
import type { DisabledConnectorStore } from '../auth/disabled-connectors.ts'
import type { FlowStore } from '../auth/flow-store.ts'
import type { LeaseStore } from '../auth/lease.ts'
import type { OAuthAppStore } from '../auth/oauth-app-store.ts'
import type { FindingStore } from '../checks/finding-store.ts'
import type { ResultStore } from '../checks/result-store.ts'
import type { RetentionStore } from '../checks/retention-store.ts'
import type { CheckStateStore, RunStore } from '../checks/run-store.ts'
import type { WaiverStore } from '../checks/waivers/waiver-store.ts'
import type { RunQueue } from '../engine/queue.ts'
import type { ScheduleStore } from '../engine/schedule-store.ts'
import type { WorkerStore } from '../engine/worker-store.ts'
import type { SigningKeyStore } from '../evidence/signing-key-store.ts'
import type { RateStore } from '../http/shared-rate.ts'
import type { ApiKeyStore } from '../workspace/api-keys.ts'
import type { AuditStore } from '../workspace/audit.ts'
import type { CommentStore } from '../workspace/comments.ts'
import type { EvidenceUploadStore } from '../workspace/evidence-uploads.ts'
import type { FileStore } from '../workspace/files.ts'
import type { IdempotencyStore } from '../workspace/idempotency.ts'
import type { ManualAnswerStore } from '../workspace/manual-answers.ts'
import type { ObjectStore } from '../workspace/objects.ts'
import type { OrganizationProfileStore } from '../workspace/organization-profiles.ts'
import type { OrganizationStore } from '../workspace/organizations.ts'
import type { SecretStore } from '../workspace/secrets.ts'
import type { UserStore } from '../workspace/users.ts'
import type { WebSessionStore } from '../workspace/web-sessions.ts'

/**
 * Everything that Checkwright keeps. Secrets arrive sealed (see `Vault`); a store never sees plaintext. Every method may
 * throw StoreError `STORE_UNAVAILABLE` (retryable while another process holds the database) and `STORE_CORRUPT`.
 */
export interface Store {
  readonly organizations: OrganizationStore
  readonly users: UserStore
  readonly apiKeys: ApiKeyStore
  readonly oauthApps: OAuthAppStore
  readonly connections: ConnectionStore
  readonly flows: FlowStore
  readonly leases: LeaseStore
  readonly rates: RateStore
  readonly runs: RunStore
  readonly queue: RunQueue
  readonly workers: WorkerStore
  readonly schedules: ScheduleStore
  readonly results: ResultStore
  readonly findings: FindingStore
  readonly waivers: WaiverStore
  readonly retention: RetentionStore
  readonly checkState: CheckStateStore
  readonly organizationProfiles: OrganizationProfileStore
  readonly files: FileStore
  readonly comments: CommentStore
  readonly evidenceUploads: EvidenceUploadStore
  readonly manualAnswers: ManualAnswerStore
  readonly audit: AuditStore
  readonly idempotency: IdempotencyStore
  readonly secrets: SecretStore
  readonly disabledConnectors: DisabledConnectorStore
  readonly dataKeys: DataKeyStore
  readonly signingKeys: SigningKeyStore
  /** Bytes of files: in a folder beside the SQLite file, in PostgreSQL itself, or in memory. */
  readonly objects: ObjectStore
  readonly webSessions: WebSessionStore
  /** Version of the tables, which another process may have brought further since they were opened. */
  schemaVersion(): Promise<number>
  /** Waits for what is under way, then lets go of the database. Calling it again does nothing. */
  close(): Promise<void>
}

/** The key that seals the secrets of one organization, itself wrapped by a master key. */
export interface DataKeyRecord {
  /** Random; sealed values name it. */
  readonly id: string
  /** null: the platform's own, for secrets that belong to no organization. */
  readonly organizationId: string | null
  /** Master key that wrapped it. */
  readonly keyId: string
  readonly wrapped: string
  readonly createdAtMs: number
}

/** A known value wrapped by a master key: opens only with the key that first went by this id. */
export interface KeyCheckRecord {
  readonly keyId: string
  readonly wrapped: string
  readonly createdAtMs: number
}

/** One wrapped data key per organization and one for the platform. */
export interface DataKeyStore {
  find(organizationId: string | null): Promise<DataKeyRecord | undefined>
  /**
   * Of any number of parallel callers, in any process, the first one's key is kept.
   * @returns the record that is kept, whoever wrote it
   * @throws StoreError `NOT_FOUND` when there is no such organization
   */
  insertIfAbsent(record: DataKeyRecord): Promise<DataKeyRecord>
  /** The platform's and every organization's, by id: what a rotation of the master key walks through. */
  list(): Promise<DataKeyRecord[]>
  /**
   * Wraps the same data key anew, when the record still is `previous`.
   * @returns false when somebody else was first; nothing is changed then
   */
  rewrap(previous: DataKeyRecord, next: Pick<DataKeyRecord, 'keyId' | 'wrapped'>): Promise<boolean>
  /** Deletes an organization's data key; does nothing where there is none. */
  delete(organizationId: string): Promise<void>
  findKeyCheck(keyId: string): Promise<KeyCheckRecord | undefined>
  /** @returns the record that is kept, whoever wrote it */
  insertKeyCheckIfAbsent(record: KeyCheckRecord): Promise<KeyCheckRecord>
}
