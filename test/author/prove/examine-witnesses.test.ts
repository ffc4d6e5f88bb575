import { expect, test } from 'vitest'
import { examineWitnesses } from '../../../src/author/prove/examine-witnesses.ts'
import type { Witnesses } from '../../../src/author/prove/witnesses/read-witnesses.ts'
import type { Recording } from '../../../src/evidence/recording/recording.ts'
import { acmeWorld, readAcme } from './acme.ts'

const base = 'https://api.acme.example/v1'
const acme = readAcme((text) =>
  text.replace(
    'list: { path: /keys,',
    "for: { team: { path: /teams, next: none } }\n    list: { path: '/teams/{team.id}/keys',",
  ),
)
const keys = ['a', 'b', 'c'].map((id) => ({ id, state: 'on', rotated: '2026-06-01T00:00:00Z' }))

/** Two teams, of which one has a key and the other as many as are said. */
function createWorld(count: number, more: Recording['exchanges'] = []): Recording {
  const answer = (path: string, json: unknown): Recording['exchanges'][number] => ({
    checks: ['keys-rotated'],
    request: { method: 'GET', url: `${base}${path}` },
    response: { status: 200, json: json as never },
  })
  return {
    ...acmeWorld,
    exchanges: [
      answer('/teams', [{ id: 't1' }, { id: 't2' }]),
      answer('/teams/t1/keys', { keys: keys.slice(0, 1), next: null }),
      answer('/teams/t2/keys', { keys: keys.slice(1, count + 1), next: null }),
      ...acmeWorld.exchanges.slice(2),
      ...more,
    ],
  }
}

async function listProblems(world: Recording): Promise<readonly string[]> {
  const witnesses = { worlds: new Map([['sound', world]]), witnesses: [] } as unknown as Witnesses
  return (await examineWitnesses(acme, witnesses)).map(({ message }) => message)
}

test('examineWitnesses() takes a list with one item where another parent has two', async () => {
  expect(await listProblems(createWorld(2))).toEqual([])
  expect(await listProblems(createWorld(1))).toEqual([
    'has one item in the list GET /v1/teams/t1/keys keys, so nothing shows that items are told apart; add a second',
    'has one item in the list GET /v1/teams/t2/keys keys, so nothing shows that items are told apart; add a second',
  ])
})

test('examineWitnesses() takes an answer that was given twice', async () => {
  expect(await listProblems(createWorld(2, acmeWorld.exchanges.slice(2, 3)))).toEqual([])
})
