import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineConnector, type JsonValue } from '../../../src/define/index.ts'
import type { RecordedExchange, Recording } from '../../../src/evidence/recording/recording.ts'
import { type ScrubOptions, scrubRecording } from '../../../src/evidence/recording/scrub-recording.ts'
import { readMember } from '../../../src/text/read-member.ts'

const connector = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://{domain}.acme.io/api',
  credentialFields: [{ id: 'domain', label: 'Domain', type: 'text', required: true }],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const base = 'https://corp.acme.io/api'

function recordingOf(exchanges: readonly Partial<RecordedExchange>[], credentials = {}): Recording {
  return {
    schema: 'checkwright.recording/v1',
    connector: { id: 'acme', version: '1.0.0' },
    inputs: { now: '2026-05-01T12:00:00.000Z', variables: {}, settings: {}, credentials, stateBefore: {} },
    checks: [],
    exchanges: exchanges.map((each) => ({
      checks: ['mfa'],
      request: { method: 'GET', url: `${base}/users` },
      ...each,
    })),
  }
}

/** The outcome of an answer whose address says nothing of people. */
function scrubbed(json: JsonValue, options?: ScrubOptions): JsonValue | undefined {
  const request = { method: 'GET', url: `${base}/things` }
  const raw = recordingOf([{ request, response: { status: 200, json } }])
  return scrubRecording(raw, connector, options).recording.exchanges[0]?.response?.json
}

