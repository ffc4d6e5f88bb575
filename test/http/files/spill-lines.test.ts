import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SpillLines } from '../../../src/http/files/spill-lines.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

test('kept lines come back in their order and more than once, those longer than a block too', async () => {
  const lines = new SpillLines('inventory "account"', createTempFolder())
  const all = Array.from({ length: 20 }, (_, at) => `${at} ${'ü'.repeat(at === 7 ? 700_000 : 60_000)}`)
  for (const line of all) lines.add(line)

  expect(lines.count).toBe(20)
  for (let again = 0; again < 2; again++) expect(await Array.fromAsync(lines.read())).toEqual(all)
  lines.close()
  await expect(Array.fromAsync(lines.read())).rejects.toMatchObject({ code: 'RESULTS_NOT_KEPT' })
})

test('lines that could not be written do not fill the memory', () => {
  const notKept = expect.objectContaining({ code: 'RESULTS_NOT_KEPT' })
  const lines = new SpillLines('inventory "account"', join(createTempFolder(), 'not-there'))
  const line = 'x'.repeat(600_000)
  lines.add(line)
  expect(() => lines.add(line)).toThrow(notKept)
  const before = lines.count

  for (let n = 0; n < 5; n++) expect(() => lines.add(line)).toThrow(notKept)

  expect(lines.count).toBe(before)
})
