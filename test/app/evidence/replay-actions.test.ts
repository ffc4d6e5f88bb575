import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderAcmeFile } from '../acme.ts'
import { writeBundles } from '../bundles.ts'
import { runCheckwright } from '../command.ts'

const { vendor, cwd } = await writeBundles('out', 'out.zip')

describe('checkwright replay', () => {
  test.each(['out', 'out.zip'])(
    'reaches the results of %s again without asking anybody, and exits 0',
    async (bundle) => {
      vendor.reset()

      const { stdout, stderr, exitCode } = await runCheckwright(['replay', bundle, './acme.ts', '--trace'], { cwd })

      expect(stdout).toMatch(
        /^✓ same {6}people {3}2 results\n✓ same {6}policy {3}1 result\n\nAll 2 checks of \S+ reach/,
      )
      expect(stderr).toMatch(/\ncheck +status +time +waited +request\npeople +200 /)
      expect(exitCode).toBe(0)
      expect(vendor.requests).toEqual([])
    },
  )

  test('shows where another check comes to something else, and exits 6', async () => {
    const source = renderAcmeFile(vendor.url)
      .replace("title: 'No second factor'", "title: 'None'")
      .replace("'/policy'", "'/rules'")
    writeFileSync(join(cwd, 'data', 'other.ts'), source)

    const { stdout, exitCode } = await runCheckwright(['replay', 'out', './data/other.ts'], { cwd })
    const json = await runCheckwright(['replay', 'out', './data/other.ts', '--json'], { cwd })

    expect(stdout).toContain(
      '✗ different people   2 results\n            user u2, title: "No second factor" → "None"\n',
    )
    expect(stdout).toMatch(/requests GET \S+\/rules, and the bundle has no answer to it/)
    expect(JSON.parse(json.stdout)).toMatchObject({ same: false, checks: [{ id: 'people' }, { id: 'policy' }] })
    expect([exitCode, json.exitCode]).toEqual([6, 6])
  })

  test.each([
    ['a function', (source: string) => source.replaceAll('ctx.', 'ctx .'), /^It was made with the code \w{12}…, and/],
    ['a comment', (source: string) => `// Nothing else.\n${source}`, /^It was made with the files \w{12}…, and this/],
    ['nothing', (source: string) => source, /^To check its signature/],
  ])('says first that other code made the bundle: %s differs', async (name, edit, said) => {
    const folder = join('data', name.replace(' ', '-'))
    mkdirSync(join(cwd, folder), { recursive: true })
    writeFileSync(join(cwd, folder, 'acme.ts'), edit(readFileSync(join(cwd, 'acme.ts'), 'utf8')))

    const { stderr, exitCode } = await runCheckwright(['replay', 'out', `./${folder}/acme.ts`], { cwd })
    const json = await runCheckwright(['replay', 'out', `./${folder}/acme.ts`, '--json'], { cwd })

    expect(stderr).toMatch(said)
    expect(exitCode).toBe(0)
    const { run, code, editedSince } = JSON.parse(json.stdout)
    expect(run.code.files === code.files).toBe(name === 'nothing')
    expect(editedSince === undefined).toBe(name === 'nothing')
  })

  test('asks for the file of a connector that is not shipped, and exits 3', async () => {
    const { stderr, exitCode } = await runCheckwright(['replay', 'out'], { cwd })

    expect(stderr).toContain('There is no connector "acme"')
    expect(exitCode).toBe(3)
  })
})
