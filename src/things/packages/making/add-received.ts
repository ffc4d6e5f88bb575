import type { RunRecord, TimeSpan } from '../../../checks/runs/run-store.ts'
import { receivedConnectorId } from '../../../define/index.ts'
import type { PackageReceived } from '../../../evidence/package/package-content.ts'
import { addDays, formatDay } from '../../../text/calendar-day.ts'
import { compareTexts } from '../../../text/compare-texts.ts'
import type { Connection } from '../../connections/connection-state.ts'
import { toIsoTime } from '../../parts/runtime-parts.ts'
import { listEndedRecords } from '../../past/past-runs.ts'
import { reliance } from '../../reliances/thing.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { BundleAdder } from './add-bundles.ts'
import type { PackageOrder } from './package-order.ts'

interface ReceivedPlaces {
  readonly period: TimeSpan
  readonly connections: readonly Connection[]
}

/**
 * The files of other tools that were imported in the period, and the newest before it, of each of these sources. Those that somebody relied
 * on for a control of the framework come with the file itself, and the others with its digest.
 */
export async function addReceived(
  runtime: Runtime,
  order: PackageOrder,
  bundles: BundleAdder,
  { period, connections }: ReceivedPlaces,
): Promise<readonly PackageReceived[]> {
  const { organizationId, mayReadPeople = true } = order
  const relied = await listReliedSources(runtime, order, period)
  const files: PackageReceived[] = []
  for (const { id: connectionId, connector } of connections) {
    if (connector !== receivedConnectorId) continue
    for (const record of await listImports(runtime, order, connectionId, period)) {
      const received = (await runtime.runs.kept({ id: record.id, organizationId }))?.recorded?.head.received
      if (received === undefined) continue
      const isRelied = relied.has(connectionId) && received.setAside === undefined
      // The file is not redacted: whoever may not read of people gets its digest.
      const bundle = isRelied && mayReadPeople ? await bundles.addRun(record.id) : undefined
      files.push({
        connectionId,
        runId: record.id,
        importedAt: toIsoTime(record.startedAtMs),
        ...received,
        relied: isRelied ? true : undefined,
        evidence: bundle?.evidence,
        digest: bundle?.digest,
      })
    }
  }
  return files.toSorted((a, b) => compareTexts(a.importedAt, b.importedAt))
}

/** The oldest first: all imports of the period, and the newest before it that counts. */
async function listImports(
  runtime: Runtime,
  { organizationId, knownFromMs = 0 }: PackageOrder,
  connectionId: string,
  { fromMs, toMs }: TimeSpan,
): Promise<readonly RunRecord[]> {
  const within = { fromMs: knownFromMs, toMs }
  const records: RunRecord[] = []
  for await (const record of listEndedRecords(runtime.runs, { organizationId, connectionId, within })) {
    const isBefore = record.startedAtMs < fromMs
    if (isBefore && record.scoped) continue
    records.push(record)
    if (isBefore) break
  }
  return records.toReversed()
}

/** Sources that somebody relied on for a control of the framework, on some day of the period. */
async function listReliedSources(
  { serviceOf }: Pick<Runtime, 'serviceOf'>,
  { organizationId, framework }: PackageOrder,
  { fromMs, toMs }: TimeSpan,
): Promise<ReadonlySet<string>> {
  const versions = await serviceOf(reliance).versions({ organizationId, atMs: toMs })
  const sources = new Set<string>()
  for (const own of Map.groupBy(versions, ({ recordId }) => recordId).values())
    for (const [index, { values }] of own.entries()) {
      const endMs = own[index + 1]?.atMs ?? toMs
      if (values === undefined || endMs < fromMs || addDays(values.expires, 1) <= formatDay(fromMs)) continue
      if (values.controls.some((control) => control.startsWith(`${framework.id}:`))) sources.add(values.source)
    }
  return sources
}
