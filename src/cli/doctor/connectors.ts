import { connectorIds } from '../../../connectors/index.ts'
import type { AnyConnector } from '../../define/index.ts'
import { countNoun } from '../../text/count-noun.ts'
import { loadConnectors } from '../load-connector.ts'
import type { Finding, Patient } from './finding.ts'
import { messageOf } from './message.ts'

export interface LoadedConnectors {
  readonly findings: readonly Finding[]
  readonly connectors: readonly AnyConnector[]
}

/** Loads every connector that `serve` would. */
export async function connectorFindings({
  connectorFiles,
}: Pick<Patient, 'connectorFiles'>): Promise<LoadedConnectors> {
  const findings: Finding[] = []
  const connectors: AnyConnector[] = []
  for (const target of [...connectorIds, ...connectorFiles]) {
    try {
      connectors.push(...(await loadConnectors(target)).connectors)
    } catch (error) {
      const advice = `"checkwright validate ${target}" tells more.`
      findings.push({ id: `connector.${target}`, level: 'problem', says: messageOf(error), advice })
    }
  }
  const loaded: Finding = {
    id: 'connectors',
    level: 'ok',
    says: `${countNoun(connectors.length, 'connector')} can be loaded`,
  }
  return { findings: [loaded, ...findings], connectors }
}
