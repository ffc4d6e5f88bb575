import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examineWitnesses } from '../../../../src/author/prove/examine-witnesses.ts'
import { readWitnesses, readWitnessFile } from '../../../../src/author/prove/witnesses/read-witnesses.ts'
import { openDescription } from '../../../../src/descriptions/description.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { type AcmeFiles, acmeWitnesses, acmeWorld, loadAcme, readAcme, writeAcme } from '../acme.ts'

const [first] = acmeWitnesses

/** The problems of a file, each as line, column and text. */
async function readProblems(files: AcmeFiles, description?: unknown): Promise<readonly string[]> {
  const connector = readAcme()
  const path = writeAcme(createTempFolder(), files)
  const lines = readFileSync(path, 'utf8').split('\n')
  const format = (problem: { readonly line: number; readonly path: string; readonly message: string }) =>
    `${lines[problem.line - 1]?.trim()} | ${problem.path} ${problem.message}`
  try {
    const witnesses = await readWitnesses(path, connector)
    const problems = await examineWitnesses(connector, witnesses, openDescription(description))
    return problems.map(witnesses.place).map(format)
  } catch (error) {
    return (error as { readonly problems: readonly Parameters<typeof format>[0][] }).problems.map(format)
  }
}

function change(entry: object, expectation: object = { 'keys-rotated': { fail: ['a'] } }): AcmeFiles {
  return { witnesses: [{ ...first, id: 'changed', change: [entry], expect: expectation }] as never }
}

