import { parseVariables } from '../../auth/variable-values.ts'
import { catchThrown } from '../../checks/context/catch-thrown.ts'
import { runCheckWithDeadline } from '../../checks/context/check-deadline.ts'
import { toCheckFailure } from '../../checks/context/check-failure.ts'
import type { Judgements } from '../../checks/judgements/open-judgements.ts'
import { describeCode } from '../../checks/results/describe-code.ts'
import { ResultLog } from '../../checks/results/result-log.ts'
import type { RunScopeState } from '../../checks/runs/recorded-run.ts'
import { decideVerdict } from '../../checks/verdict.ts'
import {
  bindStatements,
  type CheckFailure,
  type CheckHead,
  type Clock,
  type JsonValue,
  type ResultStatus,
  type RunStatus,
  resultStatuses,
  systemClock,
  toControlId,
} from '../../define/index.ts'
import { Redactor } from '../../http/redact/redact.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import type { CrossCheck, CrossCheckData } from '../define/cross-check.ts'
import type { CrossCheckInputs, CrossCheckSource } from '../define/inputs.ts'
import type { People } from '../people/people.ts'
import { readPeople } from '../people/read-people.ts'
import { CrossCheckWork } from './cross-check-context.ts'
import type { CrossCheckRunHead, DisposableCrossCheckRun } from './cross-check-run.ts'
import { openCrossWaivers } from './cross-waivers.ts'
import { demandInputs } from './demand-inputs.ts'
import { type CrossCheckMeans, findMissing } from './find-missing.ts'
import { FindingReporter, type ResultDraft } from './finding-reporter.ts'
import type { OpenLists } from './open-lists.ts'

export interface CrossCheckOptions {
  /** @default a new UUIDv7 */
  readonly id?: string | undefined
  /** All cross-checks of the organization, by which a waiver of everything is found. @default this one */
  readonly known?: readonly CrossCheckData[] | undefined
  /** Decisions of people about results that need review. The results have those that hold. @default none */
  readonly judgements?: Judgements | undefined
  /** When the run ended. It judges by `now` of its inputs alone. @default the system's */
  readonly clock?: Clock | undefined
  readonly signal?: AbortSignal | undefined
}

const timeoutMsDefault = 600_000
/** What could not be told is the same in every run of the inputs, beside these. */
const outsideReplay: readonly string[] = ['CANCELLED', 'CHECK_TIMEOUT', 'RESULTS_NOT_KEPT']

/**
 * Judges one cross-check by its inputs, and by nothing else: the same inputs give the same results. Records are read one at a time;
 * the people of the directory are in memory.
 * @throws CheckError `CROSS_CHECK_INPUT_INVALID`; CredentialError `VARIABLE_INVALID`. Everything else is part of the outcome.
 */
export async function runCrossCheck(
  crossCheck: CrossCheck,
  part: CrossCheckInputs,
  source: CrossCheckSource,
  options: CrossCheckOptions = {},
): Promise<DisposableCrossCheckRun> {
  demandInputs(part)
  const clock = options.clock ?? systemClock
  const variables = parseVariables(crossCheck.variables, part.variables ?? {})
  const inputs: CrossCheckInputs = { ...part, variables }
  const { organizationId, now } = inputs
  const startedMs = clock.nowMs()
  const results = new ResultLog<ResultDraft>({ redactor: new Redactor(), redactAgain: (_checkId, result) => result })
  const waivers = inputs.waivers && openCrossWaivers(inputs.waivers, crossCheck, options.known ?? [], new Date(now))
  const reporter = new FindingReporter({
    check: crossCheck,
    organizationId,
    results,
    waiverFor: waivers && ((resource) => waivers.waiverFor(resource)),
    judgements: options.judgements,
    now,
  })
  const work = new CrossCheckWork(crossCheck, inputs, source, reporter)
  let people: People | undefined
  const error = await catchThrown(() =>
    runCheckWithDeadline(
      crossCheck.timeoutMs ?? timeoutMsDefault,
      options.signal ?? new AbortController().signal,
      async () => {
        people = await readPeople(inputs, source)
        const context = work.open(people)
        await crossCheck.run(context)
        work.noteSystems()
      },
      'cross-check',
    ),
  )
  reporter.close()
  const failure = error
    ? toCheckFailure(error.thrown, {
        check: {},
        subject: 'cross-check',
        grantedScopes: undefined,
        redactor: new Redactor(),
      })
    : findQuietFailure(crossCheck, inputs, reporter, work)
  const verdict = decideVerdict(listReportedStatuses(reporter), crossCheck.onEmpty)
  const status: RunStatus = failure ? 'error' : (verdict ?? 'error')
  const check = buildCheckHead(crossCheck, inputs, reporter, failure, status, Math.max(0, clock.nowMs() - startedMs))
  const isReplayable = failure === undefined || !outsideReplay.includes(failure.code)
  const oldestMs = findOldest(work.listsRead, people)
  const { organizationId: _, ...stored } = inputs
  const head: CrossCheckRunHead = {
    schema: 'checkwright.run/v1',
    kind: 'cross-check',
    id: options.id ?? createTimeId(),
    organizationId,
    code: describeCode(crossCheck),
    startedAt: now,
    finishedAt: new Date(Math.max(Date.parse(now), clock.nowMs())).toISOString(),
    status,
    replayable: isReplayable,
    notReplayableBecause: isReplayable
      ? undefined
      : `The cross-check ended for a reason that its inputs do not show (${failure?.code}).`,
    inputs: stored,
    scopes: listScopes(crossCheck, inputs, { people, lists: work.listsRead, isBroken: error !== undefined }),
    oldestReadAt: oldestMs === undefined ? undefined : new Date(oldestMs).toISOString(),
    checks: [check],
    waivers: waivers?.uses(status),
    summary: {
      checks: { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0, [status]: 1 },
      results: { ...reporter.counts },
      judged: reporter.judged,
      errors: status === 'error' ? 1 : 0,
      requests: 0,
      retries: 0,
    },
  }
  const close = async () => results.close()
  return {
    head,
    source,
    close,
    [Symbol.asyncDispose]: close,
    results: (checkId) => reporter.read(checkId),
    isUndecided: (findingId) => reporter.undecidedList.has(findingId),
  }
}

