import {
  type AnyConnector,
  type Check,
  type CheckContext,
  type CheckFailure,
  type CheckHead,
  type CheckOutcome,
  type Clock,
  type JsonValue,
  type ResultRecord,
  type ResultStatus,
  type RunEvent,
  type RunStatus,
  toControlId,
} from '../define/index.ts'
import { CheckError, HttpError } from '../errors/index.ts'
import { type ClientScope, createVendorClient } from '../http/client.ts'
import type { Ledger } from '../http/kept/ledger.ts'
import type { SharedGets } from '../http/kept/shared-gets.ts'
import type { Redactor } from '../http/redact/redact.ts'
import type { VendorSession } from '../http/session.ts'
import { runCheckWithDeadline } from './check-deadline.ts'
import { toCheckFailure } from './check-failure.ts'
import { callConnectorCode } from './connector-frames.ts'
import { demandReady } from './demand-ready.ts'
import { isAnswer } from './findings/open-failures.ts'
import { KeptState } from './kept-state.ts'
import { noteExchangeHere, runAsOwner } from './provenance.ts'
import { Reporter, type ResultCounts } from './results/reporter.ts'
import { ResultLog } from './results/result-log.ts'
import { redactResult } from './results/result-record.ts'
import { Calls } from './unanswered-calls.ts'
import { Stray } from './unhandled-rejections.ts'
import { decideVerdict } from './verdict.ts'
import type { RunWaivers } from './waivers/run-waivers.ts'

/** What all checks of a run have in common. */
export interface RunScope {
  readonly connector: AnyConnector
  readonly redactor: Redactor
  readonly clock: Clock
  /** The way to the vendor. @throws CredentialError when the configuration does not suffice; nothing is sent then */
  readonly session: () => VendorSession
  readonly credentials: Readonly<Record<string, unknown>>
  /** Values that fill `{placeholders}`: credentials and settings. */
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
  /** Where the session keeps its exchanges; the run ends it. @default nowhere */
  readonly ledger?: Ledger | undefined
  /** GETs that checks have in common; the run ends it. @default each check's are sent for it alone */
  readonly sharing?: SharedGets | undefined
  /** Accepted exceptions. @default none */
  readonly waivers?: RunWaivers | undefined
}

/** Kept values of one check, and how to keep new ones. */
export interface CheckMemory {
  readonly before: Readonly<Record<string, JsonValue>>
  save(state: Readonly<Record<string, JsonValue>>): Promise<void>
}

/** What a check's context writes to. */
interface CheckSinks {
  readonly reporter: Reporter
  readonly state: KeptState
  readonly calls: Calls
  readonly stray: Stray
}

/** A check that has ended; its results are in the log. */
export interface EndedCheck {
  readonly head: CheckHead
  readonly counts: ResultCounts
}

const timeoutMsDefault = 600_000

/** Runs one check to its outcome, with all its results. Never throws: whatever happens is part of the outcome. */
export async function runCheck(check: Check, scope: RunScope, memory: CheckMemory): Promise<CheckOutcome> {
  const log = createResultLog(scope)
  try {
    const { head } = await runToEnd(check, scope, memory, log)
    return { ...head, results: await Array.fromAsync(log.read(check.id)) }
  } finally {
    log.close()
  }
}

/** Where the results of a run go. */
export function createResultLog({ connector, connectionId, redactor }: RunScope): ResultLog {
  const again = (checkId: string, result: ResultRecord) =>
    redactResult(result, { connectorId: connector.id, connectionId, checkId }, redactor)
  return new ResultLog({ redactor, again })
}

