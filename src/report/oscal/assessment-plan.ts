import { type CheckHistory, type PackageContent, readNewest } from '../../evidence/package/package-content.ts'
import { writeJsonPieces } from '../json-pieces.ts'
import { formatLine, formatLines } from '../plain-text.ts'
import { createReportId } from '../report-id.ts'
import { createProp, toOscalToken } from './oscal-parts.ts'

/**
 * OSCAL 1.2.1 assessment plan of a package: the controls of the framework, an activity for each check, a component for each connection,
 * and the period as the task.
 */
export async function* writeAssessmentPlan(content: PackageContent): AsyncGenerator<string, void, undefined> {
  const { head, connections } = content
  const { framework, organization, period } = head
  const activities = await collectActivities(content)
  const system = createReportId('oscal-system', organization.id)
  const plan = {
    uuid: toPlanId(content),
    metadata: createPackageMetadata(content, `Assessment plan: ${framework.title}`),
    'import-ssp': {
      href: `#${system}`,
      remarks: 'There is no system security plan in OSCAL; the resource names the system.',
    },
    'local-definitions': {
      ...(connections.length > 0 && {
        components: connections.map(({ id, name, connector }) => ({
          uuid: toComponentId(id),
          type: 'service',
          title: formatLine(name ?? connector),
          description: formatLines(`A connection to ${connector}.`),
          props: [createProp('connection-id', id), createProp('connector', connector)],
          status: { state: 'operational' },
        })),
      }),
      ...(activities.length > 0 && {
        activities: activities.map(({ check, controls }) => ({
          uuid: toActivityId(check),
          title: formatLine(check.title),
          description: formatLines(`${check.connector}/${check.id}, on every day of the period.`),
          props: [
            createProp('check-id', check.id),
            createProp('connector', check.connector),
            createProp('method', 'TEST'),
          ],
          'related-controls': selectControls(framework.id, controls),
        })),
      }),
    },
    'reviewed-controls': selectReviewed(content),
    'assessment-subjects':
      connections.length > 0
        ? [
            {
              type: 'component',
              'include-subjects': connections.map(({ id }) => ({
                'subject-uuid': toComponentId(id),
                type: 'component',
              })),
            },
          ]
        : [{ type: 'component', 'include-all': {} }],
    tasks: [
      {
        uuid: createReportId('oscal-task', head.organization.id, framework.sha256, period.from, period.to),
        type: 'action',
        title: 'The checks run through the period',
        timing: { 'within-date-range': { start: `${period.from}T00:00:00Z`, end: `${period.to}T23:59:59Z` } },
        ...(activities.length > 0 && {
          'associated-activities': activities.map(({ check }) => ({
            'activity-uuid': toActivityId(check),
            subjects: [{ type: 'component', 'include-all': {} }],
          })),
        }),
      },
    ],
    'back-matter': {
      resources: [
        {
          uuid: system,
          title: formatLine(organization.name),
          description: 'The systems that the organization has connected.',
        },
      ],
    },
  }
  yield* writeJsonPieces({ 'assessment-plan': plan }, { indent: 2 })
  yield '\n'
}

type Check = Pick<CheckHistory, 'connector' | 'id' | 'title'>

/** Checks and obligations, whatever connection they are of, with their controls. */
async function collectActivities({ controls }: PackageContent) {
  const found = new Map<string, { readonly check: Check; readonly controls: string[] }>()
  for (const control of controls)
    for await (const { connector, id, title } of control.checks()) {
      const check = { connector, id, title }
      const activity = found.get(toActivityId(check)) ?? { check, controls: [] }
      found.set(toActivityId(check), activity)
      if (!activity.controls.includes(control.id)) activity.controls.push(control.id)
    }
  return [...found.values()]
}

export function toPlanId({ head }: Pick<PackageContent, 'head'>): string {
  const { framework, organization, period, madeAt } = head
  return createReportId('oscal-package-plan', organization.id, framework.id, period.from, period.to, madeAt)
}

export function toActivityId({ connector, id }: Pick<CheckHistory, 'connector' | 'id'>): string {
  return createReportId('oscal-activity', connector, id)
}

export function toComponentId(connectionId: string): string {
  return createReportId('oscal-component', connectionId)
}

export function createPackageMetadata({ head }: Pick<PackageContent, 'head'>, title: string): object {
  return {
    title: formatLine(`${title}, ${head.organization.name}, ${head.period.from} to ${head.period.to}`),
    'last-modified': head.madeAt,
    version: createReportId('oscal-version', head.madeAt),
    'oscal-version': '1.2.1',
    props: [
      createProp('generator', `${head.writtenBy.name} ${head.writtenBy.version}`),
      createProp('framework', head.framework.id),
    ],
  }
}

/** Controls that a check says something about; all of the framework if there is none. */
export function selectReviewed({ head, controls }: PackageContent): object {
  const covered = controls.filter(({ history }) => readNewest(history).state !== 'uncovered')
  return selectControls(
    head.framework.id,
    (covered.length > 0 ? covered : controls).map(({ id }) => id),
  )
}

function selectControls(framework: string, ids: readonly string[]): object {
  return {
    'control-selections': [
      { 'include-controls': ids.map((id) => ({ 'control-id': toOscalToken(`${framework}:${id}`) })) },
    ],
  }
}
