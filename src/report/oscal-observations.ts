import type { CheckHead } from '../checks/kept-run.ts'
import type { ResultRecord } from '../define/index.ts'
import { jsonText } from './json-pieces.ts'
import { observationId, prop } from './oscal-parts.ts'
import { line, lines } from './plain-text.ts'
import type { ReportedRun } from './report.ts'
import { reportId } from './report-id.ts'
import type { Tally } from './results.ts'

export interface Counted {
  readonly check: CheckHead
  readonly tally: Tally
}

/** An observation for each result, and for each check that could not tell or had nothing to judge. */
export async function* observations(
  { run, comparison }: ReportedRun,
  counted: readonly Counted[],
): AsyncGenerator<object> {
  for (const { check, tally } of counted) {
    if (hasOwn(check, tally)) yield ownObservation(check, run.head.id, run.head.finishedAt)
    let index = 0
    for await (const result of run.results(check.id)) {
      const uuid = observationId(run.head.id, check.id, index++)
      yield observation(result, uuid, check, run.head.finishedAt, comparison?.changeOf(result.findingId))
    }
  }
}

/** Whether a check has something to say beside its results. */
export function hasOwn({ error }: CheckHead, { total }: Tally): boolean {
  return error !== undefined || total === 0
}

function ownObservation({ id, title, status, error, controls }: CheckHead, runId: string, collected: string): object {
  return {
    uuid: reportId('oscal-check', runId, id),
    title: line(title),
    description: lines(error ? `Could not tell: ${error.message}` : 'Nothing was there to judge.'),
    props: [
      prop('check-id', id),
      prop('status', status),
      ...(error ? [prop('error-kind', error.kind), prop('error-code', error.code)] : []),
      ...(error?.missingScopes ?? []).map((scope) => prop('missing-scope', scope)),
      ...controls.map((control) => prop('control', control)),
    ],
    methods: ['TEST'],
    types: ['control-objective'],
    collected,
  }
}

const evidenceMax = 20_000

function observation(
  result: ResultRecord,
  uuid: string,
  check: CheckHead,
  collected: string,
  change: string | undefined,
): object {
  const { status, title, description, remediation, severity, resource, evidence, findingId, exchanges = [] } = result
  const evidenceText = jsonText(evidence)
  return {
    uuid,
    title: line(title),
    description: lines(description ?? title, remediation && `Remediation: ${remediation}`),
    props: [
      prop('check-id', check.id),
      prop('status', status),
      prop('finding-id', findingId),
      ...(severity === undefined ? [] : [prop('severity', severity)]),
      ...(change === undefined ? [] : [prop('change', change)]),
      ...check.controls.map((control) => prop('control', control)),
    ],
    // A person has to look at it; the check alone tests nothing then.
    methods: [status === 'manual' ? 'EXAMINE' : 'TEST'],
    types: [status === 'fail' ? 'finding' : 'control-objective'],
    subjects: [
      {
        'subject-uuid': reportId('oscal-subject', resource.type, resource.id),
        type: 'inventory-item',
        title: line(resource.name ?? resource.id),
        props: [prop('resource-type', resource.type), prop('resource-id', resource.id)],
      },
    ],
    ...(evidence !== null && {
      'relevant-evidence': [
        {
          description: 'What the vendor answered, as far as the result rests on it.',
          ...(exchanges.length > 0 && { props: exchanges.map((number) => prop('exchange', `${number}`)) }),
          remarks:
            evidenceText.length <= evidenceMax
              ? evidenceText
              : `${evidenceText.slice(0, evidenceMax).toWellFormed()}… (all of it is in run.json)`,
        },
      ],
    }),
    collected,
  }
}