describe('scrubRecording()', () => {
  test('gives the same person the same pseudonym: in address, login and name, in either case', () => {
    const json = scrubbed([
      { id: 'u1', email: 'ada@corp.com', login: 'ada', name: 'Ada Lovelace', manager: 'grace@corp.com' },
      {
        id: 'u2',
        email: 'Grace@corp.com',
        login: 'grace',
        name: 'Grace Hopper',
        note: "GRACE HOPPER's key, by Ada Lovelace",
      },
    ])

    expect(json).toEqual([
      {
        id: 'u1',
        email: 'person1@example.com',
        login: 'person1',
        name: 'Person1 Person2',
        manager: 'person3@example.com',
      },
      {
        id: 'u2',
        email: 'Person3@example.com',
        login: 'person3',
        name: 'Person3 Person4',
        note: "PERSON3 PERSON4's key, by Person1 Person2",
      },
    ])
  })

  test('replaces hashes of addresses by those of the pseudonyms, so that avatars name nobody', () => {
    const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
    const real = ['md5', 'sha1', 'sha256'].map((each) => hash(each, 'ada@corp.com'))
    const written = hash('sha256', 'Ada@Corp.com')
    const avatars = [...real, written, real[0]?.toUpperCase()].map(
      (each) => `https://gravatar.com/avatar/${each}?d=404`,
    )

    const json = scrubbed({ email: 'Ada@Corp.com', other: 'ada@corp.com', avatars })

    const shown = JSON.stringify(json)
    for (const each of [...real, written]) expect(shown.toLowerCase()).not.toContain(each)
    expect(shown).toContain(`/avatar/${hash('md5', 'person1@example.com')}?d=404`)
    expect(shown).toContain(`/avatar/${hash('sha256', 'person1@example.com')}?d=404`)
  })

  test("replaces the company's mail domain where no address has it", () => {
    const json = scrubbed({
      verifiedDomains: ['initech.com'],
      defaultDomainName: 'mail.initech.com',
      url: 'https://sso.initech.com/x',
    })

    expect(JSON.stringify(json)).not.toContain('initech')
    expect(json).toMatchObject({ verifiedDomains: ['example.com'], url: 'https://sso.example.com/x' })
  })

  test("leaves the vendor's own domain and those of everybody", () => {
    const json = { domains: ['acme.io', 'gmail.com'], domain: 'corp' }

    expect(scrubbed(json)).toEqual(json)
  })

  test('tells Ada from ada, whichever it meets first', () => {
    expect(scrubbed([{ firstName: 'Ada', email: 'ada@corp.com', login: 'ada' }])).toEqual([
      { firstName: 'Person1', email: 'person1@example.com', login: 'person1' },
    ])
  })

  test('lets requests find their answers: in paths, queries and links, percent-encoded too', () => {
    const { recording } = scrubRecording(
      recordingOf([
        {
          response: {
            status: 200,
            headers: { link: `<${base}/users?after=ada%40corp.com>; rel="next"` },
            json: [{ login: 'ada', email: 'ada@corp.com' }],
          },
        },
        { request: { method: 'GET', url: `${base}/users?after=ada%40corp.com` }, response: { status: 200, json: [] } },
        { request: { method: 'GET', url: `${base}/users/ada/keys` }, response: { status: 200, json: [] } },
      ]),
      connector,
    )

    expect(recording.exchanges.map(({ request }) => request.url)).toEqual([
      `${base}/users`,
      `${base}/users?after=person1%40example.com`,
      `${base}/users/person1/keys`,
    ])
    expect(recording.exchanges[0]?.response?.headers).toEqual({
      link: `<${base}/users?after=person1%40example.com>; rel="next"`,
    })
  })

  test.each<[string, JsonValue]>([
    ['a list', [{ id: 'u1', name: 'Ada' }]],
    ['a page of a list', { items: [{ id: 'u1', displayName: 'Ada' }], next: null }],
    ['one record', { id: 'u1', name: 'Ada' }],
  ])('replaces names by what the address is about: %s', (_name, json) => {
    const request = { method: 'GET', url: `${base}/people?limit=9` }
    const { recording } = scrubRecording(recordingOf([{ request, response: { status: 200, json } }]), connector)

    expect(JSON.stringify(recording)).not.toContain('Ada')
  })

  test.each<[string, JsonValue]>([
    ['users', { users: [{ id: 'u1', name: 'Ada' }] }],
    ['owner', { id: 'p1', owner: { id: 'u1', name: 'Ada' } }],
    ['username', { id: 'k1', user_name: 'Ada' }],
    ['created_by', { id: 'k1', created_by: 'Ada' }],
    ['reviewers', { id: 'p1', reviewers: ['Ada'] }],
  ])('replaces names by the meaning of a member: %s', (_name, json) => {
    expect(JSON.stringify(scrubbed(json))).not.toContain('Ada')
  })

  test('replaces what results call the people whom they are about, and nobody else', () => {
    const raw = recordingOf([{ response: { status: 200, json: [{ title: 'Eve' }, { title: 'Finance' }] } }])
    const results = ['user', 'group'].map((type, at) => ({
      status: 'pass' as const,
      resource: { type, id: `${at}`, name: ['Eve', 'Finance'][at] },
      title: 'Fine',
      evidence: {},
    }))
    const checks = [{ id: 'mfa', status: 'pass' as const, complete: true, results }]

    const { recording } = scrubRecording({ ...raw, checks }, connector)

    expect(recording.exchanges[0]?.response?.json).toEqual([{ title: 'Person1' }, { title: 'Finance' }])
  })

  test.each([
    'Eve \u001b[31mred\u001b[0m \u202ereversed',
    'Eve "the" O\'Brien',
    'Eve <eve@corp.com>',
    'Eve (she/her)',
    'Dr: Eve = {x}',
    'CORP\\Eve',
    'Eve\tEve\n',
  ])('replaces a name whatever signs it holds: %j', (name) => {
    const json = scrubbed([{ email: 'somebody@corp.com', name, text: `It is ${name}.` }])

    expect(JSON.stringify(json)).not.toContain('Eve')
  })

  test('finds names as URLs carry them, with their capitals', () => {
    const json = scrubbed([
      { email: 'a.b@corp.com', name: 'Zoë Ångström' },
      `${base}/find?name=Zo%C3%AB+%C3%85ngstr%C3%B6m`,
      `${base}/people/Zo%C3%AB%20%C3%85ngstr%C3%B6m?of=zo%c3%ab%20%c3%a5ngstr%c3%b6m`,
    ])

    expect(json).toEqual([
      { email: 'person3@example.com', name: 'Person1 Person2' },
      `${base}/find?name=Person1+Person2`,
      `${base}/people/Person1%20Person2?of=person1%20person2`,
    ])
  })

  test('makes a cursor anew that holds an address in base64, in answer and request alike', () => {
    const cursor = (mail: string) => Buffer.from(JSON.stringify({ after: mail })).toString('base64')
    const { recording } = scrubRecording(
      recordingOf([
        { response: { status: 200, json: { next: cursor('ada@corp.com') } } },
        { request: { method: 'GET', url: `${base}/users?cursor=${encodeURIComponent(cursor('ada@corp.com'))}` } },
      ]),
      connector,
    )

    const next = String(readMember(recording.exchanges[0]?.response?.json, 'next'))
    expect(Buffer.from(next, 'base64').toString()).toBe('{"after":"person1@example.com"}')
    expect(recording.exchanges[1]?.request.url).toBe(`${base}/users?cursor=${encodeURIComponent(next)}`)
  })

  test.each<[string, JsonValue]>([
    ['roles, although somebody has them as a name', [{ email: null, login: 'admin', role: 'admin' }]],
    ['groups and policies, which have names and no addresses', [{ id: 'g1', displayName: 'Finance team' }]],
    ['ids, numbers and dates', [{ id: '00u1a2b3c4d5e6f7g8h9', created: '2026-05-01', login: '4711', n: 4 }]],
    ['ids of people', [{ id: 'p1', created_by: 'usr_4f', assignee: 'U0123' }]],
    ['names that the connector itself asks for', [{ login: 'acme', email: 'a' }]],
    ['paths of things that have a name', [{ full_name: 'acme/web', name: 'web' }]],
    ['networks and private addresses', ['0.0.0.0/0', '10.1.2.3', '8.8.8.0/24', '::/0']],
    ['versions, and files that look like addresses', ['1.2.3', 'logo@2x.png']],
    ['addresses of machines', ['robot@acme-prod.iam.gserviceaccount.com'.replace('robot', 'support')]],
  ])('leaves %s', (_what, json) => {
    expect(scrubbed(json)).toEqual(json)
  })

  test.each<[string, JsonValue, JsonValue]>([
    [
      'hosts, for those that documentation uses',
      ['8.8.8.8', '2606:4700::1111', '8.8.8.8:443'],
      ['203.0.113.1', '2001:db8::2', '203.0.113.1:443'],
    ],
    [
      'phone numbers',
      { phone: '(415) 555-2671', text: 'call +49 30 901820' },
      { phone: '+12025550101', text: 'call +12025550102' },
    ],
    ['ids of access keys', ['AKIAQ7ZK2MXT4WLPN3RD'], ['AKIAEXAMPLE000000001']],
    [
      'domains of addresses where they stand alone',
      { domain: 'corp.com', mail: 'x.y@eu.corp.com', free: 'z@gmail.com' },
      { domain: 'example.com', mail: 'person1@eu.example.com', free: 'person2@gmail.com' },
    ],
  ])('replaces %s', (_what, json, expected) => {
    expect(scrubbed(json)).toEqual(expected)
  })

  test('replaces what is declared to be personal, in inputs and hosts too, and leaves what is declared not to be', () => {
    const given = recordingOf([{ response: { status: 200, json: [{ login: 'jenkins', owner: 'zeppelin' }] } }], {
      domain: 'corp',
    })

    const { recording, counts } = scrubRecording(given, connector, { personal: ['domain', 'owner'], keep: ['jenkins'] })

    expect(recording.inputs.credentials).toEqual({ domain: 'person1' })
    expect(recording.exchanges[0]).toMatchObject({
      request: { url: 'https://person1.acme.io/api/users' },
      response: { json: [{ login: 'jenkins', owner: 'person2' }] },
    })
    expect(counts.names).toBe(2)
  })

  test.each([
    ['an address', 'https://mq.corp-intern.com:15672/api', 'https://example.com:15672/api'],
    ['an address of one label', 'http://rabbit:15672', 'http://person1:15672'],
    ['an address of a private network', 'https://10.1.2.3', 'https://203.0.113.1'],
    ['a host', 'mq.corp-intern.com', 'example.com'],
    ['a host with its port', 'mq.corp-intern.com:8443', 'example.com:8443'],
    ['an address of IPv6', 'https://[fd00::1]:8443', 'https://[2001:db8::1]:8443'],
  ])('replaces %s that is declared to be personal by one of the same form, wherever it is', (_what, entered, shown) => {
    const given = recordingOf([{ response: { status: 200, json: { at: `see ${entered}` } } }], { domain: entered })

    const { recording, unreplaced } = scrubRecording(given, connector, { personal: ['domain'] })

    expect(recording.inputs.credentials).toEqual({ domain: shown })
    expect(recording.exchanges[0]?.response).toMatchObject({ json: { at: `see ${shown}` } })
    expect(unreplaced).toEqual([])
  })

  test('replaces what is declared to be personal at its place alone, and hosts of a domain that is', () => {
    const json = {
      tickets: [{ assignee: { label: 'zeppelin' }, state: { label: 'open' } }],
      log: 'https://build.corp-intern.com:8443 is open',
    }

    const { recording, unmatched } = scrubRecording(recordingOf([{ response: { status: 200, json } }]), connector, {
      personal: ['assignee.label', '@corp-intern.com', 'reviewer'],
    })

    expect(recording.exchanges[0]?.response?.json).toEqual({
      tickets: [{ assignee: { label: 'person1' }, state: { label: 'open' } }],
      log: 'https://build.example.com:8443 is open',
    })
    expect(unmatched).toEqual(['reviewer'])
  })

  test('lists what may be a login, and neither a name that it replaced, an id nor what its author keeps', () => {
    const json = [
      { id: 'p1', author: 'bwp91' },
      { id: 'p2', author: 'Ada Lovelace' },
      { id: 'p3', author: '5f3ac1d29be04a7f8c21' },
      { id: 'p4', created_by: 'build_bot', author: 'ada.b7@corp-intern.com' },
      { id: 'p5', author: 'ada_l', user: { username: 'ada_l' } },
    ]

    const { doubtful } = scrubRecording(recordingOf([{ response: { status: 200, json } }]), connector, {
      keep: ['build_bot'],
    })

    expect(doubtful).toEqual([{ member: 'author', value: 'bwp91' }])
  })

  test.each(['http://127.0.0.1:1880', 'http://localhost:1880', '127.0.0.1:1880', '0.0.0.0'])(
    'leaves %s, the machine itself, for nobody is named by it',
    (entered) => {
      const given = recordingOf([{ response: { status: 200, json: { listens: '127.0.0.1:1880' } } }], {
        domain: entered,
      })

      const { recording, unreplaced } = scrubRecording(given, connector, { personal: ['domain'] })

      expect(recording.inputs.credentials).toEqual({ domain: entered })
      expect(recording.exchanges[0]?.response?.json).toEqual({ listens: '127.0.0.1:1880' })
      expect(unreplaced).toEqual([])
    },
  )

  test('takes a login with a dot for a name, where its end is no end of a host', () => {
    const given = recordingOf([{ response: { status: 200, json: { owner: 'ada.lovelace' } } }])

    const { recording } = scrubRecording(given, connector, { personal: ['owner'] })

    expect(recording.exchanges[0]?.response?.json).toEqual({ owner: 'person1' })
  })

  test('has pseudonyms enough: for a thousand hosts and phones each another', () => {
    const many = Array.from({ length: 1000 }, (_, index) => [
      `8.8.${index >> 8}.${index & 255}`,
      `+4930${10_000_000 + index}`,
    ])

    const result = scrubbed(many) as string[][]

    expect(new Set(result.flat()).size).toBe(2000)
    expect(scrubbed(result)).toEqual(result)
  })

  test('leaves nobody: neither address nor name of any person is in what comes out, and as many people are', () => {
    const word = fc.stringMatching(/^[a-z]{4,9}$/).map((text) => `q${text}`)
    const person = fc.record({ given: word, family: word, local: word })
    fc.assert(
      fc.property(fc.uniqueArray(person, { selector: ({ local }) => local, minLength: 1, maxLength: 6 }), (people) => {
        const users = people.map(({ given, family, local }, index) => ({
          id: `u-${index}`,
          email: `${local}@zwhistle.com`,
          name: `${given} ${family}`,
        }))

        const result = scrubbed(users) as typeof users

        const text = JSON.stringify(result)
        for (const { local, given, family } of people) {
          expect(text).not.toContain(`${local}@`)
          expect(text).not.toContain(`${given} ${family}`)
        }
        expect(text).not.toContain('zwhistle')
        expect(new Set(result.map(({ email }) => email)).size).toBe(people.length)
        expect(result.map(({ id }) => id)).toEqual(users.map(({ id }) => id))
      }),
    )
  })
})
