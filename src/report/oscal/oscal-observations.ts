import type { RunHead } from '../../checks/runs/recorded-run.ts'
import type { CheckHead, ResultRecord } from '../../define/index.ts'
import { clipEvidence } from '../pieces/clip-evidence.ts'
import { formatFirstFrame } from '../pieces/format-frame.ts'
import { formatJsonText } from '../pieces/json-pieces.ts'
import { chooseCountedStatus, formatJudged } from '../pieces/judged-text.ts'
import { formatLine, formatLines } from '../pieces/plain-text.ts'
import { nameMethod } from '../pieces/received-line.ts'
import type { ReportInput } from '../pieces/report.ts'
import { createReportId } from '../pieces/report-id.ts'
import { listUndecidedLines } from '../pieces/undecided-lines.ts'
import type { ResultTally } from '../view/tally-results.ts'
import { toActivityId, toOrigins, toStepId } from './assessment-plan.ts'
import { createObservationId, createProp } from './oscal-parts.ts'
import { toRunTaskId } from './run-plan.ts'

export interface CountedCheck {
  readonly check: CheckHead
  readonly tally: ResultTally
}

/** One observation for each result, and for each check that could not tell or had nothing to judge. */
export async function* listObservations(
  { run, comparison }: ReportInput,
  counted: readonly CountedCheck[],
): AsyncGenerator<object> {
  const { id: runId, connector } = run.head
  const taskId = toRunTaskId(runId)
  for (const { check, tally } of counted) {
    const origins = toOrigins(toStepId(taskId, toActivityId({ connector: connector.id, id: check.id })))
    if (hasOwn(check, tally)) yield { ...toOwnObservation(check, run.head), origins }
    let index = 0
    for await (const result of run.results(check.id)) {
      const uuid = createObservationId(runId, check.id, index++)
      const change = comparison?.changeOf(result.findingId)
      yield { ...toObservation(result, uuid, check, run.head, change), origins }
    }
  }
}

/** Whether a check has an observation beside its results. */
export function hasOwn({ error }: CheckHead, { total }: ResultTally): boolean {
  return error !== undefined || total === 0
}

function toOwnObservation(check: CheckHead, head: RunHead): object {
  const { id, title, status, error, controls } = check
  return {
    uuid: createReportId('oscal-check', head.id, id),
    title: formatLine(title),
    description: formatLines(
      error ? `Could not tell: ${error.message}` : 'There was nothing to judge.',
      ...listUndecidedLines(check),
      error && formatFirstFrame(error),
    ),
    props: [
      createProp('check-id', id),
      createProp('status', status),
      ...(error ? [createProp('error-kind', error.kind), createProp('error-code', error.code)] : []),
      ...(error?.missingScopes ?? []).map((scope) => createProp('missing-scope', scope)),
      ...controls.map((control) => createProp('control', control)),
    ],
    methods: [nameMethod(head)],
    types: ['control-objective'],
    collected: head.finishedAt,
  }
}

function toObservation(
  result: ResultRecord,
  uuid: string,
  check: CheckHead,
  head: RunHead,
  change: string | undefined,
): object {
  const { status, title, description, remediation, fix, severity, resource, evidence, findingId } = result
  const { judged, exchanges = [] } = result
  const evidenceText = formatJsonText(evidence)
  return {
    uuid,
    title: formatLine(title),
    description: formatLines(
      description ?? title,
      remediation && `Remediation: ${remediation}`,
      fix && `Command: ${fix}`,
      judged && formatJudged(judged),
    ),
    props: [
      createProp('check-id', check.id),
      createProp('status', status),
      createProp('finding-id', findingId),
      ...(severity === undefined ? [] : [createProp('severity', severity)]),
      ...(change === undefined ? [] : [createProp('change', change)]),
      ...(judged ? [createProp('judged', judged.decision), createProp('judged-by', judged.by)] : []),
      ...(judged ? [createProp('judgement-expires', judged.expires)] : []),
      ...check.controls.map((control) => createProp('control', control)),
    ],
    // A person has to review it; the check alone does not decide.
    methods: [status === 'manual' ? 'EXAMINE' : nameMethod(head)],
    types: [chooseCountedStatus(result) === 'fail' ? 'finding' : 'control-objective'],
    subjects: [
      {
        'subject-uuid': createReportId('oscal-subject', resource.type, resource.id),
        type: 'inventory-item',
        title: formatLine(resource.name ?? resource.id),
        props: [createProp('resource-type', resource.type), createProp('resource-id', resource.id)],
      },
    ],
    'relevant-evidence':
      evidence === null
        ? undefined
        : [
            {
              description: 'The part of the answer that the result is based on.',
              props: exchanges.length > 0 ? exchanges.map((number) => createProp('exchange', `${number}`)) : undefined,
              remarks: clipEvidence(evidenceText),
            },
          ],
    collected: head.finishedAt,
  }
}
