import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { acceptConnector } from '../../../src/author/accept/accept-connector.ts'
import { writeDrawnCases } from '../../../src/author/accept/write-drawn-cases.ts'
import { type Description, openDescription } from '../../../src/descriptions/description.ts'
import { createFolder, runCheckwright } from '../../app/command.ts'
import { acmeDescription, createAcmeFolder } from '../mcp/acme-folder.ts'
import { type Candidate, readCandidate, toConnector, tryAcceptance } from './corpus/candidate.ts'

const description = openDescription({
  ...acmeDescription,
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
}) as Description

/** Acme, with a reason for each member that it leaves unread, and a source for each witness. */
function readAcmeCandidate(): Candidate {
  const candidate = readCandidate('acme', createAcmeFolder())
  const { witnesses } = candidate.witnesses
  const unread = [
    { of: 'GET /keys keys', members: ['created'], because: 'The age of a key is no rotation.' },
    { of: 'GET /settings sso', members: ['beta'], because: 'A trial enforces nothing.' },
  ]
  return {
    ...candidate,
    file: { ...candidate.file, unread },
    witnesses: {
      ...candidate.witnesses,
      witnesses: witnesses.map((each) => ({
        ...each,
        source: { ...(each.source as NonNullable<typeof each.source>) },
      })),
    },
  }
}

function tryCandidate(candidate: Candidate, folder = createFolder()) {
  return tryAcceptance(candidate, { right: toConnector(readAcmeCandidate()), description, folder })
}

let accepted: Promise<{ readonly folder: string; readonly told: Awaited<ReturnType<typeof tryCandidate>> }> | undefined

/** Acme, accepted once for all tests. @returns what was told, and a folder of the caller's own with its files */
async function acceptAcme() {
  accepted ??= acceptAnew()
  const { folder, told } = await accepted
  const own = createFolder()
  cpSync(folder, own, { recursive: true })
  return { folder: own, told }
}

async function acceptAnew() {
  const folder = createFolder()
  return { folder, told: await tryCandidate(readAcmeCandidate(), folder) }
}

const codesOf = async (candidate: Candidate) =>
  [...new Set((await tryCandidate(candidate)).problems.map(({ code }) => code))].toSorted()

test('acceptConnector() accepts what is proven and labelled, and says who read the source', async () => {
  const { folder, told } = await acceptAcme()

  const { isAccepted, problems, cases, witnesses } = told

  expect(problems).toEqual([])
  expect(isAccepted).toBe(true)
  expect(witnesses?.secondReading?.reader).toBe('A person')
  expect(cases?.filter(({ isProbe }) => isProbe).length).toBeGreaterThan(0)
  expect(readFileSync(join(folder, 'acme.second-reader.yaml'), 'utf8')).toContain('probe: true')
})

/** A list of the keys that were made this year. */
const recentKeys = {
  of: 'application',
  list: { path: '/keys', items: 'keys', next: { cursor: 'next', param: 'after' } },
  covers: ['keys'],
  where: 'age(item.created) < 365',
  record: { id: 'item.id' },
}

test.each<readonly [string, (right: Candidate) => Candidate, readonly string[]]>([
  ['a member unread', (right) => ({ ...right, file: { ...right.file, unread: [] } }), ['SIBLING_UNREAD']],
  [
    'a member passed over, by which a list tells what counts',
    (right) => ({ ...right, file: { ...right.file, inventories: [recentKeys] } }),
    ['SIBLING_PASSED_OVER'],
  ],
  [
    'another host',
    (right) => ({ ...right, file: { ...right.file, baseUrl: 'https://api.acme-mirror.com/v1' } }),
    ['WITNESS_INVALID'],
  ],
  [
    'another header',
    (right) => ({
      ...right,
      file: { ...right.file, auth: { type: 'api_key', config: { in: 'header', name: 'X-Other' } } },
    }),
    ['SIGN_IN_OTHERWISE'],
  ],
  [
    'a mistake that is called equivalent',
    (right) => ({
      ...right,
      witnesses: { ...right.witnesses, equivalent: [{ mutant: 'keys-rotated pass: a → b', because: 'So it is.' }] },
    }),
    ['EQUIVALENT_CLAIMED', 'EQUIVALENT_WRONG'],
  ],
  [
    'a witness without a source',
    (right) => ({
      ...right,
      witnesses: {
        ...right.witnesses,
        witnesses: right.witnesses.witnesses.map((each, index) =>
          index === 0 ? { ...each, source: undefined } : each,
        ),
      },
    }),
    ['SOURCE_LACKING'],
  ],
  [
    'a way without a witness',
    (right) => ({
      ...right,
      witnesses: {
        ...right.witnesses,
        witnesses: right.witnesses.witnesses.filter(({ id }) => id !== 'key-of-90-days'),
      },
    }),
    ['SURVIVOR'],
  ],
])('acceptConnector() refuses %s', async (_, change, codes) => {
  expect(await codesOf(change(readAcmeCandidate()))).toEqual(codes)
})

test('acceptConnector() wants a name, a label for each case, and every resource of a world', {
  timeout: 240_000,
}, async () => {
  const { folder } = await acceptAcme()
  const [file, labels] = [join(folder, 'acme.connector.yaml'), join(folder, 'acme.second-reader.yaml')]
  const text = readFileSync(labels, 'utf8')
  const codesWith = async (changed: string) => {
    writeFileSync(labels, changed)
    return [...new Set((await acceptConnector(file, description)).problems.map(({ code }) => code))]
  }

  expect(await codesWith(text)).toEqual([])
  expect(await codesWith(text.replace('reader: A person', 'reader:'))).toEqual(['READER_MISSING'])
  expect(await codesWith(text.replace(/expect:\n( +pass:)/, 'expect:\n      error: permission\n$1'))).toContain(
    'LABEL_OTHERWISE',
  )
  expect(await codesWith(text.replace(/\n +fail:\n +- b/, ''))).toContain('LABEL_INCOMPLETE')
})

test('a label that was given stays when the cases are drawn again, and one that is new is open', async () => {
  const { folder } = await acceptAcme()
  const labels = join(folder, 'acme.second-reader.yaml')
  const { cases, ...file } = parse(readFileSync(labels, 'utf8'))
  writeFileSync(labels, stringify({ ...file, cases: [{ ...cases[0], expect: null }, ...cases.slice(1)] }))

  const drawn = await writeDrawnCases(join(folder, 'acme.connector.yaml'), description)

  expect(drawn).toMatchObject({ open: 1, drawn: cases.length })
  expect(readFileSync(labels, 'utf8')).toContain('reader: A person')
})

test('accept draws cases, then names what lacks, with exit code 6', async () => {
  const cwd = createAcmeFolder()

  const drawn = await runCheckwright(['accept', 'acme.connector.yaml', '--openapi', 'acme.openapi.json', '--draw'], {
    cwd,
  })
  const refused = await runCheckwright(['accept', 'acme.connector.yaml', '--openapi', 'acme.openapi.json'], { cwd })
  const code = await runCheckwright(['accept', 'acme.ts', '--openapi', 'acme.openapi.json'], { cwd })

  expect([drawn.exitCode, refused.exitCode, code.exitCode]).toEqual([0, 6, 3])
  expect(drawn.stdout).toContain('acme.second-reader.yaml')
  expect(refused.stdout).toMatch(/acme\.connector\.yaml:\d+:\d+: .*created.*\(SIBLING_UNREAD\)/)
  expect(refused.stdout).toContain('(LABEL_MISSING)')
})
