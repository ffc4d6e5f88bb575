import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions } from 'playwright-core'
import { expect } from 'vitest'
import { renderAuditorPage } from '../../../scripts/auditor-page.ts'
import { type BundleOptions, ownKey, writeSampleBundle } from '../../evidence/bundle.ts'
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
  await page.getByLabel('Files or a .zip').setInputFiles(given)
}

/** Waits until the first verdict says this. */
export async function expectVerdict({ page }: OpenedPage, said: string): Promise<void> {
  await expect.poll(() => page.locator('main section:last-child .verdict').first().textContent()).toContain(said)
}

export async function readArchiveBytes(options: BundleOptions = {}): Promise<Uint8Array> {
  return readFileSync(await writeSampleBundle({ name: 'bundle.zip', ...options }))
}
