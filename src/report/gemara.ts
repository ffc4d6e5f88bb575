import { findWorstStatus } from '../checks/verdict.ts'
import { type CheckHead, type RunStatus, version } from '../define/index.ts'
import { writeJsonPieces } from './pieces/json-pieces.ts'
import { chooseCountedStatus, formatJudged } from './pieces/judged-text.ts'
import { formatLine, formatLines } from './pieces/plain-text.ts'
import type { Report, ReportInput } from './pieces/report.ts'
import { createReportId } from './pieces/report-id.ts'
import { listUndecidedLines } from './pieces/undecided-lines.ts'
import { type ResultTally, tallyResults } from './view/tally-results.ts'

/**
 * Gemara evaluation logs (https://gemara.openssf.org): one for each run, as JSON; several are an array. A control has an assessment for each
 * check that names it. What could not be told is `Unknown`, which is neither `Passed` nor `Failed`.
 */
export const writeGemaraReport: Report = async function* (runs, { isList = runs.length > 1 } = {}) {
  yield* writeJsonPieces(isList ? listLogs(runs) : ((await toLog(runs[0])) ?? []), { indent: 2 })
  yield '\n'
}

async function* listLogs(runs: readonly ReportInput[]): AsyncGenerator<object> {
  for (const reported of runs) {
    const log = await toLog(reported)
    if (log) yield log
  }
}

interface AssessedCheck {
  readonly check: CheckHead
  readonly tally: ResultTally
  /** What to do about its first failing result. */
  readonly remediation: string | undefined
  /** What fails, the first ones. */
  readonly failures: readonly string[]
  /** Decisions of people, the first ones. */
  readonly decisions: readonly string[]
}

async function toLog(reported: ReportInput | undefined): Promise<object | undefined> {
  if (reported === undefined) return undefined
  const { head } = reported.run
  const { id, connector, connectionId, connectionName, startedAt, status, received } = head
  const assessed: AssessedCheck[] = []
  for (const check of head.checks)
    assessed.push({
      check,
      tally: await tallyResults(reported.run, check),
      ...(await readWords(reported, check)),
    })
  const controls = groupByControl(assessed)
  const frameworks = [...new Set([...controls.keys()].map((control) => splitControl(control).framework))]
  return {
    metadata: {
      id: createReportId('gemara', id),
      type: 'EvaluationLog',
      'gemara-version': '1.0.0',
      version: '1',
      date: toDatetime(startedAt),
      description: formatLine(
        received
          ? `What ${received.tool.name} reported, as received by run ${id} and not observed.`
          : `What the checks of ${connector.id} ${connector.version} observed in run ${id}.`,
      ),
      author: { id: 'checkwright', name: 'Checkwright', type: 'Software', version },
      'mapping-references': frameworks.map((framework) => ({
        id: formatLine(framework),
        title: formatLine(framework),
        version: 'as the checks name it',
      })),
    },
    target: {
      id: formatLine(connectionId ?? connector.id),
      name: formatLine(connectionName ?? connector.id),
      type: 'Software',
    },
    result: controls.size === 0 ? 'Not Run' : results[status],
    evaluations:
      controls.size === 0
        ? [toEmptyEvaluation(connector.id)]
        : [...controls].map(([control, checks]) => toEvaluation(control, checks, head)),
  }
}

const linesMax = 10

async function readWords(
  { run }: ReportInput,
  check: CheckHead,
): Promise<Pick<AssessedCheck, 'remediation' | 'failures' | 'decisions'>> {
  const failures: string[] = []
  const decisions: string[] = []
  let remediation: string | undefined
  for await (const result of run.results(check.id)) {
    const { remediation: own, judged, waived, title, resource } = result
    remediation ??= own
    if (failures.length < linesMax && chooseCountedStatus(result) === 'fail')
      failures.push(formatLine(`${waived ? 'Fails, accepted' : 'Fails'}: ${title}: ${resource.name ?? resource.id}`))
    if (judged && decisions.length < linesMax) decisions.push(formatJudged(judged))
  }
  return { remediation, failures, decisions }
}

/** A check without a control is its own. */
function groupByControl(assessed: readonly AssessedCheck[]): ReadonlyMap<string, readonly AssessedCheck[]> {
  const controls = new Map<string, AssessedCheck[]>()
  for (const each of assessed)
    for (const control of each.check.controls.length > 0 ? each.check.controls : [`${own}:${each.check.id}`])
      controls.set(control, [...(controls.get(control) ?? []), each])
  return controls
}

const own = 'checkwright'

function splitControl(control: string): { readonly framework: string; readonly id: string } {
  const at = control.indexOf(':')
  return at < 0 ? { framework: own, id: control } : { framework: control.slice(0, at), id: control.slice(at + 1) }
}

function toEvaluation(
  control: string,
  checks: readonly AssessedCheck[],
  { startedAt, finishedAt }: { readonly startedAt: string; readonly finishedAt: string },
): object {
  const { framework, id } = splitControl(control)
  const entry = { 'reference-id': formatLine(framework), 'entry-id': formatLine(id) }
  const worst = findWorstStatus(checks.map(({ check }) => check.status))
  return {
    name: formatLine(control),
    result: results[worst],
    message: formatLine(checks.map(({ check }) => `${check.title}: ${results[check.status]}`).join('; ')),
    control: entry,
    'assessment-logs': checks.map(({ check, tally, remediation, failures, decisions }) => ({
      requirement: entry,
      description: formatLine(check.title),
      result: results[check.status],
      message: formatLines(
        check.error ? `Could not tell: ${check.error.message}` : formatCounts(tally),
        ...listUndecidedLines(check),
        ...failures,
        ...decisions,
      ),
      applicability: ['all'],
      steps: [formatLine(check.id)],
      'steps-executed': 1,
      start: toDatetime(startedAt),
      end: toDatetime(finishedAt),
      recommendation: remediation === undefined ? undefined : formatLines(remediation),
    })),
  }
}

function toEmptyEvaluation(connectorId: string): object {
  const entry = { 'reference-id': own, 'entry-id': formatLine(connectorId) }
  const result = 'Not Run'
  const message = 'No check was run.'
  const log = { requirement: entry, description: message, result, message, applicability: ['all'], steps: ['none'] }
  return { name: formatLine(connectorId), result, message, control: entry, 'assessment-logs': [log] }
}

const results: Readonly<Record<RunStatus, string>> = {
  pass: 'Passed',
  fail: 'Failed',
  manual: 'Needs Review',
  not_applicable: 'Not Applicable',
  error: 'Unknown',
}

function formatCounts({ of: { pass, fail, manual, not_applicable }, waived }: ResultTally): string {
  const accepted = waived > 0 ? `, ${waived} of them accepted` : ''
  return `${pass} pass, ${fail} fail${accepted}, ${manual} need review, ${not_applicable} not applicable`
}

/** Without fractions of a second, as the schema has it. */
function toDatetime(time: string): string {
  return time.replace(/\.\d+(?=Z$)/, '')
}