test('readWitnesses() reads a file without mistakes, and names it by the digest of its bytes and its worlds', async () => {
  const own = await loadAcme(createTempFolder())
  const same = await loadAcme(createTempFolder())
  const other = await loadAcme(createTempFolder(), { world: { ...acmeWorld, checks: [...acmeWorld.checks].reverse() } })

  expect(await examineWitnesses(readAcme(), own)).toEqual([])
  expect(own.witnesses).toHaveLength(acmeWitnesses.length)
  expect(own.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect([same.sha256 === own.sha256, other.sha256 === own.sha256]).toEqual([true, false])
})

test('readWitnesses() reads the witnesses that a file refers to, of a connector that has the same checks', async () => {
  const folder = createTempFolder()
  const own = await readWitnesses(writeAcme(folder), readAcme())

  const other = await readWitnesses(writeReference(folder, { connector: 'apex' }), readApex())

  expect(other.name).toBe(own.name)
  expect(other.witnesses.map(({ id }) => id)).toEqual(own.witnesses.map(({ id }) => id))
  expect(other.sha256).not.toBe(own.sha256)
  expect(await examineWitnesses(readApex(), other)).toEqual([])
})

test.each([
  [
    'is of another connector',
    { connector: 'acme' },
    'apex.witnesses.yaml:2:12: connector is another connector than "apex"',
  ],
  [
    'names another one that refers',
    { connector: 'apex', witnesses: 'apex.witnesses.yaml' },
    'apex.witnesses.yaml:3:12: witnesses names a file that refers to another one itself',
  ],
  ['has witnesses of its own', { connector: 'apex', now: '2026-01-01T00:00:00Z' }, 'now is not an option here'],
])('readWitnesses() refuses a file that refers to witnesses and %s', async (_what, members, problem) => {
  const folder = createTempFolder()
  writeAcme(folder)

  await expect(readWitnesses(writeReference(folder, members), readApex())).rejects.toThrow(problem)
})

test('readWitnessFile() asks about a file that another one refers to before it reads that', async () => {
  const folder = createTempFolder()
  const path = writeReference(folder, { witnesses: '../elsewhere.yaml' })
  const refuse = (asked: string) => {
    throw new Error(`not ${asked}`)
  }

  await expect(readWitnessFile(path, { admit: refuse })).rejects.toThrow(`not ${join(folder, '../elsewhere.yaml')}`)
})

/** The checks of Acme, by another sign-in. */
function readApex() {
  return readAcme((text) => text.replace('id: acme', 'id: apex'))
}

function writeReference(folder: string, members: Readonly<Record<string, string>>): string {
  const path = join(folder, 'apex.witnesses.yaml')
  const file = { checkwright: 'witness-reference/v1', connector: 'apex', witnesses: 'acme.witnesses.yaml', ...members }
  writeFileSync(
    path,
    Object.entries(file)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(''),
  )
  return path
}

test.each([
  [
    'a request that the world does not have',
    change({ request: 'GET /users', at: 'x', is: 1 }),
    '- request: GET /users | witnesses[0].change[0].request is no request of this world; it has GET /v1/keys, GET /v1/settings',
  ],
  [
    'a request that is none',
    change({ request: 'users', is: 1 }),
    '- request: users | witnesses[0].change[0].request must be a method and a path, such as "GET /users"',
  ],
  [
    'a place that leads nowhere',
    change({ request: 'GET /keys', at: 'keys[0].rotation', is: 1 }),
    'at: keys[0].rotation | witnesses[0].change[0].at leads nowhere in this answer: what is there has id, state, created, rotated',
  ],
  [
    'an item that is not there',
    change({ request: 'GET /keys', at: 'keys[9]', remove: true }),
    'at: keys[9] | witnesses[0].change[0].at leads nowhere in this answer: the list there has 2 items',
  ],
  [
    'a change that changes nothing',
    change({ request: 'GET /keys' }),
    '- request: GET /keys | witnesses[0].change[0] says no change; write one of is, remove, add, repeat, status, header',
  ],
  [
    'an expectation that holds without the change',
    change({ request: 'GET /keys', at: 'keys[id=a].created', is: '-10y' }, { 'keys-rotated': { pass: ['a'] } }),
    'pass: | witnesses[0].expect["keys-rotated"] already holds in the world as it is; choose a resource whose verdict the change turns',
  ],
  [
    'a change that leads to an answer which is not there',
    change({ request: 'GET /keys', at: 'next', is: 'p9' }),
    '- request: GET /keys | witnesses[0].change leads to GET https://api.acme.example/v1/keys?after=p9, which the world has no answer to',
  ],
  [
    'a check that does not exist',
    { witnesses: [{ ...first, expect: { ...first?.expect, 'keys-old': 'pass' } }] } as never,
    'keys-old: pass | witnesses[0].expect["keys-old"] "keys-old" is no check of this connector',
  ],
  [
    'an expectation that is left to fill in',
    { witnesses: [{ ...first, expect: {} }] } as never,
    'expect: {} | witnesses[0].expect must name a check with its verdict',
  ],
  [
    'a world that nobody made',
    { witnesses: [{ ...first, world: 'odd' }] },
    'world: odd | witnesses[0].world there is no world "odd"; it has sound',
  ],
  [
    'two witnesses of one id',
    { witnesses: [first, first] } as never,
    'id: keys | witnesses[1].id "keys" is the id of two witnesses; rename one',
  ],
  [
    'another connector',
    { members: { connector: 'apex' } },
    'connector: apex | connector is another connector than "acme"; name the file of that one',
  ],
  [
    'another version',
    { members: { version: '2.0.0' } },
    'version: 2.0.0 | version is another version than 1.0.0; look at each witness again, then change it',
  ],
] satisfies readonly (readonly [string, AcmeFiles, string])[])(
  'a witness file with %s is refused at its place',
  async (_what, files, problem) => {
    expect(await readProblems(files)).toEqual([problem])
  },
)

function world(edit: (text: string) => string): AcmeFiles {
  return { world: JSON.parse(edit(JSON.stringify(acmeWorld))) }
}

test.each([
  [
    'of another connector',
    world((text) => text.replace('"id":"acme"', '"id":"apex"')),
    'is a recording of "apex"; record "acme"',
  ],
  [
    'with a secret',
    world((text) => text.replace('"state":"on"', '"state":"on","note":"ghp_0123456789abcdefghijABCDEFGHIJ012345"')),
    expect.stringMatching(/^holds what looks like a secret: .*GitHub.*exchanges\[0\]/),
  ],
  [
    'with somebody in it',
    world((text) => text.replace('"state":"on"', '"state":"on","owner":"ada.lovelace@acme-industries.com"')),
    'names somebody (exchanges[0].response.json.keys[0].owner); use names such as person1@example.com, as "checkwright record" does',
  ],
  [
    'whose list has one item',
    world((text) => text.replace(/,\{"id":"b"[^}]*\}/, '').replace(/\{"id":"c"[^}]*\}/, '')),
    'has one item in the list GET /v1/keys keys, so nothing shows that items are told apart; add a second',
  ],
  [
    'in which a check could not tell',
    world((text) => text.replace('"enforced":true,', '')),
    'decides nothing for "sso-enforced" (error incomplete_data); each check needs a result of its own',
  ],
  [
    'with an answer that no check needs',
    {
      world: {
        ...acmeWorld,
        exchanges: [
          ...acmeWorld.exchanges,
          {
            checks: ['sso-enforced'],
            request: { method: 'GET', url: 'https://api.acme.example/v1/me' },
            response: { status: 200, json: {} },
          },
        ],
      },
    },
    'has an answer to GET https://api.acme.example/v1/me that no check needs; take it out',
  ],
  [
    'that is no recording',
    { world: { schema: 'x' } },
    expect.stringContaining('is not a recording that can be replayed'),
  ],
])('a world %s is refused at its name', async (_what, files, message) => {
  const [problem = ''] = (await readProblems({ witnesses: [], ...files })) as readonly string[]

  expect(problem.split(' | worlds.sound ')).toEqual(['sound: worlds/sound.recording.json', message])
})

