import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The parts of a signature, as received. */
export interface SignedRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The Authorization header's content, and the signature that it should have. */
export interface Scope {
  readonly accessKeyId: string
  readonly date: string
  readonly region: string
  readonly service: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
}

/** Reads the header; undefined if it is not Signature Version 4. */
export function parseScope(authorization = ''): Scope | undefined {
  const found =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/([\w-]+)\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (!found) return undefined
  const [, accessKeyId = '', date = '', region = '', service = '', names = '', signature = ''] = found
  return { accessKeyId, date, region, service, signedHeaders: names.split(';'), signature }
}

/**
 * The signature that a request should have, as AWS computes it: an implementation of its own, from the description, so that
 * the connector's library does not vouch for itself.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function computeSignature(
  { method, path, query, headers, body }: SignedRequest,
  { date, region, service, signedHeaders }: Omit<Scope, 'signature' | 'accessKeyId'>,
  secretAccessKey: string,
): string {
  const canonicalRequest = [
    method,
    service === 's3' ? path : path.split('/').map(escapeUri).join('/'),
    [...query]
      .map((pair) => pair.map(escapeUri))
      // By name first, which the text of a pair would not: "=" comes after "%".
      .sort(([a = '', v = ''], [b = '', w = '']) => (a < b || (a === b && v < w) ? -1 : 1))
      .map((pair) => pair.join('='))
      .join('&'),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    hashSha256(body),
  ].join('\n')
  const scope = `${date}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashSha256(canonicalRequest)].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  return createHmac('sha256', key).update(text).digest('hex')
}

export function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

function hashSha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** RFC 3986, which leaves less alone than JavaScript does. */
function escapeUri(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}
