import { closeSync, readdirSync, readSync, writeSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openNameless, openNamelessSync } from '../../../src/http/files/nameless-file.ts'
import { createFolder } from '../../app/command.ts'

test('openNameless() and openNamelessSync() open files that hold bytes and have no name', async () => {
  const place = createFolder()
  await using file = await openNameless(place)
  const other = openNamelessSync(place)
  try {
    await file.write('kept', 0)
    writeSync(other, 'kept')
    const [one, two] = [Buffer.alloc(4), Buffer.alloc(4)]

    await file.read(one, 0, 4, 0)
    readSync(other, two, 0, 4, 0)

    expect([one.toString(), two.toString()]).toEqual(['kept', 'kept'])
    expect(readdirSync(place)).toEqual([])
  } finally {
    closeSync(other)
  }
})
