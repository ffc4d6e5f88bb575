import { describe, expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { createToldRun } from '../kept-runs.ts'
import { addOrganizations, createConnection, createCredentials, run } from '../records.ts'
import { createAccessReview } from './access-review-contract.ts'

const pieces = 40
const limit = 100
/** Each is as heavy as twenty other rows, and the row that they belong to is one more. */
const weight = pieces * 20 + 1

async function* createPieces() {
  for (let n = 0; n < pieces; n++) yield { from: n * 100, count: 100, sealed: `sealed ${n}` }
}

/** Long lists of the organization `acme`. */
interface Kind {
  readonly write: (store: Store) => Promise<void>
  /** How much of it a reader finds. */
  readonly look: (store: Store) => Promise<number>
  readonly dropSome: (store: Store) => Promise<{ readonly rows: number }>
  readonly dropLeftovers: (store: Store) => Promise<{ readonly rows: number }>
}

const kinds: Readonly<Record<string, Kind>> = {
  inventories: {
    async write({ connections, inventories, runs }) {
      await connections.insert(createConnection('c1'), createCredentials())
      const of = { organizationId: 'acme', connectionId: 'c1', of: 'account', part: null, runId: 'r1' } as const
      await inventories.stage({ id: 'i1', ...of, readAtMs: 1_000, count: pieces * 100 }, createPieces())
      await runs.insert(run('r1'))
      const kept = createToldRun({ id: 'r1', atMs: 1_000, checks: { mfa: { results: [] } } })
      const staged = [{ id: 'i1', sealedHead: 'head' }]
      await runs.finish('r1', { status: 'pass', finishedAtMs: 2_000, run: kept, inventories: staged })
    },
    look: async ({ inventories }) => (await inventories.pieces('i1', 0, 1_000)).length,
    dropSome: ({ inventories }) => inventories.dropSome('acme', limit),
    dropLeftovers: ({ inventories }) => inventories.dropLeftovers(limit),
  },
  'imported people': {
    async write({ directorySources, importedPeople }) {
      const source = {
        id: 's1',
        organizationId: 'acme',
        fileName: 'hr',
        covers: 'both',
        accountsArePeople: true,
      } as const
      await directorySources.replace('acme', [{ ...source, createdAtMs: 1_000 }])
      const imported = { id: 'p1', organizationId: 'acme', sourceId: 's1', readAtMs: 1_000, importedAtMs: 1_000 }
      const told = { importedBy: null, count: pieces * 100, digest: 'd', tells: [] }
      await importedPeople.replace({ ...imported, ...told }, createPieces())
    },
    look: async ({ importedPeople }) => (await importedPeople.pieces('p1', 0, 1_000)).length,
    dropSome: ({ importedPeople }) => importedPeople.dropSome('acme', limit),
    dropLeftovers: ({ importedPeople }) => importedPeople.dropLeftovers(2_000, limit),
  },
  'views of people': {
    async write({ peopleViews }) {
      const toPiece = async function* () {
        for await (const { from: position, ...piece } of createPieces())
          yield { ...piece, position, list: 'person', marks: 0, firstKey: '' } as const
      }
      const view = { id: 'v1', organizationId: 'acme', fingerprint: 'f', builtAtMs: 1_000 }
      await peopleViews.replace(view, toPiece(), async () => 'head')
    },
    look: async ({ peopleViews }) =>
      (await peopleViews.pieces('v1', { list: 'person', from: 0, marks: 0, limit: 1_000 })).length,
    dropSome: ({ peopleViews }) => peopleViews.dropSome('acme', limit),
    dropLeftovers: ({ peopleViews }) => peopleViews.dropLeftovers(2_000, limit),
  },
}

/** What has many rows, in every store. */
export function describeDropContract(name: string, openEmpty: () => Promise<Store>): void {
  const open = async () => {
    const store = await addOrganizations(await openEmpty())
    onTestFinished(() => store.close())
    return store
  }

  describe(`${name}: lists of many records`, () => {
    test.each(Object.entries(kinds))(
      '%s: hidden at once and dropped in pieces, the rest as leftovers',
      async (_, kind) => {
        const store = await open()
        await kind.write(store)
        const before = [await kind.look(store), (await kind.dropLeftovers(store)).rows]
        const dropped = [(await kind.dropSome(store)).rows]
        const hidden = await kind.look(store)
        // As if the process had ended after its first piece.
        for (let rows = 1; rows > 0; dropped.push(rows)) ({ rows } = await kind.dropLeftovers(store))

        expect(before).toEqual([pieces, 0])
        expect(hidden).toBe(0)
        expect(Math.max(...dropped)).toBe(limit)
        expect(dropped.reduce((sum, rows) => sum + rows, 0)).toBe(weight)
      },
    )

    test.each(Object.entries(kinds))('%s: an organization that keeps none loses them', async (_, kind) => {
      const store = await open()
      await kind.write(store)
      await store.inventories.setKeeping('acme', false)
      const dropped: number[] = []
      for (let rows = 1; rows > 0; dropped.push(rows)) ({ rows } = await kind.dropLeftovers(store))

      expect(await kind.look(store)).toBe(0)
      expect(dropped.reduce((sum, rows) => sum + rows, 0)).toBe(weight)
    })

    test('imported people that were cleared away before they were whole do not take the place of others', async () => {
      const store = await open()
      await kinds['imported people']?.write(store)
      const { importedPeople } = store
      const of = { id: 'p2', organizationId: 'acme', sourceId: 's1', readAtMs: 1_500, importedAtMs: 1_500 }
      const late = async function* () {
        for await (const piece of createPieces()) {
          yield piece
          // As if the process had stood still for an hour.
          if (piece.from === 500) await importedPeople.dropLeftovers(2_000, limit)
        }
      }

      const told = { importedBy: null, count: pieces * 100, digest: 'd2', tells: [] }
      await expect(importedPeople.replace({ ...of, ...told }, late())).rejects.toMatchObject({ retryable: true })

      expect((await importedPeople.list('acme')).map(({ id }) => id)).toEqual(['p1'])
      expect(await importedPeople.pieces('p1', 0, 1_000)).toHaveLength(pieces)
    })

    test('a view of people takes the place of one whose clock was ahead', async () => {
      const store = await open()
      const none = async function* () {}
      const view = { organizationId: 'acme', fingerprint: 'f' }
      await store.peopleViews.replace({ ...view, id: 'ahead', builtAtMs: 90_000_000 }, none(), async () => 'head')

      await store.peopleViews.replace({ ...view, id: 'v2', builtAtMs: 3_600_000 }, none(), async () => 'head')

      expect(await store.peopleViews.find('acme')).toMatchObject({ id: 'v2' })
    })

    test('an access review that was begun goes in pieces, accounts and all', async () => {
      const store = await open()
      const lists = [{ connectionId: 'c1', part: null, pieces: createPieces() }]
      await store.accessReviews.stage(createAccessReview({ startedAtMs: 1_000 }), lists)
      const dropped: number[] = []
      for (let rows = 1; rows > 0; dropped.push(rows))
        ({ rows } = await store.accessReviews.dropLeftovers(2_000, limit))

      expect(Math.max(...dropped)).toBe(limit)
      expect(dropped.reduce((sum, rows) => sum + rows, 0)).toBe(weight)
    })
  })
}
