import { RefreshTurns } from '../../auth/refresh-turns.ts'
import { allCrossChecks } from '../../crosscheck/index.ts'
import {
  type AnyConnector,
  crossCheckConnectorId,
  isConnector,
  listCredentialFields,
  systemClock,
} from '../../define/index.ts'
import { CheckError, CheckwrightError } from '../../errors/index.ts'
import { createMailer, demandMailOptions } from '../../service/notices/mail.ts'
import { demandNeededKeys, type KeyProof, proveMasterKeys } from '../../service/store/keys/key-check.ts'
import type { MasterKeys } from '../../service/store/keys/master-keys.ts'
import { hideFromTraces } from '../../service/telemetry/hide-from-traces.ts'
import { observeQueue } from '../../service/telemetry/queue-metrics.ts'
import { trimSlashes } from '../../text/trim-slashes.ts'
import { createAccessReviewService } from '../access-reviews/access-reviews.ts'
import { followRemovals } from '../access-reviews/follow-removals.ts'
import { createVault, openStore, resolveKeys } from '../all-stores/index.ts'
import type { Store } from '../all-stores/store.ts'
import { createApiKeyService } from '../api-keys/api-keys.ts'
import { createAppearanceService } from '../appearance/appearance.ts'
import { auditService } from '../audit/audit-service.ts'
import { createConnectSessionService } from '../connecting/connect-sessions.ts'
import { parseFrameOrigins } from '../connecting/frame-origins.ts'
import { createOAuthService } from '../connecting/oauth-flow.ts'
import type { Connection } from '../connections/connection-state.ts'
import { createConnectionService } from '../connections/connections.ts'
import { revokeLeftTokens } from '../connections/disconnect.ts'
import { createDataConnectorService } from '../connectors/data-connectors.ts'
import { createDisabledConnectorService } from '../connectors/disabled-connectors.ts'
import { createExpectationService } from '../controls/expectations.ts'
import { createCrossCheckService } from '../cross-checks/cross-checks.ts'
import { declaredThings } from '../declared/declared-things.ts'
import { createThingServices } from '../declared/services/thing-services.ts'
import { createDestinationService } from '../destinations/services/destinations.ts'
import { type PushParts, pushList } from '../destinations/services/push.ts'
import { createAccountLinkService } from '../directory/account-links.ts'
import { createDirectoryService } from '../directory/directory.ts'
import { createDismissalService } from '../directory/dismissals.ts'
import { createDomainQuestionService } from '../directory/domain-questions.ts'
import { ViewKeeper } from '../directory/keep-view.ts'
import { createPeopleViewService } from '../directory/people-view.ts'
import { createFindingService } from '../findings/findings.ts'
import { settleFindings } from '../findings/settle-findings.ts'
import { createImportService } from '../imports/imports.ts'
import { createInventoryService } from '../inventories/inventories.ts'
import { createJudgementService } from '../judgements/judgements.ts'
import { createLogService } from '../log/log.ts'
import { startNumbering } from '../log/number-entries.ts'
import { createLetters } from '../mail-addresses/letters.ts'
import { createMailAddressService } from '../mail-addresses/mail-addresses.ts'
import { startNotices } from '../notices/deliver.ts'
import { enterHost } from '../notices/enter-host.ts'
import { attemptMs, type FollowFact } from '../notices/send.ts'
import { createAppTrials } from '../oauth-apps/app-trial.ts'
import { createOAuthAppService } from '../oauth-apps/oauth-apps.ts'
import { createTaskService } from '../obligations/tasks.ts'
import { tellOverdueTasks } from '../obligations/tell-overdue.ts'
import { createOrganizationService, createUserService } from '../organizations/organizations.ts'
import { createPackageService } from '../packages/packages.ts'
import { parseAppearanceOptions } from '../parts/appearance-options.ts'
import { AuditLog } from '../parts/audit-log.ts'
import { auditServices } from '../parts/audited-service.ts'
import { ConnectorRegistry } from '../parts/connector-registry.ts'
import { CrossCheckRegistry } from '../parts/cross-check-registry.ts'
import { readConnector } from '../parts/data-files.ts'
import { Pacers } from '../parts/pacers.ts'
import { openReaches } from '../parts/private-network.ts'
import { demandRetention } from '../parts/retention-options.ts'
import type { Logger, RuntimeOptions } from '../parts/runtime-options.ts'
import { findConnector, type RuntimeParts } from '../parts/runtime-parts.ts'
import { UnfinishedWork } from '../parts/unfinished-work.ts'
import { UnkeptTokens } from '../parts/unkept-tokens.ts'
import { createOperatorService } from '../people/operators.ts'
import { createPeopleService } from '../people/people.ts'
import { sendPolicyLetters } from '../policies/services/policy-letters.ts'
import { createPolicyRequestService } from '../policies/services/policy-requests.ts'
import { startRetention } from '../runs/retention.ts'
import { RunExecutor } from '../runs/run-executor.ts'
import { createRunService } from '../runs/runs.ts'
import { scheduleNewConnection, scheduleService } from '../schedules/schedules.ts'
import { createSignInService } from '../sign-in/openid-sign-in.ts'
import { createSignInIssuerService } from '../sign-in/sign-in-issuers.ts'
import { createSigningService, settleSample } from '../signing/signing.ts'
import { type FollowParts, followFinding } from '../tickets/services/follow-finding.ts'
import { createIssueReader } from '../tickets/services/read-issues.ts'
import { createTicketService } from '../tickets/services/tickets.ts'
import { createTrustCentreService } from '../trust-centre/services/trust-centres.ts'
import { sendTrustLetters } from '../trust-centre/services/trust-letters.ts'
import { createWaiverService } from '../waivers/waivers.ts'
import { createWebhookService } from '../webhooks/webhooks.ts'
import { startExpiry } from './expiry.ts'
import { createWorkspace } from './open-workspace.ts'
import { createReadinessCheck } from './readiness.ts'
import type { Runtime, Services } from './runtime.ts'
import { resolveEngineSettings, startEngine } from './start-engine.ts'

