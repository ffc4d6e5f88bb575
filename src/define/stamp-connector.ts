import type { AnyConnector } from './connector.ts'
import type { ConnectorProofs } from './run/proof.ts'

export interface ConnectorStamp {
  /** SHA-256 of what the connector was made of: its file, or its files of code. */
  readonly judgingSha256: string
  /** What its checks were tried on. @default nobody knows */
  readonly proofs?: ConnectorProofs | undefined
}

type JudgingParts = Pick<AnyConnector, 'definition' | 'hooks' | 'checks' | 'inventories'>

/** The connector with the digest of the files that it was made of. */
export function stampConnector<Connector extends AnyConnector>(
  connector: Connector,
  { judgingSha256, proofs }: ConnectorStamp,
): Connector {
  return Object.freeze({ ...connector, judgingSha256, judgingParts: Object.freeze(listParts(connector)), proofs })
}

/** The digest of the files that a connector was made of. Undefined for a copy with a part of its own: other code runs there. */
export function readStamp({
  judgingSha256,
  judgingParts = [],
  ...parts
}: JudgingParts & Pick<AnyConnector, 'judgingSha256' | 'judgingParts'>): string | undefined {
  return listParts(parts).every((part) => judgingParts.includes(part)) ? judgingSha256 : undefined
}

function listParts({ definition, hooks, checks, inventories }: JudgingParts): readonly object[] {
  return [definition, hooks, ...checks, ...inventories]
}
