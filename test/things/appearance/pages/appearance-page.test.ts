import { expect, test } from 'vitest'
import { findToken, member, openPages } from '../../../app/pages/world.ts'
import { createPng } from '../../../service/records/png.ts'

const path = '/settings/appearance'

async function world() {
  const pages = await openPages()
  const save = async (
    fields: Readonly<Record<string, string>>,
    file?: { readonly bytes: Uint8Array; readonly name: string },
  ) => {
    const body = new FormData()
    body.set('_token', findToken((await pages.get(path)).text))
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    // As an SVG that says it is a PNG: the name and the type are the sender's.
    if (file) body.set('logo-file', new File([new Uint8Array(file.bytes)], file.name, { type: 'image/png' }))
    const response = await pages.ask(path, { method: 'POST', body, headers: { origin: 'https://checks.example.com' } })
    return { status: response.status, text: await response.text() }
  }
  return { ...pages, save }
}

test('an administrator gives pages a name, a colour and a logo, which they have from then on', async () => {
  const { get, save, ask, runtime, visitor } = await world()
  const bytes = createPng(40, 20)

  const saved = await save(
    { name: 'Acme Trust', colour: '#ffe600', 'own-colour': 'on', language: 'de' },
    { bytes, name: 'logo.png' },
  )
  const page = (await get('/')).text
  const logoPath = /<img src="([^"]+)"/.exec(page)?.[1] ?? ''
  const logo = await ask(logoPath)
  const style = await get('/assets/colour-ffe600.css')
  visitor.person = { ...member, organizationId: 'other' }
  const theirs = (await get('/')).text

  expect(saved.status).toBe(303)
  expect(page).toContain(' · Acme Trust</title>')
  expect(page).toContain('href="/assets/colour-ffe600.css"')
  expect(Buffer.from(await logo.arrayBuffer())).toEqual(bytes)
  expect(Object.fromEntries(logo.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(style.text).toMatch(/--link: light-dark\(#[0-9a-f]{6}, #ffe600\)/)
  expect(theirs).toContain(' · Checkwright</title>')
  expect(theirs).not.toMatch(/Acme Trust|colour-|logo-/)
  expect(await runtime.appearance.get({ organizationId: 'acme' })).toMatchObject({ language: 'de' })
  const [entry] = await runtime.audit.list({ organizationId: 'acme' })
  expect(entry).toMatchObject({ action: 'appearance.update', actor: { id: 'ada' } })
})

test('a file that is no image is refused by its bytes, and changes nothing else of the form', async () => {
  const { save, get, runtime } = await world()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

  const refused = await save({ name: 'Acme Trust' }, { bytes: svg, name: 'logo.png' })
  const large = await save({ name: 'Acme Trust' }, { bytes: Buffer.alloc(200_000), name: 'logo.png' })

  expect([refused.status, large.status]).toEqual([400, 413])
  expect(refused.text).toContain('The logo must be a complete PNG, JPEG or WebP image.')
  expect(await runtime.appearance.own({ organizationId: 'acme' })).toMatchObject({ name: null, logo: null })
  expect((await get('/')).text).toContain(' · Checkwright</title>')
})

test('what was entered beside a logo that is refused stays in the form', async () => {
  const { save } = await world()
  const fields = { name: 'Acme Trust', colour: '#ffe600', 'own-colour': 'on', language: 'de' }

  const refused = await save(fields, { bytes: Buffer.from('GIF89a'), name: 'logo.gif' })
  const large = await save(fields, { bytes: Buffer.alloc(200_000), name: 'logo.png' })

  for (const { text } of [refused, large]) {
    expect(text).toContain('role="alert"')
    expect(text).toContain('value="Acme Trust"')
    expect(text).toMatch(/value="#ffe600"/)
    expect(text).toMatch(/name="own-colour" checked/)
    expect(text).toMatch(/<option value="de" lang="de" selected/)
  }
})

test('a logo stays until it is taken away, and a colour until its box is empty', async () => {
  const { save, runtime } = await world()
  await save({ colour: '#ffe600', 'own-colour': 'on' }, { bytes: createPng(8, 8), name: 'l.png' })

  await save({ colour: '#ffe600' })
  const kept = await runtime.appearance.own({ organizationId: 'acme' })
  await save({ 'no-logo': 'on' })
  const taken = await runtime.appearance.own({ organizationId: 'acme' })

  expect([kept.logo?.type, kept.colour, taken.logo]).toEqual(['image/png', null, null])
})

test('the look is for administrators to change, and no path makes a style of anything but a colour', async () => {
  const { get, visitor } = await world()
  visitor.person = member

  expect((await get(path)).status).toBe(403)
  for (const name of [
    'colour-zzzzzz.css',
    'colour-ffe6001.css',
    'colour-.css',
    'logo-0000',
    'logo-..',
    'colour-ffe600%3b.css',
  ])
    expect([name, (await get(`/assets/${name}`)).status]).toEqual([name, 404])
})
