import type { RecordedRun, RunHead } from '../checks/runs/recorded-run.ts'
import type { CheckHead, ResultRecord } from '../define/index.ts'
import { clipEvidence } from './pieces/clip-evidence.ts'
import { formatFirstFrame } from './pieces/format-frame.ts'
import { escapeHtml } from './pieces/html.ts'
import { listInventoryLines } from './pieces/inventory-lines.ts'
import { formatJsonText } from './pieces/json-pieces.ts'
import { chooseCountedStatus, formatJudged, formatWaived } from './pieces/judged-text.ts'
import { describeReceived } from './pieces/received-line.ts'
import type { Report } from './pieces/report.ts'
import { cleanLine, dropControls } from './pieces/safe-text.ts'
import { statusWords } from './pieces/status-words.ts'
import { listUndecidedLines } from './pieces/undecided-lines.ts'
import { type ResultTally, tallyResults } from './view/tally-results.ts'

/**
 * JUnit XML as Jenkins, GitLab and most CI read it: a test suite for each check, a test case for each result. A failing
 * result is `failure`; a check that could not tell is `error`. A waived failure, one that needs review and one that
 * does not apply are `skipped` with the reason, because JUnit has no fourth status and none of them is a pass. A check
 * without results has one case.
 */
export const writeJunitReport: Report = async function* (runs) {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Checkwright">\n'
  for (const { run } of runs) {
    for (const check of run.head.checks) yield* writeSuite(run, check)
    yield* writeInventorySuite(run)
  }
  yield '</testsuites>\n'
}

/** A case for each list that the run has read; one that is not whole is an error. */
function* writeInventorySuite({ head }: RecordedRun): Generator<string> {
  const lines = listInventoryLines(head)
  if (lines.length === 0) return
  const { connector, startedAt, id } = head
  const errors = lines.filter(({ complete }) => !complete).length
  const totals = { tests: lines.length, failures: 0, errors, skipped: 0 }
  const timestamp = startedAt.replace(/\.\d+Z$|Z$/, '')
  yield `  <testsuite${renderAttributes({ name: `${connector.id}/inventories`, ...totals, time: '0.000', timestamp, id })}>\n`
  if (head.connectionName !== undefined)
    yield `    <properties>${renderProperty('connection', head.connectionName)}</properties>\n`
  for (const { name, complete, text, because = '' } of lines) {
    const body = complete ? '' : renderElement('error', { type: 'incomplete', message: text }, because)
    yield renderTestCase({ classname: `${connector.id}.inventories`, name, body })
  }
  yield '  </testsuite>\n'
}

async function* writeSuite(run: RecordedRun, check: CheckHead): AsyncGenerator<string> {
  const { connector, startedAt, id } = run.head
  const tally = await tallyResults(run, check)
  const own = renderOwnBody(check, tally)
  const { tests, failures, skipped } = countJunitCases(tally)
  yield `  <testsuite${renderAttributes({
    name: `${connector.id}/${check.id}`,
    tests: tests + (own === undefined ? 0 : 1),
    failures: failures + (own === 'failure' ? 1 : 0),
    errors: own === 'error' ? 1 : 0,
    skipped: skipped + (own === 'skipped' ? 1 : 0),
    time: formatJunitSeconds(check.durationMs),
    timestamp: startedAt.replace(/\.\d+Z$|Z$/, ''),
    id,
  })}>\n`
  yield `    <properties>${renderProperties(check, run.head)}</properties>\n`
  const classname = `${connector.id}.${check.id}`
  if (own !== undefined) yield renderTestCase({ classname, name: check.title, body: listResultCases(check, own) })
  for await (const result of run.results(check.id)) {
    yield renderTestCase({ classname, name: formatCaseName(result), body: renderResultBody(result) })
  }
  yield '  </testsuite>\n'
}

/** The status of a check beside its results; undefined if its results show it. */
type OwnCaseKind = 'error' | 'failure' | 'skipped' | 'passed'