const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** How soon a version that another process published is in this one. */
const connectorPollMs = 2_000

/** Path of the OAuth callback below `publicUrl`; `checkwright/host` serves it. */
export const callbackPath = '/v1/integrations/oauth/callback'

/** What `createRuntime` of the package does. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const own = indexConnectors(options?.connectors)
  const crossChecks = new CrossCheckRegistry(allCrossChecks, options.crossChecks)
  const publicUrl = checkPublicUrl(options.publicUrl)
  const returnOrigins = (options.returnOrigins ?? []).map(checkOrigin)
  const frameOrigins = parseFrameOrigins(options.frameOrigins, publicUrl)
  const settings = resolveEngineSettings(options)
  demandRetention(options.retention)
  demandMailOptions(options.mail)
  parseAppearanceOptions(options.appearance)
  const { clock = systemClock, logger = silent } = options
  const notify = options.notify ?? ((line: string) => logger.warn({}, line))
  const { allowPrivateNetwork = false } = options
  if (typeof allowPrivateNetwork !== 'boolean' && !Array.isArray(allowPrivateNetwork))
    throw new TypeError('createRuntime: allowPrivateNetwork must be true, false or a list of ids of connections')
  const reaches = openReaches(options, allowPrivateNetwork, hideFromTraces)
  const resolver = options.fetch ? 'fetch' : options.dispatcher ? 'dispatcher' : undefined
  if (resolver && allowPrivateNetwork !== true && !options.sample)
    logger.info(
      { resolver },
      'Names are resolved by the host: private addresses are refused only where they are written out',
    )
  const { store, keys } = await openWithKeys(options, notify).catch(async (error: unknown) => {
    await reaches.close()
    throw error
  })
  const registry = new ConnectorRegistry(own, { store, logger, readConnector })
  await registry.refresh().catch(async (error: unknown) => {
    await reaches.close()
    await store.close()
    throw error
  })
  registry.start(connectorPollMs)
  const closing = new AbortController()
  const parts: RuntimeParts = {
    options,
    connectors: registry.current,
    registry,
    crossChecks,
    store,
    vault: createVault({ keys, dataKeys: store.dataKeys, clock }),
    transport: reaches.usual.transport,
    fetch: reaches.usual.fetch,
    reaches,
    clock,
    logger,
    callbackUrl: `${publicUrl}${callbackPath}`,
    returnOrigins,
    turns: new RefreshTurns(store.leases, clock),
    pacers: new Pacers(clock, store.rates),
    unfinished: new UnfinishedWork(),
    unkept: new UnkeptTokens(),
    closing: closing.signal,
  }
  const views = new ViewKeeper(parts)
  const isSample = await settleSample(parts).catch(async (error: unknown) => {
    await reaches.close()
    await store.close()
    throw error
  })
  const executor = new RunExecutor(parts, {
    executeCrossCheck: async (...run) => {
      const { executeCrossCheck } = await import('../cross-checks/stored-cross-check.ts')
      return executeCrossCheck(...run)
    },
    followAccounts: (of) => followRemovals(parts, of),
  })
  const { engine, scheduler, automaticStarts } = await startEngine(parts, executor, settings).catch(
    async (error: unknown) => {
      await reaches.close()
      await store.close()
      throw error
    },
  )
  const log = new AuditLog(parts)
  const workspace = createWorkspace(parts, log, isSample)
  const retention = options.worker === false ? undefined : startRetention({ ...parts, objects: workspace.objects })
  const expiry = options.worker === false ? undefined : startExpiry(parts, (record) => revokeLeftTokens(parts, record))
  if (options.onEvent && settings.takes) await enterHost(parts)
  const { name: service, language } = parseAppearanceOptions(options.appearance)
  const mailer = options.mail && createMailer(options.mail, service, attemptMs)
  const letters =
    options.mail && mailer && createLetters({ store, clock, publicUrl, mail: options.mail, mailer, language })
  const settle = (organizationId: string) => settleFindings(parts, organizationId)
  const serviceOf = createThingServices(parts, log, declaredThings)
  const followParts: FollowParts = { ...parts, publicUrl, log }
  const followTracker: FollowFact = (delivery, signal) => followFinding(followParts, delivery, signal)
  const inventories = auditServices<Pick<Services, 'inventories'>>(log, {
    inventories: createInventoryService(parts),
  }).inventories
  const pushParts: PushParts = { ...parts, publicUrl, log, inventories }
  const push: FollowFact = (delivery, signal) => pushList(pushParts, delivery, signal)
  const loadTrustSecret = () => workspace.loadSecret('trust-centre')
  const notices = settings.takes
    ? startNotices(
        { ...parts, publicUrl, letters, log, followers: { tracker: followTracker, destination: push } },
        settings,
        {
          settle,
          tellOverdue: () => tellOverdueTasks(parts),
          readIssues: createIssueReader(parts),
          sendLetters: async () => {
            const letterParts = { ...parts, serviceOf, publicUrl, letters }
            // What fails of the first does not hold up the others.
            await sendPolicyLetters(letterParts).finally(() =>
              sendTrustLetters({ ...letterParts, loadSecret: loadTrustSecret }),
            )
          },
        },
      )
    : undefined
  const numbering = settings.takes ? startNumbering(parts) : undefined
  const runService = createRunService(parts, engine, executor)
  const unobserve = await observeQueue(() => store.queue.count())
  const onConnected = async ({ id: connectionId, organizationId, connector: connectorId }: Connection) => {
    if (options.dailyRuns) await scheduleNewConnection(parts, { connectionId, organizationId, connectorId })
  }
  const services = auditServices<Services>(log, {
    disabledConnectors: createDisabledConnectorService(parts),
    dataConnectors: createDataConnectorService(parts),
    organizations: createOrganizationService(parts),
    users: createUserService(parts),
    people: createPeopleService(parts),
    operators: createOperatorService(parts),
    signInIssuers: createSignInIssuerService({ ...parts, publicUrl }),
    signIn: createSignInService({ ...parts, publicUrl, secret: workspace.loadSecret, log }),
    oauthApps: { ...createOAuthAppService(parts), ...createAppTrials(parts) },
    oauth: createOAuthService(parts, onConnected),
    connectSessions: createConnectSessionService({ ...parts, publicUrl, frameOrigins }),
    connections: createConnectionService(parts, runService.cancelOf, onConnected),
    runs: runService.runs,
    crossChecks: createCrossCheckService(parts, { engine, executor, wake: scheduler.wake }),
    expectations: createExpectationService(parts),
    imports: createImportService(parts),
    findings: createFindingService(parts),
    inventories: createInventoryService(parts),
    directory: createDirectoryService(parts),
    accountLinks: createAccountLinkService(parts),
    dismissals: createDismissalService(parts),
    domainQuestions: createDomainQuestionService(parts, views),
    peopleView: createPeopleViewService(parts, views),
    waivers: createWaiverService(parts, settle),
    judgements: createJudgementService(parts),
    accessReviews: createAccessReviewService(parts),
    tasks: createTaskService(parts),
    schedules: scheduleService(parts, scheduler.wake),
    signing: createSigningService(parts),
    log: createLogService(parts),
    packages: createPackageService(parts),
    apiKeys: createApiKeyService(parts),
    audit: auditService(parts),
    mailAddresses: createMailAddressService(parts, () => notices?.wake()),
    webhooks: createWebhookService(parts, () => notices?.wake()),
    appearance: createAppearanceService(parts),
    tickets: createTicketService(parts, () => notices?.wake()),
    destinations: createDestinationService({ ...parts, publicUrl, inventories }, () => notices?.wake()),
    policyRequests: createPolicyRequestService(parts),
    trustCentres: createTrustCentreService(parts, { serviceOf, loadSecret: loadTrustSecret }),
  })
  return {
    ...services,
    serviceOf,
    connectors: registry.all,
    publicUrl,
    frameOrigins,
    callbackUrl: parts.callbackUrl,
    crossCheckConnector: crossChecks.connector,
    connectorOf: async ({ connector: connectorId, connectorSha256 = null }) =>
      connectorId === crossCheckConnectorId ? crossChecks.connector : registry.find({ connectorId, connectorSha256 }),
    fields: (connector) => listCredentialFields(findConnector(parts, connector).definition),
    workspace,
    ready: createReadinessCheck({ store, keys, closing: closing.signal }),
    close: async ({ graceMs = 0, unfinished = 'cancel' } = {}) => {
      closing.abort(new CheckError('The runtime was closed.', { code: 'CANCELLED' }))
      unobserve()
      await retention?.stop()
      await expiry?.stop()
      await notices?.stop()
      await numbering?.stop()
      mailer?.close()
      await registry.stop()
      await scheduler.stop()
      await automaticStarts.stop()
      await runService.close({ graceMs, unfinished })
      // Before the transport closes, because a vendor may be about to answer with tokens, which have to be stored.
      await parts.unfinished.waitForAll()
      await reaches.close()
      await store.close()
    },
  }
}

/**
 * The store, and the keys that open what it has. With others, new sealed values would sit beside old ones, and no single key would
 * open both. The keys come first: without them nothing is opened, or only to see whether one may be made.
 * @throws StoreError `KEYS_MISSING`, `KEYS_INVALID`
 */
