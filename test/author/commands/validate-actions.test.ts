import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder, runCheckwright } from '../../app/command.ts'

const file = `checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: https://api.acme.example
test: { path: /settings }
auth: { type: oauth2, config: { authorizeUrl: https://acme.example/a, tokenUrl: https://acme.example/t, scopes: [settings:read, users:write], supportsRefreshToken: false } }
checks:
  - id: sso-enforced
    title: Single sign-on is enforced
    description: Looks at the settings.
    controls: [soc2:CC6.1]
    scopes: [settings:read]
    get: { path: /settings }
    resource: { type: workspace, id: body.id }
    pass: body.sso.enforced
    fail: { title: Passwords still work, remediation: Turn on single sign-on. }
`
const description = {
  openapi: '3.1.0',
  paths: {
    '/settings': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { id: { type: 'integer' }, sso: { type: 'boolean' } } },
              },
            },
          },
        },
      },
    },
  },
}

test('validate tells what is unusual, and what the description does not have, by file, line and column', async () => {
  const cwd = createFolder()
  writeFileSync(join(cwd, 'acme.connector.yaml'), file)
  writeFileSync(join(cwd, 'openapi.json'), JSON.stringify(description))

  const alone = await runCheckwright(['validate', 'acme.connector.yaml', '--json'], { cwd })
  const held = await runCheckwright(['validate', 'acme.connector.yaml', '--openapi', 'openapi.json'], { cwd })

  expect(JSON.parse(alone.stdout)).toMatchObject([
    {
      valid: true,
      findings: [
        { rule: 'unused-scope', file: 'acme.connector.yaml', line: 7, column: 129 },
        { rule: 'not-proven', level: 'hint' },
      ],
    },
  ])
  expect(held.stdout).toContain(
    'acme.connector.yaml:16:11: checks[0].pass reads "enforced" of true or false (not-described)',
  )
  expect([alone.exitCode, held.exitCode]).toEqual([0, 3])
})

test('validate warns of a rule that passes for a word that nobody knows, at its place', async () => {
  const cwd = createFolder()
  const open = file.replace('pass: body.sso.enforced', `pass: body.sso.mode != 'off'`).replace(', users:write', '')
  writeFileSync(join(cwd, 'acme.connector.yaml'), open)

  const told = await runCheckwright(['validate', 'acme.connector.yaml'], { cwd })
  const strict = await runCheckwright(['validate', 'acme.connector.yaml', '--max-warnings', '0'], { cwd })

  expect(told.stdout).toContain(
    `acme.connector.yaml:16:11: checks[0].pass passes where "body.sso.mode" is a word that nobody knows; name its words: unknown: [{ when: "!(body.sso.mode in ['off', …])", because: … }] (open-words)`,
  )
  expect([told.exitCode, strict.exitCode]).toEqual([0, 3])
})

test('validate refuses a list that does not say its first page, at its place', async () => {
  const cwd = createFolder()
  const list = file
    .replace(/get: .*/, 'list: { path: /settings, next: { page: p, limit: 9 } }')
    .replaceAll('body.', 'item.')
  writeFileSync(join(cwd, 'acme.connector.yaml'), list)
  writeFileSync(join(cwd, 'known.connector.yaml'), list.replace('page: p,', 'page: { param: p, first: 0 },'))

  const open = await runCheckwright(['validate', 'acme.connector.yaml'], { cwd })
  const known = await runCheckwright(['validate', 'known.connector.yaml'], { cwd })

  expect(open.stdout).toContain(
    "checks[0].list.next.page names the parameter alone, and nothing says whether the vendor's first page is 0 or 1. Look it up, and write page: { param: 'p', first: 1 } or page: { param: 'p', first: 0 } (first-page)",
  )
  expect([open.exitCode, known.exitCode]).toEqual([3, 0])
})

test('validate --openapi refuses a list whose further pages nobody reads, unless the file says why', async () => {
  const cwd = createFolder()
  const list = (next: string) =>
    file
      .replace(/get: .*/, `list: { path: /settings, items: items, next: ${next} }`)
      .replaceAll('body.', 'item.')
      .replace('item.sso.enforced', 'item.sso')
  const item = { type: 'object', properties: { id: { type: 'string' }, sso: { type: 'boolean' } } }
  const schema = { type: 'object', properties: { items: { type: 'array', items: item } } }
  const get = {
    parameters: [{ name: 'offset', in: 'query', schema: { type: 'integer' } }],
    responses: { 200: { content: { 'application/json': { schema } } } },
  }
  writeFileSync(join(cwd, 'openapi.json'), JSON.stringify({ openapi: '3.1.0', paths: { '/settings': { get } } }))
  writeFileSync(join(cwd, 'acme.connector.yaml'), list('none'))
  writeFileSync(join(cwd, 'known.connector.yaml'), list("{ none: 'All at once: https://docs.acme.example' }"))

  const open = await runCheckwright(['validate', 'acme.connector.yaml', '--openapi', 'openapi.json'], { cwd })
  const known = await runCheckwright(['validate', 'known.connector.yaml', '--openapi', 'openapi.json'], { cwd })

  expect(open.stdout).toContain(
    'checks[0].list.next reads one page, and the description has the parameter "offset" for more; say how the list goes on, or why it does not: next: { none: <reason and source> } (not-described)',
  )
  expect([open.exitCode, known.exitCode]).toEqual([3, 0])
})

test('validate --openapi is for connectors as data', async () => {
  const cwd = createFolder()
  writeFileSync(join(cwd, 'openapi.json'), JSON.stringify(description))

  const { stderr, exitCode } = await runCheckwright(['validate', 'github', '--openapi', 'openapi.json'], { cwd })

  expect(stderr).toContain('--openapi is for connectors as data, and github is none.')
  expect(exitCode).toBe(3)
})

test('validate finds nothing wrong with any connector that comes with Checkwright', async () => {
  const { stdout, exitCode } = await runCheckwright(['validate', '--json'], { cwd: createFolder() })

  const reports: readonly { readonly target: string; readonly valid: boolean }[] = JSON.parse(stdout)
  expect(reports.filter(({ valid }) => !valid).map(({ target }) => target)).toEqual([])
  expect(reports.length).toBeGreaterThan(90)
  expect(exitCode).toBe(0)
})
