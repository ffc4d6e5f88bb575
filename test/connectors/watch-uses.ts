import type { AnyConnector } from 'checkwright'
import { type ObservedRequest, observeConnector } from '../../src/author/prove/siblings/observe-connector.ts'
import { type OperationUses, parseUses } from '../../src/data/contract/operation-use.ts'
import { listReads, type Reads } from '../../src/data/contract/watch-shape.ts'
import { openDescription } from '../../src/descriptions/description.ts'
import { createNamer } from './code/name-operation.ts'
import { type CodeContract, loadContract } from './data/contracts.ts'
import { note } from './note.ts'

/** A connector under observation. */
export interface WatchedConnector {
  readonly connector: AnyConnector
  /** Compares what was seen with `<id>.contract.json`. @throws Error for what that does not have */
  end(): void
}

/** The same connector. What its parts are seen to ask and to read is kept for `npm run contracts`, and is in its contract already. */
export function watchUses(connector: AnyConnector): WatchedConnector {
  const seen: ObservedRequest[] = []
  const contract = process.env.CHECKWRIGHT_OUTCOMES === undefined ? openContract(connector.id) : undefined
  return {
    connector: observeConnector(connector, (request) =>
      contract ? seen.push(request) : noteOnce(connector.id, request),
    ),
    end: () => {
      const strange = seen.flatMap((request) => contract?.findStrange(request) ?? [])
      if (strange.length > 0)
        throw new Error(
          `connectors/${connector.id}/${connector.id}.contract.json does not have what the connector does: ${strange.slice(0, 5).join('; ')}. Run "npm run contracts ${connector.id}".`,
        )
    },
  }
}

const noted = new Set<string>()

function noteOnce(id: string, { use, ...request }: ObservedRequest): void {
  const line = { connector: id, uses: { ...request, sent: [...use.sent].sort(), reads: listReads(use.reads) } }
  const text = JSON.stringify(line)
  if (!noted.has(text)) note(line)
  noted.add(text)
}

interface OpenContract {
  findStrange(request: ObservedRequest): readonly string[]
}

const opened = new Map<string, OpenContract | undefined>()

function openContract(id: string): OpenContract | undefined {
  if (!opened.has(id)) opened.set(id, readContract(loadContract(id) as CodeContract | undefined))
  return opened.get(id)
}

function readContract(contract: CodeContract | undefined): OpenContract | undefined {
  const description = contract && openDescription(contract)
  if (!description) return undefined
  const parts = parseUses(contract['x-parts'])
  const name = createNamer([], description)
  return {
    findStrange({ part, use, ...request }) {
      const operation = name(request)
      const known = operation === undefined ? undefined : (parts.get(part) as OperationUses | undefined)?.get(operation)
      if (!known) return [`${part} asks ${request.action ?? `${request.method} ${request.path}`}`]
      return [
        ...[...use.sent]
          .filter((each) => !known.sent.has(each))
          .map((each) => `${part} sends "${each}" to ${operation}`),
        ...listMore(use.reads, known.reads).map((each) => `${part} reads ${each} of ${operation}`),
      ]
    },
  }
}

/** Members that are read and that nobody wrote down. */
function listMore({ members }: Reads, known: Reads, at = ''): readonly string[] {
  return [...members].flatMap(([name, inner]) => {
    const same = known.members.get(name)
    return same ? listMore(inner, same, `${at}/${name}`) : [`${at}/${name}`]
  })
}