/** Runs one check to its end, its results kept in the log. Never throws: whatever happens is part of the outcome. */
export async function runToEnd(
  check: Check,
  scope: RunScope,
  memory: CheckMemory,
  results: ResultLog,
): Promise<EndedCheck> {
  const { connector, connectionId, clock, redactor, waivers, emit } = scope
  const startedAtMs = clock.nowMs()
  const reporter = new Reporter({
    connector,
    check,
    connectionId,
    redactor,
    results,
    waiverFor: waivers && ((resource) => waivers.waiverFor(check, resource)),
    nowMs: () => clock.nowMs(),
    emit,
  })
  const sinks: CheckSinks = {
    reporter,
    state: new KeptState(memory.before, redactor),
    calls: new Calls(),
    stray: new Stray(),
  }
  const explain = (thrown: unknown) => toCheckFailure(thrown, { check, grantedScopes: scope.grantedScopes, redactor })
  const variables = pickGivenVariables(check, scope)
  emit({ type: 'check.started', checkId: check.id })
  const work = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => sinks.calls.end(), { once: true })
    try {
      const context = createCheckContext(check, { ...scope, variables: variables.get }, signal, sinks)
      await callConnectorCode(async () => {
        // By the check's own context, so that a replay asks it again on what this check was answered.
        await demandReady(connector, context)
        await check.run(context)
      })
    } finally {
      sinks.calls.end()
    }
  }
  const error = await runAsOwner(sinks.stray, () =>
    catchThrown(() => runCheckWithDeadline(check.timeoutMs ?? timeoutMsDefault, scope.signal, work)),
  )
  reporter.close()
  await sinks.stray.end()
  const failure =
    (error ? explain(error.thrown) : findQuietFailure(check, sinks, explain)) ??
    (await saveState(memory, sinks, explain))
  const { counts, logs, requests, retries, exchanges } = reporter
  const verdict = decideVerdict(listReportedStatuses(counts), check.onEmpty)
  const status: RunStatus = failure ? 'error' : (verdict ?? 'error')
  const head: CheckHead = {
    id: check.id,
    title: check.title,
    severity: check.severity ?? 'medium',
    controls: (check.controls ?? []).map(toControlId),
    ...readControlBounds(check),
    ...(variables.kept && { variables: variables.kept }),
    tags: check.tags ?? [],
    status,
    ...(failure && { error: failure }),
    complete: failure === undefined && sinks.calls.leftList === undefined,
    exchanges,
    requests,
    retries,
    durationMs: Math.max(0, clock.nowMs() - startedAtMs),
    logs,
  }
  emit({ type: 'check.finished', checkId: check.id, outcome: head })
  return { head, counts }
}

function listReportedStatuses(counts: ResultCounts): readonly ResultStatus[] {
  return (['pass', 'fail', 'manual', 'not_applicable'] as const).filter((status) => counts[status] > 0)
}

/** Kept with the run, because a later version of the connector may demand something else. */
function readControlBounds({ controls = [] }: Check): Pick<CheckOutcome, 'controlBounds'> {
  const bounded = controls.filter((control) => typeof control !== 'string')
  return bounded.length === 0
    ? {}
    : { controlBounds: Object.fromEntries(bounded.map(({ id, requires }) => [id, requires])) }
}

/** What the check is given, and the same as the run keeps it, so that a replay gives it again. */
interface GivenVariables {
  /** @throws CredentialError `VARIABLE_INVALID` */
  readonly get: () => Readonly<Record<string, unknown>>
  /** Left out where there are none, and where they are what the check could not begin with. */
  readonly kept?: { readonly [id: string]: JsonValue }
}

function pickGivenVariables(check: Check, { variablesOf, redactor }: RunScope): GivenVariables {
  try {
    const values = variablesOf(check)
    const kept = redactor.json(values) as Record<string, JsonValue>
    return { get: () => values, ...(Object.keys(kept).length > 0 && { kept }) }
  } catch (thrown) {
    return {
      get: () => {
        throw thrown
      },
    }
  }
}

type Explain = (thrown: unknown) => CheckFailure

/** A check that ended by itself and still cannot tell: it said so, has not seen everything, or said nothing. */
function findQuietFailure(
  check: Check,
  { reporter, calls, stray }: CheckSinks,
  explain: Explain,
): CheckFailure | undefined {
  if (reporter.doubt) return explain(reporter.doubt)
  if (stray.first)
    return addAdvice(explain(stray.first.thrown), 'It was thrown where nothing waits for it: await every promise.')
  const incomplete = { code: 'CHECK_INCOMPLETE', retryable: false }
  if (calls.abandoned > 0) {
    const what = calls.abandoned === 1 ? 'a call' : `${calls.abandoned} calls`
    const message = `The check ended while ${what} to the vendor was still under way, so that not everything was judged. Await every call.`
    return { ...incomplete, kind: 'check_bug', message }
  }
  if (calls.passedOver) return addAdvice(explain(calls.passedOver.thrown), explainPassedOver(calls.passedOver.thrown))
  const [reason = calls.openPage ?? explainLeftEarly(reporter, calls)] = reporter.incompleteReasons
  if (reason !== undefined) return { ...incomplete, kind: 'incomplete_data', message: reason }
  if (listReportedStatuses(reporter.counts).length > 0 || check.onEmpty !== undefined) return undefined
  return {
    kind: 'incomplete_data',
    code: 'CHECK_NO_RESULT',
    message: `The check reported nothing, and nothing seen is not a pass. If that can be right, declare onEmpty ('pass', 'fail' or 'not_applicable').`,
    retryable: false,
  }
}

