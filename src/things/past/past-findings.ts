import { computeDueMs, defaultDueDays } from '../../checks/findings/due.ts'
import type { Finding, NewestOutcome, OutcomeFilter, SeenFailure } from '../../checks/findings/finding-store.ts'
import { toJudged } from '../../checks/judgements/open-judgements.ts'
import type { RunHead } from '../../checks/runs/recorded-run.ts'
import type { TimeSpan } from '../../checks/runs/run-store.ts'
import { type CheckHead, crossCheckConnectorId } from '../../define/index.ts'
import { parseDayEnd } from '../../text/calendar-day.ts'
import { toConnection } from '../connections/connection-state.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { loadConnectedTimes } from './connected-times.ts'
import { listPastRecords } from './past-runs.ts'

type OutcomeTables = Uses<'runs' | 'findings' | 'connections', 'connectors' | 'crossChecks'>
type Tables = Uses<'runs' | 'findings' | 'connections' | 'judgements', 'connectors'>

/**
 * Findings as somebody sees them who knows the runs of a time alone: each as the newest of these runs saw it fail. Where
 * none of them did, or retention has deleted it, only what names the finding is left.
 */
export async function describeWithin(
  { store }: Tables,
  findings: readonly Finding[],
  within: TimeSpan,
): Promise<readonly Finding[]> {
  const seen = await describeSeen(store, findings, within)
  return describeWork(store, await describeRefused(store, seen, within.toMs), within.toMs)
}

async function describeSeen(
  store: Tables['store'],
  findings: readonly Finding[],
  within: TimeSpan,
): Promise<readonly Finding[]> {
  const isSeenWithin = ({ lastSeenAtMs: atMs }: Finding) => within.fromMs <= atMs && atMs <= within.toMs
  const seen = new Map<string, Finding>()
  for (const [connectionId, ofConnection] of groupByConnection(findings.filter((one) => !isSeenWithin(one)))) {
    const left = new Map(ofConnection.map((finding) => [finding.id, finding]))
    const organizationId = ofConnection[0]?.organizationId ?? ''
    for await (const { id: run } of listPastRecords(store.runs, { organizationId, connectionId, within })) {
      const failures = await store.findings.failuresIn(run, [...left.keys()])
      const head = failures.length > 0 ? (await store.runs.findRecorded(run))?.head : undefined
      for (const failure of failures) {
        const finding = left.get(failure.findingId)
        if (finding && !isSighting(finding, failure)) continue
        if (finding && head) seen.set(finding.id, describeAsSeen(finding, failure, head))
        left.delete(failure.findingId)
      }
      if (left.size === 0) break
    }
    for (const finding of left.values()) seen.set(finding.id, await describeUnseen(store, finding, within))
  }
  return findings.map((finding) => seen.get(finding.id) ?? finding)
}

/** The judgements by which findings stood at a time: runs know of those that were made before them alone. */
async function describeRefused(
  { judgements }: Tables['store'],
  findings: readonly Finding[],
  atMs: number,
): Promise<readonly Finding[]> {
  const refused = findings.filter(({ judgementId }) => judgementId !== null)
  const [first] = refused
  if (first === undefined) return findings
  const inForce = await judgements.list({
    organizationId: first.organizationId,
    findingIds: refused.map(({ id }) => id),
    limit: refused.length,
    holds: { is: true, atMs },
  })
  const byFinding = new Map(inForce.map((judgement) => [judgement.findingId, toJudged(judgement)]))
  return findings.map((finding) => {
    const judged = finding.judgementId === null ? undefined : byFinding.get(finding.id)
    return judged ? { ...finding, judgementId: judged.id, result: { ...finding.result, judged } } : finding
  })
}

/** A result that needed review is what was seen of a finding that a person refused, and of no other. */
function isSighting({ judgementId, resolution }: Finding, { result }: SeenFailure): boolean {
  return result.status === 'fail' || judgementId !== null || resolution === 'needs_review'
}

