import { expect, test } from 'vitest'
import { parseAppearanceOptions } from '../../../src/things/parts/appearance-options.ts'
import { createPng } from '../../service/records/png.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const acme = { organizationId: 'acme' }

test('get() gives what the organization has set, and the platform for the rest', async () => {
  const logo = createPng(40, 20)
  const { runtime } = await openRuntimeWith({
    connectors: [],
    appearance: { name: 'Trust Desk', colour: '#0A7', language: 'de', logo },
  })
  const { appearance } = runtime
  const platform = await appearance.get()

  const before = await appearance.get(acme)
  await appearance.set({ ...acme, changes: { name: ' Acme Trust ', colour: '#FFE600' } })
  const after = await appearance.get(acme)
  await appearance.set({ ...acme, changes: { name: null } })

  expect(platform).toEqual({
    name: 'Trust Desk',
    colour: '#00aa77',
    language: 'de',
    logo: { id: expect.stringMatching(/^[0-9a-f]{32}$/), type: 'image/png' },
  })
  expect(before).toEqual(platform)
  expect(after).toEqual({ ...platform, name: 'Acme Trust', colour: '#ffe600' })
  expect(await appearance.get(acme)).toEqual({ ...platform, colour: '#ffe600' })
  expect(await appearance.own(acme)).toEqual({ name: null, colour: '#ffe600', language: null, logo: null })
  expect(await appearance.get({ organizationId: 'other' })).toEqual(platform)
  expect(await appearance.findLogo(platform.logo?.id ?? '')).toMatchObject({ base64: logo.toString('base64') })
})

test('set() keeps a logo under an id that nobody guesses, until another one takes its place', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [] })
  const { appearance } = runtime
  const bytes = createPng(40, 20)

  const first = (await appearance.set({ ...acme, changes: { logo: bytes } })).logo
  const other = (await appearance.set({ organizationId: 'other', changes: { logo: bytes } })).logo
  const named = await appearance.set({ ...acme, changes: { name: 'Acme Trust' } })
  const second = (await appearance.set({ ...acme, changes: { logo: bytes } })).logo

  expect(new Set([first?.id, other?.id, second?.id]).size).toBe(3)
  expect(named.logo).toEqual(first)
  expect(await appearance.findLogo(first?.id ?? '')).toBeUndefined()
  expect(await appearance.findLogo(other?.id ?? '')).toEqual({ ...other, base64: bytes.toString('base64') })
  expect((await appearance.set({ ...acme, changes: { logo: null } })).logo).toBeNull()
  expect(await appearance.findLogo(second?.id ?? '')).toBeUndefined()
})

test('set() is audited by the names of what changed', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [] })

  await runtime.appearance.set({ ...acme, changes: { colour: '#ffe600', language: 'de' } })

  const [entry] = await runtime.audit.list(acme)
  expect(entry).toMatchObject({ action: 'appearance.update', target: 'acme', fields: ['colour', 'language'] })
})

const wrong = [
  { name: '' },
  { name: 'x'.repeat(61) },
  { name: 'Two\nlines' },
  { name: 'Turned \u202e round' },
  { name: 'Half \ud800' },
  { colour: 'red' },
  { colour: '#1d5a9e; background: url(https://evil.example)' },
  { colour: '' },
  { language: 'fr' },
  { logo: new TextEncoder().encode('<svg onload="alert(1)"/>') },
] as const

test('set() refuses what could pretend, break out of a style, or run; the platform does too', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [] })

  for (const given of wrong) {
    const changes = Object(given)
    await expect(runtime.appearance.set({ ...acme, changes }), JSON.stringify(given)).rejects.toMatchObject({
      code: 'APPEARANCE_INVALID',
    })
    expect(() => parseAppearanceOptions(changes)).toThrow(expect.objectContaining({ code: 'APPEARANCE_INVALID' }))
  }
  expect(await runtime.appearance.own(acme)).toEqual({ name: null, colour: null, language: null, logo: null })
})

test('set() of an organization that does not exist is refused', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [] })

  await expect(runtime.appearance.set({ organizationId: 'nobody', changes: { name: 'Nobody' } })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
})
