import { expect, test } from 'vitest'
import { formatSmallFile } from '../../things/connectors/small-file.ts'
import { admin, openPages } from './world.ts'

const baseUrl = 'https://api.acme.example'
const operator = { ...admin, role: 'operator' } as const

test('only operators see connectors as data, in the navigation too', async () => {
  const { get, post, visitor } = await openPages({}, operator)
  const asOperator = await get('/connectors')
  visitor.person = admin

  const [page, form, overview] = [
    await get('/connectors'),
    await post('/', '/connectors').catch(() => undefined),
    await get('/'),
  ]

  expect(asOperator.text).toContain('href="/connectors"')
  expect([page.status, form?.status ?? 403]).toEqual([403, 403])
  expect(overview.text).not.toContain('href="/connectors"')
})

test('a title with markup and a file name of somebody hostile are shown as text', async () => {
  const { get, runtime } = await openPages({}, operator)
  const text = formatSmallFile({ baseUrl, title: "'<img src=x onerror=alert(1)>'" })
  const { sha256 } = await runtime.dataConnectors.add({ text, fileName: '<b>\u202e\n.yaml', by: 'ada' })
  await runtime.dataConnectors.publish({ id: 'acme', sha256, posts: [], by: 'ada' })

  const pages = [await get(`/connectors/acme/versions/${sha256}`), await get('/connect/acme'), await get('/connect')]

  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const page of pages) {
    expect(page.text).not.toContain('<img src=x')
    expect(page.text).not.toContain('\u202e')
  }
})

test('a published file is in gallery, connect page and API as code is, and leaves the gallery when it is retired', async () => {
  const { get, runtime } = await openPages({}, operator)
  const { sha256 } = await runtime.dataConnectors.add({ text: formatSmallFile({ baseUrl }), by: 'ada' })
  const draft = await get('/connect')
  await runtime.dataConnectors.publish({ id: 'acme', sha256, posts: [], by: 'ada' })
  const [gallery, form] = [await get('/connect'), await get('/connect/acme')]
  await runtime.dataConnectors.retire({ id: 'acme', by: 'ada <b>' })
  const [retired, page] = [await get('/connect/acme'), await get('/connectors/acme')]

  expect(draft.text).not.toContain('/connect/acme')
  expect(gallery.text).toContain('/connect/acme')
  expect(form.text).toContain('API Key')
  expect(retired.text).not.toContain('API Key')
  expect(page.text).toMatch(
    /Retired on <time[^>]*>[^<]*<\/time> by ada &lt;b&gt;\. The connector accepts no new connections/,
  )
})
