import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCrossChecks } from '../../../../src/service/commands/connector-file/load-cross-check.ts'
import { createFolder } from '../../../app/command.ts'

function write(text: string, name = 'own.mjs'): string {
  const file = join(createFolder(), name)
  writeFileSync(file, text)
  return file
}

const own = (id: string) => `{ id: '${id}', title: 'T', needs: { accounts: 'every' }, run() {} }`

test('the cross-checks of files, each once although it is the default export, too', async () => {
  const file = write(`export const one = ${own('one')}\nexport default one\nexport const more = [${own('two')}]`)

  expect((await loadCrossChecks([file, file])).map(({ id }) => id)).toEqual(['one', 'two'])
  expect(await loadCrossChecks()).toEqual([])
})

test.each([
  ['exports none', 'export const connector = { id: "acme" }', /exports no cross-check/],
  ['has the id of one that ships', `export const one = ${own('leavers')}`, /"leavers", and so has Checkwright/],
  ['has an id twice', `export const one = ${own('one')}, two = ${own('one')}`, /"one", and so has .*own\.mjs/],
])('a file that %s is refused', async (_what, text, message) => {
  await expect(loadCrossChecks([write(text)])).rejects.toMatchObject({
    code: 'CLI_USAGE',
    message: expect.stringMatching(message),
  })
})

test('a file that cannot be loaded says where', async () => {
  await expect(loadCrossChecks([write('export const = 1')])).rejects.toMatchObject({ code: 'CONNECTOR_LOAD_FAILED' })
})
