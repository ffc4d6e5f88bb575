import type {
  AnyConnector,
  Check,
  CheckContext,
  CheckFailure,
  CheckOutcome,
  Clock,
  Fillings,
  JsonValue,
  RunEvent,
  RunStatus,
} from '../define/index.ts'
import { CheckError, HttpError } from '../errors/index.ts'
import { type ClientScope, vendorClient } from '../http/client.ts'
import { each } from '../http/each.ts'
import type { Redactor } from '../http/redact.ts'
import type { Session } from '../http/session.ts'
import { failureOf } from './failure.ts'
import { Reporter } from './reporter.ts'
import { verdictOf } from './verdict.ts'

/** What all checks of a run have in common. */
export interface RunScope {
  readonly connector: AnyConnector
  readonly redactor: Redactor
  readonly clock: Clock
  /** The way to the vendor. @throws CredentialError when the configuration does not suffice; nothing is sent then */
  readonly session: () => Session
  readonly credentials: Readonly<Record<string, unknown>>
  /** Values that fill `{placeholders}`: credentials and settings. */
  readonly fillings: Fillings
  /** Variables of one check: the connector's and its own. @throws CredentialError `VARIABLE_INVALID` */
  readonly variablesOf: (check: Check) => Readonly<Record<string, unknown>>
  readonly connectionId: string | undefined
  readonly organizationId: string | undefined
  readonly grantedScopes: readonly string[] | undefined
  /** The access token of the moment; undefined when the connector is not oauth2. */
  readonly accessToken: (() => string) | undefined
  readonly now: Date
  readonly signal: AbortSignal
  readonly emit: (event: RunEvent) => void
}

/** Kept values of one check, and how to keep new ones. */
export interface CheckMemory {
  readonly before: Readonly<Record<string, JsonValue>>
  save(state: Readonly<Record<string, JsonValue>>): Promise<void>
}

const timeoutMsDefault = 600_000

/** Runs one check to its outcome. Never throws: whatever happens is part of the outcome. */
export async function runCheck(check: Check, scope: RunScope, memory: CheckMemory): Promise<CheckOutcome> {
  const { connector, clock, redactor, emit } = scope
  const startedAtMs = clock.nowMs()
  const counts = { requests: 0, retries: 0 }
  const exchanges: number[] = []
  const deadline = new AbortController()
  const signal = AbortSignal.any([scope.signal, deadline.signal])
  const reporter = new Reporter({
    connector,
    check,
    connectionId: scope.connectionId,
    redactor,
    nowMs: () => clock.nowMs(),
    emit,
  })
  const client: ClientScope = {
    signal,
    writes: check.writes ?? false,
    onRequest: ({ method, url, status, attempt, exchange }) => {
      counts.requests++
      if (attempt > 1) counts.retries++
      exchanges.push(exchange)
      emit({ type: 'request', checkId: check.id, method, url, attempt, ...(status !== undefined && { status }) })
    },
    onWait: (reason, delayMs) => emit({ type: 'wait', checkId: check.id, reason, delayMs }),
    incomplete: (reason) => reporter.incomplete(reason),
  }
  emit({ type: 'check.started', checkId: check.id })
  const state = new Map(Object.entries(memory.before))
  const error = await thrownBy(async () => {
    const context = contextOf(check, scope, client, reporter, state)
    await withDeadline(check, deadline, signal, () => check.run(context))
    if (state.size > 0) await memory.save(Object.fromEntries(state))
  })
  reporter.close()
  const failure = error
    ? failureOf(error.thrown, { check, grantedScopes: scope.grantedScopes, redactor })
    : quietFailure(check, reporter)
  const statuses = reporter.results.map((result) => result.status)
  const status: RunStatus = failure ? 'error' : (verdictOf(statuses, check.onEmpty) ?? 'error')
  const outcome: CheckOutcome = {
    id: check.id,
    title: check.title,
    severity: check.severity ?? 'medium',
    controls: check.controls ?? [],
    tags: check.tags ?? [],
    status,
    ...(failure && { error: failure }),
    complete: failure === undefined,
    exchanges,
    results: reporter.results,
    ...counts,
    durationMs: Math.max(0, clock.nowMs() - startedAtMs),
    logs: reporter.logs,
  }
  emit({ type: 'check.finished', checkId: check.id, outcome })
  return outcome
}

