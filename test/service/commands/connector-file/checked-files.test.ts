import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder, runProcess } from '../../../app/command.ts'

const file = (title: string) => `checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: https://api.acme.example
auth: { type: api_key, config: { in: header, name: X-Key } }
checks:
  - id: sso
    title: ${title}
    severity: high
    get: { path: /settings }
    resource: { type: workspace, id: body.id }
    pass: body.sso.enforced
    fail: { title: Passwords still work, remediation: Turn on single sign-on. }
`

// What parses and checks files is one file of the program. Written past the command's own stderr, which ends lines.
const tell = `
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (/\\/reader-/.test(url) && writeSync(2, 'parsed'), next(url, context)) })`

/** `validate` in a folder, with compiled code kept there. */
function createValidation() {
  const cwd = createFolder()
  const cache = join(cwd, 'cache')
  const validate = async (text: string) => {
    writeFileSync(join(cwd, 'acme.connector.yaml'), text)
    const { stdout, stderr, exitCode } = await runProcess(['validate', 'acme.connector.yaml', '--json'], {
      cwd,
      env: { NODE_COMPILE_CACHE: cache },
      node: ['--import', `data:text/javascript,${encodeURIComponent(tell)}`],
    })
    return { stdout, stderr: stderr.replace('parsed', ''), exitCode, isParsed: stderr.includes('parsed') }
  }
  return { validate, cache }
}

test('a file is parsed and checked once, until its bytes change', async () => {
  const { validate } = createValidation()

  const first = await validate(file('Single sign-on'))
  const second = await validate(file('Single sign-on'))
  const changed = await validate(file('Another title'))
  const broken = await validate(`${file('Another title')}unknown: 1\n`)

  expect(first).toMatchObject({ exitCode: 0, isParsed: true })
  expect(second).toEqual({ ...first, isParsed: false })
  expect(changed).toMatchObject({ exitCode: 0, isParsed: true })
  expect(broken).toMatchObject({ exitCode: 4, isParsed: true })
})

test('what was kept by another program, or is no JSON any more, is not used', async () => {
  const { validate, cache } = createValidation()
  await validate(file('Single sign-on'))
  const [folder = ''] = readdirSync(cache)
  const [name = '', ...others] = readdirSync(join(cache, folder)).filter((each) => each.startsWith('connector-'))
  const place = join(cache, folder, name)
  const kept = readFileSync(place, 'utf8')

  writeFileSync(place, kept.replace(/"by":"[^"]*"/, '"by":"file:///elsewhere/file-aaaaaaaa.js"'))
  const ofAnother = await validate(file('Single sign-on'))
  writeFileSync(place, kept.slice(0, -5))
  const cut = await validate(file('Single sign-on'))

  expect(others).toEqual([])
  expect([ofAnother, cut]).toMatchObject([
    { exitCode: 0, isParsed: true },
    { exitCode: 0, isParsed: true },
  ])
})
