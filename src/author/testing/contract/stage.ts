import { ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DisposableRun, wholeRun } from '../../../checks/runs/recorded-run.ts'
import { type AnyConnector, type RunEvent, type RunResult, toInventoryId } from '../../../define/index.ts'
import { type Description, openDescription } from '../../../descriptions/description.ts'
import { openTempFolder } from '../../../http/files/temp-folder.ts'
import type { HostFetch } from '../../../http/transport/transport-options.ts'
import type { StoredRecord } from '../../../inventory/stored-record.ts'
import { keepRun } from '../../../things/runs/run-checks.ts'
import { loadWitnesses } from '../../prove/load-witnesses.ts'
import type { Witnesses } from '../../prove/witnesses/read-witnesses.ts'
import { type FakeVendorOptions, fakeVendor } from '../vendor/fake-vendor.ts'
import { type FixedClock, fixedClock } from '../vendor/fixed-clock.ts'
import { noteCalls, type ReadCall } from './noted-calls.ts'
import type { ReviewedMember } from './reviewed-member.ts'
import { createSampleValues, type SampleValues } from './sample-values.ts'
import { type Answered, type HostFetchInit, keepAnswers, type Scenario } from './scenario.ts'

/** A request as it would be sent, with its real address. */
export interface SentRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** By the run's clock, epoch ms. */
  readonly atMs: number
  /** As the transport gets it. */
  readonly init: HostFetchInit
}

/** Answers between the connector and its vendor. @param ask gets the vendor's answer */
export type Respond = (
  request: SentRequest,
  ask: (request: SentRequest) => Promise<Response>,
  signal: AbortSignal,
) => Response | Promise<Response>

export interface StageRun {
  /** @default the vendor's own answers */
  readonly respond?: Respond | undefined
  /** The requests that `respond` answers: all, or those of checks after a successful login. @default 'all' */
  readonly of?: 'all' | 'checks' | undefined
  /** @default values that fit */
  readonly credentials?: SampleValues['credentials'] | undefined
  readonly signal?: AbortSignal | undefined
  readonly vendor?: FakeVendorOptions | undefined
  /** Ids of the checks to run. @default all, and none where inventories are named */
  readonly checks?: readonly string[] | undefined
  /** Inventories to read, by kind or part. @default all, and those that they need where checks are named */
  readonly inventories?: readonly string[] | undefined
}

/** The outcome of a run, and everything that left it. */
export interface Performance {
  readonly result: RunResult
  /** By id of the inventory. */
  readonly records: ReadonlyMap<string, readonly StoredRecord[]>
  readonly sent: readonly SentRequest[]
  readonly calls: readonly ReadCall[]
  readonly events: readonly RunEvent[]
  /** The kept exchanges, as in their file. */
  readonly exchanges: string
  /** The checks' requests after the login, with their answers. */
  readonly answers: readonly Answered[]
  /** The login's requests, with their answers. */
  readonly loginAnswers: readonly Answered[]
  /** How often the connector logged in, and out. */
  readonly logins: number
  readonly logouts: number
}

/** The environment of the rules: no network, no account, and time that passes at once. */
export interface Stage {
  readonly connector: AnyConnector
  readonly values: SampleValues
  /** Whether the vendor knows the connector's API, or answers every request alike. */
  readonly hasVendor: boolean
  /** Members that may change without changing the verdict. */
  readonly reviewed: readonly ReviewedMember[]
  /** Without a run of its own, everything on the vendor as it is: once for all rules that ask for that. */
  perform(run?: StageRun): Promise<Performance>
  /** What the checks were tried on. Undefined where nobody says where that is. */
  readonly tried: TriedOn | undefined
  /** Each check alone, with the vendor's own answers, for runs on changed ones. */
  loadScenarios(): Promise<readonly StageScenario[]>
}

export interface StageScenario extends Scenario {
  /** Operations of the login. */
  readonly logins: readonly string[]
}

/** What the checks of a connector were tried on. */
export interface TriedOn {
  /** Path of the witness file. */
  readonly path: string
  /** The vendor's own description. Undefined where none is at hand. */
  readonly description: Description | undefined
  /** Reads the witnesses, and runs the checks on them, once. @throws DataFileError `WITNESS_INVALID` */
  readonly load: () => Promise<Witnesses>
}

export interface StageOptions {
  /** Values that replace invented ones. */
  readonly credentials?: SampleValues['credentials'] | undefined
  readonly settings?: SampleValues['settings'] | undefined
  readonly reviewed?: readonly ReviewedMember[] | undefined
  /** Path of the witness file. @default there is none */
  readonly witnesses?: string | undefined
  /** The vendor's own description. @default there is none */
  readonly description?: unknown
}

/** @param vendor the vendor's API; without one, every request gets an empty list */
export function openStage(
  connector: AnyConnector,
  vendor: FakeVendorOptions | undefined,
  { credentials = {}, settings = {}, reviewed = [], witnesses, description }: StageOptions = {},
): Stage {
  const values = createSampleValues(connector, credentials, settings)
  let scenarios: Promise<readonly StageScenario[]> | undefined
  let plain: Promise<Performance> | undefined
  const stage: Stage = {
    connector,
    values,
    hasVendor: vendor !== undefined,
    reviewed,
    tried: witnesses === undefined ? undefined : openTried(connector, witnesses, description),
    perform: (run) => {
      if (run !== undefined) return performRun(connector, values, { vendor, ...run })
      plain ??= performRun(connector, values, { vendor })
      return plain
    },
    loadScenarios: () => {
      scenarios ??= performEach(stage)
      return scenarios
    },
  }
  return stage
}

