import type { Change } from '../checks/comparison.ts'
import type { CheckHead, RunHead } from '../checks/kept-run.ts'
import { type ResultRecord, type RunStatus, type Severity, version } from '../define/index.ts'
import { jsonText } from './json-pieces.ts'
import { line, lines } from './plain-text.ts'
import type { Report, ReportedRun } from './report.ts'
import { reportId } from './report-id.ts'

/**
 * OCSF 1.8.0 Compliance Findings (class 2003), one event a line, as log pipelines and query engines take them. An event for
 * each result, for each check that could not tell or reported nothing, and for each finding of an earlier run that is gone.
 * Times are epoch milliseconds.
 */
export const ocsfReport: Report = async function* (runs) {
  for (const reported of runs) {
    for await (const event of events(reported)) yield `${jsonText(event)}\n`
  }
}

async function* events({ run, comparison, connector }: ReportedRun): AsyncGenerator<object> {
  const { head } = run
  const gone = new Map(
    comparison?.resolved.map(({ result, checkId }) => [result.findingId, [result, checkId] as const]),
  )
  for (const check of head.checks) {
    const desc = connector?.checks.find(({ id }) => id === check.id)?.description
    let index = 0
    for await (const result of run.results(check.id)) {
      gone.delete(result.findingId)
      // A check may report a finding more than once, but an event happens once.
      const event = `${check.id} ${index++}`
      yield ofResult(result, event, comparison?.changeOf(result.findingId), { check, head, desc })
    }
    if (check.error || index === 0) yield ofCheck({ check, head, desc })
  }
  for (const [result, checkId] of gone.values()) {
    const check = head.checks.find(({ id }) => id === checkId)
    const { title } = result
    const last: ResultRecord = { ...result, status: 'not_applicable', title: `No longer there: ${title}` }
    if (check) yield ofResult(last, last.findingId, 'resolved', { check, head, desc: undefined })
  }
}

interface Place {
  readonly check: CheckHead
  readonly head: RunHead
  /** What the check asks. */
  readonly desc: string | undefined
}

function ofResult(result: ResultRecord, event: string, change: Change | undefined, place: Place): object {
  const { status, title, description, severity, remediation, evidence, waived, resource, findingId, exchanges } = result
  const { check, head } = place
  return {
    ...common(event, activityOf(change), severity ?? (status === 'fail' ? check.severity : 'info'), head),
    ...eventStatuses[change === 'resolved' ? 'resolved' : waived ? 'suppressed' : 'new'],
    message: line(`${title}: ${resource.name ?? resource.id}`),
    finding_info: findingOf(findingId, title, description, place),
    compliance: complianceOf(status, [title, waived && `Waived: ${waived.justification}`], place),
    resources: [resourceOf(resource)],
    ...(remediation !== undefined && { remediation: { desc: lines(remediation) } }),
    ...(evidence !== null && { evidences: [{ name: 'evidence', data: evidence }] }),
    unmapped: { run_id: head.id, check_id: check.id, ...(change && { change }), ...(waived && { waived }), exchanges },
  }
}

/** A check that could not tell, or one that had nothing to judge, whose status then says what that means. */
function ofCheck(place: Place): object {
  const { check, head } = place
  const { error, status } = check
  const uid = reportId('check', head.connector.id, head.connectionId ?? '', check.id)
  const message = error ? `Could not tell: ${error.message}` : `No result: ${check.title}`
  return {
    ...common(uid, 1, error || status === 'fail' ? check.severity : 'info', head),
    ...eventStatuses.new,
    message: line(message),
    finding_info: findingOf(uid, check.title, message, place),
    compliance: complianceOf(status, error ? [error.kind, error.code, ...(error.missingScopes ?? [])] : [], place),
    resources: [{ uid: head.connectionId ?? head.connector.id, type: 'connection', name: head.connector.id }],
    unmapped: { run_id: head.id, check_id: check.id, ...(error && { error }) },
  }
}

