import type { CheckHead, KeptRun, RunHead } from '../checks/kept-run.ts'
import { runCheck } from '../checks/run-check.ts'
import { runVariables } from '../checks/run-variables.ts'
import type { AnyConnector, Check, ResultRecord } from '../define/index.ts'
import { CheckwrightError } from '../errors/index.ts'
import { fillingsOf } from '../http/open-session.ts'
import { originsOf } from '../http/origins.ts'
import { Pacer } from '../http/pacer.ts'
import { Redactor, redactedMark } from '../http/redact.ts'
import { Session } from '../http/session.ts'
import { SharedGets } from '../http/shared-gets.ts'
import type { BundleSource } from './bundle-source.ts'
import { type ReplayDifference, resultDifferences, verdictDifferences } from './compare-results.ts'
import { type ExchangeIndex, indexExchanges, RequestKeys } from './exchange-index.ts'
import { openBundle } from './open-bundle.ts'
import { ReplayClock, ReplayTransport } from './replay-transport.ts'
import { readRun } from './run-text.ts'

export interface ReplayOptions {
  /** Replay also a run of which not everything was kept; what cannot be reached again shows as different. @default false */
  readonly force?: boolean | undefined
}

/** A check, run again on what it was answered. */
export interface CheckReplay {
  readonly id: string
  readonly same: boolean
  readonly results: number
  readonly differences: readonly ReplayDifference[]
  /** What the check asked for and the bundle has no answer to: `GET https://…`. */
  readonly missing: readonly string[]
  /** Numbers of exchanges that the check did not ask for again. */
  readonly unasked: readonly number[]
}

export interface Replay {
  /** Whether every check reached the same verdict and the same results. */
  readonly same: boolean
  readonly run: Pick<RunHead, 'id' | 'connector' | 'startedAt' | 'status'>
  /** Version of the connector that was replayed with; another one explains differences. */
  readonly connectorVersion: string
  readonly checks: readonly CheckReplay[]
}

/**
 * Runs the checks of a bundle again, on the exchanges that it has, without network, credentials and store, and compares.
 * `authenticate`, `sign` and OAuth are left out; secrets are `[redacted]`; time is that of the run, and nothing waits.
 * Whether the bundle is what somebody signed is for `verifyBundle` to say.
 * @throws CheckwrightError `BUNDLE_INVALID`; `RUN_NOT_REPLAYABLE` when the run was not kept whole or is another connector's
 */
export async function replayBundle(
  path: string,
  connector: AnyConnector,
  options: ReplayOptions = {},
): Promise<Replay> {
  const source = await openBundle(path)
  try {
    const run = await readRun(() => source.read('run.json'))
    demandReplayable(run.head, connector, options)
    return await replayed(run, source, connector)
  } finally {
    await source.close()
  }
}

/** Which connector a bundle's run needs. @throws CheckwrightError `BUNDLE_INVALID` */
export async function connectorOfBundle(path: string): Promise<RunHead['connector']> {
  const source = await openBundle(path)
  try {
    return (await readRun(() => source.read('run.json'))).head.connector
  } finally {
    await source.close()
  }
}

function demandReplayable(head: RunHead, { id }: AnyConnector, { force = false }: ReplayOptions): void {
  const refuse = (message: string) => new CheckwrightError(message, { code: 'RUN_NOT_REPLAYABLE' })
  if (head.connector.id !== id)
    throw refuse(
      `The run is of the connector "${head.connector.id}", and "${id}" was named. Name that one, or its file.`,
    )
  if (!head.replayable && !force)
    throw refuse(
      `The run cannot be replayed. ${head.notReplayableBecause ?? 'It does not say why.'} What was kept of it can be replayed with --force.`,
    )
}

async function replayed(run: KeptRun, source: BundleSource, connector: AnyConnector): Promise<Replay> {
  const { head } = run
  const keys = new RequestKeys(connector.definition)
  const index = await indexExchanges(source, keys)
  const checks: CheckReplay[] = []
  for (const recorded of head.checks) {
    const check = connector.checks.find(({ id }) => id === recorded.id)
    const results: ResultRecord[] = []
    for await (const result of run.results(recorded.id)) results.push(result)
    checks.push(
      check
        ? await replayedCheck(check, recorded, results, { head, connector, index, keys })
        : { ...nothingAsked(recorded), differences: [{ of: 'check', recorded: recorded.id }] },
    )
  }
  const { id, connector: recordedWith, startedAt, status } = head
  return {
    same: checks.every(({ same }) => same),
    run: { id, connector: recordedWith, startedAt, status },
    connectorVersion: connector.definition.version ?? '0.0.0',
    checks,
  }
}