test('a locator must name a member or a word of the description', async () => {
  const key = {
    type: 'object',
    properties: { rotated: { type: 'string' }, state: { type: 'string', enum: ['on', 'off'] } },
  }
  const schema = {
    type: 'object',
    properties: { keys: { type: 'array', items: { $ref: '#/components/schemas/Key' } } },
  }
  const description = {
    openapi: '3.1.0',
    paths: { '/v1/keys': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
    components: { schemas: { Key: key } },
  }
  const locate = (locator: string): AcmeFiles => ({
    witnesses: [{ ...first, source: { ...first?.source, locator } }] as never,
  })

  const found = ['GET /keys keys.rotated', 'GET /keys keys[].state=on', 'Key.state=off', 'Key'].map(locate)
  const lost = ['GET /keys keys.rotation', 'Key.state=gone', 'Lock.state', 'GET /locks', 'the page about keys'].map(
    locate,
  )

  expect(await Promise.all(found.map((files) => readProblems(files, description)))).toEqual([[], [], [], []])
  const problems = (await Promise.all(lost.map((files) => readProblems(files, description)))).flat()
  expect(problems.map((problem) => problem.split('source.locator ')[1])).toEqual([
    'names "keys.rotation", which the description does not have; it has rotated, state',
    'names the word "gone", which the description does not have',
    'names "Lock", which the description does not have',
    '"/locks" is no path of the description',
    'must name a member: "CryptoKey.nextRotationTime", or "GET /keys keys.state=ENABLED"',
  ])
})

test('a file of 50 MB is refused unread, as witness file and as world', async () => {
  const folder = createTempFolder()
  const path = writeAcme(folder)
  const large = Buffer.alloc(50_000_000, ' ')

  writeFileSync(join(folder, 'worlds/sound.recording.json'), large)
  await expect(readWitnesses(path, readAcme())).rejects.toThrow(
    'is larger than 10 MB; keep the answers that the checks need',
  )
  writeFileSync(path, large)
  await expect(readWitnesses(path, readAcme())).rejects.toThrow(':1:1: is larger than 1 MB; split it')
})
