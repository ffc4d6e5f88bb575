import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDraftMark, removeAbandonedDrafts } from '../../../src/http/files/draft-mark.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

const [place = ''] = createDraftMark().split('-')
/** Of a process that has ended. */
const deadPid = spawnSync(process.execPath, ['--eval', '']).pid
const mark = (pid: number, on = place) => `${on}-${pid}-${'0a'.repeat(8)}`
const hourMs = 60 * 60 * 1000

/** Folders with a file in each, last changed before so many hours. */
function createDrafts(names: Readonly<Record<string, number>>): string {
  const folder = createTempFolder()
  for (const [name, hours] of Object.entries(names)) {
    const path = join(folder, name)
    mkdirSync(path)
    writeFileSync(join(path, 'exchanges.ndjson'), '{}')
    const at = new Date(Date.now() - hours * hourMs)
    for (const each of [join(path, 'exchanges.ndjson'), path]) utimesSync(each, at, at)
  }
  return folder
}

test('removeAbandonedDrafts() removes what a killed process made, and what nobody has touched for half a day', async () => {
  const folder = createDrafts({
    [`.draft-${mark(deadPid)}`]: 0,
    [`.draft-${mark(process.pid)}`]: 10,
    [`.draft-${mark(process.ppid)}`]: 13,
    [`.draft-${mark(4711, '00000000')}`]: 13,
  })

  await removeAbandonedDrafts(folder, { prefix: '.draft-' })

  expect(readdirSync(folder)).toEqual([])
})

test('removeAbandonedDrafts() leaves what is being made, also on another machine, and every other name', async () => {
  const names = {
    [`.draft-${createDraftMark()}`]: 0,
    [`.draft-${mark(process.ppid)}`]: 11,
    [`.draft-${mark(4711, '00000000')}`]: 11,
    [`.draft-${mark(deadPid)}.zip`]: 25,
    [mark(deadPid)]: 25,
    '.draft-mine': 25,
    audit: 25,
  }
  const folder = createDrafts(names)

  await removeAbandonedDrafts(folder, { prefix: '.draft-' })

  expect(readdirSync(folder).sort()).toEqual(Object.keys(names).sort())
})

test('removeAbandonedDrafts() sees that a file deep in it was changed', async () => {
  const name = `.draft-${mark(4711, '00000000')}`
  const folder = createDrafts({ [name]: 25 })
  const now = new Date()
  utimesSync(join(folder, name, 'exchanges.ndjson'), now, now)

  await removeAbandonedDrafts(folder, { prefix: '.draft-' })

  expect(readdirSync(folder)).toEqual([name])
})

test('removeAbandonedDrafts() takes no offence at a folder that is not there', async () => {
  await expect(removeAbandonedDrafts('/nonexistent', { suffix: '.part' })).resolves.toBeUndefined()
})
