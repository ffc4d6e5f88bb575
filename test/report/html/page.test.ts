import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sparticuz from '@sparticuz/chromium'
import fc from 'fast-check'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { writeHtmlReport } from '../../../src/report/html/page.ts'
import type { ReportInput } from '../../../src/report/pieces/report.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { isSoak } from '../../setup/short-form.ts'
import { check, createResult, joinPieces, run } from '../records.ts'
import { createHostileRun, hostile, shapes } from '../shapes.ts'

/** The long form is for `npm run soak`. */
const many = isSoak ? 20_000 : 4_000

const folder = mkdtempSync(join(tmpdir(), 'checkwright-html-'))
let browser: Browser | undefined
let reason = ''

beforeAll(async () => {
  try {
    browser = await chromium.launch({
      executablePath: await sparticuz.executablePath(),
      // In a single process the browser ends with its first page.
      args: sparticuz.args.filter((argument) => argument !== '--single-process'),
    })
  } catch (error) {
    reason = `${error}`.split('\n')[0] ?? ''
  }
}, 60_000)
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('writeHtmlReport() in a browser', () => {
  test('shows everything and filters by status, severity, control, resource, change and text', async (context) => {
    const { page, complaints } = await opened(shapes.compared, context)
    const counts = (text: string) =>
      expect.poll(() => page.locator('#count').innerText(), { timeout: 20_000 }).toBe(text)

    expect(await page.locator('h1').innerText()).toBe('2 findings, 2 checks could not tell, 1 check needs review.')
    await counts('20 results in 7 checks')

    await page.check('input[value=fail]', { force: true })
    await counts('3 of 20 results in 2 checks')
    await page.selectOption('select[name=severity]', 'high')
    await counts('2 of 20 results in 1 check')
    await page.selectOption('select[name=change]', 'new')
    await counts('1 of 20 results in 1 check')
    expect(await page.locator('.group:visible > summary').allInnerTexts()).toEqual(['1 of 2 fail'])
    expect(await page.locator('.result:visible .who').allInnerTexts()).toEqual(['alan@acme.example'])

    await page.click('#clear')
    await counts('20 results in 7 checks')
    await page.selectOption('select[name=control]', 'soc2:CC6.1')
    await counts('6 of 20 results in 2 checks')
    await page.selectOption('select[name=type]', 'policy')
    await counts('1 of 20 results in 1 check')

    await page.click('#clear')
    await page.fill('input[name=text]', 'TOTP ada@')
    await counts('1 of 20 results in 1 check')
    expect(await page.locator('.result:visible .who').allInnerTexts()).toEqual(['ada@acme.example'])

    await page.fill('input[name=text]', 'nowhere to be found')
    await page.waitForSelector('#nothing:visible')
    await page.click('#clear')
    await page.check('input[value=error]', { force: true })
    await counts('0 of 20 results in 2 checks')
    expect(await page.locator('.check:visible h3').allInnerTexts()).toEqual([
      'The audit log is kept for a year',
      'API keys are rotated',
    ])
    expect(complaints).toEqual([])
  })

  test('opens evidence and remedy of a result by keyboard', async (context) => {
    const { page, complaints } = await opened(shapes.ordinary, context)

    await page.locator('.fail .result > summary').first().focus()
    await page.keyboard.press('Enter')

    const row = page.locator('.fail .result').first()
    expect(await row.locator('pre').innerText()).toBe('{\n  "mfa": false,\n  "role": "owner"\n}')
    expect(await row.locator('.remedy').innerText()).toContain('Enrol one under Admin → Users → Security,')
    expect(complaints).toEqual([])
  })

  test('is complete without script', async (context) => {
    const { page } = await opened(shapes.ordinary, context, { javaScriptEnabled: false })

    await page.locator('.pass.check > summary').click()
    await page.locator('.pass.check .group > summary').click()

    expect(await page.locator('.result:visible').count()).toBe(4 + 12)
    expect(await page.locator('#filters').isVisible()).toBe(false)
    expect(await page.locator('.untold').innerText()).toContain('Missing: audit:read')
  })

  test('runs nothing and loads nothing that a vendor wrote', async (context) => {
    const { page, complaints, requests } = await opened(shapes.hostile, context)

    await page.click('#unfold')
    for (const summary of await page.locator('.result > summary').all()) await summary.click()

    expect(await page.evaluate("'hacked' in window")).toBe(false)
    expect(
      await page.locator('img, iframe, object, main script, main a, [onload], [onerror], main svg svg').count(),
    ).toBe(0)
    expect(await page.locator('.result').count()).toBe(5)
    expect(requests).toEqual([])
    expect(complaints).toEqual([])
  })

  test('would not run an inline script or style even if one got in', async (context) => {
    const { page, complaints } = await opened(shapes.ordinary, context)

    await page.evaluate(`
      document.body.insertAdjacentHTML('beforeend', '<img src="https://x.example/y" onerror="window.hacked=1"><p style="color:red">')
      const script = document.createElement('script')
      script.textContent = 'window.hacked = 1'
      document.body.append(script)
    `)
    await page.waitForTimeout(50)

    expect(await page.evaluate("'hacked' in window")).toBe(false)
    expect(complaints.filter((line) => line.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(3)
  })

  test('fits 360 pixels, in light and dark, with text that can be read', async (context) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const shape of ['compared', 'hostile', 'large values']) {
        const { page } = await opened(shapes[shape], context, { viewport: { width: 360, height: 740 }, colorScheme })
        await page.click('#unfold')

        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
        expect(await page.evaluate(weakestContrast)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  test('prints what fails with its evidence, without filters, folded or not', async (context) => {
    const { page } = await opened(shapes.ordinary, context)

    await page.click('#fold')
    await page.emulateMedia({ media: 'print' })

    expect(await page.locator('#filters').isVisible()).toBe(false)
    expect(await page.locator('.fail.group pre').first().isVisible()).toBe(true)
    expect(await page.locator('.pass.group .what').first().isVisible()).toBe(true)
  })

  test('has landmarks, one h1, no skipped headings, and a name for every control', async (context) => {
    for (const shape of ['compared', 'several runs', 'no run']) await hasGoodForm(shape, context)
  })

  test(`stays quick with ${many} results`, async (context) => {
    const results = Array.from({ length: many }, (_, index) =>
      createResult({
        status: index % 10 === 0 ? 'fail' : 'pass',
        resource: { type: 'user', id: `u-${index}`, name: `person-${index}@acme.example` },
        evidence: { mfa: index % 10 !== 0, groups: ['everybody', `team-${index % 40}`] },
      }),
    )
    const { page, loadMs } = await opened([{ run: toRecordedRun(run(check({ status: 'fail', results }))) }], context)

    const filterMs = await page.evaluate<number>(filtered)

    expect(await page.locator('#count').innerText()).toBe(`11 of ${many.toLocaleString('en')} results in 1 check`)
    console.log(`${many} results: shown after ${Math.round(loadMs)} ms, filtered in ${Math.round(filterMs)} ms`)
    expect(loadMs).toBeLessThan(15_000)
    expect(filterMs).toBeLessThan(10_000)
  })
})

describe('writeHtmlReport()', () => {
  test('keeps every text in its place, whatever it is', async () => {
    const structure = tags(await joinPieces(writeHtmlReport([{ run: toRecordedRun(createHostileRun('plain')) }])))

    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), fc.constant(hostile)),
        async (text) => {
          const page = await joinPieces(writeHtmlReport([{ run: toRecordedRun(createHostileRun(`x${text}`)) }]))

          expect(tags(page)).toEqual(structure)
          expect(page).not.toMatch(/[\u0000-\u0008\u000e-\u001f\u202a-\u202e\u2066-\u2069\p{Cs}]/u)
        },
      ),
      { numRuns: countRuns(100) },
    )
  })
})

