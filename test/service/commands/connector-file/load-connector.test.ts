import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderAcmeFile } from '../../../app/acme.ts'
import { createFolder, runCheckwright } from '../../../app/command.ts'

const good = renderAcmeFile('https://api.acme.example')

describe('checkwright validate <file>', () => {
  test('accepts a file in an empty folder: "checkwright" and "zod" are found in the running copy', async () => {
    const cwd = createFolder({
      'acme.ts': `import * as z from 'zod'\nimport { runChecks } from 'checkwright/runtime'\n${good}\nexport const used = [z.string(), runChecks]`,
    })

    const { stdout, stderr, exitCode } = await runCheckwright(['validate', 'acme.ts'], { cwd })

    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '✓ acme.ts: acme 1.0.0 is valid, 2 checks\n· 5 more hints: checkwright validate acme.ts --hints\n',
      stderr: '',
      exitCode: 0,
    })
  })

  test('accepts TypeScript below the "type": "commonjs" that npm init writes', async () => {
    const cwd = createFolder({ 'acme.ts': good, 'package.json': '{ "name": "mine", "type": "commonjs" }' })

    const { stderr, exitCode } = await runCheckwright(['validate', './acme.ts'], { cwd })

    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  })

  test('accepts an array of connectors', async () => {
    const cwd = createFolder({
      'acme.ts': good,
      'all.mjs': `import acme from './acme.ts'\nexport default [acme]`,
    })

    const { stdout, exitCode } = await runCheckwright(['validate', 'all.mjs', '--json'], { cwd })

    const [validation] = JSON.parse(stdout)
    expect(validation).toMatchObject({
      target: 'all.mjs',
      valid: true,
      connectors: [{ id: 'acme', checks: ['people', 'policy'] }],
    })
    // The lines are those of the file that has the check, and not of the one that was named.
    expect(validation.findings).toContainEqual({
      rule: 'no-controls',
      level: 'hint',
      path: 'acme.people',
      message: 'has no controls, so it does not count for any framework',
      file: 'acme.ts',
      line: good.split('\n').findIndex((each) => each.includes("id: 'people'")) + 1,
    })
    expect(exitCode).toBe(0)
  })

  test('warns of what makes a run impossible to replay', async () => {
    const file = good.replace("await ctx.get('/policy')", 'ctx.log(String(Date.now() + Math.random()))')
    const line = file.split('\n').findIndex((each) => each.includes('Date.now()')) + 1

    const cwd = createFolder({ 'acme.ts': file })
    const { stdout, exitCode } = await runCheckwright(['validate', 'acme.ts'], { cwd })
    const strict = await runCheckwright(['validate', 'acme.ts', '--max-warnings', '1', '--json'], { cwd })

    expect(stdout).toContain(
      `! acme.ts:${line}: acme.policy uses Date.now(), so its runs cannot be replayed; use ctx.now (not-replayable)\n`,
    )
    expect(stdout).toContain('acme.policy uses Math.random()')
    expect([exitCode, strict.exitCode]).toEqual([0, 3])
  })

  test('lists every problem of a definition with its path, and where in the file it is defined', async () => {
    const cwd = createFolder({
      'acme.ts': good.replace(
        "baseUrl: 'https://api.acme.example'",
        "baseUrl: 'https://{region}.acme.example', bogus: 1",
      ),
    })

    const { stderr, exitCode } = await runCheckwright(['validate', 'acme.ts'], { cwd })
    const { stdout } = await runCheckwright(['validate', 'acme.ts', '--json'], { cwd })

    expect(stderr).toMatch(/^error: acme\.ts:4: Connector "acme" is not valid:\n {2}- /)
    expect(stderr).toMatch(/^ {2}- baseUrl: \{region\} is not a credential field or setting/m)
    expect(stderr).toMatch(/^ {2}- bogus: /m)
    expect(stderr).toMatch(/\n {2}\(DEFINITION_INVALID\)\n$/)
    expect(exitCode).toBe(4)
    expect(
      JSON.parse(stdout)[0]
        .error.problems.map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(['baseUrl', 'bogus'])
  })

  test('judges every file, also after one that does not load', async () => {
    const cwd = createFolder({ 'acme.ts': good, 'bad.ts': 'const = 1' })

    const { stdout, exitCode } = await runCheckwright(['validate', 'bad.ts', 'acme.ts'], { cwd })

    expect(stdout).toContain('✓ acme.ts')
    expect(exitCode).toBe(4)
  })
})

