import type { Kysely } from 'kysely'
import { createThingTables } from '../../service/fields/thing-tables.ts'
import { readSchemaVersion } from '../../service/store/sql/schema-version.ts'
import type { SqlTraits } from '../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../service/store/sql/tables.ts'
import { createDataKeyStore } from '../../service/store/tables/data-keys.ts'
import { createFileStore } from '../../service/store/tables/files.ts'
import { createIdempotencyStore } from '../../service/store/tables/idempotency.ts'
import { createLeaseStore } from '../../service/store/tables/leases.ts'
import { createRateStore } from '../../service/store/tables/rates.ts'
import { createSecretStore } from '../../service/store/tables/secrets.ts'
import { createSigningKeyStore } from '../../service/store/tables/signing-keys.ts'
import { createAccessReviewStore } from '../access-reviews/store/access-reviews.ts'
import { createApiKeyStore } from '../api-keys/store/api-keys.ts'
import { createAppearanceStore } from '../appearance/store/appearances.ts'
import { auditStore } from '../audit/store/audit.ts'
import { createCommentStore } from '../comments/store/comments.ts'
import { createConnectSessionStore } from '../connecting/store/connect-sessions.ts'
import { createFlowStore } from '../connecting/store/flows.ts'
import { createConnectionStore } from '../connections/store/connections.ts'
import { createDataConnectorStore } from '../connectors/store/data-connectors.ts'
import { createDisabledConnectorStore } from '../connectors/store/disabled-connectors.ts'
import { createCrossCheckVariableStore } from '../cross-checks/store/cross-check-variables.ts'
import { declaredThings } from '../declared/declared-things.ts'
import { createDestinationStore } from '../destinations/store/tell-destinations.ts'
import { createAccountLinkStore } from '../directory/store/account-links.ts'
import { createDirectorySourceStore } from '../directory/store/directory-sources.ts'
import { createDismissalStore } from '../directory/store/dismissals.ts'
import { createDomainAnswerStore } from '../directory/store/domain-answers.ts'
import { createImportedPeopleStore } from '../directory/store/imported-people.ts'
import { createPeopleViewStore } from '../directory/store/people-views.ts'
import { createExpectationStore } from '../expectations/store/expectations.ts'
import { createMappingEditionStore } from '../expectations/store/mapping-editions.ts'
import { createFindingStore } from '../findings/store/findings.ts'
import { createInventoryStore } from '../inventories/store/inventories.ts'
import { createInventoryChangeStore } from '../inventories/store/inventory-changes.ts'
import { createJudgementStore } from '../judgements/store/judgements.ts'
import { createManualAnswerStore } from '../knowledge-base/store/manual-answers.ts'
import { createLogStore } from '../log/store/log.ts'
import { createMailAddressStore } from '../mail-addresses/store/mail-addresses.ts'
import { createNoticeStore } from '../notices/outbox/deliveries.ts'
import { createOAuthAppStore } from '../oauth-apps/store/oauth-apps.ts'
import { createTaskStore } from '../obligations/store/tasks.ts'
import { createOrganizationProfileStore } from '../organizations/store/organization-profiles.ts'
import { createOrganizationStore } from '../organizations/store/organizations.ts'
import { createPackageStore } from '../packages/store/packages.ts'
import { createMembershipStore } from '../people/store/memberships.ts'
import { createOperatorStore } from '../people/store/operators.ts'
import { createUserStore } from '../people/store/users.ts'
import { createPolicyStore } from '../policies/store/policies.ts'
import { createRunQueue } from '../runs/queue/run-queue.ts'
import { createWorkerStore } from '../runs/queue/workers.ts'
import { createCheckStateStore } from '../runs/store/check-state.ts'
import { createResultStore } from '../runs/store/results.ts'
import { createRetentionStore } from '../runs/store/retention.ts'
import { createRunStore } from '../runs/store/runs.ts'
import { scheduleStore } from '../schedules/store/schedules.ts'
import { createSignInIssuerStore } from '../sign-in/store/sign-in-issuers.ts'
import { createWebSessionStore } from '../sign-in/store/web-sessions.ts'
import { createTicketStore } from '../tickets/store/ticket-store.ts'
import { createTrustCentreStore } from '../trust-centre/store/trust-centres.ts'
import { createEvidenceUploadStore } from '../uploads/store/evidence-uploads.ts'
import { createWaiverStore } from '../waivers/store/waivers.ts'
import { createWebhookStore } from '../webhooks/store/webhooks.ts'
import { createExpiryStore } from './expiry.ts'
import { hooks, runFollowers, type StoreHooks } from './hooks.ts'
import type { StoreTables } from './store.ts'

/** Makes every table of `StoreTables`. */
const tables: {
  readonly [Name in keyof Omit<StoreTables, 'schemaVersion'>]: (
    db: Kysely<Schema>,
    traits: SqlTraits,
    own: StoreHooks,
  ) => StoreTables[Name]
} = {
  organizations: createOrganizationStore,
  users: createUserStore,
  apiKeys: createApiKeyStore,
  oauthApps: createOAuthAppStore,
  connections: createConnectionStore,
  flows: createFlowStore,
  connectSessions: createConnectSessionStore,
  leases: createLeaseStore,
  rates: createRateStore,
  runs: (db, traits, own) => createRunStore(db, traits, own, runFollowers),
  queue: createRunQueue,
  workers: createWorkerStore,
  schedules: scheduleStore,
  results: createResultStore,
  findings: createFindingStore,
  inventories: createInventoryStore,
  inventoryChanges: createInventoryChangeStore,
  crossCheckVariables: createCrossCheckVariableStore,
  expectations: createExpectationStore,
  mappingEditions: createMappingEditionStore,
  directorySources: createDirectorySourceStore,
  importedPeople: createImportedPeopleStore,
  accountLinks: createAccountLinkStore,
  dismissals: createDismissalStore,
  domainAnswers: createDomainAnswerStore,
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
  memberships: (db, _traits, own) => createMembershipStore(db, own),
  operators: createOperatorStore,
  signInIssuers: createSignInIssuerStore,
  log: createLogStore,
  mailAddresses: createMailAddressStore,
  webhooks: createWebhookStore,
  notices: createNoticeStore,
  policies: createPolicyStore,
  trustCentres: createTrustCentreStore,
  tickets: createTicketStore,
  destinations: createDestinationStore,
  things: (db, traits, own) =>
    createThingTables(db, traits, declaredThings, { changed: own['record.changed'], acted: own['record.acted'] }),
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
 * @param own what later things do when an earlier one tells something
 */
export function createStoreTables(db: Kysely<Schema>, traits: SqlTraits, own: StoreHooks = hooks): StoreTables {
  const opened = Object.entries(tables).map(([name, open]) => [name, open(db, traits, own)])
  return { ...(Object.fromEntries(opened) as StoreTables), schemaVersion: () => readSchemaVersion(db) }
}
