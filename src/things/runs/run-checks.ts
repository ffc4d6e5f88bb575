import { type CredentialValues, parseCredentials } from '../../auth/credential-values.ts'
import { createFixedTokenSource } from '../../auth/strategies/oauth2.ts'
import { chooseWork } from '../../checks/choose-checks.ts'
import { resolveRunVariables } from '../../checks/context/run-variables.ts'
import { executeRun, noMemory } from '../../checks/execute-run.ts'
import { type DisposableRun, wholeRun } from '../../checks/runs/recorded-run.ts'
import { openRunWaivers } from '../../checks/waivers/run-waivers.ts'
import {
  type AnyConnector,
  type Clock,
  type ConnectorDefinition,
  type CredentialInput,
  isConnector,
  listCaptures,
  type RunEvent,
  type RunResult,
  systemClock,
  timerMsMax,
  type Waiver,
} from '../../define/index.ts'
import { CheckError, CheckwrightError, CredentialError } from '../../errors/index.ts'
import { type ExchangesOption, openLedger } from '../../http/exchanges/ledger.ts'
import { openSession } from '../../http/open-session.ts'
import { Redactor } from '../../http/redact/redact.ts'
import { openSharedTransport } from '../../http/transport/create-transport.ts'
import type { TransportOptions } from '../../http/transport/transport-options.ts'
import { hideFromTraces } from '../../service/telemetry/hide-from-traces.ts'
import { traceRun } from '../../service/telemetry/trace-run.ts'

