import { onTestFinished } from 'vitest'
import { type FakeVendor, fakeVendor, type VendorRequest } from '../../../src/author/testing/index.ts'
import { omitUndefined } from '../../../src/text/omit-undefined.ts'

export interface TokenGate extends Pick<FakeVendor, 'fail'> {
  /** The endpoint, behind the gate. */
  readonly url: string
  /** Grant types of the requests that arrived, refused ones included. */
  readonly asked: readonly (string | null)[]
  /** Is awaited before a request goes on. */
  before: (form: URLSearchParams) => void | Promise<void>
  /** Is awaited before the answer goes back. */
  after: (reply: string) => void | Promise<void>
}

/** Stands in front of a real token endpoint: passes requests on, and can fail or hold them. */
export async function startTokenGate(target: string): Promise<TokenGate> {
  const pass = async (request: VendorRequest) => {
    const form = new URLSearchParams(request.text())
    await gate.before(form)
    const { authorization, 'content-type': type = '' } = request.headers
    const response = await fetch(target, {
      method: 'POST',
      headers: omitUndefined({ 'content-type': type, authorization }),
      body: request.text(),
    })
    const text = await response.text()
    await gate.after(text)
    return { status: response.status, headers: { 'content-type': 'application/json' }, text }
  }
  const vendor = await fakeVendor({ routes: { 'POST /token': pass } })
  onTestFinished(() => vendor.close())
  const gate: TokenGate = {
    url: `${vendor.url}/token`,
    get asked() {
      return vendor.requests.map(({ body }) => new URLSearchParams(body).get('grant_type'))
    },
    fail: vendor.fail,
    before: () => undefined,
    after: () => undefined,
  }
  return gate
}
