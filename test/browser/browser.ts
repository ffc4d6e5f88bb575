import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { afterFile } from '../setup/after-file.ts'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

let connecting: Promise<Browser> | undefined

/** The browser that all test files share, over a connection of this file's own. */
function sharedBrowser(): Promise<Browser> {
  if (connecting === undefined) {
    connecting = chromium.connect(inject('browserEndpoint'))
    afterFile(async () => {
      await (await connecting)?.close()
      connecting = undefined
    })
  }
  return connecting
}

export interface OpenedPage {
  readonly page: Page
  /** The browser's complaints: errors of scripts, refusals of the policy, missing files. */
  readonly complaints: readonly string[]
}

/** A window of its own, with cookies of its own, gone with the test. */
export async function openPage(options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  // A busy machine takes seconds for the first page of a process.
  context.setDefaultTimeout(45_000)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // A page that says 4xx is what some tests are about.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return { page, complaints }
}

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const auditors = new WeakMap<Page, Promise<CDPSession>>()

/**
 * A session whose documents get axe-core by the debugger, past the page's policy. Its half a megabyte is sent once a window: to
 * send it for each page takes as long as to look at the page.
 */
function openAuditor(page: Page, source: string): Promise<CDPSession> {
  const open = async () => {
    const session = await page.context().newCDPSession(page)
    await session.send('Page.enable')
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true })
    return session
  }
  const auditor = auditors.get(page) ?? open()
  auditors.set(page, auditor)
  return auditor
}

/**
 * The serious problems that axe-core finds, one line each.
 * @param rules some of them, where the rest was looked at in another light or width
 */
async function hindrances(page: Page, rules: readonly string[] = everyRule): Promise<string[]> {
  const source = await readFile(axeFile, 'utf8')
  const session = await openAuditor(page, source)
  const { result: known } = await session.send('Runtime.evaluate', { expression: 'typeof axe' })
  // A window without scripts has none of its own, and still takes those of the debugger.
  if (known.value === 'undefined') await session.send('Runtime.evaluate', { expression: source })
  const { result } = await session.send('Runtime.evaluate', {
    // What has no problem is the most of what it finds, and nobody reads that.
    expression: `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
    awaitPromise: true,
    returnByValue: true,
  })
  return (result.value as AxeResults['violations']).flatMap(({ id, impact, nodes }) =>
    impact === 'minor'
      ? []
      : nodes.map(({ target, failureSummary }) => `${id} (${impact}) at ${target}: ${failureSummary}`),
  )
}

/**
 * Nothing serious for people who use a screen reader or keyboard, nothing wider than the window, and nothing that moved
 * by itself.
 */
export async function expectFit(page: Page, rules?: readonly string[]): Promise<void> {
  const [found] = await Promise.all([hindrances(page, rules), expectInPlace(page)])
  expect(found).toEqual([])
}

/** Nothing wider than the window, and nothing that moved by itself. */
async function expectInPlace(page: Page): Promise<void> {
  expect(await layoutShift(page)).toBeLessThan(0.01)
  const overhang = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(overhang).toBeLessThanOrEqual(0)
}

/** Wide and light, then narrow and dark. */
export async function expectFitEverywhere(page: Page): Promise<void> {
  await expectFit(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 800 })
  await expectFit(page, ['wcag2aa'])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** Cumulative layout shift (https://web.dev/articles/cls) of the page since it was loaded; 0.1 counts as good. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) shift += value
    }).observe({ type: 'layout-shift', buffered: true })
    // What was buffered is told by a task of its own.
    setTimeout(() => resolve(shift), 50)
  })`)
}
