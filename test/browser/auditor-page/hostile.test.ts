import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryArchives, makeEntry, writeArchive } from '../../evidence/bundle/hostile-archive.ts'
import { createCheck, createResult, createRun, ownKey, writeSampleBundle } from '../../evidence/bundle.ts'
import { isSoak } from '../../setup/short-form.ts'
import { choose, expectVerdict, openAuditorPage, readArchiveBytes, trust } from './auditor.ts'

const names = ['run.json', 'exchanges.har', 'manifest.json', 'statement.intoto.jsonl']

test('archives that lie of themselves break nothing, and none is called genuine', async () => {
  const bundle = await writeSampleBundle()
  const files = names.map((name) => [name, readFileSync(join(bundle, name))] as const)
  const genuine = writeArchive(files.map(([name, content]) => makeEntry(name, content)))
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await trust(opened)
  let turn = 0
  await fc.assert(
    fc.asyncProperty(arbitraryArchives(files), async (bytes) => {
      const name = `${++turn}.zip`
      await choose(opened, [name, bytes])
      await page.locator('article h3.name', { hasText: name }).waitFor()
      expect(await page.locator('.verdict.genuine').count()).toBe(bytes.equals(genuine) ? 1 : 0)
    }),
    { numRuns: isSoak ? 300 : 15 },
  )
  expect(complaints).toEqual([])
})

test('text that turns its direction, has no shape or no end stays where it is, and is shown as what it is', async () => {
  const trick = 'exe.\u202enosj.nur\u200b\u0007'
  const large = 'x'.repeat(isSoak ? 50_000_000 : 3_000_000)
  const run = createRun({
    checks: [createCheck('c', { title: trick, results: [createResult('r', { title: trick, evidence: { large } })] })],
  })
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await trust(opened)
  await choose(opened, ['bundle.zip', await readArchiveBytes({ run })])
  await expectVerdict(opened, `Every byte is exactly as ${ownKey.fingerprint} signed it.`)
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
  await page.locator('details.result > summary').click()
  await expect.poll(() => page.getByText(/and [\d,]+ more characters/).count()).toBe(1)
  const shown = await page.locator('main').innerText()
  expect(shown).toContain('exe.\\u{202e}nosj.nur\\u{200b}\\u{7}')
  expect(shown).not.toMatch(/[\u202e\u200b\u0007]/)
  expect(complaints).toEqual([])
})

test('very many checks, controls, files and names are shown a part at a time', async () => {
  const count = isSoak ? 200_000 : 5_000
  const bundle = await writeSampleBundle()
  const checks = Array.from(
    { length: count },
    (_, at) => `{"id":"c${at}","status":"pass","controls":["k${at}"],"__proto__":{},"results":[\n]}`,
  )
  writeFileSync(
    join(bundle, 'run.json'),
    `{\n"schema":1e999,\n"checks":[\n${checks.join(',\n')}\n],\n"summary":{}\n}\n`,
  )
  const entries = names.map((name) => makeEntry(name, readFileSync(join(bundle, name))))
  const more = Array.from({ length: Math.min(count, 65_000) }, (_, at) => makeEntry(`__proto__/${at}`, Buffer.alloc(0)))
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await trust(opened)
  await choose(opened, ['many.zip', writeArchive([...entries, ...more])])
  await expectVerdict(opened, 'The content does not match what a key that you trust signed.')

  expect(await page.locator('main *').count()).toBeLessThan(2_000)
  expect(await page.getByRole('button', { name: /^Show more \([\d,]+ left\)$/ }).count()).toBeGreaterThanOrEqual(4)
  expect(complaints).toEqual([])
})