function renderOwnBody({ error, status }: CheckHead, { total }: ResultTally): OwnCaseKind | undefined {
  if (error) return 'error'
  if (total > 0) return undefined
  if (status === 'fail') return 'failure'
  return status === 'pass' ? 'passed' : 'skipped'
}

function listResultCases(check: CheckHead, own: OwnCaseKind): string {
  const { error, status } = check
  if (own === 'passed') return ''
  if (own !== 'error') return renderElement(own, { message: `no result: ${status}` })
  if (!error) return ''
  const { kind, message, code, missingScopes = [] } = error
  const scopes = missingScopes.length > 0 ? `\nMissing: ${missingScopes.join(', ')}` : ''
  const at = formatFirstFrame(error)
  const undecided = listUndecidedLines(check)
    .map((line) => `\n${line}`)
    .join('')
  return renderElement(
    'error',
    { type: kind, message: cleanLine(message) },
    `${code}: ${message}${scopes}${undecided}${at === undefined ? '' : `\n${at}`}`,
  )
}

function countJunitCases({ total, of, unwaived, refused }: ResultTally): {
  tests: number
  failures: number
  skipped: number
} {
  const failures = unwaived + refused
  return { tests: total, failures, skipped: total - failures - of.pass }
}

function renderResultBody(result: ResultRecord): string {
  const { status, title, description, remediation, fix, severity, evidence, waived, judged } = result
  if (status === 'pass') return ''
  const text = [
    description,
    ...(remediation === undefined ? [] : [`Remediation: ${remediation}`]),
    ...(fix === undefined ? [] : [`Command: ${fix}`]),
    ...(judged === undefined ? [] : [formatJudged(judged)]),
    ...(evidence === null ? [] : [`Evidence: ${clipEvidence(formatJsonText(evidence, { indent: 2 }))}`]),
    `Finding: ${result.findingId}`,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
  if (status === 'fail' && waived)
    return renderElement('skipped', { message: `${formatWaived(waived)} (${title})` }, text)
  if (chooseCountedStatus(result) === 'fail')
    return renderElement('failure', { type: severity ?? 'fail', message: title }, text)
  if (judged) return renderElement('skipped', { message: `${formatJudged(judged)} (${title})` }, text)
  return renderElement('skipped', { message: `${statusWords[status]}: ${title}` }, text)
}

function formatCaseName({ resource: { type, id, name } }: ResultRecord): string {
  return name === undefined ? `${type} ${id}` : `${name} (${type} ${id})`
}

function renderProperties({ severity, controls, tags, status }: CheckHead, head: RunHead): string {
  const { connectionName } = head
  const source = describeReceived(head)
  const named = [
    ['status', status],
    ['severity', severity],
    ...controls.map((control) => ['control', control]),
    ...tags.map((tag) => ['tag', tag]),
    ...(connectionName === undefined ? [] : [['connection', connectionName]]),
    ...(source === undefined ? [] : [['received', source]]),
  ] as const
  return named.map(([name, value]) => renderProperty(name, value)).join('')
}

function renderProperty(name: string, value: string): string {
  return `<property${renderAttributes({ name, value })}/>`
}

function renderTestCase({ classname, name, body }: { classname: string; name: string; body: string }): string {
  const opening = `    <testcase${renderAttributes({ classname, name })}`
  return body === '' ? `${opening}/>\n` : `${opening}>\n      ${body}\n    </testcase>\n`
}

function renderElement(name: string, attributes: Readonly<Record<string, string>>, text = ''): string {
  return text === ''
    ? `<${name}${renderAttributes(attributes)}/>`
    : `<${name}${renderAttributes(attributes)}>${escapeHtml(dropControls(text))}</${name}>`
}

/** Line breaks disturb test trees of CI servers, so an attribute is one short line. */
function renderAttributes(attributes: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(cleanLine(String(value), 500))}"`)
    .join('')
}

function formatJunitSeconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3)
}
