import { signStatements } from '../../src/evidence/bundle/sign-statements.ts'
import { createKeySigner, publicKeyOf, type Signer } from '../../src/evidence/bundle/signer.ts'
import { readPrivateKey } from '../../src/text/read-private-key.ts'

/** A file of a release, and what it was made from. */
export interface Release {
  readonly file: { readonly name: string; readonly sha256: string; readonly sha512: string }
  readonly repository: string
  readonly commit: string
  /** Whether files of the checkout differ from the commit. */
  readonly isChanged: boolean
  /** What made it: the address of a job of CI, or a name. */
  readonly builder: string
  readonly node: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly finishedAt: string
}

/** What the statement calls the way in which the release is made. */
const buildType = 'urn:checkwright:release:npm-pack:1'

/**
 * How a file was made, as an in-toto statement with a SLSA provenance of version 1. `npm publish --provenance` and the attestations of a CI
 * service sign one with an identity, which a machine without network has not. https://slsa.dev/spec/v1.0/provenance
 */
export function createProvenance({
  file,
  repository,
  commit,
  isChanged,
  builder,
  node,
  startedAt,
  finishedAt,
}: Release) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: file.name, digest: { sha256: file.sha256, sha512: file.sha512 } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType,
        externalParameters: { repository, commit },
        internalParameters: { node, isChanged },
        resolvedDependencies: [{ uri: `git+${repository}`, digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: builder }, metadata: { startedOn: startedAt, finishedOn: finishedAt } },
    },
  }
}

/** The signer of a release. @throws Error for a file without an Ed25519 private key, with nothing of it */
export function readReleaseSigner(file: string, text: string): Signer {
  const read = readPrivateKey(text)
  if ('problem' in read) throw new Error(`The key in ${file} ${read.problem}.`)
  if (read.key.asymmetricKeyType !== 'ed25519') throw new Error(`The key in ${file} is not an Ed25519 key.`)
  return createKeySigner(read.key)
}

/** The statement as a file: signed in a DSSE envelope, or plain, so that nobody takes it for signed. */
export async function formatProvenance(
  provenance: ReturnType<typeof createProvenance>,
  signer: Signer | undefined,
): Promise<{ readonly extension: string; readonly text: string; readonly signedBy: string | undefined }> {
  if (!signer)
    return { extension: '.intoto.json', text: `${JSON.stringify(provenance, null, 2)}\n`, signedBy: undefined }
  const { fingerprint } = publicKeyOf(signer.publicKey)
  const text = await signStatements([JSON.stringify(provenance)], signer)
  return { extension: '.intoto.jsonl', text, signedBy: `signed by ${fingerprint}` }
}
