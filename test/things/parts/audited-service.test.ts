import { expect, test, vi } from 'vitest'
import type { AuditLog } from '../../../src/things/parts/audit-log.ts'
import { auditServices } from '../../../src/things/parts/audited-service.ts'
import type { Declared } from '../../../src/things/parts/declared-service.ts'

interface Boxes {
  list(): Promise<string[]>
  open(ref: { id: string; organizationId: string }): Promise<string>
  rename(ref: { id: string; organizationId: string; name?: string; color?: string }): Promise<string>
  create(given: { name: string }): Promise<{ id: string; organizationId: string }>
  copy(ref: { id: string; organizationId: string }): Promise<{ id: string }>
  touch(): Promise<string>
}

const declared: Declared<Boxes> = {
  list: { read: async () => ['a'] },
  open: {
    read: async ({ id }) => `opened ${id}`,
    audit: { action: 'inventory.read' },
  },
  rename: {
    change: async ({ id }) => `renamed ${id}`,
    audit: {
      action: 'organization.rename',
      organization: ({ organizationId }) => organizationId,
      fields: (given) => given,
      target: (_done, { id }) => id,
    },
  },
  create: {
    change: async ({ name }) => {
      if (name === '') throw new Error('It needs a name.')
      return { id: 'b1', organizationId: 'acme' }
    },
    audit: {
      action: 'organization.create',
      organizationAfter: ({ organizationId }) => organizationId,
      fields: (given) => given,
      target: ({ id }) => id,
      status: () => 409,
    },
  },
  copy: { change: async ({ id }) => ({ id: `${id} again` }), audit: { action: 'organization.update' } },
  touch: { change: async () => 'touched', audit: { unaudited: 'nothing is kept of it' } },
}

/** A log that writes down what it is told, in the order in which it is. */
function createServices() {
  const told: unknown[] = []
  const log: Pick<AuditLog, 'change' | 'recordMade'> = {
    change: async ({ organizationId, action, fields }, work, describe) => {
      const owner = typeof organizationId === 'function' ? await organizationId() : organizationId
      told.push({ begins: action, owner, fields })
      const done = await work()
      told.push(describe(done))
      return done
    },
    recordMade: async ({ organizationId, action, fields }, outcome) =>
      void told.push({ made: action, owner: organizationId, fields, ...outcome }),
  }
  const { boxes } = auditServices<{ boxes: Boxes }>(log as AuditLog, { boxes: declared })
  return { boxes, told }
}

test('auditServices() writes the entry before the change, with names of what was given and no values', async () => {
  const { boxes, told } = createServices()

  const done = await boxes.rename({ id: 'b1', organizationId: 'acme', name: 'secret name', color: undefined as never })

  expect(done).toBe('renamed b1')
  expect(told).toEqual([
    { begins: 'organization.rename', owner: 'acme', fields: ['name'] },
    { status: 200, target: 'b1' },
  ])
  expect(JSON.stringify(told)).not.toContain('secret name')
})

test('auditServices() writes the entry after a change whose organization only its outcome names', async () => {
  const { boxes, told } = createServices()

  await boxes.create({ name: 'x' })
  await expect(boxes.create({ name: '' })).rejects.toThrow('It needs a name.')

  expect(told).toEqual([{ made: 'organization.create', owner: 'acme', fields: ['name'], status: 409, target: 'b1' }])
})

test('auditServices() writes nothing for what only reads, and for a change that says why it has no entry', async () => {
  const { boxes, told } = createServices()

  expect([await boxes.list(), await boxes.touch()]).toEqual([['a'], 'touched'])
  expect(told).toEqual([])
})

test('auditServices() gives every method of every service', () => {
  const log = { change: vi.fn(), recordMade: vi.fn() } as unknown as AuditLog

  const { boxes } = auditServices<{ boxes: Boxes }>(log, { boxes: declared })

  expect(Object.keys(boxes)).toEqual(Object.keys(declared))
})

test('auditServices() writes the entry of an audited read before it, and none of another', async () => {
  const { boxes, told } = createServices()

  const read = [await boxes.list(), await boxes.open({ id: 'b1', organizationId: 'acme' })]

  expect(read).toEqual([['a'], 'opened b1'])
  expect(told).toEqual([
    { begins: 'inventory.read', owner: 'acme', fields: [] },
    { status: 200, target: 'b1' },
  ])
})

test('auditServices() takes the id of the outcome before that of the argument', async () => {
  const { boxes, told } = createServices()

  await boxes.copy({ id: 'b1', organizationId: 'acme' })

  expect(told).toEqual([
    { begins: 'organization.update', owner: 'acme', fields: [] },
    { status: 200, target: 'b1 again' },
  ])
})
