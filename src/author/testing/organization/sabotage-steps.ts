import type { InventoryKind } from '../../../define/index.ts'
import {
  contractorsId,
  devicesId,
  type KnownOrganization,
  personnelId,
  type ShownRecord,
  trainingId,
} from './known-organization.ts'
import type { Random } from './random.ts'

/** One way in which what is known goes wrong. */
export type Sabotage = (seen: KnownOrganization, random: Random) => void
export type RecordChange = (record: ShownRecord, random: Random) => unknown
export type System = KnownOrganization['systems'][number]

export function findSystem({ systems }: KnownOrganization, id: string): System {
  const system = systems.find(({ connectionId }) => connectionId === id)
  if (!system) throw new Error(`There is no system ${id}`)
  return system
}

export function pickSystem(seen: KnownOrganization, random: Random): System {
  return random.pick(seen.systems.filter(({ lists }) => lists.includes('account')))
}

export function listAccounts({ records }: KnownOrganization, id: string): ShownRecord[] {
  return records.get(`${id}/account`) ?? []
}

export function listPeople({ records }: KnownOrganization, id: string): ShownRecord[] {
  return records.get(`${id}/person`) ?? []
}

export function eachAccount(change: RecordChange): Sabotage {
  return (seen: KnownOrganization, random: Random) => {
    for (const record of listAccounts(seen, pickSystem(seen, random).connectionId)) change(record, random)
  }
}

function eachRecord(id: string, of: InventoryKind, change: RecordChange): Sabotage {
  return (seen: KnownOrganization, random: Random) => {
    for (const record of seen.records.get(`${id}/${of}`) ?? []) change(record, random)
  }
}

export function eachDevice(change: RecordChange) {
  return eachRecord(devicesId, 'device', change)
}

export function eachTraining(change: RecordChange) {
  return eachRecord(trainingId, 'training', change)
}

export function eachText(
  member: string,
  change: (text: string) => string,
  each: (change: RecordChange) => Sabotage = eachAccount,
) {
  return each((record) => {
    const text = record[member]
    if (typeof text === 'string') record[member] = change(text)
  })
}

export function eachPerson(change: (record: ShownRecord, random: Random) => unknown) {
  return (seen: KnownOrganization, random: Random) => {
    for (const id of [personnelId, contractorsId]) for (const record of listPeople(seen, id)) change(record, random)
  }
}

export function filterPeople({ records }: KnownOrganization, keeps: (record: ShownRecord) => boolean): void {
  for (const id of [personnelId, contractorsId])
    records.set(`${id}/person`, (records.get(`${id}/person`) ?? []).filter(keeps))
}

export function redate(system: System, readMs: number): void {
  system.inventories = system.inventories.map((inventory) => ({ ...inventory, readAt: new Date(readMs).toISOString() }))
}

export function cutList({ records }: KnownOrganization, system: System, of: InventoryKind, random: Random): void {
  const key = `${system.connectionId}/${of}`
  records.set(
    key,
    (records.get(key) ?? []).filter(() => random.chance(0.7)),
  )
  system.inventories = system.inventories.map((inventory) => ({
    ...inventory,
    complete: false,
    error: { kind: 'rate_limited', code: 'HTTP_RATE_LIMITED', message: 'Too many requests.' },
  }))
}
