import type { CheckHead } from '../../define/index.ts'
import { encodeBase64 } from '../../text/base64.ts'
import { writeJsonPieces } from '../pieces/json-pieces.ts'
import { formatLine, formatLines } from '../pieces/plain-text.ts'
import { describeReceived } from '../pieces/received-line.ts'
import type { Report, ReportInput } from '../pieces/report.ts'
import { createReportId } from '../pieces/report-id.ts'
import { tallyResults } from '../view/tally-results.ts'
import { type CountedCheck, hasOwn, listObservations } from './oscal-observations.ts'
import {
  createObservationId,
  createProp,
  createRiskId,
  listReceivedProps,
  toOscalToken,
  toRiskDeadline,
} from './oscal-parts.ts'
import { createRunMetadata, createRunPlan, epoch, selectRunControls, toRunPlanId } from './run-plan.ts'

/**
 * OSCAL 1.2.1 assessment results: one result for each run, with an observation for each result and a finding for each
 * check that passes or fails. A check that could not tell, needs review or does not apply has observations but no
 * finding, because a finding is either satisfied or not. A waived failure is an accepted risk with a deadline.
 */
export const writeOscalReport: Report = async function* (runs) {
  const heads = runs.map(({ run }) => run.head)
  const id = createReportId('oscal', ...heads.map((head) => head.id))
  const plan = toRunPlanId(heads)
  const document = {
    uuid: id,
    metadata: createRunMetadata(heads, 'Checkwright assessment results'),
    'import-ap': {
      href: `#${plan}`,
      remarks: 'The assessment plan stands in the back matter, in base64.',
    },
    results: runs.length === 0 ? [createEmptyResult(id)] : listOscalResults(runs),
    'back-matter': {
      resources: [
        {
          uuid: plan,
          title: 'The assessment plan',
          base64: {
            filename: 'assessment-plan.json',
            'media-type': 'application/oscal+json',
            value: encodeBase64(new TextEncoder().encode(JSON.stringify(createRunPlan(runs)))),
          },
        },
      ],
    },
  }
  yield* writeJsonPieces({ 'assessment-results': document }, { indent: 2 })
  yield '\n'
}

/** OSCAL requires a result; this one is used if there is no run. */
function createEmptyResult(id: string): object {
  return {
    uuid: createReportId('oscal-nothing', id),
    title: 'No run',
    description: 'No check was run.',
    start: epoch,
    'reviewed-controls': selectRunControls([], 'none'),
  }
}

async function* listOscalResults(runs: readonly ReportInput[]): AsyncGenerator<object> {
  for (const reported of runs) yield await toOscalResult(reported)
}

async function toOscalResult(reported: ReportInput): Promise<object> {
  const { head } = reported.run
  const { connector, connectionId, connectionName, id, status, startedAt, finishedAt, checks } = head
  const counted: CountedCheck[] = []
  for (const check of checks) counted.push({ check, tally: await tallyResults(reported.run, check) })
  const undecided = checks.filter(({ error }) => error)
  return {
    uuid: createReportId('oscal-result', id),
    title: formatLine(
      `${connector.id} ${connector.version}${connectionName === undefined ? '' : ` (${connectionName})`}`,
    ),
    description: formatLines(
      `${checks.length} checks of connector ${connector.id}.`,
      describeReceived(head),
      undecided.length > 0 && `Could not tell: ${undecided.map(({ title }) => title).join('; ')}.`,
    ),
    start: startedAt,
    end: finishedAt,
    props: [
      createProp('run-id', id),
      createProp('status', status),
      ...(connectionId === undefined ? [] : [createProp('connection-id', connectionId)]),
      ...(connectionName === undefined ? [] : [createProp('connection-name', connectionName)]),
      ...listReceivedProps(head.received),
    ],
    'reviewed-controls': selectRunControls(checks, connector.id),
    // OSCAL refuses empty lists.
    observations: checks.length > 0 ? listObservations(reported, counted) : undefined,
    risks: counted.some(({ tally }) => tally.waived > 0) ? listRisks(reported) : undefined,
    findings: checks.some(isSettled) ? listOscalFindings(reported, counted) : undefined,
  }
}

/** A finding is satisfied or not, so only a check that passes or fails has one. */
function isSettled({ status }: CheckHead): boolean {
  return status === 'pass' || status === 'fail'
}

async function* listOscalFindings(reported: ReportInput, counted: readonly CountedCheck[]): AsyncGenerator<object> {
  const { head } = reported.run
  for (const { check, tally } of counted) {
    if (!isSettled(check)) continue
    const isSatisfied = check.status === 'pass'
    const description = reported.connector?.checks.find(({ id }) => id === check.id)?.description
    yield {
      uuid: createReportId('oscal-finding', head.id, check.id),
      title: formatLine(check.title),
      description: formatLines(description ?? check.title),
      props: [
        createProp('severity', check.severity),
        ...(tally.waived > 0 ? [createProp('waived', `${tally.waived}`)] : []),
        ...check.controls.map((control) => createProp('control', control)),
      ],
      target: {
        type: 'objective-id',
        'target-id': toOscalToken(check.id),
        title: formatLine(check.title),
        status: { state: isSatisfied ? 'satisfied' : 'not-satisfied', reason: isSatisfied ? 'pass' : 'fail' },
      },
      'related-observations': listRelatedObservations(reported, { check, tally }),
      'related-risks': tally.waived > 0 ? listRelatedRisks(reported, check) : undefined,
    }
  }
}

async function* listRelatedObservations({ run }: ReportInput, { check, tally }: CountedCheck): AsyncGenerator<object> {
  const { id } = run.head
  if (hasOwn(check, tally)) yield { 'observation-uuid': createReportId('oscal-check', id, check.id) }
  for (let index = 0; index < tally.total; index++)
    yield { 'observation-uuid': createObservationId(id, check.id, index) }
}

async function* listRelatedRisks({ run }: ReportInput, check: CheckHead): AsyncGenerator<object> {
  let index = 0
  for await (const { waived } of run.results(check.id)) {
    if (waived) yield { 'risk-uuid': createRiskId(run.head.id, check.id, index) }
    index++
  }
}

async function* listRisks({ run }: ReportInput): AsyncGenerator<object> {
  for (const check of run.head.checks) {
    let index = -1
    for await (const { title, description, waived, resource } of run.results(check.id)) {
      index++
      if (!waived) continue
      const { justification, approver, expires } = waived
      yield {
        uuid: createRiskId(run.head.id, check.id, index),
        title: formatLine(`${title}: ${resource.name ?? resource.id}`),
        description: formatLines(description ?? title),
        statement: formatLines(justification),
        props: [createProp('approver', approver), createProp('waiver-expires', expires)],
        status: 'deviation-approved',
        deadline: toRiskDeadline(expires),
        'related-observations': [{ 'observation-uuid': createObservationId(run.head.id, check.id, index) }],
      }
    }
  }
}