/** A check that ended by itself and still cannot tell: it has not seen everything, or said nothing. */
function quietFailure(check: Check, reporter: Reporter): CheckFailure | undefined {
  const [reason] = reporter.incompleteReasons
  if (reason !== undefined)
    return { kind: 'incomplete_data', code: 'CHECK_INCOMPLETE', message: reason, retryable: false }
  if (reporter.results.length > 0 || check.onEmpty !== undefined) return undefined
  return {
    kind: 'incomplete_data',
    code: 'CHECK_NO_RESULT',
    message: `The check reported nothing, and nothing seen is not a pass. If that can be right, declare onEmpty ('pass', 'fail' or 'not_applicable').`,
    retryable: false,
  }
}

function contextOf(
  check: Check,
  scope: RunScope,
  client: ClientScope,
  reporter: Reporter,
  state: Map<string, JsonValue>,
): CheckContext {
  const { redactor, accessToken } = scope
  const context: CheckContext = {
    ...vendorClient(scope.session(), client, scope.fillings),
    each: (items, work, options) => each(items, work, options),
    pass: (result) => reporter.report('pass', result),
    fail: (result) => reporter.report('fail', result),
    manual: (result) => reporter.report('manual', result),
    notApplicable: (result) => reporter.report('not_applicable', result),
    log: (message, fields) => reporter.log('info', message, fields),
    warn: (message, fields) => reporter.log('warn', message, fields),
    error: (message, fields) => reporter.log('error', message, fields),
    secret: (value) => {
      redactor.add(value)
      return value
    },
    credentials: scope.credentials,
    variables: scope.variablesOf(check),
    state: {
      get: async <T>(key: string) => state.get(key) as T | undefined,
      set: async (key, value) => {
        // Redacted like everything that is kept: a check may not store a secret by accident.
        state.set(key, redactor.json(value))
      },
    },
    connection: { id: scope.connectionId, organizationId: scope.organizationId },
    now: new Date(scope.now),
  }
  return accessToken ? Object.defineProperty(context, 'accessToken', { get: accessToken, enumerable: true }) : context
}

/**
 * Ends the wait when the deadline passes or the run is cancelled, also for a check that ignores its signal. Its work
 * cannot be stopped then, but its results no longer count.
 */
async function withDeadline(
  check: Check,
  deadline: AbortController,
  signal: AbortSignal,
  work: () => void | Promise<void>,
): Promise<void> {
  const timeoutMs = check.timeoutMs ?? timeoutMsDefault
  const timer = setTimeout(() => {
    deadline.abort(
      new CheckError(
        `The check did not end within ${timeoutMs / 1000} s. Raise its timeoutMs, or let it ask for less.`,
        { code: 'CHECK_TIMEOUT', retryable: true },
      ),
    )
  }, timeoutMs)
  let abort = () => {}
  const ended = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    signal.throwIfAborted()
    await Promise.race([work(), ended])
  } catch (error) {
    // The cause counts, not the request that it happened to break off.
    throw signal.aborted && !(error instanceof HttpError) ? signal.reason : error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    // Requests that the check left running are nobody's any more.
    if (!deadline.signal.aborted) deadline.abort(new CheckError('The check has ended.', { code: 'CANCELLED' }))
  }
}

async function thrownBy(work: () => Promise<void>): Promise<{ readonly thrown: unknown } | undefined> {
  try {
    await work()
    return undefined
  } catch (thrown) {
    return { thrown }
  }
}
