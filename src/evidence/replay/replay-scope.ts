import { collectFillings } from '../../auth/collect-fillings.ts'
import { digestRenewalsMax } from '../../auth/strategies/digest.ts'
import type { RunScope } from '../../checks/context/run-scope.ts'
import { resolveVariables } from '../../checks/context/run-variables.ts'
import type { RunHead } from '../../checks/runs/recorded-run.ts'
import {
  type AnyConnector,
  type Check,
  type CheckFailure,
  isDigest,
  type JsonValue,
  type RunEvent,
} from '../../define/index.ts'
import { CredentialError } from '../../errors/index.ts'
import { fillOrigins } from '../../http/origins.ts'
import { Pacer } from '../../http/pace/pacer.ts'
import { Redactor, redactedMark } from '../../http/redact/redact.ts'
import { SharedGets } from '../../http/requests/shared-gets.ts'
import { VendorSession } from '../../http/session.ts'
import type { ExchangeIndex, RequestKeys } from './exchange-index.ts'
import type { Offline } from './offline.ts'
import { ReplayClock, ReplayTransport } from './replay-transport.ts'

/** The basis of a repeated check: the exchanges, and the other inputs of its verdict. */
export interface ReplaySurroundings {
  readonly connector: AnyConnector
  readonly index: ExchangeIndex
  readonly keys: RequestKeys
  /** Its variables are not used: one text for all checks does not show what each of them had. */
  readonly inputs: Omit<RunHead['inputs'], 'variables'>
  readonly connectionId?: string | undefined
  readonly organizationId?: string | undefined
  /** Called as the check goes on, in the time of the run. @default nothing is called */
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  /** Ends the work before its own end. @default nothing does */
  readonly signal?: AbortSignal | undefined
  /** Keeps the work from the network. @default `runOffline` */
  readonly confine?: (<T>(work: () => Promise<T>) => Promise<Offline<T>>) | undefined
  /** Gives the last answer to a GET again, as a vendor does. @default a request that the run did not send lacks its answer */
  readonly repeats?: boolean | undefined
}

/** A check, or the reading of an inventory, as the run kept it. */
export interface RecordedWork {
  /** Numbers of its exchanges. */
  readonly exchanges: readonly number[]
  /** What it ended in then. */
  readonly error?: CheckFailure | undefined
  /** The variables that it had. */
  readonly variables?: { readonly [id: string]: JsonValue } | undefined
}

/** A scope that answers from kept exchanges, and what it was not asked for. */
export interface ReplayScope {
  readonly scope: RunScope
  readonly transport: ReplayTransport
  close(): Promise<void>
}

/**
 * What some work runs in without network, credentials and store.
 * @param id of the check or the inventory
 */
export function openReplayScope(
  id: string,
  recorded: RecordedWork,
  {
    connector,
    index,
    keys,
    inputs,
    connectionId,
    organizationId,
    onEvent = () => undefined,
    signal,
    repeats = false,
  }: ReplaySurroundings,
): ReplayScope {
  const { definition } = connector
  const { sign: _sign, authenticate: _authenticate, ...hooks } = connector.hooks
  const now = new Date(inputs.now)
  const clock = new ReplayClock(now.getTime())
  const ending = new AbortController()
  const transport = new ReplayTransport({
    index,
    keys,
    exchanges: [...recorded.exchanges, ...index.listSentBy(id)],
    error: recorded.error,
    end: (reason) => ending.abort(reason),
    clock,
    renewalsMax: countRenewals(connector),
    repeats,
  })
  const fillings = collectFillings(definition, inputs.credentials, toTextValues(inputs.settings))
  // A run does not record whether it was allowed to use http. It was if it did, or if it could open a base URL that is
  // not https.
  const isHttps = /^https:/i.test(definition.baseUrl)
  const allowPrivateNetwork = index.hasPlainHttp || !(isHttps || recorded.error?.code === 'HTTP_HOST_REFUSED')
  const session = () =>
    new VendorSession({
      // There is no signing: exchanges are kept as they were before that.
      connector: { ...connector, hooks },
      fillings,
      origins: fillOrigins(definition, fillings, allowPrivateNetwork),
      authorizer: transport.authorizer,
      transport,
      pacer: new UnpacedClock({}, clock),
      // Does not treat the mark as a secret, because links of the vendor contain it, and may go where the vendor leads.
      redactor: new Redactor(definition.sensitive),
      clock,
      allowPrivateNetwork,
      random: () => 0,
    })
  // Knows the mark, so that what a check makes of a secret is hidden now as the secret's own forms were then.
  const redactor = new Redactor(definition.sensitive)
  redactor.add(redactedMark)
  // What was asked several times at once was sent once. Without their secrets, others look the same: the transport tells them apart.
  const sharing = new SharedGets({ checks: 1, isAlone: (key) => redactor.finds(key) })
  const scope: RunScope = {
    connector,
    redactor,
    clock,
    session,
    credentials: Object.freeze({ ...inputs.credentials }),
    variablesOf: (work) => readRecordedVariables(connector, work, recorded),
    connectionId,
    organizationId,
    grantedScopes: undefined,
    accessToken: definition.auth.type === 'oauth2' ? () => redactedMark : undefined,
    now,
    signal: signal ? AbortSignal.any([ending.signal, signal]) : ending.signal,
    emit: onEvent,
    sharing,
    isReplay: true,
  }
  return { scope, transport, close: async () => sharing.close() }
}

/** Recorded answers come at once, whatever the original pace. */
class UnpacedClock extends Pacer {
  override acquireNow(signal: AbortSignal): number {
    signal.throwIfAborted()
    return 0
  }

  override release(): void {}

  override learn(): void {}

  override pause(): void {}
}

/**
 * The check's variables, if the present connector still declares them. Invalid values were not kept, so the check fails
 * to begin in the same way.
 */
function readRecordedVariables(
  connector: AnyConnector,
  check: Check,
  { variables, error }: RecordedWork,
): ReturnType<typeof resolveVariables> {
  if (variables === undefined && error?.code === 'VARIABLE_INVALID')
    throw new CredentialError('The variables of the run could not be used.', { code: 'VARIABLE_INVALID' })
  return resolveVariables(connector, check, variables ?? {})
}

function toTextValues(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, String(value)]))
}

/** As often as the session of the run did at most. */
function countRenewals({ definition, hooks }: AnyConnector): number {
  if (isDigest(definition)) return digestRenewalsMax
  return definition.auth.type === 'oauth2' || hooks.authenticate !== undefined ? 1 : 0
}
