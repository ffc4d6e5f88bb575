import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { listRooms, readRoomLine, writeRoomList } from '../../scripts/docs/room-list.ts'
import { beside, order } from './import-rules.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const page = readFileSync(`${checkout}docs/ARCHITECTURE.md`, 'utf8')

describe('docs/ARCHITECTURE.md', () => {
  const printed = findOrder(page)

  test('prints the order of folders that imports follow', () => {
    expect(printed).toEqual({ order, beside })
  })

  test('has each folder of src/ in its order, and no other', () => {
    expect([...printed.order, ...printed.beside].toSorted()).toEqual(listFolders('src'))
  })

  test('lists the folders along the same order, with the line of each and of its rooms', () => {
    expect(page).toBe(writeRoomList(page, [...order, ...beside]))
  })
})

/** Folders of `src/` whose rooms have no line yet. */
const undescribed = ['workspace', 'notices', 'engine', 'store', 'runtime', 'host', 'web', 'cli', 'testing']

test('each folder of src/ says what you find there, in one sentence of its README.md', () => {
  const rooms = listRooms()
  const silent = rooms.filter((room) => !undescribed.includes(room.split('/')[0] ?? '') && !readRoomLine(room))

  expect(rooms.length).toBeGreaterThan(50)
  expect(silent).toEqual([])
})

test('findOrder() reads both parts of the line', () => {
  expect(findOrder('x\n\n```text\ntext ← errors ← web      cli and testing may import any\n```\n')).toEqual({
    order: ['text', 'errors', 'web'],
    beside: ['cli', 'testing'],
  })
})

/** The line of the page that has the folders from left to right, and behind it those that may import any. */
function findOrder(markdown: string): { order: string[]; beside: string[] } {
  const line = markdown.split('\n').find((each) => /^[\w-]+ ← /.test(each)) ?? ''
  const [inOrder = '', others = ''] = line.split(/ {2,}/)
  return { order: inOrder.split(' ← '), beside: others.replace(/ may import any$/, '').split(' and ') }
}

function listFolders(folder: string): string[] {
  return readdirSync(`${checkout}${folder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
}
