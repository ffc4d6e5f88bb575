import {
  type CheckHistory,
  type CheckSpan,
  type ControlHistory,
  type PackageContent,
  type PackageReceived,
  readNewest,
} from '../../evidence/package/package-content.ts'
import { listSpanBundles } from '../../evidence/package/package-file.ts'
import { formatLeftOut } from '../pieces/format-left-out.ts'
import { writeJsonPieces } from '../pieces/json-pieces.ts'
import { formatLine, formatLines } from '../pieces/plain-text.ts'
import { createReportId } from '../pieces/report-id.ts'
import { toActivityId, toComponentId, toOrigins, toStepId } from './assessment-plan.ts'
import { createProp, listReceivedProps, toOscalToken } from './oscal-parts.ts'
import { createPackageMetadata, selectReviewed, toPlanId, toTaskId } from './package-plan.ts'
import { listRecordObservations, listRecordRisks } from './package-records.ts'

/**
 * OSCAL 1.2.1 assessment results of a package: an observation for each span of days of each check, and a finding for each control that
 * is satisfied or not on the last day. Risks, and what penetration tests found, stand as they were on that day.
 * @param planSha256 of `oscal/assessment-plan.json`, hexadecimal
 */
export async function* writePackageResults(
  content: PackageContent,
  planSha256: string,
): AsyncGenerator<string, void, undefined> {
  const { head, controls } = content
  const plan = toPlanId(content)
  const isObserved = (await takeFirst(listObservations(content))) !== undefined
  const settled = controls.filter(isSettled)
  const risks = [...listRecordRisks(content)]
  const results = {
    uuid: createReportId('oscal-package-results', plan),
    metadata: createPackageMetadata(content, `Assessment results: ${head.framework.title}`),
    'import-ap': { href: `#${plan}` },
    results: [
      {
        uuid: createReportId('oscal-package-result', plan),
        title: formatLine(`${head.framework.title}, ${head.period.from} to ${head.period.to}`),
        description: 'How each check stood for each control, day by day. The findings are of the last day.',
        start: `${head.period.from}T00:00:00Z`,
        end: `${head.period.to}T23:59:59Z`,
        'reviewed-controls': selectReviewed(content),
        // OSCAL refuses empty lists.
        observations: isObserved ? listObservations(content) : undefined,
        risks: risks.length > 0 ? risks : undefined,
        findings: settled.length > 0 ? listFindings(content, settled) : undefined,
      },
    ],
    'back-matter': {
      resources: [
        {
          uuid: plan,
          title: 'The assessment plan',
          rlinks: [
            {
              href: 'assessment-plan.json',
              'media-type': 'application/oscal+json',
              hashes: [{ algorithm: 'SHA-256', value: planSha256 }],
            },
          ],
        },
        ...content.received.map(toReceivedResource),
      ],
    },
  }
  yield* writeJsonPieces({ 'assessment-results': results }, { indent: 2 })
  yield '\n'
}

/** A file of another tool. No observation and no finding rests on it. */
function toReceivedResource({ runId, tool, file, counts, evidence, digest, ...rest }: PackageReceived): object {
  const { oldestAt, importedAt, relied = false, setAside, connectionId } = rest
  return {
    uuid: createReportId('oscal-received', runId),
    title: formatLine(`Received from ${tool.name}, and not observed: ${file.name}`),
    description: formatLines(
      `${counts.entries} results: ${counts.pass} pass, ${counts.fail} fail, ${counts.manual} need review, ${counts.not_applicable} not applicable, ${counts.undecided} could not be told.`,
    ),
    props: [
      ...listReceivedProps({ tool, file }),
      createProp('connection-id', connectionId),
      createProp('run-id', runId),
      createProp('imported-at', importedAt),
      createProp('relied-on', `${relied}`),
      ...listProps({ 'oldest-at': oldestAt, 'set-aside': setAside, evidence }),
    ],
    rlinks:
      digest === undefined
        ? undefined
        : [
            {
              href: `../runs/${runId}.zip`,
              'media-type': 'application/zip',
              hashes: [{ algorithm: 'SHA-256', value: digest }],
            },
          ],
  }
}

/**
 * A finding is satisfied or not, so what nobody could tell has none. Of a control out of scope a pass is no finding, and a known failure
 * is one.
 */
