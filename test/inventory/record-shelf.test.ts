import { describe, expect, test } from 'vitest'
import { Redactor } from '../../src/http/redact/redact.ts'
import { RecordShelf, type ShelfOptions } from '../../src/inventory/record-shelf.ts'
import type { StoredRecord } from '../../src/inventory/stored-record.ts'

function openShelf(options: Partial<ShelfOptions> = {}) {
  return new RecordShelf({ of: 'account', merge: undefined, redactor: new Redactor(), ...options })
}

const person = (id: string, members: object = {}): StoredRecord => ({
  id,
  kind: 'person',
  status: 'active',
  ...members,
})
const recordsOf = async (shelf: RecordShelf) => (await Array.fromAsync(shelf.read())).map(({ record }) => record)

describe('RecordShelf', () => {
  test('gives records by their ids, whatever order they came in, and so the same digest', async () => {
    const [one, other] = [openShelf(), openShelf()]
    for (const id of ['c', 'a', 'b']) one.add({ record: person(id), exchanges: [1] })
    for (const id of ['b', 'c', 'a']) other.add({ record: { status: 'active', kind: 'person', id }, exchanges: [2] })
    await one.sort()
    await other.sort()

    expect((await recordsOf(one)).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(await one.digest()).toBe(await other.digest())
  })

  test('keeps tens of thousands outside of memory, each with its exchanges, and reads them twice', async () => {
    const shelf = openShelf()
    for (let at = 0; at < 30_000; at++)
      shelf.add({
        record: person(`u${String(at).padStart(6, '0')}`, { email: `ü${at}@acme.example` }),
        exchanges: [at],
      })
    await shelf.sort()

    for (let again = 0; again < 2; again++) {
      let at = 0
      for await (const { record, exchanges } of shelf.read()) {
        if (record.email !== `ü${at}@acme.example` || exchanges?.[0] !== at) throw new Error(`${at}: ${record.email}`)
        at++
      }
      expect(at).toBe(30_000)
    }
    shelf.close()
    await expect(recordsOf(shelf)).rejects.toMatchObject({ code: 'RESULTS_NOT_KEPT' })
  })

  test('takes an equal record for the same, and tells an id whose records differ', async () => {
    const shelf = openShelf()
    const same = openShelf()
    for (const [members, exchange] of [
      [{ email: 'x@y' }, 1],
      [{ email: 'x@y' }, 2],
    ] as const)
      for (const each of [shelf, same]) each.add({ record: person('a', members), exchanges: [exchange] })
    shelf.add({ record: person('a', { email: 'z@y' }), exchanges: [3] })
    await shelf.sort()
    await same.sort()

    expect([same.contradiction, same.count]).toEqual([undefined, 1])
    expect([shelf.contradiction, shelf.count]).toEqual([{ id: 'a', is: 'different', members: ['email'] }, 1])
    expect(await Array.fromAsync(shelf.read())).toEqual([{ record: person('a', { email: 'x@y' }), exchanges: [1] }])
  })

  test('finds what differs, or belongs together, however many records are between', async () => {
    const [apart, united] = [openShelf(), openShelf({ merge: 'union' })]
    for (let round = 0; round < 3; round++)
      for (let at = 0; at < 6_000; at++)
        for (const shelf of [apart, united])
          shelf.add({
            record: person(`u${at}`, { roles: [at === 4_711 ? `role ${round}` : 'member'] }),
            exchanges: [round],
          })
    await apart.sort()
    await united.sort()

    expect([apart.contradiction, apart.count]).toEqual([{ id: 'u4711', is: 'apart', members: ['roles'] }, 6_000])
    expect([united.contradiction, united.count]).toEqual([undefined, 6_000])
    const found = (await Array.fromAsync(united.read())).find(({ record }) => record.id === 'u4711')
    expect(found).toMatchObject({ record: { roles: ['role 0', 'role 1', 'role 2'] }, exchanges: [0, 1, 2] })
  })

  test("unites records of one id by merge: 'union'; what differs is not known", async () => {
    const shelf = openShelf({ merge: 'union' })
    shelf.add({ record: person('a', { roles: ['owner'], email: 'x@y', secondFactor: true }), exchanges: [4] })
    shelf.add({ record: person('a', { roles: ['admin', 'owner'], email: 'z@y', secondFactor: true }), exchanges: [2] })
    shelf.add({ record: person('a', { kind: 'guest', roles: ['viewer'], email: 'x@y' }), exchanges: [2] })
    await shelf.sort()

    expect(await Array.fromAsync(shelf.read())).toEqual([
      {
        record: {
          id: 'a',
          kind: 'unknown',
          status: 'active',
          roles: ['admin', 'owner', 'viewer'],
          secondFactor: true,
          unknown: {
            email: expect.stringContaining('more than once'),
            kind: expect.stringContaining('more than once'),
          },
        },
        exchanges: [2, 4],
      },
    ])
  })

  test('holds no secret, also none that becomes known later', async () => {
    const redactor = new Redactor()
    redactor.add('sesame-4711-open')
    const shelf = openShelf({ redactor })
    shelf.add({ record: person('a', { name: 'sesame-4711-open', roles: ['late-secret-9999'] }), exchanges: undefined })
    await shelf.sort()
    redactor.add('late-secret-9999')

    expect(JSON.stringify(await recordsOf(shelf))).not.toMatch(/sesame|late-secret/)
  })
})
