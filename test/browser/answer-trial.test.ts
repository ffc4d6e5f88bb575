import { mkdirSync } from 'node:fs'
import { connectors } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { createHost } from '../../src/app/host/index.ts'
import type { AnyConnector } from '../../src/define/index.ts'
import { openRuntimeWith } from '../things/runtime/world.ts'
import { bob } from './acme-pages.ts'
import { expectFitEverywhere, openPage } from './browser.ts'
import { startServed } from './served.ts'

const shots = process.env.CHECKWRIGHT_SHOTS

test.each([
  ['with a script, in English', true, 'en'],
  ['without a script, in German', false, 'de'],
] as const)(
  'a member pastes an answer and reads the verdict with the nearest witness, %s',
  async (_how, javaScriptEnabled, locale) => {
    const server = await startServed()
    const shipped = [await connectors.hetzner?.()] as readonly AnyConnector[]
    const { runtime } = await openRuntimeWith({ connectors: shipped, publicUrl: server.url })
    server.answer(createHost({ runtime, session: { person: () => bob } }).fetch)
    const { page, complaints } = await openPage({ javaScriptEnabled, locale })
    const isGerman = locale === 'de'
    const submit = isGerman ? 'Diese Antwort beurteilen' : 'Judge this answer'
    // Without a script, nothing tells how much has moved.
    const demandFit = async () => javaScriptEnabled && expectFitEverywhere(page)
    const shoot = async (name: string) => {
      if (shots === undefined) return
      mkdirSync(shots, { recursive: true })
      await page.screenshot({ path: `${shots}/trial-${name}-${locale}.png`, fullPage: true })
    }
    await page.goto(`${server.url}/connect/hetzner/checks`)
    await page.getByText('No firewall lets the whole internet reach ports of administration').first().click()
    await shoot('checks')
    await demandFit()
    await page
      .locator('#check-firewall-admin-ports')
      .getByRole('link', { name: isGerman ? /^Antwort ausprobieren/ : /^Try an answer/ })
      .click()
    const box = page.locator('textarea')
    const body = JSON.parse(await box.inputValue())

    await box.fill(`${JSON.stringify(body)}]`)
    await page.getByRole('button', { name: submit }).click()
    expect(await page.getByRole('alert').textContent()).toMatch(isGerman ? /Zeile 1, Spalte \d+/ : /line 1, column \d+/)
    await demandFit()

    body.firewalls[0].rules[1].source_ips = ['::/0']
    await box.fill(JSON.stringify(body, null, 2))
    await page.getByRole('button', { name: submit }).click()

    const near = page.getByRole('region', { name: isGerman ? /^Belegte Fälle/ : /^Witnesses with/ })
    expect(await near.textContent()).toContain('one range covers the internet')
    expect(await page.locator('#verdict').textContent()).toContain(isGerman ? 'Nicht bestanden' : 'Fail')
    expect(JSON.parse(await box.inputValue())).toEqual(body)
    await shoot('verdict')
    await demandFit()

    expect(complaints).toEqual([])
  },
)
