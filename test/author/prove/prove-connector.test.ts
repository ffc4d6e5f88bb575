import { expect, test } from 'vitest'
import { type Mutator, proveConnector } from '../../../src/author/prove/prove-connector.ts'
import { openTempFolder } from '../../../src/http/files/temp-folder.ts'
import { acmeWitnesses, loadAcme, readAcme } from './acme.ts'

async function prove(
  { edit, ...files }: Parameters<typeof loadAcme>[1] & { readonly edit?: (text: string) => string } = {},
  options: Partial<Parameters<typeof proveConnector>[1]> = {},
) {
  await using folder = await openTempFolder('prove')
  const connector = readAcme(edit)
  const witnesses = await loadAcme(folder.path, files, connector)
  return await proveConnector(connector, { witnesses, ...options })
}

test('proveConnector() tells how many deliberate mistakes the witnesses notice, and that none is left', async () => {
  const { checks, disagreements, mistakes } = await prove()

  expect({ disagreements, mistakes }).toEqual({ disagreements: [], mistakes: [] })
  expect(checks.map(({ check, survivors }) => [check, survivors.map(({ mutant }) => mutant)])).toEqual([
    ['keys-rotated', []],
    ['sso-enforced', []],
  ])
  const [keys, sso] = checks
  expect(keys?.mutants).toBeGreaterThan(10)
  expect(keys).toMatchObject({
    killed: (keys?.mutants ?? 0) - 1,
    // What is off is left out before.
    notToldApart: ["keys-rotated unknown[0].when: ['on', 'off'] → ['on']"],
    witnesses: { total: 6, pass: 2, fail: 2, undecided: 2 },
  })
  expect(sso).toMatchObject({ killed: sso?.mutants, witnesses: { total: 3, pass: 1, fail: 1, undecided: 1 } })
})

test('proveConnector() notices a check that is turned round', async () => {
  const { disagreements, checks } = await prove({
    edit: (text) => text.replace('age(item.rotated) <= 90', 'age(item.rotated) > 90'),
  })

  expect(checks).toEqual([])
  expect(disagreements).toContainEqual({
    witness: 'keys',
    check: 'keys-rotated',
    resource: 'b',
    right: 'fail',
    actual: 'pass',
  })
})

test('proveConnector() notices a witness that was deleted, by the mistakes that nobody notices then', async () => {
  const { checks } = await prove({ witnesses: acmeWitnesses.filter(({ id }) => id !== 'key-of-90-days') })

  const [keys] = checks
  expect(keys?.survivors).toContainEqual({
    mutant: 'keys-rotated pass: age(item.rotated) <= 90 → (age(item.rotated)) < (90)',
    kind: 'bound',
    world: 'sound',
    change: [expect.objectContaining({ at: 'keys[0].rotated', is: '2026-04-01T12:00:00Z' })],
  })
})

test('proveConnector() notices a witness that is wrong, and tries no mistakes then', async () => {
  const wrong = acmeWitnesses.map((each) =>
    each.id === 'sso-off' ? { ...each, expect: { 'sso-enforced': 'manual' } } : each,
  )

  const { disagreements, checks } = await prove({ witnesses: wrong as never })

  expect(disagreements).toEqual([
    { witness: 'sso-off', check: 'sso-enforced', resource: 'acme', right: 'manual', actual: 'fail' },
  ])
  expect(checks).toEqual([])
})

test('proveConnector() holds a witness to all checks: what it does not name is as in the world', async () => {
  const careless = acmeWitnesses.map((each) =>
    each.id === 'sso-off'
      ? {
          ...each,
          change: [
            { request: 'GET /settings', at: 'sso.enforced', is: false },
            { request: 'GET /keys', at: 'keys[id=a].state', is: 'off' },
          ],
        }
      : each,
  )

  const { disagreements } = await prove({ witnesses: careless as never })

  expect(disagreements).toEqual([
    { witness: 'sso-off', check: 'keys-rotated', resource: 'a', right: 'pass', actual: 'not_applicable' },
  ])
})

/** A mutant that judges as the check does, and one that a witness notices. */
const twins: Mutator = (_connector, { id }) =>
  ['body.sso.enforced == true', 'body.sso.beta'].map((to) => {
    const changed = readAcme((text) => text.replace('pass: body.sso.enforced', `pass: ${to}`))
    const check = changed.checks.find((each) => each.id === id)
    return {
      check: id,
      kind: 'twin',
      at: 'twin',
      from: 'enforced',
      to,
      build: () => check && { connector: changed, check },
    }
  })

test('proveConnector() takes operators from outside, and tells a mutant that no answer shows', async () => {
  const { checks } = await prove({}, { checks: ['sso-enforced'], mutators: [twins] })

  expect(checks).toMatchObject([
    { survivors: [], notToldApart: ['sso-enforced twin: enforced → body.sso.enforced == true'] },
  ])
})

test('proveConnector() refuses an exception whose mutant is gone or noticed, and takes one that stands', async () => {
  const because = 'It compares a switch with true.'
  const equivalent = [
    { mutant: 'sso-enforced twin: enforced → body.sso.enforced == true', because },
    { mutant: 'sso-enforced twin: enforced → body.sso.beta', because },
    { mutant: 'sso-enforced pass: x → y', because },
  ]

  const { mistakes, checks } = await prove({ members: { equivalent } }, { mutators: [twins], checks: ['sso-enforced'] })

  expect(mistakes).toEqual([
    'equivalent: "sso-enforced twin: enforced → body.sso.beta" is noticed; take it out',
    'equivalent: "sso-enforced pass: x → y" is gone; take it out',
  ])
  expect(checks).toMatchObject([{ equivalent: 1, notToldApart: [] }])
})

test('proveConnector() refuses more exceptions than one in a hundred mutants', async () => {
  const because = 'It judges as the check does.'
  const to = ['body.sso.enforced == true', '!!body.sso.enforced']
  const same: Mutator = (_connector, { id }) =>
    to.map((text) => {
      const changed = readAcme((file) => file.replace('pass: body.sso.enforced', `pass: '${text}'`))
      const check = changed.checks.find((each) => each.id === id)
      const build = () => check && { connector: changed, check }
      return { check: id, kind: 'same', at: 'same', from: 'enforced', to: text, build }
    })
  const equivalent = to.map((text) => ({ mutant: `sso-enforced same: enforced → ${text}`, because }))

  const { mistakes } = await prove({ members: { equivalent } }, { mutators: [same], checks: ['sso-enforced'] })

  expect(mistakes).toEqual([
    expect.stringMatching(
      /^equivalent: 2 of \d+ mutants are called equivalent, and at most 1 may be; write witnesses$/,
    ),
  ])
})

test('proveConnector() refuses the id of a check that the connector does not have', async () => {
  await expect(prove({}, { checks: ['nobody'] })).rejects.toThrow('has no check "nobody"')
})
