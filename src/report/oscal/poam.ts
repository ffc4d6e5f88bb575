import type { CheckHead, ResultRecord } from '../../define/index.ts'
import { writeJsonPieces } from '../pieces/json-pieces.ts'
import { chooseCountedStatus, formatJudged } from '../pieces/judged-text.ts'
import { formatLine, formatLines } from '../pieces/plain-text.ts'
import { nameMethod } from '../pieces/received-line.ts'
import type { Report, ReportInput } from '../pieces/report.ts'
import { createReportId } from '../pieces/report-id.ts'
import { listUndecidedLines } from '../pieces/undecided-lines.ts'
import { createProp, toRiskDeadline } from './oscal-parts.ts'
import { createRunMetadata } from './run-plan.ts'

/**
 * OSCAL 1.2.1 plan of action and milestones: an item with an observation and a risk for each failing result. A waived one is a deviation
 * that was approved, with its last day. What needs review, or could not be told, is no failure and stands as an observation alone.
 */
export const writePoamReport: Report = async function* (runs) {
  const heads = runs.map(({ run }) => run.head)
  const [first] = heads
  const id = createReportId('oscal-poam', ...heads.map((head) => head.id))
  const document = {
    uuid: id,
    metadata: createRunMetadata(heads, 'Checkwright plan of action and milestones'),
    'system-id': { 'identifier-type': 'urn:checkwright:organization', id: first?.organizationId ?? 'none' },
    observations: listObservations(runs),
    risks: listRisks(runs),
    'poam-items': listItems(runs, id),
  }
  const shown = await omitEmpty(document, runs)
  yield* writeJsonPieces({ 'plan-of-action-and-milestones': shown }, { indent: 2 })
  yield '\n'
}

/** OSCAL refuses empty lists. */
async function omitEmpty<Document extends { readonly observations: unknown; readonly risks: unknown }>(
  document: Document,
  runs: readonly ReportInput[],
): Promise<object> {
  const isFailing = await hasAny(listFailing(runs))
  const isOpen = isFailing || (await hasAny(listOpen(runs)))
  const isUndecided = runs.some(({ run }) => run.head.checks.some(({ error }) => error))
  const { observations, risks, ...rest } = document
  return {
    ...rest,
    observations: isOpen || isUndecided ? observations : undefined,
    risks: isFailing ? risks : undefined,
  }
}

async function hasAny(items: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of items) return true
  return false
}

interface OpenResult {
  /** A person has to look at it, and it is no failure. */
  readonly isForReview: boolean
  readonly runId: string
  readonly connectionName: string | undefined
  readonly collected: string
  readonly method: ReturnType<typeof nameMethod>
  readonly check: CheckHead
  readonly result: ResultRecord
  readonly index: number
}

async function* listOpen(runs: readonly ReportInput[]): AsyncGenerator<OpenResult> {
  for (const { run } of runs)
    for (const check of run.head.checks) {
      let index = 0
      for await (const result of run.results(check.id)) {
        const { id: runId, connectionName } = run.head
        const method = nameMethod(run.head)
        const at = { runId, connectionName, collected: run.head.finishedAt, method, check, index: index++ }
        const counted = chooseCountedStatus(result)
        if (counted === 'fail' || counted === 'manual') yield { ...at, result, isForReview: counted === 'manual' }
      }
    }
}

async function* listFailing(runs: readonly ReportInput[]): AsyncGenerator<OpenResult> {
  for await (const open of listOpen(runs)) if (!open.isForReview) yield open
}

function toId(kind: string, { runId, check, index }: OpenResult): string {
  return createReportId(`oscal-poam-${kind}`, runId, check.id, `${index}`)
}

async function* listObservations(runs: readonly ReportInput[]): AsyncGenerator<object> {
  for await (const failing of listOpen(runs)) {
    const { result, collected, method, check } = failing
    yield {
      uuid: toId('observation', failing),
      title: formatLine(result.title),
      description: formatLines(result.description ?? result.title, result.judged && formatJudged(result.judged)),
      props: [createProp('check-id', check.id), createProp('resource-id', result.resource.id)],
      methods: [method],
      collected,
    }
  }
  for (const { run } of runs)
    for (const check of run.head.checks) {
      const { id, title, error } = check
      if (error)
        yield {
          uuid: createReportId('oscal-poam-check', run.head.id, id),
          title: formatLine(title),
          description: formatLines(`Could not tell: ${error.message}`, ...listUndecidedLines(check)),
          props: [createProp('check-id', id), createProp('error-kind', error.kind)],
          methods: [nameMethod(run.head)],
          collected: run.head.finishedAt,
        }
    }
}

async function* listRisks(runs: readonly ReportInput[]): AsyncGenerator<object> {
  for await (const failing of listFailing(runs)) {
    const { result, check } = failing
    const { waived, severity = check.severity } = result
    yield {
      uuid: toId('risk', failing),
      title: formatLine(result.title),
      description: formatLines(result.description ?? result.title),
      statement: formatLines(waived ? `Accepted: ${waived.justification}` : (result.remediation ?? result.title)),
      props: [createProp('severity', severity), createProp('finding-id', result.findingId)],
      status: waived ? 'deviation-approved' : 'open',
      deadline: waived && toRiskDeadline(waived.expires),
    }
  }
}

async function* listItems(runs: readonly ReportInput[], document: string): AsyncGenerator<object> {
  let count = 0
  for await (const failing of listFailing(runs)) {
    count++
    const { result, check, connectionName } = failing
    yield {
      uuid: createReportId('oscal-poam-item', result.findingId),
      title: formatLine(`${result.title}: ${result.resource.name ?? result.resource.id}`),
      description: formatLines(result.remediation ?? result.description ?? result.title),
      props: [
        createProp('check-id', check.id),
        createProp('run-id', failing.runId),
        ...(connectionName === undefined ? [] : [createProp('connection-name', connectionName)]),
        ...check.controls.map((control) => createProp('control', control)),
      ],
      'related-observations': [{ 'observation-uuid': toId('observation', failing) }],
      'related-risks': [{ 'risk-uuid': toId('risk', failing) }],
    }
  }
  // OSCAL demands an item.
  if (count === 0)
    yield {
      uuid: createReportId('oscal-poam-none', document),
      title: 'No failing result',
      description: 'No result of these runs fails. What could not be told stands among the observations.',
    }
}