/** Owner and due day as they were at a time. */
async function describeWork(
  { findings: shown }: Tables['store'],
  findings: readonly Finding[],
  atMs: number,
): Promise<readonly Finding[]> {
  const [first] = findings
  if (first === undefined) return []
  const days = (await shown.dueDays(first.organizationId, { atMs })) ?? defaultDueDays
  const all = await shown.changesOf(
    findings.map(({ id }) => id),
    { atMs },
  )
  const changes = Map.groupBy(all, ({ findingId }) => findingId)
  return findings.map((finding) => {
    const own = changes.get(finding.id) ?? []
    const owner = own.findLast(({ member }) => member === 'owner')
    // A day that was set before it opened again counts no more.
    const due = own.findLast(({ member, atMs: setAtMs }) => member === 'due' && setAtMs >= finding.changedAtMs)
    const byReason = due?.reason ? parseDayEnd(due.later ?? '') : undefined
    return {
      ...finding,
      ownerId: owner?.later ?? null,
      dueAtMs: byReason ?? computeDueMs(finding.changedAtMs, finding.severity, days),
      dueReason: byReason === undefined ? null : (due?.reason ?? null),
    }
  })
}

function groupByConnection(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  return Map.groupBy(findings, ({ connectionId }) => connectionId)
}

function describeAsSeen(finding: Finding, { severity, result }: SeenFailure, head: RunHead): Finding {
  const check = head.checks.find(({ id }) => id === finding.checkId)
  return {
    ...finding,
    severity,
    result,
    runId: head.id,
    lastSeenAtMs: Date.parse(head.startedAt),
    controls: check?.controls ?? finding.controls,
    waived: result.waived !== undefined,
  }
}

async function describeUnseen({ findings }: Tables['store'], finding: Finding, { toMs }: TimeSpan): Promise<Finding> {
  const [change] = await findings.history(finding.id, { atMs: toMs, limit: 1 })
  const { findingId, resource } = finding.result
  return {
    ...finding,
    runId: change?.runId ?? finding.runId,
    lastSeenAtMs: finding.changedAtMs,
    waived: false,
    result: {
      findingId,
      status: 'fail',
      evidence: {},
      resource: { type: resource.type, id: resource.id },
      title: 'Seen before, and by no run of this time',
    },
  }
}

/** More newest outcomes than an organization has. */
export const outcomesMax = 1_000_000

/** What each check came to when it ran last in a time, as `FindingStore.newestOutcomes` tells it of now. */
export async function listOutcomesWithin(
  { store, connectors, crossChecks }: OutcomeTables,
  { organizationId, connectionId, connectorId, status, limit = 1_000 }: OutcomeFilter,
  within: TimeSpan,
): Promise<readonly NewestOutcome[]> {
  const connections = await store.connections.list({ organizationId })
  const { wasConnected } = await loadConnectedTimes(store, organizationId)
  const rows = [...connections, { id: organizationId, connectorId: crossCheckConnectorId }]
  const outcomes: NewestOutcome[] = []
  for (const connection of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (
      connectionId === undefined
        ? 'state' in connection && !wasConnected(toConnection(connection), within.toMs)
        : connection.id !== connectionId
    )
      continue
    if (connectorId !== undefined && connection.connectorId !== connectorId) continue
    const checks = ('state' in connection ? connectors.get(connection.connectorId)?.checks : crossChecks.all) ?? []
    const newest = new Map<string, NewestOutcome>()
    const past = { organizationId, connectionId: connection.id, within }
    for await (const { id } of listPastRecords(store.runs, past)) {
      const head = (await store.runs.findRecorded(id))?.head
      // One that waited in the queue past the end says nothing about the time.
      if (!head || Date.parse(head.inputs.now) > within.toMs) continue
      for (const check of head.checks)
        if (!newest.has(check.id)) newest.set(check.id, toOutcome(connection, head, check))
      if (checks.length > 0 && checks.every(({ id }) => newest.has(id))) break
    }
    outcomes.push(...[...newest.values()].toSorted((a, b) => (a.checkId < b.checkId ? -1 : 1)))
  }
  return outcomes.filter((outcome) => status === undefined || outcome.status === status).slice(0, limit)
}

function toOutcome(
  { id: connectionId, connectorId }: { readonly id: string; readonly connectorId: string },
  { id: runId, startedAt }: RunHead,
  { id: checkId, status, complete, error }: CheckHead,
): NewestOutcome {
  return {
    connectionId,
    connectorId,
    checkId,
    runId,
    atMs: Date.parse(startedAt),
    status,
    effectiveStatus: status,
    complete,
    error: error ?? null,
  }
}
