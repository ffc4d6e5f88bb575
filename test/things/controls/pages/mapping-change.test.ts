import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { openPages } from '../../../app/pages/world.ts'
import { testStore } from '../../../setup/store.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'

test('the page of a framework says since when another mapping counts, and nothing where none came', async () => {
  const url = await testStore(`sqlite:${join(createTempFolder(), 'store.db')}`)
  const store = await openStore(url)
  await store.mappingEditions.begin([{ framework: 'soc2', fromMs: 0, sha256: 'a'.repeat(64), text: '{}' }])
  await store.close()
  const { get } = await openPages({ store: url })
  const { get: getFirst } = await openPages()

  const changed = await get('/controls?framework=soc2')
  const german = await get('/controls?framework=soc2', { 'accept-language': 'de' })
  const first = await getFirst('/controls?framework=soc2')

  expect(changed.text).toMatch(/It counts since <time[^>]*>[^<]+<\/time>/)
  expect(german.text).toContain('Frühere Tage werden nach der Zuordnung ihrer Zeit beurteilt.')
  expect(first.text).toContain('Mapping of statements to controls')
  expect(first.text).not.toContain('It counts since')
})
