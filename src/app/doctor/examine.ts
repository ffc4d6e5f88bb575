import { examineConnectors } from './connectors.ts'
import type { DoctorFinding, ExaminedService } from './doctor-finding.ts'
import { examineKeys } from './keys.ts'
import { examineDisk, examineNetwork, examineNode } from './machine.ts'
import { describeError } from './message.ts'
import { examinePublicUrl } from './public-url.ts'
import { examineContent, examineStore } from './store.ts'

/**
 * Examines everything that a service needs, changes nothing, and returns a finding for each thing. Findings contain no
 * secrets.
 */
export async function examine(patient: ExaminedService): Promise<DoctorFinding[]> {
  const { findings: ofStore, inspection } = await examineStore(patient)
  const { findings: ofConnectors, connectors } = await examineConnectors(patient)
  const known = new Set(connectors.map(({ id }) => id))
  try {
    const isCurrent = inspection !== undefined && inspection.version === inspection.newestVersion
    return [
      examineNode(),
      ...ofStore,
      ...(await attemptLook('keys', () => examineKeys(patient, inspection))),
      ...(isCurrent ? await attemptLook('contents', () => examineContent(inspection, known, patient)) : []),
      ...ofConnectors,
      ...(await attemptLook('disk', () => examineDisk(patient))),
      ...examineNetwork(patient),
      examinePublicUrl(patient.publicUrl),
    ]
  } finally {
    await inspection?.close()
  }
}

/** A failing examination is a finding; the others continue. */
async function attemptLook(id: string, look: () => Promise<DoctorFinding[]>): Promise<DoctorFinding[]> {
  try {
    return await look()
  } catch (error) {
    return [{ id, level: 'problem', says: describeError(error), advice: 'It could not be examined.' }]
  }
}
