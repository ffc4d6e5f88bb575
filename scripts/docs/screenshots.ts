/** Makes the pictures of the README from the sample organization, by the built command and the Chromium of the tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import chromiumFiles from '@sparticuz/chromium'
import { chromium } from 'playwright-core'

/** By the name of the file: the page, and what is opened on it. */
const pictures: Readonly<Record<string, { readonly path: string; readonly height: number }>> = {
  overview: { path: '/', height: 1_180 },
  findings: { path: '/findings?view=checks', height: 900 },
  controls: { path: '/controls?framework=soc2', height: 900 },
  people: { path: '/people', height: 900 },
}

const folder = mkdtempSync(join(tmpdir(), 'checkwright-screenshots-'))
const command = spawn(process.execPath, [resolve('dist/cli/bin.js'), 'serve', '--sample', '--port', '0', '--json'], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'ignore'],
})
try {
  const [line] = (await once(createInterface(command.stdout), 'line')) as [string]
  const { url, signInUrl } = JSON.parse(line) as { readonly url: string; readonly signInUrl: string }
  const browser = await chromium.launch({
    executablePath: process.env.CHECKWRIGHT_CHROMIUM ?? (await chromiumFiles.executablePath()),
    // Chromium refuses its sandbox to root, as which containers run; the pages are our own.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  })
  const page = await browser.newPage({ locale: 'en', viewport: { width: 1280, height: 900 } })
  await page.goto(signInUrl)
  await page.getByRole('button', { name: 'Sign in' }).click()
  mkdirSync('docs/images', { recursive: true })
  for (const [name, { path, height }] of Object.entries(pictures)) {
    await page.setViewportSize({ width: 1280, height })
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: `docs/images/${name}.png` })
  }
  await browser.close()
} finally {
  command.kill()
  rmSync(folder, { recursive: true, force: true })
}
