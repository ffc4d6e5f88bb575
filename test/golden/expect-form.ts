import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'

/** What random numbers and the digests over them decide. The order of random numbers is no form. */
const chance =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{24,64}|[A-Za-z0-9_-]{22,}|[A-Za-z0-9+/]{22,}={0,2}/g

/** Lines in any order, because some are in the order of their ids. */
function maskChance(text: string): string {
  return text.replace(chance, '*').split('\n').toSorted().join('\n')
}

/**
 * Compares a form with its file, byte for byte. `vitest -u` renews it, and the diff shows what changed.
 * @param path relative to this folder, with an ending that no formatter changes
 * @throws AssertionError that says which form changed, and whether anything but ids, secrets and digests did
 */
export async function expectForm(path: string, text: string): Promise<void> {
  const file = new URL(path, import.meta.url)
  const known = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const onlyChance = known !== undefined && known !== text && maskChance(known) === maskChance(text)
  const hint = onlyChance
    ? 'Only ids, secrets and digests differ: random numbers are drawn in another order, or something that is hashed or sealed changed (kept.test.ts knows).'
    : 'The form itself differs.'
  await expect(text, `test/golden/${path} changed. ${hint}`).toMatchFileSnapshot(path)
}
