import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFolder, runCheckwright } from '../../app/command.ts'

const acme = `import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const people = acme.check({
  id: 'people',
  title: 'People',
  async run(ctx) {
    ctx.pass({ resource: { type: 'user', id: 'u' }, title: 'Fine' })
  },
})
export default acme.with(people)
`
const users = { type: 'array', items: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } }
const openapi = {
  openapi: '3.0.3',
  info: { title: 'Acme', version: '1' },
  servers: [{ url: 'https://api.acme.example' }],
  paths: {
    '/users': {
      get: { responses: { 200: { description: 'fine', content: { 'application/json': { schema: users } } } } },
    },
  },
}
const witnesses = {
  checkwright: 'witnesses/v1',
  connector: 'acme',
  now: '2026-05-01T12:00:00Z',
  worlds: {},
  witnesses: [],
}
const files = {
  'acme.ts': acme,
  'openapi.json': JSON.stringify(openapi),
  'acme.witnesses.yaml': JSON.stringify(witnesses),
  blocked: 'A file, and no folder.',
  'other.json': '{}',
  'broken.json': '{',
  'nothing.json': '',
  'prose.ts': 'This is no program.',
  'prose.txt': 'This is no program.',
  'broken.ts': 'export default {',
  'nothing.ts': '',
  'broken.connector.yaml': 'id: [',
  'wrong.connector.yaml': JSON.stringify(openapi),
  'nothing.connector.yaml': '',
  'users.test.ts': "test('users', () => {})",
}

function createWorld(): string {
  const cwd = createFolder(files)
  for (const name of ['empty', 'folder.ts', 'folder.connector.yaml', 'folder.json', 'recorded'])
    mkdirSync(join(cwd, name))
  writeFileSync(join(cwd, 'recorded', 'other.json'), '{}')
  return cwd
}

const noProgram = 'is not a program that Node can load'
const unusable = 'cannot be used'

/** What is wrong with a file that should be a connector, and what every command says of it. */
const ofConnectors: Readonly<Record<string, string>> = {
  './missing.ts': 'cannot be read (ENOENT)',
  './empty': 'is not a file',
  './folder.ts': 'is not a file',
  './folder.connector.yaml': 'is not a file',
  './prose.txt': 'Node does not support this kind of file',
  './prose.ts': noProgram,
  './broken.ts': noProgram,
  './nothing.ts': 'has no default export',
  './users.test.ts': 'threw while it was loaded',
  './broken.connector.yaml': unusable,
  './wrong.connector.yaml': 'checkwright is required',
  './nothing.connector.yaml': 'is empty',
  './other.json': 'checkwright is required',
}
const takesFolders = {
  './empty': 'There is no connector in',
  './folder.ts': 'There is no connector in',
  './folder.connector.yaml': 'There is no connector in',
}

const notRun = 'is not a run of Checkwright'
const notRecording = 'is not a recording that can be replayed'
const notDescription = 'is no description that can be read'

