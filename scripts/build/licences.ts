import { existsSync, readFileSync } from 'node:fs'
import { notice } from '../docs/notice.ts'

const root = new URL('../../', import.meta.url)

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly peer?: boolean
}

/** A package that is installed together with Checkwright. */
export interface ProductionPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly isOptional: boolean
}

/** The packages of `npm install checkwright`, from package-lock.json, sorted by name and version. */
export function listProductionPackages(): readonly ProductionPackage[] {
  const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(new URL('package-lock.json', root), 'utf8'),
  )
  const found = Object.entries(lock.packages).flatMap(([path, each]): ProductionPackage[] => {
    if (path === '' || each.dev || each.peer) return []
    const name = path.replace(/^.*node_modules\//, '')
    return [{ name, version: each.version ?? '', license: readLicense(path, each), isOptional: each.optional ?? false }]
  })
  const byKey = new Map(found.map((each) => [`${each.name}@${each.version}`, each]))
  return [...byKey.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

function readLicense(path: string, { license }: LockedPackage): string {
  if (license !== undefined) return license
  const manifest = new URL(`${path}/package.json`, root)
  const said: unknown = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).license : undefined
  return typeof said === 'string' ? said : 'unknown'
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function renderLicences(packages: readonly ProductionPackage[]): string {
  const rows = packages.map(
    ({ name, version, license, isOptional }) =>
      `| \`${name}\` | ${version} | ${license} |${isOptional ? ' yes' : ''} |`,
  )
  return `# Licences of dependencies

${notice}

Checkwright itself has the [Apache License 2.0](../LICENSE). When you install it, npm also installs the packages below. The
versions are those that Checkwright is tested with; yours may be newer
([why](decisions/0013-no-shrinkwrap.md)). Each package contains the text of its own licence. npm installs the optional ones
only where your platform has them.

| package | version | licence | optional |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
