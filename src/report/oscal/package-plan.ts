import { type CheckHistory, type PackageContent, readNewest } from '../../evidence/package/package-content.ts'
import { formatLeftOut } from '../pieces/format-left-out.ts'
import { writeJsonPieces } from '../pieces/json-pieces.ts'
import { formatLine, formatLines } from '../pieces/plain-text.ts'
import { createReportId } from '../pieces/report-id.ts'
import { createAssessmentPlan, toActivityId, toComponentId } from './assessment-plan.ts'
import { createProp, toOscalToken } from './oscal-parts.ts'

/**
 * OSCAL 1.2.1 assessment plan of a package: the controls of the framework, an activity for each check, a component for each connection,
 * and the period as the task.
 */
export async function* writePackagePlan(content: PackageContent): AsyncGenerator<string, void, undefined> {
  const { head, connections } = content
  const { framework, organization, period } = head
  const activities = (await collectActivities(content)).map(({ check, controls }) => ({
    id: toActivityId(check),
    title: formatLine(check.title),
    description: formatLines(`${check.connector}/${check.id}, on every day of the period.`),
    props: [createProp('check-id', check.id), createProp('connector', check.connector)],
    controls: selectControls(framework.id, controls),
  }))
  const plan = createAssessmentPlan({
    id: toPlanId(content),
    metadata: createPackageMetadata(content, `Assessment plan: ${framework.title}`),
    version: head.writtenBy.version,
    system: {
      id: createReportId('oscal-system', organization.id),
      title: organization.name,
      description: 'The systems that the organization has connected.',
    },
    components: connections.map(({ id, name, connector }) => ({
      id: toComponentId(id),
      title: formatLine(name ?? connector),
      description: formatLines(`A connection to ${connector}.`),
      props: [createProp('connection-id', id), createProp('connector', connector)],
    })),
    activities,
    reviewed: selectReviewed(content),
    tasks: [
      {
        id: toTaskId(content),
        title: 'The checks run through the period',
        timing: { start: `${period.from}T00:00:00Z`, end: `${period.to}T23:59:59Z` },
        activities,
      },
    ],
  })
  yield* writeJsonPieces(plan, { indent: 2 })
  yield '\n'
}

type PlannedCheck = Pick<CheckHistory, 'connector' | 'id' | 'title'>

/** Checks and obligations, whatever connection they are of, with their controls. */
async function collectActivities({ controls }: PackageContent) {
  const found = new Map<string, { readonly check: PlannedCheck; readonly controls: string[] }>()
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

export function toTaskId({ head }: Pick<PackageContent, 'head'>): string {
  const { framework, organization, period } = head
  return createReportId('oscal-task', organization.id, framework.sha256, period.from, period.to)
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
      ...(head.mapping ? [createProp('mapping-sha-256', head.mapping.sha256)] : []),
      ...(head.earlierMappings ?? []).map(({ from, to, sha256 }) =>
        createProp('earlier-mapping-sha-256', `${sha256}, ${from} to ${to}`),
      ),
    ],
  }
}

/** Controls in scope that a check says something about, or all in scope if there is none; and those that are out of scope, with reasons. */
export function selectReviewed({ head, controls }: PackageContent): object {
  const newest = controls.map(({ id, history }) => ({ id, ...readNewest(history) }))
  const inScope = newest.filter(({ leftOut }) => leftOut === undefined)
  const covered = inScope.filter(({ state }) => state !== 'uncovered')
  return selectControls(
    head.framework.id,
    (covered.length > 0 ? covered : inScope).map(({ id }) => id),
    newest.flatMap(({ id, leftOut }) => (leftOut ? [{ id, why: formatLeftOut(leftOut) }] : [])),
  )
}

interface LeftOutControl {
  readonly id: string
  readonly why: string
}

function selectControls(framework: string, ids: readonly string[], leftOut: readonly LeftOutControl[] = []): object {
  const select = (id: string) => ({ 'control-id': toOscalToken(`${framework}:${id}`) })
  const excluded = leftOut.map(({ id, why }) => `${id}: ${formatLine(why)}`)
  return {
    'control-selections': [
      {
        // OSCAL refuses empty lists.
        'include-controls': ids.length > 0 ? ids.map(select) : undefined,
        'exclude-controls': leftOut.length > 0 ? leftOut.map(({ id }) => select(id)) : undefined,
        remarks: leftOut.length > 0 ? formatLines(excluded.join('\n')) : undefined,
      },
    ],
  }
}
