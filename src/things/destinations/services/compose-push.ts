import type { Finding } from '../../../checks/findings/finding-store.ts'
import { StoreError } from '../../../errors/index.ts'
import type { ValuesOf } from '../../../service/fields/field-types.ts'
import type { StoredThing } from '../../../service/fields/thing-store.ts'
import type { InventoryService } from '../../inventories/inventories.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import type { destination } from '../thing.ts'
import type {
  Converted,
  DestinationSettings,
  DestinationVendor,
  PlannedRequest,
  PushedRecord,
} from '../vendors/destination-vendor.ts'
import { type DestinationVendorId, destinationVendors } from '../vendors/destination-vendors.ts'

export interface DestinationRow extends StoredThing {
  readonly values: ValuesOf<typeof destination.all>
}

export type ComposeParts = Uses<'findings'> & {
  readonly inventories: Pick<InventoryService, 'list' | 'open'>
  readonly publicUrl: string
}

/** What a push would send. */
export interface PushPlan {
  readonly origin: string
  /** In order. Without credentials, which each request gets when it is sent. */
  readonly requests: readonly PlannedRequest[]
  /** How many records the list has at the destination after it. */
  readonly records: number
  /** How many are no resource there, by the reason. */
  readonly leftOut: Readonly<Record<string, number>>
  /** Why nothing is sent. Empty: it can be. */
  readonly problems: readonly string[]
}

/** A list that has more is not pushed. */
const recordsMax = 10_000

/**
 * Composes a push from the newest reading of the list. A list that is not whole, or of which a member is unknown that the vendor
 * requires, is not pushed: what is missing there would be deleted, and what is made up would be evidence of nothing.
 * @param push a word of its own for each attempt
 */
export async function composePush(parts: ComposeParts, row: DestinationRow, push: string): Promise<PushPlan> {
  const { vendor, settings } = readSettings(row)
  const problems: string[] = []
  const records =
    settings.list === 'finding' ? await listFindings(parts, row, problems) : await readList(parts, row, problems)
  const resources: object[] = []
  const leftOut: Record<string, number> = {}
  const unknown = new Map<string, number>()
  for (const record of records) {
    const converted: Converted = vendor.convert(settings, record)
    if (converted.kind === 'resource') resources.push(converted.resource)
    else if (converted.kind === 'left out') leftOut[converted.reason] = (leftOut[converted.reason] ?? 0) + 1
    else unknown.set(converted.member, (unknown.get(converted.member) ?? 0) + 1)
  }
  for (const [member, count] of unknown)
    problems.push(
      `${vendor.name} requires "${member}", which nobody could tell of ${count} of ${records.length} records.`,
    )
  // An empty list of people is more often a mistake than a fact, and it would delete all of them.
  if (settings.list !== 'finding' && resources.length === 0 && problems.length === 0)
    problems.push('The list is empty. It would delete all records there.')
  const origin = vendor.readOrigin(settings)
  if (problems.length > 0) return { origin, requests: [], records: 0, leftOut, problems }
  return { origin, requests: vendor.plan(settings, resources, push), records: resources.length, leftOut, problems }
}

export function readSettings({ values }: DestinationRow): {
  readonly vendor: DestinationVendor
  readonly settings: DestinationSettings
} {
  const { vendor, region, list, resource, clientId } = values
  return { vendor: destinationVendors[vendor as DestinationVendorId], settings: { region, list, resource, clientId } }
}

async function readList(
  { inventories, publicUrl }: ComposeParts,
  { organizationId, values: { list: of, connectionId } }: DestinationRow,
  problems: string[],
): Promise<readonly PushedRecord[]> {
  if (of === 'finding' || connectionId === null) return []
  const heads = (await inventories.list({ connectionId, organizationId })).filter((head) => head.of === of)
  if (heads.length === 0) problems.push('No run has read this list of the connection yet.')
  const records: PushedRecord[] = []
  for (const { part } of heads) {
    const opened = await inventories.open({ connectionId, organizationId, of, part })
    if (opened === undefined) throw new StoreError('The list is gone.', { code: 'STORE_CONFLICT', retryable: true })
    const { complete, error, count } = opened.head
    if (!complete || error !== undefined) {
      problems.push('The list is not complete, so that what is missing would be deleted there.')
      continue
    }
    if (records.length + count > recordsMax) {
      problems.push(`The list has more than ${recordsMax} records.`)
      continue
    }
    for await (const record of opened.records()) {
      const { id, name, url, unknown: _unknown, ...members } = record as unknown as Readonly<Record<string, unknown>>
      const own = heads.length === 1 ? String(id) : `${part}/${String(id)}`
      records.push({
        id: own,
        name: typeof name === 'string' && name !== '' ? name : String(id),
        url: isHttps(url) ? url : `${publicUrl}/connections/${connectionId}`,
        members,
      })
    }
  }
  return records
}

async function listFindings(
  { store, publicUrl }: ComposeParts,
  { organizationId, values: { connectionId } }: DestinationRow,
  problems: string[],
): Promise<readonly PushedRecord[]> {
  const filter = { organizationId, connectionId: connectionId ?? undefined, limit: recordsMax + 1 }
  const findings = await store.findings.list(filter)
  if (findings.length > recordsMax) problems.push(`There are more than ${recordsMax} findings.`)
  return findings.slice(0, recordsMax).map((finding) => toRecord(finding, publicUrl))
}

function toRecord(
  {
    id,
    checkId,
    connectorId,
    severity,
    state,
    waived,
    controls,
    firstSeenAtMs,
    lastSeenAtMs,
    dueAtMs,
    result,
  }: Finding,
  publicUrl: string,
): PushedRecord {
  const { resource, title } = result
  const toTime = (ms: number) => new Date(ms).toISOString()
  return {
    id,
    name: `${title}: ${resource.name ?? resource.id}`.slice(0, 300).toWellFormed(),
    url: `${publicUrl}/findings/${id}`,
    members: {
      check: checkId,
      connector: connectorId,
      severity,
      state,
      acceptedRisk: waived,
      controls,
      resourceType: resource.type,
      resourceId: resource.id,
      firstSeenAt: toTime(firstSeenAtMs),
      lastSeenAt: toTime(lastSeenAtMs),
      dueAt: toTime(dueAtMs),
    },
  }
}

function isHttps(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:'
}
