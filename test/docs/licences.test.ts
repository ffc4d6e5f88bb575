import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listProductionPackages, renderLicences } from '../../scripts/build/licences.ts'

// Users may ship all of them in a closed program, if they include the text of the licence.
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
])

test('docs/licences.md lists every production dependency of the lock file', () => {
  const page = readFileSync(new URL('../../docs/licences.md', import.meta.url), 'utf8')

  expect(page).toBe(renderLicences(listProductionPackages()))
})

test('every production dependency has a permissive licence', () => {
  const others = listProductionPackages().filter(({ license }) => !permissive.has(license))

  expect(others).toEqual([])
})

test('the list holds what package.json asks for', () => {
  const manifest: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  const names = new Set(listProductionPackages().map(({ name }) => name))

  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
    expect(names).toContain(name)
})
