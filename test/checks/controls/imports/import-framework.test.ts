import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseImport } from '../../../../src/checks/controls/imports/import-document.ts'
import { importFramework } from '../../../../src/checks/controls/imports/import-framework.ts'
import { DataFileError } from '../../../../src/data/data-file.ts'

type Files = Readonly<Record<string, unknown>>

function toBytes(content: unknown): Uint8Array {
  return new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}

async function read(content: unknown, files: Files = {}, name = 'main.json') {
  const document = parseImport(name, toBytes(content))
  return importFramework(document, async (href) =>
    href in files ? parseImport(href, toBytes(files[href])) : undefined,
  )
}

async function refuse(content: unknown, files: Files = {}): Promise<string> {
  try {
    await read(content, files)
  } catch (error) {
    if (error instanceof DataFileError) return error.message
    throw error
  }
  return 'nothing'
}

const label = (value: string) => ({ name: 'label', value })
const catalog = {
  catalog: {
    metadata: { title: 'Acme Controls', version: '5.2.0' },
    groups: [
      {
        title: 'Access',
        controls: [
          {
            id: 'ac-1',
            title: 'Policy',
            props: [{ name: 'label', class: 'zero-padded', value: 'AC-01' }, label('AC-1')],
            controls: [{ id: 'ac-1.1', title: 'More', props: [label('AC-1(1)')] }],
          },
          { id: 'ac-2', title: 'Gone', props: [{ name: 'status', value: 'withdrawn' }] },
          { id: 'ac-3', title: 'Enforcement' },
        ],
      },
    ],
  },
}

describe('an OSCAL catalog', () => {
  test('gives its controls with their groups and parents, without those that are withdrawn', async () => {
    const { format, framework } = await read(catalog)

    expect(format).toBe('OSCAL catalog')
    expect(framework).toEqual({
      id: 'acme-controls-5.2.0',
      title: 'Acme Controls',
      version: '5.2.0',
      source: undefined,
      controls: [
        { id: 'AC-1', title: 'Policy', group: 'Access', parent: undefined },
        { id: 'AC-1(1)', title: 'More', group: 'Access', parent: 'AC-1' },
        { id: 'ac-3', title: 'Enforcement', group: 'Access', parent: undefined },
      ],
    })
  })
})

describe('an OSCAL profile', () => {
  const profile = (imports: readonly object[], rest: object = {}) => ({
    profile: { metadata: { title: 'Low', version: '1' }, imports, ...rest },
  })

  test('is resolved: chosen controls, those below them, patterns, and without excluded ones', async () => {
    const files = { 'catalog.json': catalog, 'base.json': profile([{ href: 'catalog.json' }]) }
    const ids = async (entry: object) =>
      (await read(profile([{ href: 'base.json', ...entry }]), files)).framework.controls.map(({ id }) => id)

    expect(await ids({})).toEqual(['AC-1', 'AC-1(1)', 'ac-3'])
    expect(await ids({ 'include-controls': [{ 'with-ids': ['ac-1'] }] })).toEqual(['AC-1'])
    expect(await ids({ 'include-controls': [{ 'with-ids': ['ac-1'], 'with-child-controls': 'yes' }] })).toEqual([
      'AC-1',
      'AC-1(1)',
    ])
    expect(await ids({ 'include-controls': [{ matching: [{ pattern: 'ac-1*' }] }] })).toEqual(['AC-1', 'AC-1(1)'])
    expect(await ids({ 'include-all': {}, 'exclude-controls': [{ 'with-ids': ['ac-3'] }] })).toEqual([
      'AC-1',
      'AC-1(1)',
    ])
  })

  test('finds what it imports by its back matter', async () => {
    const resources = [
      {
        uuid: 'u1',
        rlinks: [{ href: 'catalog.xml' }, { href: 'catalog.json', 'media-type': 'application/oscal+json' }],
      },
    ]
    const { framework } = await read(profile([{ href: '#u1' }], { 'back-matter': { resources } }), {
      'catalog.json': catalog,
    })

    expect(framework.controls).toHaveLength(3)
  })

  test.each([
    [
      'leads back to itself',
      { 'a.json': profile([{ href: 'b.json' }]), 'b.json': profile([{ href: 'a.json' }]) },
      'a.json',
      'leads back to "a.json"',
    ],
    ['imports what is not there', {}, 'https://example.com/x.json', 'is not beside this file'],
    ['chooses what is not there', { 'c.json': catalog }, 'c.json', 'chooses "ac-9", which "c.json" does not have'],
  ])('is refused if it %s', async (_why, files, href, message) => {
    const chosen = href === 'c.json' ? { 'include-controls': [{ 'with-ids': ['ac-9'] }] } : {}

    expect(await refuse(profile([{ href, ...chosen }]), files)).toContain(message)
  })

  test('is refused if profiles import profiles without end', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 15 }, (_, nth) => [`${nth}.json`, profile([{ href: `${nth + 1}.json` }])]),
    )

    expect(await refuse(profile([{ href: '0.json' }]), files)).toContain('more than 10 deep')
  })
})

test('a library of CISO Assistant gives what can be assessed, below what it stands under', async () => {
  const { format, framework } = await read(
    `urn: urn:acme
name: Acme
version: 3
objects:
  framework:
    name: Acme Baseline
    requirement_nodes:
      - { urn: 'urn:1', assessable: false, ref_id: A, name: Access }
      - { urn: 'urn:2', assessable: true, parent_urn: 'urn:1', ref_id: A.1, description: Sign in }
      - { urn: 'urn:acme:a3', assessable: true, parent_urn: 'urn:1', name: Sign out }
`,
  )

  expect([format, framework.id]).toEqual(['CISO Assistant library', 'acme-baseline-3'])
  expect(framework.controls).toMatchObject([
    { id: 'A.1', title: 'Sign in', group: 'Access' },
    { id: 'a3', title: 'Sign out', group: 'Access' },
  ])
})

