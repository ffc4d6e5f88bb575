import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import type { BrowserContextOptions } from 'playwright-core'
import { expect } from 'vitest'
import { renderAuditorPage } from '../../../scripts/build/auditor-page.ts'
import { type BundleOptions, ownKey, writeSampleBundle } from '../../evidence/bundle.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { type OpenedPage, openPage } from '../browser.ts'

const rendering = renderAuditorPage()

/**
 * The page as an auditor opens it: a file, without a network.
 * @param before runs before the page's own script
 */
export async function openAuditorPage(
  options: BrowserContextOptions & { readonly before?: string } = {},
): Promise<OpenedPage> {
  const { before, ...others } = options
  const file = join(createTempFolder(), 'auditor.html')
  writeFileSync(file, await rendering)
  const opened = await openPage({ offline: true, locale: 'en-GB', ...others })
  if (before !== undefined) await opened.page.addInitScript(before)
  await opened.page.goto(pathToFileURL(file).href)
  return opened
}

export async function trust({ page }: OpenedPage, text: string = ownKey.fingerprint): Promise<void> {
  await page.getByLabel('Fingerprint (SHA256:…) or public key').fill(text)
  await page.getByRole('button', { name: 'Use this key' }).click()
}

/** Chooses files by their names and content. */
export async function choose(
  { page }: OpenedPage,
  ...files: readonly (readonly [name: string, content: Uint8Array | string])[]
): Promise<void> {
  const given = files.map(([name, content]) => ({ name, mimeType: 'application/zip', buffer: Buffer.from(content) }))
  await page.getByLabel('Files or a .zip file').setInputFiles(given)
}

/** Waits until the first verdict says this. */
export async function expectVerdict({ page }: OpenedPage, said: string): Promise<void> {
  await expect.poll(() => page.locator('main section:last-child .verdict').first().textContent()).toContain(said)
}

export async function readArchiveBytes(options: BundleOptions = {}): Promise<Uint8Array> {
  return readFileSync(await writeSampleBundle({ name: 'bundle.zip', ...options }))
}

/** Flips bits of one byte after the other, anywhere in an archive: the page names the file that it is in, and proves nothing. */
export async function expectEveryFlipFound(opened: OpenedPage, bytes: Buffer): Promise<void> {
  const { page } = opened
  const spans = findSpans(bytes)
  let [turn, found] = [0, 0]
  const inside = fc
    .constantFrom(...spans)
    .chain(({ from, to }) => fc.integer({ min: from, max: Math.max(from, to - 1) }))
  const anywhere = fc.oneof(fc.nat({ max: bytes.byteLength - 1 }), inside)
  await fc.assert(
    fc.asyncProperty(anywhere, fc.integer({ min: 1, max: 255 }), async (at, mask) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ mask
      // A name of its own, so that nothing of the archive before is taken for this one.
      const name = `${++turn}.zip`
      await choose(opened, [name, changed])
      await page.locator('article h3.name', { hasText: name }).waitFor()

      const verdict = await page.locator('.verdict').first().textContent()
      expect(verdict, `byte ${at}`).not.toContain('Every byte')
      const said = await page.locator('.problem').allTextContents()
      const span = spans.find(({ from, to }) => at >= from && at < to)
      expect(said.join('\n'), `byte ${at}`).toContain(span?.name ?? '')
      expect(said.length, `byte ${at}`).toBeGreaterThan(0)
      found++
    }),
    { numRuns: isSoak ? 200 : 20 },
  )
  if (isSoak) process.stderr.write(`${found} of ${turn} flipped bytes are found, each with its file\n`)
}

/** Where the content of each file lies, by the directory of an archive that we wrote. */
function findSpans(archive: Buffer) {
  const spans: { readonly name: string; readonly from: number; readonly to: number }[] = []
  for (let at = archive.readUInt32LE(archive.length - 6); archive.readUInt32LE(at) === 0x02014b50; ) {
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('latin1', at + 46, at + 46 + nameLength)
    const from = archive.readUInt32LE(at + 42) + 30 + nameLength
    spans.push({ name, from, to: from + archive.readUInt32LE(at + 24) })
    at += 46 + nameLength
  }
  return spans
}
