import type { LeaseStore } from '../../auth/lease.ts'
import type { EndpointFetch } from '../../auth/oauth/endpoint-fetch.ts'
import type { Clock } from '../../define/index.ts'
import type { EvidenceUploadStore } from '../../service/files/evidence-uploads.ts'
import type { FileStore } from '../../service/files/files.ts'
import type { ObjectStore } from '../../service/files/objects.ts'
import type { ActionEntry, AuditStore } from '../../service/records/audit.ts'
import type { CommentStore } from '../../service/records/comments.ts'
import type { IdempotencyStore } from '../../service/records/idempotency.ts'
import type { ManualAnswerStore } from '../../service/records/manual-answers.ts'
import type { MembershipStore, OperatorStore } from '../../service/records/memberships.ts'
import type { UserStore } from '../../service/records/users.ts'
import type { WebSessionStore } from '../../service/records/web-sessions.ts'

import type { Quotas } from '../parts/quotas.ts'

/** The runtime, for who needs no service of it. */
export interface HasWorkspace {
  readonly workspace: Workspace
}

/** The parts that the HTTP API needs beside the services of the runtime. @internal */
export interface Workspace {
  readonly audit: AuditStore
  readonly comments: CommentStore
  readonly evidenceUploads: EvidenceUploadStore
  readonly files: FileStore
  readonly idempotency: IdempotencyStore
  readonly leases: LeaseStore
  readonly manualAnswers: ManualAnswerStore
  readonly webSessions: WebSessionStore
  readonly memberships: MembershipStore
  readonly operators: OperatorStore
  readonly users: UserStore
  readonly clock: Clock
  /** Whether the store has sample data. */
  readonly isSample: boolean
  /** Follows no redirects, and reaches public addresses only, unless the runtime may do more. */
  readonly fetch: EndpointFetch
  /** The store's own place for files, unless the host brings one. */
  readonly objects: ObjectStore
  /** A host's object store, with the quota of each organization. */
  limitObjects(objects: ObjectStore): ObjectStore
  readonly quotas: Quotas
  /** 32 random bytes of this service that all processes on the store share; made on first use. */
  loadSecret(name: string): Promise<Buffer>
  /**
   * Runs a change that already has its entry in the audit log, so that the runtime writes no second one.
   *
   * @param joining an entry that is not written yet: the method of that action writes it in its own transaction if it can
   */
  runCovered<T>(work: () => Promise<T>, joining?: ActionEntry): Promise<T>
  /** Work that the runtime waits for before it closes the store. Returns it unchanged. */
  track<T>(work: Promise<T>): Promise<T>
}