test('a library of CISO Assistant that numbers anew below each heading names its requirements by their URNs', async () => {
  const { framework } = await read(`urn: urn:acme
name: Acme
objects:
  framework:
    name: Acme
    requirement_nodes:
      - { urn: 'urn:acme:a', assessable: false, name: Access }
      - { urn: 'urn:acme:a-1', assessable: true, parent_urn: 'urn:acme:a', ref_id: '1', name: Sign in }
      - { urn: 'urn:acme:b-1', assessable: true, parent_urn: 'urn:acme:b', ref_id: '1', name: Back up }
      - { urn: 'urn:acme:b-2', assessable: true, parent_urn: 'urn:acme:b', ref_id: '2', name: Restore }
`)

  expect(framework.controls.map(({ id }) => id)).toEqual(['a-1', 'b-1', '2'])
})

test.each([
  ['families', { families: [{ id: 'F', title: 'Data' }], controls: [{ id: 'C1', family: 'F', title: 'Encrypt' }] }],
  [
    'control families',
    { 'control-families': [{ id: 'F', title: 'Data', controls: [{ id: 'C1', title: 'Encrypt' }] }] },
  ],
])('a catalog of Gemara gives its controls, by %s', async (_how, content) => {
  const { format, framework } = await read({ title: 'Clouds', metadata: { version: 'v2026' }, ...content })

  expect([format, framework.id, framework.controls]).toMatchObject([
    'Gemara catalog',
    'clouds-v2026',
    [{ id: 'C1', title: 'Encrypt', group: 'Data' }],
  ])
})

test('a framework of Prowler gives its requirements, and tells how many checks it leaves out', async () => {
  const requirement = { Id: '1.1 a', Name: 'MFA', Attributes: [{ Section: 'IAM' }], Checks: ['iam_mfa', 'iam_root'] }
  const universal = {
    id: '2',
    name: 'Logs',
    attributes: { section: 'Logs' },
    checks: { aws: ['a'], azure: ['b', 'c'] },
  }

  const one = await read({ Framework: 'CIS', Name: 'CIS AWS', Version: '4.0', Requirements: [requirement] })
  const all = await read({ framework: 'cis', name: 'CIS', version: '8.1', requirements: [universal] })

  expect([one.framework.id, one.leftOut, one.framework.controls]).toMatchObject([
    'cis-aws-4.0',
    2,
    [{ id: '1.1-a', title: 'MFA', group: 'IAM' }],
  ])
  expect([all.framework.id, all.leftOut, all.framework.controls]).toMatchObject([
    'cis-8.1',
    3,
    [{ id: '2', title: 'Logs', group: 'Logs' }],
  ])
})

test.each([
  ['is neither JSON nor YAML', '{"catalog": {,}}', 'main.json:1:14: is not well-formed JSON'],
  ['is of another kind', '{"a": 1}', 'is none of these'],
  ['has no controls', '{"catalog": {"metadata": {}}}', 'has no controls'],
  [
    'is ours, whose mappings it would lose',
    'id: acme\ntitle: Acme\ncontrols:\n  - { id: A1, title: One }\nmappings: []',
    'is a framework file of Checkwright already',
  ],
  [
    'lists an id twice',
    '{"catalog": {"controls": [\n{"id": "a"},\n{"id": "a"}]}}',
    'main.json:3:1: catalog.controls[1] "a" is listed twice; remove one',
  ],
  ['has a control without an id', '{"controls": [\n {"title": "x"}]}', 'main.json:2:2: controls[0] has no id'],
  ['has an id of spaces', '{"controls": [\n {"id": " ", "title": "x"}]}', 'main.json:2:2: controls[0] has no id'],
  [
    'has an id that nobody could name',
    JSON.stringify({ catalog: { controls: [{ id: 'a'.repeat(151), title: 'A' }] } }),
    'has an id of more than 150 characters',
  ],
  ['nests without end', '['.repeat(200), 'nests lists and members more than 100 deep'],
  [
    'grows by aliases',
    `a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [${'*b,'.repeat(200)}1]`,
    'aliases',
  ],
])('a file that %s is told by line and column', async (_why, content, message) => {
  expect(await refuse(content)).toContain(message)
})

test('a file of 100 MB is refused by its size', () => {
  expect(() => parseImport('large.json', new Uint8Array(100_000_000))).toThrow('is larger than 20 MB')
})

test('whatever a file holds is imported whole, or refused by a message', async () => {
  const value = fc.jsonValue({ maxDepth: 4 })
  const shape = fc.oneof(
    value,
    fc.record({
      catalog: fc.record({ metadata: value, controls: fc.array(fc.record({ id: value, title: value, props: value })) }),
    }),
    fc.record({ objects: fc.record({ framework: fc.record({ requirement_nodes: fc.array(value) }) }) }),
    fc.record({ requirements: fc.array(fc.record({ id: value, name: value, checks: value })) }),
  )
  await fc.assert(
    fc.asyncProperty(shape, async (content) => {
      try {
        const { framework } = await read(content)
        expect(framework.controls.length).toBeGreaterThan(0)
        expect(new Set(framework.controls.map(({ id }) => id)).size).toBe(framework.controls.length)
        for (const { id, title } of framework.controls)
          expect([id, title]).toEqual([expect.stringMatching(/^\S+$/), expect.stringMatching(/\S/)])
      } catch (error) {
        expect(error).toBeInstanceOf(DataFileError)
      }
    }),
    { numRuns: 500 },
  )
})
