import {
  bindStatements,
  type Check,
  type CheckFailure,
  type CheckHead,
  type CheckOutcome,
  type JsonValue,
  type ResultRecord,
  type ResultStatus,
  type RunStatus,
  resultStatuses,
  toControlId,
} from '../define/index.ts'
import { runInSteps } from '../http/requests/work-step.ts'
import { catchThrown } from './context/catch-thrown.ts'
import { createCheckContext } from './context/check-context.ts'
import { runCheckWithDeadline } from './context/check-deadline.ts'
import { toCheckFailure } from './context/check-failure.ts'
import { pickVariables } from './context/check-variables.ts'
import { callConnectorCode } from './context/connector-frames.ts'
import { demandReady } from './context/demand-ready.ts'
import { addAdvice, explainPassedOver } from './context/passed-over.ts'
import { RedactedState } from './context/redacted-state.ts'
import { nameSteps, type RunScope } from './context/run-scope.ts'
import { Calls } from './context/unanswered-calls.ts'
import { Stray } from './context/unhandled-rejections.ts'
import { findProof } from './proofs/find-proof.ts'
import { noteExchangeHere, runAsOwner } from './results/provenance.ts'
import { Reporter, type ResultCounts } from './results/reporter.ts'
import { ResultLog } from './results/result-log.ts'
import { redactResult } from './results/result-record.ts'
import { decideVerdict } from './verdict.ts'

/** Kept values of one check, and a function that keeps new ones. */
export interface CheckMemory {
  readonly before: Readonly<Record<string, JsonValue>>
  save(state: Readonly<Record<string, JsonValue>>): Promise<void>
}

/** The targets that a check's context writes to. */
interface CheckSinks {
  readonly reporter: Reporter
  readonly state: RedactedState
  readonly calls: Calls
  readonly stray: Stray
}

/** A check that has ended; its results are in the log. */
export interface EndedCheck {
  readonly head: CheckHead
  readonly counts: ResultCounts
}

const timeoutMsDefault = 600_000

/** Runs one check to its outcome, with all its results. Does not throw: any error is part of the outcome. */
export async function runCheck(check: Check, scope: RunScope, memory: CheckMemory): Promise<CheckOutcome> {
  const log = createResultLog(scope)
  try {
    const { head } = await runToEnd(check, scope, memory, log)
    return { ...head, results: await Array.fromAsync(log.read(check.id)) }
  } finally {
    log.close()
  }
}

/** The target for the results of a run. */
export function createResultLog({ connector, connectionId, redactor, judgements }: RunScope): ResultLog {
  const redactAgain = (checkId: string, { judged: _, ...result }: ResultRecord) => {
    const redacted = redactResult(result, { connectorId: connector.id, connectionId, checkId }, redactor)
    // People judge the evidence without the secret, which is another one.
    const check = connector.checks.find(({ id }) => id === checkId)
    const judged = check && judgements?.judgementFor(redacted, check)
    return judged ? { ...redacted, judged } : redacted
  }
  return new ResultLog({ redactor, redactAgain })
}

