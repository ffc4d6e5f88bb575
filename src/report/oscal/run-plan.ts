import type { RunHead } from '../../checks/runs/recorded-run.ts'
import { type CheckHead, version } from '../../define/index.ts'
import { formatLine, formatLines } from '../pieces/plain-text.ts'
import type { ReportInput } from '../pieces/report.ts'
import { createReportId } from '../pieces/report-id.ts'
import {
  createAssessmentPlan,
  type PlanActivity,
  type PlanComponent,
  toActivityId,
  toComponentId,
} from './assessment-plan.ts'
import { createProp, toOscalToken } from './oscal-parts.ts'

/**
 * OSCAL 1.2.1 assessment plan of the runs in a report: an activity for each check that they ran, a component for each connection, and a
 * task for each run.
 */
export function createRunPlan(runs: readonly ReportInput[]): object {
  const heads = runs.map(({ run }) => run.head)
  const components = new Map<string, PlanComponent>()
  const activities = new Map<string, PlanActivity>()
  for (const reported of runs) {
    const component = toRunComponent(reported.run.head)
    components.set(component.id, component)
    for (const activity of listActivities(reported)) activities.set(activity.id, activity)
  }
  return createAssessmentPlan({
    id: toRunPlanId(heads),
    metadata: createRunMetadata(heads, 'Checkwright assessment plan'),
    version,
    system: {
      id: createReportId('oscal-systems', ...components.keys()),
      title: 'The systems that the runs asked',
      description:
        formatLines(...new Set(heads.map(({ connector }) => `${connector.id} ${connector.version}`))) || 'None.',
    },
    components: [...components.values()],
    activities: [...activities.values()],
    reviewed: selectRunControls(
      heads.flatMap(({ checks }) => checks),
      'none',
    ),
    tasks: runs.map((reported) => {
      const { id, connector, startedAt, finishedAt } = reported.run.head
      return {
        id: toRunTaskId(id),
        title: formatLine(`Run the checks of ${connector.id} ${connector.version}`),
        timing: { start: startedAt, end: finishedAt },
        activities: listActivities(reported),
        components: [toRunComponent(reported.run.head).id],
      }
    }),
  })
}

export function toRunPlanId(heads: readonly RunHead[]): string {
  return createReportId('oscal-plan', ...heads.map(({ id }) => id))
}

export function toRunTaskId(runId: string): string {
  return createReportId('oscal-run', runId)
}

export function createRunMetadata(heads: readonly RunHead[], title: string): object {
  const finished = heads.map(({ finishedAt }) => finishedAt).sort()
  return {
    title,
    'last-modified': finished.at(-1) ?? epoch,
    version: createReportId('oscal', ...heads.map(({ id }) => id)),
    'oscal-version': '1.2.1',
    props: [createProp('generator', `checkwright ${version}`)],
  }
}

export const epoch = '1970-01-01T00:00:00Z'

/** Controls of the checks; for checks without any, the checks themselves. */
export function selectRunControls(checks: readonly CheckHead[], connectorId: string): object {
  const controls = new Set(checks.flatMap((check) => check.controls.map(toOscalToken)))
  const objectives = new Set(checks.map(({ id }) => toOscalToken(id)))
  const ids = controls.size > 0 ? controls : objectives.size > 0 ? objectives : [toOscalToken(connectorId)]
  return {
    'control-selections': [{ 'include-controls': [...ids].map((id) => ({ 'control-id': id })) }],
    'control-objective-selections':
      objectives.size > 0
        ? [{ 'include-objectives': [...objectives].map((id) => ({ 'objective-id': id })) }]
        : undefined,
  }
}

/** A run of the command line has no connection: its connector stands for it. */
function toRunComponent({ connector, connectionId, connectionName }: RunHead): PlanComponent {
  return {
    id: toComponentId(connectionId ?? `connector ${connector.id}`),
    title: formatLine(connectionName ?? connector.id),
    description: formatLines(`What ${connector.id} asked.`),
    props: [
      createProp('connector', connector.id),
      ...(connectionId === undefined ? [] : [createProp('connection-id', connectionId)]),
    ],
  }
}

function listActivities({ run, connector }: ReportInput): readonly PlanActivity[] {
  const { head } = run
  return head.checks.map(({ id, title, severity, controls, proof }) => {
    const description = connector?.checks.find((check) => check.id === id)?.description
    return {
      id: toActivityId({ connector: head.connector.id, id }),
      title: formatLine(title),
      description: formatLines(description ?? title),
      props: [
        createProp('check-id', id),
        createProp('connector', head.connector.id),
        createProp('connector-version', head.connector.version),
        createProp('severity', severity),
        ...listProofProps(proof),
      ],
      controls: controls.length > 0 ? selectControls(controls.map(toOscalToken)) : undefined,
    }
  })
}

/** What the judgement was tried on. */
function listProofProps(proof: CheckHead['proof']): readonly object[] {
  if (proof === undefined || proof === 'none') return []
  return [
    createProp('proof-witnesses', proof.witnesses),
    createProp('proof-code', proof.code),
    createProp('proof-cases', `${proof.cases}`),
    createProp('proof-mutants', `${proof.mutants}`),
    createProp('proof-mutants-noticed', `${proof.killed}`),
    createProp('proof-mutants-not-told-apart', `${proof.notToldApart}`),
  ]
}

function selectControls(ids: Iterable<string>): object {
  return { 'control-selections': [{ 'include-controls': [...new Set(ids)].map((id) => ({ 'control-id': id })) }] }
}
