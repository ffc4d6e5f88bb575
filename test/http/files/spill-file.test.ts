import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SpillFile } from '../../../src/http/files/spill-file.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

const missing = () => join(createTempFolder(), 'not-there')
const notKept = expect.objectContaining({ code: 'RESULTS_NOT_KEPT' })

test('a spill file gives back each piece from its position', async () => {
  const file = new SpillFile('results of this run', createTempFolder())
  const [first, second] = [file.append(Buffer.from('Zoë')), file.append(Buffer.from('Ada'))]

  expect((await file.read(second, 3)).toString()).toBe('Ada')
  expect((await file.read(first, 4)).toString()).toBe('Zoë')
  await expect(file.read(second, 4)).rejects.toThrow('The results of this run could not be read. Run it again.')
  file.close()
  file.close()
})

test('a spill file that could not be written takes nothing any more', () => {
  const file = new SpillFile('results of this run', missing())

  expect(() => file.append(Buffer.from('a'))).toThrow(/could not be written \(ENOENT\)\. Make room/)
  expect(() => file.append(Buffer.from('b'))).toThrow(notKept)
  expect(() => file.demandWritable()).toThrow(notKept)
})
