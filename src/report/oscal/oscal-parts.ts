import type { ReceivedPart } from '../../define/index.ts'
import { formatLine } from '../pieces/plain-text.ts'
import { createReportId, reportNamespace } from '../pieces/report-id.ts'

/** By its position in the check, because a check may report a resource, and its finding, more than once. */
export function createObservationId(runId: string, checkId: string, index: number): string {
  return createReportId('oscal-observation', runId, checkId, `${index}`)
}

export function createRiskId(runId: string, checkId: string, index: number): string {
  return createReportId('oscal-risk', runId, checkId, `${index}`)
}

/** NIST reserves names without a namespace; this one is ours. */
const namespace = `urn:uuid:${reportNamespace}`

export function createProp(name: string, value: string): object {
  return { name, ns: namespace, value: formatLine(value) }
}

/** Of results that another tool reported, and of the file that they came in. */
export function listReceivedProps(received: Pick<ReceivedPart, 'tool' | 'file'> | undefined): readonly object[] {
  if (received === undefined) return []
  const { tool, file } = received
  return [
    createProp('received-from', [tool.name, tool.version].filter(Boolean).join(' ')),
    createProp('received-file', file.name),
    createProp('received-sha-256', file.sha256),
  ]
}

/** Figures of a risk in our own naming system, as `likelihood`. */
export function createFacets(values: Readonly<Record<string, string | undefined>>): object {
  return {
    origin: { actors: [toolActor] },
    facets: Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, system: namespace, value }],
    ),
  }
}

/** Checkwright in every plan and result. */
export const toolActor = { type: 'tool', 'actor-uuid': createReportId('oscal-tool') } as const

/** An id in OSCAL's form: `soc2:CC6.1` becomes `soc2_CC6.1`. */
export function toOscalToken(id: string): string {
  const text = id.toWellFormed().replace(/[^\p{L}\p{N}.\-_]/gu, '_')
  return /^[\p{L}_]/u.test(text) ? text : `_${text}`
}

/** A waiver is valid through its last day, in UTC. */
export function toRiskDeadline(expires: string): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(expires) ? `${expires}T23:59:59Z` : undefined
}
