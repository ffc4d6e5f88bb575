import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import type { ListRequest } from './imported-check.ts'

/** A path that proves credentials. */
export interface ProvingPath {
  readonly path: string
  /** Whether no check requests it. */
  readonly isExtra: boolean
}

/** Words in APIs for the caller. */
const oneself =
  /^(?:\/(?:api|rest|v?\d[\w.]*|latest))*\/(?:me|self|user|account|whoami|myself|current_user|users?\/(?:me|self)|auth\.test)\/?$/i

/** The request about the caller, otherwise the first list without parameters. */
export function findProvingPath(root: DescriptionNode, requests: readonly ListRequest[]): ProvingPath | undefined {
  const own = root
    .at('paths')
    .members()
    .find(([path, item]) => oneself.test(path) && isPlain(item))
  if (own) return { path: own[0], isExtra: !requests.some(({ endpoint }) => endpoint.path === own[0]) }
  const list = requests.find(
    ({ path, query, headers, server }) => path.length === 1 && query.size + headers.size === 0 && server === undefined,
  )
  return list && { path: list.endpoint.path, isExtra: false }
}

/** A GET without required parameters, at the connector's own server. */
function isPlain(item: DescriptionNode): boolean {
  const operation = item.at('get')
  const parameters = [...item.at('parameters').items(), ...operation.at('parameters').items()]
  const demands = parameters.some((parameter) => parameter.at('required').value === true)
  return operation.isObject && !demands && !operation.at('servers').isThere && !item.at('servers').isThere
}
