import { expect, test } from 'vitest'
import { listInputs, readConstants, selectOwnExchanges } from '../../../../src/author/prove/mutants/list-inputs.ts'
import { readVocabulary } from '../../../../src/author/prove/mutants/vocabulary.ts'
import { getConnectorFile } from '../../../../src/data/build-connector.ts'
import type { Recording } from '../../../../src/evidence/recording/recording.ts'
import { blockNetwork } from '../../../../src/evidence/replay/offline.ts'
import { acmeWorld, readAcme } from '../acme.ts'

/** Acme, whose keys have a length of life in seconds. */
async function listValidities(validity: number): Promise<readonly unknown[]> {
  const connector = readAcme((text) => text.replace('age(item.rotated) <= 90', 'item.validity > 1'))
  const [check] = connector.checks
  if (!check) throw new Error('Acme has checks.')
  const key = { id: 'a', state: 'on', validity }
  const world: Recording = {
    ...acmeWorld,
    exchanges: [
      {
        checks: [check.id],
        request: { method: 'GET', url: 'https://api.acme.example/v1/keys' },
        response: { status: 200, json: { keys: [key], next: null } },
      },
    ],
  }
  const inputs = await blockNetwork(() =>
    listInputs(connector, check, world, {
      vocabulary: readVocabulary(selectOwnExchanges(world, check), []),
      constants: readConstants(check, getConnectorFile(connector)),
      most: 60,
    }),
  )
  return inputs
    .filter(({ change: { at, is } }) => at === 'keys[0].validity' && is !== undefined)
    .map(({ change }) => change.is)
}

test('listInputs() tries the bounds of a rule where a small number may be a length of time or a moment', async () => {
  expect(await listValidities(0)).toEqual(expect.arrayContaining([1, 2, -1, null, 1_782_820_800]))
})

test('listInputs() tries times alone in place of a moment', async () => {
  const values = await listValidities(1_780_000_000)

  expect(values).toContain(1_782_820_800)
  expect(values).not.toContain(2)
})
