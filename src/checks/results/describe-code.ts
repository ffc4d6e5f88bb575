import { createHash } from 'node:crypto'
import { type AnyConnector, type RunCode, readStamp, version } from '../../define/index.ts'

/** Names the code of a connector: its data, its hooks, and what its checks and inventories do. */
export function describeConnectorCode(connector: AnyConnector): RunCode {
  const { definition, hooks, checks, inventories, source } = connector
  return describeCode(connector, { definition, hooks, checks, inventories, source })
}

/** SHA-256 of what judges: of the files that the connector was made of, else of its functions, and of the file that these were added to. */
export function digestConnectorCode(connector: AnyConnector): string {
  const { judgingSha256, files } = connector
  const stamp = readStamp(connector)
  if (stamp !== undefined) return stamp
  const code = files ?? describeConnectorCode(connector).sha256
  return judgingSha256 === undefined ? code : createHash('sha256').update(`${judgingSha256} ${code}`).digest('hex')
}

/** Names the code of a connector or a cross-check by its parts. Computed once for each, because they are frozen. */
export function describeCode(owner: { readonly files?: string | undefined }, parts: object = owner): RunCode {
  const known = described.get(owner)
  if (known) return known
  const text = JSON.stringify(parts, (_key, value) => (typeof value === 'function' ? String(value) : value))
  const code: RunCode = {
    checkwright: version,
    sha256: createHash('sha256').update(text).digest('hex'),
    files: owner.files,
  }
  described.set(owner, code)
  return code
}

const described = new WeakMap<object, RunCode>()
