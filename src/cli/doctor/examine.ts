import { connectorFindings } from './connectors.ts'
import type { Finding, Patient } from './finding.ts'
import { keyFindings } from './keys.ts'
import { diskFindings, networkFindings, nodeFinding } from './machine.ts'
import { messageOf } from './message.ts'
import { publicUrlFinding } from './public-url.ts'
import { contentFindings, storeFindings } from './store.ts'

/** Looks at everything that a service needs, changes nothing, and tells of each thing. No secret is in what it tells. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const { findings: ofStore, inspection } = await storeFindings(patient)
  const { findings: ofConnectors, connectors } = await connectorFindings(patient)
  const known = new Set(connectors.map(({ id }) => id))
  try {
    const isCurrent = inspection !== undefined && inspection.version === inspection.newestVersion
    return [
      nodeFinding(),
      ...ofStore,
      ...(await attempt('keys', () => keyFindings(patient, inspection))),
      ...(isCurrent ? await attempt('contents', () => contentFindings(inspection, known, patient.nowMs)) : []),
      ...ofConnectors,
      ...(await attempt('disk', () => diskFindings(patient))),
      ...networkFindings(patient),
      publicUrlFinding(patient.publicUrl),
    ]
  } finally {
    await inspection?.close()
  }
}

/** One look that fails is a finding; the others go on. */
async function attempt(id: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look()
  } catch (error) {
    return [{ id, level: 'problem', says: messageOf(error), advice: 'It could not be looked at.' }]
  }
}
