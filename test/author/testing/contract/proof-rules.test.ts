import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locateProof } from '../../../../src/author/prove/kept-proof.ts'
import { proveConnector } from '../../../../src/author/prove/prove-connector.ts'
import { toProofFile } from '../../../../src/author/prove/to-proof-file.ts'
import { connectorContract } from '../../../../src/author/testing/index.ts'
import { formatProofFile } from '../../../../src/checks/proofs/proof-file.ts'
import { getConnectorFile } from '../../../../src/data/build-connector.ts'
import type { AnyConnector } from '../../../../src/index.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { type AcmeFiles, acmeWitnesses, describeAcme, describedKey, readAcme, writeAcme } from '../../prove/acme.ts'
import { codeAcme, turnedCodeAcme } from '../../prove/code-acme.ts'

interface Subject {
  readonly connector: AnyConnector
  readonly files?: AcmeFiles
  readonly description?: unknown
  /** Whose proof stands beside it. @default its own */
  readonly proofOf?: { readonly connector?: AnyConnector; readonly files?: AcmeFiles }
}

const proofs = new WeakMap<AnyConnector, Map<string, Promise<string>>>()

/** To prove one takes a second, and most tests are about the same one. */
function prove(connector: AnyConnector, files: AcmeFiles = {}): Promise<string> {
  const ofConnector = proofs.get(connector) ?? new Map<string, Promise<string>>()
  proofs.set(connector, ofConnector)
  const key = JSON.stringify(files)
  const known = ofConnector.get(key) ?? proveAnew(connector, files)
  ofConnector.set(key, known)
  return known
}

async function proveAnew(connector: AnyConnector, files: AcmeFiles): Promise<string> {
  const witnesses = writeAcme(createTempFolder(), files)
  return formatProofFile(toProofFile(await proveConnector(connector, { witnesses })))
}

/** What the rules about witnesses say, by their names. */
async function listFailures({ connector, files, description, proofOf = {} }: Subject) {
  const proof = await prove(proofOf.connector ?? connector, proofOf.files ?? files)
  const path = writeAcme(createTempFolder(), files)
  writeFileSync(locateProof(path), proof)
  const queued = new Map<string, () => Promise<void>>()
  const collect = (name: string, run: () => Promise<void>) => {
    const [, rule = ''] = /^contract\/(judgement|odd-record|siblings|words):/.exec(name) ?? []
    if (rule !== '') queued.set(rule, run)
  }
  connectorContract(connector, {
    test: Object.assign(collect, { skip: () => undefined }),
    witnesses: path,
    description,
  })
  const failures: Record<string, string> = {}
  for (const [rule, run] of queued) await run().catch((error: Error) => (failures[rule] = error.message))
  return { rules: [...queued.keys()], failures }
}

const subjects = [
  ['as data', readAcme(), readAcme((text) => text.replace('pass: body.sso.enforced', "pass: '!body.sso.enforced'"))],
  ['in TypeScript', codeAcme, turnedCodeAcme],
] as const

test.each(subjects)(
  'the rules hold for a connector %s with witnesses that notice every mistake',
  async (_what, connector) => {
    expect(await listFailures({ connector, description: describeAcme() })).toEqual({
      rules: ['odd-record', 'judgement', 'siblings', 'words'],
      failures: {},
    })
  },
)

test.each(subjects)('an inverted check of a connector %s is noticed', async (_what, connector, turned) => {
  const { failures } = await listFailures({ connector: turned, proofOf: { connector } })

  expect(failures.judgement).toContain('sso: sso-enforced acme: pass is right, and the check says fail')
})

test.each(subjects)('a deleted witness of a connector %s is noticed', async (_what, connector) => {
  const witnesses = acmeWitnesses.filter(({ id }) => id !== 'key-of-91-days')

  const kept = await listFailures({ connector, files: { witnesses }, proofOf: { files: {} } })
  const renewed = await listFailures({
    connector,
    files: { witnesses: witnesses.filter(({ id }) => id !== 'sso-off') },
  })

  expect(kept.failures.judgement).toMatch(
    /acme\.proof\.json is not of:\n {2}the present witnesses and worlds\nRenew it: checkwright prove/,
  )
  expect(renewed.failures.judgement).toMatch(/sso-enforced: none that is fail/)
})

test.each(subjects)('a wrong witness of a connector %s is noticed', async (_what, connector) => {
  const witnesses = acmeWitnesses.map((each) =>
    each.id === 'sso-off' ? { ...each, expect: { 'sso-enforced': 'manual' } } : each,
  )

  const { failures } = await listFailures({ connector, files: { witnesses }, proofOf: { files: {} } })

  expect(failures.judgement).toContain('sso-off: sso-enforced acme: manual is right, and the check says fail')
})

test.each(subjects)(
  'a new member and a new word in the description of a connector %s are noticed',
  async (_what, connector) => {
    const description = describeAcme(
      { ...describedKey, state: { type: 'string', enum: ['on', 'off', 'suspended'] } },
      { grace: { type: 'boolean' } },
    )

    const { failures } = await listFailures({ connector, description })

    expect(failures.siblings).toContain('sso-enforced: GET /v1/settings sso.grace')
    // The words that code knows are not told by its schema.
    if (getConnectorFile(connector)) expect(failures.words).toContain('keys-rotated: GET /v1/keys keys.state=suspended')
  },
)

test.each([
  ['keys-rotated', false],
  ['keys-seen', true],
])(
  'a check that passes over the state of its neighbour is refused, unless it is said of it and not of %s',
  async (named, isSaid) => {
    const connector = readAcme((text) =>
      text
        .replace(
          'checks:',
          `unread: [{ of: GET /v1/keys keys, members: [state], checks: [${named}], because: It changes nothing. }]
checks:`,
        )
        .concat(`  - id: keys-seen
    title: Keys are seen
    list: { path: /keys, items: keys, next: { cursor: next, param: after } }
    resource: { type: key, id: item.id }
    pass: age(item.rotated) <= 900
    fail: { title: Old, remediation: Rotate the key in the settings. }
`),
    )

    const { failures } = await listFailures({ connector, description: describeAcme() })

    if (isSaid) expect(failures.siblings).toBeUndefined()
    else expect(failures.siblings).toMatch(/keys-seen: GET \/v1\/keys keys\.state, as keys-rotated does\n.*"checks:"/)
  },
)

test('a proof that is not there, or of other checks, is no proof', async () => {
  const { failures } = await listFailures({
    connector: readAcme((text) => text.replaceAll('sso-enforced', 'sign-on')),
    proofOf: { connector: readAcme() },
    files: { witnesses: [] },
  })

  expect(failures.judgement).toContain('sign-on: none that is pass')
})