/** The connector of today has no such check any more. */
function nothingAsked({ id, exchanges }: CheckHead): CheckReplay {
  return { id, same: false, results: 0, differences: [], missing: [], unasked: exchanges }
}

interface Given {
  readonly head: RunHead
  readonly connector: AnyConnector
  readonly index: ExchangeIndex
  readonly keys: RequestKeys
}

async function replayedCheck(
  check: Check,
  recorded: CheckHead,
  results: readonly ResultRecord[],
  { head, connector, index, keys }: Given,
): Promise<CheckReplay> {
  const { inputs, connectionId, organizationId } = head
  const { definition } = connector
  const { sign: _sign, authenticate, ...hooks } = connector.hooks
  const now = new Date(inputs.now)
  const clock = new ReplayClock(now.getTime())
  const transport = new ReplayTransport({
    index,
    keys,
    exchanges: [...recorded.exchanges, ...index.sentBy(recorded.id)],
    error: recorded.error,
    clock,
    renews: definition.auth.type === 'oauth2' || authenticate !== undefined,
  })
  const fillings = fillingsOf(definition, inputs.credentials, textsOf(inputs.settings))
  // A run does not say whether it was allowed to leave https. It was if it did, or if nothing kept it from opening a base
  // URL that is none.
  const isHttps = /^https:/i.test(definition.baseUrl)
  const allowPrivateNetwork = index.hasPlainHttp || !(isHttps || recorded.error?.code === 'HTTP_HOST_REFUSED')
  const session = () =>
    new Session({
      // Nobody signs: exchanges are kept as they were before that.
      connector: { ...connector, hooks },
      fillings,
      origins: originsOf(definition, fillings, allowPrivateNetwork),
      authorizer: transport.authorizer,
      transport,
      pacer: new Unpaced({}, clock),
      // Does not take the mark for a secret: links of the vendor's hold it, and may go where the vendor says.
      redactor: new Redactor(definition.sensitive),
      clock,
      allowPrivateNetwork,
      random: () => 0,
    })
  // Knows the mark, so that what a check makes of a secret is hidden now as the secret's own forms were then.
  const redactor = new Redactor(definition.sensitive)
  redactor.add(redactedMark)
  // What the check asked several times at once was sent once.
  const sharing = new SharedGets({ checks: 1 })
  const outcome = await runCheck(
    check,
    {
      connector,
      redactor,
      clock,
      session,
      credentials: Object.freeze({ ...inputs.credentials }),
      fillings,
      variablesOf: runVariables(connector, [check], knownVariables(connector, inputs.variables)).of,
      connectionId,
      organizationId,
      grantedScopes: undefined,
      accessToken: definition.auth.type === 'oauth2' ? () => redactedMark : undefined,
      now,
      signal: new AbortController().signal,
      emit: () => undefined,
      sharing,
    },
    { before: stateOf(inputs.stateBefore[check.id]), save: async () => undefined },
  )
  await sharing.close()
  const differences = [...verdictDifferences(recorded, outcome), ...resultDifferences(results, outcome.results)]
  const { missing, left } = transport
  return {
    id: check.id,
    same: differences.length === 0 && missing.length === 0,
    results: outcome.results.length,
    differences,
    missing,
    unasked: left,
  }
}

/** What the vendor was asked at whatever pace is answered at once. */
class Unpaced extends Pacer {
  override acquire(signal: AbortSignal): number {
    signal.throwIfAborted()
    return 0
  }

  override release(): void {}

  override hear(): void {}

  override pause(): void {}
}

/** Those that the connector of today still declares; the others show by what the check makes of their absence. */
function knownVariables({ definition, checks }: AnyConnector, variables: RunHead['inputs']['variables']) {
  const known = [...(definition.variables ?? []), ...checks.flatMap((check) => check.variables ?? [])].map(
    ({ id }) => id,
  )
  return Object.fromEntries(Object.entries(variables).filter(([id]) => known.includes(id)))
}

function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, String(value)]))
}

type State = Extract<RunHead['inputs']['stateBefore'][string], { readonly [key: string]: unknown }>

function stateOf(value: RunHead['inputs']['stateBefore'][string] | undefined): State {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as State) : {}
}
