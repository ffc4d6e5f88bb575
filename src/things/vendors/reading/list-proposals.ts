import { ApiError } from '../../../errors/index.ts'
import { isLimited, mayNameConnections, type PeriodLimit } from '../../../service/rights/period.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { listAllRecords } from '../../declared/services/list-all-records.ts'
import { vendor } from '../thing.ts'

/** An application that a system lists and no vendor names. */
export interface VendorProposal {
  readonly name: string
  readonly publisher: string | null
  /** How many people use it, in all systems together. null: no system says it. */
  readonly people: number | null
  readonly scopes: readonly string[]
  readonly seenIn: readonly { readonly connectionId: string; readonly name: string; readonly readAt: string }[]
}

export interface VendorProposals {
  readonly proposals: readonly VendorProposal[]
  /** Connections whose list of applications is not complete. */
  readonly incomplete: readonly string[]
  /** Whether any connection has a list of applications. */
  readonly isListed: boolean
  /** How many there are, with those that are proposed once these have a vendor. */
  readonly total: number
}

/** How many applications are proposed at once, the most used first. */
const proposalsMax = 500

/**
 * Applications of the newest inventories, the most used first. Who may not read the names of connections reads those of their connectors.
 * @throws ApiError 403 for somebody who is limited to a period, which the newest inventories are not of
 */
export async function listVendorProposals(
  { runtime }: Pick<HostParts, 'runtime'>,
  reader: Parameters<typeof mayNameConnections>[0],
): Promise<VendorProposals> {
  if (isLimited(reader))
    throw new ApiError('Proposals come from lists of today, and you see a period alone.', { code: 'API_FORBIDDEN' })
  const { organizationId } = reader
  const isNamed = mayNameConnections(reader)
  const known = await loadKnownNames(runtime, reader)
  const found = new Map<string, VendorProposal>()
  const incomplete = new Set<string>()
  let isListed = false
  for (const { id: connectionId, name: label, connector } of await runtime.connections.listListing({ organizationId }))
    for (const head of await runtime.inventories.list({ connectionId, organizationId })) {
      if (head.of !== 'application') continue
      isListed = true
      const name = (isNamed ? label : undefined) ?? connector
      if (!head.complete) incomplete.add(name)
      const opened = await runtime.inventories.open({ connectionId, organizationId, of: head.of, part: head.part })
      for await (const record of opened?.records() ?? []) {
        const title = typeof record.name === 'string' ? record.name.trim() : ''
        const key = toKey(title)
        if (title === '' || known.has(key)) continue
        const before = found.get(key)
        const users = typeof record.users === 'number' ? record.users : null
        const scopes = Array.isArray(record.scopes) ? record.scopes.map(String) : []
        const place = { connectionId, name, readAt: head.readAt }
        found.set(key, {
          name: before?.name ?? title,
          publisher: before?.publisher ?? (typeof record.publisher === 'string' ? record.publisher : null),
          people: users === null ? (before?.people ?? null) : (before?.people ?? 0) + users,
          scopes: [...new Set([...(before?.scopes ?? []), ...scopes])],
          seenIn: before?.seenIn.some((each) => each.connectionId === connectionId)
            ? before.seenIn
            : [...(before?.seenIn ?? []), place],
        })
      }
    }
  const proposals = [...found.values()].toSorted(
    (one, other) => (other.people ?? 0) - (one.people ?? 0) || (one.name < other.name ? -1 : 1),
  )
  return { proposals: proposals.slice(0, proposalsMax), incomplete: [...incomplete], isListed, total: proposals.length }
}

async function loadKnownNames(runtime: HostParts['runtime'], reader: PeriodLimit): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for await (const page of listAllRecords(recordsFor(runtime, vendor, reader)))
    for (const { values } of page)
      for (const name of [values.name, values.applications ?? []].flat()) known.add(toKey(String(name)))
  return known
}

function toKey(name: string): string {
  return name.trim().toLowerCase()
}
