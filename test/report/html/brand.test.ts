import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { writeHtmlReport } from '../../../src/report/html/page.ts'
import { createPng } from '../../service/records/png.ts'
import { joinPieces } from '../records.ts'
import { shapes } from '../shapes.ts'

const base64 = createPng(8, 8).toString('base64')

test('a report has the name, colour and logo of the organization, loads nothing, and its policy allows just that', async () => {
  const brand = { name: 'Acme <Trust> & "Co"', colour: '#ffe600', logo: { type: 'image/png', base64 } }

  const page = await joinPieces(writeHtmlReport(shapes.compared ?? [], { brand }))

  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''
  const policy = /content="(default-src[^"]+)"/.exec(page)?.[1]?.replaceAll('&#39;', "'")
  expect(page).toContain(
    `<img alt="" src="data:image/png;base64,${base64}">Acme &lt;Trust&gt; &amp; &quot;Co&quot;</span>`,
  )
  expect(page).toContain('Acme &lt;Trust&gt; &amp; &quot;Co&quot; with Checkwright wrote this report.')
  expect(style).toMatch(/border-top: \.25rem solid light-dark\(#[0-9a-f]{6}, #ffe600\)/)
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(policy).toContain('img-src data:')
})

test('a report without a brand is as before, and may load no image', async () => {
  const page = await joinPieces(writeHtmlReport(shapes.compared ?? []))

  expect(page).toContain('<header><span>Checkwright</span>')
  expect(page).toContain('>Checkwright wrote this report.')
  expect(page).not.toMatch(/img-src|<img/)
})
