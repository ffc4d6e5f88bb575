import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { type ConnectorDefinition, findCertificateField } from '../define/index.ts'
import type { Problem } from '../errors/index.ts'
import { restorePem } from '../text/restore-pem.ts'

type CertificateValues = Readonly<Record<string, unknown>>

/** The certificate of a TLS connection, as Node's `tls.connect` takes it. */
export type ClientCertificate = { readonly fingerprint: string; readonly passphrase?: string } & (
  | { readonly cert: string; readonly key: string }
  | { readonly pfx: Buffer }
)

/** The client certificate of a connection; undefined if its connector has none, or nobody entered one. */
export function readClientCertificate(
  definition: ConnectorDefinition,
  values: CertificateValues,
): ClientCertificate | undefined {
  const field = findCertificateField(definition)
  const value = field && values[field.id]
  if (typeof value !== 'string') return undefined
  const passphrase = field?.passphraseField === undefined ? undefined : values[field.passphraseField]
  const proof = typeof passphrase === 'string' ? { passphrase } : {}
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([value, proof]))
    .digest('hex')
  const pem = splitPem(value)
  return pem ? { fingerprint, ...proof, ...pem } : { fingerprint, ...proof, pfx: Buffer.from(value, 'base64') }
}

/** The problem of an entered certificate; the message contains nothing of it. */
export function findCertificateProblems(definition: ConnectorDefinition, values: CertificateValues): Problem[] {
  const field = findCertificateField(definition)
  const value = field && values[field.id]
  const certificate = readClientCertificate(definition, values)
  if (!field || !certificate || typeof value !== 'string') return []
  const message = 'pfx' in certificate ? findPkcs12Problem(value, certificate) : findPemProblem(certificate)
  return message === undefined ? [] : [{ path: field.id, message }]
}

/** Certificates and keys of a PEM text; undefined if it is not one. */
function splitPem(entered: string): { readonly cert: string; readonly key: string } | undefined {
  const text = restorePem(entered)
  if (!text.includes('-----BEGIN ')) return undefined
  const blocks = text.match(/-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g) ?? []
  const join = (ending: string) => blocks.filter((block) => block.split('\n')[0]?.includes(ending)).join('\n')
  return { cert: join('CERTIFICATE-----'), key: join('PRIVATE KEY-----') }
}

function findPemProblem({ cert, key, passphrase }: Extract<ClientCertificate, { cert: string }>): string | undefined {
  if (cert === '') return 'has no certificate; paste it with its lines "BEGIN CERTIFICATE" and "END CERTIFICATE"'
  if (key === '') return 'has no private key; paste it below the certificate, with its line "BEGIN PRIVATE KEY"'
  let leaf: X509Certificate
  try {
    leaf = new X509Certificate(cert)
  } catch {
    return 'has a certificate that cannot be read; copy all of it again'
  }
  try {
    if (leaf.checkPrivateKey(createPrivateKey({ key, passphrase }))) return undefined
  } catch {
    return passphrase === undefined
      ? 'has a private key that cannot be read; copy it again, and enter its passphrase if it has one'
      : 'has a private key that the passphrase does not open; enter its passphrase again'
  }
  return 'has a private key that does not belong to the first certificate; put the certificate of this key first'
}

function findPkcs12Problem(value: string, { pfx, passphrase }: Extract<ClientCertificate, { pfx: Buffer }>) {
  if (!/^[A-Za-z0-9+/=\s]+$/.test(value))
    return 'is neither PEM nor a PKCS#12 file in base64; export it again in one of these forms'
  try {
    createSecureContext({ pfx, passphrase })
    return undefined
  } catch (error) {
    const isLocked = error instanceof Error && /mac verify/i.test(error.message)
    return isLocked
      ? 'is a PKCS#12 file that the passphrase does not open; enter its passphrase again; enter its passphrase again'
      : 'is neither PEM nor a PKCS#12 file in base64, or its encryption is too old; export it again'
  }
}
