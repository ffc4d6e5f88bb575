import type { StoredWaiver, WaiverPage, WaiverStateFilter, WaiverStore } from '../../checks/waivers/waiver-store.ts'
import type { Waiver } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import {
  type DecisionChoice,
  type DecisionIndex,
  loadDecisions,
  loadOrganizationDecisions,
} from '../judgements/decisions/decision-index.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'
import { demandKnownChecks, type KnownChecks } from './demand-known.ts'

/** Accepted exceptions of an organization: applied in every run of its connections, after those of the run. */
export interface WaiverService {
  /** @throws CheckwrightError `WAIVERS_INVALID`; StoreError `NOT_FOUND` when there is no such organization */
  create(
    waiver: Waiver & { readonly organizationId: string; readonly userId?: string | undefined },
  ): Promise<StoredWaiver>
  /** Several at once, or none of them. @throws as `create` */
  createAll(input: {
    readonly organizationId: string
    readonly userId?: string | undefined
    readonly waivers: readonly Waiver[]
  }): Promise<readonly StoredWaiver[]>
  get(ref: { readonly id: string; readonly organizationId: string }): Promise<StoredWaiver | undefined>
  /** The newest first. Expired ones are included; revoked ones only if you set `revoked`. */
  list(filter: Parameters<WaiverStore['list']>[0]): Promise<readonly StoredWaiver[]>
  /** Those in a state now, a page at a time. */
  listInState(page: Omit<WaiverPage, 'nowMs'>): Promise<readonly StoredWaiver[]>
  /** How many are in a state; at most one more than `countedMax`, which is 1,000. */
  countInState(filter: Omit<WaiverStateFilter, 'nowMs'>): Promise<number>
  /** As they are in force, with the judgements, to judge what was recorded. */
  inForce(of: { readonly organizationId: string } & DecisionChoice): Promise<DecisionIndex>
  /** The same for what the newest runs of cross-checks have recorded. */
  inForceForCrossChecks(of: { readonly organizationId: string }): Promise<DecisionIndex>
  /** From now on it does not apply. @returns false if there is no such waiver */
  revoke(ref: { readonly id: string; readonly organizationId: string }): Promise<boolean>
}

/** @param settle lets the findings of an organization stand as its waivers say now */
export function createWaiverService(
  parts: Uses<'waivers' | 'judgements' | 'connections' | 'findings', 'clock' | 'connectors' | 'crossChecks'>,
  settle: (organizationId: string) => Promise<void>,
): Declared<WaiverService> {
  const { store, clock } = parts
  return {
    create: {
      change: async ({ organizationId, userId, ...waiver }) => {
        const [stored] = await keepWaivers(parts, { organizationId, userId, waivers: [waiver] })
        await settle(organizationId)
        return requireFound(stored, 'waiver')
      },
      audit: { action: 'waiver.create', fields: (waiver) => waiver },
    },
    createAll: {
      change: async (input) => {
        const stored = await keepWaivers(parts, input)
        await settle(input.organizationId)
        return stored
      },
      audit: {
        action: 'waiver.create',
        fields: ({ waivers }) => Object.assign({}, ...waivers),
        target: (made) => made.map(({ id }) => id).join(' '),
      },
    },
    get: { read: ({ id, organizationId }) => store.waivers.find(id, organizationId) },
    list: { read: (filter) => store.waivers.list(filter) },
    listInState: { read: (filter) => store.waivers.listInState({ ...filter, nowMs: clock.nowMs() }) },
    countInState: { read: (filter) => store.waivers.countInState({ ...filter, nowMs: clock.nowMs() }) },
    inForce: {
      read: ({ organizationId, ...choice }) => loadDecisions(parts, organizationId, choice),
    },
    inForceForCrossChecks: { read: ({ organizationId }) => loadOrganizationDecisions(parts, organizationId) },
    revoke: {
      change: async (ref) => {
        const isFound = await store.waivers.revoke(ref, clock.nowMs())
        await settle(ref.organizationId)
        return isFound
      },
      audit: { action: 'waiver.revoke' },
    },
  }
}

type WaiverParts = Uses<'waivers' | 'connections' | 'findings', 'clock' | 'connectors' | 'crossChecks'>

async function keepWaivers(
  parts: WaiverParts,
  { organizationId, userId, waivers }: Parameters<WaiverService['createAll']>[0],
): Promise<readonly StoredWaiver[]> {
  const { store, clock } = parts
  const nowMs = clock.nowMs()
  const parsed = await parseNewWaivers(waivers, new Date(nowMs))
  for (const waiver of parsed) await demandConnections(parts, organizationId, waiver)
  const known = openKnownChecks(parts, organizationId)
  for (const waiver of parsed) await demandKnownChecks(waiver, known)
  const current = await store.waivers.list({ organizationId })
  await demandRoom([...parsed, ...current.map(({ waiver }) => waiver)])
  const stored = parsed.map(
    (waiver): StoredWaiver => ({
      id: createTimeId(),
      organizationId,
      waiver,
      userId: userId ?? null,
      createdAtMs: nowMs,
      revokedAtMs: null,
    }),
  )
  await store.waivers.insert(stored)
  return stored
}

function openKnownChecks({ store, connectors, crossChecks }: WaiverParts, organizationId: string): KnownChecks {
  return {
    connectors: crossChecks.withConnectors(connectors.values()),
    // A process without connectors knows none: another one runs the checks.
    isConnected: async (connectorId) =>
      connectors.size === 0 || (await store.connections.list({ organizationId, connectorId })).length > 0,
    hasFindings: async (checkId) => (await store.findings.list({ organizationId, checkId, limit: 1 })).length > 0,
  }
}

/**
 * A risk that is accepted on one connection may not be accepted on another, so a stored waiver names its connections.
 */
async function demandConnections(
  { store }: Uses<'connections'>,
  organizationId: string,
  { connection, allConnections }: Waiver,
): Promise<void> {
  if (connection === undefined && !allConnections)
    throw new CheckwrightError(
      'The waiver does not name its connections. List their ids in "connection", or set "allConnections": true.',
      { code: 'WAIVERS_INVALID' },
    )
  for (const id of connection === undefined ? [] : [connection].flat()) {
    if (await store.connections.find(id, organizationId)) continue
    throw new CheckwrightError('The waiver names a connection in "connection" that the organization does not have.', {
      code: 'WAIVERS_INVALID',
    })
  }
}

/** Loaded on first use, because zod is not needed without waivers. */
async function parseNewWaivers(waivers: readonly Waiver[], now: Date): Promise<readonly Waiver[]> {
  const { parseWaiverList } = await import('../../checks/waivers/parse-waivers.ts')
  const { isExpired } = await import('../../checks/waivers/limits.ts')
  const parsed = parseWaiverList(
    waivers.map(({ source: _, ...waiver }) => waiver),
    now,
  )
  const over = parsed.find((waiver) => isExpired(waiver, now))
  if (over === undefined) return parsed
  throw new CheckwrightError(`The waiver is already over: its last day is ${over.expires}.`, {
    code: 'WAIVERS_INVALID',
  })
}

/** Every run of the organization reads all of them. */
async function demandRoom(waivers: readonly Waiver[]): Promise<void> {
  const { waiversMax, findWildcardProblem } = await import('../../checks/waivers/limits.ts')
  const problem =
    waivers.length > waiversMax ? `are ${waivers.length}, and ${waiversMax} is the most` : findWildcardProblem(waivers)
  if (problem === undefined) return
  throw new CheckwrightError(`The waivers of the organization ${problem}. Revoke those that you no longer need.`, {
    code: 'WAIVERS_INVALID',
  })
}
