import type { InventoryKind } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import { formatInventoryName, type InventoryHead } from '../../inventory/inventory-head.ts'
import type { StoredInventory } from '../../inventory/inventory-store.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { Sweeper } from '../../service/queue/sweeper.ts'
import { type ExpectationParts, noteExpectations } from '../expectations/note-expectations.ts'
import type { Declared } from '../parts/declared-service.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { openHead, openRecords } from './seal-inventory.ts'

/** One inventory of a connection. */
export interface InventoryRef {
  readonly connectionId: string
  /** @default any */
  readonly organizationId?: string | undefined
  readonly of: InventoryKind
  /** @default the only one of its kind */
  readonly part?: string | undefined
}

/** The newest inventory of a list. */
export interface OpenInventoryList {
  /** Changes when another run replaces it. */
  readonly id: string
  readonly head: InventoryHead
  /**
   * Its records in the order of their ids, read when you need them.
   * @param from position of the first one. @default 0
   * @throws StoreError `STORE_CONFLICT` when another run replaced the inventory meanwhile
   */
  records(from?: number): AsyncIterable<StoredRecord>
}

/** The newest inventories of connections. They are sealed by the data key of the organization. */
export interface InventoryService {
  /** What the lists of a connection came to, without their records; empty if there is no such connection. */
  list(of: {
    readonly connectionId: string
    readonly organizationId?: string | undefined
  }): Promise<readonly InventoryHead[]>
  /**
   * The inventory with its records. The audit log gets an entry, because it says who has access to what.
   * @returns undefined if no run has read it, or its organization keeps none
   * @throws CheckError `INVENTORY_UNKNOWN` when it has several parts and you name none
   */
  open(ref: InventoryRef): Promise<OpenInventoryList | undefined>
  /** Whether the organization keeps the inventories of its connections. @default true */
  isKeeping(organizationId: string): Promise<boolean>
  /** Turns keeping on or off. Off deletes what is there. @throws StoreError `NOT_FOUND` */
  setKeeping(setting: { readonly organizationId: string; readonly keepsInventories: boolean }): Promise<void>
}

export function createInventoryService(
  parts: ExpectationParts & Uses<'importedPeople' | 'peopleViews', 'vault'>,
): Declared<InventoryService> {
  const { store, vault } = parts
  const findOwner = async ({ connectionId, organizationId }: Pick<InventoryRef, 'connectionId' | 'organizationId'>) =>
    (await store.connections.find(connectionId, organizationId))?.organizationId
  const list = async (of: Pick<InventoryRef, 'connectionId' | 'organizationId'>) => {
    const organizationId = await findOwner(of)
    if (organizationId === undefined || !(await store.inventories.isKeeping(organizationId))) return []
    return store.inventories.list({ connectionId: of.connectionId, organizationId })
  }
  return {
    list: { read: async (of) => Promise.all((await list(of)).map((each) => openHead(vault, each))) },
    open: {
      read: async ({ of, part, ...ref }) => {
        const stored = choosePart(
          (await list(ref)).filter((each) => each.of === of),
          part,
        )
        if (stored === undefined) return undefined
        const head = await openHead(vault, stored)
        return { id: stored.id, head, records: (from = 0) => openRecords(parts, stored, from) }
      },
      audit: {
        action: 'inventory.read',
        organization: findOwner,
        target: (_done, { connectionId }) => connectionId,
        fields: (ref) => ({ [formatInventoryName(ref)]: true }),
      },
    },
    isKeeping: { read: (organizationId) => store.inventories.isKeeping(organizationId) },
    setKeeping: {
      change: async ({ organizationId, keepsInventories }) => {
        await store.inventories.setKeeping(organizationId, keepsInventories)
        await noteExpectations(parts, organizationId)
        if (keepsInventories) return
        // Nobody finds them any more. Retention drops what is left if the process ends.
        const sweeper = new Sweeper({ share: 'removal' })
        for (const list of [store.inventories, store.importedPeople, store.peopleViews])
          await sweeper.takeAll((rows) => list.dropSome(organizationId, rows))
      },
      audit: {
        action: 'organization.update',
        fields: (setting) => setting,
        target: (_done, { organizationId }) => organizationId,
      },
    },
  }
}

function choosePart<Stored extends StoredInventory>(
  stored: readonly Stored[],
  part: string | undefined,
): Stored | undefined {
  if (part !== undefined || stored.length < 2) return stored.find((each) => part === undefined || each.part === part)
  const whole = stored.find((each) => each.part === null)
  if (whole) return whole
  throw new CheckError(
    `The connection has several inventories of kind "${stored[0]?.of}". Name a part: ${stored.map((each) => each.part).join(', ')}.`,
    { code: 'INVENTORY_UNKNOWN' },
  )
}
