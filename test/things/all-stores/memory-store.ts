import { onTestFinished } from 'vitest'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import type { Store } from '../../../src/things/all-stores/store.ts'
import { addOrganizations } from './records.ts'

/** A store in memory with the organizations `acme` and `other`, which goes with the test. */
export async function openMemoryStore(): Promise<Store> {
  const store = await addOrganizations(await openStore('memory:'))
  onTestFinished(() => store.close())
  return store
}

/** A text that tries to be SQL, a pattern, JSON and the name of what every object has. */
export const hostileTexts = [
  `'; drop table users; --`,
  `" or 1=1`,
  '%',
  '_',
  '\\',
  '__proto__',
  'constructor',
  '{"a":1}',
  'a\nb\tc',
  'ünï 👩‍💻 \u202e',
  ' ',
]
