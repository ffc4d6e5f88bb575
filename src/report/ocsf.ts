import type { Change } from '../checks/findings/comparison.ts'
import type { RunHead } from '../checks/runs/recorded-run.ts'
import { type CheckHead, type ResultRecord, type RunStatus, type Severity, version } from '../define/index.ts'
import { formatFirstFrame } from './pieces/format-frame.ts'
import { formatJsonText } from './pieces/json-pieces.ts'
import { chooseCountedStatus, formatJudged } from './pieces/judged-text.ts'
import { formatLine, formatLines } from './pieces/plain-text.ts'
import type { Report, ReportInput } from './pieces/report.ts'
import { createReportId } from './pieces/report-id.ts'

/**
 * OCSF 1.8.0 Compliance Findings (class 2003), one event a line, as log pipelines and query engines take them. One
 * event for each result, for each check that could not tell or reported nothing, and for each finding of an earlier run
 * that is gone. Times are epoch milliseconds.
 */
export const writeOcsfReport: Report = async function* (runs) {
  for (const reported of runs) {
    for await (const event of listOcsfEvents(reported)) yield `${formatJsonText(event)}\n`
  }
}

export async function* listOcsfEvents({ run, comparison, connector }: ReportInput): AsyncGenerator<object> {
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
      yield toResultEvent(result, event, comparison?.changeOf(result.findingId), { check, head, desc })
    }
    if (check.error || index === 0) yield toCheckEvent({ check, head, desc })
  }
  for (const [result, checkId] of gone.values()) {
    const check = head.checks.find(({ id }) => id === checkId)
    const { title } = result
    const last: ResultRecord = { ...result, status: 'not_applicable', title: `No longer there: ${title}` }
    if (check) yield toResultEvent(last, last.findingId, 'resolved', { check, head, desc: undefined })
  }
}

interface OcsfPlace {
  readonly check: CheckHead
  readonly head: RunHead
  /** The check's question. */
  readonly desc: string | undefined
}

function toResultEvent(result: ResultRecord, event: string, change: Change | undefined, place: OcsfPlace): object {
  const { title, description, severity, remediation, fix, evidence, waived, judged, resource } = result
  const { findingId, exchanges } = result
  const status = chooseCountedStatus(result)
  const isSettled = waived !== undefined || judged?.decision === 'accepted'
  const { check, head } = place
  return {
    ...buildCommonMembers(
      event,
      toOcsfActivity(change),
      severity ?? (status === 'fail' ? check.severity : 'info'),
      head,
    ),
    ...eventStatuses[change === 'resolved' ? 'resolved' : isSettled ? 'suppressed' : 'new'],
    message: formatLine(`${title}: ${resource.name ?? resource.id}`),
    finding_info: toOcsfFinding(findingId, title, description, place),
    compliance: toOcsfCompliance(
      status,
      [title, waived && `Waived: ${waived.justification}`, judged && formatJudged(judged)],
      place,
    ),
    resources: [toOcsfResource(resource)],
    remediation: remediation === undefined ? undefined : { desc: formatLines(remediation, fix && `Command: ${fix}`) },
    evidences: evidence === null ? undefined : [{ name: 'evidence', data: evidence }],
    unmapped: {
      ...toOcsfPlaceMembers(place),
      change,
      waived,
      judged,
      exchanges,
    },
  }
}

/**
 * A check that could not tell, or that had nothing to judge. Its status then has the meaning that the check declares.
 */
function toCheckEvent(place: OcsfPlace): object {
  const { check, head } = place
  const { error, status, undecided } = check
  const uid = createReportId('check', head.connector.id, head.connectionId ?? '', check.id)
  const message = error
    ? `Could not tell: ${[error.message, formatFirstFrame(error)].filter(Boolean).join(' ')}`
    : `No result: ${check.title}`
  return {
    ...buildCommonMembers(uid, 1, error || status === 'fail' ? check.severity : 'info', head),
    ...eventStatuses.new,
    message: formatLine(message),
    finding_info: toOcsfFinding(uid, check.title, message, place),
    compliance: toOcsfCompliance(status, error ? [error.kind, error.code, ...(error.missingScopes ?? [])] : [], place),
    resources: [
      {
        uid: head.connectionId ?? head.connector.id,
        type: 'connection',
        name: formatLine(head.connectionName ?? head.connector.id),
      },
    ],
    unmapped: { ...toOcsfPlaceMembers(place), error, undecided },
  }
}

function toOcsfPlaceMembers({ check, head: { id, connectionName, received } }: OcsfPlace): object {
  const source = received && { tool: received.tool, format: received.format, file: received.file }
  return { run_id: id, check_id: check.id, connection_name: connectionName, received: source }
}

type Activity = 1 | 2 | 3
const activityNames = { 1: 'Create', 2: 'Update', 3: 'Close' } as const

/** A finding that comes back is a change of one that consumers already have. */
function toOcsfActivity(change: Change | undefined): Activity {
  if (change === 'resolved') return 3
  return change === 'persisting' || change === 'regressed' ? 2 : 1
}

function buildCommonMembers(event: string, activity: Activity, severity: Severity, head: RunHead): object {
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
      uid: createReportId('event', head.id, event),
      correlation_uid: head.id,
      event_code: 'checkwright.result',
      tenant_uid: head.organizationId,
      product: { name: 'Checkwright', uid: 'checkwright', vendor_name: 'Checkwright', version },
    },
  }
}

function toOcsfFinding(uid: string, title: string, desc: string | undefined, { check, head }: OcsfPlace): object {
  return {
    uid,
    title: formatLine(title),
    desc: desc === undefined ? undefined : formatLines(desc),
    types: ['Compliance'],
    analytic: {
      type: 'Rule',
      type_id: 1,
      uid: check.id,
      name: formatLine(check.title),
      version: head.connector.version,
    },
    data_sources: [head.connector.id],
    product: { uid: head.connector.id, name: head.connector.id, version: head.connector.version },
  }
}

function toOcsfCompliance(
  status: RunStatus,
  details: readonly (string | undefined | false)[],
  place: OcsfPlace,
): object {
  const { check, desc } = place
  const [control] = check.controls
  return {
    ...complianceStatuses[status],
    status_details: details.flatMap((detail) => (detail ? [formatLine(detail)] : [])),
    control: control === undefined ? undefined : formatLine(control),
    desc: desc === undefined ? undefined : formatLines(desc),
    standards: [...new Set(check.controls.map((each) => formatLine(each.split(':')[0] ?? each)))],
    requirements: check.controls.map((each) => formatLine(each)),
    checks: [
      {
        uid: check.id,
        name: formatLine(check.title),
        ...severities[check.severity],
        standards: check.controls.map((each) => formatLine(each)),
        ...pickStatus(complianceStatuses[status]),
      },
    ],
  }
}

function pickStatus({ status_id, status }: (typeof complianceStatuses)[RunStatus]): object {
  return { status_id, status }
}

function toOcsfResource({ type, id, name }: ResultRecord['resource']): object {
  return { uid: id, type, name }
}

/** `Warning` is OCSF's value for a missing answer, which fits error and manual. */
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
