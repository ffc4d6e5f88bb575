import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { listRooms, readRoomLine, writeRoomList } from '../../scripts/docs/room-list.ts'
import { listHooks, writeThingOrder } from '../../scripts/docs/thing-order.ts'
import { hooks as storeHooks } from '../../src/things/all-stores/hooks.ts'
import { listsOfThings, order, sharedRooms, thingOrder } from './import-rules.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const page = readFileSync(`${checkout}docs/ARCHITECTURE.md`, 'utf8')

describe('docs/ARCHITECTURE.md', () => {
  const [printed, ofThings] = findOrders(page)

  test('prints the order of folders that imports follow', () => {
    expect(printed).toEqual(order)
  })

  test('prints the order of things that imports follow, with each of them', () => {
    const rooms = listRooms().flatMap((room) => /^things\/([^/]+)$/.exec(room)?.[1] ?? [])

    expect(ofThings).toEqual(thingOrder)
    expect([...thingOrder, ...sharedRooms, ...listsOfThings].toSorted()).toEqual(rooms)
  })

  test('has each folder of src/ in its order, and no other', () => {
    expect(printed?.toSorted()).toEqual(listRooms().filter((room) => !room.includes('/')))
  })

  test('lists the folders along the same order, with the line of each and of its rooms', () => {
    expect(page).toBe(writeRoomList(page, order))
  })
})

describe('hooks among things', () => {
  const hooks = listHooks()

  test('are all found', () => {
    expect(hooks.map(({ name }) => name).toSorted()).toEqual(Object.keys(storeHooks).toSorted())
  })

  test('are told to later things only, in the order of things', () => {
    for (const { tells, listen } of hooks) {
      const places = [tells, ...listen].map((thing) => thingOrder.indexOf(thing))

      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
  })

  test('stand on the page, with the order of things', () => {
    expect(page).toBe(writeThingOrder(page, thingOrder))
  })
})

test('each folder of src/ says what you find there, in one sentence of its README.md', () => {
  const rooms = listRooms()
  const silent = rooms.filter((room) => readRoomLine(room) === undefined)

  expect(rooms.length).toBeGreaterThan(50)
  expect(silent).toEqual([])
})

/** What the page has from left to right: folders of `src/`, then things. */
function findOrders(markdown: string): string[][] {
  return [...markdown.matchAll(/(?<=^```text\n)[\w-]+ ← [^`]+(?=\n```$)/gm)].map(([text]) => text.split(/\s*←\s*/))
}