type Activity = 1 | 2 | 3
const activityNames = { 1: 'Create', 2: 'Update', 3: 'Close' } as const

/** A finding that comes back is a change of one that consumers know already. */
function activityOf(change: Change | undefined): Activity {
  if (change === 'resolved') return 3
  return change === 'persisting' || change === 'regressed' ? 2 : 1
}

function common(event: string, activity: Activity, severity: Severity, head: RunHead): object {
  return {
    activity_id: activity,
    activity_name: activityNames[activity],
    category_uid: 2,
    category_name: 'Findings',
    class_uid: 2003,
    class_name: 'Compliance Finding',
    type_uid: 200_300 + activity,
    type_name: `Compliance Finding: ${activityNames[activity]}`,
    time: Date.parse(head.finishedAt),
    start_time: Date.parse(head.startedAt),
    ...severities[severity],
    metadata: {
      version: '1.8.0',
      uid: reportId('event', head.id, event),
      correlation_uid: head.id,
      event_code: 'checkwright.result',
      ...(head.organizationId !== undefined && { tenant_uid: head.organizationId }),
      product: { name: 'Checkwright', uid: 'checkwright', vendor_name: 'Checkwright', version },
    },
  }
}

function findingOf(uid: string, title: string, desc: string | undefined, { check, head }: Place): object {
  return {
    uid,
    title: line(title),
    ...(desc !== undefined && { desc: lines(desc) }),
    types: ['Compliance'],
    analytic: { type: 'Rule', type_id: 1, uid: check.id, name: line(check.title), version: head.connector.version },
    data_sources: [head.connector.id],
    product: { uid: head.connector.id, name: head.connector.id, version: head.connector.version },
  }
}

function complianceOf(status: RunStatus, details: readonly (string | undefined | false)[], place: Place): object {
  const { check, desc } = place
  const [control] = check.controls
  return {
    ...complianceStatuses[status],
    status_details: details.flatMap((detail) => (detail ? [line(detail)] : [])),
    ...(control !== undefined && { control: line(control) }),
    ...(desc !== undefined && { desc: lines(desc) }),
    standards: [...new Set(check.controls.map((each) => line(each.split(':')[0] ?? each)))],
    requirements: check.controls.map((each) => line(each)),
    checks: [
      {
        uid: check.id,
        name: line(check.title),
        ...severities[check.severity],
        standards: check.controls.map((each) => line(each)),
        ...pick(complianceStatuses[status]),
      },
    ],
  }
}

function pick({ status_id, status }: (typeof complianceStatuses)[RunStatus]): object {
  return { status_id, status }
}

function resourceOf({ type, id, name }: ResultRecord['resource']): object {
  return { uid: id, type, ...(name !== undefined && { name }) }
}

/** `Warning` is OCSF's word for no answer for want of information, which is what error and manual are. */
const complianceStatuses = {
  pass: { status_id: 1, status: 'Pass', status_code: 'PASS' },
  fail: { status_id: 3, status: 'Fail', status_code: 'FAIL' },
  error: { status_id: 2, status: 'Warning', status_code: 'ERROR' },
  manual: { status_id: 2, status: 'Warning', status_code: 'MANUAL' },
  not_applicable: { status_id: 99, status: 'Not applicable', status_code: 'NOT_APPLICABLE' },
} as const satisfies Readonly<Record<RunStatus, object>>

const eventStatuses = {
  new: { status_id: 1, status: 'New' },
  suppressed: { status_id: 3, status: 'Suppressed' },
  resolved: { status_id: 4, status: 'Resolved' },
} as const

const severities: Readonly<Record<Severity, { readonly severity_id: number; readonly severity: string }>> = {
  info: { severity_id: 1, severity: 'Informational' },
  low: { severity_id: 2, severity: 'Low' },
  medium: { severity_id: 3, severity: 'Medium' },
  high: { severity_id: 4, severity: 'High' },
  critical: { severity_id: 5, severity: 'Critical' },
}
