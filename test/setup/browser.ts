import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the one browser that test files share. */
    browserEndpoint: string
  }
}

/** Starts one Chromium for all test files, and ends it after them. */
export default async function browser({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: await executable(),
    args: [
      // Chromium refuses its sandbox to root, as which containers run; the pages are our own.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--disable-sync',
      '--no-first-run',
      // The same letters on every machine that has the same fonts.
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  })
  provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}

/** The one named by CHECKWRIGHT_CHROMIUM, such as Debian's /usr/bin/chromium, else that of @sparticuz/chromium. */
async function executable(): Promise<string> {
  const named = process.env.CHECKWRIGHT_CHROMIUM
  if (named === undefined) return (await import('@sparticuz/chromium')).default.executablePath()
  if (existsSync(named)) return named
  throw new Error(`CHECKWRIGHT_CHROMIUM names ${named}, and there is no such file.`)
}
