import { expect, test } from 'vitest'
import { type Description, openDescription } from '../../../src/descriptions/description.ts'
import { createFolder } from '../../app/command.ts'
import { isSoak } from '../../setup/short-form.ts'
import { acmeDescription, createAcmeFolder } from '../mcp/acme-folder.ts'
import { agreeWithItself, type Candidate, readCandidate, toConnector, tryAcceptance } from './corpus/candidate.ts'

type Values = Record<string, unknown>

const state = { name: 'state', in: 'query', schema: { type: 'string', enum: ['on', 'off'] } }
const { keys, ...others } = toPaths()
const description = openDescription({
  ...acmeDescription,
  paths: {
    ...others,
    '/keys': { get: { ...keys.get, parameters: [...keys.get.parameters, state] } },
    // The same members, of something else.
    '/retired-keys': keys,
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
}) as Description

function toPaths() {
  const { '/keys': keys, ...others } = acmeDescription.paths
  return { keys, ...others }
}

/** Acme with a limit that people may change, statements and controls, and a reason for each member that it leaves unread. */
function readAcme(): Candidate {
  const candidate = readCandidate('acme', createAcmeFolder())
  const [rotated, sso] = candidate.file.checks as Values[]
  return {
    ...candidate,
    file: {
      ...candidate.file,
      unread: [
        { of: 'GET /keys keys', members: ['created'], because: 'The age of a key is no rotation.' },
        { of: 'GET /settings sso', members: ['beta'], because: 'A trial enforces nothing.' },
      ],
      checks: [
        {
          ...rotated,
          controls: ['soc2:CC6.1'],
          states: [{ 'keys-renewed': { age: 'max_age_days' } }],
          variables: [
            { id: 'max_age_days', label: 'Oldest rotation, days', type: 'number', default: 90, min: 1, max: 3650 },
          ],
          pass: 'age(item.rotated) <= vars.max_age_days',
        },
        sso,
      ],
    },
  }
}

const changeCheck = (right: Candidate, index: number, change: (check: Values) => Values): Candidate => ({
  ...right,
  file: {
    ...right.file,
    checks: (right.file.checks as Values[]).map((check, at) => (at === index ? change(check) : check)),
  },
})

/** The connector, its worlds and its witnesses with other words. */
const rewrite = (right: Candidate, from: string, to: string): Candidate =>
  JSON.parse(JSON.stringify(right).replaceAll(from, to))

const withLocator = (right: Candidate, check: string, locator: string): Candidate => ({
  ...right,
  witnesses: {
    ...right.witnesses,
    witnesses: right.witnesses.witnesses.map((each) =>
      each.of.check === check && each.source ? { ...each, source: { ...each.source, locator } } : each,
    ),
  },
})

const withUnread = (right: Candidate, unread: readonly object[]): Candidate => ({
  ...right,
  file: { ...right.file, unread: [...(right.file.unread as object[]), ...unread] },
})

/** Mistakes of a model that understood the vendor wrongly: each agrees with itself, and does what the problems say. */
const wrong: Readonly<Record<string, (right: Candidate) => Candidate>> = {
  'a source of the same name in another answer': (right) =>
    withLocator(right, 'sso-enforced', 'GET /retired-keys keys.state'),
  'a source that is no member': (right) => withLocator(right, 'sso-enforced', 'GET /settings sso.certified'),
  'a source that is no word': (right) => withLocator(right, 'keys-rotated', 'GET /keys keys.state=safe'),
  'a source of another version of the API': (right) =>
    withLocator(right, 'sso-enforced', 'GET /v9/settings sso.enforced'),
  'a list cut by a filter': (right) =>
    [
      ['"path":"/keys"', '"path":"/keys","query":{"state":"on"}'],
      ['/v1/keys?after=p2', '/v1/keys?state=on&after=p2'],
      ['/v1/keys"', '/v1/keys?state=on"'],
    ].reduce((made, [from = '', to = '']) => rewrite(made, from, to), right),
  'a list of something else with the same members': (right) => rewrite(right, '/keys', '/retired-keys'),
  'a default that is too lax': (right) => rewrite(rewrite(right, '"default":90', '"default":3600'), '-9', '-360'),
  'a limit that nobody needs to keep': (right) => rewrite(right, '"max":3650', '"max":3650,"default":3650'),
  'another statement': (right) => changeCheck(right, 0, (check) => ({ ...check, states: ['second-factor-used'] })),
  'another control': (right) => changeCheck(right, 1, (check) => ({ ...check, controls: ['iso27001:A.8.5'] })),
  'another title': (right) => changeCheck(right, 1, (check) => ({ ...check, title: 'Everybody has a second factor' })),
  'an unknown word is good': (right) =>
    changeCheck(right, 0, ({ unknown: _, ...check }) => ({ ...check, applies: "item.state == 'on'" })),
  'an unknown word does not apply': (right) =>
    changeCheck(right, 0, ({ unknown: _, applies: __, ...check }) => ({
      ...check,
      notApplicable: [{ when: "item.state != 'on'", title: 'Off' }],
    })),
  'another member decides': (right) =>
    changeCheck(right, 0, (check) => ({ ...check, pass: 'age(item.created) <= vars.max_age_days' })),
  'the newest of two times': (right) =>
    changeCheck(right, 0, (check) => ({
      ...check,
      pass: 'age(item.rotated) <= vars.max_age_days || age(item.created) <= vars.max_age_days',
    })),
  'a trial counts': (right) =>
    changeCheck(right, 1, (check) => ({ ...check, pass: 'body.sso.enforced || body.sso.beta' })),
  'settings that are not there are enforced': (right) =>
    changeCheck(right, 1, (check) => ({
      ...check,
      get: { path: '/settings', absent: [404] },
      pass: 'body == null || body.sso.enforced',
    })),
  'a reason for a member that decides': (right) =>
    withUnread(
      changeCheck(right, 0, ({ unknown: _, applies: __, notApplicable: ___, ...check }) => check),
      [{ of: 'GET /keys keys', members: ['state'], because: 'A key that is off may be turned on.' }],
    ),
  'worlds that decide nothing': (right) => emptyWorlds(right),
  'half of the list is left out': (right) => changeCheck(right, 0, (check) => ({ ...check, where: "item.id != 'b'" })),
  'one resource for all': (right) =>
    changeCheck(right, 0, (check) => ({ ...check, resource: { type: 'key', id: "'keys'" } })),
  'only the first page': (right) =>
    changeCheck(right, 0, (check) => ({
      ...check,
      list: { path: '/keys', items: 'keys', next: { none: 'One page has all: https://docs.acme.example/keys' } },
    })),
}

/** The lists of each world are empty, and each witness brings what it speaks of. */
function emptyWorlds(right: Candidate): Candidate {
  const text = JSON.stringify(right.worlds).replaceAll(/"keys":\[.*?\],"next":"p2"/g, '"keys":[],"next":null')
  return { ...right, worlds: JSON.parse(text) }
}

test('a right connector is accepted', async () => {
  const right = readAcme()

  const { problems } = await tryAcceptance(right, { right: toConnector(right), description, folder: createFolder() })

  expect(problems).toEqual([])
})

/** Each is proven several times, so that the others have their turn in the soak. */
const quick = ['a source of the same name in another answer', 'another statement', 'a trial counts']

test.each(isSoak ? Object.keys(wrong) : quick)('no model gets through with %s', async (kind) => {
  const right = readAcme()
  const candidate = await agreeWithItself(wrong[kind]?.(right) ?? right)

  const { isAccepted, problems } = await tryAcceptance(candidate, {
    right: toConnector(right),
    description,
    folder: createFolder(),
    persists: true,
  })

  console.log(kind, [...new Set(problems.map(({ code }) => code))].join(' '))
  expect(isAccepted, kind).toBe(false)
})
