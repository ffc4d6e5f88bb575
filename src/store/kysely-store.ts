import type { Kysely } from 'kysely'
import { apiKeyStore } from './api-keys.ts'
import { auditStore } from './audit.ts'
import { checkStateStore } from './check-state.ts'
import { commentStore } from './comments.ts'
import { connectionStore } from './connections.ts'
import { dataKeyStore } from './data-keys.ts'
import { evidenceUploadStore } from './evidence-uploads.ts'
import { fileStore } from './files.ts'
import { flowStore } from './flows.ts'
import { idempotencyStore } from './idempotency.ts'
import { leaseStore } from './leases.ts'
import { manualAnswerStore } from './manual-answers.ts'
import { oauthAppStore } from './oauth-apps.ts'
import { organizationProfileStore } from './organization-profiles.ts'
import { organizationStore } from './organizations.ts'
import { runQueue } from './run-queue.ts'
import { runStore } from './runs.ts'
import { scheduleStore } from './schedules.ts'
import type { Schema } from './schema.ts'
import { schemaVersion } from './schema-version.ts'
import { secretStore } from './secrets.ts'
import { signingKeyStore } from './signing-keys.ts'
import type { Store } from './store.ts'
import { userStore } from './users.ts'
import { webSessionStore } from './web-sessions.ts'
import { workerStore } from './workers.ts'

/**
 * The stores over one database, whichever it is. The dialect underneath owes them: transactions that do not interleave
 * on one row, INSERT … ON CONFLICT, RETURNING, partial unique indexes, and its own failures as StoreError.
 */
export function storeTables(db: Kysely<Schema>): Omit<Store, 'close'> {
  return {
    schemaVersion: () => schemaVersion(db),
    organizations: organizationStore(db),
    users: userStore(db),
    apiKeys: apiKeyStore(db),
    oauthApps: oauthAppStore(db),
    connections: connectionStore(db),
    flows: flowStore(db),
    leases: leaseStore(db),
    runs: runStore(db),
    queue: runQueue(db),
    workers: workerStore(db),
    schedules: scheduleStore(db),
    checkState: checkStateStore(db),
    organizationProfiles: organizationProfileStore(db),
    files: fileStore(db),
    comments: commentStore(db),
    evidenceUploads: evidenceUploadStore(db),
    manualAnswers: manualAnswerStore(db),
    audit: auditStore(db),
    idempotency: idempotencyStore(db),
    secrets: secretStore(db),
    dataKeys: dataKeyStore(db),
    signingKeys: signingKeyStore(db),
    webSessions: webSessionStore(db),
  }
}
