import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { listRooms, readRoomLine, writeRoomList } from '../../scripts/docs/room-list.ts'
import { order } from './import-rules.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const page = readFileSync(`${checkout}docs/ARCHITECTURE.md`, 'utf8')

describe('docs/ARCHITECTURE.md', () => {
  const printed = findOrder(page)

  test('prints the order of folders that imports follow', () => {
    expect(printed).toEqual(order)
  })

  test('has each folder of src/ in its order, and no other', () => {
    expect(printed.toSorted()).toEqual(listRooms().filter((room) => !room.includes('/')))
  })

  test('lists the folders along the same order, with the line of each and of its rooms', () => {
    expect(page).toBe(writeRoomList(page, order))
  })
})

test('each folder of src/ says what you find there, in one sentence of its README.md', () => {
  const rooms = listRooms()
  const silent = rooms.filter((room) => readRoomLine(room) === undefined)

  expect(rooms.length).toBeGreaterThan(50)
  expect(silent).toEqual([])
})

/** The line of the page that has the folders from left to right. */
function findOrder(markdown: string): string[] {
  return (markdown.split('\n').find((each) => /^[\w-]+ ← /.test(each)) ?? '').split(' ← ')
}