/** The same of a file that should be something else: a command with its place for the file. */
const ofFiles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'report {}': {
    'missing.json': 'ENOENT',
    empty: '"empty/run.json" cannot be read (ENOENT)',
    'folder.json': 'run.json',
    'other.json': notRun,
    'broken.json': notRun,
    'nothing.json': notRun,
    'prose.txt': notRun,
  },
  'run ./acme.ts --baseline {}': {
    'missing.json': 'ENOENT',
    empty: 'run.json',
    'other.json': notRun,
    'broken.json': notRun,
    'nothing.json': notRun,
  },
  'run ./acme.ts --recorded {}': {
    'missing.json': 'ENOENT',
    empty: 'EISDIR',
    'other.json': notRecording,
    'broken.json': 'is not JSON',
    'nothing.json': 'is not JSON',
  },
  'run ./acme.ts --waivers {}': {
    'missing.json': 'ENOENT',
    empty: 'EISDIR',
    'other.json': 'waivers is required',
    'broken.json': unusable,
    'nothing.json': 'is empty',
  },
  'run ./acme.ts --credentials {}': {
    'missing.json': 'ENOENT',
    empty: 'EISDIR',
    'broken.json': 'is not a JSON object of credentials',
    'nothing.json': 'is not a JSON object of credentials',
    'prose.txt': 'is not a JSON object of credentials',
  },
  'run ./acme.ts -o {}': {
    blocked: 'cannot be written',
    'blocked/run': 'cannot be written',
    'blocked/run.zip': 'cannot be written',
  },
  'run ./acme.ts --check {}': { nobody: 'has no check "nobody"' },
  'run ./acme.ts --inventories {}': { device: 'no inventory "device"' },
  'record ./acme.ts -o {}': {
    empty: 'cannot be written to "empty" (EISDIR)',
    'blocked/acme.json': 'cannot be written',
  },
  'record ./acme.ts --check {}': { nobody: 'has no check "nobody"' },
  'test {}': {
    'missing.json': 'ENOENT',
    empty: 'There is no recording below empty',
    'users.test.ts': 'There is no recording of users.test.ts',
    'acme.ts': 'There is no recording of acme.ts',
    'other.json': notRecording,
    'broken.json': 'is not JSON',
    'nothing.json': 'is not JSON',
    'prose.txt': 'is not JSON',
  },
  'inventory ./acme.ts --recorded {}': { 'missing.json': 'ENOENT', empty: 'EISDIR', 'other.json': notRecording },
  'inventory ./acme.ts --of {}': { account: 'has no inventory "account"' },
  'docs ./acme.ts --run {}': { 'missing.json': 'ENOENT', empty: 'run.json', 'other.json': notRun, 'prose.txt': notRun },
  'docs ./acme.ts -o {}': { 'blocked/page.md': 'cannot be written (ENOTDIR)' },
  'prove ./acme.ts --witnesses {}': {
    'missing.json': 'ENOENT',
    empty: 'EISDIR',
    'other.json': 'checkwright is required',
    'broken.json': unusable,
    'nothing.json': 'is empty',
  },
  'prove ./acme.ts --openapi {}': { 'missing.json': 'ENOENT', empty: 'is a folder', 'other.json': notDescription },
  'prove {}': { './acme.ts': 'Nothing was tried' },
  'witness {} -c people': {
    'missing.json': 'ENOENT',
    empty: 'has no plain file run.json',
    'other.json': notRecording,
    'broken.json': 'is not JSON',
    'nothing.json': 'is not JSON',
  },
  'new acme2 --yes --openapi {}': {
    'missing.json': 'ENOENT',
    empty: 'is a folder',
    'folder.json': 'is a folder',
    'other.json': notDescription,
    'broken.json': 'is neither JSON nor YAML',
    'nothing.json': notDescription,
    'prose.txt': notDescription,
  },
  'new acme2 --yes --graphql {}': {
    'missing.json': 'ENOENT',
    empty: 'EISDIR',
    'other.json': 'neither a GraphQL schema',
    'broken.json': 'neither a GraphQL schema',
    'nothing.json': 'neither a GraphQL schema',
    'prose.txt': 'neither a GraphQL schema',
  },
  'new acme2 --yes --dir {}': { blocked: 'cannot be written (ENOTDIR)', 'blocked/acme': 'cannot be written (ENOTDIR)' },
  'new acme2 --yes --for {}': { nobody: 'There is no connector "nobody"' },
  'drift hetzner {} openapi.json': {
    'missing.json': 'ENOENT',
    empty: 'hetzner',
    'other.json': notDescription,
    'broken.json': 'is neither JSON nor YAML',
    'prose.txt': notDescription,
  },
  'drift hetzner openapi.json {}': { 'missing.json': 'ENOENT', empty: 'hetzner', 'other.json': notDescription },
  'drift {} openapi.json openapi.json': { nobody: 'There is no connector "nobody"' },
  'controls {}': {
    'missing.json': 'ENOENT',
    'folder.json': 'EISDIR',
    'other.json': 'id is required',
    'broken.json': unusable,
    'nothing.json': 'is empty',
    nobody: 'There is no framework "nobody"',
  },
  'list --category {}': { nobody: 'No connector has the category' },
  'list --control {}': { 'nobody:1': 'No connector has the control' },
  'show {}': { nobody: 'There is no connector "nobody"' },
  'validate {}': { nobody: 'There is no connector "nobody"' },
  'cross-checks run leavers --connector {}': {
    './missing.ts': 'ENOENT',
    './empty': 'is not a file',
    './broken.ts': noProgram,
    './nothing.ts': 'has no default export',
  },
  'cross-checks run leavers --cross-check {}': {
    './missing.ts': 'ENOENT',
    './empty': 'is not a file',
    './broken.ts': noProgram,
    './nothing.ts': 'exports no cross-check',
  },
  'cross-checks show {}': { nobody: 'There is no cross-check "nobody"' },
  'cross-checks variables {}': { nobody: 'There is no cross-check "nobody"' },
}

const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: 'key-1' }

async function expectNothingRan(line: string, message: string, cwd: string) {
  const { exitCode, stdout, stderr } = await runCheckwright(line.split(' '), { cwd, env })

  expect({ line, isGreen: exitCode === 0 }).toEqual({ line, isGreen: false })
  expect(`${line}: ${stdout}${stderr}`).toContain(message)
  expect(stdout + stderr).not.toMatch(/INTERNAL|\n\s+at /)
}

describe('a command that could do nothing does not end as if it had, and names the cause', () => {
  test.each(['run', 'record', 'validate', 'show', 'prove', 'inventory', 'docs'])(
    'checkwright %s <connector>',
    async (command) => {
      const cwd = createWorld()
      const messages = command === 'docs' ? { ...ofConnectors, ...takesFolders } : ofConnectors

      for (const [file, message] of Object.entries(messages)) await expectNothingRan(`${command} ${file}`, message, cwd)
    },
    120_000,
  )

  test.each(Object.entries(ofFiles))(
    'checkwright %s',
    async (line, messages) => {
      const cwd = createWorld()

      for (const [file, message] of Object.entries(messages))
        await expectNothingRan(line.replace('{}', file), message, cwd)
    },
    120_000,
  )
})
