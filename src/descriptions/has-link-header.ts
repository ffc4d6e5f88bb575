import type { DescriptionNode } from './description-node.ts'

/** Whether a response is declared to have a `Link` header, by which lists go on (RFC 8288). */
export function hasLinkHeader(response: DescriptionNode): boolean {
  return response
    .at('headers')
    .members()
    .some(([name]) => name.toLowerCase() === 'link')
}
