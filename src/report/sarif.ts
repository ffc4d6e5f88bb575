import type { RunHead } from '../checks/runs/recorded-run.ts'
import {
  type CheckHead,
  type Resource,
  type ResultRecord,
  type ResultStatus,
  type Severity,
  version,
} from '../define/index.ts'
import { formatFirstFrame } from './pieces/format-frame.ts'
import { writeJsonPieces } from './pieces/json-pieces.ts'
import { chooseCountedStatus } from './pieces/judged-text.ts'
import { formatLine, formatLines } from './pieces/plain-text.ts'
import type { DescribedCheck, Report, ReportInput } from './pieces/report.ts'
import { createReportId } from './pieces/report-id.ts'
import { listUndecidedLines } from './pieces/undecided-lines.ts'

/**
 * SARIF 2.1.0: a rule for each check, a result for each result, failing or not, with its `kind`. A check that had
 * nothing to judge has its own result, because that may be a failure too (`onEmpty`). A check that could not tell is a
 * notification of the invocation, which then is not successful, because SARIF has no such result.
 */
export const writeSarifReport: Report = async function* (runs) {
  yield* writeJsonPieces(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: runs.map(toSarifRun),
    },
    { indent: 2 },
  )
  yield '\n'
}

function toSarifRun(reported: ReportInput): object {
  const { head } = reported.run
  const { connector, connectionId, connectionName, organizationId, id, status, summary, received } = head
  return {
    tool: {
      driver: {
        name: 'Checkwright',
        version,
        rules: head.checks.map((check) => toSarifRule(check, head, findCheckDescription(reported, check))),
      },
    },
    automationDetails: {
      // The text before the last slash is the category, so that a connection is compared only with itself.
      id: `checkwright/${formatLine(connector.id)}/${formatLine(connectionId ?? 'default')}/${formatLine(id)}`,
      guid: createReportId('run', id),
    },
    invocations: [toSarifInvocation(head)],
    baselineGuid: reported.comparison && createReportId('run', reported.comparison.baselineRunId),
    properties: { runId: id, connector, connectionId, connectionName, organizationId, status, summary, received },
    results: listSarifResults(reported),
  }
}

function findCheckDescription({ connector }: ReportInput, { id }: CheckHead): string | undefined {
  return connector?.checks.find((check: DescribedCheck) => check.id === id)?.description
}

function toSarifRule({ id, title, severity, controls, tags }: CheckHead, head: RunHead, description?: string): object {
  return {
    id: formatRuleId(head, id),
    name: id,
    shortDescription: { text: formatLine(title) },
    fullDescription: { text: formatLines(description ?? title) },
    defaultConfiguration: { level: levels[severity] },
    properties: {
      tags: [...new Set(['compliance', ...controls, ...tags])],
      // GitHub sorts alerts by it: https://docs.github.com/code-security/code-scanning "security-severity".
      'security-severity': securitySeverities[severity],
    },
  }
}

function toSarifInvocation(head: RunHead): object {
  const { checks, startedAt, finishedAt } = head
  const undecided = checks.flatMap((check, index) => (check.error ? [{ check, index, error: check.error }] : []))
  return {
    executionSuccessful: undecided.length === 0,
    startTimeUtc: startedAt,
    endTimeUtc: finishedAt,
    toolExecutionNotifications: undecided.map(({ check, index, error }) => ({
      level: 'error',
      descriptor: { id: error.code },
      associatedRule: { id: formatRuleId(head, check.id), index },
      message: {
        text: formatLines(
          `Could not tell: ${check.title}`,
          error.message,
          ...listUndecidedLines(check),
          formatFirstFrame(error),
        ),
      },
      properties: { kind: error.kind, missingScopes: error.missingScopes, retryable: error.retryable },
    })),
  }
}

