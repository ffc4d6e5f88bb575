import type { Kysely } from 'kysely'
import { readSchemaVersion } from './sql/schema-version.ts'
import type { SqlTraits } from './sql/sql-traits.ts'
import type { Schema } from './sql/tables.ts'
import { createApiKeyStore } from './tables/api-keys.ts'
import { createAppearanceStore } from './tables/appearances.ts'
import { auditStore } from './tables/audit.ts'
import { createCommentStore } from './tables/comments.ts'
import { createConnectSessionStore } from './tables/connections/connect-sessions.ts'
import { createConnectionStore } from './tables/connections/connections.ts'
import { createDataConnectorStore } from './tables/connections/data-connectors.ts'
import { createDisabledConnectorStore } from './tables/connections/disabled-connectors.ts'
import { createFlowStore } from './tables/connections/flows.ts'
import { createOAuthAppStore } from './tables/connections/oauth-apps.ts'
import { createCrossCheckVariableStore } from './tables/cross-check-variables.ts'
import { createDataKeyStore } from './tables/data-keys.ts'
import { createEvidenceUploadStore } from './tables/evidence-uploads.ts'
import { createExpectationStore } from './tables/expectations.ts'
import { createExpiryStore } from './tables/expiry.ts'
import { createFileStore } from './tables/files.ts'
import { createIdempotencyStore } from './tables/idempotency.ts'
import { createInventoryStore } from './tables/inventories.ts'
import { createInventoryChangeStore } from './tables/inventory-changes.ts'
import { createLeaseStore } from './tables/leases.ts'
import { createLogStore } from './tables/log/log.ts'
import { createManualAnswerStore } from './tables/manual-answers.ts'
import { createNoticeStore } from './tables/notices/deliveries.ts'
import { createWebhookStore } from './tables/notices/webhooks.ts'
import { createOrganizationProfileStore } from './tables/organization-profiles.ts'
import { createOrganizationStore } from './tables/organizations.ts'
import { createPackageStore } from './tables/packages.ts'
import { createAccessReviewStore } from './tables/people/access-reviews.ts'
import { createAccountLinkStore } from './tables/people/account-links.ts'
import { createDirectorySourceStore } from './tables/people/directory-sources.ts'
import { createDismissalStore } from './tables/people/dismissals.ts'
import { createImportedPeopleStore } from './tables/people/imported-people.ts'
import { createMembershipStore } from './tables/people/memberships.ts'
import { createOperatorStore } from './tables/people/operators.ts'
import { createPeopleViewStore } from './tables/people/people-views.ts'
import { createSignInIssuerStore } from './tables/people/sign-in-issuers.ts'
import { createUserStore } from './tables/people/users.ts'
import { createWebSessionStore } from './tables/people/web-sessions.ts'
import { createRateStore } from './tables/rates.ts'
import { createCheckStateStore } from './tables/runs/check-state.ts'
import { createFindingStore } from './tables/runs/findings/findings.ts'
import { createJudgementStore } from './tables/runs/findings/judgements.ts'
import { createRunQueue } from './tables/runs/queue/run-queue.ts'
import { scheduleStore } from './tables/runs/queue/schedules.ts'
import { createWorkerStore } from './tables/runs/queue/workers.ts'
import { createResultStore } from './tables/runs/results.ts'
import { createRetentionStore } from './tables/runs/retention.ts'
import { createRunStore } from './tables/runs/runs.ts'
import { createSecretStore } from './tables/secrets.ts'
import { createSigningKeyStore } from './tables/signing-keys.ts'
import { createTaskStore } from './tables/tasks.ts'
import { createWaiverStore } from './tables/waivers.ts'

/** Every table of the store by name. Add a new one here; the type of a store follows from this list. */
const tables = {
  organizations: createOrganizationStore,
  users: createUserStore,
  apiKeys: createApiKeyStore,
  oauthApps: createOAuthAppStore,
  connections: createConnectionStore,
  flows: createFlowStore,
  connectSessions: createConnectSessionStore,
  leases: createLeaseStore,
  rates: createRateStore,
  runs: createRunStore,
  queue: createRunQueue,
  workers: createWorkerStore,
  schedules: scheduleStore,
  results: createResultStore,
  findings: createFindingStore,
  inventories: createInventoryStore,
  inventoryChanges: createInventoryChangeStore,
  crossCheckVariables: createCrossCheckVariableStore,
  expectations: createExpectationStore,
  directorySources: createDirectorySourceStore,
  importedPeople: createImportedPeopleStore,
  accountLinks: createAccountLinkStore,
  dismissals: createDismissalStore,
  peopleViews: createPeopleViewStore,
  waivers: createWaiverStore,
  judgements: createJudgementStore,
  accessReviews: createAccessReviewStore,
  tasks: createTaskStore,
  retention: createRetentionStore,
  checkState: createCheckStateStore,
  organizationProfiles: createOrganizationProfileStore,
  appearances: createAppearanceStore,
  files: createFileStore,
  comments: createCommentStore,
  evidenceUploads: createEvidenceUploadStore,
  packages: createPackageStore,
  manualAnswers: createManualAnswerStore,
  audit: auditStore,
  idempotency: createIdempotencyStore,
  expiry: createExpiryStore,
  secrets: createSecretStore,
  disabledConnectors: createDisabledConnectorStore,
  dataConnectors: createDataConnectorStore,
  dataKeys: createDataKeyStore,
  signingKeys: createSigningKeyStore,
  webSessions: createWebSessionStore,
  memberships: createMembershipStore,
  operators: createOperatorStore,
  signInIssuers: createSignInIssuerStore,
  log: createLogStore,
  webhooks: createWebhookStore,
  notices: createNoticeStore,
} satisfies Readonly<Record<string, (db: Kysely<Schema>, traits: SqlTraits) => object>>

/** The tables of a store, each with the interface of its user. */
export type StoreTables = { readonly [Name in keyof typeof tables]: ReturnType<(typeof tables)[Name]> } & {
  /** Version of the tables, which another process may have updated since they were opened. */
  schemaVersion(): Promise<number>
}

/**
 * The stores over one database of any kind. The dialect below has to provide: INSERT … ON CONFLICT, RETURNING, partial
 * unique indexes, text that compares by bytes, and its failures as StoreError.
 *
 * SQLite lets one writer in at a time, PostgreSQL (READ COMMITTED) many, so stores follow rules that are right on both:
 * - A value that was read may have changed when you write it. One statement that reads and writes is safe (UPDATE …
 *   WHERE, ON CONFLICT, DELETE … RETURNING), and so is everything after an UPDATE of the same row in its transaction.
 *   For other cases there is `SqlTraits.takeTurn`.
 * - Several statements are one `runInTransaction`, which begins again after a deadlock.
 * - A failing statement ends its transaction, so catching the error inside does not help.
 */
export function createStoreTables(db: Kysely<Schema>, traits: SqlTraits): StoreTables {
  const opened = Object.entries(tables).map(([name, open]) => [name, open(db, traits)])
  return { ...(Object.fromEntries(opened) as StoreTables), schemaVersion: () => readSchemaVersion(db) }
}
