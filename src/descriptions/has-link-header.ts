import type { DescriptionNode } from './description-node.ts'

/** Whether a response declares a `Link` header, which leads to further pages (RFC 8288). */
export function hasLinkHeader(response: DescriptionNode): boolean {
  return response
    .at('headers')
    .members()
    .some(([name]) => name.toLowerCase() === 'link')
}
