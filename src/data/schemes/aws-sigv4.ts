import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import type { SignableRequest, SignContext } from '../../define/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import type { SignEntry } from '../format/schemes.ts'
import { encodeQuery } from './encode-query.ts'
import { fillSchemeText } from './fill-scheme-text.ts'

type AwsEntry = Extract<SignEntry, { scheme: 'aws-sigv4' }>

/** Signs as AWS Signature Version 4: https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html */
export async function signAws(
  entry: AwsEntry,
  { method, url, headers, body }: SignableRequest,
  { credentials, now }: SignContext,
): Promise<void> {
  const read = (field: string) => String(credentials[field] ?? '')
  const service = fillSchemeText(entry.service, credentials)
  // Loaded on first use.
  const { SignatureV4 } = await import('@smithy/signature-v4')
  const sessionToken = entry.sessionToken === undefined ? '' : read(entry.sessionToken)
  const signer = new SignatureV4({
    service,
    region: fillSchemeText(entry.region, credentials),
    credentials: omitUndefined({
      accessKeyId: read(entry.accessKey),
      secretAccessKey: read(entry.secretKey),
      sessionToken: sessionToken || undefined,
    }),
    sha256: Sha256,
    // Only S3 takes the path unchanged and asks for the hash of the body in a header.
    uriEscapePath: service !== 's3',
    applyChecksum: service === 's3',
  })
  // A space is "+" in what URLSearchParams writes, and "%20" in what is signed (aws4fetch#83). AWS takes both, others one.
  url.search = encodeQuery(url.searchParams)
  const signed = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.host,
      path: url.pathname,
      query: Object.fromEntries([...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)])),
      headers: { host: url.host, ...pickSignedHeaders(headers) },
      body,
    },
    { signingDate: now },
  )
  for (const [name, value] of Object.entries(signed.headers)) if (name !== 'host') headers.set(name, value)
}

/** Headers that affect the answer. */
function pickSignedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name === 'content-type' || name.startsWith('x-amz-')))
}

type Part = string | ArrayBuffer | ArrayBufferView

/** Node's own SHA-256 in the library's form. */
class Sha256 {
  readonly #secret: Buffer | undefined
  #hash: Hash | Hmac

  constructor(secret?: Part) {
    this.#secret = secret === undefined ? undefined : toBytes(secret)
    this.#hash = this.#start()
  }

  update(part: Part): void {
    this.#hash.update(toBytes(part))
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    this.#hash = this.#start()
  }

  #start(): Hash | Hmac {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', this.#secret)
  }
}

function toBytes(part: Part): Buffer {
  if (typeof part === 'string') return Buffer.from(part)
  return ArrayBuffer.isView(part) ? Buffer.from(part.buffer, part.byteOffset, part.byteLength) : Buffer.from(part)
}
