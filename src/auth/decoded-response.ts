// Responses of these may not be built with a body (WHATWG Fetch, "null body status").
const bodylessStatuses = new Set([204, 205, 304])

/** A WHATWG `Response` of a body that is already decoded. Headers that would decode it again are left out. */
export function createDecodedResponse(status: number, headers: Headers, body: Uint8Array): Response {
  const shown = new Headers(headers)
  for (const name of ['content-encoding', 'content-length']) shown.delete(name)
  return new Response(bodylessStatuses.has(status) ? null : new Uint8Array(body), { status, headers: shown })
}
