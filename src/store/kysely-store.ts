import type { Kysely } from 'kysely'
import { apiKeyStore } from './api-keys.ts'
import { auditStore } from './audit.ts'
import { checkStateStore } from './check-state.ts'
import { commentStore } from './comments.ts'
import { connectionStore } from './connections.ts'
import { dataKeyStore } from './data-keys.ts'
import { disabledConnectorStore } from './disabled-connectors.ts'
import { evidenceUploadStore } from './evidence-uploads.ts'
import { fileStore } from './files.ts'
import { findingStore } from './findings.ts'
import { flowStore } from './flows.ts'
import { idempotencyStore } from './idempotency.ts'
import { leaseStore } from './leases.ts'
import { manualAnswerStore } from './manual-answers.ts'
import { oauthAppStore } from './oauth-apps.ts'
import { organizationProfileStore } from './organization-profiles.ts'
import { organizationStore } from './organizations.ts'
import { rateStore } from './rates.ts'
import { resultStore } from './results.ts'
import { retentionStore } from './retention.ts'
import { runQueue } from './run-queue.ts'
import { runStore } from './runs.ts'
import { scheduleStore } from './schedules.ts'
import type { Schema } from './schema.ts'
import { schemaVersion } from './schema-version.ts'
import { secretStore } from './secrets.ts'
import { signingKeyStore } from './signing-keys.ts'
import type { SqlTraits } from './sql-traits.ts'
import { userStore } from './users.ts'
import { waiverStore } from './waivers.ts'
import { webSessionStore } from './web-sessions.ts'
import { workerStore } from './workers.ts'

/** Every table of the store by name. A new one is a line here; what a store is follows. */
const tables = {
  organizations: organizationStore,
  users: userStore,
  apiKeys: apiKeyStore,
  oauthApps: oauthAppStore,
  connections: connectionStore,
  flows: flowStore,
  leases: leaseStore,
  rates: rateStore,
  runs: runStore,
  queue: runQueue,
  workers: workerStore,
  schedules: scheduleStore,
  results: resultStore,
  findings: findingStore,
  waivers: waiverStore,
  retention: retentionStore,
  checkState: checkStateStore,
  organizationProfiles: organizationProfileStore,
  files: fileStore,
  comments: commentStore,
  evidenceUploads: evidenceUploadStore,
  manualAnswers: manualAnswerStore,
  audit: auditStore,
  idempotency: idempotencyStore,
  secrets: secretStore,
  disabledConnectors: disabledConnectorStore,
  dataKeys: dataKeyStore,
  signingKeys: signingKeyStore,
  webSessions: webSessionStore,
} satisfies Readonly<Record<string, (db: Kysely<Schema>, traits: SqlTraits) => object>>

/** The tables of a store, each by the interface of who uses it. */
export type StoreTables = { readonly [Name in keyof typeof tables]: ReturnType<(typeof tables)[Name]> } & {
  /** Version of the tables, which another process may have brought further since they were opened. */
  schemaVersion(): Promise<number>
}

/**
 * The stores over one database, whichever it is. The dialect underneath owes them: INSERT … ON CONFLICT, RETURNING, partial
 * unique indexes, text that compares by bytes, and its own failures as StoreError.
 *
 * SQLite lets one writer in at a time, PostgreSQL (READ COMMITTED) many, so stores keep to what is right on both:
 * - What was read may have changed when it is written. One statement that reads and writes is safe (UPDATE … WHERE, ON
 *   CONFLICT, DELETE … RETURNING), and so is what follows an UPDATE of the same row in its transaction. For the rest there
 *   is `SqlTraits.takeTurn`.
 * - Several statements are one `inTransaction`, which begins again after a deadlock.
 * - A statement that fails ends its transaction: an error caught within leaves nothing to go on with.
 */
export function storeTables(db: Kysely<Schema>, traits: SqlTraits): StoreTables {
  const opened = Object.entries(tables).map(([name, open]) => [name, open(db, traits)])
  return { ...(Object.fromEntries(opened) as StoreTables), schemaVersion: () => schemaVersion(db) }
}