function isSettled({ history }: ControlHistory): boolean {
  const { state, leftOut } = readNewest(history)
  return state === 'not_satisfied' || (state === 'satisfied' && leftOut === undefined)
}

async function* listObservations(content: PackageContent): AsyncGenerator<object> {
  const taskId = toTaskId(content)
  for (const control of content.controls)
    for await (const check of control.checks()) {
      const origins = toOrigins(toStepId(taskId, toActivityId(check)))
      for (const span of check.history) yield { ...toObservation(content.head, control, check, span), origins }
    }
  yield* listRecordObservations(content)
}

function toObservation(
  { framework, madeAt }: PackageContent['head'],
  control: ControlHistory,
  check: CheckHistory,
  span: CheckSpan,
): object {
  const { connectionId } = check
  const { from, to, state, because, status, runId, reviewId, taskId, at, evidence } = span
  const bundles = listSpanBundles(span).flatMap(({ file, digest }) => (digest === undefined ? [] : [{ file, digest }]))
  return {
    uuid: toObservationId(framework.id, control, check, span),
    title: formatLine(check.title),
    description: formatLines(because),
    props: [
      createProp('check-id', check.id),
      createProp('connector', check.connector),
      createProp('control', `${framework.id}:${control.id}`),
      createProp('state', state),
      createProp('from', from),
      createProp('to', to),
      ...listProps({ status, 'run-id': runId, 'review-id': reviewId, 'task-id': taskId, evidence }),
    ],
    methods: [taskId === undefined && reviewId === undefined ? 'TEST' : 'EXAMINE'],
    types: [state === 'not_satisfied' ? 'finding' : 'control-objective'],
    subjects:
      connectionId === undefined ? undefined : [{ 'subject-uuid': toComponentId(connectionId), type: 'component' }],
    'relevant-evidence':
      bundles.length > 0
        ? bundles.map(({ file, digest }) => ({
            href: `../${file}`,
            description: `The signed bundle of the ${reviewId === undefined ? 'run' : 'access review'}.`,
            props: [createProp('sha-256', digest)],
          }))
        : undefined,
    collected: at ?? madeAt,
  }
}

function listProps(values: Readonly<Record<string, string | undefined>>): readonly object[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [createProp(name, value)]))
}

function toObservationId(
  framework: string,
  control: ControlHistory,
  { connector, connectionId = '', taskId = '', id }: CheckHistory,
  { from, to, runId = '' }: CheckSpan,
): string {
  return createReportId('oscal-span', framework, control.id, connector, connectionId, taskId, id, from, to, runId)
}

async function* listFindings({ head }: PackageContent, settled: readonly ControlHistory[]): AsyncGenerator<object> {
  const { framework, period } = head
  for (const control of settled) {
    const { state, statements, leftOut } = readNewest(control.history)
    const isSatisfied = state === 'satisfied'
    const props = [
      ...(statements
        ? [createProp('observed-statements', `${statements.observed}`), createProp('statements', `${statements.of}`)]
        : []),
      ...(leftOut
        ? [createProp('left-out', leftOut.category ?? (leftOut.group === undefined ? 'not-applicable' : 'group'))]
        : []),
    ]
    yield {
      uuid: createReportId('oscal-control', framework.id, control.id, period.from, period.to),
      title: formatLine(control.title),
      description: formatLines(`${framework.title} ${control.id}, as it stood at the end of ${period.to}.`),
      // OSCAL refuses empty lists.
      props: props.length > 0 ? props : undefined,
      remarks: leftOut && formatLines(formatLeftOut(leftOut)),
      target: {
        type: 'objective-id',
        'target-id': toOscalToken(`${framework.id}:${control.id}`),
        title: formatLine(control.title),
        status: { state: isSatisfied ? 'satisfied' : 'not-satisfied', reason: isSatisfied ? 'pass' : 'fail' },
      },
      'related-observations': listRelated(framework.id, control),
    }
  }
}

async function* listRelated(framework: string, control: ControlHistory): AsyncGenerator<object> {
  for await (const check of control.checks())
    yield { 'observation-uuid': toObservationId(framework, control, check, readNewest(check.history)) }
}

async function takeFirst<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item
  return undefined
}