async function openWithKeys(
  { keys: configured, store: storeUrl }: Pick<RuntimeOptions, 'keys' | 'store'>,
  notify: (line: string) => void,
): Promise<{ readonly store: Store; readonly keys: MasterKeys }> {
  let store: Store | undefined
  const isSealed = async () => {
    store ??= await openStore(storeUrl)
    return (await store.dataKeys.listMasterKeyIds()).length > 0
  }
  try {
    const keys = await resolveKeys({ keys: configured, env: process.env, storeUrl, notify, isSealed })
    store ??= await openStore(storeUrl)
    await refuseWrongKeys({ keys, dataKeys: store.dataKeys })
    return { store, keys }
  } catch (error) {
    await store?.close()
    throw error
  }
}

async function refuseWrongKeys(proof: KeyProof & Parameters<typeof demandNeededKeys>[0]): Promise<void> {
  try {
    await proveMasterKeys(proof)
    await demandNeededKeys(proof)
  } catch (error) {
    // A key service may become available again; readiness reports its state.
    if (!(error instanceof CheckwrightError && error.retryable)) throw error
  }
}

function indexConnectors(connectors: readonly AnyConnector[] | undefined): ReadonlyMap<string, AnyConnector> {
  if (!Array.isArray(connectors)) throw new TypeError('createRuntime: connectors must be a list of connectors')
  const byId = new Map<string, AnyConnector>()
  for (const connector of connectors) {
    if (!isConnector(connector))
      throw new TypeError('createRuntime: connectors must contain connectors of defineConnector only')
    if (byId.has(connector.id)) throw new TypeError(`createRuntime: two connectors have the id "${connector.id}"`)
    byId.set(connector.id, connector)
  }
  return byId
}

function checkOrigin(origin: string): string {
  const url = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new TypeError('createRuntime: returnOrigins must contain origins, such as https://app.example.com')
}

/** The redirect URI is built from this URL and not from anything in a request. */
function checkPublicUrl(publicUrl: string): string {
  const url = typeof publicUrl === 'string' && URL.canParse(publicUrl) ? new URL(publicUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new TypeError(
      'createRuntime: publicUrl must be an http(s) URL without query and fragment, such as https://checks.example.com',
    )
  }
  // Routers compare paths as they are written, and clients write escapes in several ways.
  if (!/^[A-Za-z0-9/._-]*$/.test(url.pathname))
    throw new TypeError(
      'createRuntime: the path of publicUrl may have letters, digits, ".", "_" and "-" only: browsers and proxies write others in several ways',
    )
  return trimSlashes(url.href)
}
