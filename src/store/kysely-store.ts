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
import type { Store } from './store.ts'
import { userStore } from './users.ts'
import { waiverStore } from './waivers.ts'
import { webSessionStore } from './web-sessions.ts'
import { workerStore } from './workers.ts'

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
export function storeTables(db: Kysely<Schema>, traits: SqlTraits): Omit<Store, 'close' | 'objects'> {
  return {
    schemaVersion: () => schemaVersion(db),
    organizations: organizationStore(db),
    users: userStore(db),
    apiKeys: apiKeyStore(db),
    oauthApps: oauthAppStore(db),
    connections: connectionStore(db),
    flows: flowStore(db, traits),
    leases: leaseStore(db, traits),
    rates: rateStore(db, traits),
    runs: runStore(db),
    queue: runQueue(db),
    workers: workerStore(db),
    schedules: scheduleStore(db),
    results: resultStore(db),
    findings: findingStore(db),
    waivers: waiverStore(db),
    retention: retentionStore(db),
    checkState: checkStateStore(db),
    organizationProfiles: organizationProfileStore(db),
    files: fileStore(db),
    comments: commentStore(db),
    evidenceUploads: evidenceUploadStore(db),
    manualAnswers: manualAnswerStore(db),
    audit: auditStore(db),
    idempotency: idempotencyStore(db),
    secrets: secretStore(db),
    disabledConnectors: disabledConnectorStore(db),
    dataKeys: dataKeyStore(db),
    signingKeys: signingKeyStore(db, traits),
    webSessions: webSessionStore(db),
  }
}
