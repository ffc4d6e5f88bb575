import { createOpenApiDocument } from '../../things/api/openapi.ts'
import { shortenNames } from '../../things/api/shorten-names.ts'
import { allRoutes } from '../routes/all-routes.ts'

/** The document whose operation ids are the names of calls. The address in it is that of nobody. */
export function createClientDocument() {
  return shortenNames(createOpenApiDocument(allRoutes, { url: 'https://checkwright.example', jwt: true }))
}

/**
 * What each call asks for: `comments.create` is `POST /v1/comments`. The build writes the table itself into the package, so that a client
 * loads no routes.
 */
export const operations: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(createClientDocument().paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]: [string, unknown]) =>
      typeof operation === 'object' && operation !== null && 'operationId' in operation
        ? [[String(operation.operationId), `${method.toUpperCase()} ${path}`]]
        : [],
    ),
  ),
)
