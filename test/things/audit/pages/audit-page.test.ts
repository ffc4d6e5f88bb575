import { expect, test } from 'vitest'
import { member, openPages } from '../../../app/pages/world.ts'

async function openLog() {
  const pages = await openPages()
  const { runtime } = pages
  const begin = Date.now() - 10 * 86_400_000
  for (let index = 0; index < 130; index++)
    await runtime.workspace.audit.insert({
      id: `e${String(index).padStart(4, '0')}`,
      organizationId: 'acme',
      atMs: begin + index,
      requestId: 'req',
      actor: { type: 'user', id: index % 2 === 0 ? 'ada' : '=HYPERLINK("http://evil.example")' },
      action: index === 7 ? 'waiver.create' : 'connection.update',
      target: `c${index}`,
      fields: ['name'],
      status: index === 9 ? 403 : 200,
    })
  return { ...pages, begin }
}

/** The rows of a download, without its head. */
function readRows(text: string): readonly string[] {
  return text.trimEnd().split('\r\n').slice(1)
}

test('the audit log is filtered by action, person and day, on the page and in its download', async () => {
  const { get, begin } = await openLog()
  const day = new Date(begin).toISOString().slice(0, 10)
  const count = async (query: string) => readRows((await get(`/settings/audit.csv?${query}`)).text).length

  const byAction = (await get('/settings/audit?action=waiver')).text
  const first = (await get('/settings/audit?action=connection')).text
  const findOlder = (text: string) =>
    /href="(\/settings\/audit\?[^"]*before=[^"]*)"[^>]*>Older/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const pages = [first]
  for (let at = findOlder(first); at !== ''; at = findOlder(pages.at(-1) ?? '')) pages.push((await get(at)).text)

  expect([byAction.includes('c7<'), byAction.includes('connection.update')]).toEqual([true, false])
  expect(byAction).toContain('href="/settings/audit.csv?action=waiver"')
  expect(pages.map((text) => text.split('<tr>').length - 2)).toEqual([25, 25, 25, 25, 25, 4])
  expect(pages.at(-1)).toContain('c0<')
  expect(await count('action=waiver')).toBe(1)
  expect(await count('actor=ada')).toBe(65)
  expect(await count(`from=${day}&to=${day}`)).toBe(130)
  expect(await count('to=2020-01-01')).toBe(0)
})

test('the download has every entry, runs no formula, and is for administrators', async () => {
  const { get, visitor } = await openLog()

  const { text, headers } = await get('/settings/audit.csv?action=connection')
  visitor.person = member
  const refused = await get('/settings/audit.csv?action=connection')

  expect(headers.get('content-disposition')).toContain('audit-log.csv')
  expect(readRows(text)).toHaveLength(129)
  expect(text).not.toMatch(/(?:^|,)"?=/m)
  expect(refused.status).toBe(403)
})