async function* listSarifResults(reported: ReportInput): AsyncGenerator<object> {
  const { run, comparison } = reported
  // Findings that now pass are among the results; the others existed earlier and no longer do.
  const gone = new Map(
    comparison?.resolved.map(({ result, checkId }) => [result.findingId, [result, checkId] as const]),
  )
  for (const [index, check] of run.head.checks.entries()) {
    let isEmpty = true
    for await (const result of run.results(check.id)) {
      isEmpty = false
      gone.delete(result.findingId)
      const change = comparison?.changeOf(result.findingId)
      yield toSarifResult(result, check, index, run.head, comparison && (change ? baselineStates[change] : 'unchanged'))
    }
    if (isEmpty && check.status !== 'error')
      yield toSarifEmptyResult(
        check.status,
        check,
        index,
        run.head,
        comparison && (check.status === 'fail' ? 'new' : 'unchanged'),
      )
  }
  for (const [result, checkId] of gone.values()) {
    const index = run.head.checks.findIndex(({ id }) => id === checkId)
    const check = run.head.checks[index]
    if (check) yield toSarifResult(result, check, index, run.head, 'absent')
  }
}

/** `resolved` is a passing result of this run, which is a change of the same finding. */
const baselineStates = { new: 'new', persisting: 'unchanged', regressed: 'new', resolved: 'updated' } as const

/** What a rule needs of a run. */
interface ConnectorHead {
  readonly connector: { readonly id: string }
}

type BaselineState = 'new' | 'unchanged' | 'updated' | 'absent'

/** A result of a rule. @param ruleIndex of its rule in a list that came before; undefined: there was none */
export function toSarifResult(
  result: ResultRecord,
  check: Pick<CheckHead, 'id' | 'severity'>,
  ruleIndex: number | undefined,
  head: ConnectorHead,
  baselineState: BaselineState | undefined,
): object {
  const { status, title, description, severity, remediation, fix, resource, findingId, evidence } = result
  const { exchanges, waived, judged } = result
  const counted = chooseCountedStatus(result)
  return {
    ruleId: formatRuleId(head, check.id),
    ruleIndex,
    kind: kinds[counted],
    // SARIF §3.27.10: only a failing result has a level.
    level: counted === 'fail' ? levels[severity ?? check.severity] : 'none',
    message: {
      text: formatLines(
        `${title}: ${resource.name ?? resource.id}`,
        description,
        remediation,
        fix && `Command: ${fix}`,
      ),
    },
    locations: [toSarifLocation(resource, check, head)],
    partialFingerprints: { 'checkwrightFinding/v1': findingId },
    baselineState,
    suppressions:
      judged?.decision === 'accepted'
        ? [suppress(judged.reason, judged)]
        : waived && [suppress(waived.justification, waived)],
    properties: { status, resource, evidence, remediation, fix, judged, exchanges },
  }
}

/** For a check that had nothing to judge: about the whole connection. */
function toSarifEmptyResult(
  status: ResultStatus,
  check: CheckHead,
  ruleIndex: number,
  head: RunHead,
  baselineState: BaselineState | undefined,
): object {
  const { connector, connectionId, connectionName: name = connector.id } = head
  return {
    ruleId: formatRuleId(head, check.id),
    ruleIndex,
    kind: kinds[status],
    level: status === 'fail' ? levels[check.severity] : 'none',
    message: { text: formatLines(`No result: ${check.title}`) },
    locations: [toSarifLocation({ type: 'connection', id: connectionId ?? connector.id, name }, check, head)],
    partialFingerprints: {
      'checkwrightFinding/v1': createReportId('check', connector.id, connectionId ?? '', check.id),
    },
    baselineState,
    properties: { status },
  }
}

function suppress(because: string, properties: object) {
  return { kind: 'external', status: 'accepted', justification: formatLine(because), properties }
}

function toSarifLocation({ type, id, name = id }: Resource, check: Pick<CheckHead, 'id'>, head: ConnectorHead): object {
  return {
    // GitHub refuses results without a file. Ours are about settings, so a path shows the source of the answer.
    physicalLocation: {
      artifactLocation: { uri: ['checkwright', head.connector.id, check.id].map(encodeSegment).join('/') },
      region: { startLine: 1 },
    },
    logicalLocations: [
      { name: formatLine(name), fullyQualifiedName: `${type}/${id}`.toWellFormed(), kind: 'resource' },
    ],
  }
}

/** Checks of two connectors may have the same id, and one file may hold both. */
export function formatRuleId({ connector }: ConnectorHead, checkId: string): string {
  return `${connector.id}/${checkId}`
}

function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

const kinds: Readonly<Record<ResultStatus, string>> = {
  pass: 'pass',
  fail: 'fail',
  manual: 'review',
  not_applicable: 'notApplicable',
}

export const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
}

export const securitySeverities: Readonly<Record<Severity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
  info: '0.0',
}