/** Runs one check to its end, with its results in the log. Does not throw: any error is part of the outcome. */
export async function runToEnd(
  check: Check,
  scope: RunScope,
  memory: CheckMemory,
  results: ResultLog,
): Promise<EndedCheck> {
  const { connector, connectionId, clock, redactor, waivers, judgements, emit } = scope
  // Before its time begins: the list is work of its own.
  if (check.reads) await Promise.all(check.reads.map(({ inventory }) => scope.inventories?.read(inventory)))
  const startedAtMs = clock.nowMs()
  const variables = pickVariables(check, scope)
  const reporter = new Reporter({
    connector,
    check,
    connectionId,
    redactor,
    credentials: scope.credentials,
    variables: () => variables.get(),
    results,
    waiverFor: waivers && ((resource) => waivers.waiverFor(check, resource)),
    judgementFor: judgements && ((result) => judgements.judgementFor(result, check)),
    nowMs: () => clock.nowMs(),
    emit,
  })
  const sinks: CheckSinks = {
    reporter,
    state: new RedactedState(memory.before, redactor),
    calls: new Calls(),
    stray: new Stray(),
  }
  const explain = (thrown: unknown) => toCheckFailure(thrown, { check, grantedScopes: scope.grantedScopes, redactor })
  emit?.({ type: 'check.started', checkId: check.id })
  const work = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => sinks.calls.end(), { once: true })
    try {
      const context = createCheckContext(check, scope, signal, {
        id: check.id,
        writes: check.writes ?? false,
        variables: variables.get,
        onAnswer: noteExchangeHere,
        explain,
        ...sinks,
      })
      await callConnectorCode(async () => {
        // With the check's own context, so that a replay calls it with the recorded answers of this check.
        await demandReady(connector, context)
        await check.run(context)
      })
    } finally {
      sinks.calls.end()
    }
  }
  const error = await runAsOwner(sinks.stray, () =>
    runInSteps(nameSteps(scope, check.id), () =>
      catchThrown(() => runCheckWithDeadline(check.timeoutMs ?? timeoutMsDefault, scope.signal, work)),
    ),
  )
  reporter.close()
  await sinks.stray.end()
  const ended = error ? explain(error.thrown) : findQuietFailure(check, sinks, explain)
  // After an error, the next run has to begin at the same point as this one.
  const { changes } = sinks.state
  const failure = ended ?? (changes && (await saveState(memory, changes, explain)))
  const { counts, logs, requests, retries, exchanges } = reporter
  const undecided = reporter.undecidedList?.entries
  const verdict = decideVerdict(listReportedStatuses(counts), check.onEmpty)
  const status: RunStatus = failure ? 'error' : (verdict ?? 'error')
  const head: CheckHead = {
    id: check.id,
    title: check.title,
    severity: check.severity ?? 'medium',
    controls: (check.controls ?? []).map(toControlId),
    ...readControlBounds(check),
    states: bindStatements(check.states),
    variables: variables.redacted,
    tags: check.tags ?? [],
    volatile: check.volatile,
    status,
    error: failure,
    complete: failure === undefined && sinks.calls.leftList === undefined,
    exchanges,
    requests,
    retries,
    durationMs: Math.max(0, clock.nowMs() - startedAtMs),
    logs,
    undecided,
    proof: scope.isReplay ? undefined : findProof(connector, check),
  }
  emit?.({ type: 'check.finished', checkId: check.id, outcome: head })
  return { head, counts }
}

function listReportedStatuses(counts: ResultCounts): readonly ResultStatus[] {
  return resultStatuses.filter((status) => counts[status] > 0)
}

/** Kept with the run, because a later version of the connector may have other rules. */
function readControlBounds({ controls = [] }: Check): Pick<CheckOutcome, 'controlBounds'> {
  const bounded = controls.filter((control) => typeof control !== 'string')
  return bounded.length === 0
    ? {}
    : { controlBounds: Object.fromEntries(bounded.map(({ id, requires }) => [id, requires])) }
}

type Explain = (thrown: unknown) => CheckFailure

/**
 * The error of a check that ended by itself: it reported that it cannot tell, has not seen everything, or reported
 * nothing.
 */
function findQuietFailure(
  check: Check,
  { reporter, calls, stray }: CheckSinks,
  explain: Explain,
): CheckFailure | undefined {
  if (reporter.doubt) return explain(reporter.doubt)
  if (stray.first)
    return addAdvice(explain(stray.first.thrown), 'No code waits for the promise that threw it. Await every promise.')
  const incomplete = { code: 'CHECK_INCOMPLETE', retryable: false }
  if (calls.abandoned > 0) {
    const what = calls.abandoned === 1 ? 'a call' : `${calls.abandoned} calls`
    const message = `The check ended while ${what} to the vendor was still under way, so it did not judge everything. Await every call.`
    return { ...incomplete, kind: 'check_bug', message }
  }
  if (calls.passedOver) return addAdvice(explain(calls.passedOver.thrown), explainPassedOver(calls.passedOver.thrown))
  const [reason = calls.openPage ?? explainLeftEarly(reporter, calls)] = reporter.incompleteReasons
  if (reason !== undefined) return { ...incomplete, kind: 'incomplete_data', message: reason }
  const undecided = reporter.undecidedList?.failure
  if (undecided) return undecided
  if (listReportedStatuses(reporter.counts).length > 0 || check.onEmpty !== undefined) return undefined
  return {
    kind: 'incomplete_data',
    code: 'CHECK_NO_RESULT',
    message: `The check reported no result, which does not count as a pass. If that can be right, declare onEmpty ('pass', 'fail' or 'not_applicable').`,
    retryable: false,
  }
}

/** One failing result is enough to fail, whatever the rest of a list holds; anything else takes all of it. */
function explainLeftEarly({ counts }: Reporter, { leftList }: Calls): string | undefined {
  if (leftList === undefined || counts.fail > 0) return undefined
  return `The check left the list ${leftList} before its end, so it did not see everything. If a part of the list is enough, add partial: true.`
}

/** Stores the state of a check that has an answer. */
async function saveState(
  memory: CheckMemory,
  changes: Readonly<Record<string, JsonValue>>,
  explain: Explain,
): Promise<CheckFailure | undefined> {
  const error = await catchThrown(() => memory.save(changes))
  return error && explain(error.thrown)
}
