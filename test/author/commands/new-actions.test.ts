import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeConnectorIds } from '../../../connectors/index.ts'
import { toolVersions } from '../../../src/author/new/project-files.ts'
import { createFolder, runCheckwright } from '../../app/command.ts'

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

describe('checkwright new', () => {
  test('writes a connector and a package around it, at this version', async () => {
    const cwd = createFolder()

    const { exitCode, stdout } = await runCheckwright(['new', 'acme'], { cwd })

    expect(exitCode).toBe(0)
    expect(stdout).toContain('npm install && npm test')
    expect(readdirSync(join(cwd, 'acme')).sort()).toEqual([
      '.gitignore',
      'README.md',
      'acme.test.ts',
      'acme.ts',
      'package.json',
      'tsconfig.build.json',
      'tsconfig.json',
    ])
    const { peerDependencies, devDependencies } = JSON.parse(readFileSync(join(cwd, 'acme/package.json'), 'utf8'))
    expect(peerDependencies).toEqual({ checkwright: `^${manifest.version}` })
    expect(devDependencies.checkwright).toBe(`^${manifest.version}`)
  })

  test('writes only the connector into a package that is there, and says what it lacks', async () => {
    const cwd = createFolder({ 'package.json': '{"name":"mine","dependencies":{"checkwright":"*"}}' })

    const { stdout } = await runCheckwright(['new', 'acme', '--auth', 'oauth2'], { cwd })

    expect(readdirSync(join(cwd, 'acme')).sort()).toEqual(['README.md', 'acme.test.ts', 'acme.ts'])
    expect(stdout).toContain('npm install --save-dev vitest\n')
    expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toContain('"name":"mine"')
  })

  test('writes a file of data whose schema an editor finds from its folder, and commands that run there', async () => {
    const cwd = createFolder({ 'package.json': '{"name":"mine","dependencies":{"checkwright":"*"}}' })

    const inside = await runCheckwright(['new', 'acme', '--data', '--dir', 'connectors/acme'], { cwd })
    const outside = await runCheckwright(['new', 'acme', '--data'], { cwd: createFolder() })

    const [comment] = readFileSync(join(cwd, 'connectors/acme/acme.connector.yaml'), 'utf8').split('\n')
    expect(comment).toContain('$schema=../../node_modules/checkwright/docs/schemas/connector-file.schema.json')
    expect(inside.stdout).toContain('npx checkwright test connectors/acme/acme.connector.yaml\n')
    expect(outside.stdout).toContain('cd acme\n  npm install && npm test\n')
  })

  test('overwrites nothing, lists what is in the way and exits 3', async () => {
    const cwd = createFolder({ 'package.json': '{}', 'acme.ts': 'mine' })
    symlinkSync(join(cwd, 'nowhere'), join(cwd, 'README.md'))

    const { exitCode, stderr } = await runCheckwright(['new', 'acme', '--dir', '.'], { cwd })

    expect(exitCode).toBe(3)
    expect(stderr).toContain(join(cwd, 'acme.ts'))
    expect(stderr).toContain(join(cwd, 'README.md'))
    expect(readFileSync(join(cwd, 'acme.ts'), 'utf8')).toBe('mine')
    expect(readdirSync(cwd).sort()).toEqual(['README.md', 'acme.ts', 'package.json'])
  })

  test.each([
    ['an id that leads elsewhere', ['../acme'], 'Use kebab-case, such as "google-workspace". Is it acme?'],
    ['an id with capitals', ['AcmeCloud'], 'Is it acmecloud?'],
    ['an id that is a device', ['con'], 'cannot be the name of a file on Windows'],
    ['an id of 101 characters', ['a'.repeat(101)], 'Use at most 100'],
    ['plain http', ['acme', '--base-url', 'http://acme.example'], 'baseUrl'],
    ['a URL with a password', ['acme', '--base-url', 'https://a:b@acme.example'], 'without user name'],
    ['a URL that is none', ['acme', '--base-url', 'acme'], 'must be an address such as'],
    [
      'a path that a route would read otherwise',
      ['acme', '--base-url', 'https://acme.example/a*b'],
      'must not contain',
    ],
    ['a field of two meanings', ['acme', '--base-url', 'https://acme.example/{api_key}'], 'is declared twice'],
    ['a name below a domain of anybody', ['acme', '--base-url', 'https://{tenant}.com'], 'baseUrl'],
    ['a name of two lines', ['acme', '--name', 'A\nB'], 'one line of text'],
    [
      'a list without a description',
      ['acme', '--endpoint', 'GET /users'],
      'description, so it needs --openapi with the file',
    ],
    [
      'a number of checks without a description',
      ['acme', '--max-checks', '3'],
      'description, so it needs --openapi with the file',
    ],
    ['no check at all', ['acme', '--max-checks', '0'], 'a whole number from 1 to 100'],
    ['a description on the web', ['acme', '--openapi', 'https://acme.example/api.json'], 'download the description'],
    ['a description that is not there', ['acme', '--openapi', 'none.json'], 'ENOENT'],
    ['a fifth strategy', ['acme', '--auth', 'saml'], 'Allowed choices are api_key, basic, oauth2, custom'],
  ])('refuses %s before it writes anything', async (_, args, message) => {
    const cwd = createFolder()

    const { exitCode, stderr } = await runCheckwright(['new', ...args], { cwd })

    expect(stderr).toContain(message)
    expect(exitCode).toBe(3)
    expect(readdirSync(cwd)).toEqual([])
  })

  test('writes a package of its own inside of another where that is wished', async () => {
    const cwd = createFolder({ 'package.json': '{}' })

    const { stdout } = await runCheckwright(['new', 'acme', '--project'], { cwd })

    expect(stdout).toContain('cd acme\n  npm install && npm test')
    expect(readdirSync(join(cwd, 'acme'))).toContain('package.json')
  })

  test('gives the host of a vendor that customers run themselves a field with a pattern, and the connector loads', async () => {
    const cwd = createFolder({ 'package.json': '{}' })

    const { exitCode } = await runCheckwright(['new', 'acme', '--base-url', 'https://{host}/api/v1'], { cwd })
    const shown = await runCheckwright(['show', './acme/acme.ts', '--json'], { cwd })

    const { baseUrl, credentialFields } = JSON.parse(shown.stdout)
    expect([exitCode, baseUrl]).toEqual([0, 'https://{host}/api/v1'])
    const [host] = credentialFields
    const matches = (value: string) => new RegExp(`^(?:${host.pattern})$`).test(value)
    expect(['git.acme.example', 'git', 'git.acme.example:8443'].map(matches)).toEqual([true, true, true])
    expect(['https://git.example', 'git.example/x', 'a@git.example', ''].map(matches)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('writes for --auth custom a login that says AUTH_LOGIN_FAILED, as the guide does', async () => {
    const cwd = createFolder({ 'package.json': '{}' })

    await runCheckwright(['new', 'acme', '--auth', 'custom'], { cwd })

    const source = readFileSync(join(cwd, 'acme/acme.ts'), 'utf8')
    expect(source).toContain("import { AuthError, defineConnector } from 'checkwright'")
    expect(source).toContain("code: 'AUTH_LOGIN_FAILED'")
    expect(source).not.toContain('new Error(')
  })

  test('keeps a name from becoming code or Markdown', async () => {
    const cwd = createFolder({ 'package.json': '{}' })
    const name = `A'"\\\`\${process.exit(9)}*/</b>`

    await runCheckwright(['new', 'acme', '--name', name], { cwd })
    const { stdout } = await runCheckwright(['show', './acme/acme.ts', '--json'], { cwd })

    expect(stdout).toContain(JSON.stringify(name))
    expect(readFileSync(join(cwd, 'acme/README.md'), 'utf8')).toContain(
      `# A'"\\\\\\\`$\\{process.exit(9)\\}\\*/\\</b\\>`,
    )
  })
})

describe('checkwright new <check> --for <connector>', () => {
  // Connectors as data differ in nothing that the file of a check is about, so one stands for all.
  const connectorIds = [...codeConnectorIds, 'netlify']

  test('writes a check that runs with the sign-in of a shipped connector, for every one that is code', async () => {
    const cwd = createFolder({ 'package.json': '{}' })

    for (const id of connectorIds) await runCheckwright(['new', 'own-rule', '--for', id], { cwd })
    const shown = await runCheckwright(['show', './aws-own-rule.ts', '--json'], { cwd })
    const loaded = await Promise.all(
      connectorIds.map((id) =>
        runCheckwright(['run', `./${id}-own-rule.ts`, '--check', 'own-rule', '--json'], { cwd }),
      ),
    )

    expect(JSON.parse(shown.stdout).checks.map(({ id }: { id: string }) => id)).toContain('own-rule')
    // Without credentials each of them says that, and nothing of its code.
    expect(loaded.map(({ stdout }) => JSON.parse(stdout).error.code)).toEqual(
      connectorIds.map(() => 'CREDENTIAL_MISSING'),
    )
  }, 120_000)

  test('refuses a connector that is none, and what the connector decides', async () => {
    const cwd = createFolder()

    const unknown = await runCheckwright(['new', 'own-rule', '--for', 'awz'], { cwd })
    const named = await runCheckwright(['new', 'own-rule', '--for', 'aws', '--base-url', 'https://a.example'], { cwd })
    const schema = await runCheckwright(['new', 'own-rule', '--for', 'aws', '--graphql', './a.graphql'], { cwd })

    expect([unknown.exitCode, unknown.stderr]).toEqual([3, expect.stringContaining('There is no connector "awz"')])
    expect([named.exitCode, named.stderr]).toEqual([3, expect.stringContaining('Remove --base-url.')])
    expect([schema.exitCode, schema.stderr]).toEqual([3, expect.stringContaining('Remove --graphql.')])
  })
})

describe('checkwright new --openapi', () => {
  const item = '{ type: object, required: [id], properties: { id: { type: string }, admin: { type: boolean } } }'
  const answer = `{ content: { application/json: { schema: { type: array, items: ${item} } } } }`
  const names = ['users', 'groups', 'devices', 'roles', 'teams', 'projects', 'names']
  const answerOf = (name: string) => (name === 'names' ? answer.replace(item, '{ type: string }') : answer)
  const list = (name: string) => `  /${name}: { get: { responses: { 200: ${answerOf(name)} } } }`
  const description = `openapi: 3.1.0\ninfo: { title: ACME Cloud API v3 }\npaths:\n${names.map(list).join('\n')}\n`

  test('writes a check for each of five lists, and says where what it could not tell is', async () => {
    const cwd = createFolder({ 'acme.yaml': description })

    const { exitCode, stdout } = await runCheckwright(['new', 'acme', '--openapi', 'acme.yaml'], { cwd })

    expect(exitCode).toBe(0)
    expect(readdirSync(join(cwd, 'acme/checks'))).toHaveLength(5)
    expect(stdout).toContain('+ acme/checks/users.ts')
    expect(stdout).toContain('! /servers: names no server')
    expect(stdout).toContain('1 list is left out; README.md has the reasons.')
    const readme = readFileSync(join(cwd, 'acme/README.md'), 'utf8')
    expect(readme).toContain('`/paths/~1names/get`: no check was made: its items are not objects')
    expect(readFileSync(join(cwd, 'acme/connector.ts'), 'utf8')).toContain("name: 'ACME'")
  })

  test('takes the lists, the sign-in and the address that a person gives, and tells all as JSON', async () => {
    const cwd = createFolder({ 'acme.yaml': description })
    const lists = ['--endpoint', 'GET /teams', '--endpoint', '/users']
    const given = [...lists, '--auth', 'basic', '--base-url', 'https://{site}.acme.example']

    const { stdout } = await runCheckwright(['new', 'acme', '--openapi', 'acme.yaml', ...given, '--json'], { cwd })
    const shown = await runCheckwright(['show', './acme/acme.ts', '--json'], { cwd })

    const { files, notes } = JSON.parse(stdout)
    expect(files.filter((file: string) => file.startsWith('checks/'))).toEqual(['checks/teams.ts', 'checks/users.ts'])
    expect(notes).toContainEqual({
      kind: 'left_out',
      pointer: '/paths/~1names/get',
      message: expect.stringContaining('not objects'),
    })
    expect(JSON.parse(shown.stdout)).toMatchObject({ baseUrl: 'https://{site}.acme.example', auth: { type: 'basic' } })
  })
})

test('toolVersions are those that this package is tested with', () => {
  const { devDependencies } = manifest
  const tested = { ...devDependencies, typescript: devDependencies['typescript-7'].replace('npm:typescript@', '') }

  expect(toolVersions).toEqual(Object.fromEntries(Object.keys(toolVersions).map((name) => [name, tested[name]])))
})
