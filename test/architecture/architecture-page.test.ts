import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
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

  test('lists the folders in its table along the same order', () => {
    const rows = listRows(page).map((row) => row[0] ?? '')
    const folders = rows.flatMap((row) => row.match(/(?<=^`)[\w-]+(?=\/)/) ?? [])

    expect(folders.filter((folder, index) => folder !== folders[index - 1])).toEqual([...order, ...beside])
  })

  test('says in its table what each folder and each room in it holds', () => {
    const rows = listRows(page).flat().join('\n')
    const rooms = listFolders('src').flatMap((folder) => [
      folder,
      ...listFolders(`src/${folder}`).map((room) => `${folder}/${room}`),
    ])

    expect(rooms.length).toBeGreaterThan(50)
    expect(rooms.filter((room) => !rows.includes(`\`${room}/\``))).toEqual([])
  })
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

/** Cells of the table of folders, row by row, without its head. */
function listRows(markdown: string): string[][] {
  const [, section = ''] = markdown.split('\n## Folders and rooms\n')
  const [table = ''] = section.split('\n### ')
  const lines = table.split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) => line.slice(2, -2).split(' | '))
}

function listFolders(folder: string): string[] {
  return readdirSync(`${checkout}${folder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
}