function addAdvice(failure: CheckFailure, advice: string): CheckFailure {
  // What a vendor said, which may come last, need not end as a sentence.
  const end = /[.!?…]$/.test(failure.message) ? '' : '.'
  return { ...failure, message: `${failure.message}${end} ${advice}` }
}

function explainPassedOver(thrown: unknown): string {
  const wentOn = 'The check went on without this answer, and what it has not seen it cannot judge.'
  const status = thrown instanceof HttpError ? thrown.status : undefined
  return status !== undefined && isAnswer(status)
    ? `${wentOn} Where ${status} is an answer to judge by, say so at the request: expect: [${status}].`
    : wentOn
}

/** One failing result is enough to fail, whatever the rest of a list holds; anything else takes all of it. */
function explainLeftEarly({ counts }: Reporter, { leftList }: Calls): string | undefined {
  if (leftList === undefined || counts.fail > 0) return undefined
  return `The check left the list ${leftList} before its end, so that not everything was seen. Where a part of it is enough, say so: partial: true.`
}

/** Keeps the state of a check that could tell. After any other, the next run has to begin where this one began. */
async function saveState(
  memory: CheckMemory,
  { state }: CheckSinks,
  explain: Explain,
): Promise<CheckFailure | undefined> {
  const { changes } = state
  const error = changes && (await catchThrown(() => memory.save(changes)))
  return error && explain(error.thrown)
}

function createCheckContext(
  check: Check,
  scope: RunScope & { readonly variables: GivenVariables['get'] },
  signal: AbortSignal,
  { reporter, state, calls }: CheckSinks,
): CheckContext {
  const { redactor, accessToken } = scope
  const client: ClientScope = {
    signal,
    checkId: check.id,
    writes: check.writes ?? false,
    sharing: scope.sharing,
    onRequest: (request) => reporter.request(request),
    onShared: (exchange) => reporter.shared(exchange),
    onWait: (wait) => reporter.wait(wait),
    onAnswer: noteExchangeHere,
    incomplete: (reason) => reporter.incomplete(reason),
  }
  const context: CheckContext = {
    ...calls.client(createVendorClient(scope.session(), client)),
    each: calls.each,
    pass: (result) => reporter.report('pass', result),
    fail: (result) => reporter.report('fail', result),
    manual: (result) => reporter.report('manual', result),
    notApplicable: (result) => reporter.report('not_applicable', result),
    cannotTell: (reason) => reporter.cannotTell(reason),
    undecided: ({ because, kind = 'incomplete_data', missingScopes }) =>
      reporter.doubtHere({ kind, message: because, missingScopes }),
    inventory: ({ of }) => {
      throw new CheckError(`Inventory "${of}" cannot be read yet.`, { code: 'INVENTORY_UNKNOWN' })
    },
    known: (value, reason) => value ?? reporter.cannotTell(reason),
    sleep: (ms) => calls.track(scope.clock.sleep(ms, signal)),
    log: (message, fields) => reporter.log('info', message, fields),
    warn: (message, fields) => reporter.log('warn', message, fields),
    error: (message, fields) => reporter.log('error', message, fields),
    secret: (value) => {
      redactor.add(value)
      return value
    },
    credentials: scope.credentials,
    variables: scope.variables(),
    state,
    connection: { id: scope.connectionId, organizationId: scope.organizationId },
    now: new Date(scope.now),
  }
  return accessToken ? Object.defineProperty(context, 'accessToken', { get: accessToken, enumerable: true }) : context
}

async function catchThrown(work: () => Promise<void>): Promise<{ readonly thrown: unknown } | undefined> {
  try {
    await work()
    return undefined
  } catch (thrown) {
    return { thrown }
  }
}
