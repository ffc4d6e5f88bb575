import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { noteMappings } from '../../../src/things/expectations/note-mappings.ts'
import { testStore } from '../../setup/store.ts'

const clock = fixedClock('2026-05-01T00:00:00Z')

test('noteMappings() dates what a store began with at 0, and what came with a later version at its first day', async () => {
  const store = await openStore(await testStore('memory:'))

  await noteMappings({ store, clock })
  const first = await store.mappingEditions.list()
  await store.close()

  expect(first.length).toBeGreaterThan(25)
  expect(new Set(first.map(({ fromMs }) => fromMs))).toEqual(new Set([0]))

  const older = await openStore(await testStore('memory:'))
  await older.mappingEditions.begin([{ framework: 'soc2', fromMs: 0, sha256: 'a'.repeat(64), text: 'old' }])
  await noteMappings({ store: older, clock })
  // Another process of the same version.
  await noteMappings({ store: { ...older }, clock })
  const all = await older.mappingEditions.list()
  const soc2 = all.filter(({ framework }) => framework === 'soc2')
  const iso = all.filter(({ framework }) => framework === 'iso27001')
  const text = await older.mappingEditions.findText('a'.repeat(64))
  await older.close()

  expect(soc2.map(({ fromMs }) => fromMs)).toEqual([0, clock.nowMs()])
  expect(iso.map(({ fromMs }) => fromMs)).toEqual([clock.nowMs()])
  expect(text).toBe('old')
})
