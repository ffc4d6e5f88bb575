import type { CheckHead } from '../checks/kept-run.ts'
import { version } from '../define/index.ts'
import { jsonPieces } from './json-pieces.ts'
import { type Counted, hasOwn, observations } from './oscal-observations.ts'
import { observationId, prop, riskId, token } from './oscal-parts.ts'
import { line, lines } from './plain-text.ts'
import type { Report, ReportedRun } from './report.ts'
import { reportId } from './report-id.ts'
import { tallyOf } from './results.ts'

/**
 * OSCAL 1.2.1 assessment results: a result for each run, in it an observation for each result, and a finding for each check
 * that came to pass or fail. A check that could not tell, waits for a person or does not apply has observations that say
 * so and no finding, because a finding is either satisfied or not. A waived failure is an accepted risk with a deadline.
 */
export const oscalReport: Report = async function* (runs) {
  const heads = runs.map(({ run }) => run.head)
  const id = reportId('oscal', ...heads.map((head) => head.id))
  const plan = reportId('oscal-plan', ...heads.map((head) => head.id))
  const document = {
    uuid: id,
    metadata: {
      title: 'Checkwright assessment results',
      'last-modified':
        heads
          .map(({ finishedAt }) => finishedAt)
          .sort()
          .at(-1) ?? epoch,
      version: id,
      'oscal-version': '1.2.1',
      props: [prop('generator', `checkwright ${version}`)],
    },
    'import-ap': {
      href: `#${plan}`,
      remarks: 'The checks are the plan: no other document says what was to be assessed.',
    },
    results: runs.length === 0 ? [nothing(id)] : resultsOf(runs),
    'back-matter': {
      resources: [
        {
          uuid: plan,
          title: 'The checks of these connectors',
          description: lines(
            ...heads.map(({ connector }) => `${connector.id} ${connector.version}`),
            'Run by Checkwright.',
          ),
        },
      ],
    },
  }
  yield* jsonPieces({ 'assessment-results': document }, { indent: 2 })
  yield '\n'
}

const epoch = '1970-01-01T00:00:00Z'

/** OSCAL demands a result; of no run there is this one. */
function nothing(id: string): object {
  return {
    uuid: reportId('oscal-nothing', id),
    title: 'No run',
    description: 'Nothing was run.',
    start: epoch,
    'reviewed-controls': controlsOf([], 'none'),
  }
}

async function* resultsOf(runs: readonly ReportedRun[]): AsyncGenerator<object> {
  for (const reported of runs) yield await resultOf(reported)
}

async function resultOf(reported: ReportedRun): Promise<object> {
  const { head } = reported.run
  const { connector, connectionId, id, status, startedAt, finishedAt, checks } = head
  const counted: Counted[] = []
  for (const check of checks) counted.push({ check, tally: await tallyOf(reported.run, check) })
  const untold = checks.filter(({ error }) => error)
  return {
    uuid: reportId('oscal-result', id),
    title: line(`${connector.id} ${connector.version}`),
    description: lines(
      `${checks.length} checks of connector ${connector.id}.`,
      untold.length > 0 && `Could not tell: ${untold.map(({ title }) => title).join('; ')}.`,
    ),
    start: startedAt,
    end: finishedAt,
    props: [
      prop('run-id', id),
      prop('status', status),
      ...(connectionId === undefined ? [] : [prop('connection-id', connectionId)]),
    ],
    'reviewed-controls': controlsOf(checks, connector.id),
    // OSCAL refuses empty lists.
    ...(checks.length > 0 && { observations: observations(reported, counted) }),
    ...(counted.some(({ tally }) => tally.waived > 0) && { risks: risks(reported) }),
    ...(checks.some(isSettled) && { findings: findings(reported, counted) }),
  }
}

/** Controls that the checks speak for; of checks without any, the checks themselves. */
function controlsOf(checks: readonly CheckHead[], connectorId: string): object {
  const controls = new Set(checks.flatMap((check) => check.controls.map(token)))
  const objectives = new Set(checks.map(({ id }) => token(id)))
  const ids = controls.size > 0 ? controls : objectives.size > 0 ? objectives : [token(connectorId)]
  return {
    'control-selections': [{ 'include-controls': [...ids].map((id) => ({ 'control-id': id })) }],
    ...(objectives.size > 0 && {
      'control-objective-selections': [{ 'include-objectives': [...objectives].map((id) => ({ 'objective-id': id })) }],
    }),
  }
}

/** A finding is satisfied or not; only a check that passes or fails is one of these. */
function isSettled({ status }: CheckHead): boolean {
  return status === 'pass' || status === 'fail'
}

async function* findings(reported: ReportedRun, counted: readonly Counted[]): AsyncGenerator<object> {
  const { head } = reported.run
  for (const { check, tally } of counted) {
    if (!isSettled(check)) continue
    const isSatisfied = check.status === 'pass'
    const description = reported.connector?.checks.find(({ id }) => id === check.id)?.description
    yield {
      uuid: reportId('oscal-finding', head.id, check.id),
      title: line(check.title),
      description: lines(description ?? check.title),
      props: [
        prop('severity', check.severity),
        ...(tally.waived > 0 ? [prop('waived', `${tally.waived}`)] : []),
        ...check.controls.map((control) => prop('control', control)),
      ],
      target: {
        type: 'objective-id',
        'target-id': token(check.id),
        title: line(check.title),
        status: { state: isSatisfied ? 'satisfied' : 'not-satisfied', reason: isSatisfied ? 'pass' : 'fail' },
      },
      'related-observations': relatedObservations(reported, { check, tally }),
      ...(tally.waived > 0 && { 'related-risks': relatedRisks(reported, check) }),
    }
  }
}

async function* relatedObservations({ run }: ReportedRun, { check, tally }: Counted): AsyncGenerator<object> {
  const { id } = run.head
  if (hasOwn(check, tally)) yield { 'observation-uuid': reportId('oscal-check', id, check.id) }
  for (let index = 0; index < tally.total; index++) yield { 'observation-uuid': observationId(id, check.id, index) }
}

async function* relatedRisks({ run }: ReportedRun, check: CheckHead): AsyncGenerator<object> {
  let index = 0
  for await (const { waived } of run.results(check.id)) {
    if (waived) yield { 'risk-uuid': riskId(run.head.id, check.id, index) }
    index++
  }
}

async function* risks({ run }: ReportedRun): AsyncGenerator<object> {
  for (const check of run.head.checks) {
    let index = -1
    for await (const { title, description, waived, resource } of run.results(check.id)) {
      index++
      if (!waived) continue
      const { justification, approver, expires } = waived
      yield {
        uuid: riskId(run.head.id, check.id, index),
        title: line(`${title}: ${resource.name ?? resource.id}`),
        description: lines(description ?? title),
        statement: lines(justification),
        props: [prop('approver', approver), prop('waiver-expires', expires)],
        status: 'deviation-approved',
        ...deadline(expires),
        'related-observations': [{ 'observation-uuid': observationId(run.head.id, check.id, index) }],
      }
    }
  }
}

/** A waiver holds through the day that it names, in UTC. */
function deadline(expires: string): { readonly deadline?: string } {
  return /^\d{4}-\d\d-\d\d$/.test(expires) ? { deadline: `${expires}T23:59:59Z` } : {}
}
