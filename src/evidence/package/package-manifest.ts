import { formatJsonLine, joinLines } from '../bundle/json-lines.ts'
import type { ManifestHead } from '../bundle/manifest.ts'
import { publicKeyOf, type Signer } from '../bundle/signer.ts'
import { type InTotoStatement, statementType } from '../bundle/statement.ts'
import type { PackageHead } from './package-content.ts'

const manifestSchema = 'checkwright.package-manifest/v1'
export const packagePredicate = 'urn:checkwright:attestation:package:v1'

/** A file of a package when it was signed. */
export interface PackageDigest {
  readonly name: string
  /** SHA-256, lowercase hexadecimal. */
  readonly sha256: string
  readonly size: number
}

export interface PackageManifest {
  readonly signer: ManifestHead['signer']
  /** In the order of a zip, without the manifest and the statement. */
  readonly files: readonly PackageDigest[]
}

/** `manifest.json`, in pieces. */
export async function* writePackageManifest({
  signer,
  files,
}: PackageManifest): AsyncGenerator<string, void, undefined> {
  yield `{\n"schema":${formatJsonLine(manifestSchema)},\n"signer":${formatJsonLine(signer)},\n"files":[\n`
  yield* joinLines(files.map(({ name, sha256, size }) => formatJsonLine({ name, sha256, size })))
  yield ']\n}\n'
}

export function describeSigner({ publicKey, keyId }: Pick<Signer, 'publicKey' | 'keyId'>): ManifestHead['signer'] {
  const { fingerprint, der } = publicKeyOf(publicKey)
  return { fingerprint, keyId, publicKey: der.toString('base64') }
}

/** The payload of the statement about a package, byte for byte. */
export function buildPackageStatement(head: PackageHead, manifestSha256: string): string {
  const { framework, organization, period, madeAt, writtenBy } = head
  const statement: InTotoStatement = {
    _type: statementType,
    subject: [{ name: 'manifest.json', digest: { sha256: manifestSha256 } }],
    predicateType: packagePredicate,
    predicate: { framework, organization, period, madeAt, writtenBy },
  }
  return JSON.stringify(statement)
}
