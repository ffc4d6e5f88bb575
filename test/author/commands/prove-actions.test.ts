import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder, runCheckwright } from '../../app/command.ts'
import { acmeWitnesses, acmeWorld, writeAcme } from '../prove/acme.ts'

function createAcme(files: Parameters<typeof writeAcme>[1] = {}): string {
  const cwd = createFolder()
  writeAcme(cwd, files)
  return cwd
}

test('prove tells for each check what it was tried on, and writes the proof beside it', async () => {
  const cwd = createAcme()

  const proved = await runCheckwright(['prove', 'acme.connector.yaml'], { cwd })
  const again = await runCheckwright(['prove', 'acme.connector.yaml', '--json'], { cwd })

  expect(proved.stdout).toMatch(/✓ keys-rotated {3}6 witnesses, 13 of 14 mistakes noticed, 1 that no answer shows/)
  expect(proved.stdout).toMatch(/✓ sso-enforced {3}3 witnesses, 2 of 2 mistakes noticed/)
  expect(proved.exitCode).toBe(0)
  const file = JSON.parse(readFileSync(join(cwd, 'acme.proof.json'), 'utf8'))
  expect(file).toMatchObject({ connector: 'acme', checks: { 'keys-rotated': { cases: 6, mutants: 14, killed: 13 } } })
  expect(JSON.parse(again.stdout)).toMatchObject({
    witnesses: file.witnesses,
    code: file.code,
    proof: 'acme.proof.json',
  })
})

test('prove without witnesses says where they would be, and how to begin', async () => {
  const cwd = createAcme()
  rmSync(join(cwd, 'acme.witnesses.yaml'))

  const own = await runCheckwright(['prove', 'acme.connector.yaml'], { cwd })

  expect(own.exitCode).toBe(3)
  expect(own.stderr).toContain('acme has no witnesses yet: acme.witnesses.yaml is not there.')
  expect(own.stderr).toContain('checkwright witness <recording> --check <id>')
})

test('prove --propose writes a witness for a mistake that nobody notices, and does not say what the check says of it', async () => {
  const cwd = createAcme({ witnesses: acmeWitnesses.filter(({ id }) => id !== 'key-of-another-state') })

  const { stdout, exitCode } = await runCheckwright(['prove', 'acme.connector.yaml', '--propose'], { cwd })
  const proposed = readFileSync(join(cwd, 'acme.proposed.yaml'), 'utf8')
  const tooEarly = await runCheckwright(['prove', 'acme.connector.yaml', '--witnesses', 'acme.proposed.yaml'], { cwd })

  expect(stdout).toContain('Fill in what is right, from the source alone: acme.proposed.yaml')
  expect(exitCode).toBe(6)
  expect(proposed).toMatch(/at: keys\[0\]\.state\n\s+is: unknownFutureValue\n\s+expect:\n\s+keys-rotated:\n\s+source:/)
  expect(proposed).not.toMatch(/undecided|pass|fail/)
  expect(tooEarly.stderr).toMatch(
    /acme\.proposed\.yaml:\d+:\d+: witnesses\[0\]\.expect\["keys-rotated"\] must be pass, fail/,
  )
  expect(tooEarly.exitCode).toBe(3)
})

test('prove names a witness that disagrees with the check, and writes no proof', async () => {
  const wrong = acmeWitnesses.map((each) =>
    each.id === 'sso-off' ? { ...each, expect: { 'sso-enforced': 'manual' } } : each,
  )
  const cwd = createAcme({ witnesses: wrong as never })

  const { stdout, exitCode } = await runCheckwright(['prove', 'acme.connector.yaml'], { cwd })

  expect(stdout).toContain('✗ sso-off: sso-enforced acme: manual is right, and the check says fail')
  expect([exitCode, existsSync(join(cwd, 'acme.proof.json'))]).toEqual([6, false])
})

test('validate tells what is wrong with the witnesses, by line and column', async () => {
  const [first] = acmeWitnesses
  const lost = { ...first, change: [{ request: 'GET /keys', at: 'keys[0].rotation', is: 1 }] }
  const cwd = createAcme({ witnesses: [lost] as never })

  const byConnector = await runCheckwright(['validate', 'acme.connector.yaml'], { cwd })
  const byWitnesses = await runCheckwright(['validate', 'acme.witnesses.yaml'], { cwd })

  for (const { stdout, exitCode } of [byConnector, byWitnesses]) {
    expect(stdout).toMatch(
      /acme\.witnesses\.yaml:\d+:\d+: witnesses\[0\]\.change\[0\]\.at leads nowhere in this answer.*\(witnesses\)/,
    )
    expect(exitCode).toBe(3)
  }
})

test('prove --second-reader draws cases without their verdicts, compares the labels, and refuses one of a witness that changed', async () => {
  const cwd = createAcme()
  const labels = join(cwd, 'acme.second-reader.yaml')
  const prove = (...options: readonly string[]) => runCheckwright(['prove', 'acme.connector.yaml', ...options], { cwd })

  const drawn = await prove('--second-reader')
  const open = readFileSync(labels, 'utf8')
  const unread = await prove()
  writeFileSync(labels, open.replace(/expect:\n/, 'expect: not_applicable\n'))
  const agreed = await prove('--second-reader').then(() => prove())
  writeFileSync(labels, open.replace(/expect:\n/, 'expect: manual\n'))
  const otherwise = await prove()
  writeFileSync(labels, open.replace(/case: \S+/, 'case: abcdef0123'))
  const stray = await prove()

  expect(drawn.stdout).toContain('2 cases for a second reader')
  expect(open).toMatch(/checkwright: second-reader\/v1/)
  expect(open).not.toMatch(/pass|fail|undecided|way:/)
  expect(unread.stdout).toContain('the second reader agrees in 0 of 1 drawn')
  expect(agreed.stdout).toContain('the second reader agrees in 1 of 1 drawn')
  expect(otherwise.stdout).toMatch(/the second reader says otherwise of \S+: .*manual is right, and the check says/)
  expect(stray.stderr).toMatch(
    /acme\.second-reader\.yaml:\d+:\d+: cases\[0\]\.case "abcdef0123" is no case that is drawn now/,
  )
  expect([unread.exitCode, agreed.exitCode, otherwise.exitCode, stray.exitCode]).toEqual([0, 0, 0, 3])
  expect(JSON.parse(readFileSync(join(cwd, 'acme.proof.json'), 'utf8')).checks['keys-rotated'].secondReader.drawn).toBe(
    1,
  )
})

test('witness writes a case of a recording without its verdict', async () => {
  const cwd = createFolder()
  writeFileSync(join(cwd, 'acme.json'), JSON.stringify(acmeWorld))

  const { exitCode } = await runCheckwright(['witness', 'acme.json', '--check', 'keys-rotated'], { cwd })
  const other = await runCheckwright(['witness', 'acme.json', '--check', 'keys-old'], { cwd })

  expect(exitCode).toBe(0)
  const proposed = readFileSync(join(cwd, 'acme.proposed.yaml'), 'utf8')
  expect(proposed).toMatch(
    /recorded: acme\.json[\s\S]*way: "as it was recorded: a, b, c"\n {4}world: recorded\n {4}expect:\n {6}keys-rotated:\n/,
  )
  expect([other.exitCode, other.stderr]).toEqual([3, expect.stringContaining('It has keys-rotated, sso-enforced.')])
})
