import type {
  CrossCheckInputs,
  CrossCheckInventory,
  CrossCheckSource,
  CrossCheckSystem,
} from '../../crosscheck/define/inputs.ts'
import { RecordsDigest } from '../../inventory/records-digest.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { compareTexts } from '../../text/compare-texts.ts'
import { toIsoTime, type Uses } from '../parts/runtime-parts.ts'

/** The system that stands for the policies of the organization. No connection has such an id. */
const policiesId = 'policies'

const acknowledgementsAtOnce = 1_000

/**
 * Adds the policies of which a version holds to what a cross-check judges by, and who has acknowledged it as a list of records beside
 * the others.
 */
export async function addPolicies(
  { store }: Uses<'policies'>,
  { inputs, source }: { readonly inputs: CrossCheckInputs; readonly source: CrossCheckSource },
): Promise<{ readonly inputs: CrossCheckInputs; readonly source: CrossCheckSource }> {
  const { organizationId, now } = inputs
  const holding = await store.policies.listHolding(organizationId)
  // In memory, because a list that grows while it is read has no digest.
  const records: StoredRecord[] = []
  for (const { versionId } of holding)
    for await (const record of readAcknowledgements(store, organizationId, versionId)) records.push(record)
  records.sort((one, other) => compareTexts(one.id, other.id))
  const digest = new RecordsDigest()
  for (const record of records) digest.add(record)
  const inventory: CrossCheckInventory = {
    of: 'acknowledgement',
    complete: true,
    readAt: now,
    tells: ['personEmail', 'directoryId', 'policyId', 'versionId', 'acknowledgedAt'],
    count: records.length,
    digest: digest.finish(),
  }
  const system: CrossCheckSystem = {
    connectionId: policiesId,
    connector: { id: policiesId, version: '1.0.0' },
    name: 'Policies',
    state: 'connected',
    lists: [],
    inventories: [inventory],
  }
  return {
    inputs: {
      ...inputs,
      systems: [...inputs.systems, system],
      policies: holding.map(({ id, name, versionId, number, publishedAtMs }) => ({
        id,
        name,
        versionId,
        number,
        publishedAt: toIsoTime(publishedAtMs),
      })),
    },
    source: {
      records: (connectionId, list) => (connectionId === policiesId ? [records] : source.records(connectionId, list)),
      links: (connectionId, of) => (connectionId === policiesId ? [] : source.links(connectionId, of)),
    },
  }
}

async function* readAcknowledgements(
  store: Uses<'policies'>['store'],
  organizationId: string,
  versionId: string,
): AsyncGenerator<StoredRecord> {
  for (let after: string | undefined; ; ) {
    const page = await store.policies.listAcknowledgements({ organizationId, versionId }, after, acknowledgementsAtOnce)
    for (const { id, policyId, email, directoryId, acknowledgedAtMs } of page)
      yield {
        id,
        policyId,
        versionId,
        personEmail: email,
        directoryId: directoryId ?? undefined,
        acknowledgedAt: toIsoTime(acknowledgedAtMs),
      }
    if (page.length < acknowledgementsAtOnce) return
    after = page.at(-1)?.id
  }
}