/** The kind, the file, and the beginning of the message. */
const broken: readonly (readonly [what: string, file: string, content: string | undefined, message: RegExp])[] = [
  ['a file that is not there', 'missing.ts', undefined, /^missing\.ts cannot be read \(ENOENT\)\. /],
  [
    'a syntax error in TypeScript',
    'syntax.ts',
    'const a: number = 1\nconst b = = 2\n',
    /^syntax\.ts:2 is not a program/,
  ],
  [
    'a syntax error in JavaScript',
    'syntax.mjs',
    'export const a = 1\nconst b = = 2\n',
    /^syntax\.mjs:2 is not a program/,
  ],
  [
    'an enum',
    'enum.ts',
    'export const a = 1\nenum Role { Admin }\n',
    /^enum\.ts:2 uses TypeScript that must be compiled.*enum/,
  ],
  [
    'a parameter property',
    'parameter.ts',
    'class A { constructor(readonly a: number) {} }\n',
    /^parameter\.ts:1 uses TypeScript that must/,
  ],
  [
    'no default export',
    'named.ts',
    good.replace('export default acme.with(people, policy)', 'export { acme, people }'),
    /^named\.ts has no default export\. End the file in: export default acme\.with\(people\) /,
  ],
  [
    'a default export of another kind',
    'other.ts',
    'export default { id: "acme" }',
    /^other\.ts has a default export that is not a connector/,
  ],
  ['an empty array', 'empty.ts', 'export default []', /^empty\.ts has an empty array/],
  [
    'the same connector twice',
    'twice.ts',
    good.replace('export default acme', 'export default [acme, acme]; acme'),
    /^twice\.ts exports two connectors with the id "acme"/,
  ],
  [
    'an import without its ending',
    'ending.ts',
    "import { a } from './helper'\nexport default a",
    /^ending\.ts imports ".*helper", which cannot be found.*need their ending/,
  ],
  [
    'an import of a package that is not installed',
    'package.ts',
    "import a from 'left-pad-of-acme'\nexport default a",
    /^package\.ts imports "left-pad-of-acme", which cannot be found.*npm install left-pad-of-acme/,
  ],
  [
    'an import of what is not exported',
    'names.ts',
    "import { nothing } from 'checkwright'\nexport default nothing",
    /^names\.ts:1 is not a program that Node can load: .*nothing/,
  ],
  [
    'an error of its own',
    'throws.ts',
    'const a = undefined\n\na.b\n',
    /^throws\.ts:3 threw while it was loaded: TypeError: /,
  ],
  ['something thrown that is no error', 'seven.ts', 'export {}\nthrow 7\n', /^seven\.ts threw a number/],
]

describe('checkwright validate, of files that cannot be loaded', () => {
  let messages: readonly string[]
  let exitCode: number | null
  beforeAll(async () => {
    const cwd = createFolder()
    for (const [, file, content] of broken) if (content !== undefined) writeFileSync(join(cwd, file), content)
    const finished = await runCheckwright(['validate', ...broken.map(([, file]) => file)], { cwd })
    messages = finished.stderr.trimEnd().split('\n')
    exitCode = finished.exitCode
  })

  test('says one paragraph for each and exits 4', () => {
    expect(messages).toHaveLength(broken.length)
    for (const message of messages) expect(message).toMatch(/^error: .*\(CONNECTOR_LOAD_FAILED\)$/)
    expect(exitCode).toBe(4)
  })

  test.each(broken)('says what is wrong with %s, and where', (_what, file, _content, message) => {
    const told = messages.find((each) => each.startsWith(`error: ${file}`)) ?? ''

    expect(told.replace('error: ', '')).toMatch(message)
  })
})

describe('checkwright run <file> that cannot be loaded', () => {
  test('exits 4 with nothing on stdout', async () => {
    const { stdout, stderr, exitCode } = await runCheckwright(['run', 'acme.ts'], {
      cwd: createFolder({ 'acme.ts': 'enum A { B }' }),
    })

    expect(stderr).toMatch(/^error: acme\.ts:1 .*\(CONNECTOR_LOAD_FAILED\)\n$/)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 4 })
  })

  test('tells how to name an ES module that Node takes for CommonJS', async () => {
    const cwd = createFolder({ 'acme.js': 'export default 1', 'package.json': '{ "type": "commonjs" }' })

    const { stderr, exitCode } = await runCheckwright(['run', 'acme.js'], { cwd })

    expect(stderr).toMatch(/^error: acme\.js:1 is an ES module that Node reads as CommonJS\. Rename it .*\n$/)
    expect(exitCode).toBe(4)
  })

  test('says that a folder is none', async () => {
    const cwd = createFolder()
    mkdirSync(join(cwd, 'acme.ts'))

    const { stderr, exitCode } = await runCheckwright(['run', './acme.ts'], { cwd })

    expect(stderr).toMatch(/^error: \.\/acme\.ts is not a file\. /)
    expect(exitCode).toBe(4)
  })

  test('refuses a connector without checks as a configuration, not as a file', async () => {
    const cwd = createFolder({ 'acme.ts': good.replace('acme.with(people, policy)', 'acme') })

    const { stderr, exitCode } = await runCheckwright(['run', 'acme.ts'], { cwd })

    expect(stderr).toBe('error: Connector "acme" has no checks. Add them with .with(check, …). (CHECK_UNKNOWN)\n')
    expect(exitCode).toBe(3)
  })
})
