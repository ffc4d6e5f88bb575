import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Found the hard way: each of these makes `npm ci` fail, or tell about one machine, on another machine only. */
describe('package-lock.json', () => {
  const text = read('package-lock.json')
  const packages: Readonly<Record<string, LockedPackage>> = JSON.parse(text).packages

  test('has an entry for every optional dependency, or npm 11 refuses to install', () => {
    const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => ({ path, name })),
    )

    const missing = wanted.filter(({ path, name }) => !placesOf(path, name).some((place) => place in packages))

    expect(wanted.length).toBeGreaterThan(0)
    expect(missing).toEqual([])
  })

  test('names no registry, and pins every package by its digest', () => {
    const installed = Object.entries(packages).filter(([path]) => path !== '')

    expect(installed.filter(([, entry]) => 'resolved' in entry)).toEqual([])
    // What a package brings along is part of its own digest.
    const pinned = (path: string): boolean => {
      const { integrity, inBundle } = packages[path] ?? {}
      return (
        integrity !== undefined ||
        (inBundle === true && pinned(path.replace(/\/node_modules\/(?:(?!node_modules\/).)+$/, '')))
      )
    }
    expect(installed.filter(([path]) => !pinned(path))).toEqual([])
    expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m)
  })

  test('is in step with package.json', () => {
    const manifest = JSON.parse(read('package.json'))

    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const) {
      expect(packages['']?.[kind]).toEqual(manifest[kind])
    }
  })
})

interface LockedPackage {
  readonly integrity?: string
  readonly inBundle?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/**
 * The folders in which Node looks for a dependency of the package at `path`: its own node_modules, then each one above.
 */
function placesOf(path: string, name: string): string[] {
  const parts = path === '' ? [] : path.split('/node_modules/')
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/node_modules/'))
  return [...above.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`]
}

function read(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
}