function openTried(connector: AnyConnector, path: string, described: unknown): TriedOn {
  const description = openDescription(described)
  let loaded: Promise<Witnesses> | undefined
  return {
    path,
    description,
    load: () => {
      loaded ??= loadWitnesses(path, connector, description)
      return loaded
    },
  }
}

async function performEach({ connector, values, perform }: Stage): Promise<StageScenario[]> {
  const scenarios: StageScenario[] = []
  for (const { id } of connector.checks) {
    const { answers, loginAnswers } = await perform({ checks: [id] })
    scenarios.push({
      check: id,
      credentials: values.credentials,
      settings: values.settings,
      variables: values.variables,
      now: startOfRun,
      answers: [...loginAnswers, ...answers],
      logins: loginAnswers.map(({ operation }) => operation),
    })
  }
  return scenarios
}

const startOfRun = '2026-01-15T12:00:00Z'

/** No list of a test vendor is longer, so a check with more requests has a loop. */
const requestsPerCheckMax = 500

/** @throws AssertionError when the checks go on asking without end */
async function performRun(connector: AnyConnector, values: SampleValues, run: StageRun): Promise<Performance> {
  const { respond = (request, ask) => ask(request), of = 'all', credentials = values.credentials, signal } = run
  const requestsMax = requestsPerCheckMax * connector.checks.length
  const endless = new AbortController()
  const clock = fixedClock(startOfRun)
  const sent: SentRequest[] = []
  const calls: ReadCall[] = []
  const events: RunEvent[] = []
  await using folder = await openTempFolder('contract')
  const file = join(folder.path, 'exchanges.ndjson')
  await using vendor = run.vendor && (await fakeVendor(run.vendor))
  const login: Login = { isUnderWay: false, logins: 0, logouts: 0 }
  const answers: Answered[] = []
  const loginAnswers: Answered[] = []
  const fetchAnswer: HostFetch = async (url, init) => (vendor ? vendor.fetch(url, init) : Response.json([]))
  const ask = (request: SentRequest) =>
    keepAnswers(fetchAnswer, login.isUnderWay ? loginAnswers : answers)(request.url.href, request.init)
  const openRun = await keepRun(
    noteCalls(watchLogin(connector, login), (call) => calls.push(call)),
    {
      checks: run.checks,
      inventories: run.inventories,
      credentials,
      settings: values.settings,
      variables: values.variables,
      clock,
      signal: signal ? AbortSignal.any([signal, endless.signal]) : endless.signal,
      exchanges: { file },
      onEvent: (event) => events.push(event),
      fetch: async (url, init) => {
        const request = toSentRequest(url, init, clock)
        sent.push(request)
        if (sent.length > requestsMax) endless.abort()
        return of === 'checks' && login.isUnderWay ? ask(request) : respond(request, ask, init.signal)
      },
    },
  )
  const { result, records } = await collectRun(openRun)
  const [last] = sent.slice(-1)
  ok(
    sent.length <= requestsMax,
    `${requestsMax} requests were sent, and the run did not end: the last went to ${last?.url.pathname}.`,
  )
  const { logins, logouts } = login
  const exchanges = await readFile(file, 'utf8')
  return { result, records, sent, calls, events, exchanges, answers, loginAnswers, logins, logouts }
}

async function collectRun(run: DisposableRun): Promise<Pick<Performance, 'result' | 'records'>> {
  try {
    const result = await wholeRun(run)
    const ids = (result.inventories ?? []).map(toInventoryId)
    const records = await Promise.all(
      ids.map(async (id) => [id, await Array.fromAsync(run.records?.(id) ?? [])] as const),
    )
    return { result, records: new Map(records) }
  } finally {
    await run.close()
  }
}

/**
 * The same connector, which reports its logins. All other requests wait for a login, so everything that is sent
 * meanwhile belongs to it.
 */
function watchLogin(connector: AnyConnector, login: Login): AnyConnector {
  const { authenticate, logout, ...hooks } = connector.hooks
  if (!authenticate) return connector
  const during = async <T>(work: () => Promise<T> | T): Promise<T> => {
    login.isUnderWay = true
    try {
      return await work()
    } finally {
      login.isUnderWay = false
    }
  }
  const watched: AnyConnector['hooks'] = {
    ...hooks,
    authenticate: async (ctx) => {
      const reply = await during(() => authenticate(ctx))
      login.logins++
      return reply
    },
  }
  if (!logout) return { ...connector, hooks: watched }
  const watchedLogout: typeof logout = async (ctx) => {
    login.logouts++
    await during(() => logout(ctx))
  }
  return { ...connector, hooks: { ...watched, logout: watchedLogout } }
}

interface Login {
  isUnderWay: boolean
  logins: number
  logouts: number
}

function toSentRequest(url: string, init: HostFetchInit, clock: FixedClock): SentRequest {
  const { method, headers, body } = init
  return {
    url: new URL(url),
    method,
    headers,
    body: typeof body === 'string' ? body : Buffer.from(body ?? []).toString('utf8'),
    atMs: clock.nowMs(),
    init,
  }
}
