import type { CheckHead, KeptRun } from '../checks/kept-run.ts'
import type { ResultRecord } from '../define/index.ts'
import { escapeHtml } from './html/html.ts'
import { jsonText } from './json-pieces.ts'
import type { Report } from './report.ts'
import { type Tally, tallyOf } from './results.ts'
import { safeLine } from './safe-text.ts'

/**
 * JUnit XML as Jenkins, GitLab and most CI read it: a test suite for each check, a test case for each result. Failing is
 * `failure`; what nobody could tell is `error`; a waived failure, one to look at and one that does not apply are `skipped`
 * with the reason, because JUnit knows no fourth answer and none of them is a pass. A check without results has one case.
 */
export const junitReport: Report = async function* (runs) {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Checkwright">\n'
  for (const { run } of runs) {
    for (const check of run.head.checks) yield* suite(run, check)
  }
  yield '</testsuites>\n'
}

async function* suite(run: KeptRun, check: CheckHead): AsyncGenerator<string> {
  const { connector, startedAt, id } = run.head
  const tally = await tallyOf(run, check)
  const own = ownCase(check, tally)
  const { tests, failures, skipped } = countsOf(tally)
  yield `  <testsuite${attributes({
    name: `${connector.id}/${check.id}`,
    tests: tests + (own === undefined ? 0 : 1),
    failures: failures + (own === 'failure' ? 1 : 0),
    errors: own === 'error' ? 1 : 0,
    skipped: skipped + (own === 'skipped' ? 1 : 0),
    time: seconds(check.durationMs),
    timestamp: startedAt.replace(/\.\d+Z$|Z$/, ''),
    id,
  })}>\n`
  yield `    <properties>${properties(check)}</properties>\n`
  const classname = `${connector.id}.${check.id}`
  if (own !== undefined) yield testCase({ classname, name: check.title, body: ownBody(check, own) })
  for await (const result of run.results(check.id)) {
    yield testCase({ classname, name: nameOf(result), body: bodyOf(result) })
  }
  yield '  </testsuite>\n'
}

/** What a check comes to beside its results; undefined when its results say it all. */
type Own = 'error' | 'failure' | 'skipped' | 'passed'

function ownCase({ error, status }: CheckHead, { total }: Tally): Own | undefined {
  if (error) return 'error'
  if (total > 0) return undefined
  if (status === 'fail') return 'failure'
  return status === 'pass' ? 'passed' : 'skipped'
}

function ownBody({ error, status }: CheckHead, own: Own): string {
  if (own === 'passed') return ''
  if (own !== 'error') return element(own, { message: `no result: ${status}` })
  if (!error) return ''
  const { kind, message, code, missingScopes = [] } = error
  const scopes = missingScopes.length > 0 ? `\nMissing: ${missingScopes.join(', ')}` : ''
  return element('error', { type: kind, message: safeLine(message) }, `${code}: ${message}${scopes}`)
}

function countsOf({ total, of, unwaived }: Tally): { tests: number; failures: number; skipped: number } {
  return { tests: total, failures: unwaived, skipped: total - unwaived - of.pass }
}

function bodyOf(result: ResultRecord): string {
  const { status, title, description, remediation, severity, evidence, waived } = result
  if (status === 'pass') return ''
  const text = [
    description,
    ...(remediation === undefined ? [] : [`Remediation: ${remediation}`]),
    ...(evidence === null ? [] : [`Evidence: ${clipped(jsonText(evidence, { indent: 2 }))}`]),
    `Finding: ${result.findingId}`,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
  if (status === 'fail' && waived) {
    const { expires, approver, justification } = waived
    return element('skipped', { message: `waived until ${expires} by ${approver}: ${justification} (${title})` }, text)
  }
  if (status === 'fail') return element('failure', { type: severity ?? 'fail', message: title }, text)
  return element('skipped', { message: `${status === 'manual' ? 'manual' : 'not applicable'}: ${title}` }, text)
}

const evidenceMax = 20_000

function clipped(text: string): string {
  return text.length <= evidenceMax ? text : `${text.slice(0, evidenceMax)}… (all of it is in run.json)`
}

function nameOf({ resource: { type, id, name } }: ResultRecord): string {
  return name === undefined ? `${type} ${id}` : `${name} (${type} ${id})`
}

function properties({ severity, controls, tags, status }: CheckHead): string {
  const named = [
    ['status', status],
    ['severity', severity],
    ...controls.map((control) => ['control', control]),
    ...tags.map((tag) => ['tag', tag]),
  ] as const
  return named.map(([name, value]) => `<property${attributes({ name, value })}/>`).join('')
}

function testCase({ classname, name, body }: { classname: string; name: string; body: string }): string {
  const opening = `    <testcase${attributes({ classname, name })}`
  return body === '' ? `${opening}/>\n` : `${opening}>\n      ${body}\n    </testcase>\n`
}

function element(name: string, given: Readonly<Record<string, string>>, text = ''): string {
  return text === '' ? `<${name}${attributes(given)}/>` : `<${name}${attributes(given)}>${xmlText(text)}</${name}>`
}

/** Lines break test trees of CI servers, so that an attribute is one line, and no longer than one is read. */
function attributes(given: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(given)
    .map(([name, value]) => ` ${name}="${xmlText(safeLine(String(value), 500))}"`)
    .join('')
}

/** A bare carriage return would be read as a line feed (XML 1.0 §2.11). */
function xmlText(text: string): string {
  return escapeHtml(text).replaceAll('\r', '&#13;')
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3)
}
