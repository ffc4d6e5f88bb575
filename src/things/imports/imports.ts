import { randomUUID } from 'node:crypto'
import { createConnectionRecord } from '../../auth/connection-store.ts'
import { holdLease } from '../../auth/lease.ts'
import type { ReceivedSupport } from '../../checks/controls/evaluate-controls.ts'
import { receivedConnectorId } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { ReceivedFormatId } from '../../received/received-item.ts'
import { type Connection, toConnection } from '../connections/connection-state.ts'
import { isConnectionName } from '../connections/connections.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound } from '../parts/runtime-parts.ts'
import { loadSupport, type SupportParts, type SupportQuestion } from './load-support.ts'
import { type ProposalQuestion, proposeReliances, type RelianceProposals } from './propose-reliances.ts'
import { type TakenFile, type TakingParts, takeFile } from './take-file.ts'

export interface ImportOrder {
  readonly organizationId: string
  /** Name of the source, such as "Prowler of production". One that is not there is made. */
  readonly source: string
  /** Name of the file. */
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** @default by how the file begins */
  readonly format?: ReceivedFormatId | undefined
  readonly userId?: string | undefined
}

export interface Import extends TakenFile {
  readonly organizationId: string
  readonly source: Connection
}

export interface ImportService {
  /**
   * Takes over a file of another tool. The same file of the same source is the same run.
   * @throws CheckwrightError `IMPORT_REFUSED`; StoreError `NOT_FOUND`
   */
  take(order: ImportOrder): Promise<Import>
  /** What results of other tools say for controls, as far as an administrator relies on them. */
  support(question: SupportQuestion): Promise<readonly ReceivedSupport[]>
  /** Which statements and controls the checks of a source could count for; undefined where nobody can say. It changes nothing. */
  proposals(question: ProposalQuestion): Promise<RelianceProposals | undefined>
  /** Where files came from, newest first. */
  sources(of: { readonly organizationId: string }): Promise<readonly Connection[]>
}

export function createImportService(parts: TakingParts & SupportParts): Declared<ImportService> {
  const { store } = parts
  const take = async (order: ImportOrder): Promise<Import> => {
    const { organizationId, name, bytes, format } = order
    requireFound(await store.organizations.find(organizationId), `organization "${organizationId}"`)
    // Two files at once would both find that there is no such source, and that no other file is newer.
    const turn = `import:${organizationId}:${order.source}`
    const takeInTurn = async () => {
      const source = await findSource(parts, order)
      const taken = await takeFile(parts, { source, name, bytes, format })
      return { ...taken, organizationId, source: toConnection(source) }
    }
    return holdLease(store.leases, parts.clock, turn, takeInTurn, createBusyError)
  }
  return {
    take: {
      change: (order) => parts.unfinished.track(take(order)),
      audit: {
        action: 'import.take',
        fields: ({ source, name, format }) => ({ source, name, format }),
        target: ({ runId }) => runId,
      },
    },
    support: { read: (question) => loadSupport(parts, question) },
    proposals: { read: (question) => proposeReliances(parts, question) },
    sources: {
      read: async ({ organizationId }) =>
        (await store.connections.list({ organizationId, connectorId: receivedConnectorId })).map(toConnection),
    },
  }
}

function createBusyError(): CheckwrightError {
  return new CheckwrightError('Another file of this source has been read for a minute. Import this one again later.', {
    code: 'IMPORT_REFUSED',
    retryable: true,
  })
}

/** The source of this name. It has no credentials: nothing is ever asked of it. */
async function findSource({ store, clock }: TakingParts, { organizationId, source: name, userId }: ImportOrder) {
  if (!isConnectionName(name))
    throw new CheckwrightError('Name the source in one line of at most 100 characters.', { code: 'IMPORT_REFUSED' })
  const known = await store.connections.list({ organizationId, connectorId: receivedConnectorId })
  const same = known.find((each) => each.name === name && each.state !== 'disconnected')
  if (same) return same
  const record = createConnectionRecord({
    id: randomUUID(),
    organizationId,
    connectorId: receivedConnectorId,
    name,
    userId: userId ?? null,
    createdAtMs: clock.nowMs(),
  })
  const none = { generation: 1, values: {}, expiresAtMs: null, refreshAtMs: null, refreshFailures: 0, destination: '' }
  await store.connections.insert(record, none)
  return record
}
