import { z } from 'zod'
import { decodeBase64 } from '../../text/base64.ts'
import { parseJson } from '../../text/parse-json.ts'
import { type EvidenceProblem, readFileText, statementFile } from '../bundle/bundle-source.ts'
import { computeDigests } from '../bundle/compute-digests.ts'
import { tellSample } from '../bundle/sample-key.ts'
import { signStatements } from '../bundle/sign-statements.ts'
import { judgeSignature, parseStatement, readSignedLines } from '../bundle/signed-lines.ts'
import type { Signer } from '../bundle/signer.ts'
import { type InTotoStatement, statementType } from '../bundle/statement.ts'
import { openPackage } from '../package/open-package.ts'
import type { PackageSource } from '../package/package-file.ts'
import { createTrust, type TrustedKeys } from '../verification/verify.ts'
import type { Trust } from '../verification/verify-source.ts'
import type { PublicStatus } from './public-status.ts'

const statusPredicate = 'urn:checkwright:attestation:status:v1'

/** The files of a status page that its statement is about. */
const signedFiles = ['index.html', 'status.json'] as const
type SignedFile = (typeof signedFiles)[number]

/** @returns the statement about the files of a status page, as one line that is signed */
export function signStatus(
  { framework, organization, period, package: of }: PublicStatus,
  digests: Readonly<Record<SignedFile, string>>,
  signer: Signer,
): Promise<string> {
  const statement: InTotoStatement = {
    _type: statementType,
    subject: signedFiles.map((name) => ({ name, digest: { sha256: digests[name] } })),
    predicateType: statusPredicate,
    predicate: { framework, organization, period, package: of },
  }
  return signStatements([JSON.stringify(statement)], signer)
}

const subjectSchema = z.object({
  framework: z.object({ title: z.string() }),
  organization: z.object({ name: z.string() }),
  period: z.object({ from: z.string(), to: z.string() }),
  package: z.object({ madeAt: z.string(), manifestSha256: z.string() }),
})

/** The result of verifying a status page. */
export type StatusVerification =
  | {
      readonly verified: true
      readonly kind: 'status'
      /** Fingerprint of the key that signed it. */
      readonly signer: string
      /** The evidence is a sample, about no real organization. @default it is real */
      readonly sample?: true | undefined
      readonly status: z.infer<typeof subjectSchema>
    }
  | { readonly verified: false; readonly kind: 'status'; readonly problems: readonly EvidenceProblem[] }

/** Whether a folder is a status page. @throws CheckwrightError `BUNDLE_INVALID` if it cannot be read */
export async function isStatusSite(path: string): Promise<boolean> {
  const source = await openPackage(path)
  await source.close()
  return source.names.includes('status.json')
}

/**
 * Proves that every byte of a status page was signed by the holder of a trusted key. Otherwise lists what differs, by file.
 * @throws CheckwrightError `BUNDLE_INVALID` if it cannot be read
 */
export async function verifyStatus(path: string, trusted: TrustedKeys): Promise<StatusVerification> {
  const source = await openPackage(path)
  try {
    return await verifyFiles(source, createTrust(trusted))
  } finally {
    await source.close()
  }
}

async function verifyFiles(source: PackageSource, { keys, fingerprints, takeKey }: Trust): Promise<StatusVerification> {
  const files: readonly string[] = [...signedFiles, statementFile]
  const problems: EvidenceProblem[] = [
    ...files.filter((file) => !source.has(file)).map((file) => ({ file, message: 'is missing from the status page.' })),
    ...source.names
      .filter((name) => !files.includes(name))
      .map((file) => ({ file, message: 'does not belong to the status page, because it is not signed.' })),
  ]
  if (problems.length > 0) return fail(problems)
  const { lines, problem } = await readSignedLines(source)
  if (problem) return fail([problem])
  const [line, ...more] = lines
  if (!line || more.length > 0) return fail([{ file: statementFile, message: 'must have one line.' }])
  const offeredSigner = await readOfferedSigner(source)
  const offered = await takeKey(decodeBase64(offeredSigner?.publicKey ?? '') ?? new Uint8Array())
  const signature = await judgeSignature(line, offered ? [...keys, offered] : keys, fingerprints)
  if (signature.by !== 'trusted') return fail([signature.problem])
  const statement = parseStatement(line.payload)
  const subject = subjectSchema.safeParse(statement?.predicate)
  if (
    statement?.predicateType !== statusPredicate ||
    !subject.success ||
    statement.subject.map(({ name }) => name).join() !== signedFiles.join()
  )
    return fail([{ file: statementFile, message: 'is not the statement of a status page as Checkwright writes it.' }])
  const digests = await computeDigests(source, signedFiles)
  const changed = digests
    .filter(({ sha256 }, index) => sha256 !== statement.subject[index]?.digest.sha256)
    .map(({ name: file }) => ({ file, message: 'was changed: its SHA-256 is not the signed one.' }))
  if (changed.length > 0) return fail(changed)
  return {
    verified: true,
    kind: 'status',
    signer: signature.key.fingerprint,
    sample: tellSample(offeredSigner),
    status: subject.data,
  }
}

const statusBytesMax = 64 * 1024 * 1024
const offeredSchema = z.object({ signer: z.object({ publicKey: z.string(), keyId: z.optional(z.string()) }) })

/** The key that the page brings along; it counts only if its fingerprint is trusted. */
async function readOfferedSigner(source: PackageSource) {
  const status = offeredSchema.safeParse(parseJson((await readFileText(source, 'status.json', statusBytesMax)) ?? ''))
  return status.data?.signer
}

function fail(problems: readonly EvidenceProblem[]): StatusVerification {
  return { verified: false, kind: 'status', problems }
}