export interface RunChecksOptions<C extends AnyConnector = AnyConnector> extends TransportOptions {
  /** Values by field id; for an oauth2 connector `access_token` and its fields. */
  readonly credentials: CredentialInput<C>
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  /** Values of the OAuth app's custom settings, if placeholders need them. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** Ids of the checks to run. @default all, and none where `inventories` are named */
  readonly checks?: readonly string[] | undefined
  /** Inventories to read, by kind or part: `account`, `account.iam`. @default all, and those that they need where `checks` are named */
  readonly inventories?: readonly string[] | undefined
  /**
   * Accepted exceptions, in order. They mark failing results as `waived`, without changing their status. @default none
   */
  readonly waivers?: readonly Waiver[] | undefined
  readonly clock?: Clock | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Time for the whole run. Checks that are not finished by then are `error` kind `timeout`. @default each check's own
   */
  readonly timeoutMs?: number | undefined
  /** Keeps the exchanges, so that the result is `replayable`. @default not kept */
  readonly exchanges?: ExchangesOption | undefined
  /** Called with each event, in order. An error that it throws is ignored. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined
}

/**
 * Runs a connector's checks once, without a store. Missing or malformed credentials cause no request: every check then
 * ends as `error` kind `config`.
 * @throws CheckError `CHECK_UNKNOWN`, `INVENTORY_UNKNOWN` for a check or an inventory that the connector does not have
 * @throws CredentialError `VARIABLE_INVALID` for a variable that nobody knows
 * @throws CheckwrightError `WAIVERS_INVALID` for waivers that are not well-formed
 * @throws the file system's error when the file for the exchanges cannot be made
 * @example
 * const result = await runChecks(acme, { credentials: { api_key: process.env.ACME_KEY } })
 */
export async function runChecks<C extends AnyConnector>(
  connector: C,
  options: RunChecksOptions<C>,
): Promise<RunResult> {
  const run = await keepRun<C>(connector, options)
  try {
    return await wholeRun(run)
  } finally {
    await run.close()
  }
}

/**
 * The same, with results that you read one at a time from a temporary file, so that a run with very many needs no more
 * memory than another. Close it afterwards.
 * @throws as `runChecks`
 * @example
 * await using run = await keepRun(acme, { credentials })
 * for await (const result of run.results('admin-mfa')) await table.insert(result)
 */
export async function keepRun<C extends AnyConnector>(
  connector: C,
  options: RunChecksOptions<C>,
): Promise<DisposableRun> {
  if (!isConnector(connector))
    throw new TypeError('runChecks: the first argument must be a connector of defineConnector')
  if (typeof options?.credentials !== 'object' || options.credentials === null)
    throw new TypeError('runChecks: options.credentials must be an object')
  demandTimeout(options.timeoutMs)
  const { clock = systemClock, settings = {}, onEvent } = options
  const { definition } = connector
  const { checks, inventories } = chooseWork(connector, options)
  const variables = resolveRunVariables(connector, checks, options.variables ?? {})
  const waivers = options.waivers && (await checkWaivers(options.waivers, clock))
  const redactor = new Redactor(definition.sensitive)
  const credentials = attemptConfiguration(() => parseOwnCredentials(connector, options.credentials, redactor))
  const values = credentials.ok ? credentials.value : {}
  const transport = hideFromTraces(openSharedTransport(options))
  const ledger = options.exchanges && (await openLedger({ ...options.exchanges, redactor }))
  const { accessToken, shown } = splitToken(definition, values)
  const isEndless = options.signal === undefined && options.timeoutMs === undefined
  const cancelled = isEndless ? undefined : createCancellation(options.signal, options.timeoutMs)
  const session = attemptConfiguration(() => {
    if (!credentials.ok) throw credentials.error
    return openSession({
      connector,
      credentials: shown,
      settings,
      tokens: accessToken === undefined ? undefined : createFixedTokenSource(accessToken),
      transport,
      redactor,
      clock,
      allowPrivateNetwork: options.allowPrivateNetwork ?? false,
      ledger,
    })
  })
  const now = new Date(clock.nowMs())
  try {
    return await traceRun({ connector, emit: onEvent && ignoreListenerFailures(onEvent) }, (emit) =>
      executeRun(
        { checks, inventories, variables: variables.used, settings, memory: noMemory },
        {
          connector,
          redactor,
          clock,
          session: () => {
            if (!session.ok) throw session.error
            return session.value
          },
          credentials: Object.freeze(shown),
          variablesOf: variables.resolve,
          connectionId: undefined,
          organizationId: undefined,
          grantedScopes: undefined,
          accessToken: accessToken === undefined ? undefined : () => accessToken,
          now,
          signal: cancelled?.signal,
          emit,
          ledger,
          waivers: waivers && openRunWaivers(waivers, connector, now),
        },
      ),
    )
  } finally {
    cancelled?.release()
    const ending = session.ok ? session.value.end() : undefined
    if (ending) await ending
    if (ledger) await ledger.close()
    await transport.close()
  }
}

/** Checked by their rules, which load only if there are waivers. */
export async function checkWaivers(
  waivers: readonly Waiver[] | undefined,
  clock: Clock,
): Promise<readonly Waiver[] | undefined> {
  if (waivers === undefined) return undefined
  const { parseWaiverList } = await import('../../checks/waivers/parse-waivers.ts')
  return parseWaiverList(waivers, new Date(clock.nowMs()))
}

/** Values of a connector's fields; for oauth2 the access token, and captures that are known already. */
function parseOwnCredentials(connector: AnyConnector, input: Readonly<Record<string, unknown>>, redactor: Redactor) {
  const { definition } = connector
  if (definition.auth.type !== 'oauth2') return parseCredentials(definition, input)
  const token = input.access_token
  if (typeof token !== 'string' || token === '') {
    throw new CredentialError(`The credentials for ${definition.name} cannot be used:`, {
      code: 'CREDENTIAL_MISSING',
      problems: [{ path: 'access_token', message: 'is required (an OAuth access token)' }],
    })
  }
  redactor.add(token)
  return parseCredentials(definition, input, ['access_token', ...listCaptures(definition).map((capture) => capture.id)])
}

/**
 * The access token of an oauth2 connection, apart from its fields, because a field of another strategy may have that
 * name.
 */
function splitToken({ auth }: ConnectorDefinition, values: CredentialValues) {
  if (auth.type !== 'oauth2') return { accessToken: undefined, shown: values }
  const { access_token: accessToken, ...shown } = values
  return { accessToken: accessToken === undefined ? undefined : String(accessToken), shown }
}

/**
 * Ends a run that is cancelled or out of time with one of our errors, whatever the caller aborted with. `release`
 * removes the listener and the timer.
 * @param timeoutMs greater than 0 @default no deadline of its own
 */
export function createCancellation(
  signal: AbortSignal | undefined,
  timeoutMs?: number,
): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  const cancel = () =>
    controller.abort(
      signal?.reason instanceof CheckwrightError
        ? signal.reason
        : new CheckError('The run was cancelled before the check had ended.', { code: 'CANCELLED' }),
    )
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(createRunTimeout(timeoutMs)), Math.min(timeoutMs, timerMsMax))
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    },
  }
}

/** @throws TypeError for an invalid time, which a timer would treat as 1 ms */
export function demandTimeout(timeoutMs: number | undefined): void {
  if (timeoutMs !== undefined && !(timeoutMs > 0)) throw new TypeError('timeoutMs must be a number greater than 0')
}

function createRunTimeout(timeoutMs: number): CheckError {
  return new CheckError(
    `The check was not finished when the run's ${timeoutMs / 1000} s were over. Raise the run's timeoutMs, or run fewer checks at once.`,
    { code: 'CHECK_TIMEOUT', retryable: true },
  )
}

/** A listener that fails must not fail the run. */
function ignoreListenerFailures(onEvent: (event: RunEvent) => void): (event: RunEvent) => void {
  return (event) => {
    try {
      // An async function fits this type too, and its rejection would end the process.
      const outcome: unknown = onEvent(event)
      if (outcome instanceof Promise) outcome.catch(() => undefined)
    } catch {
      // A listener's error does not affect the run: the result is complete without it.
    }
  }
}

type ConfigurationAttempt<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: CheckwrightError }

/** An insufficient configuration becomes every check's error. Any other error is a bug of ours. */
function attemptConfiguration<T>(work: () => T): ConfigurationAttempt<T> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    if (error instanceof CheckwrightError) return { ok: false, error }
    throw error
  }
}
