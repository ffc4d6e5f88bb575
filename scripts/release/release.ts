import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { createProvenance, formatProvenance, readReleaseSigner } from './provenance.ts'

// Usage: RELEASE_REPOSITORY=https://… [RELEASE_KEY_FILE=key.pem] npm run release [-- <folder>]. Writes the tarball, what is in it (CycloneDX) and
// how it was made (SLSA) into a folder. With an Ed25519 key, the last one is signed.
const [folder = 'release'] = process.argv.slice(2)
const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' }).trim()

const repository = process.env.RELEASE_REPOSITORY
if (repository === undefined) throw new Error('Name the repository of the source: RELEASE_REPOSITORY=https://…')
const keyFile = process.env.RELEASE_KEY_FILE
// Read first: a key that cannot sign shows before anything is written.
const signer = keyFile === undefined ? undefined : readReleaseSigner(keyFile, readFileSync(keyFile, 'utf8'))
const startedAt = new Date().toISOString()
mkdirSync(folder, { recursive: true })
const [{ filename }] = JSON.parse(run('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder)) as [
  { readonly filename: string },
]
const bytes = readFileSync(join(folder, filename))
const digest = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex')

const bom = JSON.parse(run('npm', 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'))
// npm takes the name of the folder that the checkout is in.
bom.metadata.component.name = manifest.name
const provenance = createProvenance({
  file: { name: filename, sha256: digest('sha256'), sha512: digest('sha512') },
  repository,
  commit: run('git', 'rev-parse', 'HEAD'),
  isChanged: run('git', 'status', '--porcelain', '--untracked-files=no') !== '',
  builder: process.env.RELEASE_BUILDER ?? 'urn:checkwright:builder:person',
  node: process.version,
  startedAt,
  finishedAt: new Date().toISOString(),
})

const base = join(folder, filename.replace(/\.tgz$/, ''))
writeFileSync(`${base}.cdx.json`, `${JSON.stringify(bom, null, 2)}\n`)
const made = await formatProvenance(provenance, signer)
writeFileSync(`${base}${made.extension}`, made.text)
process.stdout.write(
  `Written to ${folder}: ${filename}, what is in it (.cdx.json) and how it was made (${made.extension}, ${made.signedBy ?? 'unsigned: RELEASE_KEY_FILE names no key'}).\n`,
)