/** Names of all tags in order, those of paragraphs aside, of which a text has as many as lines. */
function tags(page: string): readonly string[] {
  const body = page.slice(page.indexOf('<body>'), page.indexOf('<script>'))
  return [...body.matchAll(/<\/?([a-z0-9]+)[^>]*>/g)].map(([, name]) => `${name}`).filter((name) => name !== 'p')
}

async function opened(
  runs: readonly ReportInput[] = [],
  { skip, onTestFinished }: TestContext,
  options: BrowserContextOptions = {},
) {
  if (!browser) skip(`needs a browser, and none starts: ${reason}`)
  const context = await browser?.newContext(options)
  if (!context) throw new Error('unreachable')
  onTestFinished(() => context.close())
  const page: Page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const file = join(folder, 'report.html')
  writeFileSync(file, await joinPieces(writeHtmlReport(runs)))
  const url = pathToFileURL(file).href
  page.on('request', (request) => {
    if (request.url() !== url) requests.push(request.url())
  })
  const startedMs = performance.now()
  await page.goto(url)
  return { page, complaints, requests, loadMs: performance.now() - startedMs }
}

/** Types into the search and waits until the page is drawn; gives the milliseconds. Runs in the page. */
const filtered = `(async () => {
  const form = document.getElementById('filters')
  const startedMs = performance.now()
  form.elements.text.value = 'person-399'
  form.dispatchEvent(new Event('input', { bubbles: true }))
  await new Promise((resolve) => setTimeout(resolve, 0))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
  return performance.now() - startedMs
})()`

/** The lowest contrast (WCAG 2) of any visible text with what is behind it. Runs in the page. */
const weakestContrast = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgb = (color) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
    return [r, g, b, a / 255]
  }
  const luminance = (color) => {
    const [r, g, b] = color.slice(0, 3).map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (element) => {
    if (!element) return [255, 255, 255]
    const [r, g, b, a] = rgb(getComputedStyle(element).backgroundColor)
    if (a === 1) return [r, g, b]
    return behind(element.parentElement).map((value, index) => value * (1 - a) + [r, g, b][index] * a)
  }
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  const contrasts = [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility() && hasText(element))
    .map((element) => {
      const [text, ground] = [luminance(rgb(getComputedStyle(element).color)), luminance(behind(element))]
      return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
    })
  return Math.min(...contrasts)
})()`

async function hasGoodForm(shape: string, context: TestContext): Promise<void> {
  const { page } = await opened(shapes[shape], context)

  const levels = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  expect(levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 0) + 1)).toBe(true)
  for (const landmark of ['banner', 'main', 'search'] as const) expect(await page.getByRole(landmark).count()).toBe(1)
  expect(
    await page
      .locator('input, select, button')
      .evaluateAll(
        (all) =>
          all.filter(
            (each) =>
              each.closest('label')?.textContent?.trim() === '' ||
              (each.tagName === 'BUTTON' && each.textContent === ''),
          ).length,
      ),
  ).toBe(0)
  expect(await page.locator('#count').getAttribute('aria-live')).toBe('polite')
}
