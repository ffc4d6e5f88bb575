import { line } from './plain-text.ts'
import { reportId, reportNamespace } from './report-id.ts'

/** By its place in the check, because a check may report a resource, and with it a finding, more than once. */
export function observationId(runId: string, checkId: string, index: number): string {
  return reportId('oscal-observation', runId, checkId, `${index}`)
}

export function riskId(runId: string, checkId: string, index: number): string {
  return reportId('oscal-risk', runId, checkId, `${index}`)
}

/** NIST keeps names without a namespace to itself; this one is ours. */
const namespace = `urn:uuid:${reportNamespace}`

export function prop(name: string, value: string): object {
  return { name, ns: namespace, value: line(value) }
}

/** An id as OSCAL writes them: `soc2:CC6.1` becomes `soc2_CC6.1`. */
export function token(id: string): string {
  const text = id.toWellFormed().replace(/[^\p{L}\p{N}.\-_]/gu, '_')
  return /^[\p{L}_]/u.test(text) ? text : `_${text}`
}