function listReportedStatuses({ counts }: FindingReporter): readonly ResultStatus[] {
  return resultStatuses.filter((status) => counts[status] > 0)
}

function findQuietFailure(
  { needs, onEmpty }: CrossCheck,
  inputs: CrossCheckInputs,
  reporter: FindingReporter,
  work: CrossCheckWork,
): CheckFailure | undefined {
  if (work.leftEarly !== undefined && reporter.counts.fail === 0)
    return {
      kind: 'incomplete_data',
      code: 'CHECK_INCOMPLETE',
      message: `The cross-check left ${work.leftEarly} before its end, so it did not see everything. Read it to its end.`,
      retryable: false,
    }
  if (reporter.undecidedList.failure) return reporter.undecidedList.failure
  if (listReportedStatuses(reporter).length > 0 || onEmpty !== undefined) return undefined
  const missing = findMissing(needs, readMeans(inputs))
  return {
    kind: 'incomplete_data',
    code: 'CHECK_NO_RESULT',
    message:
      missing.length > 0
        ? `There was nothing to judge, which does not count as a pass. ${missing.join(' ')}`
        : `The cross-check reported no result, which does not count as a pass. If you wrote it and that can be right, declare onEmpty ('pass', 'fail' or 'not_applicable').`,
    retryable: false,
  }
}

function readMeans({ systems, directory, policies = [] }: CrossCheckInputs): CrossCheckMeans {
  return {
    isKeeping: true,
    hasDirectory: directory.sources.length > 0,
    hasPolicies: policies.length > 0,
    readable: new Set(systems.flatMap(({ lists }) => lists)),
    read: new Set(
      systems.flatMap(({ inventories }) => inventories.flatMap(({ of }) => (of === 'acknowledgement' ? [] : of))),
    ),
  }
}

function buildCheckHead(
  { id, title, severity, controls = [], states, tags, volatile }: CrossCheck,
  { variables = {} }: CrossCheckInputs,
  reporter: FindingReporter,
  error: CheckFailure | undefined,
  status: RunStatus,
  durationMs: number,
): CheckHead {
  const bounded = controls.filter((control) => typeof control !== 'string')
  const undecided = reporter.undecidedList.entries
  return {
    id,
    title,
    severity: severity ?? 'medium',
    controls: controls.map(toControlId),
    controlBounds:
      bounded.length > 0 ? Object.fromEntries(bounded.map((control) => [control.id, control.requires])) : undefined,
    states: bindStatements(states),
    variables: variables as Readonly<Record<string, JsonValue>>,
    tags: tags ?? [],
    volatile,
    status,
    error,
    complete: error === undefined,
    exchanges: [],
    requests: 0,
    retries: 0,
    durationMs,
    logs: reporter.logs,
    undecided,
  }
}

/** One for each connection that the run reads: whole where all its lists are, and the directory for those that judge by it. */
function listScopes(
  { needs }: CrossCheck,
  { systems }: CrossCheckInputs,
  {
    people,
    lists,
    isBroken,
  }: { readonly people: People | undefined; readonly lists: readonly OpenLists[]; readonly isBroken: boolean },
): readonly RunScopeState[] {
  const doubt = needs.people && people?.doubt
  return systems.flatMap(({ connectionId }): readonly RunScopeState[] => {
    const isSource = people?.sources.some((source) => source.connectionId === connectionId) ?? false
    const isRead = lists.some((each) => each.lists.some(({ connection }) => connection.id === connectionId))
    const note = lists
      .flatMap(({ notes }) => notes)
      .find(({ system, isMissed }) => isMissed && system.connectionId === connectionId)
    if (!isSource && !isRead && !note) return []
    const because = isBroken ? 'The cross-check did not come to its end.' : (note?.because ?? doubt)
    return [{ connectionId, complete: because === undefined, because }]
  })
}

function findOldest(lists: readonly OpenLists[], people: People | undefined): number | undefined {
  const times = [
    ...lists.flatMap(({ oldestMs }) => oldestMs ?? []),
    ...(people?.sources ?? []).flatMap(({ state }) => (state.readAtMs > 0 ? [state.readAtMs] : [])),
  ]
  return times.length === 0 ? undefined : Math.min(...times)
}
