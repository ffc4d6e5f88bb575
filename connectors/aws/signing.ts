import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import type { SignableRequest } from 'checkwright'

/** Keys of a person or a role's session. A type, because it is the `keys` of a login. */
export type AwsKeys = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Keys of a session only work together with it. */
  readonly sessionToken?: string
}

/** Parameters that the library leaves out of what it signs, so that AWS would refuse the signature. */
const unsignable = /^(?:__proto__|x-amz-signature)$/i

/** Signs a request for the service and region that its host names (AWS Signature Version 4). Sets headers. */
export async function signRequest(request: SignableRequest, keys: AwsKeys, now: Date): Promise<void> {
  const { method, url, headers, body } = request
  const { service, region } = readSigningScope(url)
  for (const name of url.searchParams.keys()) {
    if (unsignable.test(name))
      throw new TypeError(`A request to AWS cannot be signed with a parameter named "${name}". Leave it out.`)
  }
  // Loaded on first use.
  const { SignatureV4 } = await import('@smithy/signature-v4')
  const signer = new SignatureV4({
    service,
    region,
    credentials: { ...keys },
    sha256: Sha256,
    // Only S3 takes the path unchanged; for all others it is encoded once more.
    uriEscapePath: service !== 's3',
  })
  const signed = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.host,
      path: url.pathname,
      query: Object.fromEntries([...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)])),
      headers: { host: url.host, ...listSignedHeaders(headers) },
      body,
    },
    { signingDate: now },
  )
  for (const [name, value] of Object.entries(signed.headers)) if (name !== 'host') headers.set(name, value)
}

/** Headers that affect the answer. Changing the others on the way is harmless. */
function listSignedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name === 'content-type' || name.startsWith('x-amz-')))
}

/**
 * The service and region in a host: `ec2.eu-west-1.amazonaws.com`. IAM has one host, and S3 Control one for each
 * account.
 */
export function readSigningScope({ hostname }: Pick<URL, 'hostname'>): {
  readonly service: string
  readonly region: string
} {
  const [service = '', region = 'us-east-1'] = hostname
    .replace(/\.amazonaws\.com$/, '')
    .replace(/^\d+\.s3-control\./, 's3.')
    .split('.')
  return { service, region }
}

/** Node's own SHA-256 in the library's form. */
class Sha256 {
  readonly #secret: string | NodeJS.ArrayBufferView | undefined
  #hash: Hash | Hmac

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret === undefined ? undefined : toBytes(secret)
    this.#hash = this.#begun()
  }

  update(part: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(toBytes(part))
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    this.#hash = this.#begun()
  }

  #begun(): Hash | Hmac {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', this.#secret)
  }
}

function toBytes(part: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof part === 'string') return Buffer.from(part)
  return ArrayBuffer.isView(part) ? Buffer.from(part.buffer, part.byteOffset, part.byteLength) : Buffer.from(part)
}
